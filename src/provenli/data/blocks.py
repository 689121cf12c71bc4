"""Rows before they are text: how rows of one pattern are written, and what is written in each of them.

A row's text is a run of pieces: fixed text, or an entry of a table picked by a number of the row. Rendering
(renderer.py) turns the rows of all blocks into bytes at once, without a Python loop over rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Column:
    """The text of the table whose number is in this cell of the row."""

    table: tuple[str, ...]
    cell: int


Text: TypeAlias = tuple[str | Column, ...]
"""Pieces that are written one after another."""


@dataclass(frozen=True, slots=True)
class Block:
    """How the rows of one pattern are written."""

    premise: Text
    hypothesis: Text
    label: Text
    schema: Text
    features: tuple[tuple[str, Text], ...]
    """Each value is JSON already: '3', '"up"', '["no", "few"]' in pieces."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """A run of rows of one file, in its order; the first is number `start`, counted from 0."""

    start: int
    blocks: Sequence[Block]
    of: NDArray[np.int64]
    """The number of the block of each row."""
    cells: NDArray[np.signedinteger[Any]]
    """The numbers of each row: cells[c, r] is cell c of row r."""

    @property
    def stop(self) -> int:
        return self.start + len(self.of)
