"""The command line, run: commands are in the files beside this one, and a user's mistake becomes one line."""

from __future__ import annotations

import signal
import sys
from typing import Any, NoReturn

import typer

# In the order in which --help lists them: importing a file of commands adds them to the application.
# isort: off
from provenli.cli import sentences, data_sets, splits, published, models, scores, studies

# isort: on
from provenli.cli.app import app
from provenli.errors import ProveNLIError, speaking_flags
from provenli.own_files import slip_in_own_file

__all__ = ["app", "data_sets", "main", "models", "published", "scores", "sentences", "splits", "studies"]

STOPPED = 130
UsageError: Any = typer.BadParameter.__mro__[1]
"""Words the command line cannot read. Newer typer carries its own click, so the class is found by way of typer."""


def _stop(number: int, frame: object) -> NoReturn:
    """Asked to end: leave as from Ctrl-C, so that nothing half-written stays behind."""
    del number, frame
    raise KeyboardInterrupt


def _fail(message: str) -> NoReturn:
    typer.echo(f"provenli: {message}", err=True)
    raise SystemExit(2)


def main(args: list[str] | None = None) -> Any:
    """Run the command line; a user's mistake is one line and exit status 2."""
    words = sys.argv[1:] if args is None else args
    signal.signal(signal.SIGTERM, _stop)
    with speaking_flags():
        _run(words)


def _run(words: list[str]) -> NoReturn:
    try:
        status = app(words or ["--help"], standalone_mode=False)
    except UsageError as e:
        _fail(f"{' '.join(e.format_message().split())} (see provenli --help)")
    except ProveNLIError as e:
        _fail(str(e))
    except (typer.Abort, KeyboardInterrupt):
        _fail("stopped")
    except BrokenPipeError:
        sys.stderr.close()  # the reader of the pipe has gone: nothing is left to say
        raise SystemExit(0) from None
    except BaseException as e:  # the user's own fragment, model … at work
        if told := slip_in_own_file(e):
            _fail(told)
        raise
    if status == STOPPED:  # typer has caught the interrupt and said nothing
        typer.echo("provenli: stopped", err=True)
    raise SystemExit(status if isinstance(status, int) else 0)


if __name__ == "__main__":
    main()
