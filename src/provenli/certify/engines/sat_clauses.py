"""Facts grounded over a number of elements, as text for a SAT solver.

A subformula with the same values of its free variables is written once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise, product
from math import gcd
from typing import TypeAlias

from provenli.certify.engines.sat_problem import SatProblem
from provenli.errors import FormulaError
from provenli.logic.formulas import (
    And,
    Bound,
    Cardinal,
    Degree,
    Equal,
    Formula,
    Not,
    Or,
    Pred,
    Quantity,
    Term,
    Threshold,
    Truth,
    Var,
)
from provenli.logic.models import FiniteModel

Literal: TypeAlias = str
"""A ground formula by name: "true", "false", an atom a7, a definition g7, or (not …) of these."""

Atom: TypeAlias = tuple[str, str, tuple[int, ...]]
"""What a7 stands for: ("holds", see, (0, 1)); ("called", ann, (2,)): ann is element 2;
("threshold", many, (3,)): many is at least 3; ("degree", tall, (0, 3)): element 0 is at least 3 tall."""

Definition: TypeAlias = tuple[int, tuple[tuple[int, Literal], ...]]
"""(limit, parts): sum(weight * literal) <= limit. All connectives are written so: a & b is not-a + not-b <= 0."""

Choices: TypeAlias = Mapping[str, range]
"""The elements that a constant may stand for."""


class Grounding:
    """One problem over `size` elements, as text for the solver."""

    def __init__(self, p: SatProblem, size: int) -> None:
        self.size = size
        self.problem = p
        # Elements are interchangeable: of names that differ each has its own; what comes after them may be any of those
        # or the next one.
        self.choices: Choices = {
            n: range(i, i + 1) if i < p.apart else range(min(i + 1, size)) for i, n in enumerate(p.names)
        }
        self.atoms: dict[Atom, int] = {}
        self.definitions: dict[Definition, Literal] = {}
        self.goals: list[Literal] = []
        self._done: dict[tuple[int, ...], Literal] = {}

    def possible(self) -> bool:
        """Grounds everything; False where that alone shows that there is no model."""
        self.goals = [self.literal(f, {}) for f in self.problem.unfolded]
        if "false" in self.goals:
            return False
        self.goals += [*self._clauses(), *self._rows(), *self._one_element_each()]
        return "false" not in self.goals

    def text(self) -> str:
        declared = "\n".join(f"(declare-const a{k} Bool)" for k in self.atoms.values())
        lets = " ".join(f"(let (({name} {_written(d)}))" for d, name in self.definitions.items())
        return f"{declared}\n(assert {lets} (and true {' '.join(self.goals)}){')' * len(self.definitions)})"

    def literal(self, f: Formula, env: Mapping[Var, int]) -> Literal:
        key = (id(f), *[env[v] for v in self.problem.free[id(f)]])
        if key not in self._done:
            self._done[key] = self._ground(f, env)
        return self._done[key]

    def _ground(self, f: Formula, env: Mapping[Var, int]) -> Literal:
        match f:
            case Truth(value):
                return "true" if value else "false"
            case Pred(name, args):
                return self._any_case(args, env, lambda es: self._atom("holds", name, es))
            case Equal(left, right):
                return self._any_case((left, right), env, lambda es: "true" if es[0] == es[1] else "false")
            case Not(body):
                return negation(self.literal(body, env))
            case And(parts):
                return self._and([self.literal(p, env) for p in parts])
            case Or(parts):
                return negation(self._and([negation(self.literal(p, env)) for p in parts]))
            case Bound(((c, Degree() as left), (d, Degree() as right)), limit) if c == -d and abs(c) == 1:
                low, high = (left, right) if c == 1 else (right, left)
                return self._not_above(low, high, limit, env)
            case Bound(terms, limit):
                return self._bound([(c, x) for c, q in terms for x in self._row(q, env)], limit)
            case _:
                raise FormulaError(f"expected an unfolded formula, found {type(f).__name__}")

    def _any_case(
        self, args: tuple[Term, ...], env: Mapping[Var, int], make: Callable[[tuple[int, ...]], Literal]
    ) -> Literal:
        """`make` of the elements that `args` stand for: the disjunction over what their constants may stand for."""
        options = [[("true", env[a])] if isinstance(a, Var) else self._called(a.name) for a in args]
        cases = [
            self._and([*(called for called, _ in case), make(tuple(e for _, e in case))]) for case in product(*options)
        ]
        return cases[0] if len(cases) == 1 else self._or(cases)

    def _called(self, name: str) -> list[tuple[Literal, int]]:
        elements = self.choices[name]
        if len(elements) == 1:
            return [("true", elements[0])]
        return [(self._atom("called", name, (e,)), e) for e in elements]

    def _row(self, q: Quantity, env: Mapping[Var, int]) -> list[Literal]:
        """Literals of which as many are true as the value of the quantity."""
        match q:
            case Cardinal(var, body):
                return [self.literal(body, {**env, var: e}) for e in range(self.size)]
            case Threshold(name):
                return [self._atom("threshold", name, (k,)) for k in self._threshold_levels()]
            case Degree(scale, term):
                return [
                    self._any_case((term,), env, lambda es, k=k: self._atom("degree", scale, (*es, k)))  # type: ignore[misc]
                    for k in self._degree_levels()
                ]

    def _threshold_levels(self) -> range:
        # One more than there are elements is "more than any number of them"; `spread` leaves room for 'several >= 3'.
        return range(1, self.size + self.problem.spread + 2)

    def _degree_levels(self) -> range:
        # As many degrees as elements can be told apart, `spread` steps from one to the next.
        return range(1, self.size * max(1, self.problem.spread) + 1)

    def _not_above(self, low: Degree, high: Degree, limit: int, env: Mapping[Var, int]) -> Literal:
        """low <= high + limit, level by level: these clauses propagate better than one pseudo-Boolean sum."""
        lows, highs = self._row(low, env), self._row(high, env)
        steps = []
        for k, x in enumerate(["true", *lows]):  # every degree is at least 0
            needed = k - limit
            if needed > 0:
                steps.append(negation(self._and([x, negation(highs[needed - 1] if needed <= len(highs) else "false")])))
        return self._and(steps)

    def _bound(self, weighted: Iterable[tuple[int, Literal]], limit: int) -> Literal:
        """sum(weight * literal) <= limit, with every weight made positive: c * x is c - c * (not x)."""
        weights: dict[Literal, int] = {}
        for c, x in weighted:
            if x.startswith("(not ") or x == "true":
                x, c, limit = negation(x), -c, limit - c
            if x != "false":
                weights[x] = weights.get(x, 0) + c
        limit -= sum(c for c in weights.values() if c < 0)
        parts = [(abs(c), x if c > 0 else negation(x)) for x, c in weights.items() if c]
        step = gcd(*(c for c, _ in parts)) or 1
        return self._at_most([(c // step, x) for c, x in parts], limit // step)

    def _at_most(self, parts: list[tuple[int, Literal]], limit: int) -> Literal:
        total = sum(c for c, _ in parts)
        if limit < 0 or total <= limit:
            return "false" if limit < 0 else "true"
        literals = [x for _, x in parts]
        if limit == 0:
            return self._and([negation(x) for x in literals])
        if limit == total - 1 and total == len(parts):
            return negation(self._and(literals))
        return self._define((limit, tuple(parts)))

    def _and(self, literals: Iterable[Literal]) -> Literal:
        kept = dict.fromkeys(x for x in literals if x != "true")
        if "false" in kept or any(negation(x) in kept for x in kept):
            return "false"
        if len(kept) < 2:
            return next(iter(kept), "true")
        return self._define((0, tuple((1, negation(x)) for x in kept)))

    def _or(self, literals: Iterable[Literal]) -> Literal:
        return negation(self._and([negation(x) for x in literals]))

    def _define(self, d: Definition) -> Literal:
        return self.definitions.setdefault(d, f"g{len(self.definitions)}")

    def _atom(self, kind: str, name: str, numbers: tuple[int, ...]) -> Literal:
        return f"a{self.atoms.setdefault((kind, name, numbers), len(self.atoms))}"

    def _clauses(self) -> Iterator[Literal]:
        for c in self.problem.clauses:
            for es in product(range(self.size), repeat=c.arity):
                body = [self._atom("holds", n, es) for n in sorted(c.body)]
                yield negation(self._and([*body, *(negation(self._atom("holds", n, es)) for n in sorted(c.head))]))

    def _rows(self) -> Iterator[Literal]:
        """A row of levels is full up to its value: at least 3 only if at least 2."""
        rows = [[self._atom("threshold", t, (k,)) for k in self._threshold_levels()] for t in self.problem.thresholds]
        for s, e in product(self.problem.scales, range(self.size)):
            rows.append([self._atom("degree", s, (e, k)) for k in self._degree_levels()])
        for row in rows:
            for lower, upper in pairwise(row):
                yield negation(self._and([upper, negation(lower)]))

    def _one_element_each(self) -> Iterator[Literal]:
        for name in self.problem.names:
            called = [x for x, _ in self._called(name)]
            yield self._or(called)
            yield self._bound([(1, x) for x in called], 1)

    def model(self, true: set[Literal]) -> FiniteModel:
        """The model in which these atoms are true."""
        p = self.problem
        relations: dict[str, set[tuple[int, ...]]] = {}
        names = {n: c[0] for n, c in self.choices.items()}
        many = dict.fromkeys(p.thresholds, 0)
        degrees = {s: [0] * self.size for s in p.scales}
        for (kind, name, numbers), k in self.atoms.items():
            if f"a{k}" not in true:
                continue
            if kind == "holds":
                relations.setdefault(name, set()).add(numbers)
            elif kind == "called":
                names[name] = numbers[0]
            elif kind == "threshold":
                many[name] += 1
            else:
                degrees[name][numbers[0]] += 1
        return FiniteModel(
            self.size,
            {n: frozenset(r) for n, r in relations.items()},
            names,
            {s: tuple(d) for s, d in degrees.items()},
            many,
        )


def negation(x: Literal) -> Literal:
    if x == "true" or x == "false":
        return "false" if x == "true" else "true"
    return x[5:-1] if x.startswith("(not ") else f"(not {x})"


def _written(d: Definition) -> str:
    limit, parts = d
    if limit == 0:
        return f"(and {' '.join(negation(x) for _, x in parts)})"
    literals = " ".join(x for _, x in parts)
    if all(c == 1 for c, _ in parts):
        return f"((_ at-most {limit}) {literals})"
    return f"((_ pble {limit} {' '.join(str(c) for c, _ in parts)}) {literals})"
