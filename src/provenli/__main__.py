"""`python -m provenli` is the command line."""

from provenli.cli.main import main

main()
