"""One certificate for all quantifiers of given directions (paper 000): found with the plainest, checked for every one.

Entailments are proved with the numbers left open. Models are sought for 'some' and 'no' only, where they are small, and
then taken as models of the encoding; that they stand for all numbers is checked each time (certify/uniform.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

from provenli.certify.certificates import Countermodels, Problem, Verdict
from provenli.certify.decide import decide
from provenli.certify.uniform import UP, stands_for_all
from provenli.errors import Refused
from provenli.library.replacement_blanks import exact, least, opaque
from provenli.logic.models import Model
from provenli.pairs.schemas import COUNTED, Schema

Task: TypeAlias = tuple[Problem, tuple[int, ...], bool, str]
"""A problem with blanks, the direction of each quantifier, whether the calculus says entailment, and the encoding."""


def decided(task: Task) -> Schema:
    """Entailments are proved for any thresholds; the rest is refuted for the least ones, which stand for all."""
    blank, kinds, entailed, numerals = task
    problem = (opaque if numerals == "opaque" else exact)(blank, kinds)
    asked = problem if entailed else least(blank, kinds)
    verdict = decide(asked.premises, asked.hypothesis, asked.theory, asked.reading, COUNTED)
    if isinstance(verdict.certificate, Countermodels):
        c = verdict.certificate
        verdict = Verdict(verdict.label, Countermodels(
            widened(c.with_hypothesis, kinds, numerals), widened(c.without_hypothesis, kinds, numerals)
        ))  # fmt: skip
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
