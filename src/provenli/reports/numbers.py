"""The number of an entry: mean over seeds with its interval, beside the published one. Shares are in per cent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import fmean
from typing import Any, TypeAlias

from provenli.errors import InputError
from provenli.scoring.metrics import metric_named
from provenli.scoring.metrics.accuracy import ACCURACY
from provenli.scoring.seeds import spread
from provenli.studies.study import Entry, Published

Results: TypeAlias = Mapping[str, Mapping[int, Mapping[str, Any]]]
SEEDS, SCHEMAS = "over seeds", "over schemas"


@dataclass(frozen=True, slots=True)
class EntryNumber:
    """`seeds` 0: not run. `of`: what the interval is of."""

    published: Published | None
    mean: float | None = None
    low: float | None = None
    high: float | None = None
    of: str = ""
    seeds: int = 0
    pairs: int = 0
    why: str = "not run"
    digits: int = 1

    @property
    def difference(self) -> float | None:
        return None if self.mean is None or self.published is None else self.mean - self.published.value

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


def number(entry: Entry, results: Results) -> EntryNumber:
    there = [c for c in entry.cells if c in results]
    if len(there) < len(entry.cells):
        why = "not run" if not there else f"not run: {len(there)} of {len(entry.cells)} cells"
        return EntryNumber(entry.published, why=why)
    seeds = sorted(set.intersection(*(set(results[c]) for c in entry.cells)))
    if not seeds:
        return EntryNumber(entry.published)
    if entry.epoch is not None:
        return _after(entry, entry.epoch, results, seeds)
    if any(_lacks(results[c][s], entry, c) for c in entry.cells for s in seeds):
        return EntryNumber(entry.published, why="no such pairs")
    percent = metric_named(entry.metric).percent
    times, digits = (100, 1) if percent else (1, 3)
    found = spread([fmean(_value(results[c][s], entry, c) for c in entry.cells) for s in seeds], percent)
    pairs = sum(_pairs(results[c][seeds[0]], entry, c) for c in entry.cells)
    ends, of = (found.interval.to_json(), SEEDS) if found.interval else _alone(entry, results, seeds[0])
    low, high = (times * ends[0], times * ends[1]) if ends else (None, None)
    return EntryNumber(entry.published, times * found.mean, low, high, of, len(seeds), pairs, "", digits)


def history(tests: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The epochs of the training that these are the tests of; none for what is not trained in epochs."""
    found: list[Mapping[str, Any]] = next(iter(tests.values()))["run"]["history"]
    return found


def _after(entry: Entry, epoch: int, results: Results, seeds: list[int]) -> EntryNumber:
    runs = [[history(results[c][s]) for c in entry.cells] for s in seeds]
    if any(len(h) < epoch for cells in runs for h in cells):
        return EntryNumber(entry.published, why="no such epoch")
    found = spread([fmean(h[epoch - 1]["dev_accuracy"] for h in cells) for cells in runs])
    low, high = (100 * e for e in found.interval.to_json()) if found.interval else (None, None)
    return EntryNumber(entry.published, 100 * found.mean, low, high, SEEDS if found.interval else "", len(seeds), 0, "")


def _alone(entry: Entry, results: Results, seed: int) -> tuple[list[float] | None, str]:
    """Of one run of one test: how sure the metric itself is, pairs of one schema counting together."""
    if len(entry.cells) > 1 or len(entry.tests) > 1:
        return None, ""
    found = _test(results[entry.cells[0]][seed], entry, entry.tests[0], entry.cells[0])
    if entry.metric == ACCURACY.name:
        ends = found.get("clustered") or found.get("wilson")
    else:
        measured = _measured(found, entry, entry.cells[0])
        ends = None if measured["low"] is None else [measured["low"], measured["high"]]
    return (ends, SCHEMAS) if ends else (None, "")


def _lacks(tests: Mapping[str, Any], entry: Entry, cell: str) -> bool:
    """Whether a test has no pair of the value that is asked for."""
    feature, _, value = entry.by.partition("=")
    for name in entry.tests if entry.by else ():
        found = [b for b in _whole(tests, name, cell)["breakdowns"] or () if b["by"] == [feature]]
        if found and not any(c["values"] == [value] for b in found for c in b["cells"]):
            return True
    return False


def _value(tests: Mapping[str, Any], entry: Entry, cell: str) -> float:
    found = [_test(tests, entry, t, cell) for t in entry.tests]
    size: int = sum(f["n"] for f in found)
    if entry.metric == ACCURACY.name:
        right: int = sum(f["right"] for f in found)
        return right / size
    total: float = sum(f["n"] * _measured(f, entry, cell)["value"] for f in found)
    return total / size


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
    raise InputError(f"the study shows {entry.by!r} of cell {cell!r}, test {name!r}, which was not broken down so")


def shown(n: EntryNumber) -> str:
    """81.2 [79.0, 83.4]"""
    if n.mean is None:
        return n.why
    return " ".join(filter(None, [n.shown_mean, n.shown_ends]))


def shown_seeds(n: EntryNumber) -> str:
    """Nothing for one run: its interval is of another kind."""
    return f"{n.seeds} seeds" if n.seeds > 1 else ""


def shown_published(p: Published | None) -> str:
    if p is None:
        return ""
    return str(p.value) + (f" ± {p.spread}" if p.spread is not None else "")


def shown_difference(n: EntryNumber) -> str:
    return "" if n.difference is None else f"{n.difference:+.{n.digits}f}".replace("-", "−")
