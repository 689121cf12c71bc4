"""One interval for what another seed and what other pairs would change.

The share p of right answers varies with the pairs that were asked (by schemas, see intervals.py) and with the seed of
training. The first says how many independent answers the pairs are worth: p(1-p)/worth is its variance. The second is
measured as the variance of arcsin √p over runs, a scale on which it hardly depends on p; 4 p(1-p) times that is the
variance of p. So the mean of k runs on the same pairs is worth W independent answers, 1/W = 1/worth + 4 s²/k, and goes
into Wilson's formula with Student's t (degrees of freedom by Satterthwaite 1946). Two or three runs say little about
s². So it is drawn towards that of similar runs (cells of the same model), which count as at most four more runs: the
moderated variance of Smyth (2004), with its weight fixed.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from provenli.scoring.intervals import Interval, Z, wilson
from provenli.scoring.significance import quantile

MOST_BORROWED = 4
"""How many degrees of freedom similar runs may add."""
LEAST_FREEDOM = 2
"""With fewer, Student's t spans everything: then runs are shown by their own intervals together."""
MOST_WORTH = 1e9


@dataclass(frozen=True, slots=True)
class SeedVariance:
    """The variance of arcsin √p over runs, and the degrees of freedom it rests on."""

    value: float
    freedom: int


def seed_variance(shares: Sequence[float]) -> SeedVariance | None:
    """None for one run."""
    if len(shares) < 2:
        return None
    angles = np.arcsin(np.sqrt(np.array(shares, dtype=np.float64)))
    return SeedVariance(float(angles.var(ddof=1)), len(shares) - 1)


def pooled(found: Iterable[SeedVariance]) -> SeedVariance | None:
    """For several groups of runs, each around its own mean."""
    groups = list(found)
    freedom = sum(g.freedom for g in groups)
    return SeedVariance(sum(g.value * g.freedom for g in groups) / freedom, freedom) if freedom else None


def moderated(own: SeedVariance | None, like: SeedVariance | None) -> SeedVariance | None:
    if like is None:
        return own
    borrowed = SeedVariance(like.value, min(MOST_BORROWED, like.freedom))
    return pooled((own, borrowed)) if own else borrowed


def worth(p: float, interval: Interval) -> float:
    """How many independent answers would have given an interval as wide as this one (Wilson, 95%)."""
    wide, low, high = interval.high - interval.low, 1e-3, MOST_WORTH
    for _ in range(80):
        middle = math.sqrt(low * high)
        found = wilson(p * middle, middle)
        low, high = (middle, high) if found.high - found.low > wide else (low, middle)
    return math.sqrt(low * high)


def combined(
    shares: Sequence[float], intervals: Sequence[Interval], like: SeedVariance | None
) -> tuple[Interval, bool]:
    """The interval of the mean of runs on the same pairs, each with its interval over schemas; and whether it covers
    seeds. `like`: how much runs of similar cells differ."""
    p, runs = sum(shares) / len(shares), len(shares)
    asked = sum(1 / worth(x, i) for x, i in zip(shares, intervals, strict=True)) / runs
    seeds = moderated(seed_variance(shares), like)
    if seeds is None:
        return intervals[0], False
    if seeds.freedom < LEAST_FREEDOM:
        return Interval(min(i.low for i in intervals), max(i.high for i in intervals)), True
    trained = 4 * seeds.value / runs
    size = 1 / (asked + trained)
    freedom = MOST_WORTH if trained == 0 else seeds.freedom * ((asked + trained) / trained) ** 2
    return wilson(p * size, size, quantile(int(freedom)) if freedom < 1e6 else Z), True


def mean_of_cells(means: Sequence[float], intervals: Sequence[Interval], data: Sequence[str]) -> Interval:
    """For a mean over cells. Results on the same data (the same name in `data`) are assumed to go wrong together, the
    rest to be independent; ends are added as squares (Zou and Donner 2008)."""
    mean = sum(means) / len(means)
    groups: dict[str, tuple[float, float]] = {}
    for p, i, name in zip(means, intervals, data, strict=True):
        below, above = groups.get(name, (0.0, 0.0))
        groups[name] = below + (p - i.low), above + (i.high - p)
    below, above = (math.sqrt(sum(g[side] ** 2 for g in groups.values())) / len(means) for side in (0, 1))
    return Interval(max(0.0, mean - below), min(1.0, mean + above))


def difference(first: float, one: Interval, second: float, other: Interval) -> Interval:
    """For two independent means, from their intervals (Zou and Donner 2008)."""
    apart = first - second
    low = math.hypot(first - one.low, other.high - second)
    high = math.hypot(one.high - first, second - other.low)
    return Interval(apart - low, apart + high)
