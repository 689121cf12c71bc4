"""`provenli` and `python -m provenli` are the command line."""

from __future__ import annotations

import sys


def run() -> None:
    """The commands take a while to import: a Ctrl-C meanwhile ends in one line, as it does later."""
    try:
        from provenli.cli.main import main
    except KeyboardInterrupt:
        print("provenli: stopped", file=sys.stderr)
        sys.exit(130)
    main()


if __name__ == "__main__":
    run()
