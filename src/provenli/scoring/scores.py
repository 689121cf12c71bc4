"""The score of one run: accuracy beside majority and chance, intervals, labels, breakdowns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from provenli.errors import InputError
from provenli.labels import ABSTAINED, folded, must_fold, ordered
from provenli.scoring.breakdown import Breakdown, breakdown
from provenli.scoring.confusion import Confusion, LabelScore, confusion, label_scores, permuted
from provenli.scoring.intervals import Interval, against, bootstrapped, clustered, counts, wilson
from provenli.scoring.predictions import Predictions


@dataclass(frozen=True, slots=True)
class Score:
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

    @property
    def accuracy(self) -> float:
        return self.right / self.size

    @property
    def interval(self) -> Interval:
        """The one to believe: clustered where schemas are known."""
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
        }


def score(
    given: Predictions,
    by: Sequence[str | Sequence[str]] = (),
    *,
    two_way: bool = False,
    bootstrap: int = 0,
    seed: int = 0,
) -> Score:
    """Score predictions; `by` names features, or pairs of features to cross. `bootstrap`: how many draws, if any."""
    if bootstrap < 0 or seed < 0:
        raise InputError(f"--bootstrap and --seed: expected 0 or more, found {min(bootstrap, seed)}")
    used, fold = comparable(given, two_way)
    raw = confusion(given.labels, given.gold, given.predicted)
    found = confusion(used.labels, used.gold, used.predicted)
    labels = label_scores(found)
    most = max(labels, key=lambda x: x.gold)
    real = [x for x in labels if x.label != ABSTAINED]
    right = int(used.correct.sum())
    clusters = used.clusters
    grouped = counts(clusters, used.correct) if clusters is not None else None
    rng = np.random.default_rng(seed)
    warning = permuted(raw, fold is not None)
    return Score(
        used.name,
        used.size,
        right,
        wilson(right, used.size),
        clustered(grouped) if grouped else None,
        bootstrapped(grouped, bootstrap, rng) if grouped and bootstrap else None,
        len(grouped.sizes) if grouped else None,
        most.gold / used.size,
        most.label,
        1 / len(real),
        sum(x.f1 for x in real) / len(real),
        labels,
        found,
        tuple(breakdown(used, (b,) if isinstance(b, str) else tuple(b), 1 / len(real)) for b in by),
        (*used.notes, *([fold] if fold else [])),
        (warning,) if warning else (),
    )


def comparable(given: Predictions, two_way: bool) -> tuple[Predictions, str | None]:
    """Predictions folded to two labels where that is asked for or needed, and a line that says so."""
    gold, said = (
        {given.labels[k] for k in np.flatnonzero(np.bincount(codes, minlength=len(given.labels)))}
        for codes in (given.gold, given.predicted)
    )
    if not two_way and not must_fold(gold, said, given.name):
        return given, None
    away = sorted(label for label in gold | said if folded(label) != label)
    if not away:
        return given, None
    why = "as --two-way asks" if two_way else "since gold labels are two-way"
    return _folded(given), f"{' and '.join(away)} counted as non-entailment, {why}"


def _folded(given: Predictions) -> Predictions:
    labels = ordered(map(folded, given.labels))
    table = np.array([labels.index(folded(label)) for label in given.labels], dtype=np.int64)
    return Predictions(
        given.name,
        given.ids,
        labels,
        table[given.gold],
        table[given.predicted],
        given.schema,
        given.features,
        given.notes,
    )
