"""What the world does, as one line: disks fill, workers are killed, files are no text, numbers are too large.

A mishap that is foreseen is told plainly. Anything else is a fault of ours: its line says `unforeseen`, and where.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import provenli
from provenli.files import FULL
from provenli.pairs.workers import KILLED

TRACEBACK = "PROVENLI_TRACEBACK"
OURS = Path(provenli.__file__).parent
OWN = "provenli_user_"
"""How names of modules begin that are loaded from a user's own file (own_files.py)."""


def explained(error: BaseException) -> str:
    """One line, though not yet free of control characters."""
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
    return f"{where}{what}" + ("; free some space or write elsewhere" if error.errno in FULL else "")


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
    """Where in a user's own file it happened, if it did: file and line."""
    frames = [(f, line) for f, line in traceback.walk_tb(error.__traceback__)]
    own = [(f, line) for f, line in frames if str(f.f_globals.get("__name__", "")).startswith(OWN)]
    return f"{own[-1][0].f_code.co_filename}, line {own[-1][1]}" if own else ""


def _own_files() -> list[str]:
    """Files of the user's that play a part: what they define may fit nowhere, though they themselves raised nothing."""
    return [str(m.__file__) for name, m in sys.modules.items() if name.startswith(OWN)]


def _place(error: BaseException) -> str:
    """The last line of this package that was reached."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if OURS in Path(f.filename).parents]
    return f"{Path(frames[-1].filename).relative_to(OURS.parent)}:{frames[-1].lineno}" if frames else "an unknown place"
