"""The natural-logic calculus: the relation of two formulas, computed from the relations of their parts, without models.

A definite answer is a proof in natural logic (each step is a cell of a derived table); # says that the calculus found
nothing. It sees one part of a sentence at a time, so it misses what follows only from several parts together; the tests
compare it with finite models.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, reduce
from itertools import product
from typing import TypeAlias

from provenli.logic.formulas import (
    TRUE,
    And,
    Compare,
    Const,
    Equal,
    Exists,
    Forall,
    Formula,
    Implies,
    Not,
    Or,
    Pred,
    Quant,
    Term,
    Truth,
    Var,
    canonical,
    children,
    free_variables,
    rebuild,
    substitute,
    unmark,
)
from provenli.logic.projectivity import project_terms
from provenli.logic.quantifiers import EVERY, NAME, SOME, Quantifier
from provenli.logic.relations import CELLS, Cell, Label, Relation, classify, label
from provenli.logic.theory import Theory, compatible

Lexical: TypeAlias = Callable[[Pred, Pred], Relation]
"""How two atoms are related, whatever their variables stand for."""

MOST_PARTS = 12
"""Truth values of at most this many parts are tried together; beyond that, the answer is #."""


def relate(left: Formula, right: Formula, lexical: Lexical, *, nontrivial: bool = True) -> Relation:
    """The relation of two closed formulas.

    `nontrivial`: predicates of one place, and restrictors that do not depend on an outer variable, are neither empty
    nor universal (Geiger et al. 2019, section 4.2). A body such as "sees x" may still be empty for some x. Without it
    nothing is assumed.
    """
    return _Calculus(lexical, nontrivial).relate(_prepared(left), _prepared(right))


def calculus_label(premise: Formula, hypothesis: Formula, theory: Theory, *, nontrivial: bool = True) -> Label:
    """Read "neutral" as "the calculus finds nothing": only a pair of countermodels shows that a pair is neutral."""
    return label(relate(premise, hypothesis, theory_lexicon(theory), nontrivial=nontrivial))


def theory_lexicon(theory: Theory) -> Lexical:
    """Atoms over the same terms, related as the clauses say; chains of hypernyms are followed."""

    def lexical(left: Pred, right: Pred) -> Relation:
        if left.args != right.args:
            return Relation.INDEPENDENCE
        clauses = tuple(c for c in theory.clauses if c.arity == len(left.args))

        def possible(cell: Cell) -> bool:
            said = tuple(zip((left.name, right.name), cell, strict=True))
            return compatible(clauses, (n for n, value in said if value), (n for n, value in said if not value))

        # `compatible` sees that nothing is both in and not in the same predicate: equal atoms come out as ≡.
        return classify(cell for cell in CELLS if possible(cell))

    return lexical


def _prepared(f: Formula) -> Formula:
    """The formula without marks, with names in place, first-order quantifiers as generalised ones, and bound variables
    named by depth."""
    return canonical(rebuild(unmark(f), _plain))


def _plain(f: Formula) -> Formula:
    match f:
        case Quant(q, x, Equal(left, right), body) if q == NAME and left == x and isinstance(right, Const):
            return substitute(body, x, right)
        case Forall(x, body):
            return Quant(EVERY, x, TRUE, body)
        case Exists(x, body):
            return Quant(SOME, x, TRUE, body)
        case _:
            return f


