"""Small tables among lines of text: as plain columns, or as HTML; and CSV in which no cell is executed."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import TypeAlias

from provenli.errors import escaped, tame

NUMBER = re.compile(r"[+-]?\d+(\.\d+)?([eE][+-]?\d+)?")
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""Spreadsheets execute cells that begin with these (OWASP, CSV injection); the last four are the wide forms of the
first."""


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


def html(parts: Sequence[Part]) -> str:
    """Lines as paragraphs, grids as tables; every text is escaped."""
    return "".join(_table(p) if isinstance(p, Grid) else f"<p>{escape(p)}</p>" for p in parts if p)


def _columns(grid: Grid) -> str:
    lines = [tuple(map(escaped, line)) for line in (grid.header, *grid.rows)]  # a value may hold line ends
    widths = [max(len(line[k]) for line in lines) for k in range(len(grid.header))]
    return "\n".join(_line(grid, line, widths) for line in lines)


def _line(grid: Grid, cells: tuple[str, ...], widths: Sequence[int]) -> str:
    padded = [c.ljust(w) if grid.left(k) else c.rjust(w) for k, (c, w) in enumerate(zip(cells, widths, strict=True))]
    return "  ".join(padded).rstrip()


def _table(grid: Grid) -> str:
    body = "".join(_row(grid, row, "td") for row in grid.rows)
    return f"<table><thead>{_row(grid, grid.header, 'th')}</thead><tbody>{body}</tbody></table>"


def _row(grid: Grid, cells: tuple[str, ...], tag: str) -> str:
    sides = ["left" if grid.left(k) else "right" for k in range(len(cells))]
    inside = (f'<{tag} style="text-align:{side}">{escape(c)}</{tag}>' for side, c in zip(sides, cells, strict=True))
    return f"<tr>{''.join(inside)}</tr>"


def csv_text(lines: Iterable[Sequence[object]]) -> str:
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerows([_guarded(c) for c in line] for line in lines)
    return file.getvalue()


def _guarded(value: object) -> object:
    """Numbers stay numbers, and nothing can control the terminal that shows the file."""
    if not isinstance(value, str) or NUMBER.fullmatch(value):
        return value
    return f"'{tame(value)}" if value.startswith(FORMULA) or value.lstrip().startswith(FORMULA) else tame(value)
