"""What a metric is: a number computed from predictions, and how certain it is.

A metric's file defines one `Metric`; its name in METRICS makes it available to scores, breakdowns, comparisons, seeds,
CSV and studies. Only `value` must be written. The interval then comes from the jackknife over schemas; if there is a
better formula, `interval` and `difference` give it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np

from provenli.errors import InputError
from provenli.scoring.intervals import Interval, numbered, with_variance
from provenli.scoring.predictions import Codes, Predictions
from provenli.scoring.significance import quantile

# --- How much a number depends on which schemas the data have: each is left out in turn (Tukey 1958). ---


ONE_BY_ONE = 200
"""Up to this many schemas, each is left out alone."""
GROUPS = 50
"""More schemas are put into this many groups: no group is then more than a quarter larger than another."""


@dataclass(frozen=True, slots=True)
class Jackknife:
    """`variance` has `df` degrees of freedom. `clusters`: schemas, or rows if none are known."""

    variance: float
    df: int
    clusters: int

    def of_share(self, value: float, size: int) -> Interval:
        """For values between 0 and 1: the interval stays within, and is not empty if the value is 0 or 1."""
        return with_variance(value, size, self.clusters, self.variance, self.df)

    def around(self, value: float, bounds: tuple[float, float]) -> Interval:
        half = quantile(self.df) * float(np.sqrt(self.variance))
        return Interval(max(bounds[0], value - half), min(bounds[1], value + half))


def jackknife(statistic: Callable[[Codes], float], clusters: Codes) -> Jackknife | None:
    """`statistic` is computed from the rows it is given; None if all rows are of one schema."""
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


Need: TypeAlias = Literal["labels", "schemas", "probabilities"]


@dataclass(frozen=True, slots=True)
class Estimate:
    """`low` and `high`: 95%; None if nothing can be said, since all pairs are of one schema. `percent`: whether it is
    shown in per cent."""

    value: float
    low: float | None
    high: float | None
    percent: bool = True

    def to_json(self) -> dict[str, Any]:
        return {"value": self.value, "low": self.low, "high": self.high}


@dataclass(frozen=True)
class Metric:
    """`value` sees labels, gold and predicted codes, clusters and probabilities; for a cell, those of its rows. It must
    give a number for any rows, even if all have one label, as happens in cells and when schemas are left out. `needs`:
    what predictions must have beside gold and predicted labels. `bounds`: those of the value."""

    name: str
    about: str
    value: Callable[[Predictions], float]
    needs: tuple[Need, ...] = ("labels",)
    better: Literal["higher", "lower"] = "higher"
    bounds: tuple[float, float] = (0.0, 1.0)
    interval: Callable[[Predictions], Interval | None] | None = None
    difference: Callable[[Predictions, Predictions], Interval | None] | None = None
    """Interval of the second minus the first, on the same pairs in the same order."""

    @property
    def percent(self) -> bool:
        """Shares are shown in per cent."""
        return self.bounds == (0.0, 1.0)

    def fits(self, given: Predictions) -> bool:
        return not self._lacking(given)

    def compute(self, given: Predictions) -> Estimate:
        self._check(given)
        value = self._number(given)
        return self._estimate(value, self.interval(given) if self.interval else self._jackknifed(given, value))

    def compare(self, first: Predictions, second: Predictions) -> Estimate:
        """For the second minus the first, on the same pairs in the same order."""
        self._check(first)
        self._check(second)
        value = self._number(second) - self._number(first)
        if self.difference is not None:
            return self._estimate(value, self.difference(first, second))
        width = self.bounds[1] - self.bounds[0]
        found = jackknife(lambda rows: self._apart(first, second, rows), _clusters(first))
        return self._estimate(value, found.around(value, (-width, width)) if found else None)

    def _number(self, given: Predictions) -> float:
        try:
            value = float(self.value(given))
        except ZeroDivisionError:
            value = math.nan
        if not math.isfinite(value):
            raise InputError(_no_number(self.name, given))
        return value

    def _apart(self, first: Predictions, second: Predictions, rows: Codes) -> float:
        return self._number(second.taken(rows)) - self._number(first.taken(rows))

    def _jackknifed(self, given: Predictions, value: float) -> Interval | None:
        found = jackknife(lambda rows: self._number(given.taken(rows)), _clusters(given))
        if found is None:
            return None
        return found.of_share(value, given.size) if self.percent else found.around(value, self.bounds)

    def _estimate(self, value: float, interval: Interval | None) -> Estimate:
        low, high = (interval.low, interval.high) if interval else (None, None)
        return Estimate(value, low, high, self.percent)

    def _check(self, given: Predictions) -> None:
        if lacking := self._lacking(given):
            raise InputError(f"{given.name}: --metric {self.name} needs {' and '.join(lacking)}, which this run lacks")

    def _lacking(self, given: Predictions) -> list[Need]:
        has = {"labels": True, "schemas": given.schema is not None, "probabilities": given.probabilities is not None}
        return [need for need in self.needs if not has[need]]


def _no_number(metric: str, given: Predictions) -> str:
    gold, said = (" and ".join(given.labels[k] for k in np.unique(codes)) for codes in (given.gold, given.predicted))
    return (
        f"{given.name}: the metric {metric} gives no number for {given.size:,} pairs (gold: {gold}; answers: {said}); "
        "its `value` must say what holds there, such as 0"
    )


def _clusters(given: Predictions) -> Codes:
    return np.arange(given.size) if given.clusters is None else given.clusters


def measured(found: Mapping[str, Any]) -> dict[str, Any]:
    """For JSON: nothing if no metric was asked for."""
    return {"metrics": {name: value.to_json() for name, value in found.items()}} if found else {}
