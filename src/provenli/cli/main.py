"""The command line, run: commands are in the files beside this one, and what goes wrong becomes one line."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from contextlib import suppress
from typing import Any, NoReturn

import typer

# In the order in which --help lists them: importing a file of commands adds them to the application.
# isort: off
from provenli.cli import sentences, data_sets, splits, published, models, scores, studies, browser, doctor

# isort: on
from provenli.cli.app import app
from provenli.errors import ProveNLIError, escaped, speaking_flags
from provenli.own_files import slip_in_own_file

__all__ = [
    "app",
    "browser",
    "data_sets",
    "doctor",
    "main",
    "models",
    "published",
    "scores",
    "sentences",
    "splits",
    "studies",
]

STOPPED = 130
UsageError: Any = typer.BadParameter.__mro__[1]
"""Words the command line cannot read. Newer typer carries its own click, so the class is found by way of typer."""


def _stop(number: int, frame: object) -> NoReturn:
    """Asked to end: leave as from Ctrl-C, so that nothing half-written stays behind."""
    del number, frame
    raise KeyboardInterrupt


def _fail(message: str) -> NoReturn:
    _tell(message)
    _check_output()
    raise SystemExit(2)


def _tell(message: str) -> None:
    with suppress(OSError):  # there may be nowhere left to say it
        typer.echo(f"provenli: {escaped(message)}", err=True)


def main(args: list[str] | None = None) -> Any:
    """Run the command line; a user's mistake, and what the world does, is one line and exit status 2."""
    words = sys.argv[1:] if args is None else args
    signal.signal(signal.SIGTERM, _stop)
    with speaking_flags():
        _run(words)


def _run(words: list[str]) -> NoReturn:
    try:
        status = app(words or ["--help"], standalone_mode=False)
        sys.stdout.flush()  # a full disk shows now, while it can be told
    except UsageError as e:
        asked = e.ctx.info_name if e.ctx is not None and e.ctx.parent is not None else ""
        _fail(f"{' '.join(e.format_message().split())} (see provenli {asked}{' ' if asked else ''}--help)")
    except ProveNLIError as e:
        _fail(str(e))
    except (typer.Abort, KeyboardInterrupt):
        _fail("stopped")
    except BrokenPipeError:
        sys.stderr.close()  # the reader of the pipe has gone: nothing is left to say
        raise SystemExit(0) from None
    except SystemExit as e:
        if _completes(words):  # typer answers the shell, and leaves
            raise
        _fail(slip_in_own_file(e) or _explained(e))
    except BaseException as e:  # among them what the user's own fragment, model … does at work
        _fail(slip_in_own_file(e) or _explained(e))
    if status == STOPPED:  # typer has caught the interrupt and said nothing
        _tell("stopped")
    raise SystemExit(status if isinstance(status, int) else 0)


def _completes(words: list[str]) -> bool:
    return "_PROVENLI_COMPLETE" in os.environ or words[:1] in (["--show-completion"], ["--install-completion"])


def _explained(error: BaseException) -> str:
    from provenli.cli.mishaps import explained, shows_traceback

    if shows_traceback():
        traceback.print_exception(error)
    return explained(error)


def _check_output() -> None:
    """What cannot be written to standard output now could not be at the end either: Python would print a traceback."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
