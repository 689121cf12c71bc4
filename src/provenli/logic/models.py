"""Finite models: a few elements, which predicates hold of them, what they are called, how tall they are, and how many
is many."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

Tuples = frozenset[tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class FiniteModel:
    """Elements are 0 … size-1. A predicate that is not listed holds of nothing."""

    size: int
    relations: Mapping[str, Tuples] = field(default_factory=dict)
    names: Mapping[str, int] = field(default_factory=dict)
    degrees: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    thresholds: Mapping[str, int] = field(default_factory=dict)


def fact_count(m: FiniteModel) -> int:
    """The number of facts: models with fewer are preferred."""
    return sum(len(r) for r in m.relations.values())


def without_element(m: FiniteModel, element: int) -> FiniteModel:
    """The model without one element; the elements after it move up."""

    def moved(e: int) -> int:
        return e - (e > element)

    kept = {n: frozenset(tuple(map(moved, t)) for t in r if element not in t) for n, r in m.relations.items()}
    names = {n: moved(e) for n, e in m.names.items() if e != element}
    degrees = {s: d[:element] + d[element + 1 :] for s, d in m.degrees.items()}
    return FiniteModel(m.size - 1, kept, names, degrees, m.thresholds)


def model_to_json(m: FiniteModel) -> dict[str, object]:
    return {
        "size": m.size,
        "relations": {n: sorted(list(t) for t in r) for n, r in sorted(m.relations.items())},
        "names": dict(sorted(m.names.items())),
        "degrees": {n: list(d) for n, d in sorted(m.degrees.items())},
        "thresholds": dict(sorted(m.thresholds.items())),
    }


def model_from_json(value: Mapping[str, object]) -> FiniteModel:
    def table(key: str) -> Mapping[str, object]:
        found = value.get(key, {})
        if not isinstance(found, Mapping):
            raise ValueError(f"model: {key} is not a table")
        return found

    def number(n: object) -> int:
        if not isinstance(n, int) or isinstance(n, bool):
            raise ValueError(f"model: {n!r} is not a whole number")
        return n

    def items(seq: object) -> list[object]:
        if not isinstance(seq, list | tuple):
            raise ValueError(f"model: {seq!r} is not a list")
        return list(seq)

    return FiniteModel(
        number(value.get("size")),
        {n: frozenset(tuple(number(i) for i in items(t)) for t in items(r)) for n, r in table("relations").items()},
        {n: number(e) for n, e in table("names").items()},
        {n: tuple(number(i) for i in items(d)) for n, d in table("degrees").items()},
        {n: number(k) for n, k in table("thresholds").items()},
    )
