"""Several runs of one model, which differ in their seed: mean, standard deviation, interval.

Accuracies have the interval of the studies, in which other seeds and other pairs are combined (seeds_and_schemas.py);
other metrics have Student's, which is about other seeds alone.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any, TypeAlias

import numpy as np

from provenli.errors import InputError
from provenli.scoring.breakdown import ScoredCell
from provenli.scoring.intervals import Interval, mean_interval
from provenli.scoring.metrics.metric import Estimate, measured
from provenli.scoring.predictions import Numbers
from provenli.scoring.scores import Scores
from provenli.scoring.seeds_and_schemas import combined, difference
from provenli.scoring.significance import quantile

SEED = re.compile(r"^(.*?)[-_./]?seed[-_=]?\d+(.*)$")
"""RUN-seed0.jsonl, RUN_seed=1/predictions.jsonl: the name without its seed is the model's."""


@dataclass(frozen=True, slots=True)
class Spread:
    """Over the runs of a group. One run has no deviation; the interval of its accuracy is only about other pairs, and
    other metrics have none."""

    mean: float
    deviation: float | None
    interval: Interval | None
    percent: bool = True

    def to_json(self) -> dict[str, Any]:
        return {"mean": self.mean, "sd": self.deviation, "interval": self.interval and self.interval.to_json()}


SpreadCells: TypeAlias = tuple[tuple[tuple[str, ...], tuple[str, ...], Spread], ...]
"""The features, their values, and the spread, for cells that every run has."""


@dataclass(frozen=True, slots=True)
class Averaged:
    """A metric over the runs of a group."""

    whole: Spread
    cells: SpreadCells

    def to_json(self) -> dict[str, Any]:
        return self.whole.to_json() | {"cells": _cells_json(self.cells)}


@dataclass(frozen=True, slots=True)
class SeedGroup:
    """Runs of one model. `cells`: accuracy by feature values. `metrics`: those that were asked for."""

    name: str
    runs: tuple[str, ...]
    accuracy: Spread
    macro_f1: Spread
    cells: SpreadCells
    metrics: Mapping[str, Averaged] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "runs": list(self.runs),
            "accuracy": self.accuracy.to_json(),
            "macro_f1": self.macro_f1.to_json(),
            "cells": _cells_json(self.cells),
            **measured(self.metrics),
        }


def _cells_json(cells: SpreadCells) -> list[dict[str, Any]]:
    return [{"by": list(by), "values": list(v), **s.to_json()} for by, v, s in cells]


@dataclass(frozen=True, slots=True)
class GroupDifference:
    """Mean accuracy of `second` minus that of `first`; `metrics`: the same for the metrics that were asked for."""

    first: str
    second: str
    difference: float
    interval: Interval
    metrics: Mapping[str, Estimate] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        return {
            "first": self.first,
            "second": self.second,
            "difference": self.difference,
            "interval": self.interval.to_json(),
            **measured(self.metrics),
        }


def differences(groups: Sequence[SeedGroup], scores: Sequence[Scores]) -> tuple[GroupDifference, ...]:
    """Every two models that have at least two runs each; metrics beside accuracy have Welch's interval."""
    of = {s.name: s for s in scores}
    several = [(g, [of[r] for r in g.runs]) for g in groups if len(g.runs) > 1]
    return tuple(_difference(a, x, b, y) for (a, x), (b, y) in combinations(several, 2))


def _difference(first: SeedGroup, x: Sequence[Scores], second: SeedGroup, y: Sequence[Scores]) -> GroupDifference:
    one, other = first.accuracy, second.accuracy
    assert one.interval is not None, "it has several runs"
    assert other.interval is not None, "it has several runs"
    interval = difference(other.mean, other.interval, one.mean, one.interval)
    metrics = {}
    for name, metric in x[0].metrics.items():
        before, after = ([s.metrics[name].value for s in runs] for runs in (x, y))
        found, ends = _apart(before, after, 1.0 if metric.percent else math.inf)
        metrics[name] = Estimate(found, ends.low, ends.high, metric.percent)
    return GroupDifference(first.name, second.name, other.mean - one.mean, interval, metrics)


def _apart(first: Sequence[float], second: Sequence[float], most: float) -> tuple[float, Interval]:
    x, y = np.array(first), np.array(second)
    return float(y.mean() - x.mean()), welch(x, y, most)


def welch(first: Numbers, second: Numbers, most: float = 1.0) -> Interval:
    """For the difference of two means (Welch 1947). Degrees of freedom are rounded down, which widens it a little.
    No difference is larger than `most`."""
    parts = [float(v.var(ddof=1)) / len(v) for v in (first, second)]
    middle, square = float(second.mean() - first.mean()), sum(parts)
    if square == 0:
        return Interval(middle, middle)
    df = square**2 / sum(p**2 / (len(v) - 1) for p, v in zip(parts, (first, second), strict=True))
    half = quantile(max(1, int(df))) * square**0.5
    return Interval(max(-most, middle - half), min(most, middle + half))


def spread(values: Sequence[float], percent: bool = True) -> Spread:
    found: Numbers = np.array(values, dtype=np.float64)
    deviation = float(found.std(ddof=1)) if len(found) > 1 else None
    bounds = (0.0, 1.0) if percent else (-math.inf, math.inf)
    return Spread(float(found.mean()), deviation, mean_interval(found, bounds), percent)


def accuracy_spread(runs: Sequence[Scores] | Sequence[ScoredCell]) -> Spread:
    """For runs on the same pairs, or for one cell of each."""
    found = spread([r.accuracy for r in runs])
    if len(runs) == 1:
        return replace(found, interval=runs[0].interval)
    return replace(found, interval=combined([r.accuracy for r in runs], [r.interval for r in runs], None)[0])


def group_name(run: str, pattern: str | None = None) -> str:
    """The model of a run: what the pattern's first group matches, or else the name without 'seed3'."""
    if pattern is None:
        found = SEED.match(run)
        return "".join(found.groups()) if found else run
    try:
        matched = re.search(pattern, run)
    except re.error as error:
        raise InputError(f"--group: {pattern!r} is no regular expression: {error}") from error
    if matched is None:
        raise InputError(f"--group: {pattern!r} does not match {run!r}")
    return matched[1] if matched.re.groups else matched[0]


def grouped(scores: Sequence[Scores], names: Sequence[str]) -> tuple[SeedGroup, ...]:
    """The groups in the order in which they first come; `names` has the group of each score."""
    return tuple(
        _group(name, [s for s, n in zip(scores, names, strict=True) if n == name]) for name in dict.fromkeys(names)
    )


def _group(name: str, scores: Sequence[Scores]) -> SeedGroup:
    cells = [{(b.by, c.values): c for b in s.breakdowns for c in b.cells} for s in scores]
    shared = [key for key in cells[0] if all(key in c for c in cells)]
    metrics = {}
    for metric, first in scores[0].metrics.items():
        whole = spread([s.metrics[metric].value for s in scores], first.percent)
        of = tuple((*k, spread([c[k].metrics[metric].value for c in cells], first.percent)) for k in shared)
        metrics[metric] = Averaged(whole, of)
    return SeedGroup(
        name,
        tuple(s.name for s in scores),
        accuracy_spread(scores),
        spread([s.macro_f1 for s in scores]),
        tuple((*k, accuracy_spread([c[k] for c in cells])) for k in shared),
        metrics,
    )
