"""Are the labels of a published file right? Every pair is decided, and every disputed label explained."""
