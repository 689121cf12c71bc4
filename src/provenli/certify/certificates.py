"""Questions, verdicts and the evidence behind them.

A `Problem` is what is asked: premises, hypothesis, theory, reading. `situate` turns it into plain facts, once, for the
search and for the kernel alike. Presuppositions of the hypothesis are granted when asking whether it follows; a premise
that rules them out contradicts the hypothesis, since the two cannot be said of one situation.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, TypeAlias

from provenli.certify.proofs import Proof
from provenli.logic.coreference import corefer
from provenli.logic.formulas import Formula, canonical, negate, unmark
from provenli.logic.models import FiniteModel
from provenli.logic.readings import DEFAULT, Reading, interpret, name_axioms, of_a_name
from provenli.logic.theory import Theory, vague_axioms

Label: TypeAlias = Literal["entailment", "contradiction", "neutral", "inconsistent", "undecided"]


@dataclass(frozen=True, slots=True)
class Problem:
    premises: tuple[Formula, ...]
    hypothesis: Formula
    theory: Theory = Theory()  # noqa: RUF009  frozen value
    reading: Reading = DEFAULT


@dataclass(frozen=True, slots=True)
class Situation:
    """A problem as facts. Proofs refer to facts by their place in these tuples."""

    premises: tuple[Formula, ...]
    """Axioms, what the premises presuppose, and the premises."""
    granted: tuple[Formula, ...]
    """What the hypothesis presupposes."""
    hypothesis: Formula
    theory: Theory

    def with_hypothesis(self) -> tuple[Formula, ...]:
        return (*self.premises, *self.granted, self.hypothesis)

    def without_hypothesis(self) -> tuple[Formula, ...]:
        return (*self.premises, *self.granted, negate(self.hypothesis))


@lru_cache(maxsize=16)
def situate(problem: Problem) -> Situation:
    """The search and the kernel both ask for this. It is a pure function, so the kernel may use the same answer."""
    reading = problem.reading
    said, asked = tuple(map(unmark, problem.premises)), unmark(problem.hypothesis)
    if reading.coreference:
        said, asked = corefer(said, asked)
    premises = [interpret(p, reading, premise=True) for p in said]
    # What is not granted is part of what must follow: there is exactly one dog, and it ran.
    plain = not reading.granted and reading.the == "presupposed"
    hypothesis = interpret(asked, replace(reading, the="unique") if plain else reading)
    asserted = [canonical(p.asserted) for p in premises]
    conclusion = canonical(hypothesis.asserted)
    spoken = (*asserted, conclusion)
    axioms = tuple(interpret(unmark(f), reading).asserted for f in problem.theory.axioms)
    names = name_axioms((*spoken, *axioms), reading)
    background = (*axioms, *vague_axioms((*spoken, *axioms)), *names)
    presupposed = dict.fromkeys(canonical(f) for p in premises for f in p.presupposed)
    granted = dict.fromkeys(canonical(f) for f in hypothesis.presupposed if reading.granted or of_a_name(f))
    return Situation(
        (*background, *presupposed, *asserted),
        tuple(f for f in granted if f not in presupposed),
        conclusion,
        problem.theory.about((*spoken, *presupposed, *granted)),
    )


@dataclass(frozen=True, slots=True)
class EngineWord:
    """There is no proof that the kernel can check; these engines only say so."""

    engines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Proved:
    """Entailment or contradiction: a refutation, and a model in which the premises are true, so nothing is vacuous."""

    proof: Proof | EngineWord
    witness: FiniteModel


@dataclass(frozen=True, slots=True)
class Countermodels:
    """Neutral: the premises are true in both models, the hypothesis in the first only."""

    with_hypothesis: FiniteModel
    without_hypothesis: FiniteModel


@dataclass(frozen=True, slots=True)
class Inconsistent:
    """The premises (with theory and reading) cannot be true at all."""

    proof: Proof | EngineWord


@dataclass(frozen=True, slots=True)
class Attested:
    """A label that somebody gave. Nothing is proved."""

    source: str


@dataclass(frozen=True, slots=True)
class Nothing:
    """Undecided: what was tried, and how each try ended."""

    tried: tuple[str, ...]


Certificate: TypeAlias = Proved | Countermodels | Inconsistent | Attested | Nothing


@dataclass(frozen=True, slots=True)
class Verdict:
    label: Label
    certificate: Certificate
    agreed: tuple[str, ...] = ()
    """Further engines that were asked and agree."""
