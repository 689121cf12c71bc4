"""McNemar's test and Holm's correction."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from statistics import NormalDist

# --- Student's t for whole degrees of freedom, exactly: no library is needed for two small formulas. ---


LONG = 200
"""From here on the series is right to six digits."""


def two_sided(t: float, df: int) -> float:
    """P(|T| > |t|), in time that grows with the degrees of freedom."""
    theta = math.atan(abs(t) / math.sqrt(df))
    sine, cosine = math.sin(theta), math.cos(theta)
    odd = df % 2
    term, total = (cosine if odd else 1.0), 0.0
    for k in range(1 + odd, df, 2):
        total += term
        term *= cosine * cosine * k / (k + 1)
    inside = 2 / math.pi * (theta + sine * total) if odd else sine * total
    return max(0.0, 1 - inside)


@lru_cache(maxsize=4096)
def quantile(df: int, level: float = 0.95) -> float:
    """t with P(|T| <= t) = level."""
    z = NormalDist().inv_cdf((1 + level) / 2)
    if df > LONG:
        return z + (z**3 + z) / (4 * df) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * df**2)
    low, high = z, 1e6
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if two_sided(middle, df) > 1 - level else (low, middle)
    return (low + high) / 2


EXACT = 1000
"""Up to this many differing answers the binomial sum is exact; beyond, chi-square with continuity correction."""


def mcnemar(only_first: int, only_second: int) -> float:
    """Two-sided p: the probability of so uneven a share if either run were equally likely to be the right one."""
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
