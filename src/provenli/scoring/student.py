"""Student's t for whole degrees of freedom, exactly: no library is needed for two small formulas.

Abramowitz and Stegun, Handbook of Mathematical Functions: 26.7.3 and 26.7.4 (the distribution as a finite sum), 26.7.5
(the quantile as a series in 1/df, used where the sum would be long).
"""

from __future__ import annotations

import math
from functools import lru_cache
from statistics import NormalDist

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
