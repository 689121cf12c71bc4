"""Runs the command line. Commands are in the files beside this one, and whatever goes wrong becomes one line.

Events in the world (disks fill up, workers are killed, files are not text, numbers are too large) are foreseen and
reported plainly. Anything else is a fault of ours: its line says `unforeseen`, and where.
"""

from __future__ import annotations

import errno
import io
import itertools
import os
import signal
import sys
import traceback
import warnings
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

import click
from click.exceptions import Exit
from click.shell_completion import shell_complete

import provenli

# In the order in which --help lists them: importing a file of commands adds them to the application.
# isort: off
from provenli.cli import sentences, data_sets, splits, published, models, results, browser, doctor

# isort: on
from provenli.cli.app import app
from provenli.errors import InputError, OwnFileWarning, ProveNLIError, escaped, speaking_flags
from provenli.files import FULL
from provenli.own_files import slip_in_own_file
from provenli.pairs.workers import KILLED

TRACEBACK = "PROVENLI_TRACEBACK"
OURS = Path(provenli.__file__).parent
OWN = "provenli_user_"
"""The prefix of the names of modules that are loaded from a user's own file (own_files.py)."""


def explained(error: BaseException) -> str:
    """The error as one line, though not yet free of control characters."""
    if own := _in_own_file(error):
        return f"{own}: {_said(error)}"
    for kind, told in FORESEEN:
        if isinstance(error, kind):
            return told(error)
    if loaded := _own_files():
        return f"{', '.join(loaded)}: what is defined there cannot be used: {_said(error)}, at {_place(error)}"
    return (
        f"unforeseen {_said(error)}, at {_place(error)}: a fault of ours; please report it, "
        f"with what {TRACEBACK}=1 in the environment shows"
    )


def shows_traceback() -> bool:
    return os.environ.get(TRACEBACK, "") not in ("", "0")


def _disk(error: BaseException) -> str:
    assert isinstance(error, OSError)
    what = error.strerror or " ".join(str(error).split()) or type(error).__name__
    where = f"{os.fsdecode(error.filename)}: " if isinstance(error.filename, (str, bytes)) else ""
    hints = {**dict.fromkeys(FULL, "; free some space or write elsewhere"), errno.EMFILE: "; allow more (ulimit -n)"}
    return f"{where}{what}{hints.get(error.errno or 0, '')}"


def _undecoded(error: BaseException) -> str:
    assert isinstance(error, UnicodeDecodeError)
    return (
        f"a file is not {error.encoding.upper()}: byte {error.start + 1} of what was read ({error.reason}); convert it"
    )


def _unencoded(error: BaseException) -> str:
    assert isinstance(error, UnicodeEncodeError)
    return f"{error.object[error.start : error.end]!r} is no {error.encoding.upper()} text ({error.reason})"


FORESEEN: tuple[tuple[type[BaseException], Callable[[BaseException], str]], ...] = (
    (BrokenProcessPool, lambda _: KILLED),
    (OSError, _disk),
    (MemoryError, lambda _: "out of memory: ask for less at a time, or for fewer --workers"),
    (RecursionError, lambda _: "something is nested too deeply to be read: a sentence, a formula or a JSON value"),
    (OverflowError, lambda e: f"a number is too large: {' '.join(str(e).split())}"),
    (UnicodeDecodeError, _undecoded),
    (UnicodeEncodeError, _unencoded),
)


def _said(error: BaseException) -> str:
    """A user's own exception may raise from __str__."""
    try:
        text = " ".join(str(error).split())
    except BaseException:
        text = "no message"
    return f"{type(error).__name__}: {text[:200] or 'no message'}"


def _in_own_file(error: BaseException) -> str:
    """The file and line in a user's own file where it happened, if it did."""
    frames = [(f, line) for f, line in traceback.walk_tb(error.__traceback__)]
    own = [(f, line) for f, line in frames if str(f.f_globals.get("__name__", "")).startswith(OWN)]
    return f"{own[-1][0].f_code.co_filename}, line {own[-1][1]}" if own else ""


def _own_files() -> list[str]:
    """The user's own files that play a part: what they define may not fit, though they themselves raised nothing."""
    return [str(m.__file__) for name, m in sys.modules.items() if name.startswith(OWN)]