@dataclass(frozen=True)
class _Calculus:
    lexical: Lexical
    nontrivial: bool
    known: dict[tuple[Formula, Formula], Relation] = field(default_factory=dict)

    def relate(self, left: Formula, right: Formula) -> Relation:
        if (left, right) not in self.known:
            self.known[left, right] = self._boolean(left, right)
        return self.known[left, right]

    def _boolean(self, left: Formula, right: Formula) -> Relation:
        """Try all truth values of the parts that no relation of a left part to a right part forbids. So negation
        exchanges relations as Figure 6 of Geiger et al. 2019 says, and an extra conjunct acts as an intersective
        modifier, without special rules."""
        firsts, seconds = _parts(left), _parts(right)
        parts = tuple(dict.fromkeys((*firsts, *seconds)))
        if len(parts) > MOST_PARTS:
            return Relation.EQUIVALENCE if left == right else Relation.INDEPENDENCE
        place = {p: k for k, p in enumerate(parts)}
        allowed = every_line(len(parts))
        for a, b in product(firsts, seconds):
            for cell in self._part(a, b).empty if a != b else ():
                allowed &= ~_lines_of(cell, a, b, place)
        cells: set[Cell] = {cell for cell in CELLS if allowed & _lines_of(cell, left, right, place)}
        # Parts that exclude all truth values show an inconsistent theory, from which nothing should be concluded.
        return classify(cells) if cells else Relation.INDEPENDENCE

    def _part(self, left: Formula, right: Formula) -> Relation:
        match left, right:
            case Pred(), Pred():
                return self.lexical(left, right)
            case Equal(a, b), Equal(c, d) if {a, b} == {c, d}:
                return Relation.EQUIVALENCE
            case Compare(), Compare():
                return _compared(left, right)
            # Canonical names are given by depth, so two binders that can be aligned bind the same name.
            case Quant(f, x, _, _), Quant(g, y, _, _) if x == y:
                return self._quantified(f, g, left, right)
            case _:
                return Relation.INDEPENDENCE

    def _quantified(self, f: Quantifier, g: Quantifier, left: Quant, right: Quant) -> Relation:
        first = self.relate(left.restrictor, right.restrictor)
        second = self.relate(left.body, right.body)
        assumed = (
            self.nontrivial and _restrictor_assumed(left),
            self.nontrivial and _restrictor_assumed(right),
            self.nontrivial and _body_assumed(left.body, left.var),
            self.nontrivial and _body_assumed(right.body, right.var),
        )
        return project_terms(f, g, first, second, assumed)


def _restrictor_assumed(f: Quant) -> bool:
    return not isinstance(f.restrictor, Truth) and free_variables(f.restrictor) == {f.var}


def _body_assumed(body: Formula, var: Var) -> bool:
    """Predicates of one place, or their negations."""
    atom = body.body if isinstance(body, Not) else body
    return isinstance(atom, Pred) and atom.args == (var,)


def _parts(f: Formula) -> tuple[Formula, ...]:
    """The parts that Boolean connectives connect."""

    def walk(g: Formula) -> Iterator[Formula]:
        match g:
            case Truth():
                return
            case Not() | And() | Or() | Implies():
                for c in children(g):
                    yield from walk(c)
            case _:
                yield g

    return tuple(dict.fromkeys(walk(f)))


# --- Truth tables: the lines on which a formula is true, one bit for each ---


def every_line(parts: int) -> int:
    return (1 << (1 << parts)) - 1


def true_lines(f: Formula, place: Mapping[Formula, int]) -> int:
    """`place`: the number of each part that connectives connect."""
    match f:
        case Truth(value):
            return every_line(len(place)) if value else 0
        case Not(body):
            return every_line(len(place)) ^ true_lines(body, place)
        case And(parts):
            return reduce(int.__and__, (true_lines(p, place) for p in parts), every_line(len(place)))
        case Or(parts):
            return reduce(int.__or__, (true_lines(p, place) for p in parts), 0)
        case Implies(left, right):
            return true_lines(Or((Not(left), right)), place)
        case _:
            return _part_lines(place[f], len(place))


@cache
def _part_lines(part: int, parts: int) -> int:
    return sum(1 << line for line in range(1 << parts) if line >> part & 1)


def _lines_of(cell: Cell, left: Formula, right: Formula, place: Mapping[Formula, int]) -> int:
    """The lines on which the two have these truth values."""
    whole = every_line(len(place))
    one, two = (true_lines(f, place) ^ (0 if value else whole) for f, value in zip((left, right), cell, strict=True))
    return one & two


def _compared(left: Compare, right: Compare) -> Relation:
    """Two comparisons of the same two terms on one scale: the term is below, level with, or above the other."""
    if left.scale != right.scale or {left.left, left.right} != {right.left, right.right}:
        return Relation.INDEPENDENCE
    if "as" in (left.relation, right.relation):  # open until a reading closes it: equal to itself only
        return Relation.EQUIVALENCE if left == right else Relation.INDEPENDENCE
    outcomes = (0,) if left.left == left.right else (-1, 0, 1)
    return classify((_true_at(left, left.left, o), _true_at(right, left.left, o)) for o in outcomes)


def _true_at(f: Compare, term: Term, outcome: int) -> bool:
    """`outcome`: how `term` compares with the other term."""
    difference = outcome if f.left == term else -outcome
    return {"more": difference > 0, "at_least": difference >= 0, "equal": difference == 0}[f.relation]
