"""Answers by gold label: precision, recall, F1, and whether labels look permuted."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import numpy as np

from provenli.labels import THREE, folded
from provenli.scoring.intervals import wilson
from provenli.scoring.predictions import Codes
from provenli.scoring.significance import mcnemar

WIDE = 0.1
"""A permutation must score better than the names as they stand by this much."""
SURE = 0.001
MOST_LABELS = 6


@dataclass(frozen=True, slots=True)
class LabelScore:
    """None if it is undefined: nothing was predicted so (precision), or nothing is so (recall)."""

    label: str
    gold: int
    predicted: int
    precision: float | None
    recall: float | None
    f1: float

    def to_json(self) -> dict[str, Any]:
        return {
            "label": self.label,
            "gold": self.gold,
            "predicted": self.predicted,
            "precision": self.precision,
            "recall": self.recall,
            "f1": self.f1,
        }


@dataclass(frozen=True, slots=True)
class Confusion:
    """`table[g][p]`: how many pairs with gold label g were answered p."""

    labels: tuple[str, ...]
    table: tuple[tuple[int, ...], ...]

    def to_json(self) -> dict[str, Any]:
        return {"labels": list(self.labels), "gold_by_predicted": [list(row) for row in self.table]}


def confusion(labels: tuple[str, ...], gold: Codes, predicted: Codes) -> Confusion:
    """Only labels that occur; the codes are into `labels`."""
    width = len(labels)
    table = np.bincount(gold * width + predicted, minlength=width * width).reshape(width, width)
    used = [k for k in range(width) if table[k].any() or table[:, k].any()]
    return Confusion(tuple(labels[k] for k in used), tuple(tuple(int(table[g, p]) for p in used) for g in used))


def label_scores(found: Confusion) -> tuple[LabelScore, ...]:
    table = np.array(found.table)
    scores = []
    for k, label in enumerate(found.labels):
        gold, predicted, right = int(table[k].sum()), int(table[:, k].sum()), int(table[k, k])
        precision = right / predicted if predicted else None
        recall = right / gold if gold else None
        scores.append(LabelScore(label, gold, predicted, precision, recall, 2 * right / (gold + predicted)))
    return tuple(scores)


def permuted(found: Confusion, fold: bool) -> str | None:
    """A warning if other names for the predicted labels would score much better: then they are probably mixed up. The
    gain must be large and certain, and the permuted labels must clearly beat the most frequent label: a model that
    always gives one answer looks better under any permutation that makes it the frequent one."""
    names = THREE if fold else found.labels
    if not 2 <= len(names) <= MOST_LABELS:
        return None
    size = sum(map(sum, found.table))
    as_is = _right(found, dict(zip(names, names, strict=True)), fold)
    renamed = [dict(zip(names, p, strict=True)) for p in permutations(names)]
    # Among several that are as good, the one that renames least.
    best = max(renamed, key=lambda r: (_right(found, r, fold), sum(a == b for a, b in r.items())))
    right = _right(found, best, fold)
    if (right - as_is) / size < WIDE or wilson(right, size).low <= _majority(found, fold):
        return None
    both = _right_both(found, best, fold)
    if mcnemar(right - both, as_is - both) * math.factorial(len(names)) >= SURE:
        return None
    changes = ", ".join(f"{a} as {b}" for a, b in best.items() if a != b)
    return (
        f"labels look permuted: reading {changes} would score {100 * right / size:.1f}% instead of "
        f"{100 * as_is / size:.1f}%; check the order of the model's labels"
    )


def _majority(found: Confusion, fold: bool) -> float:
    gold: dict[str, int] = {}
    for g, _, n in _cells(found):
        kind = folded(g) if fold else g
        gold[kind] = gold.get(kind, 0) + n
    return max(gold.values()) / sum(gold.values())


def _right(found: Confusion, renaming: dict[str, str], fold: bool) -> int:
    return sum(n for g, p, n in _cells(found) if _same(g, renaming.get(p, p), fold))


def _right_both(found: Confusion, renaming: dict[str, str], fold: bool) -> int:
    return sum(n for g, p, n in _cells(found) if _same(g, p, fold) and _same(g, renaming.get(p, p), fold))


def _cells(found: Confusion) -> list[tuple[str, str, int]]:
    pairs = zip(found.labels, found.table, strict=True)
    return [(g, p, n) for g, row in pairs for p, n in zip(found.labels, row, strict=True) if n]


def _same(gold: str, answer: str, fold: bool) -> bool:
    return folded(gold) == folded(answer) if fold else gold == answer
