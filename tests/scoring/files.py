"""Small files of predictions for the tests."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from provenli.scoring.predictions import FeatureColumn, Predictions

E, N, C, NOT = "entailment", "neutral", "contradiction", "non-entailment"


def write_lines(path: Path, rows: Iterable[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return path


def answers(path: Path, pairs: Sequence[tuple[str, str]], **more: Sequence[Any]) -> Path:
    """A file with ids p0, p1 …; `more` gives further keys, one value a row."""
    rows = [
        {"id": f"p{k}", "gold": g, "label": p, **{key: v[k] for key, v in more.items()}}
        for k, (g, p) in enumerate(pairs)
    ]
    return write_lines(path, rows)


def predictions(
    gold: Sequence[str], predicted: Sequence[str], schemas: Sequence[int] | None = None, **features: Sequence[str]
) -> Predictions:
    labels = (E, N, C, NOT, "abstained")
    code = {label: k for k, label in enumerate(labels)}
    ids = np.array([f"p{k}" for k in range(len(gold))], dtype=object)
    return Predictions(
        "run",
        ids,
        labels,
        np.array([code[g] for g in gold]),
        np.array([code[p] for p in predicted]),
        None if schemas is None else coded([str(s) for s in schemas]),
        {n: coded(v) for n, v in features.items()},
    )


def coded(values: Sequence[str]) -> FeatureColumn:
    names = tuple(dict.fromkeys(values))
    return FeatureColumn(names, np.array([names.index(v) for v in values]))
