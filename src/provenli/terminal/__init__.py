"""What people see in a terminal: sentences with arrows, trees, proofs and models as plain text."""
