"""Small tables: drawn by rich on a terminal, plain columns elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Grid:
    """The first `texts` columns hold texts and start at the left, as does the last if it is a remark."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    texts: int = 1
    remark: bool = False

    def left(self, column: int) -> bool:
        return column < self.texts or (self.remark and column == len(self.header) - 1)


Part: TypeAlias = str | Grid


def plain(parts: Sequence[Part]) -> str:
    return "\n".join(p if isinstance(p, str) else _columns(p) for p in parts)


def show(parts: Sequence[Part]) -> None:
    """To standard output."""
    if not sys.stdout.isatty():
        print(plain(parts))
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False)
    for part in parts:
        console.print(Text(part, style=_style(part)) if isinstance(part, str) else _table(part))


def _style(line: str) -> str:
    return "bold yellow" if line.startswith("warning:") else "dim" if line.startswith("note:") else ""


def _columns(grid: Grid) -> str:
    lines = [grid.header, *grid.rows]
    widths = [max(len(line[k]) for line in lines) for k in range(len(grid.header))]
    return "\n".join(_line(grid, line, widths) for line in lines)


def _line(grid: Grid, cells: tuple[str, ...], widths: Sequence[int]) -> str:
    padded = [c.ljust(w) if grid.left(k) else c.rjust(w) for k, (c, w) in enumerate(zip(cells, widths, strict=True))]
    return "  ".join(padded).rstrip()


def _table(grid: Grid) -> object:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for k, name in enumerate(grid.header):
        table.add_column(Text(name), justify="left" if grid.left(k) else "right", overflow="fold")
    for row in grid.rows:
        table.add_row(*map(Text, row))
    return table
