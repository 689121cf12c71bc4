"""Readings: what a sentence is taken to say where English leaves it open.

A reading is a value. `interpret` closes a formula under one and collects what it presupposes: closed formulas that are
taken as true of any situation the sentence is used in, and are kept apart from what it asserts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Literal, get_args, get_type_hints

from provenli.errors import InputError
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
from provenli.logic.quantifiers import BOTH, EVERY, NAME, SOME, THE, at_most, exactly
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
                raise InputError(f"reading {key}={value!r}: expected {expected(hint)}")

    def to_json(self) -> dict[str, bool | str]:
        return asdict(self)


def expected(hint: object) -> str:
    return "yes or no" if hint is bool else ", ".join(get_args(hint))


DEFAULT = Reading()
DESCRIBED = ("that ", "this ", SAME)
"""How constants begin that are no names: 'that person there' may well be Tim."""


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
    """For every subject and relation with asserted facts R(a, b): whatever a is R to is one of those b.

    So it is R to no more than there are names; said outright that is one step of a proof, where it would be many."""
    facts: dict[tuple[str, Const], list[Const]] = {}
    for part in f.parts if isinstance(f, And) else (f,):
        match part:
            case Pred(name, (Const() as a, Const() as b)):
                facts.setdefault((name, a), []).append(b)
    y = Var("y")
    for (name, a), objects in facts.items():
        objects = list(dict.fromkeys(objects))
        yield Forall(y, Implies(Pred(name, (a, y)), disj(*(Equal(y, b) for b in objects))))
        yield Quant(at_most(len(objects)), y, Pred(name, (a, y)), TRUE)


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
