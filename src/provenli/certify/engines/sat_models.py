"""Small models by SAT: facts are grounded over 1, 2, 3 … elements until a solver can make them all true.

Everything that can be counted is written in unary: a threshold or a degree is a row of Booleans ("at least 1", "at
least 2", …) and its value is how many of them are true. A bound is then one pseudo-Boolean constraint, whatever it
counts.

The ground problem is handed to z3 as text, in which a subformula with the same values of its free variables is written
once: building it node by node with z3's Python operators takes longer than solving it.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import combinations, pairwise, product
from math import gcd
from typing import Any, TypeAlias

from provenli.certify.engines.protocol import Found, GaveUp, Outcome, Question
from provenli.certify.tidying import true_in, without_idlers
from provenli.errors import FormulaError
from provenli.logic.counting import unfold
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
    Threshold,
    Truth,
    Var,
    constants,
    depth,
    free_variables,
    scales,
    subformulas,
    thresholds,
)
from provenli.logic.models import Model
from provenli.logic.theory import Clause

Literal: TypeAlias = str
"""A ground formula by name: "true", "false", an atom a7, a definition g7, or (not …) of these."""

Atom: TypeAlias = tuple[str, str, tuple[int, ...]]
"""What a7 stands for: ("holds", see, (0, 1)); ("called", ann, (2,)): ann is element 2;
("threshold", many, (3,)): many is at least 3; ("degree", tall, (0, 3)): element 0 is at least 3 tall."""

Definition: TypeAlias = tuple[int, tuple[tuple[int, Literal], ...]]
"""(limit, parts): sum(weight * literal) <= limit. All connectives are written so: a & b is not-a + not-b <= 0."""

Choices: TypeAlias = Mapping[str, range]
"""Which elements a constant may stand for."""


@dataclass(frozen=True, slots=True)
class Problem:
    """All that does not depend on the size of the model."""

    facts: tuple[Formula, ...]
    unfolded: tuple[Formula, ...]
    free: Mapping[int, tuple[Var, ...]]
    """By identity of each unfolded part: the variables whose values its truth depends on."""
    clauses: tuple[Clause, ...]
    names: tuple[str, ...]
    thresholds: tuple[str, ...]
    scales: tuple[str, ...]
    distinct: bool
    least_size: int
    spread: int
    """The largest distance a bound between thresholds or degrees speaks of."""


def problem(question: Question) -> Problem:
    theory = question.theory.about(question.facts)
    facts = question.facts + theory.axioms
    for f in facts:
        if free_variables(f):
            raise FormulaError("only closed formulas have models; a fact has a free variable")
    known: dict[Formula, Formula] = {}
    unfolded = tuple(_share(unfold(f), {}, known) for f in facts)
    names = tuple(dict.fromkeys(n for f in facts for n in sorted(constants(f))))
    apart = _told_apart(unfolded)
    distinct = all(frozenset(pair) in apart for pair in combinations(names, 2))
    limits = [
        abs(g.limit)
        for f in unfolded
        for g in subformulas(f)
        if isinstance(g, Bound) and not all(isinstance(q, Cardinal) for _, q in g.terms)
    ]
    return Problem(
        facts,
        unfolded,
        {id(g): tuple(free_variables(g)) for g in known},
        theory.clauses,
        names,
        tuple(sorted(set[str]().union(*(thresholds(f) for f in facts)))),
        tuple(sorted(set[str]().union(*(scales(f) for f in facts)))),
        distinct,
        max([len(names) if distinct else 1, *(_least_size(f) for f in unfolded)], default=1) or 1,
        max(limits, default=0),
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


def _told_apart(facts: Iterable[Formula]) -> set[frozenset[str]]:
    return {
        frozenset({f.body.left.name, f.body.right.name})
        for f in facts
        if isinstance(f, Not) and isinstance(f.body, Equal)
        if isinstance(f.body.left, Const) and isinstance(f.body.right, Const)
    }  # fmt: skip


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


class Grounding:
    """One problem over `size` elements, as text for the solver."""

    def __init__(self, p: Problem, size: int) -> None:
        self.size = size
        self.problem = p
        # Elements are interchangeable, so the first constant may be element 0, the second 0 or 1, and so on.
        self.choices: Choices = {
            n: range(i, i + 1) if p.distinct else range(min(i + 1, size)) for i, n in enumerate(p.names)
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
                return _not(self.literal(body, env))
            case And(parts):
                return self._and([self.literal(p, env) for p in parts])
            case Or(parts):
                return _not(self._and([_not(self.literal(p, env)) for p in parts]))
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
            self._and([*(called for called, _ in case), make(tuple(e for _, e in case))])
            for case in product(*options)
        ]  # fmt: skip
        return cases[0] if len(cases) == 1 else self._or(cases)

    def _called(self, name: str) -> list[tuple[Literal, int]]:
        elements = self.choices[name]
        if len(elements) == 1:
            return [("true", elements[0])]
        return [(self._atom("called", name, (e,)), e) for e in elements]

    def _row(self, q: Quantity, env: Mapping[Var, int]) -> list[Literal]:
        """Literals of which as many are true as the quantity says."""
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
                steps.append(_not(self._and([x, _not(highs[needed - 1] if needed <= len(highs) else "false")])))
        return self._and(steps)

    def _bound(self, weighted: Iterable[tuple[int, Literal]], limit: int) -> Literal:
        """sum(weight * literal) <= limit, with every weight made positive: c * x is c - c * (not x)."""
        weights: dict[Literal, int] = {}
        for c, x in weighted:
            if x.startswith("(not ") or x == "true":
                x, c, limit = _not(x), -c, limit - c
            if x != "false":
                weights[x] = weights.get(x, 0) + c
        limit -= sum(c for c in weights.values() if c < 0)
        parts = [(abs(c), x if c > 0 else _not(x)) for x, c in weights.items() if c]
        step = gcd(*(c for c, _ in parts)) or 1
        return self._at_most([(c // step, x) for c, x in parts], limit // step)

    def _at_most(self, parts: list[tuple[int, Literal]], limit: int) -> Literal:
        total = sum(c for c, _ in parts)
        if limit < 0 or total <= limit:
            return "false" if limit < 0 else "true"
        literals = [x for _, x in parts]
        if limit == 0:
            return self._and([_not(x) for x in literals])
        if limit == total - 1 and total == len(parts):
            return _not(self._and(literals))
        return self._define((limit, tuple(parts)))

    def _and(self, literals: Iterable[Literal]) -> Literal:
        kept = dict.fromkeys(x for x in literals if x != "true")
        if "false" in kept or any(_not(x) in kept for x in kept):
            return "false"
        if len(kept) < 2:
            return next(iter(kept), "true")
        return self._define((0, tuple((1, _not(x)) for x in kept)))

    def _or(self, literals: Iterable[Literal]) -> Literal:
        return _not(self._and([_not(x) for x in literals]))

    def _define(self, d: Definition) -> Literal:
        return self.definitions.setdefault(d, f"g{len(self.definitions)}")

    def _atom(self, kind: str, name: str, numbers: tuple[int, ...]) -> Literal:
        return f"a{self.atoms.setdefault((kind, name, numbers), len(self.atoms))}"

    def _clauses(self) -> Iterator[Literal]:
        for c in self.problem.clauses:
            for es in product(range(self.size), repeat=c.arity):
                body = [self._atom("holds", n, es) for n in sorted(c.body)]
                yield _not(self._and([*body, *(_not(self._atom("holds", n, es)) for n in sorted(c.head))]))

    def _rows(self) -> Iterator[Literal]:
        """A row of levels is full up to its value: at least 3 only if at least 2."""
        rows = [[self._atom("threshold", t, (k,)) for k in self._threshold_levels()] for t in self.problem.thresholds]
        for s, e in product(self.problem.scales, range(self.size)):
            rows.append([self._atom("degree", s, (e, k)) for k in self._degree_levels()])
        for row in rows:
            for lower, upper in pairwise(row):
                yield _not(self._and([upper, _not(lower)]))

    def _one_element_each(self) -> Iterator[Literal]:
        for name in self.problem.names:
            called = [x for x, _ in self._called(name)]
            yield self._or(called)
            yield self._bound([(1, x) for x in called], 1)

    def model(self, true: set[Literal]) -> Model:
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
        return Model(
            self.size,
            {n: frozenset(r) for n, r in relations.items()},
            names,
            {s: tuple(d) for s, d in degrees.items()},
            many,
        )


def _not(x: Literal) -> Literal:
    if x == "true" or x == "false":
        return "false" if x == "true" else "true"
    return x[5:-1] if x.startswith("(not ") else f"(not {x})"


def _written(d: Definition) -> str:
    limit, parts = d
    if limit == 0:
        return f"(and {' '.join(_not(x) for _, x in parts)})"
    literals = " ".join(x for _, x in parts)
    if all(c == 1 for c, _ in parts):
        return f"((_ at-most {limit}) {literals})"
    return f"((_ pble {limit} {' '.join(str(c) for c, _ in parts)}) {literals})"


class Thinning:
    """Makes true facts false, one after the other, while all goals stay true.

    The solver's models are full of facts that nothing asks for, and these models are shown to people. Every definition
    remembers how much room its sum leaves, so a change costs no more than what it reaches.
    """

    def __init__(self, grounding: Grounding, true: Iterable[Literal]) -> None:
        self.true = set(true)
        self._atoms = grounding.atoms
        self._room: dict[Literal, int] = {}
        self._users: dict[Literal, list[tuple[Literal, int]]] = {}
        for (limit, parts), name in grounding.definitions.items():  # each speaks only of earlier ones
            self._enter(name, limit, parts)
        self._enter("goals", 0, tuple((1, _not(x)) for x in grounding.goals if x != "true"))

    def _enter(self, name: Literal, limit: int, parts: tuple[tuple[int, Literal], ...]) -> None:
        for c, x in parts:
            positive = _not(x) if x.startswith("(") else x
            self._users.setdefault(positive, []).append((name, c if x == positive else -c))
            limit -= c if (positive in self.true) == (x == positive) else 0
        self._room[name] = limit
        if limit >= 0:
            self.true.add(name)

    def thin(self) -> set[Literal]:
        """Relations go first: arrows clutter a picture more than ticks."""
        facts = [(-len(numbers), k) for (kind, _, numbers), k in self._atoms.items() if kind == "holds"]
        for _, k in sorted(facts):
            if f"a{k}" in self.true:
                self._flip(f"a{k}")
                if "goals" not in self.true:
                    self._flip(f"a{k}")
        return self.true

    def _flip(self, name: Literal) -> None:
        up = name not in self.true
        self.true ^= {name}
        for user, weight in self._users.get(name, ()):
            before = self._room[user]
            after = self._room[user] = before - weight if up else before + weight
            if (before >= 0) != (after >= 0):
                self._flip(user)


TRUE_ATOM = re.compile(r"\(define-fun (a\d+) \(\) Bool\s+true\)")


def true_atoms(text: str, seconds: float, context: Any) -> set[Literal] | str | None:
    """The atoms made true; None where the text has no model; a reason where the solver gave up."""
    import z3

    solver = z3.SolverFor("QF_FD", ctx=context)
    solver.set("timeout", max(1, int(seconds * 1000)))
    solver.from_string(text)
    result = solver.check()
    if result == z3.sat:
        return set(TRUE_ATOM.findall(solver.model().sexpr()))
    return None if result == z3.unsat else str(solver.reason_unknown())


@dataclass(frozen=True, slots=True)
class SatModels:
    """`sizes` are tried in turn. Gaps between them cost nothing: an element that falls under nothing changes no
    quantifier, so what is true among three is true among six, and superfluous elements are dropped again."""

    sizes: tuple[int, ...] = tuple(range(1, 9))
    name: str = "sat models"

    def missing(self) -> str | None:
        return None if find_spec("z3") else "z3 is not installed; pip install z3-solver"

    def ask(self, question: Question, seconds: float) -> Outcome:
        import z3  # takes a fifth of a second to load: only who asks for models waits

        deadline = time.monotonic() + seconds
        # A context of its own, 3 ms: what was asked before changes nothing, so equal questions get equal models.
        context = z3.Context()
        p = problem(question)
        for size in (n for n in self.sizes if n >= p.least_size):
            grounding = Grounding(p, size)
            if not grounding.possible():
                continue
            left = deadline - time.monotonic()
            true = true_atoms(grounding.text(), left, context) if left > 0 else "no time left"
            if isinstance(true, str):
                return GaveUp(self.name, f"out of time at size {size} ({true})")
            if true is not None:
                return self._checked(question, p, grounding.model(Thinning(grounding, true).thin()))
        return GaveUp(self.name, f"no model of size {', '.join(map(str, self.sizes))}")

    def _checked(self, question: Question, p: Problem, model: Model) -> Outcome:
        """The encoding is untrusted: a model counts only if the evaluator agrees."""
        if true_in(model, p.facts, question.theory):
            return Found(self.name, without_idlers(model, p.facts, question.theory))
        return GaveUp(self.name, "says satisfiable, but its model does not re-evaluate")
