"""Intervals for a share of correct answers.

- Wilson (1927): as if all answers were independent.
- Clustered: pairs of one schema are answered alike, so they tell less than as many independent pairs. The variance is
  the cluster-robust one of a ratio (Liang and Zeger 1986, with the factor G/(G-1)); from it follows how many
  independent answers these are worth, and that number goes into Wilson's formula with Student's t for G-1 degrees of
  freedom (Korn and Graubard 1998; Dean and Pagano 2015). Where every answer, or none, is right the variance says
  nothing: then each schema counts as one answer.
- Bootstrap: whole schemas are drawn again, with an explicit seed. Schemas with equal counts are interchangeable, so the
  draws are made for kinds of schemas at once, which is the same distribution.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from provenli.scoring.predictions import Codes, Numbers
from provenli.scoring.significance import quantile

# --- Distinct numbers and which of them each number is: `np.unique`, without sorting where the numbers are small. ---


def numbered(codes: Codes) -> tuple[Codes, Codes]:
    """(kinds in ascending order, the place of each code among them). Codes are -1 or more."""
    span = int(codes.max()) + 2
    if span > 4 * len(codes) + 1024:
        kinds, places = np.unique(codes, return_inverse=True)
        return kinds, places
    present = np.bincount(codes + 1, minlength=span) > 0
    return np.flatnonzero(present) - 1, (np.cumsum(present) - 1)[codes + 1]


Z = 1.959963984540054


@dataclass(frozen=True, slots=True)
class Interval:
    """95%, both ends included."""

    low: float
    high: float

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high

    def to_json(self) -> list[float]:
        return [self.low, self.high]


def against(interval: Interval, majority: float) -> str:
    """Says whether an accuracy beats always giving one label; if it is below, something systematic is wrong."""
    where = "above" if interval.low > majority else "below" if interval.high < majority else "not above"
    return f"{where} majority"


@dataclass(frozen=True, slots=True)
class Counts:
    """Rows and right answers in each cluster."""

    sizes: Codes
    right: Codes


def wilson(right: float, size: float, z: float = Z) -> Interval:
    """Wilson's score interval; `size` may be an effective one, not whole."""
    if size <= 0:
        return Interval(0.0, 1.0)
    p, square = right / size, z * z
    middle = (p + square / (2 * size)) / (1 + square / size)
    half = z / (1 + square / size) * math.sqrt(p * (1 - p) / size + square / (4 * size * size))
    # At the ends rounding must not leave the share itself outside.
    return Interval(min(p, max(0.0, middle - half)), max(p, min(1.0, middle + half)))


def counts(clusters: Codes, correct: NDArray[np.bool_]) -> Counts:
    _, number = numbered(clusters)
    return Counts(np.bincount(number), np.bincount(number, weights=correct).astype(np.int64))


def clustered(found: Counts) -> Interval | None:
    """None if all rows are of one schema: one cluster says nothing about others."""
    groups, size = len(found.sizes), int(found.sizes.sum())
    if groups < 2:
        return None
    p = float(found.right.sum()) / size
    return effective(p, size, groups, float(((found.right - p * found.sizes) ** 2).sum()))


def effective(p: float, size: int, groups: int, squares: float) -> Interval:
    """Wilson's interval for as many independent answers as these are worth. `squares`: those of the clusters'
    residuals."""
    return with_variance(p, size, groups, groups / (groups - 1) * squares / size**2, groups - 1)


def with_variance(p: float, size: int, groups: int, variance: float, df: int) -> Interval:
    """The same for anything between 0 and 1 whose variance is known, with Student's t for `df`."""
    worth = float(groups) if p in (0.0, 1.0) else size if variance == 0 else min(size, p * (1 - p) / variance)
    return wilson(p * worth, worth, quantile(df))


def bootstrapped(found: Counts, draws: int, rng: np.random.Generator) -> Interval:
    """The middle 95% of accuracies of data sets made of schemas drawn again."""
    kinds, number = np.unique(np.stack([found.sizes, found.right]), axis=1, return_counts=True)
    groups = int(number.sum())
    drawn = rng.multinomial(groups, number / groups, size=draws)
    low, high = np.quantile(drawn @ kinds[1] / (drawn @ kinds[0]), [0.025, 0.975])
    return Interval(float(low), float(high))


def mean_interval(values: Numbers, bounds: tuple[float, float] = (0.0, 1.0)) -> Interval | None:
    """Student's interval for a mean, such as that of several seeds, cut to its bounds; None for one value."""
    number = len(values)
    if number < 2:
        return None
    mean, half = float(values.mean()), quantile(number - 1) * float(values.std(ddof=1)) / math.sqrt(number)
    return Interval(max(bounds[0], mean - half), min(bounds[1], mean + half))
