"""Readings as people choose them: by texts such as "the=existential", one change after the other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, fields
from functools import cache
from itertools import combinations
from typing import Any, get_args, get_type_hints

from provenli.errors import InputError, suggestion
from provenli.logic.formulas import Compare, Const, Formula, Pred, Quant, constants, subformulas
from provenli.logic.quantifiers import BOTH, NAME, THE
from provenli.logic.readings import DEFAULT, Reading, expected


def choices() -> dict[str, tuple[str, ...]]:
    """What may be chosen, as texts: {"existential_import": ("no", "strong", "all"), "the": ("unique", …), …}."""
    return {key: ("yes", "no") if hint is bool else get_args(hint) for key, hint in _hints().items()}


@cache
def _hints() -> dict[str, Any]:
    return get_type_hints(Reading)


WAS = {"yes": "all", "true": "all", "false": "no"}
"""Until 0.1.0 existential import was yes or no, and yes took every noun phrase to be about something."""


def stored_reading(value: Mapping[str, Any]) -> Reading:
    """A reading as `to_json` wrote it, in this version or in one where existential import was yes or no."""
    was = value.get("existential_import")
    return Reading(**{**value, **({"existential_import": "all" if was else "no"} if isinstance(was, bool) else {})})


def with_choices(reading: Reading, choices: Iterable[str]) -> Reading:
    """`reading` changed by texts such as "the=existential" or "existential_import=no"."""
    hints = _hints()
    for choice in choices:
        key, _, value = choice.partition("=")
        if key not in hints:
            raise InputError(f"unknown reading {key!r}; {suggestion(key, hints)}")
        if hints[key] is bool:
            table: dict[str, bool | str] = {"yes": True, "true": True, "no": False, "false": False}
        else:
            table = {v: v for v in get_args(hints[key])} | (WAS if key == "existential_import" else {})
        if value not in table:
            raise InputError(f"reading {key}={value!r}: expected {expected(hints[key])}")
        reading = _changed(reading, key, table[value])
    return reading


def _changed(reading: Reading, key: str, value: bool | str) -> Reading:
    return Reading(**{**asdict(reading), key: value})


BY_WEAKNESS = (
    "distinct_names=yes",
    "distinct_names=no",
    "existential_import=strong",
    "existential_import=all",
    "existential_import=no",
    "as_tall_as=at_least",
    "as_tall_as=equal",
    "the=presupposed",
    "the=unique",
    "the=existential",
    "scope=inverse",
    "scope=negated",
    "scope=surface",
    "coreference=yes",
    "coreference=no",
    "closed_world=yes",
    "closed_world=no",
)
"""Changes of reading, from what hearers grant without noticing to what they would have to be told."""


def alternatives(reading: Reading, keys: Iterable[str] | None = None) -> tuple[tuple[str, Reading], ...]:
    """Readings that differ in one choice, then those that differ in two, the weakest change first, by name.

    `keys`: only these choices are varied, such as those that can matter (`open_choices`)."""
    varied = frozenset(f.name for f in fields(Reading)) if keys is None else frozenset(keys)
    changes = [c for c in BY_WEAKNESS if c.partition("=")[0] in varied and with_choices(reading, [c]) != reading]
    single = tuple((c, with_choices(reading, [c])) for c in changes)
    # Two changes are as strong as the stronger, then the weaker of them.
    pairs = sorted(combinations(range(len(changes)), 2), key=lambda p: (p[1], p[0]))
    double = tuple(
        (f"{changes[i]}, {changes[j]}", with_choices(reading, [changes[i], changes[j]]))
        for i, j in pairs
        if changes[i].partition("=")[0] != changes[j].partition("=")[0]
    )
    return (*single, *double)


def open_choices(formulas: Iterable[Formula]) -> frozenset[str]:
    """The choices that can matter to these formulas; varying any other leaves every formula as it is."""
    every = [g for f in formulas for g in subformulas(f)]
    quantifiers = {g.quantifier for g in every if isinstance(g, Quant)} - {NAME}
    names = frozenset[str]().union(*(constants(g) for g in every))
    binary = any(isinstance(g, Pred) and len(g.args) == 2 and isinstance(g.args[0], Const) for g in every)
    return frozenset(
        key
        for key, matters in (
            ("existential_import", bool(quantifiers)),
            ("the", bool(quantifiers & {THE, BOTH})),
            ("distinct_names", len(names) > 1),
            ("closed_world", binary),
            ("as_tall_as", any(isinstance(g, Compare) and g.relation == "as" for g in every)),
            ("scope", bool(quantifiers)),
            ("coreference", bool(quantifiers)),
        )
        if matters
    )


def reading_text(reading: Reading) -> str:
    """What differs from the default reading: the rest would be noise in most answers."""
    usual = DEFAULT.to_json()
    words = {True: "yes", False: "no"}
    unusual = {k: words[v] if isinstance(v, bool) else v for k, v in reading.to_json().items() if v != usual[k]}
    return ", ".join(f"{k}={v}" for k, v in unusual.items()) + ", otherwise plain" if unusual else "plain"
