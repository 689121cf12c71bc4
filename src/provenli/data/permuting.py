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


def mixed(x: Numbers) -> Numbers:
    with np.errstate(over="ignore"):
        x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return x ^ (x >> np.uint64(31))


def keyed(key: int, x: Numbers) -> Numbers:
    """One random-looking number for each number under a key."""
    with np.errstate(over="ignore"):
        return mixed(x * np.uint64(0x9E3779B97F4A7C15) + np.uint64(key & 0xFFFFFFFFFFFFFFFF))


def permuted(numbers: NDArray[np.int64], size: int, keys: Numbers) -> NDArray[np.int64]:
    """For each number below `size` its place under the permutation of its key. Numbers under one key never collide."""
    if size <= 1:
        return np.zeros(len(numbers), dtype=np.int64)
    half = max(1, ((size - 1).bit_length() + 1) // 2)
    out = numbers.astype(np.uint64)
    todo = np.arange(len(out))
    while len(todo):
        out[todo] = _feistel(out[todo], half, keys[todo])
        todo = todo[out[todo] >= size]
    return out.astype(np.int64)


def _feistel(x: Numbers, half: int, keys: Numbers) -> Numbers:
    mask, shift = np.uint64((1 << half) - 1), np.uint64(half)
    left, right = x >> shift, x & mask
    with np.errstate(over="ignore"):
        for r in range(ROUNDS):
            left, right = right, left ^ (mixed(right + keys + np.uint64(r * 0x9E3779B97F4A7C15 & (1 << 64) - 1)) & mask)
    return (left << shift) | right
