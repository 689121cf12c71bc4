"""Predictions as lines: what a score is computed from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from provenli.errors import InputError
from provenli.labels import ABSTAINED, KNOWN
from provenli.models.examples import Examples
from provenli.models.protocol import Fitted


def check_labels(fitted: Fitted, examples: Examples) -> None:
    """Three-way models are scored on two-way data and the other way round, so the usual labels may be mixed; others may
    not."""
    known = set(fitted.labels)
    for label in examples.labels.values:
        if label not in known and not {label, *known} <= set(KNOWN):
            raise InputError(
                f"{examples.where}: the label {label!r} is none of the model's: {', '.join(fitted.labels)}"
            )


def predictions(fitted: Fitted, examples: Examples) -> list[dict[str, Any]]:
    out = []
    for k, row in enumerate(fitted.probabilities(examples)):
        code = int(examples.labels.codes[k])
        out.append(
            {
                "id": examples.ids[k],
                "gold": examples.labels.values[code] if code >= 0 else None,
                "label": fitted.labels[int(row.argmax())],
                "probabilities": {name: round(float(p), 6) for name, p in zip(fitted.labels, row, strict=True)},
                "schema": examples.schemas[k] if examples.schemas else "",
                "features": examples.feature_values(k),
            }
        )
    return out


def told_in_short(values: Sequence[Mapping[str, Any]], labels: Sequence[str]) -> dict[str, Any]:
    """How many predictions a model with these labels gave, and how many are right, if each row has one of the labels. A
    learner that never guesses abstains where training showed it nothing."""
    golds = {v["gold"] for v in values}
    right = sum(v["label"] == v["gold"] for v in values)
    return {
        "rows": len(values),
        "labels": list(labels),
        "accuracy": right / len(values) if golds <= set(labels) else None,
        "abstained": sum(v["label"] == ABSTAINED for v in values),
    }
