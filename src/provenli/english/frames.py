"""The frame of an edit: the operators over its place as one formula, everything else opaque; and its proof.

Two sentences that differ in one place have the same frame: *every student who read a {book, novel} smiled* is
every y (N(y) ∧ some x (… , R(y, x)), B(y)). Whatever the opaque parts are, a proof of the frame is a proof of the pair,
given the scopes; the kernel checks it. Against the polarity, models of both kinds are found and checked likewise.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from provenli.certify.certificates import Countermodels, EngineWord, Problem, Proved, Verdict
from provenli.english.analysis import Effect
from provenli.english.edits import Edit
from provenli.english.knowledge import ABOVE, APART, BELOW, SAME
from provenli.english.word_tables import words_in
from provenli.errors import Refused
from provenli.logic.formulas import And, Formula, Implies, Not, Or, Pred, Quant, Var
from provenli.logic.quantifiers import EVERY, FEW, MOST, NO, SOME, Quantifier, at_most, exactly
from provenli.logic.relations import Relation
from provenli.logic.theory import Clause, Theory, excludes, isa

FrameLayer: TypeAlias = tuple[str, Effect]
"""An operator's name, and what it does to the place."""
MOST_LAYERS = 4
SECONDS = 5.0

NEGATED = words_in("denying operators")
SELDOM = words_in("operators of few")
REFUSALS = words_in("refusing operators")
UNIVERSAL = words_in("universal operators")
BOUNDED = frozenset({"at most", "fewer than", "less than", "no more than", "not more than", "up to"})
EXACT = frozenset({"exactly", "precisely", "only", "just"})


@dataclass(frozen=True, slots=True)
class Frame:
    """Layers from the outermost in, and the edit as a relation of two parts."""

    layers: tuple[FrameLayer, ...]
    kind: str
    relation: Relation
    negated: tuple[bool, bool] = (False, False)
    """Whether the premise, and the hypothesis, denies the frame."""


@dataclass(frozen=True, slots=True)
class FrameProof:
    problem: Problem
    verdict: Verdict

    @property
    def checked(self) -> bool:
        """Proof or models that the kernel has checked; nobody's bare word."""
        match self.verdict.certificate:
            case Proved(EngineWord(), _):
                return False
            case Proved() | Countermodels():
                return True
        return False


def frame_of(edit: Edit, negated: tuple[bool, bool] = (False, False)) -> Frame | None:
    """None if an operator over the place has no formula, or if there are too many."""
    layers = tuple((name, effect) for name, effect, _ in edit.layers)
    if len(layers) > MOST_LAYERS or any(_layer(*layer) is None for layer in layers):
        return None
    return Frame(layers, edit.kind, edit.relation, negated)


def bare_frame(negated: tuple[bool, bool]) -> Frame:
    """For two sentences with the same words, one of which may be a denial."""
    return Frame((), "substitution", SAME, negated)


Wrap: TypeAlias = Callable[[int, Callable[[Var], Formula]], Formula]
"""Depth, and what stands inside for an outer variable: a closed formula."""


def _inside(inner: Callable[[Var], Formula], y: Var, n: int) -> Formula:
    return And((Pred(f"N{n}", (y,)), inner(y)))


def _restrictor(q: Quantifier) -> Wrap:
    def wrap(n: int, inner: Callable[[Var], Formula]) -> Formula:
        y = Var(f"y{n}")
        return Quant(q, y, _inside(inner, y, n), Pred(f"B{n}", (y,)))

    return wrap


def _body(q: Quantifier, *, negated: bool = False) -> Wrap:
    def wrap(n: int, inner: Callable[[Var], Formula]) -> Formula:
        y = Var(f"y{n}")
        return Quant(q, y, Pred(f"N{n}", (y,)), Not(inner(y)) if negated else inner(y))

    return wrap


