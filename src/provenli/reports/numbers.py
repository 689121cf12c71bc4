"""The number of an entry: mean over seeds and cells with its interval, beside the published one and the majority.
Shares are in per cent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev
from types import MappingProxyType
from typing import Any, TypeAlias

from provenli.errors import InputError
from provenli.scoring.intervals import Interval
from provenli.scoring.metrics import metric_named
from provenli.scoring.metrics.accuracy import ACCURACY
from provenli.scoring.seeds_and_schemas import SeedVariance, combined, mean_of_cells, pooled, seed_variance
from provenli.scoring.significance import quantile
from provenli.studies.study import Entry, Published

Results: TypeAlias = Mapping[str, Mapping[int, Mapping[str, Any]]]
Absent: TypeAlias = Mapping[str, str]
"""Cells without a result, with the reason: that they failed, or why they were left out."""
SEEDS, SCHEMAS, BOTH = "over seeds", "over schemas", "over seeds and schemas"
ENOUGH = 3
"""Fewer runs do not show how runs differ, if nothing else measures that."""
NOT_COMPARABLE = "not comparable"


@dataclass(frozen=True, slots=True)
class EntryNumber:
    """`seeds` 0: not run. `of`: what the interval covers."""

    published: Published | None
    mean: float | None = None
    low: float | None = None
    high: float | None = None
    of: str = ""
    seeds: int = 0
    pairs: int = 0
    why: str = "not run"
    digits: int = 1
    majority: float | None = None
    """The share of the most frequent label among the pairs that were asked."""

    @property
    def difference(self) -> float | None:
        """None if the two come from different data."""
        if self.mean is None or self.published is None or self.published.unlike:
            return None
        return self.mean - self.published.value

    @property
    def interval(self) -> Interval:
        """In per cent; a number without an interval counts as exact."""
        mean = self.mean or 0.0
        return Interval(mean if self.low is None else self.low, mean if self.high is None else self.high)

    # --- as the page shows it ---

    @property
    def shown_mean(self) -> str:
        return "" if self.mean is None else f"{self.mean:.{self.digits}f}"

    @property
    def shown_ends(self) -> str:
        return "" if self.low is None else f"[{self.low:.{self.digits}f}, {self.high:.{self.digits}f}]"

    @property
    def shown_seeds(self) -> str:
        return shown_seeds(self)

    @property
    def shown_published(self) -> str:
        return shown_published(self.published)

    @property
    def shown_difference(self) -> str:
        return shown_difference(self)


def number(entry: Entry, results: Results, absent: Absent = MappingProxyType({})) -> EntryNumber:
    there = [c for c in entry.cells if c in results]
    if len(there) < len(entry.cells):
        return EntryNumber(entry.published, why=_why(entry, there, absent))
    seeds = sorted(set.intersection(*(set(results[c]) for c in entry.cells)))
    if not seeds:
        return EntryNumber(entry.published)
    if entry.epoch is not None:
        return _after(entry, entry.epoch, results, seeds)
    if any(_lacks(results[c][s], entry, c) for c in entry.cells for s in seeds):
        return EntryNumber(entry.published, why="no such pairs")
    percent = metric_named(entry.metric).percent
    times, digits = (100, 1) if percent else (1, 3)
    mean = fmean(_value(results[c][s], entry, c) for s in seeds for c in entry.cells)
    pairs = sum(_pairs(results[c][seeds[0]], entry, c) for c in entry.cells)
    interval, of = _reach(entry, results, seeds) if percent else _plain_reach(entry, results, seeds)
    low, high = (times * interval.low, times * interval.high) if interval else (None, None)
    most = _majority(entry, results, seeds[0])
    return EntryNumber(entry.published, times * mean, low, high, of, len(seeds), pairs, "", digits, most)


def _why(entry: Entry, there: Sequence[str], absent: Absent) -> str:
    lacking = [c for c in entry.cells if c not in there]
    told = list(dict.fromkeys(absent.get(c, "not run") for c in lacking))
    why = "; ".join(told)
    return why if not there else f"{why}: {len(there)} of {len(entry.cells)} cells are there"


def _majority(entry: Entry, results: Results, seed: int) -> float | None:
    """The majority over all pairs that were asked; None if it is not on record, and beside metrics other than accuracy,
    since it is an accuracy. None also for several parts of which some have one label only, for it may not be the same
    label in each."""
    if entry.metric != ACCURACY.name:
        return None
    found = [_test(results[c][seed], entry, t, c) for c in entry.cells for t in entry.tests]
    if any(f.get("majority") is None or (f["majority"] == 1 and len(found) > 1) for f in found):
        return None
    size = sum(f["n"] for f in found)
    return float(100 * sum(f["n"] * f["majority"] for f in found) / size)


# --- how sure it is: scoring/seeds_and_schemas.py ---


def _reach(entry: Entry, results: Results, seeds: Sequence[int]) -> tuple[Interval | None, str]:
    """The interval over seeds and schemas together, then over cells."""
    means, intervals, data, trained = [], [], [], False
    for cell in entry.cells:
        runs = [results[cell][s] for s in seeds]
        own = [_run_interval(tests, entry, cell) for tests in runs]
        if any(i is None for i in own):
            return None, ""
        shares = [_value(tests, entry, cell) for tests in runs]
        interval, with_seeds = combined(shares, [i for i in own if i is not None], _like(cell, results))
        means.append(fmean(shares))
        intervals.append(interval)
        data.append(" ".join(str(runs[0][t].get("data") or f"{cell} {t}") for t in entry.tests))
        trained |= with_seeds
    of = BOTH if trained else SCHEMAS
    return (intervals[0] if len(intervals) == 1 else mean_of_cells(means, intervals, data)), of


def _run_interval(tests: Mapping[str, Any], entry: Entry, cell: str) -> Interval | None:
    """The interval of one run over the entry's tests; pairs of one schema count together."""
    found = [_test(tests, entry, t, cell) for t in entry.tests]
    ends = [_ends(f, entry, cell) for f in found]
    if any(e is None for e in ends):
        return None
    size = sum(f["n"] for f in found)
    shares = [_share(f, entry, cell) for f in found]
    mean = sum(f["n"] * p for f, p in zip(found, shares, strict=True)) / size
    below, above = (
        sqrt(sum((f["n"] * (p - e[side])) ** 2 for f, p, e in zip(found, shares, ends, strict=True) if e)) / size
        for side in (0, 1)
    )
    return Interval(max(0.0, mean - below), min(1.0, mean + above))


