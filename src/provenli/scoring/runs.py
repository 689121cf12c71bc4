"""Files of predictions scored together: runs, models with several seeds, comparisons; as text, JSON or CSV."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from provenli.errors import InputError
from provenli.scoring.comparison import Comparison, compare_pairs
from provenli.scoring.grids import Part, csv_text, html, plain
from provenli.scoring.load import load, load_gold
from provenli.scoring.metrics import chosen_metrics
from provenli.scoring.metrics.metric import Metric
from provenli.scoring.predictions import Predictions
from provenli.scoring.scores import Scores, score
from provenli.scoring.seeds import GroupDifference, SeedGroup, differences, group_name, grouped
from provenli.scoring.shown import others
from provenli.scoring.side_by_side import several


@dataclass(frozen=True)
class ScoreRequest:
    """Which files are scored, and how."""

    files: tuple[Path, ...]
    gold: Path | None = None
    by: tuple[str, ...] = ()
    two_way: bool = False
    baseline: Path | None = None
    seeds: bool = False
    group: str | None = None
    labels: tuple[str, ...] = ()
    partial: bool = False
    metrics: tuple[str | Metric, ...] = ()
    bootstrap: int = 0
    seed: int = 0

    @property
    def all_files(self) -> list[Path]:
        """The baseline first."""
        return [*([self.baseline] if self.baseline else []), *self.files]


@dataclass(frozen=True, repr=False)
class ScoredRuns:
    """Printed, they are what the command prints."""

    scores: tuple[Scores, ...]
    groups: tuple[SeedGroup, ...]
    differences: tuple[GroupDifference, ...]
    comparisons: tuple[Comparison, ...]
    refusal: str | None
    """Why runs were not compared, if nobody asked for it explicitly."""

    def to_json(self) -> dict[str, Any]:
        return {
            "runs": [s.to_json() for s in self.scores],
            "groups": [g.to_json() for g in self.groups],
            "differences": [d.to_json() for d in self.differences],
            "comparisons": [c.to_json() for c in self.comparisons],
            "not_compared": self.refusal,
        }

    def parts(self) -> list[Part]:
        if len(self.scores) == 1:
            return self.scores[0].parts()
        refusal = ["", f"note: runs are not compared: {self.refusal}"] if self.refusal else []
        return [*several(self.scores, self.groups, self.differences, self.comparisons), *refusal]

    def __str__(self) -> str:
        return plain(self.parts())

    def __repr__(self) -> str:
        return f"<ScoredRuns: {len(self.scores)} runs of {len(self.groups)} models>"

    def _repr_html_(self) -> str:
        return html(self.parts())

    def to_csv(self) -> str:
        """One line for each run and for each cell of its breakdowns."""
        metrics = [f"{m}{end}" for m in others(self.scores[0].metrics) for end in ("", "_low", "_high")]
        lines: list[Sequence[Any]] = [[*HEADER, *metrics]]
        for s in self.scores:
            lines.append(_row(s.name, (), (), s, False))
            lines += [_row(s.name, b.by, c.values, c, c.small) for b in s.breakdowns for c in b.cells]
        return csv_text(lines)


def score_files(asked: ScoreRequest, runs: Iterable[Predictions] | None = None) -> ScoredRuns:
    """`runs`: the predictions of the files, such as `read_runs(asked)` with a bar; they are read here if not given."""
    files, metrics = asked.all_files, chosen_metrics(asked.metrics)
    names = _models(files, asked)
    kept: list[Predictions] = []
    scores: list[Scores] = []
    by = [tuple(name.strip() for name in b.split(",")) for b in asked.by]
    how: dict[str, Any] = {"two_way": asked.two_way, "metrics": metrics}
    for predictions in read_runs(asked) if runs is None else runs:
        scores.append(score(predictions, by, **how, bootstrap=asked.bootstrap, seed=asked.seed))
        if len(set(names)) > 1:
            kept.append(predictions)
    comparisons, refusal = _compared(kept, names, asked, how | {"partial": asked.partial})
    groups = grouped(scores, names)
    return ScoredRuns(tuple(scores), groups, differences(groups, scores), comparisons, refusal)


def read_runs(asked: ScoreRequest) -> Iterator[Predictions]:
    gold = load_gold(asked.gold, labels=asked.labels) if asked.gold else None
    for file in asked.all_files:
        yield load(file, gold, labels=asked.labels, partial=asked.partial)


def _models(files: Sequence[Path], asked: ScoreRequest) -> list[str]:
    """The model that each file belongs to."""
    twice = next((f for k, f in enumerate(files) if f in files[:k]), None)
    if twice is not None:
        raise InputError(f"{twice} is named twice; every file is one run")
    if asked.seeds and (asked.group or asked.baseline):
        raise InputError("--seeds says that all files are one model; it does not go with --group or --baseline")
    return ["all runs" if asked.seeds else group_name(str(f), asked.group) for f in files]


def _compared(
    kept: Sequence[Predictions], names: Sequence[str], asked: ScoreRequest, how: dict[str, Any]
) -> tuple[tuple[Comparison, ...], str | None]:
    """Every run against the baseline, or every two runs of different models."""
    if asked.baseline:
        return compare_pairs([(kept[0], other) for other in kept[1:]], **how), None
    places = [(a, b) for a, b in combinations(range(len(kept)), 2) if names[a] != names[b]]
    try:
        return compare_pairs([(kept[a], kept[b]) for a, b in places], **how), None
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
        *(x for e in others(found.metrics).values() for x in (e.value, e.low, e.high)),
    )
