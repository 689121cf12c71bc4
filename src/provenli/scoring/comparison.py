"""Two runs on the same pairs: McNemar's test, and the difference with an interval clustered by schema."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from provenli.errors import InputError
from provenli.scoring.intervals import Interval
from provenli.scoring.join import places_of
from provenli.scoring.metrics import chosen_metrics
from provenli.scoring.metrics.accuracy import difference_interval
from provenli.scoring.metrics.metric import Estimate, Metric, measured
from provenli.scoring.predictions import Ids, Predictions
from provenli.scoring.scores import comparable
from provenli.scoring.significance import holm, mcnemar


@dataclass(frozen=True, slots=True)
class Comparison:
    """`second` against `first`."""

    first: str
    second: str
    shared: int
    left_out: int
    """Ids that only one of the two has; 0 unless that was allowed."""
    only_first: int
    """Pairs that only the first run got right."""
    only_second: int
    interval: Interval | None
    """For the difference; clustered by schema where schemas are known."""
    p: float
    holm: float
    metrics: Mapping[str, Estimate] = field(default_factory=dict)
    """Differences of the metrics that were asked for."""

    @property
    def difference(self) -> float:
        return (self.only_second - self.only_first) / self.shared

    def to_json(self) -> dict[str, Any]:
        return {
            "first": self.first,
            "second": self.second,
            "shared": self.shared,
            "left_out": self.left_out,
            "only_first": self.only_first,
            "only_second": self.only_second,
            "difference": self.difference,
            "interval": self.interval and self.interval.to_json(),
            "p": self.p,
            "holm": self.holm,
            **measured(self.metrics),
        }


def compare(
    first: Predictions,
    *others: Predictions,
    two_way: bool = False,
    partial: bool = False,
    metrics: Sequence[str | Metric] = (),
) -> tuple[Comparison, ...]:
    """Compare each of the others with the first; p values are corrected for their number."""
    return compare_pairs([(first, other) for other in others], two_way=two_way, partial=partial, metrics=metrics)


def compare_pairs(
    pairs: Sequence[tuple[Predictions, Predictions]],
    *,
    two_way: bool = False,
    partial: bool = False,
    metrics: Sequence[str | Metric] = (),
) -> tuple[Comparison, ...]:
    asked = chosen_metrics(metrics)
    found = [_compared(comparable(a, two_way)[0], comparable(b, two_way)[0], partial, asked) for a, b in pairs]
    corrected = holm([c.p for c in found])
    return tuple(replace(c, holm=p) for c, p in zip(found, corrected, strict=True))


def _compared(first: Predictions, second: Predictions, partial: bool, metrics: Sequence[Metric]) -> Comparison:
    a, b = _aligned(first, second, partial)
    if (np.array(a.labels)[a.gold] != np.array(b.labels)[b.gold]).any():
        number = int((np.array(a.labels)[a.gold] != np.array(b.labels)[b.gold]).sum())
        raise InputError(
            f"{first.name} and {second.name} have different gold labels for {number:,} ids; "
            "give one data file with --gold FILE"
        )
    one, two = a.correct & ~b.correct, b.correct & ~a.correct
    p = mcnemar(int(one.sum()), int(two.sum()))
    clusters = a.clusters if a.clusters is not None else np.arange(a.size)
    return Comparison(
        first.name,
        second.name,
        a.size,
        first.size + second.size - 2 * a.size,
        int(one.sum()),
        int(two.sum()),
        difference_interval(clusters, two.astype(np.int64) - one),
        p,
        p,
        {m.name: m.compare(a.bare(), b.bare()) for m in metrics},
    )


def _ids(run: Predictions) -> Ids:
    if run.ids is None:
        raise InputError(f"{run.name}: runs are compared pair by pair, which needs a column 'id'")
    return run.ids


def _aligned(first: Predictions, second: Predictions, partial: bool) -> tuple[Predictions, Predictions]:
    places = places_of(_ids(first), _ids(second))
    keep = np.flatnonzero(places >= 0)
    apart = first.size + second.size - 2 * len(keep)
    if not len(keep):
        raise InputError(f"{first.name} and {second.name} cannot be compared: they have no id in common")
    if apart and not partial:
        raise InputError(
            f"{first.name} and {second.name} cannot be compared: {len(keep):,} ids are in both, {apart:,} in one only; "
            "--partial compares those in both"
        )
    return first.taken(keep), second.taken(places[keep])
