"""What the SAT search for models starts from: unfolded facts that share their equal parts, and a least size."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass

from provenli.certify.engines.protocol import Question
from provenli.errors import FormulaError
from provenli.logic.bounds import unfold
from provenli.logic.formulas import (
    And,
    Bound,
    Cardinal,
    Const,
    Degree,
    Equal,
    Formula,
    Not,
    Or,
    Pred,
    Quantity,
    Term,
    Var,
    constants,
    depth,
    free_variables,
    scales,
    subformulas,
    thresholds,
)
from provenli.logic.theory import Clause


@dataclass(frozen=True, slots=True)
class SatProblem:
    """Everything that does not depend on the size of the model."""

    facts: tuple[Formula, ...]
    unfolded: tuple[Formula, ...]
    free: Mapping[int, tuple[Var, ...]]
    """For each unfolded part, by identity: the variables that its truth depends on."""
    clauses: tuple[Clause, ...]
    names: tuple[str, ...]
    thresholds: tuple[str, ...]
    scales: tuple[str, ...]
    apart: int
    """This many names, from the first on, are all told apart."""
    least_size: int
    room: int
    """The largest numeral: this many further elements may be needed where two kinds of things are counted."""
    ample: int
    """Room for every name and for everything that is counted, each by itself; more is seldom needed."""
    spread: int
    """The largest distance between thresholds or degrees that a bound speaks of."""


def problem(question: Question) -> SatProblem:
    theory = question.theory.about(question.facts)
    facts = question.facts + theory.axioms
    for f in facts:
        if free_variables(f):
            raise FormulaError("only closed formulas have models; a fact has a free variable")
    known: dict[Formula, Formula] = {}
    spoken = tuple(dict.fromkeys(n for f in facts for n in sorted(constants(f))))
    told = [_told_apart(f) for f in facts]
    apart = _all_apart(spoken, {pair for pair in told if pair})
    # Names that are all apart get an element each: thirty of them have 435 inequalities that need no solver.
    kept = (f for f, pair in zip(facts, told, strict=True) if not _seen(pair, apart))
    unfolded = tuple(_share(unfold(f), {}, known) for f in kept)
    names = (*apart, *(n for n in spoken if n not in apart))
    bounds = [g for f in unfolded for g in subformulas(f) if isinstance(g, Bound)]
    counting = [all(isinstance(q, Cardinal) for _, q in b.terms) for b in bounds]
    return SatProblem(
        facts,
        unfolded,
        {id(g): tuple(free_variables(g)) for g in known},
        theory.clauses,
        names,
        tuple(sorted(set[str]().union(*(thresholds(f) for f in facts)))),
        tuple(sorted(set[str]().union(*(scales(f) for f in facts)))),
        len(apart),
        max(1, len(apart), *(_least_size(f) for f in unfolded)),
        max((abs(b.limit) for b, counts in zip(bounds, counting, strict=True) if counts), default=0),
        len(names) + sum({abs(b.limit) for b, counts in zip(bounds, counting, strict=True) if counts}),
        max((abs(b.limit) for b, counts in zip(bounds, counting, strict=True) if not counts), default=0),
    )


def _share(f: Formula, env: Mapping[Term, Var], known: dict[Formula, Formula]) -> Formula:
    """`f` with variables named by the height of their binder, and with equal parts made one object.

    By height, closed parts that are equal up to renaming become equal wherever they stand. A binder is higher than all
    binders below it, so nothing is captured.
    """
    new: Formula
    match f:
        case Pred(name, args):
            new = Pred(name, tuple(env.get(a, a) for a in args))
        case Equal(left, right):
            new = Equal(env.get(left, left), env.get(right, right))
        case Not(body):
            new = Not(_share(body, env, known))
        case And(parts):
            new = And(tuple(_share(p, env, known) for p in parts))
        case Or(parts):
            new = Or(tuple(_share(p, env, known) for p in parts))
        case Bound(terms, limit):
            new = Bound(tuple((c, _share_quantity(q, env, known)) for c, q in terms), limit)
        case _:
            new = f
    return known.setdefault(new, new)


def _share_quantity(q: Quantity, env: Mapping[Term, Var], known: dict[Formula, Formula]) -> Quantity:
    match q:
        case Cardinal(var, body):
            new = Var(f"%{depth(body)}")
            return Cardinal(new, _share(body, {**env, var: new}, known))
        case Degree(scale, term):
            return Degree(scale, env.get(term, term))
        case _:
            return q


def _all_apart(names: tuple[str, ...], apart: set[frozenset[str]]) -> dict[str, None]:
    """Names of which no two can be the same: a name is taken if it differs from all those before it."""
    kept: dict[str, None] = {}
    for n in names:
        if all(frozenset({n, k}) in apart for k in kept):
            kept[n] = None
    return kept


def _told_apart(f: Formula) -> frozenset[str] | None:
    match f:
        case Not(Equal(Const(left), Const(right))):
            return frozenset({left, right})
    return None


def _seen(pair: frozenset[str] | None, apart: Container[str]) -> bool:
    return pair is not None and len(pair) == 2 and all(n in apart for n in pair)


def _least_size(f: Formula) -> int:
    """A size below which `f` is plainly false: its numerals, where nothing but 'and', 'or' stands above them."""
    match f:
        case And(parts):
            return max(map(_least_size, parts))
        case Or(parts):
            return min(map(_least_size, parts))
        case Bound(((c, Cardinal(_, body)),), limit) if c < 0 and limit < 0:
            return max(-(limit // -c), _least_size(body))
        case _:
            return 1
