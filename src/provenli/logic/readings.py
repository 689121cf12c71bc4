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
from provenli.logic.quantifiers import BOTH, EVERY, MOST, NAME, NO, NOT_EVERY, SOME, THE, at_most, exactly
from provenli.logic.theory import distinct


@dataclass(frozen=True, slots=True)
class Reading:
    existential_import: Literal["no", "strong", "all"] = "no"
    """Which noun phrases are presupposed to be about something: none, those with a strong determiner, all."""
    the: Literal["unique", "existential", "presupposed"] = "unique"
    """'the A' asserts exactly one A; or means 'some A'; or presupposes exactly one A (likewise 'both', two)."""
    distinct_names: bool = False
    """Different names are different individuals."""
    closed_world: bool = False
    """Premises list everything: whoever is said to have visited A and B visited nothing else."""
    as_tall_as: Literal["equal", "at_least"] = "equal"
    scope: Literal["surface", "inverse", "negated"] = "surface"
    """Subject over object and negation; or the object outermost; or negation over the subject."""
    coreference: bool = False
    """The indefinite subject of a hypothesis is the same individual or group as that of the premise."""
    granted: bool = True
    """Whether what only the hypothesis presupposes is taken as true when asking whether it follows; for names it always
    is."""

    def __post_init__(self) -> None:
        for key, hint in get_type_hints(Reading).items():
            value = getattr(self, key)
            if value not in ((True, False) if hint is bool else get_args(hint)):
                was = " (what was True is now 'all')" if key == "existential_import" and value is True else ""
                raise InputError(f"reading {key}={value!r}: expected {expected(hint)}{was}")

    def to_json(self) -> dict[str, bool | str]:
        return asdict(self)


def expected(hint: object) -> str:
    return "yes or no" if hint is bool else ", ".join(get_args(hint))


STRONG = frozenset({EVERY, NOT_EVERY, MOST, NO, THE, BOTH})
"""Whoever says 'every dog' speaks of dogs that exist; 'some dogs', 'a dog', 'at most 3 dogs' leave that open."""
DEFAULT = Reading()
DESCRIBED = ("that ", "this ", SAME)
"""The beginning of constants that are not names: 'that person there' may well be Tim."""


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
    return distinct(frozenset(n for n in named if not n.startswith(DESCRIBED)))


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
    found = (presupposition(g, reading) for g in subformulas(f) if isinstance(g, Quant))
    return (p for p in found if p is not None)


def presupposition(g: Quant, reading: Reading) -> Formula | None:
    if g.quantifier == NAME or not _closed(g.var, g.restrictor):
        return None
    restrictor = rebuild(g.restrictor, lambda h: _close(h, reading))
    if g.quantifier in (THE, BOTH) and reading.the == "presupposed":
        return Quant(exactly(1 if g.quantifier == THE else 2), g.var, restrictor, TRUE)
    return Quant(SOME, g.var, restrictor, TRUE) if _about_something(g, reading) else None


def _about_something(g: Quant, reading: Reading) -> bool:
    strong = g.quantifier in STRONG and not (g.quantifier == THE and reading.the == "existential")
    return {"no": strong and of_a_name(g), "strong": strong, "all": True}[reading.existential_import]


def of_a_name(f: Formula) -> bool:
    """'Tim is a person' is presupposed in the same way as 'there is a person', without a use for the variable, and
    under every reading: whoever has a name exists."""
    return isinstance(f, Quant) and f.body == TRUE and f.var not in free_variables(f.restrictor)


def _nothing_else(f: Formula) -> Iterator[Formula]:
    """For every subject and relation with asserted facts R(a, b): whatever a is R to is one of those b. So a is R to no
    more things than there are names; said outright, that is one step of a proof instead of many."""
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
    """Inverse scope: in each clause the object's quantifier moves over negation and subject, if it can stand there."""
    match f:
        case Quant(q, x, a, Quant(object_q, y, b, body)) if y != x and x not in free_variables(b):
            return Quant(object_q, y, b, Quant(q, x, a, body))
        case Quant(q, x, a, Not(Quant(object_q, y, b, body))) if y != x and x not in free_variables(b):
            return Quant(object_q, y, b, Quant(q, x, a, Not(body)))
        case Not(Quant(q, y, a, body)):
            return Quant(q, y, a, Not(body))
        case And(parts):
            return And(tuple(object_first(p) for p in parts))
    return f


def negation_first(f: Formula) -> Formula:
    """'every dog did not run' as 'not every dog ran': in each clause negation moves over a universal subject. 'Some dog
    did not run' cannot be understood as 'no dog ran', so other subjects stay."""
    match f:
        case Quant(q, x, a, Not(body)) if q == EVERY:
            return Not(Quant(q, x, a, body))
        case And(parts):
            return And(tuple(negation_first(p) for p in parts))
    return f
