"""The commands, a file for each kind; cli.py runs them."""
