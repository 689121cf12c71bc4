"""Blanks for quantifiers (Yanaka et al. 2020), what they are filled with, and the certificate that is good for all.

Only the direction of a quantifier matters for the label, so a blank gets a quantifier that stands for all of its
direction: a certificate is found with the plainest and checked for every one. That this is sound is argued in
certify/uniform.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from provenli.certify.certificates import Countermodels, Problem, Verdict
from provenli.certify.decide import decide
from provenli.certify.uniform import DOWN, UP, downward, stands_for_all, upward
from provenli.errors import Refused
from provenli.logic.formulas import Formula, Pred, Quant, Var, conj, rebuild
from provenli.logic.models import Model
from provenli.logic.quantifiers import NO, SOME, Inequality, Quantifier
from provenli.pairs.schemas import COUNTED, Schema


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


# --- one certificate for all quantifiers of given directions ---

BlankTask: TypeAlias = tuple[Problem, tuple[int, ...], bool, str]
"""A problem with blanks, the direction of each quantifier, whether the calculus says entailment, and the encoding."""


def decided(task: BlankTask) -> Schema:
    """Entailments are proved for any thresholds; the rest is refuted for the least ones, which stand for all."""
    blank, kinds, entailed, numerals = task
    problem = (opaque if numerals == "opaque" else exact)(blank, kinds)
    asked = problem if entailed else least(blank, kinds)
    verdict = decide(asked.premises, asked.hypothesis, asked.theory, asked.reading, COUNTED)
    if isinstance(verdict.certificate, Countermodels):
        c = verdict.certificate
        verdict = Verdict(
            verdict.label,
            Countermodels(widened(c.with_hypothesis, kinds, numerals), widened(c.without_hypothesis, kinds, numerals)),
        )
    check(problem, verdict, kinds, numerals)
    return Schema(problem, verdict, "entailment" if entailed else "neutral")


def widened(model: Model, kinds: Sequence[int], numerals: str) -> Model:
    """A model for 'some' and 'no' as one for the encoding."""
    if numerals == "exact":
        return replace(model, thresholds={f"t{k}": 1 if kind == UP else 0 for k, kind in enumerate(kinds, 1)})
    everything = frozenset((e,) for e in range(model.size))
    return replace(model, relations={**model.relations, **{f"number{k + 1}": everything for k in range(len(kinds))}})


def bits(kinds: int, n: int) -> tuple[int, ...]:
    return tuple(kinds >> k & 1 for k in range(n))


def check(problem: Problem, verdict: Verdict, kinds: Sequence[int], numerals: str) -> None:
    """Beyond the kernel's check: the evidence must be good for every quantifier of these directions."""
    if numerals == "exact":
        stands_for_all(problem, verdict, {f"t{k}": kind for k, kind in enumerate(kinds, 1)})
    elif isinstance(verdict.certificate, Countermodels):
        for m in (verdict.certificate.with_hypothesis, verdict.certificate.without_hypothesis):
            everything: frozenset[tuple[int, ...]] = frozenset((e,) for e in range(m.size))
            if any(m.relations.get(f"number{k}") != everything for k in range(1, len(kinds) + 1)):
                raise Refused("the model says something of numbers, so it is none for plain 'some' and 'no'")