def _place(error: BaseException) -> str:
    """The last line of this package that was reached."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if OURS in Path(f.filename).parents]
    return f"{Path(frames[-1].filename).relative_to(OURS.parent)}:{frames[-1].lineno}" if frames else "an unknown place"


__all__ = ["app", "browser", "data_sets", "doctor", "main", "models", "published", "results", "sentences", "splits"]

STOPPED = 130
"""The exit status after Ctrl-C, as in shells."""
OTHERS = 0o077
"""All that a umask should forbid: who may not use what he makes cannot even remove it again."""
COMPLETES = "_PROVENLI_COMPLETE"
"""Set by a shell that asks how a word can be completed."""


def _stop(number: int, frame: object) -> NoReturn:
    """Asked to end: leave as after Ctrl-C, so that nothing half-written stays behind."""
    del number, frame
    raise KeyboardInterrupt


def _fail(message: str, status: int = 2) -> NoReturn:
    _tell(message)
    _check_output()
    raise SystemExit(status)


def _tell(message: str) -> None:
    with suppress(OSError):  # there may be nowhere left to say it
        click.echo(f"provenli: {escaped(message)}", err=True)


def main(args: list[str] | None = None) -> Any:
    """Run the command line. A user's mistake, or trouble in the world, becomes one line and exit status 2."""
    words = sys.argv[1:] if args is None else args
    _ready_streams()
    os.umask(os.umask(OTHERS) & OTHERS)
    signal.signal(signal.SIGTERM, _stop)
    with speaking_flags(), warnings.catch_warnings():
        warnings.simplefilter("default", OwnFileWarning)
        plain = warnings.showwarning
        warnings.showwarning = lambda m, kind, *where: (
            _tell(f"warning: {m}") if issubclass(kind, OwnFileWarning) else plain(m, kind, *where)
        )
        _run(words)


def _ready_streams() -> None:
    """A stream that was closed (`>&-`) is opened to nowhere; otherwise the next file would get its number. Characters
    that a terminal lacks are shown escaped."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            mode = "r" if name == "stdin" else "w"
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115  # for as long as this process
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.encoding.lower() not in ("utf-8", "utf8"):
            stream.reconfigure(errors="backslashreplace")


def _run(words: list[str]) -> NoReturn:
    try:
        status = _status(words or ["--help"])
        sys.stdout.flush()  # a full disk shows now, while it can be told
    except click.UsageError as e:
        said = _no_number(e, words) or _misplaced(e) or " ".join(e.format_message().split())
        _fail(f"{said} {_where_to_look(e.ctx)}")
    except ProveNLIError as e:
        _fail(str(e))
    except KeyboardInterrupt:
        _fail("stopped", STOPPED)
    except BrokenPipeError:
        _leave_silently()
    except BaseException as e:  # among them what the user's own fragment, model … does at work
        _fail(slip_in_own_file(e) or _explained(e))
    raise SystemExit(status)


def _status(words: list[str]) -> int:
    """Like click's own `main`, which swallows interrupts and broken pipes."""
    if COMPLETES in os.environ:
        return _completed(os.environ[COMPLETES])
    try:
        with app.make_context("provenli", list(words)) as context:
            app.invoke(context)
    except Exit as left:
        return left.exit_code
    return 0


def _completed(asked: str) -> int:
    try:
        return shell_complete(app, {}, "provenli", COMPLETES, asked)
    except (LookupError, ValueError) as error:
        raise InputError(f"{COMPLETES} is in the environment, and no shell set it: unset it") from error


def _leave_silently() -> NoReturn:
    """The reader of the pipe has gone: there is nobody to tell."""
    sys.stderr.close()
    raise SystemExit(0) from None


def _no_number(error: Any, words: list[str]) -> str:
    """What is wrong with a number, in words that do not depend on click's version; empty for other mistakes."""
    said: str = error.format_message()
    names: list[str] = getattr(getattr(error, "param", None), "opts", [])
    wanted = next((told for kind, told in NUMBERS if f"valid {kind}" in said), "")
    after = [b for a, b in itertools.pairwise(words) if a in names]
    joined = [w.partition("=")[2] for w in words if "=" in w and w.partition("=")[0] in names]
    found = next(iter(after + joined), None)
    return f"{names[0]}: expected {wanted}, found {found[:40]!r}" if wanted and found is not None else ""


def _misplaced(error: Any) -> str:
    """The message about a fragment that was given by place where it is an option; empty for other mistakes."""
    said = " ".join(error.format_message().split())
    options = [name for p in error.ctx.command.params for name in p.opts] if error.ctx is not None else []
    if "unexpected extra argument" not in said or "--fragment" not in options:
        return ""
    return f"{said.rstrip('.')}: a fragment is given as --fragment NAME here"


NUMBERS = (
    ("int", "a whole number in digits, such as 10000"),
    ("number", "a number, such as 0.5"),
    ("float", "a number, such as 0.5"),
)


def _where_to_look(context: Any) -> str:
    """The command's help, and the example that it gives."""
    if context is None or context.parent is None:
        return "(see provenli --help)"
    example = (context.command.epilog or "").removeprefix("Example: ")
    above = f"{context.parent.info_name} " if context.parent.parent is not None else ""
    return f"(see provenli {above}{context.info_name} --help{'; for example: ' if example else ''}{example})"


def _explained(error: BaseException) -> str:
    from provenli.cli.main import explained, shows_traceback

    if shows_traceback():
        traceback.print_exception(error)
    return explained(error)


def _check_output() -> None:
    """Check standard output first: if it cannot be written now, it could not be at the end, and Python would print a
    traceback."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
