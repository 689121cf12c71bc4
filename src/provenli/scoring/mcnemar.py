"""McNemar's test and Holm's correction."""

from __future__ import annotations

import math
from collections.abc import Sequence

EXACT = 1000
"""Up to so many answers that differ the binomial sum is exact; beyond, chi-square with continuity correction."""


def mcnemar(only_first: int, only_second: int) -> float:
    """Two-sided p: how likely so uneven a share is if either run were as likely to be the one that is right."""
    total, less = only_first + only_second, min(only_first, only_second)
    if total == 0:
        return 1.0
    if total <= EXACT:
        tail = sum(math.comb(total, k) for k in range(less + 1))
        return min(1.0, tail / (1 << (total - 1)))
    # 1 degree of freedom: the tail of chi-square is that of the normal distribution.
    root = max(0.0, abs(only_first - only_second) - 1.0) / math.sqrt(total)
    return math.erfc(root / math.sqrt(2))


def holm(ps: Sequence[float]) -> list[float]:
    """p values corrected for how many there are (Holm 1979); the order of the values stays."""
    order = sorted(range(len(ps)), key=lambda k: ps[k])
    out = [0.0] * len(ps)
    highest = 0.0
    for rank, k in enumerate(order):
        highest = max(highest, min(1.0, (len(ps) - rank) * ps[k]))
        out[k] = highest
    return out
