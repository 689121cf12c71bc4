"""The `score` command: files in, tables, JSON or CSV out."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from provenli.cli.grids import show
from provenli.cli.shown_scores import one_run, several
from provenli.errors import InputError
from provenli.files import write_whole
from provenli.scoring import Comparison, Group, Predictions, Score, group_name, grouped, load, load_gold, score
from provenli.scoring.columns import Columns
from provenli.scoring.comparison import compare_pairs
from provenli.scoring.seeds import GroupDifference, differences


@dataclass(frozen=True)
class Asked:
    """The words of the command line."""

    files: tuple[Path, ...]
    gold: Path | None = None
    by: tuple[str, ...] = ()
    two_way: bool = False
    baseline: Path | None = None
    seeds: bool = False
    group: str | None = None
    labels: tuple[str, ...] = ()
    partial: bool = False
    bootstrap: int = 0
    seed: int = 0


@dataclass(frozen=True)
class Found:
    scores: tuple[Score, ...]
    groups: tuple[Group, ...]
    differences: tuple[GroupDifference, ...]
    comparisons: tuple[Comparison, ...]
    refusal: str | None
    """Why runs were not compared, where nobody asked for it expressly."""

    def to_json(self) -> dict[str, Any]:
        return {
            "runs": [s.to_json() for s in self.scores],
            "groups": [g.to_json() for g in self.groups],
            "differences": [d.to_json() for d in self.differences],
            "comparisons": [c.to_json() for c in self.comparisons],
            "not_compared": self.refusal,
        }


def run(asked: Asked, as_json: bool, out: Path | None) -> None:
    found = scored(asked)
    if out is not None:
        write_csv(found.scores, out)
    if as_json:
        print(json.dumps(found.to_json(), ensure_ascii=False))
    elif len(found.scores) == 1:
        show(one_run(found.scores[0]))
    else:
        refusal = ["", f"note: runs are not compared: {found.refusal}"] if found.refusal else []
        show([*several(found.scores, found.groups, found.differences, found.comparisons), *refusal])


def scored(asked: Asked) -> Found:
    files = [*([asked.baseline] if asked.baseline else []), *asked.files]
    twice = next((f for k, f in enumerate(files) if f in files[:k]), None)
    if twice is not None:
        raise InputError(f"{twice} is named twice; every file is one run")
    if asked.seeds and (asked.group or asked.baseline):
        raise InputError("--seeds says that all files are one model; it does not go with --group or --baseline")
    names = ["all runs" if asked.seeds else group_name(str(f), asked.group) for f in files]
    kept: list[Predictions] = []
    scores: list[Score] = []
    gold = load_gold(asked.gold, labels=asked.labels) if asked.gold else None
    by = [tuple(name.strip() for name in b.split(",")) for b in asked.by]
    for predictions in _shown(_loaded(files, gold, asked), len(files)):
        scores.append(score(predictions, by, two_way=asked.two_way, bootstrap=asked.bootstrap, seed=asked.seed))
        if len(set(names)) > 1:
            kept.append(predictions)
    comparisons, refusal = _compared(kept, names, asked)
    groups = grouped(scores, names)
    return Found(tuple(scores), groups, differences(groups, scores), comparisons, refusal)


def _shown(runs: Iterator[Predictions], number: int) -> Iterator[Predictions]:
    """With a bar on a terminal."""
    if not sys.stderr.isatty():
        return runs
    from rich.console import Console
    from rich.progress import track

    return iter(track(runs, "scoring", number, console=Console(stderr=True), transient=True))


def _loaded(files: Sequence[Path], gold: Columns | None, asked: Asked) -> Iterator[Predictions]:
    for file in files:
        yield load(file, gold, labels=asked.labels, partial=asked.partial)


def _compared(
    kept: Sequence[Predictions], names: Sequence[str], asked: Asked
) -> tuple[tuple[Comparison, ...], str | None]:
    """Every run against the baseline, or every two runs of different models."""
    if asked.baseline:
        pairs = [(kept[0], other) for other in kept[1:]]
        return compare_pairs(pairs, two_way=asked.two_way, partial=asked.partial), None
    places = [(a, b) for a, b in combinations(range(len(kept)), 2) if names[a] != names[b]]
    try:
        pairs = [(kept[a], kept[b]) for a, b in places]
        return compare_pairs(pairs, two_way=asked.two_way, partial=asked.partial), None
    except InputError as error:
        return (), str(error)


HEADER = (
    "run",
    "by",
    "value",
    "by2",
    "value2",
    "n",
    "right",
    "accuracy",
    "low",
    "high",
    "wilson_low",
    "wilson_high",
    "schemas",
    "majority",
    "chance",
    "small",
)


def write_csv(scores: Sequence[Score], out: Path) -> None:
    """One line for each run and for each cell of its breakdowns; the file appears whole or not at all."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEADER)
    for s in scores:
        writer.writerow(_row(s.name, (), (), s, False))
        writer.writerows(_row(s.name, b.by, c.values, c, c.small) for b in s.breakdowns for c in b.cells)
    write_whole(out, text.getvalue().encode())


def _row(name: str, by: tuple[str, ...], values: tuple[str, ...], found: Any, small: bool) -> tuple[Any, ...]:
    named = [x for pair in zip(by, values, strict=True) for x in pair]
    return (
        name,
        *named,
        *[""] * (4 - len(named)),
        found.size,
        found.right,
        found.accuracy,
        found.interval.low,
        found.interval.high,
        found.wilson.low,
        found.wilson.high,
        "" if found.clusters is None else found.clusters,
        found.majority,
        found.chance,
        int(small),
    )