def _ends(found: Mapping[str, Any], entry: Entry, cell: str) -> Sequence[float] | None:
    if entry.metric == ACCURACY.name:
        ends: Sequence[float] | None = found.get("clustered") or found.get("wilson")
        return ends
    measured = _measured(found, entry, cell)
    return None if measured["low"] is None else [measured["low"], measured["high"]]


def _like(cell: str, results: Results) -> SeedVariance | None:
    """How much runs differ in other cells of the same model."""
    model = _model(results[cell])
    found = []
    for other, seeds in results.items():
        if other != cell and len(seeds) > 1 and _model(seeds) == model:
            names = set.intersection(*(set(tests) for tests in seeds.values())) - {"train"}
            found += [seed_variance([tests[n]["right"] / tests[n]["n"] for tests in seeds.values()]) for n in names]
    return pooled(v for v in found if v is not None)


def _model(seeds: Mapping[int, Mapping[str, Any]]) -> tuple[str, str]:
    """Predictions that were made elsewhere say nothing about a model."""
    run = next(iter(next(iter(seeds.values())).values())).get("run", {})
    return run.get("model", ""), run.get("preset", "")


def _plain_reach(entry: Entry, results: Results, seeds: Sequence[int]) -> tuple[Interval | None, str]:
    """For a metric that is no share: one run of one test has its own interval, several runs have Student's."""
    if len(seeds) >= ENOUGH:
        found = [fmean(_value(results[c][s], entry, c) for c in entry.cells) for s in seeds]
        return _student(found), SEEDS
    if len(seeds) > 1 or len(entry.cells) > 1 or len(entry.tests) > 1:
        return None, ""
    cell = entry.cells[0]
    ends = _ends(_test(results[cell][seeds[0]], entry, entry.tests[0], cell), entry, cell)
    return (Interval(*ends), SCHEMAS) if ends else (None, "")


def _student(values: Sequence[float]) -> Interval:
    half = quantile(len(values) - 1) * stdev(values) / sqrt(len(values))
    return Interval(fmean(values) - half, fmean(values) + half)


