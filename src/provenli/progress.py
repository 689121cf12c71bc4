"""Progress: what is told to whoever waits for some work.

A terminal or a notebook shows a bar. Elsewhere, such as in a pipe or a log, a plain line goes to standard error every
few seconds, with the time that is left. PROVENLI_PROGRESS=no in the environment turns those lines off.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from shutil import get_terminal_size
from time import monotonic
from typing import TextIO, TypeAlias, TypeVar

from provenli.errors import tame

Progress: TypeAlias = Callable[[str, int, int], None]
"""What is being done, how much of it is done, and how much there is in all; 0 if that is not known."""
T = TypeVar("T")
EVERY = 5.0
"""Seconds between two lines; work that is done sooner prints none."""
SETTLED = 1.0
"""Seconds after which a step's own time says how long it will take."""
BLINK = 0.1
BAR = 24
"""Characters of a full bar."""
WANTED = "PROVENLI_PROGRESS"


def silent(what: str, done: int, total: int) -> None:
    """Progress that nobody watches."""
    del what, done, total


def in_notebook() -> bool:
    """Whether cells of a notebook show what is printed: IPython's kernel, not its terminal."""
    shell = sys.modules.get("IPython")
    running = shell.get_ipython() if shell is not None else None
    return running is not None and "IPKernelApp" in running.config


def told_time(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


@dataclass
class ProgressLines:
    """Progress as plain lines. `clock` gives seconds; `say` takes a line."""

    say: Callable[[str], None]
    clock: Callable[[], float] = monotonic
    begun: dict[str, float] = field(default_factory=dict)
    said: float | None = None

    def __call__(self, what: str, done: int, total: int) -> None:
        now = self.clock()
        name = what.partition(",")[0]  # what follows may change: a loss, say
        start = self.begun.setdefault(name, now)
        self.said = now if self.said is None else self.said
        if now - self.said >= EVERY and done != total and now - start >= min(EVERY, SETTLED):
            self.said = now
            self.say(f"{what}: {_how_far(done, total, now - start)}")


@dataclass
class TerminalBar:
    """Progress as one line that is overwritten, at most ten times a second, and removed at the end."""

    screen: TextIO
    clock: Callable[[], float] = monotonic
    begun: dict[str, float] = field(default_factory=dict)
    shown: float | None = None

    def __call__(self, what: str, done: int, total: int) -> None:
        now = self.clock()
        start = self.begun.setdefault(what.partition(",")[0], now)
        if self.shown is None or now - self.shown >= BLINK:
            self.draw(f"{bar_of(done, total)}{what}: {_how_far(done, total, now - start)}")

    def draw(self, line: str) -> None:
        """Cut to the terminal's width: a line that wraps could not be written over."""
        self.shown = self.clock()
        width = get_terminal_size().columns - 1
        self.screen.write(f"\r\x1b[K{tame(line)[:width]}")
        self.screen.flush()

    def clear(self) -> None:
        if self.shown is not None:
            self.screen.write("\r\x1b[K")
            self.screen.flush()


def bar_of(done: int, total: int) -> str:
    full = min(BAR, BAR * done // total) if total else 0
    return f"{'━' * full}{'─' * (BAR - full)} " if total else ""


def _how_far(done: int, total: int, seconds: float) -> str:
    if not total:
        return f"{done:,} ({told_time(seconds)})"
    left = f", about {told_time(seconds * (total - done) / done)} left" if done else ""
    return f"{done:,} of {total:,} ({told_time(seconds)}{left})"


@contextmanager
def shown_progress() -> Iterator[Progress]:
    """A bar if a person watches; lines if somebody may read them later."""
    if not (sys.stderr.isatty() or in_notebook()):
        lines = ProgressLines(lambda line: print(line, file=sys.stderr, flush=True))
        yield silent if os.environ.get(WANTED, "") in ("no", "0") else lines
        return
    bar = TerminalBar(sys.stderr)
    try:
        yield bar
    finally:
        bar.clear()


def watched(items: Iterable[T], what: str, total: int = 0) -> Iterator[T]:
    """The items one after the other, with progress shown."""
    with shown_progress() as progress:
        for done, item in enumerate(items, 1):
            yield item
            progress(what, done, total)
