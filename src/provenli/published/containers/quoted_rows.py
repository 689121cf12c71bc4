"""Comma-separated rows with quoting (RFC 4180): a cell in quotation marks may hold commas, "" and line ends."""

from __future__ import annotations

import csv
import re
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, TypeAlias

from provenli.published.containers.lines import BOM, ending, numbered
from provenli.published.containers.protocol import Key, TextContainer
from provenli.published.containers.tab_lines import named, uneven
from provenli.published.pairs import Item, RawRecord, Unreadable

SPAN = 100
"""The most lines of one row: a quotation mark that is never closed must not swallow the file."""
Line: TypeAlias = tuple[int, bytes, str | Unreadable | None]
Span: TypeAlias = tuple[int, int]
QUOTED = re.compile(r'"[^"]*+(?:""[^"]*+)*+"')


class Broken(NamedTuple):
    """The column, from 1, where quoting goes wrong. `open`: the next line may put it right."""

    column: int
    open: bool


@dataclass(frozen=True)
class QuotedRows(TextContainer):
    delimiter: str = ","
    header: bool = True

    def columns(self, path: Path, sample: tuple[RawRecord, ...]) -> Mapping[str, Key]:
        if not self.header:
            return named([str(k + 1) for k in range(len(sample[0].values) if sample else 0)])
        first = next((cells for _, _, cells in self._rows(path) if isinstance(cells, list)), [])
        return named(first)

    def pieces(self, path: Path) -> Iterator[tuple[bytes, Item | None]]:
        header: list[str] | None = None
        for number, raw, cells in self._rows(path):
            if not isinstance(cells, list):
                yield raw, cells
            elif header is None and self.header:
                header = cells
                yield raw, None
            else:
                header = header or [""] * len(cells)
                yield raw, RawRecord(number, cells) if len(cells) == len(header) else uneven(number, cells, header)

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
        """Most rows are one line and quoted correctly, and Python's reader reads those fast."""
        try:
            (cells,) = csv.reader((str(line[2]),), delimiter=self.delimiter, strict=True)
        except csv.Error:
            return self._carefully(line, lines)
        return line[0], line[1], cells

    def _carefully(self, line: Line, lines: _Lines) -> tuple[int, bytes, list[str] | Unreadable]:
        """A row that may go on in the next lines; if it has no end, only its first line is given up."""
        taken = [line]
        while True:
            text = "".join([*(_decoded(n, raw) for n, raw, _ in taken[:-1]), str(taken[-1][2])])
            found = spans(text, self.delimiter)
            if not isinstance(found, Broken):
                return line[0], b"".join(raw for _, raw, _ in taken), [_unquoted(text[a:b]) for a, b in found]
            more = lines.take() if found.open and len(taken) < SPAN else None
            if more is not None:
                taken.append(more)
            if more is None or not isinstance(more[2], str):
                lines.give_back(taken[1:])
                return line[0], line[1], _explained(line, self.delimiter)

    def replaced(self, raw: bytes, label: Key, new: str) -> bytes:
        assert isinstance(label, int)
        mark, end = BOM if raw.startswith(BOM) else b"", ending(raw)
        text = raw[len(mark) : len(raw) - len(end)].decode()
        found = spans(text, self.delimiter)
        assert not isinstance(found, Broken)
        start, stop = found[label]
        spelt = f'"{new}"' if text[start:stop].startswith('"') else new
        return mark + (text[:start] + spelt + text[stop:]).encode() + end


class _Lines:
    """Lines that can be put back."""

    def __init__(self, lines: Iterator[Line]) -> None:
        self._lines = lines
        self._back: deque[Line] = deque()

    def take(self) -> Line | None:
        return self._back.popleft() if self._back else next(self._lines, None)

    def give_back(self, lines: list[Line]) -> None:
        self._back.extendleft(reversed(lines))


def _decoded(number: int, raw: bytes) -> str:
    return (raw.removeprefix(BOM) if number == 1 else raw).decode()


def spans(text: str, delimiter: str) -> list[Span] | Broken:
    """Where the cells of one row stand, quotation marks included. A mark inside a cell that opens with none is text."""
    out: list[Span] = []
    at = 0
    while True:
        if text.startswith('"', at):
            quoted = QUOTED.match(text, at)
            stop = quoted.end() if quoted else -1
            if stop < 0 or not (stop == len(text) or text.startswith(delimiter, stop)):
                return Broken(len(out) + 1, stop < 0)
        else:
            stop = text.find(delimiter, at)
            stop = len(text) if stop < 0 else stop
        out.append((at, stop))
        if stop == len(text):
            return out
        at = stop + len(delimiter)


def _unquoted(cell: str) -> str:
    return cell[1:-1].replace('""', '"') if cell.startswith('"') else cell


def _explained(line: Line, delimiter: str) -> Unreadable:
    found = spans(str(line[2]), delimiter)
    column = found.column if isinstance(found, Broken) else len(found)
    what = "a quotation mark opens a cell and none closes it, or text follows the closing one"
    return Unreadable(line[0], f"column {column}: {what}")
