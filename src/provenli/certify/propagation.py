"""What facts force: unit propagation over unfolded formulas, with equality and word knowledge.

Part of what is trusted, kept apart from kernel.py because the provers use the same procedure to know where they stand.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from provenli.logic.bounds import unfold
from provenli.logic.formulas import (
    And,
    Bound,
    Equal,
    Formula,
    Not,
    Or,
    Pred,
    Truth,
    canonical,
    children,
    conj,
    disj,
    free_variables,
    negate,
    subformulas,
    substitute,
    with_children,
)
from provenli.logic.theory import Theory, lexically_possible


@dataclass(frozen=True, slots=True)
class Forced:
    """The facts after forcing: literals that must hold, and disjunctions that are still open."""

    literals: tuple[Formula, ...]
    open: tuple[Formula, ...]

    def all(self) -> tuple[Formula, ...]:
        return self.literals + self.open


@lru_cache(maxsize=1 << 14)
def normal(f: Formula) -> Formula:
    """The formula unfolded, with bound variables named by depth: equal meanings that are built alike become equal
    values."""
    return canonical(unfold(f))


def force(facts: Iterable[Formula], theory: Theory) -> Forced | None:
    """Set what must be true until nothing changes; None if that is impossible. `facts` are closed and normal."""
    values: dict[Formula, bool] = {}
    known: list[Formula] = []
    waiting = list(facts)
    while True:
        literals: list[Formula] = []
        still_open: list[Formula] = []
        while waiting:
            f = simplify(waiting.pop(0), values)
            match f:
                case Truth(True):
                    pass
                case Truth(False):
                    return None
                case And(parts):
                    waiting[:0] = parts
                case Or():
                    still_open.append(f)
                case _:
                    assign(f, values)
                    literals.append(f)
                    known.append(_one_way(f))
        equation = next((f for f in literals if isinstance(f, Equal)), None)
        if equation is not None:
            waiting = identify(equation, known + still_open)
            values, known = {}, []
        elif literals and still_open:
            waiting = still_open
        elif any(_simplify_inside(f, values) != f for f in known if isinstance(f, Bound)):
            # A closed part of something counted was settled after it: start again with that part set.
            waiting = [_simplify_inside(f, values) if isinstance(f, Bound) else f for f in known] + still_open
            values, known = {}, []
        else:
            break
    if not lexically_possible(((a, v) for a, v in values.items() if isinstance(a, Pred)), theory):
        return None
    return Forced(tuple(known), tuple(still_open))


def simplify(f: Formula, values: dict[Formula, bool]) -> Formula:
    """`f` with the known atoms set."""
    match f:
        case Not(body):
            inner = simplify(body, values)
            return f if inner is body else negate(inner)
        case And(parts):
            return conj(*[simplify(p, values) for p in parts])
        case Or(parts):
            return disj(*[simplify(p, values) for p in parts])
        case Bound() if f not in values:
            return _simplify_inside(f, values)
        case _:
            return Truth(values[f]) if f in values else f


def _simplify_inside(f: Bound, values: dict[Formula, bool]) -> Formula:
    """A closed part of what is counted (the dog is unique, Ann swam) has one value for all elements."""
    if not closed_parts(f):
        return f
    inner = normal(with_children(f, tuple(_known_parts(c, values) for c in children(f))))
    return Truth(values[inner]) if inner in values and inner != f else inner


@lru_cache(maxsize=1 << 14)
def closed_parts(f: Formula) -> tuple[Formula, ...]:
    """The closed atoms inside what a bound counts, as they would stand alone."""
    inside = (g for c in children(f) for g in subformulas(c))
    atoms = (g for g in inside if isinstance(g, Bound | Pred | Equal) and not free_variables(g))
    return tuple(dict.fromkeys(canonical(g) for g in atoms))


def _known_parts(f: Formula, values: dict[Formula, bool]) -> Formula:
    if not free_variables(f) and not isinstance(f, Truth | And | Or | Not):
        closed = canonical(f)  # inside, its variables are numbered from another depth
        if closed in values:
            return Truth(values[closed])
    below = children(f)
    return with_children(f, tuple(_known_parts(c, values) for c in below)) if below else f


def assign(literal: Formula, values: dict[Formula, bool]) -> None:
    atom = literal.body if isinstance(literal, Not) else literal
    values[atom] = not isinstance(literal, Not)
    if isinstance(atom, Bound):  # a bound and its negation are both bounds
        values[negate(atom)] = False
    if isinstance(atom, Equal):
        values[_turned(atom)] = values[atom]


@lru_cache(maxsize=1 << 14)
def _one_way(literal: Formula) -> Formula:
    """An equality, or its denial, is stated in one order only."""
    atom = literal.body if isinstance(literal, Not) else literal
    if not isinstance(atom, Equal) or str(atom.left) <= str(atom.right):
        return literal
    return _turned(atom) if literal is atom else Not(_turned(atom))


@lru_cache(maxsize=1 << 14)
def _turned(atom: Equal) -> Equal:
    """Cached, because thirty names have 435 inequalities, which are set again at every step."""
    return Equal(atom.right, atom.left)


def identify(equation: Equal, facts: list[Formula]) -> list[Formula]:
    """One of two equal constants replaces the other everywhere; those that proofs introduced (@) give way first."""
    left, right = equation.left, equation.right
    keep, drop = sorted((left, right), key=lambda c: (c.name.startswith("@"), c.name))
    return [normal(substitute(f, drop, keep)) for f in facts]
