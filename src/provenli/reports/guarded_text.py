"""Markdown and CSV that texts of data cannot break: no raw HTML, no table that ends early, no formula that runs."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

LINE_ENDS = re.compile("[\\n\\r\\v\\f\\x1c-\\x1e\\x85\\u2028\\u2029]+")
NUMBER = re.compile(r"[+-]?\d+(\.\d+)?([eE][+-]?\d+)?")
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""Cells that begin so are run by spreadsheets (OWASP, CSV injection)."""


def plain_markdown(text: str) -> str:
    """One line that can be neither a tag nor a link."""
    return LINE_ENDS.sub(" ", text).replace("<", "&lt;").replace("](", "]\\(")


def prose_markdown(text: str) -> str:
    """The same for a note, in which `code` may hold everything; where backticks are odd nothing is taken for code."""
    text = LINE_ENDS.sub(" ", text)
    if "``" in text or "\\`" in text or text.count("`") % 2:
        return plain_markdown(text)
    return "`".join(piece if k % 2 else plain_markdown(piece) for k, piece in enumerate(text.split("`")))


def markdown_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    lines = [_row(head), f"|{' --- |' * len(head)}", *map(_row, rows)]
    return lines


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(plain_markdown(c).replace("|", "&#124;") for c in cells) + " |"


def csv_text(lines: Iterable[Sequence[object]]) -> str:
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerows([_cell(c) for c in line] for line in lines)
    return file.getvalue()


def _cell(value: object) -> object:
    """Numbers stay numbers."""
    if isinstance(value, str) and value.startswith(FORMULA) and not NUMBER.fullmatch(value):
        return f"'{value}"
    return value
