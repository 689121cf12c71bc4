"""Markdown that texts of data cannot break: no raw HTML, no table that ends early. CSV is in scoring/grids.py."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from provenli.errors import tame

LINE_ENDS = re.compile("[\\n\\r\\v\\f\\x1c-\\x1e\\x85\\u2028\\u2029]+")


def plain_markdown(text: str) -> str:
    """One line that can be neither a tag nor a link, and that steers no terminal that shows it."""
    return _one_line(text).replace("<", "&lt;").replace("](", "]\\(")


def prose_markdown(text: str) -> str:
    """The same for a note, in which `code` may hold anything; if the number of backticks is odd, nothing is read as
    code."""
    text = _one_line(text)
    if "``" in text or "\\`" in text or text.count("`") % 2:
        return plain_markdown(text)
    return "`".join(piece if k % 2 else plain_markdown(piece) for k, piece in enumerate(text.split("`")))


def _one_line(text: str) -> str:
    return tame(LINE_ENDS.sub(" ", text))


def markdown_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    lines = [_row(head), f"|{' --- |' * len(head)}", *map(_row, rows)]
    return lines


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(plain_markdown(c).replace("|", "&#124;") for c in cells) + " |"
