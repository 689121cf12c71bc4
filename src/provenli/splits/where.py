"""Conditions on rows: alternatives, each a list of features with the values they may have.

A condition is a value, so a manifest can hold it and `provenli verify` can ask it again. Two names are not features:
`label` is the row's label, `part` the part of the data set that it stands in.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from provenli.errors import InputError

Value: TypeAlias = str | int | float | bool | tuple[Any, ...] | None
Clause: TypeAlias = tuple[tuple[str, tuple[Value, ...]], ...]


@dataclass(frozen=True, slots=True)
class Where:
    """A row matches if some alternative allows all its features; for a list, every element must be allowed."""

    alternatives: tuple[Clause, ...]

    def __or__(self, other: Where) -> Where:
        return Where(self.alternatives + other.alternatives)

    def __and__(self, other: Where) -> Where:
        return Where(tuple(a + b for a in self.alternatives for b in other.alternatives))

    @property
    def features(self) -> frozenset[str]:
        return frozenset(name for clause in self.alternatives for name, _ in clause)

    def holds(self, row: Mapping[str, Any]) -> bool:
        return any(all(allowed(frozen(row.get(f)), values) for f, values in clause) for clause in self.alternatives)

    def to_json(self) -> list[dict[str, list[Any]]]:
        """If an alternative names a feature twice, both conditions must hold; it is written once, with what both
        allow."""
        return [{f: list(_common(clause, f)) for f, _ in clause} for clause in self.alternatives]

    @staticmethod
    def from_json(value: Any, place: str) -> Where:
        if not isinstance(value, list) or not all(
            isinstance(c, dict) and all(isinstance(v, list) for v in c.values()) for c in value
        ):
            found = json.dumps(value, ensure_ascii=False)[:60]
            raise InputError(f"{place}: expected a list of objects with lists of values, found {found}")
        return Where(tuple(tuple((f, tuple(map(frozen, v))) for f, v in c.items()) for c in value))

    def __str__(self) -> str:
        return " or ".join(", ".join(f"{f} {_listed(v)}" for f, v in clause) or "any" for clause in self.alternatives)


def _common(clause: Clause, feature: str) -> tuple[Value, ...]:
    first, *others = (values for name, values in clause if name == feature)
    return tuple(v for v in first if all(v in o for o in others))


def _listed(values: tuple[Value, ...]) -> str:
    return "/".join(str(v) for v in values) if values else "none"


EVERY = Where(((),))


def where(**features: Value | Iterable[Value]) -> Where:
    """`where(depth=(1, 2), replacement="adverb")`: one alternative. With spaces: `where(**{"people asked": 2})`."""
    return Where((tuple((name, _values(value)) for name, value in features.items()),))


def _values(value: Any) -> tuple[Value, ...]:
    return (value,) if isinstance(value, (str, int, float)) or value is None else tuple(value)


def allowed(value: Value, values: tuple[Value, ...]) -> bool:
    """A list is allowed if it is listed itself, or if it has elements and each of them is allowed."""
    if isinstance(value, tuple):
        return value in values or (bool(value) and all(v in values for v in value))
    return value in values


def frozen(value: Any) -> Value:
    """A JSON value that can be a key of a table."""
    if isinstance(value, list):
        return tuple(map(frozen, value))
    if isinstance(value, dict):
        return json.dumps(value, sort_keys=True, ensure_ascii=False)
    found: Value = value
    return found