def history(tests: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The epochs of the training that these tests belong to; none for a model that is not trained in epochs."""
    found: list[Mapping[str, Any]] = next(iter(tests.values()))["run"]["history"]
    return found


def _after(entry: Entry, epoch: int, results: Results, seeds: list[int]) -> EntryNumber:
    """On dev, for which only the accuracy is on record: there is an interval only if there are enough runs."""
    runs = [[history(results[c][s]) for c in entry.cells] for s in seeds]
    if any(len(h) < epoch for cells in runs for h in cells):
        return EntryNumber(entry.published, why="no such epoch")
    found = [fmean(h[epoch - 1]["dev_accuracy"] for h in cells) for cells in runs]
    mean, of, low, high = fmean(found), "", None, None
    if len(found) >= ENOUGH:
        reach = _student(found)
        low, high, of = 100 * max(0.0, reach.low), 100 * min(1.0, reach.high), SEEDS
    return EntryNumber(entry.published, 100 * mean, low, high, of, len(seeds), 0, "")


def _lacks(tests: Mapping[str, Any], entry: Entry, cell: str) -> bool:
    """Whether a test has no pair with the value that is asked for."""
    feature, _, value = entry.by.partition("=")
    for name in entry.tests if entry.by else ():
        found = [b for b in _whole(tests, name, cell)["breakdowns"] or () if b["by"] == [feature]]
        if found and not any(c["values"] == [value] for b in found for c in b["cells"]):
            return True
    return False


def _value(tests: Mapping[str, Any], entry: Entry, cell: str) -> float:
    found = [_test(tests, entry, t, cell) for t in entry.tests]
    size: int = sum(f["n"] for f in found)
    return float(sum(f["n"] * _share(f, entry, cell) for f in found) / size)


def _share(found: Mapping[str, Any], entry: Entry, cell: str) -> float:
    """For one test."""
    if entry.metric == ACCURACY.name:
        return float(found["right"] / found["n"])
    return float(_measured(found, entry, cell)["value"])


def _measured(found: Mapping[str, Any], entry: Entry, cell: str) -> Mapping[str, Any]:
    metrics = found.get("metrics") or {}
    if entry.metric not in metrics:
        there = ", ".join(" ".join(m.split()) for m in metrics) or "accuracy only"
        raise InputError(f"the study shows {entry.metric} of cell {cell!r}, of which there is {there}; run it again")
    measured: Mapping[str, Any] = metrics[entry.metric]
    return measured


def _pairs(tests: Mapping[str, Any], entry: Entry, cell: str) -> int:
    return sum(_test(tests, entry, t, cell)["n"] for t in entry.tests)


def _whole(tests: Mapping[str, Any], name: str, cell: str) -> Mapping[str, Any]:
    if name not in tests:
        there = ", ".join(" ".join(t.split()) for t in tests)
        raise InputError(f"the study shows the test {name!r} of cell {cell!r}, which has {there}")
    found: Mapping[str, Any] = tests[name]
    return found


def _test(tests: Mapping[str, Any], entry: Entry, name: str, cell: str) -> Mapping[str, Any]:
    found = _whole(tests, name, cell)
    if not entry.by:
        return found
    feature, _, value = entry.by.partition("=")
    for breakdown in found["breakdowns"] or ():
        for c in breakdown["cells"]:
            if breakdown["by"] == [feature] and c["values"] == [value]:
                inner: Mapping[str, Any] = c
                return inner
    raise InputError(
        f"the study shows {entry.by!r} of cell {cell!r}, test {name!r}, which was not broken down in that way"
    )


def shown(n: EntryNumber) -> str:
    """81.2 [79.0, 83.4]"""
    if n.mean is None:
        return n.why
    return " ".join(filter(None, [n.shown_mean, n.shown_ends]))


def shown_seeds(n: EntryNumber) -> str:
    """Empty for one run: its interval is of another kind."""
    return f"{n.seeds} seeds" if n.seeds > 1 else ""


def shown_published(p: Published | None) -> str:
    if p is None:
        return ""
    told = str(p.value) + (f" ± {p.spread}" if p.spread is not None else "")
    return f"{told}, {NOT_COMPARABLE}" if p.unlike else told


def shown_difference(n: EntryNumber) -> str:
    return "" if n.difference is None else f"{n.difference:+.{n.digits}f}".replace("-", "−")
