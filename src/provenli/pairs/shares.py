"""Sharing out a number of pairs: evenly, but never more than there are."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Counts = NDArray[np.int64]
PLENTY = 1 << 62
"""Stands for any larger number of distinct pairs."""


def evenly(total: int, room: Sequence[int] | Counts, rng: np.random.Generator | None = None) -> Counts:
    """`total` over places with limited room: all as equal as the room allows. Without an rng the first get the rest.

    The caller has made sure that there is room: sum(room) >= total.
    """
    left = np.asarray(room, dtype=np.int64).copy()
    given = np.zeros_like(left)
    while total > 0:
        open_ = np.flatnonzero(left > 0)
        share = total // len(open_)
        if share == 0:
            chosen = open_[:total] if rng is None else rng.choice(open_, size=total, replace=False)
            given[chosen] += 1
            break
        taken = np.minimum(left[open_], share)
        given[open_] += taken
        left[open_] -= taken
        total -= int(taken.sum())
    return given


def proportionally(total: int, weights: Sequence[int]) -> Counts:
    """`total` in the proportion of the weights; what rounding leaves goes to the largest remainders."""
    whole = sum(weights)
    out = np.array([total * w // whole for w in weights], dtype=np.int64)
    rest = sorted(range(len(weights)), key=lambda k: (-(total * weights[k] % whole), k))
    for k in rest[: total - int(out.sum())]:
        out[k] += 1
    return out
