"""Bytes from blocks without a Python loop over rows.

A block's rows become one byte matrix: the fixed text is written once and repeated, each column's words are copied into
their place padded with NUL, and one `translate` drops the padding. That is why no text may hold a NUL; tabs and line
ends are refused too, so that a row stays a row in every format.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from provenli.data.blocks import Block, Chunk, Text

Words: TypeAlias = NDArray[np.bytes_]
Hole: TypeAlias = tuple[int, Words, NDArray[np.int64]]
"""A place in the row, the words that may stand there, and the number of the word in each row."""


@dataclass(frozen=True, slots=True)
class Plain:
    """Text as it is."""

    text: Text


@dataclass(frozen=True, slots=True)
class Quoted:
    """Text as inside the quotes of a JSON string."""

    text: Text


@dataclass(frozen=True, slots=True)
class Number:
    """The row's number in its file, with zeros before it up to `digits`."""

    digits: int = 1


Line: TypeAlias = Sequence[str | Plain | Quoted | Number]
"""How a format writes a row. A bare str is the format's own and is not checked: it may hold tabs."""

LineOf: TypeAlias = Callable[[Block], Line]

# Control characters and everything that some reader takes for a line end; half a surrogate pair has no UTF-8.
UNFIT = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def rendered(chunk: Chunk, line_of: LineOf) -> bytes:
    """The rows of a chunk in file order, each ended by a newline."""
    order = _file_order(chunk)
    desk = _Desk(chunk)
    unordered: list[bytes] = []
    for block in chunk.blocks:
        if len(block.positions):
            unordered += _lines(block, line_of(block), desk)
    lines = list(map(unordered.__getitem__, order.tolist()))
    lines.append(b"")
    return b"\n".join(lines)


class _Desk:
    """What the blocks of one chunk share. Tables are compared by identity: comparing their contents costs more than a
    take."""

    def __init__(self, chunk: Chunk) -> None:
        self.chunk = chunk
        self._numbers: dict[int, Words] = {}
        self._tables: dict[tuple[int, bool], Words] = {}

    def numbers(self, digits: int) -> Words:
        if digits not in self._numbers:
            self._numbers[digits] = counted(self.chunk.start, self.chunk.stop, digits)
        return self._numbers[digits]

    def words(self, table: tuple[str, ...], quoted: bool) -> Words:
        known = self._tables.get((id(table), quoted))
        if known is None:
            known = self._tables[id(table), quoted] = _encoded(table, quoted)
        return known


def _file_order(chunk: Chunk) -> NDArray[np.int64]:
    """For each row of the file, where the blocks have it."""
    places = np.concatenate([b.positions for b in chunk.blocks] or [np.empty(0, np.int64)]) - chunk.start
    rows = chunk.stop - chunk.start
    order = np.full(rows, -1, np.int64)
    if len(places) == rows and rows and places.min() >= 0 and places.max() < rows:
        order[places] = np.arange(rows)
    if len(places) != rows or (order < 0).any():
        raise ValueError(f"the positions of a chunk's blocks must be {chunk.start} to {chunk.stop - 1}, each once")
    return order


def _lines(block: Block, line: Line, desk: _Desk) -> list[bytes]:
    template, holes = _with_holes(block, line, desk)
    rows, width = len(block.positions), len(template)
    matrix = bytearray(template) * rows
    taken: dict[tuple[int, int], Words] = {}
    for offset, words, index in holes:
        key = (id(words), id(index))  # a word of the premise is often in the hypothesis again
        found = taken.get(key)
        if found is None:
            if len(index) != rows:
                raise ValueError(f"a column has {len(index)} rows in a block of {rows}")
            found = taken[key] = words.take(index)
        np.ndarray((rows,), words.dtype, matrix, offset, (width,))[...] = found
    return bytes(matrix.translate(None, b"\0")).split(b"\n")[:-1]


def _with_holes(block: Block, line: Line, desk: _Desk) -> tuple[bytes, list[Hole]]:
    """A row with NULs where words go, and what goes there."""
    holes: list[Hole] = []
    row = bytearray()
    for item in line:
        if isinstance(item, str):
            row += item.encode()
        elif isinstance(item, Number):
            words = desk.numbers(item.digits)
            holes.append((len(row), words, block.positions - desk.chunk.start))
            row += bytes(words.itemsize)
        else:
            quoted = isinstance(item, Quoted)
            for piece in item.text:
                if isinstance(piece, str):
                    row += _literal(piece, quoted)
                else:
                    words = desk.words(piece.table, quoted)
                    holes.append((len(row), words, piece.index))
                    row += bytes(words.itemsize)
    return bytes(row) + b"\n", holes


def counted(start: int, stop: int, digits: int) -> Words:
    """The numbers start, ..., stop - 1 as text; NULs stand where a longer number would have more digits."""
    values = np.arange(start, stop, dtype=np.int64)
    width = max(digits, len(str(max(stop - 1, 0))))
    powers = 10 ** np.arange(width - 1, -1, -1, dtype=np.int64)
    figures = (values[:, None] // powers % 10 + ord("0")).astype(np.uint8)
    figures[(values[:, None] < powers) & (powers >= 10**digits)] = 0
    return figures.reshape(-1).view(f"S{width}")


def checked(text: str, where: str) -> str:
    found = UNFIT.search(text)
    if found:
        raise ValueError(
            f"{where} holds the character {found[0]!r}; tabs, line ends and control characters cannot be "
            f"written: {text[max(0, found.start() - 20) : found.end() + 20]!r}"
        )
    return text


def escaped(text: str) -> str:
    """As inside a JSON string. With control characters refused, these two are all there is to escape."""
    return text.replace("\\", "\\\\").replace('"', '\\"')


@lru_cache(maxsize=8192)
def _literal(text: str, quoted: bool) -> bytes:
    return (escaped(text) if quoted else text).encode() if checked(text, "a text") else b""


@lru_cache(maxsize=2048)
def _encoded(table: tuple[str, ...], quoted: bool) -> Words:
    # By value, not by id: each chunk that reaches a worker process brings its own copy of the same tables.
    for entry in table:
        checked(entry, "a table entry")
    words: list[Any] = [(escaped(entry) if quoted else entry).encode() for entry in table]
    return np.array(words, dtype=f"S{max([1, *map(len, words)])}")
