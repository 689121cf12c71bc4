"""The natural-logic prover: from premise to conclusion by monotonicity steps.

Both formulas are walked in parallel. Where they differ, the premise's part is exchanged for the conclusion's: a larger
one in an upward position, a smaller one in a downward position. Each exchange is a small inclusion (poodle in dog,
`A and B` in A, `at least 3` in `at least 2`) that the Venn prover shows; the number of steps grows with the sentence,
not with the number of models, so deep sentences with exact counting are as easy as shallow ones. Its proofs are the
ones people read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from time import monotonic

from provenli.certify.engines.protocol import GaveUp, Outcome, Question, Refuted
from provenli.certify.engines.venn import OutOfQuestions, OutOfTime, RegionSearch
from provenli.certify.kernel import strictly_more
from provenli.certify.proofs import Chain, Closed, Step
from provenli.certify.propagation import normal
from provenli.logic.formulas import (
    TRUE,
    And,
    Equal,
    Formula,
    Not,
    Or,
    Quant,
    canonical,
    free_variables,
    negate,
    subformulas,
    substitute,
    unmark,
)
from provenli.logic.polarity import Path
from provenli.logic.quantifiers import EVERY, NO, NOT_EVERY, SOME, Quantifier, at_least, at_most, less_than, more_than
from provenli.logic.theory import Theory

OPPOSITE = {EVERY: NOT_EVERY, NOT_EVERY: EVERY, SOME: NO, NO: SOME}
MAX_EXCHANGES = 60
MAX_PAIRINGS = 500
"""Counted, not timed: whether a chain is found must not depend on the machine."""


@dataclass(frozen=True, slots=True)
class NaturalLogic:
    name: str = "natural logic"

    def missing(self) -> str | None:
        return None

    def ask(self, question: Question, seconds: float) -> Outcome:
        facts = tuple(unmark(f) for f in question.facts)
        walk = Walk(question.theory.about(facts), facts, monotonic() + seconds)
        try:
            chain = walk.to_last()
        except (OutOfTime, OutOfQuestions):
            return GaveUp(self.name, f"no chain of steps within {seconds:g} s")
        return GaveUp(self.name, "no chain of monotonicity steps") if chain is None else Refuted(self.name, chain)


@dataclass(slots=True)
class Walk:
    theory: Theory
    facts: tuple[Formula, ...]
    deadline: float
    exchanges: int = 0

    def to_last(self) -> Chain | None:
        """A chain from one of the facts to the denial of the last one (the conclusion), the nearest fact first."""
        goal = len(self.facts) - 1
        for start in reversed(range(goal)):
            if _merely_exists(self.facts[start]) or _tells_names_apart(self.facts[start]):
                continue
            for target in denials(self.facts[goal]):
                steps = self.widen(canonical(self.facts[start]), canonical(target), 1, ())
                if steps is not None:
                    return Chain(start, goal, self.renamed(start) + tuple(steps))
        return None

    def renamed(self, start: int) -> tuple[Step, ...]:
        """Steps speak of canonical variables; a fact with others is renamed first."""
        f = self.facts[start]
        return () if f == canonical(f) else (Step((), canonical(f), (), Closed()),)

    def widen(self, f: Formula, g: Formula, sign: int, path: Path) -> list[Step] | None:
        """Steps that turn `f`, standing at `path` with polarity `sign`, into `g`; None if there are none."""
        if monotonic() > self.deadline:
            raise OutOfTime
        if f == g:
            return []
        if sign == 0:
            return None
        for steps in self.inside(f, g, sign, path):
            if steps is not None:
                return steps
        return self.exchange(f, g, sign, path) if _plain(f) and _plain(g) else None

    def inside(self, f: Formula, g: Formula, sign: int, path: Path) -> Iterator[list[Step] | None]:
        match f, g:
            case Not(a), Not(b):
                yield self.widen(a, b, -sign, (*path, 0))
            case Quant(), Quant():
                yield from self.quantified(f, g, sign, path)
            case And(), And():
                yield self.parts(f, g, sign, path)
            case Or(), Or():
                yield self.parts(f, g, sign, path)
            case And(), _:
                yield self.parts(f, And((g,)), sign, path)
            case _, And(gs):
                yield self.into_conjunction(f, gs, g, sign, path)
            case _:
                return

    def quantified(self, f: Quant, g: Quant, sign: int, path: Path) -> Iterator[list[Step] | None]:
        """Exchange restrictor and body under the old quantifier, then the quantifier; or the quantifier first."""
        g = _same_variable(g, f)
        yield self.both_arguments(f, g, f.quantifier, sign, path, last=g)
        if f.quantifier != g.quantifier:
            middle = Quant(g.quantifier, f.var, f.restrictor, f.body)
            first = self.exchange(f, middle, sign, path)
            rest = None if first is None else self.both_arguments(middle, g, g.quantifier, sign, path, last=None)
            yield None if first is None or rest is None else first + rest

    def both_arguments(
        self, f: Quant, g: Quant, q: Quantifier, sign: int, path: Path, last: Quant | None
    ) -> list[Step] | None:
        first, second = q.monotonicity()
        a = self.widen(f.restrictor, g.restrictor, sign * first, (*path, 0))
        b = None if a is None else self.widen(f.body, g.body, sign * second, (*path, 1))
        if a is None or b is None:
            return None
        if last is None or last.quantifier == q:
            return a + b
        change = self.exchange(Quant(q, f.var, g.restrictor, g.body), last, sign, path)
        return None if change is None else a + b + change

    def parts(self, f: And | Or, g: And | Or, sign: int, path: Path) -> list[Step] | None:
        """Widen each part to one of the other side, then drop or add what is left over in one step."""
        fs, gs = f.parts, g.parts
        widened: dict[tuple[int, int], list[Step] | None] = {}

        def suits(few: int, many: int) -> bool:
            i, j = (many, few) if len(gs) <= len(fs) else (few, many)
            if (few, many) not in widened:
                widened[few, many] = self.widen(fs[i], gs[j], sign, (*path, i))
            return widened[few, many] is not None

        goal: Formula = g if len(g.parts) > 1 else g.parts[0]
        for chosen in pairings(min(len(fs), len(gs)), max(len(fs), len(gs)), suits):
            now, steps = list(fs), list[Step]()
            for few, many in enumerate(chosen):
                i, j = (many, few) if len(gs) <= len(fs) else (few, many)
                steps += widened[few, many] or []
                now[i] = gs[j]
            middle = type(f)(tuple(now))
            change = [] if middle == goal else self.exchange(middle, goal, sign, path)
            if change is not None:
                return steps + change
        return None

    def into_conjunction(
        self, f: Formula, gs: Sequence[Formula], g: Formula, sign: int, path: Path
    ) -> list[Step] | None:
        """In a downward position a plain part may take on modifiers: first the part itself, then the whole."""
        if sign > 0:
            return None
        for target in gs:
            steps = self.widen(f, target, sign, path)
            change = None if steps is None else self.exchange(target, g, sign, path)
            if steps is not None and change is not None:
                return steps + change
        return None

    def exchange(self, f: Formula, g: Formula, sign: int, path: Path) -> list[Step] | None:
        """One step, if the inclusion it needs can be shown."""
        self.exchanges += 1
        if self.exchanges > MAX_EXCHANGES:
            return None
        smaller, larger = (f, g) if sign > 0 else (g, f)
        claim = strictly_more(smaller, larger, self.facts)
        # Level 0: what stands inside is opaque, since both sides share it. Existence is used only where needed.
        for using in dict.fromkeys(((), self.exists(f) if isinstance(f, Quant) else ())):
            proof = RegionSearch(self.theory, self.deadline, 0).refute((*using, *claim), 0)
            if proof is not None:
                return [Step(path, g, using, proof)]
        return None

    def exists(self, f: Quant) -> tuple[Formula, ...]:
        """The fact, if there is one, that something falls under the restrictor of `f`: 'every' then implies 'some'."""
        wanted = normal(Quant(SOME, f.var, f.restrictor, TRUE)) if not free_variables(f.restrictor) - {f.var} else None
        return tuple(n for n in map(normal, self.facts) if n == wanted)


def _merely_exists(f: Formula) -> bool:
    """A presupposition: something falls under a noun phrase. Nothing is to be widened there."""
    return isinstance(f, Quant) and f.body == TRUE


def _tells_names_apart(f: Formula) -> bool:
    return isinstance(f, Not) and isinstance(f.body, Equal)


def _plain(f: Formula) -> bool:
    """Without a quantifier inside: small enough to be exchanged whole."""
    return not any(isinstance(g, Quant) for g in subformulas(f))


def denials(f: Formula) -> Iterator[Formula]:
    """Formulas that are the negation of `f`, as they are usually written."""
    yield negate(f)
    if isinstance(f, Quant):
        if f.quantifier in OPPOSITE:
            yield Quant(OPPOSITE[f.quantifier], f.var, f.restrictor, f.body)
        yield from (Quant(q, f.var, f.restrictor, f.body) for q in _complements(f.quantifier))


def _complements(q: Quantifier) -> Iterator[Quantifier]:
    match q.name, q.numbers:
        case "at least", (n,) if n > 0:
            yield from (at_most(n - 1), less_than(n))
        case "more than", (n,):
            yield from (at_most(n), less_than(n + 1))
        case "at most", (n,):
            yield from (at_least(n + 1), more_than(n))
        case (("less than" | "fewer than"), (n,)):
            yield at_least(n)


def pairings(few: int, many: int, suits: Callable[[int, int], bool]) -> Iterator[tuple[int, ...]]:
    """For each of `few` another one of `many` that suits it, first choices first; at most MAX_PAIRINGS of the ways.
    They are chosen one by one, and a choice is given up as soon as one of the few suits nothing. Otherwise lists of
    four among twenty would be looked through in a hundred thousand orders."""
    tried = 0

    def complete(chosen: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        nonlocal tried
        k = len(chosen)
        if k == few:
            yield chosen
            return
        for j in range(many):
            if tried < MAX_PAIRINGS and j not in chosen and suits(k, j):
                tried += 1
                yield from complete((*chosen, j))
        if not any(suits(k, j) for j in range(many)):
            tried = MAX_PAIRINGS

    return complete(())


def _same_variable(g: Quant, f: Quant) -> Quant:
    if g.var == f.var:
        return g
    return Quant(g.quantifier, f.var, substitute(g.restrictor, g.var, f.var), substitute(g.body, g.var, f.var))
