"""One call of the command line, within this process or in one of its own, and what may come of it."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from provenli.cli.main import OWN, STOPPED, main

STATUSES = (0, 1, 2)


@dataclass(frozen=True)
class Called:
    words: Sequence[str]
    status: object
    out: str
    err: str


class TooSlow(BaseException):
    """The time is up."""


def call(words: Sequence[str], seconds: int = 10, apart: bool = False) -> Called:
    return _in_a_process(words, seconds) if apart else _here(words, seconds)


def _here(words: Sequence[str], seconds: int) -> Called:
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    status: object = None
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), _limited(seconds):
        try:
            main(list(words))
        except SystemExit as e:
            status = e.code
        except TooSlow:
            status = "too slow"
        except BaseException as e:  # whatever gets past main is what this test is about
            status = f"{type(e).__name__} got out"
    for name in [n for n in sys.modules if n.startswith(OWN)]:
        del sys.modules[name]  # as in a new process
    return Called(words, status, _text(out), _text(err))


def _text(stream: io.TextIOWrapper) -> str:
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode(errors="replace")


@contextlib.contextmanager
def _limited(seconds: int) -> Iterator[None]:
    def up(number: int, frame: FrameType | None) -> None:
        del number, frame
        raise TooSlow

    old = {s: signal.getsignal(s) for s in (signal.SIGALRM, signal.SIGPROF, signal.SIGTERM)}
    signal.signal(signal.SIGALRM, up)
    signal.signal(signal.SIGPROF, up)
    signal.setitimer(signal.ITIMER_PROF, seconds)  # of this process alone: others may keep the machine busy
    signal.alarm(6 * seconds)  # for what waits without working
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.alarm(0)
        for number, handler in old.items():
            signal.signal(number, handler)


def _in_a_process(words: Sequence[str], seconds: int) -> Called:
    command = [sys.executable, "-m", "provenli", *words]
    try:
        done = subprocess.run(command, capture_output=True, timeout=6 * seconds, check=False, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return Called(words, "too slow", "", "")
    return Called(words, done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"))


def _stopped(called: Called) -> bool:
    """An own file that raises KeyboardInterrupt looks as Ctrl-C does."""
    return called.status == STOPPED and called.err == "provenli: stopped\n"


def complaints(called: Called, place: Path, new: Path | None) -> list[str]:
    """What is wrong with how a call ended. `new`: what must not be there if it failed."""
    lines = [line for line in called.err.split("\n") if line.startswith("provenli:")]
    found = {
        f"status {called.status!r}": called.status not in STATUSES and not _stopped(called),
        "a traceback": "Traceback" in called.err,
        "unforeseen": "unforeseen" in called.err,
        "too slow": "TooSlow" in called.err,
        f"{len(lines)} lines": called.status == 2 and len(lines) != 1 and "--file" not in called.words,
        "a control character on standard error": any(not c.isprintable() for c in called.err if c not in "\n\ufffd"),
        "a control character on standard output": any(c in called.out for c in "\x1b\x00\x07\u202e"),
        f"{new} is there": called.status == 2 and new is not None and os.path.lexists(new),
    }
    left = [p for p in place.rglob("*") if p.name.endswith(".unfinished")]
    return [what for what, is_so in found.items() if is_so] + [f"{p} is left" for p in left]
