"""Accuracy, and other metrics, by a feature or by two crossed.

A pair with several values of a feature counts in each of their cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from provenli.errors import InputError, UnknownName
from provenli.scoring.intervals import Interval, against, effective, numbered, wilson
from provenli.scoring.metrics.metric import Estimate, Metric, measured
from provenli.scoring.predictions import Codes, FeatureColumn, Numbers, Predictions

SMALL_SIZE, SMALL_CLUSTERS = 30, 5
"""A cell below either of these is marked: its accuracy says little."""
NONE = "(none)"


@dataclass(frozen=True, slots=True)
class ScoredCell:
    values: tuple[str, ...]
    size: int
    right: int
    wilson: Interval
    clustered: Interval | None
    clusters: int | None
    majority: float
    """Share of the most frequent gold label in this cell."""
    chance: float
    """The accuracy of guessing among all labels of the run."""
    metrics: Mapping[str, Estimate] = field(default_factory=dict)
    """Those that were asked for."""

    @property
    def accuracy(self) -> float:
        return self.right / self.size

    @property
    def interval(self) -> Interval:
        return self.clustered or self.wilson

    @property
    def small(self) -> bool:
        return self.size < SMALL_SIZE or (self.clusters is not None and self.clusters < SMALL_CLUSTERS)

    def to_json(self) -> dict[str, Any]:
        return {
            "values": list(self.values),
            "n": self.size,
            "right": self.right,
            "accuracy": self.accuracy,
            "wilson": self.wilson.to_json(),
            "clustered": self.clustered and self.clustered.to_json(),
            "schemas": self.clusters,
            "majority": self.majority,
            "chance": self.chance,
            "against_majority": against(self.interval, self.majority),
            "small": self.small,
            **measured(self.metrics),
        }


@dataclass(frozen=True, slots=True)
class Breakdown:
    by: tuple[str, ...]
    cells: tuple[ScoredCell, ...]
    overlapping: bool
    """Whether some pair counts in several cells."""

    def to_json(self) -> dict[str, Any]:
        return {"by": list(self.by), "overlapping": self.overlapping, "cells": [c.to_json() for c in self.cells]}


def breakdown(given: Predictions, by: Sequence[str], chance: float, metrics: Sequence[Metric] = ()) -> Breakdown:
    if not 1 <= len(by) <= 2 or len(set(by)) < len(by):
        raise InputError(f"--by: expected one feature or two different ones, found {','.join(by)!r}")
    rows, cells, names = _crossed([feature_named(given, name) for name in by], given.size)
    kinds, number = numbered(cells)
    values = [names(int(k)) for k in kinds]
    found = _cells(given, rows, number, values, chance)
    if metrics:
        samples = zip(found, _samples(given, rows, number, len(values)), strict=True)
        found = [replace(c, metrics={m.name: m.compute(sample) for m in metrics}) for c, sample in samples]
    return Breakdown(tuple(by), tuple(sorted(found, key=_order)), len(rows) > given.size)


def feature_named(given: Predictions, name: str) -> FeatureColumn:
    if name in given.features:
        return given.features[name]
    if name == "label":
        return FeatureColumn(given.labels, given.gold)
    if name == "schema" and given.schema is not None:
        return given.schema
    known = [*given.features, "label", *(["schema"] if given.schema is not None else [])]
    raise UnknownName(f"feature in {given.name}", name, known)


def _crossed(features: Sequence[FeatureColumn], size: int) -> tuple[Codes, Codes, Any]:
    """Rows and numbers of cells; a row comes once for each combination of its values."""
    rows, cells = features[0].members(size)
    for feature in features[1:]:
        other_rows, other = feature.members(size)
        first, last = np.searchsorted(other_rows, rows, "left"), np.searchsorted(other_rows, rows, "right")
        count = last - first
        inside = np.arange(count.sum()) - np.repeat(np.cumsum(count) - count, count)
        place = np.repeat(first, count) + inside
        rows = np.repeat(rows, count)
        cells = (np.repeat(cells, count) + 1) * (len(feature.values) + 1) + other[place]

    def names(cell: int) -> tuple[str, ...]:
        found: list[str] = []
        for feature in reversed(features):
            width = len(feature.values) + 1
            code = (cell + 1) % width - 1
            found.append(NONE if code < 0 else feature.values[code])
            cell = (cell + 1) // width - 1
        return tuple(reversed(found))

    return rows, cells, names


def _cells(
    given: Predictions, rows: Codes, cell: Codes, values: list[tuple[str, ...]], chance: float
) -> list[ScoredCell]:
    number = len(values)
    correct = given.correct[rows]
    sizes = np.bincount(cell, minlength=number)
    right = np.bincount(cell, weights=correct, minlength=number).astype(np.int64)
    width = len(given.labels)
    gold = np.bincount(cell * width + given.gold[rows], minlength=number * width).reshape(number, width)
    groups, squares = _clusters(given, rows, cell, right / sizes)
    found = []
    for k in range(number):
        n, r = int(sizes[k]), int(right[k])
        many = int(groups[k]) if groups is not None else None
        robust = effective(r / n, n, many, float(squares[k])) if many is not None and many > 1 else None
        found.append(ScoredCell(values[k], n, r, wilson(r, n), robust, many, int(gold[k].max()) / n, chance))
    return found


def _samples(given: Predictions, rows: Codes, cell: Codes, number: int) -> Iterator[Predictions]:
    """The predictions of each cell."""
    bare, order = given.bare(), np.argsort(cell, kind="stable")
    ends = np.cumsum(np.bincount(cell, minlength=number))
    for first, last in zip([0, *ends[:-1]], ends, strict=True):
        yield bare.taken(rows[order[first:last]])


def _clusters(given: Predictions, rows: Codes, cell: Codes, share: Numbers) -> tuple[Codes | None, Numbers]:
    """How many schemas each cell has, and the sum of squares of their residuals."""
    clusters = given.clusters
    if clusters is None:
        return None, np.zeros(0)
    width = int(clusters.max()) + 1
    pairs, number = numbered(cell * width + clusters[rows])
    residuals = np.bincount(number, weights=given.correct[rows] - share[cell])
    of_cell = pairs // width
    squares = np.bincount(of_cell, weights=residuals**2, minlength=len(share)).astype(np.float64)
    return np.bincount(of_cell, minlength=len(share)), squares


def _order(cell: ScoredCell) -> tuple[tuple[int, float, str], ...]:
    """Numbers by size, then texts; rows without a value last."""
    return tuple((2, 0.0, v) if v == NONE else (0, float(v), v) if _number(v) else (1, 0.0, v) for v in cell.values)


def _number(text: str) -> bool:
    return text.removeprefix("-").replace(".", "", 1).isascii() and text.removeprefix("-").replace(".", "", 1).isdigit()
