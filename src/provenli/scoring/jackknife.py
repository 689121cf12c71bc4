"""How much a number depends on which schemas the data have: each is left out in turn (Tukey 1958).

With many schemas groups of them are left out, which is the delete-a-group jackknife (Kott 2001): fifty computations
are enough, whatever the number is. Groups are drawn with a fixed seed, so the same predictions give the same interval.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from provenli.scoring.intervals import Interval, numbered, with_variance
from provenli.scoring.predictions import Codes
from provenli.scoring.significance import quantile

ONE_BY_ONE = 200
"""Up to so many schemas each is left out alone."""
GROUPS = 50
"""Into so many groups more schemas are put: no group is then more than a quarter larger than another."""


@dataclass(frozen=True, slots=True)
class Jackknife:
    """`variance` has `df` degrees of freedom; `clusters`: schemas, or rows where none are known."""

    variance: float
    df: int
    clusters: int

    def of_share(self, value: float, size: int) -> Interval:
        """For what lies between 0 and 1: inside it too, and not empty where the value is 0 or 1."""
        return with_variance(value, size, self.clusters, self.variance, self.df)

    def around(self, value: float, bounds: tuple[float, float]) -> Interval:
        half = quantile(self.df) * float(np.sqrt(self.variance))
        return Interval(max(bounds[0], value - half), min(bounds[1], value + half))


def jackknife(statistic: Callable[[Codes], float], clusters: Codes) -> Jackknife | None:
    """`statistic` is computed from the rows it is given; None where all rows are of one schema."""
    kinds, number = numbered(clusters)
    if len(kinds) < 2:
        return None
    found = np.array([statistic(rows) for rows in _left_in(number, len(kinds))])
    times = len(found)
    variance = (times - 1) / times * float(((found - found.mean()) ** 2).sum())
    return Jackknife(variance, times - 1, len(kinds))


def _left_in(number: Codes, clusters: int) -> Iterator[Codes]:
    times = clusters
    if clusters > ONE_BY_ONE:
        times = GROUPS
        number = (np.random.default_rng(0).permutation(clusters) % GROUPS)[number]
    for k in range(times):
        yield np.flatnonzero(number != k)
