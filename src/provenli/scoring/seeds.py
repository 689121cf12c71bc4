"""Several runs of one model, which differ in their seed: mean, standard deviation, interval."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from provenli.errors import InputError
from provenli.scoring.intervals import Interval, Numbers, mean_interval
from provenli.scoring.scores import Score
from provenli.scoring.significance import quantile

SEED = re.compile(r"^(.*?)[-_./]?seed[-_=]?\d+(.*)$")
"""RUN-seed0.jsonl, RUN_seed=1/predictions.jsonl: the name without its seed is the model's."""


@dataclass(frozen=True, slots=True)
class Spread:
    """Over the runs of a group. One run has no deviation and no interval."""

    mean: float
    deviation: float | None
    interval: Interval | None

    def to_json(self) -> dict[str, Any]:
        return {"mean": self.mean, "sd": self.deviation, "interval": self.interval and self.interval.to_json()}


@dataclass(frozen=True, slots=True)
class Group:
    """Runs of one model. `cells`: accuracy by feature values, where every run has the cell."""

    name: str
    runs: tuple[str, ...]
    accuracy: Spread
    macro_f1: Spread
    cells: tuple[tuple[tuple[str, ...], tuple[str, ...], Spread], ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "runs": list(self.runs),
            "accuracy": self.accuracy.to_json(),
            "macro_f1": self.macro_f1.to_json(),
            "cells": [{"by": list(by), "values": list(v), **s.to_json()} for by, v, s in self.cells],
        }


@dataclass(frozen=True, slots=True)
class GroupDifference:
    """Mean accuracy of `second` minus that of `first`."""

    first: str
    second: str
    difference: float
    interval: Interval

    def to_json(self) -> dict[str, Any]:
        return {
            "first": self.first,
            "second": self.second,
            "difference": self.difference,
            "interval": self.interval.to_json(),
        }


def differences(groups: Sequence[Group], scores: Sequence[Score]) -> tuple[GroupDifference, ...]:
    """Every two models that have two runs or more each, with Welch's interval."""
    accuracy = {s.name: s.accuracy for s in scores}
    several = [(g.name, np.array([accuracy[r] for r in g.runs])) for g in groups if len(g.runs) > 1]
    return tuple(
        GroupDifference(a, b, float(y.mean() - x.mean()), welch(x, y)) for (a, x), (b, y) in combinations(several, 2)
    )


def welch(first: Numbers, second: Numbers) -> Interval:
    """For the difference of two means (Welch 1947). Degrees of freedom are rounded down, which widens it a little."""
    parts = [float(v.var(ddof=1)) / len(v) for v in (first, second)]
    middle, square = float(second.mean() - first.mean()), sum(parts)
    if square == 0:
        return Interval(middle, middle)
    df = square**2 / sum(p**2 / (len(v) - 1) for p, v in zip(parts, (first, second), strict=True))
    half = quantile(max(1, int(df))) * square**0.5
    return Interval(max(-1.0, middle - half), min(1.0, middle + half))


def spread(values: Sequence[float]) -> Spread:
    found: Numbers = np.array(values, dtype=np.float64)
    deviation = float(found.std(ddof=1)) if len(found) > 1 else None
    return Spread(float(found.mean()), deviation, mean_interval(found))


def group_name(run: str, pattern: str | None = None) -> str:
    """The model a run is of: what the pattern's first group matches, else the name without 'seed3'."""
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


def grouped(scores: Sequence[Score], names: Sequence[str]) -> tuple[Group, ...]:
    """The groups in the order in which they first come; `names` has the group of each score."""
    return tuple(
        _group(name, [s for s, n in zip(scores, names, strict=True) if n == name]) for name in dict.fromkeys(names)
    )


def _group(name: str, scores: Sequence[Score]) -> Group:
    found = [{(b.by, c.values): c.accuracy for b in s.breakdowns for c in b.cells} for s in scores]
    cells = tuple((*key, spread([f[key] for f in found])) for key in found[0] if all(key in f for f in found))
    runs = tuple(s.name for s in scores)
    return Group(name, runs, spread([s.accuracy for s in scores]), spread([s.macro_f1 for s in scores]), cells)
