"""Random orders that can be asked both ways, at any place, without being written down.

Short ones are tables. Longer ones are Feistel networks over the next power of four, walked until the number falls below
the size (Black and Rogaway 2002), as in `data/permuting.py`; there the way back is not needed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from provenli.data.permuting import STEPS, mixed

Numbers: TypeAlias = NDArray[np.int64]
TABLE = 2**16


@dataclass(frozen=True, slots=True)
class Table:
    """The places of 0 ... n - 1, and back."""

    places: Numbers
    numbers: Numbers

    def place(self, numbers: Numbers) -> Numbers:
        return self.places[numbers]

    def number(self, places: Numbers) -> Numbers:
        return self.numbers[places]


@dataclass(frozen=True, slots=True)
class Network:
    size: int
    key: int

    @property
    def half(self) -> np.uint64:
        return np.uint64(max(1, ((self.size - 1).bit_length() + 1) // 2))

    def place(self, numbers: Numbers) -> Numbers:
        return self._walked(numbers, back=False)

    def number(self, places: Numbers) -> Numbers:
        return self._walked(places, back=True)

    def _walked(self, numbers: Numbers, *, back: bool) -> Numbers:
        out = numbers.astype(np.uint64)
        todo = np.arange(len(out))
        while len(todo):
            out[todo] = self._backward(out[todo]) if back else self._forward(out[todo])
            todo = todo[out[todo] >= np.uint64(self.size)]
        return out.astype(np.int64)

    def _forward(self, x: NDArray[np.uint64]) -> NDArray[np.uint64]:
        half, mask = self.half, (np.uint64(1) << self.half) - np.uint64(1)
        left, right = x >> half, x & mask
        for key in self._keys():
            left, right = right, left ^ (mixed(right + key) & mask)
        return (left << half) | right

    def _backward(self, x: NDArray[np.uint64]) -> NDArray[np.uint64]:
        half, mask = self.half, (np.uint64(1) << self.half) - np.uint64(1)
        left, right = x >> half, x & mask
        for key in reversed(self._keys()):
            left, right = right ^ (mixed(left + key) & mask), left
        return (left << half) | right

    def _keys(self) -> list[np.uint64]:
        return [np.uint64((self.key + int(step)) % 2**64) for step in STEPS]


Order: TypeAlias = Table | Network


def random_order(size: int, rng: np.random.Generator, table: int = TABLE) -> Order:
    """Of 0 ... size - 1; sizes up to `table` are written down."""
    if size > table:
        return Network(size, int(rng.integers(0, 2**63)))
    numbers = rng.permutation(size)
    places = np.empty(size, dtype=np.int64)
    places[numbers] = np.arange(size)
    return Table(places, numbers)
