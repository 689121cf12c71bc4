"""Readings: what a sentence is taken to say where English leaves it open.

A reading is a value. `interpret` closes a formula under one and collects what it presupposes: closed formulas that are
taken as true of any situation the sentence is used in, and are kept apart from what it asserts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, fields
from itertools import combinations
from typing import Literal, get_args, get_type_hints

from provenli.errors import InputError, suggestion
from provenli.logic.coreference import SAME
from provenli.logic.formulas import (
    TRUE,
    And,
    Compare,
    Const,
    Equal,
    Forall,
    Formula,
    Implies,
    Not,
    Pred,
    Quant,
    Var,
    constants,
    disj,
    free_variables,
    rebuild,
    subformulas,
)
from provenli.logic.quantifiers import BOTH, EVERY, NAME, SOME, THE, exactly
from provenli.logic.theory import distinct


@dataclass(frozen=True, slots=True)
class Reading:
    existential_import: bool = False
    """Every noun phrase (the restrictor of a quantifier) is presupposed to be about something."""
    the: Literal["unique", "existential", "presupposed"] = "unique"
    """'the A' asserts exactly one A; or means 'some A'; or presupposes exactly one A (likewise 'both', two)."""
    distinct_names: bool = False
    """Different names are different individuals."""
    closed_world: bool = False
    """Who is said to have visited A and B visited nothing else (premises only)."""
    as_tall_as: Literal["equal", "at_least"] = "equal"
    scope: Literal["surface", "inverse", "negated"] = "surface"
    """Subject over object and negation; or the object outermost; or negation over the subject."""
    coreference: bool = False
    """The indefinite subject of a hypothesis is the same individual or group as that of the premise."""

    def __post_init__(self) -> None:
        for key, hint in get_type_hints(Reading).items():
            value = getattr(self, key)
            if value not in ((True, False) if hint is bool else get_args(hint)):
                raise InputError(f"reading {key}={value!r}: expected {_expected(hint)}")

    def to_json(self) -> dict[str, bool | str]:
        return asdict(self)


def _expected(hint: object) -> str:
    return "yes or no" if hint is bool else ", ".join(get_args(hint))


DEFAULT = Reading()
DESCRIBED = ("that ", "this ", SAME)
"""How constants begin that are no names: 'that person there' may well be Tim."""


def choices() -> dict[str, tuple[str, ...]]:
    """What may be chosen, as texts: {"existential_import": ("yes", "no"), "the": ("unique", …), …}."""
    return {key: ("yes", "no") if hint is bool else get_args(hint) for key, hint in get_type_hints(Reading).items()}


def with_choices(reading: Reading, choices: Iterable[str]) -> Reading:
    """`reading` changed by texts such as "the=existential" or "existential_import=no"."""
    hints = get_type_hints(Reading)
    for choice in choices:
        key, _, value = choice.partition("=")
        if key not in hints:
            raise InputError(f"unknown reading {key!r}; {suggestion(key, hints)}")
        if hints[key] is bool:
            table: dict[str, bool | str] = {"yes": True, "true": True, "no": False, "false": False}
        else:
            table = {v: v for v in get_args(hints[key])}
        if value not in table:
            raise InputError(f"reading {key}={value!r}: expected {_expected(hints[key])}")
        reading = _changed(reading, key, table[value])
    return reading


def _changed(reading: Reading, key: str, value: bool | str) -> Reading:
    return Reading(**{**asdict(reading), key: value})


BY_WEAKNESS = (
    "distinct_names=yes",
    "distinct_names=no",
    "existential_import=yes",
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


@dataclass(frozen=True, slots=True)
class Interpreted:
    asserted: Formula
    presupposed: tuple[Formula, ...]


def interpret(f: Formula, reading: Reading, *, premise: bool = False) -> Interpreted:
    """What `f` asserts and presupposes under the reading. `premise`: the closed world closes premises only."""
    if reading.scope != "surface":
        f = object_first(f) if reading.scope == "inverse" else negation_first(f)
    presupposed = tuple(dict.fromkeys(_presuppositions(f, reading)))
    asserted = rebuild(f, lambda g: _close(g, reading))
    if premise and reading.closed_world:
        presupposed += tuple(dict.fromkeys(_nothing_else(asserted)))
    return Interpreted(asserted, presupposed)


def name_axioms(formulas: Iterable[Formula], reading: Reading) -> tuple[Formula, ...]:
    if not reading.distinct_names:
        return ()
    named = frozenset[str]().union(*(constants(f) for f in formulas))
    return distinct(n for n in named if not n.startswith(DESCRIBED))


def _close(f: Formula, reading: Reading) -> Formula:
    match f:
        case Quant(q, var, a, b) if q == THE and reading.the == "existential":
            return Quant(SOME, var, a, b)
        # With exactly one (two) presupposed, 'the' ('both') says no more than 'every'.
        case Quant(q, var, a, b) if q in (THE, BOTH) and reading.the == "presupposed" and _closed(var, a):
            return Quant(EVERY, var, a, b)
        case Compare(scale, "as", left, right):
            return Compare(scale, reading.as_tall_as, left, right)
        case _:
            return f


def _closed(var: Var, restrictor: Formula) -> bool:
    return not free_variables(restrictor) - {var}


def _presuppositions(f: Formula, reading: Reading) -> Iterator[Formula]:
    """A restrictor that depends on an outer variable presupposes nothing: it would be a claim about each value."""
    for g in subformulas(f):
        if not isinstance(g, Quant) or g.quantifier == NAME or not _closed(g.var, g.restrictor):
            continue
        restrictor = rebuild(g.restrictor, lambda h: _close(h, reading))
        if g.quantifier in (THE, BOTH) and reading.the == "presupposed":
            yield Quant(exactly(1 if g.quantifier == THE else 2), g.var, restrictor, TRUE)
        elif reading.existential_import:
            yield Quant(SOME, g.var, restrictor, TRUE)


def _nothing_else(f: Formula) -> Iterator[Formula]:
    """For every subject and relation with asserted facts R(a, b): whatever a is R to is one of those b."""
    facts: dict[tuple[str, Const], list[Const]] = {}
    for part in f.parts if isinstance(f, And) else (f,):
        match part:
            case Pred(name, (Const() as a, Const() as b)):
                facts.setdefault((name, a), []).append(b)
    y = Var("y")
    for (name, a), objects in facts.items():
        yield Forall(y, Implies(Pred(name, (a, y)), disj(*(Equal(y, b) for b in objects))))


def object_first(f: Formula) -> Formula:
    """Inverse scope: in each clause the object's quantifier is moved over negation and subject, where it can stand."""
    match f:
        case Quant(q, x, a, body):
            inner, rebuild_around = _object_of(body)
            if inner is not None and x not in free_variables(inner.restrictor) and inner.var != x:
                outside = Quant(q, x, a, rebuild_around(inner.body))
                return Quant(inner.quantifier, inner.var, inner.restrictor, outside)
        case Not(Quant(q, y, a, body)):
            return Quant(q, y, a, Not(body))
        case And(parts):
            return And(tuple(object_first(p) for p in parts))
    return f


def negation_first(f: Formula) -> Formula:
    """'every dog did not run' as 'not every dog ran': in each clause negation moved over a universal subject. 'Some dog
    did not run' cannot be heard as 'no dog ran', so other subjects stay."""
    match f:
        case Quant(q, x, a, Not(body)) if q == EVERY:
            return Not(Quant(q, x, a, body))
        case And(parts):
            return And(tuple(negation_first(p) for p in parts))
    return f


def _object_of(body: Formula) -> tuple[Quant | None, type[Not] | type[_Same]]:
    match body:
        case Quant():
            return body, _Same
        case Not(Quant() as inner):
            return inner, Not
        case _:
            return None, _Same


class _Same:
    """Stands where `Not` may stand: around the body, or nothing."""

    def __new__(cls, body: Formula) -> Formula:  # type: ignore[misc]
        return body


def reading_text(reading: Reading) -> str:
    """What differs from the default reading: the rest would be noise in most answers."""
    usual = DEFAULT.to_json()
    words = {True: "yes", False: "no"}
    unusual = {k: words[v] if isinstance(v, bool) else v for k, v in reading.to_json().items() if v != usual[k]}
    return ", ".join(f"{k}={v}" for k, v in unusual.items()) + ", otherwise plain" if unusual else "plain"
