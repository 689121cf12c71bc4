"""How far work is: what is told to whoever waits for it.

A bar on a terminal or in a notebook. Elsewhere, such as in a pipe or a log, a plain line on standard error every few
seconds, with the time that is left; PROVENLI_PROGRESS=no in the environment keeps those lines away.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, TypeAlias, TypeVar

Progress: TypeAlias = Callable[[str, int, int], None]
"""What is being done, how much of it is done, how much there is; 0 where that is not known."""
T = TypeVar("T")
EVERY = 5.0
"""Seconds between two lines; what is done sooner says nothing."""
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
        if now - self.said >= EVERY and done != total:
            self.said = now
            self.say(f"{what}: {_how_far(done, total, now - start)}")


def _how_far(done: int, total: int, seconds: float) -> str:
    if not total:
        return f"{done:,} ({told_time(seconds)})"
    left = f", about {told_time(seconds * (total - done) / done)} left" if done else ""
    return f"{done:,} of {total:,} ({told_time(seconds)}{left})"


@contextmanager
def shown_progress() -> Iterator[Progress]:
    """A bar where a person watches, lines where somebody may read them later."""
    if not (sys.stderr.isatty() or in_notebook()):
        lines = ProgressLines(lambda line: print(line, file=sys.stderr, flush=True))
        yield silent if os.environ.get(WANTED, "") in ("no", "0") else lines
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    times = (TimeElapsedColumn(), TextColumn("left:"), TimeRemainingColumn())
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), *times)
    console = Console() if in_notebook() else Console(stderr=True)
    with Bar(*columns, console=console, transient=True) as bar:
        tasks: dict[str, Any] = {}

        def progress(what: str, done: int, total: int) -> None:
            name = what.partition(",")[0]
            if name not in tasks:
                tasks[name] = bar.add_task(what, total=total or None)
            bar.update(tasks[name], completed=done, total=total or None, description=what)

        yield progress


def watched(items: Iterable[T], what: str, total: int = 0) -> Iterator[T]:
    """The items one after the other, with progress shown."""
    with shown_progress() as progress:
        for done, item in enumerate(items, 1):
            yield item
            progress(what, done, total)
