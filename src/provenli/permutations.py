"""Random order without memory: a keyed permutation of 0 ... n - 1, computed number by number.

The k-th pair of a pattern takes the words that number permuted(k) stands for. Nothing repeats, nothing is remembered,
and any worker can make any stretch. A Feistel network over the next power of four, walked until the number falls below
n (Black and Rogaway 2002); rounds mix with the finaliser of splitmix64 (Steele, Lea and Flood 2014).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Words64 = NDArray[np.uint64]
ROUNDS = 4
GOLDEN = 0x9E3779B97F4A7C15
STEPS = tuple(np.uint64(r * GOLDEN & (1 << 64) - 1) for r in range(ROUNDS))


def mixed(x: Words64) -> Words64:
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


def keyed(keys: Words64, x: Words64) -> Words64:
    """One random-looking number for each number under its key."""
    return mixed(x * np.uint64(GOLDEN) + keys)


def permuted(numbers: NDArray[np.int64], sizes: NDArray[np.int64], keys: Words64) -> NDArray[np.int64]:
    """For each number, which is below its size, its place under the permutation that belongs to its size and key.
    Numbers with the same size and key never collide."""
    half = _half_bits(sizes)
    out = numbers.astype(np.uint64)
    limit = sizes.astype(np.uint64)
    todo = np.flatnonzero(sizes > 1)
    while len(todo):
        out[todo] = _feistel(out[todo], half[todo], keys[todo])
        todo = todo[out[todo] >= limit[todo]]
    return out.astype(np.int64)


def _half_bits(sizes: NDArray[np.int64]) -> Words64:
    """Half the bits, rounded up, of the largest number below each size."""
    values, where = np.unique(sizes, return_inverse=True)
    bits = [max(1, ((int(v) - 1).bit_length() + 1) // 2) for v in values]
    return np.array(bits, dtype=np.uint64)[where]


def _feistel(x: Words64, half: Words64, keys: Words64) -> Words64:
    mask = (np.uint64(1) << half) - np.uint64(1)
    left, right = x >> half, x & mask
    for step in STEPS:
        left, right = right, left ^ (mixed(right + (keys + step)) & mask)
    return (left << half) | right


# --- Random orders that can be asked both ways, at any place, without being written down. ---


Numbers: TypeAlias = NDArray[np.int64]
TABLE = 2**16


@dataclass(frozen=True, slots=True)
class PermutationTable:
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


Order: TypeAlias = PermutationTable | Network


def random_order(size: int, rng: np.random.Generator, table: int = TABLE) -> Order:
    """For 0 ... size - 1; sizes up to `table` are written down."""
    if size > table:
        return Network(size, int(rng.integers(0, 2**63)))
    numbers = rng.permutation(size)
    places = np.empty(size, dtype=np.int64)
    places[numbers] = np.arange(size)
    return PermutationTable(places, numbers)