def _layer(name: str, effect: str) -> Wrap | None:
    if effect == "up":
        return _body(SOME)
    if effect == "down":
        if name in UNIVERSAL:
            return _restrictor(EVERY)
        if name in NEGATED or name == "no":
            return _body(NO)
        if name in SELDOM:
            return _body(FEW)
        if name in REFUSALS:
            return _body(EVERY, negated=True)
        if name in BOUNDED:
            return _body(at_most(2))
        if name in ("if", "not all", "not every", "not each"):
            return _condition if name == "if" else _not_every
        return _restrictor(EVERY) if name == "only" else None
    if name in EXACT:
        return _body(exactly(2))
    return _restrictor(MOST) if name in ("most", "half") else None


def _condition(n: int, inner: Callable[[Var], Formula]) -> Formula:
    y = Var(f"y{n}")
    return Implies(
        Quant(SOME, y, Pred(f"N{n}", (y,)), inner(y)), Quant(SOME, y, Pred(f"N{n}", (y,)), Pred(f"B{n}", (y,)))
    )


def _not_every(n: int, inner: Callable[[Var], Formula]) -> Formula:
    return Not(_body(EVERY)(n, inner))


def formula(layers: tuple[FrameLayer, ...], part: Callable[[Var], Formula]) -> Formula:
    """The layers around a part: the part holds of something that is related to what the layer outside speaks of."""

    def built(k: int, outer: Var | None) -> Formula:
        if k == len(layers):
            x = Var("x")
            link = Pred("R", (x,)) if outer is None else Pred("R", (outer, x))
            return Quant(SOME, x, part(x), link)
        wrap = _layer(*layers[k])
        if wrap is None:
            raise Refused(f"an operator without a formula: {layers[k]}")
        found = wrap(k, lambda y: built(k + 1, y))
        return found if outer is None else And((found, Pred(f"L{k}", (outer,))))

    return built(0, None)


def parts(frame: Frame) -> tuple[Callable[[Var], Formula], Callable[[Var], Formula], Theory]:
    """The part of the premise, that of the hypothesis, and what is known about them."""

    def a(x: Var) -> Formula:
        return Pred("A", (x,))

    def b(x: Var) -> Formula:
        return Pred("B", (x,))

    nothing = Theory()
    if frame.kind in ("conjunction", "deletion", "insertion") and frame.relation in (BELOW, ABOVE):
        both = lambda x: And((a(x), b(x)))  # noqa: E731
        return (both, a, nothing) if frame.relation is BELOW else (a, both, nothing)
    if frame.kind == "disjunction" and frame.relation in (BELOW, ABOVE):
        either = lambda x: Or((a(x), b(x)))  # noqa: E731
        return (a, either, nothing) if frame.relation is BELOW else (either, a, nothing)
    clauses: dict[Relation, tuple[Clause, ...]] = {
        SAME: (*isa("A", "B"), *isa("B", "A")),
        BELOW: isa("A", "B"),
        ABOVE: isa("B", "A"),
        APART: (excludes("A", "B"),),
    }
    return a, b, Theory(clauses.get(frame.relation, ()))


def problem_of(frame: Frame) -> Problem:
    mine, yours, theory = parts(frame)
    said, asked = formula(frame.layers, mine), formula(frame.layers, yours)
    said, asked = (Not(f) if no else f for f, no in zip((said, asked), frame.negated, strict=True))
    return Problem((said,), asked, theory)


@lru_cache(maxsize=4096)
def prove_frame(frame: Frame) -> FrameProof | None:
    """Each frame is decided once; None if it stays undecided."""
    problem = problem_of(frame)
    from provenli.certify.decide import Budget, decide  # `verify` follows frames too, and loads no engine

    verdict = decide(
        problem.premises, problem.hypothesis, problem.theory, problem.reading, Budget(SECONDS, trusting=False)
    )
    return FrameProof(problem, verdict) if verdict.label in ("entailment", "neutral", "contradiction") else None
