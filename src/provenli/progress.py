"""How far work is: what is told to whoever waits for it. A bar on a terminal or in a notebook, nothing elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

Progress: TypeAlias = Callable[[str, int, int], None]
"""What is being done, how much of it is done, how much there is; 0 where that is not known."""


def silent(what: str, done: int, total: int) -> None:
    """Progress that nobody watches."""
    del what, done, total


def in_notebook() -> bool:
    """Whether cells of a notebook show what is printed: IPython's kernel, not its terminal."""
    shell = sys.modules.get("IPython")
    running = shell.get_ipython() if shell is not None else None
    return running is not None and "IPKernelApp" in running.config


@contextmanager
def shown_progress() -> Iterator[Progress]:
    """A bar where a person watches."""
    if not (sys.stderr.isatty() or in_notebook()):
        yield silent
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    console = Console() if in_notebook() else Console(stderr=True)
    with Bar(*columns, console=console, transient=True) as bar:
        tasks: dict[str, Any] = {}

        def progress(what: str, done: int, total: int) -> None:
            name = what.partition(",")[0]  # what follows may change: a loss, say
            if name not in tasks:
                tasks[name] = bar.add_task(what, total=total or None)
            bar.update(tasks[name], completed=done, total=total or None, description=what)

        yield progress
