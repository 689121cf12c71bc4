"""Small tables among lines of text: as plain columns, or as HTML."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
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


def html(parts: Sequence[Part]) -> str:
    """Lines as paragraphs, grids as tables; every text is escaped."""
    return "".join(_table(p) if isinstance(p, Grid) else f"<p>{escape(p)}</p>" for p in parts if p)


def _columns(grid: Grid) -> str:
    lines = [grid.header, *grid.rows]
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
