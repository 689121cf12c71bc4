"""Truth in one finite model, straight from the definitions.

This evaluator is part of what is trusted: every countermodel is re-checked with it. It knows nothing of unfolding,
so an error in counting.py cannot hide here.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import product

from provenli.errors import FormulaError
from provenli.logic.formulas import (
    And,
    Bound,
    Cardinal,
    Compare,
    Const,
    Degree,
    Equal,
    Exists,
    Forall,
    Formula,
    Implies,
    Mark,
    Not,
    Or,
    Pred,
    Quant,
    Quantity,
    Term,
    Threshold,
    Truth,
    Var,
    free_variables,
    subformulas,
)
from provenli.logic.models import FiniteModel
from provenli.logic.theory import Theory

Binder = Forall | Exists | Quant | Bound


def holds(f: Formula, m: FiniteModel, g: Mapping[Var, int] = {}) -> bool:
    """Whether `f` is true in `m` if `g` says what the free variables stand for."""
    return _holds(f, m, {v.name: e for v, e in g.items()}, {})


Elements = Mapping[str, int]
"""What variables stand for, by their names: texts are found at once, where a variable's hash takes a call."""
Known = dict[tuple[int, tuple[int | None, ...]], bool]
"""Quantified parts that were evaluated already, each by its identity and by the values of its free variables. Without
it, time would be size to the power of the depth."""


def _holds(f: Formula, m: FiniteModel, g: Elements, known: Known) -> bool:
    match f:
        case Pred(name, args):
            return tuple([value_of(t, m, g) for t in args]) in m.relations.get(name, ())
        case And(parts):
            return all(_holds(p, m, g, known) for p in parts)
        case Quant() | Bound() | Forall() | Exists():
            key = (id(f), tuple([g.get(v.name) for v in free_variables(f)]))
            if key not in known:
                known[key] = _counted(f, m, g, known)
            return known[key]
        case Not(body):
            return not _holds(body, m, g, known)
        case Or(parts):
            return any(_holds(p, m, g, known) for p in parts)
        case Truth(value):
            return value
        case Equal(left, right):
            return value_of(left, m, g) == value_of(right, m, g)
        case Compare(scale, relation, left, right):
            return _compare(relation, degree(scale, left, m, g), degree(scale, right, m, g))
        case Implies(left, right):
            return not _holds(left, m, g, known) or _holds(right, m, g, known)
        case Mark(_, body):
            return _holds(body, m, g, known)


def _counted(f: Forall | Exists | Quant | Bound, m: FiniteModel, g: Elements, known: Known) -> bool:
    match f:
        case Forall(var, body):
            return all(_holds(body, m, {**g, var.name: e}, known) for e in range(m.size))
        case Exists(var, body):
            return any(_holds(body, m, {**g, var.name: e}, known) for e in range(m.size))
        case Quant():
            return _quantified(f, m, g, known)
        case Bound(terms, limit):
            return sum(c * _quantity(q, m, g, known) for c, q in terms) <= limit


def _quantified(f: Quant, m: FiniteModel, g: Elements, known: Known) -> bool:
    for i in f.quantifier.inequalities:
        if i.threshold:
            _threshold(i.threshold, m)
    restricted = [h for e in range(m.size) if _holds(f.restrictor, m, h := {**g, f.var.name: e}, known)]
    inside = sum(_holds(f.body, m, h, known) for h in restricted)
    return f.quantifier.holds(inside, len(restricted) - inside, m.thresholds)


def looks(f: Formula, m: FiniteModel) -> int:
    """An upper limit for how often the evaluation of `f` looks at an element."""
    return sum([m.size**k for k in _widths(f)])


@lru_cache(maxsize=1 << 12)
def _widths(f: Formula) -> tuple[int, ...]:
    """How many variables the parts of each binder may depend on."""
    return tuple([len(free_variables(g)) + 1 for g in subformulas(f) if isinstance(g, Binder)])


def value_of(t: Term, m: FiniteModel, g: Elements) -> int:
    named = isinstance(t, Const)
    found = (m.names if named else g).get(t.name)
    if found is None:
        free = f"variable {t.name!r} is free; close the formula or assign it"
        raise FormulaError(f"the model has no element called {t.name!r}" if named else free)
    return found


def degree(scale: str, t: Term, m: FiniteModel, g: Elements) -> int:
    if scale not in m.degrees:
        raise FormulaError(f"the model has no scale {scale!r}")
    return m.degrees[scale][value_of(t, m, g)]


def _compare(relation: str, left: int, right: int) -> bool:
    compared = {"more": left > right, "at_least": left >= right, "equal": left == right}
    if relation not in compared:
        raise FormulaError(f"comparison {relation!r} is open; a reading must say whether 'as' is equal or at_least")
    return compared[relation]


def _quantity(q: Quantity, m: FiniteModel, g: Elements, known: Known) -> int:
    match q:
        case Cardinal(var, body):
            return sum(_holds(body, m, {**g, var.name: e}, known) for e in range(m.size))
        case Threshold(name):
            return _threshold(name, m)
        case Degree(scale, term):
            return degree(scale, term, m, g)


def _threshold(name: str, m: FiniteModel) -> int:
    if name not in m.thresholds:
        raise FormulaError(f"the model has no threshold for {name!r}")
    return m.thresholds[name]


def broken_clause(theory: Theory, m: FiniteModel) -> str | None:
    """The first clause of the theory that the model breaks, if any."""
    for c in theory.clauses:
        given = [m.relations.get(n, frozenset()) for n in c.body]
        heads = frozenset[tuple[int, ...]]().union(*(m.relations.get(n, frozenset()) for n in c.head))
        bodies = frozenset.intersection(*given) if given else product(range(m.size), repeat=c.arity)
        if any(len(t) == c.arity and t not in heads for t in bodies):
            return str(c)
    return None
