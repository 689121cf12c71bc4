"""Predictions as lines: what a score is computed from."""

from __future__ import annotations

from typing import Any

from provenli.errors import InputError
from provenli.labels import LABELS
from provenli.models.examples import Examples
from provenli.models.protocol import Fitted

FOLDED = frozenset(LABELS)
"""Three-way models are scored on two-way data and the other way: these labels may meet."""
ABSTAINED = "abstained"
"""What a learner answers that never guesses, where it was shown nothing (Geiger et al. 2019, Algorithm 2)."""


def check_labels(fitted: Fitted, examples: Examples) -> None:
    known = set(fitted.labels)
    for label in examples.labels.values:
        if label not in known and not ({label} | known <= FOLDED | {ABSTAINED}):
            raise InputError(
                f"{examples.where}: the label {label!r} is none of the model's: {', '.join(fitted.labels)}"
            )


def predictions(fitted: Fitted, examples: Examples) -> list[dict[str, Any]]:
    found = fitted.probabilities(examples)
    out = []
    for k, row in enumerate(found):
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
