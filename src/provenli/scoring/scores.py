"""The scores of one run: accuracy beside majority and chance, intervals, labels, other metrics, breakdowns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from provenli.errors import many
from provenli.labels import ABSTAINED, NOT, folded, must_fold, ordered
from provenli.options import DRAWS, SEEDS, check_whole
from provenli.scoring.breakdown import Breakdown, breakdown
from provenli.scoring.confusion import Confusion, LabelScore, confusion, label_scores, permuted
from provenli.scoring.grids import Part, html, plain
from provenli.scoring.intervals import Interval, against, bootstrapped, clustered, counts, wilson
from provenli.scoring.metrics import chosen_metrics
from provenli.scoring.metrics.metric import Estimate, Metric, measured
from provenli.scoring.predictions import Predictions
from provenli.scoring.shown import (
    MACRO_F1,
    breakdown_parts,
    confusion_grid,
    ends,
    label_grid,
    number,
    others,
    percent,
    reach,
)


@dataclass(frozen=True, slots=True, repr=False)
class Scores:
    """What `score` finds. Printed, it is the table that the command prints."""

    name: str
    size: int
    right: int
    wilson: Interval
    clustered: Interval | None
    bootstrap: Interval | None
    clusters: int | None
    majority: float
    """Accuracy of always giving the most frequent gold label."""
    majority_label: str
    chance: float
    """Accuracy of guessing among the labels that occur."""
    macro_f1: float
    labels: tuple[LabelScore, ...]
    confusion: Confusion
    breakdowns: tuple[Breakdown, ...]
    notes: tuple[str, ...]
    """What the reader must know: folding, rows left out."""
    warnings: tuple[str, ...]
    metrics: Mapping[str, Estimate] = field(default_factory=dict)
    """The metrics that were asked for."""

    @property
    def accuracy(self) -> float:
        return self.right / self.size

    @property
    def interval(self) -> Interval:
        """The interval to believe: clustered if schemas are known."""
        return self.clustered or self.wilson

    @property
    def against_majority(self) -> str:
        """'above majority', 'not above majority' or 'below majority', by the interval."""
        return against(self.interval, self.majority)

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "n": self.size,
            "right": self.right,
            "accuracy": self.accuracy,
            "wilson": self.wilson.to_json(),
            "clustered": self.clustered and self.clustered.to_json(),
            "bootstrap": self.bootstrap and self.bootstrap.to_json(),
            "schemas": self.clusters,
            "majority": self.majority,
            "majority_label": self.majority_label,
            "chance": self.chance,
            "against_majority": self.against_majority,
            "macro_f1": self.macro_f1,
            "labels": [x.to_json() for x in self.labels],
            "confusion": self.confusion.to_json(),
            "breakdowns": [b.to_json() for b in self.breakdowns],
            "notes": list(self.notes),
            "warnings": list(self.warnings),
            **measured(self.metrics),
        }

    def parts(self) -> list[Part]:
        """Lines of text, and tables, to be printed."""
        return [
            *_head(self),
            *(f"note: {n}" for n in self.notes),
            *(f"warning: {w}" for w in self.warnings),
            "",
            label_grid(self.labels),
            "",
            confusion_grid(self.confusion),
            *(part for b in self.breakdowns for part in ("", *breakdown_parts(b))),
        ]

    def __str__(self) -> str:
        return plain(self.parts())

    def __repr__(self) -> str:
        said = f"{self.right:,} of {self.size:,} right, {percent(self.accuracy)}% [{ends(self.interval)}]"
        return f"<Scores of {self.name}: {said}, {self.against_majority}>"

    def _repr_html_(self) -> str:
        return html(self.parts())


def _head(score: Scores) -> list[str]:
    schemas = f", {many(score.clusters, 'schema')}" if score.clusters is not None else ""
    if score.clustered is not None:
        interval = f"{ends(score.clustered)}, clustered by schema; {ends(score.wilson)} if pairs were independent"
    else:
        why = "all pairs are of one schema" if score.clusters == 1 else "no schemas given"
        interval = f"{ends(score.wilson)}, as if pairs were independent: {why}"
    boot = [f"          {ends(score.bootstrap)} by bootstrap over schemas"] if score.bootstrap else []
    return [
        f"{score.name}: {many(score.size, 'pair')}{schemas}",
        f"accuracy  {percent(score.accuracy)}% (95%: {interval})",
        *boot,
        f"majority  {percent(score.majority)}% ({score.majority_label}), chance {percent(score.chance)}%: "
        + score.against_majority,
        *([] if MACRO_F1 in score.metrics else [f"macro F1  {percent(score.macro_f1)}"]),
        *(f"{name}  {number(e.value, e.percent)} (95%: {reach(e)})" for name, e in others(score.metrics).items()),
    ]


def score(
    given: Predictions,
    by: Sequence[str | Sequence[str]] = (),
    *,
    two_way: bool = False,
    metrics: Sequence[str | Metric] = (),
    bootstrap: int = 0,
    seed: int = 0,
) -> Scores:
    """Score predictions; `by` names features, or pairs of features to cross. `bootstrap`: how many draws, if any.

    `metrics`: names of METRICS, or metrics of your own; accuracy is always there.
    """
    check_whole("--bootstrap", bootstrap, DRAWS)
    check_whole("--seed", seed, SEEDS)
    used, fold = comparable(given, two_way)
    asked = chosen_metrics(metrics)
    found = confusion(used.labels, used.gold, used.predicted)
    labels = label_scores(found)
    most = max(labels, key=lambda x: x.gold)
    real = [x.f1 for x in labels if x.label != ABSTAINED]
    warning = permuted(confusion(given.labels, given.gold, given.predicted), fold is not None)
    return Scores(
        used.name,
        used.size,
        int(used.correct.sum()),
        *_intervals(used, bootstrap, seed),
        most.gold / used.size,
        most.label,
        1 / len(real),
        sum(real) / len(real),
        labels,
        found,
        tuple(breakdown(used, (b,) if isinstance(b, str) else tuple(b), 1 / len(real), asked) for b in by),
        (*used.notes, *([fold] if fold else [])),
        (warning,) if warning else (),
        {m.name: m.compute(used.bare()) for m in asked},
    )


def _intervals(
    used: Predictions, bootstrap: int, seed: int
) -> tuple[Interval, Interval | None, Interval | None, int | None]:
    """Wilson's, clustered, by bootstrap; and how many schemas there are."""
    plain_one = wilson(int(used.correct.sum()), used.size)
    if used.clusters is None:
        return plain_one, None, None, None
    found = counts(used.clusters, used.correct)
    drawn = bootstrapped(found, bootstrap, np.random.default_rng(seed)) if bootstrap else None
    return plain_one, clustered(found), drawn, len(found.sizes)


def comparable(given: Predictions, two_way: bool) -> tuple[Predictions, str | None]:
    """Predictions folded to two labels if that is asked for or needed, and a line that says so."""
    gold, said = (
        {given.labels[k] for k in np.flatnonzero(np.bincount(codes, minlength=len(given.labels)))}
        for codes in (given.gold, given.predicted)
    )
    if not two_way and not must_fold(gold, said, given.name):
        three_way = given.probabilities is not None and NOT in gold and any(folded(x) != x for x in given.labels)
        return (_folded(given) if three_way else given), None
    away = sorted(label for label in gold | said if folded(label) != label)
    if not away:
        return given, None
    why = "as --two-way asks" if two_way else "since gold labels are two-way"
    return _folded(given), f"{' and '.join(away)} counted as non-entailment, {why}"


def _folded(given: Predictions) -> Predictions:
    labels = ordered(map(folded, given.labels))
    table = np.array([labels.index(folded(label)) for label in given.labels], dtype=np.int64)
    shares = given.probabilities
    if shares is not None:
        shares = np.stack([shares[:, table == k].sum(axis=1) for k in range(len(labels))], axis=1)
    return replace(given, labels=labels, gold=table[given.gold], predicted=table[given.predicted], probabilities=shares)
