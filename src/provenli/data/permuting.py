"""Random order without memory: a keyed permutation of 0 ... n - 1, computed number by number.

The k-th pair of a pattern takes the words that number permuted(k) stands for. Nothing repeats, nothing is remembered,
and any worker can make any stretch. A Feistel network over the next power of four, walked until the number falls below
n (Black and Rogaway 2002); rounds mix with the finaliser of splitmix64 (Steele, Lea and Flood 2014).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.uint64]
ROUNDS = 4
GOLDEN = 0x9E3779B97F4A7C15
STEPS = tuple(np.uint64(r * GOLDEN & (1 << 64) - 1) for r in range(ROUNDS))


def mixed(x: Numbers) -> Numbers:
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


def keyed(keys: Numbers, x: Numbers) -> Numbers:
    """One random-looking number for each number under its key."""
    return mixed(x * np.uint64(GOLDEN) + keys)


def permuted(numbers: NDArray[np.int64], sizes: NDArray[np.int64], keys: Numbers) -> NDArray[np.int64]:
    """For each number, which is below its size, its place under the permutation that its size and key name.

    Numbers with the same size and key never collide.
    """
    half = _half_bits(sizes)
    out = numbers.astype(np.uint64)
    limit = sizes.astype(np.uint64)
    todo = np.flatnonzero(sizes > 1)
    while len(todo):
        out[todo] = _feistel(out[todo], half[todo], keys[todo])
        todo = todo[out[todo] >= limit[todo]]
    return out.astype(np.int64)


def _half_bits(sizes: NDArray[np.int64]) -> Numbers:
    """Half the bits, rounded up, of the largest number below each size."""
    values, where = np.unique(sizes, return_inverse=True)
    bits = [max(1, ((int(v) - 1).bit_length() + 1) // 2) for v in values]
    return np.array(bits, dtype=np.uint64)[where]


def _feistel(x: Numbers, half: Numbers, keys: Numbers) -> Numbers:
    mask = (np.uint64(1) << half) - np.uint64(1)
    left, right = x >> half, x & mask
    for step in STEPS:
        left, right = right, left ^ (mixed(right + (keys + step)) & mask)
    return (left << half) | right
