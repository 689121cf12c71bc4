"""Comma-separated rows with quoting (RFC 4180): a cell in quotation marks may hold commas, "" and line ends."""

from __future__ import annotations

import csv
import re
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from provenli.published.containers.lines import BOM, LONGEST, numbered
from provenli.published.containers.protocol import Key, TextContainer
from provenli.published.containers.tab_lines import named, uneven
from provenli.published.pairs import Item, Record, Unreadable

SPAN = 100
"""Lines of one row at most: a quotation mark that is never closed must not swallow the file."""
UNFINISHED = "unexpected end of data"
"""What Python's csv says of a cell that is still open."""
Line: TypeAlias = tuple[int, bytes, str | Unreadable | None]
csv.field_size_limit(LONGEST)


@dataclass(frozen=True)
class QuotedRows(TextContainer):
    delimiter: str = ","
    header: bool = True

    def columns(self, path: Path, sample: tuple[Record, ...]) -> Mapping[str, Key]:
        if not self.header:
            return named([str(k + 1) for k in range(len(sample[0].values) if sample else 0)])
        first = next((cells for _, _, cells in self._rows(path) if isinstance(cells, list)), [])
        return named(first)

    def pieces(self, path: Path) -> Iterator[tuple[bytes, Item | None]]:
        width = 0
        for number, raw, cells in self._rows(path):
            if not isinstance(cells, list):
                yield raw, cells
            elif not width and self.header:
                width = len(cells)
                yield raw, None
            else:
                width = width or len(cells)
                yield raw, Record(number, cells) if len(cells) == width else uneven(number, cells, width)

    def _rows(self, path: Path) -> Iterator[tuple[int, bytes, list[str] | Unreadable | None]]:
        lines = _Lines(numbered(path))
        while (line := lines.take()) is not None:
            number, raw, text = line
            if not isinstance(text, str):
                yield number, raw, text
            elif not text.strip():
                yield number, raw, None
            elif '"' not in text:
                yield number, raw, text.split(self.delimiter)
            else:
                yield self._quoted(line, lines)

    def _quoted(self, line: Line, lines: _Lines) -> tuple[int, bytes, list[str] | Unreadable]:
        """A row that may go on in the next lines; if it has no end, only its first line is given up."""
        number, taken = line[0], [line]
        while True:
            raw = b"".join(r for _, r, _ in taken)
            try:
                return number, raw, self._cells(taken)
            except csv.Error as error:
                if str(error) != UNFINISHED:
                    lines.give_back(taken[1:])
                    why = f"column {_broken(line, self.delimiter)}: text after a closing quotation mark ({error})"
                    return number, line[1], Unreadable(number, why)
            more = lines.take() if len(taken) < SPAN else None
            if more is None or not isinstance(more[2], str):
                lines.give_back([*taken[1:], *([more] if more else [])])
                why = f"column {_broken(line, self.delimiter)}: a quotation mark opens and is not closed"
                return number, line[1], Unreadable(number, why)
            taken.append(more)

    def _cells(self, taken: list[Line]) -> list[str]:
        # Inside quotes the line ends are part of the text; the last one is not.
        inner = [_decoded(n, r) for n, r, _ in taken[:-1]]
        (cells,) = csv.reader(["".join([*inner, str(taken[-1][2])])] if inner else [str(taken[-1][2])],
                              delimiter=self.delimiter, strict=True)  # fmt: skip
        return cells

    def replaced(self, raw: bytes, label: Key, new: str) -> bytes:
        assert isinstance(label, int)
        mark = BOM if raw.startswith(BOM) else b""
        text = raw.removeprefix(mark).decode()
        start, stop = spans(text, self.delimiter)[label]
        quoted = text[start:stop].startswith('"') or self.delimiter in new
        return mark + (text[:start] + (f'"{new}"' if quoted else new) + text[stop:]).encode()


class _Lines:
    """Lines that can be given back."""

    def __init__(self, lines: Iterator[Line]) -> None:
        self._lines = lines
        self._back: deque[Line] = deque()

    def take(self) -> Line | None:
        return self._back.popleft() if self._back else next(self._lines, None)

    def give_back(self, lines: list[Line]) -> None:
        self._back.extendleft(reversed(lines))


def _decoded(number: int, raw: bytes) -> str:
    return (raw.removeprefix(BOM) if number == 1 else raw).decode()


def spans(text: str, delimiter: str) -> list[tuple[int, int]]:
    """Where the cells of one row stand, quotation marks included."""
    cell = re.compile(rf'"(?:[^"]|"")*"|[^{re.escape(delimiter)}\r\n]*')
    out: list[tuple[int, int]] = []
    at = 0
    while True:
        found = cell.match(text, at)
        assert found is not None
        out.append(found.span())
        at = found.end() + 1
        if text[found.end() : at] != delimiter:
            return out


def _broken(line: Line, delimiter: str) -> int:
    """The number of the column, from 1, where the quoting of a line goes wrong."""
    return len(spans(str(line[2]), delimiter))
