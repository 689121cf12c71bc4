"""Other names for predicates and constants. A one-to-one renaming changes no label and no proof."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from provenli.logic.formulas import (
    Bound,
    Cardinal,
    Compare,
    Const,
    Degree,
    Equal,
    Formula,
    Pred,
    Quantity,
    Term,
    Var,
    children,
    rebuild,
)
from provenli.logic.theory import Clause, Theory


@dataclass(frozen=True)
class Names:
    """New names of predicates and constants; those that are not listed keep their names."""

    predicates: Mapping[str, str] = field(default_factory=dict)
    constants: Mapping[str, str] = field(default_factory=dict)

    def formula(self, f: Formula) -> Formula:
        return rebuild(f, self._node)

    def theory(self, t: Theory) -> Theory:
        return Theory(tuple(map(self.clause, t.clauses)), tuple(map(self.formula, t.axioms)))

    def clause(self, c: Clause) -> Clause:
        return Clause(frozenset(map(self._predicate, c.body)), frozenset(map(self._predicate, c.head)), c.arity)

    @cached_property
    def one_to_one(self) -> bool:
        return all(len(set(m.values())) == len(m) for m in (self.predicates, self.constants))

    def _predicate(self, name: str) -> str:
        return self.predicates.get(name, name)

    def _term(self, t: Term) -> Term:
        return t if isinstance(t, Var) else Const(self.constants.get(t.name, t.name))

    def _node(self, f: Formula) -> Formula:
        match f:
            case Pred(name, args):
                return Pred(self._predicate(name), tuple(map(self._term, args)))
            case Equal(left, right):
                return Equal(self._term(left), self._term(right))
            case Compare(scale, relation, left, right):
                return Compare(scale, relation, self._term(left), self._term(right))
            case Bound(terms, limit):
                return Bound(tuple((c, self._quantity(q)) for c, q in terms), limit)
            case _:
                return f

    def _quantity(self, q: Quantity) -> Quantity:
        return Degree(q.scale, self._term(q.term)) if isinstance(q, Degree) else q


POINTING = ("that ", "this ")
"""The beginning of constants that are not names: 'that person there' may be Tim even if names are of different people,
so a renamed one must still look like it."""


def in_order(formulas: Iterable[Formula]) -> Names:
    """Predicates and constants numbered by first occurrence: formulas that differ in names only become equal."""
    predicates: dict[str, str] = {}
    constants: dict[str, str] = {}
    for f in formulas:
        for kind, name in mentioned(f):
            if kind == "predicate":
                predicates.setdefault(name, f"P{len(predicates) + 1}")
            else:
                constants.setdefault(name, f"{pointing(name)}C{len(constants) + 1}")
    return Names(predicates, constants)


def pointing(name: str) -> str:
    return next((p for p in POINTING if name.startswith(p)), "")


def mentioned(f: Formula) -> Iterator[tuple[str, str]]:
    """Every mention of a predicate or constant, left to right, restrictors before bodies."""
    match f:
        case Pred(name, args):
            yield "predicate", name
            yield from _named(args)
        case Equal(left, right) | Compare(_, _, left, right):
            yield from _named((left, right))
        case Bound(terms, _):
            for _, q in terms:
                if isinstance(q, Degree):
                    yield from _named((q.term,))
                elif isinstance(q, Cardinal):
                    yield from mentioned(q.body)
        case _:
            for c in children(f):
                yield from mentioned(c)


def _named(terms: Iterable[Term]) -> Iterator[tuple[str, str]]:
    for t in terms:
        if isinstance(t, Const):
            yield "constant", t.name
