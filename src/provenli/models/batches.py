"""The order in which rows are learned from. It depends only on seed and epoch, so a resumed run need not remember
it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]
POOL = 50
"""How many batches are sorted by length together: there is little padding, and batches still differ between epochs."""


def batches(lengths: Numbers, size: int, seed: int, epoch: int) -> list[Numbers]:
    """Every row once. Rows of one batch are about equally long."""
    rng = np.random.default_rng((seed, epoch))
    order = rng.permutation(len(lengths))
    if len(lengths) and lengths.min() == lengths.max():
        return cut(order, size)
    out: list[Numbers] = []
    for pool in cut(order, size * POOL):
        out += cut(pool[np.argsort(lengths[pool], kind="stable")], size)
    return [out[k] for k in rng.permutation(len(out))]


def by_length(lengths: Numbers, size: int) -> list[Numbers]:
    """For prediction, where order does not matter."""
    return cut(np.argsort(lengths, kind="stable"), size)


def cut(rows: Numbers, size: int) -> list[Numbers]:
    return [rows[k : k + size] for k in range(0, len(rows), size)]
