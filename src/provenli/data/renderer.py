"""Bytes from blocks without a Python loop over rows.

All texts of a chunk stand in one list: fixed ones, and the words of its tables. Which of them a row is made of is
computed for many rows of any blocks at once, and one `join` writes them. No text may hold a tab or a line end, so that
a row stays a row in every format.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from itertools import chain
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from provenli.data.blocks import Block, Chunk, Column, Text
from provenli.errors import InputError


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


AT_A_TIME = 1 << 11
"""Rows that are joined at a time: their pieces stay in the processor's cache."""


def rendered(chunk: Chunk, line_of: LineOf) -> bytes:
    """The rows of a chunk in file order, each ended by a newline."""
    desk = _Desk(chunk)
    lines = [desk.tokens(line_of(block)) for block in chunk.blocks]
    lengths = np.array([len(tokens) // 2 for tokens in lines], np.int64)
    first = np.cumsum(lengths) - lengths
    entries, cells = np.array(list(chain.from_iterable(lines)), np.int64).reshape(-1, 2).T.copy()
    texts = np.array([*desk.texts, b""], object)
    out = BytesIO()
    for low in range(0, len(chunk.of), AT_A_TIME):
        of = chunk.of[low : low + AT_A_TIME]
        many = lengths[of]
        ends = np.cumsum(many)
        token = np.repeat(first[of] - (ends - many), many) + np.arange(ends[-1])
        numbers = desk.numbers_of(low, len(of))
        row = np.repeat(np.arange(len(of)), many)
        found = entries.take(token) + numbers.take(cells.take(token) * len(of) + row)
        out.write(b"".join(texts.take(found).tolist()))
    return out.getvalue()


class _Desk:
    """The texts of a chunk: a token is the place of a text among them, and the cell whose number is added to it."""

    def __init__(self, chunk: Chunk) -> None:
        self.chunk = chunk
        self.texts: list[bytes] = []
        self._fixed: dict[str, int] = {}
        self._numbers: dict[int, int] = {}
        self._tables: dict[tuple[int, str, bool], int] = {}
        self._none, self._row = len(chunk.cells), len(chunk.cells) + 1

    def numbers_of(self, low: int, rows: int) -> NDArray[np.int64]:
        """The cells of some rows, one that holds 0, and one that holds the number of the row within the chunk."""
        cells = self.chunk.cells[:, low : low + rows]
        return np.concatenate((cells, np.zeros((1, rows), np.int64), np.arange(low, low + rows)[None]))

    def tokens(self, line: Line) -> list[int]:
        """Place and cell of each token, one after another. What follows a word in its text is written with the word:
        the fewer tokens, the faster."""
        out: list[int] = []
        fixed = ""
        for item in line:
            if isinstance(item, str):
                fixed += item
            elif isinstance(item, Number):
                out += (self._text(fixed), self._none, self._counted(item.digits), self._row)
                fixed = ""
            else:
                quoted = isinstance(item, Quoted)
                column: Column | None = None
                for piece in item.text:
                    text = piece if isinstance(piece, str) else ""
                    if column:
                        out += self._word(column, text, quoted)
                    elif text:
                        fixed += _literal(text, quoted)
                    elif fixed:
                        out += (self._text(fixed), self._none)
                        fixed = ""
                    column = None if isinstance(piece, str) else piece
                if column:
                    out += self._word(column, "", quoted)
        out += (self._text(fixed + "\n"), self._none)
        return out

    def _word(self, column: Column, after: str, quoted: bool) -> tuple[int, int]:
        """Tables are compared by identity: comparing their contents takes longer than to write them again."""
        key = (id(column.table), after, quoted)
        if key not in self._tables:
            self._tables[key] = self._put(_encoded(column.table, after, quoted))
        return self._tables[key], column.cell

    def _text(self, text: str) -> int:
        known = self._fixed.get(text)
        if known is None:
            known = self._fixed[text] = self._put([text.encode()])
        return known

    def _counted(self, digits: int) -> int:
        if digits not in self._numbers:
            self._numbers[digits] = self._put(counted(self.chunk.start, len(self.chunk.of), digits))
        return self._numbers[digits]

    def _put(self, texts: Sequence[bytes]) -> int:
        self.texts += texts
        return len(self.texts) - len(texts)


TAILS = tuple(b"%03d" % k for k in range(1000))


def counted(start: int, rows: int, digits: int) -> list[bytes]:
    """So many numbers from `start` on as text. To format every number by itself takes four times as long."""
    out: list[bytes] = []
    for head in range(start // 1000, -(-(start + rows) // 1000)):
        if head:
            text = b"%0*d" % (max(digits - 3, 1), head)
            out += [text + tail for tail in TAILS]
        else:
            out += [b"%0*d" % (digits, k) for k in range(1000)]
    return out[start % 1000 :][:rows]


def checked(text: str, where: str) -> str:
    found = UNFIT.search(text)
    if found:
        raise InputError(
            f"{where} holds the character {found[0]!r}; tabs, line ends and control characters cannot be "
            f"written: {text[max(0, found.start() - 20) : found.end() + 20]!r}"
        )
    return text


def escaped(text: str) -> str:
    """As inside a JSON string. With control characters refused, these two are all there is to escape."""
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _written(text: str, where: str, quoted: bool) -> str:
    found = checked(text, where)
    return escaped(found) if quoted else found


@lru_cache(maxsize=8192)
def _literal(text: str, quoted: bool) -> str:
    return _written(text, "a text", quoted)


@lru_cache(maxsize=2048)
def _encoded(table: tuple[str, ...], after: str, quoted: bool) -> tuple[bytes, ...]:
    # By value, not by id: each chunk that reaches a worker process brings its own copy of the same tables.
    end = _literal(after, quoted)
    return tuple((_written(entry, "a table entry", quoted) + end).encode() for entry in table)
