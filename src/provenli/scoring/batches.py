"""What every reader hands over: a batch of rows as Arrow columns of texts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, NoReturn, TypeAlias

from provenli.errors import InputError

Role: TypeAlias = Literal["id", "gold", "label", "schema"]
Keys: TypeAlias = Mapping[Role, str]
"""The key or column that plays each role in one file."""

# Published files and other people's tables use several names; the first that a file has counts. A column `label` holds
# predictions, unless another column says that it does: then `label` is the gold label, as data files call it.
FOR_PREDICTIONS: dict[Role, tuple[str, ...]] = {
    "id": ("id", "pairID"),
    "label": ("prediction", "pred", "predicted", "predicted_label", "label"),
    "gold": ("gold", "gold_label", "label"),
    "schema": ("schema",),
}
FOR_GOLD: dict[Role, tuple[str, ...]] = {
    "id": ("id", "pairID"),
    "gold": ("gold", "gold_label", "label"),
    "schema": ("schema",),
}


@dataclass(frozen=True, eq=False)
class PredictionBatch:
    """`size` rows. A column is an Arrow array of texts; a feature's may be one of lists of texts."""

    size: int
    columns: Mapping[Role, Any]
    features: Mapping[str, Any]
    probabilities: Mapping[str, Any] | None = None
    """By label, Arrow arrays of numbers; None if there are none, or something else is under that key."""


def keys_of(found: Any, roles: Mapping[Role, tuple[str, ...]]) -> Keys:
    """Which of a role's names a file uses, by its first row; no column plays two roles. Where it uses none: what we
    write ourselves."""
    keys: dict[Role, str] = {}
    for role, names in roles.items():
        usual = "label" if role == "label" else names[0]
        keys[role] = next((n for n in names if n in found and n not in keys.values()), usual)
    return keys


def shown(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)[:60]


def refuse(path: object, line: int, what: str) -> NoReturn:
    raise InputError(f"{path}, line {line}: {what}")
