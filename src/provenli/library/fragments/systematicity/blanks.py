"""Blanks for quantifiers (Yanaka et al. 2020), and what they are filled with: the meanings that a certificate is made
for.

Only the direction of a quantifier matters for the label, so a blank gets a quantifier that stands for all of its
direction. That this is sound is argued in certify/uniform.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from provenli.certify.certificates import Problem
from provenli.certify.uniform import DOWN, downward, upward
from provenli.logic.formulas import Formula, Pred, Quant, Var, conj, rebuild
from provenli.logic.quantifiers import NO, SOME, Inequality, Quantifier


def blank(k: int) -> Quantifier:
    return Quantifier("blank", (Inequality(-1, 0, -1),), (k,))


def exact(problem: Problem, kinds: Sequence[int]) -> Problem:
    """Every quantifier with a threshold of its own: |A ∩ B| is at least, or at most, t."""
    return _with(problem, tuple((downward if k == DOWN else upward)(f"t{n}") for n, k in enumerate(kinds, 1)))


def least(problem: Problem, kinds: Sequence[int]) -> Problem:
    """All thresholds as small as can be: some and no."""
    return _with(problem, tuple(NO if k == DOWN else SOME for k in kinds))


def opaque(problem: Problem, kinds: Sequence[int]) -> Problem:
    """The paper's encoding: some and no of those that are, say, few; of the number only its direction is said."""

    def change(f: Formula) -> Formula:
        match f:
            case Quant(Quantifier("blank", _, (k,)), Var() as x, restrictor, body):
                q = NO if kinds[k - 1] == DOWN else SOME
                return Quant(q, x, conj(restrictor, Pred(f"number{k}", (x,))), body)
        return f

    return _changed(problem, change)


def _with(problem: Problem, quantifiers: Sequence[Quantifier]) -> Problem:
    def change(f: Formula) -> Formula:
        match f:
            case Quant(Quantifier("blank", _, (k,)), x, restrictor, body):
                return Quant(quantifiers[k - 1], x, restrictor, body)
        return f

    return _changed(problem, change)


def _changed(problem: Problem, change: Any) -> Problem:
    premises = tuple(rebuild(p, change) for p in problem.premises)
    return Problem(premises, rebuild(problem.hypothesis, change), problem.theory, problem.reading)
