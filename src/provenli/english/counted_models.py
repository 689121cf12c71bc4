"""Models for sentences that count: so many that are both, and so many that are the one and not the other.

Random models are too small for *at least seven*. Two kinds of things are enough for two predicates of one place.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from provenli.certify.engines.protocol import Found, GaveUp, Outcome, Question
from provenli.logic.formulas import Formula, Pred, Quant, subformulas
from provenli.logic.models import FiniteModel
from provenli.logic.truth import holds

MOST = 100
"""The largest number for which models are built."""


@dataclass(frozen=True, slots=True)
class CountedModels:
    name: str = "counted models"

    def missing(self) -> str | None:
        return None

    def ask(self, question: Question, seconds: float) -> Outcome:  # noqa: ARG002  there are few models to look at
        predicates = sorted(
            {(g.name, len(g.args)) for f in question.facts for g in subformulas(f) if isinstance(g, Pred)}
        )
        if question.theory.clauses or [n for _, n in predicates] != [1, 1]:
            return GaveUp(self.name, "it speaks of more than two predicates of one place")
        for model in models(predicates[0][0], predicates[1][0], numbers_in(question.facts)):
            if all(holds(f, model) for f in question.facts):
                return Found(self.name, model)
        return GaveUp(self.name, "no such numbers")


def numbers_in(facts: tuple[Formula, ...]) -> tuple[int, ...]:
    """Numbers around those that are said: there truth may change."""
    said = {n for f in facts for g in subformulas(f) if isinstance(g, Quant) for n in g.quantifier.numbers if n <= MOST}
    return tuple(sorted({0, 1, *(max(n + d, 0) for n in said for d in (-1, 0, 1))}))


def models(one: str, other: str, numbers: tuple[int, ...]) -> Iterator[FiniteModel]:
    for inside in numbers:
        for outside in numbers:
            both = frozenset((k,) for k in range(inside))
            whole = frozenset((k,) for k in range(inside + outside))
            yield FiniteModel(inside + outside + 1, {one: whole, other: both})
