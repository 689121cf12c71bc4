"""What a metric is: a number of predictions, and how sure it is.

A metric's file defines one `Metric`; its name in METRICS brings it to scores, breakdowns, comparisons, seeds, CSV and
studies. Only `value` must be written. The interval then comes from the jackknife over schemas; where there is a better
formula, `interval` and `difference` give it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np

from provenli.errors import InputError
from provenli.scoring.intervals import Interval
from provenli.scoring.jackknife import jackknife
from provenli.scoring.predictions import Codes, Predictions

Need: TypeAlias = Literal["labels", "schemas", "probabilities"]


@dataclass(frozen=True, slots=True)
class Estimate:
    """`low` and `high`: 95%; None where nothing can be said, since all pairs are of one schema. `percent`: how it is
    shown."""

    value: float
    low: float | None
    high: float | None
    percent: bool = True

    def to_json(self) -> dict[str, Any]:
        return {"value": self.value, "low": self.low, "high": self.high}


@dataclass(frozen=True)
class Metric:
    """`value` sees labels, gold and predicted codes, clusters and probabilities; of a cell, those of its rows.
    `needs`: what predictions must have; gold and predicted labels they always have. `bounds`: of the value."""

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
        value = float(self.value(given))
        return self._estimate(value, self.interval(given) if self.interval else self._jackknifed(given, value))

    def compare(self, first: Predictions, second: Predictions) -> Estimate:
        """Of the second minus the first, on the same pairs in the same order."""
        self._check(first)
        self._check(second)
        value = float(self.value(second)) - float(self.value(first))
        if self.difference is not None:
            return self._estimate(value, self.difference(first, second))
        width = self.bounds[1] - self.bounds[0]
        found = jackknife(lambda rows: self._apart(first, second, rows), _clusters(first))
        return self._estimate(value, found.around(value, (-width, width)) if found else None)

    def _apart(self, first: Predictions, second: Predictions, rows: Codes) -> float:
        return self.value(second.taken(rows)) - self.value(first.taken(rows))

    def _jackknifed(self, given: Predictions, value: float) -> Interval | None:
        found = jackknife(lambda rows: self.value(given.taken(rows)), _clusters(given))
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


def _clusters(given: Predictions) -> Codes:
    return np.arange(given.size) if given.clusters is None else given.clusters


def measured(found: Mapping[str, Any]) -> dict[str, Any]:
    """For JSON: nothing where no metric was asked for."""
    return {"metrics": {name: value.to_json() for name, value in found.items()}} if found else {}
