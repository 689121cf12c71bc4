"""The share of right answers, with Wilson's interval, clustered by schema where schemas are known."""

from __future__ import annotations

import numpy as np

from provenli.scoring.intervals import Interval, clustered, counts, numbered, wilson
from provenli.scoring.metrics.metric import Metric
from provenli.scoring.predictions import Codes, Predictions
from provenli.scoring.significance import quantile


def _value(given: Predictions) -> float:
    return float(given.correct.mean())


def _interval(given: Predictions) -> Interval:
    clusters = given.clusters
    robust = clustered(counts(clusters, given.correct)) if clusters is not None else None
    return robust or wilson(int(given.correct.sum()), given.size)


def _difference(first: Predictions, second: Predictions) -> Interval | None:
    clusters = first.clusters if first.clusters is not None else np.arange(first.size)
    return difference_interval(clusters, second.correct.astype(np.int64) - first.correct)


def difference_interval(clusters: Codes, difference: Codes) -> Interval | None:
    """Cluster-robust, with Student's t; None if there is only one schema."""
    _, number = numbered(clusters)
    groups, size = int(number.max()) + 1, len(difference)
    if groups < 2:
        return None
    mean = float(difference.mean())
    residuals = np.bincount(number, weights=difference - mean)
    half = quantile(groups - 1) * float(np.sqrt(groups / (groups - 1) * (residuals**2).sum())) / size
    return Interval(mean - half, mean + half)


ACCURACY = Metric("accuracy", "the share of right answers", _value, interval=_interval, difference=_difference)
