"""`python -m provenli` is the command line."""

from provenli.cli import main

main()
