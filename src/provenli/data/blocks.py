"""Rows before they are text: blocks of rows that are written alike, held as columns.

A row's text is a run of pieces: fixed text, or an entry of a table picked by the row's number in a column. Rendering
(renderer.py) turns a block into bytes without a Python loop over rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Column:
    """One text of the table for each row."""

    table: tuple[str, ...]
    index: NDArray[np.int64]


Text: TypeAlias = tuple[str | Column, ...]
"""Pieces that are written one after another."""


@dataclass(frozen=True, slots=True)
class Block:
    """Rows of one pattern. `positions`: the number of each row in its file, from 0."""

    premise: Text
    hypothesis: Text
    label: Text
    schema: Text
    features: tuple[tuple[str, Text], ...]
    """Each value is JSON already: '3', '"up"', '["no", "few"]' in pieces."""
    positions: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Chunk:
    """A run of rows of one file: the positions of its blocks are exactly start, ..., stop - 1, in any order."""

    start: int
    stop: int
    blocks: Sequence[Block]
