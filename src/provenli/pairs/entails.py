"""Deciding a pair of sentences of a fragment: every reading, the closest attachment first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import islice, product

from provenli.certify.certificates import Problem, Verdict
from provenli.certify.decide import Budget, decide
from provenli.certify.smaller_models import tidy
from provenli.errors import SentenceError
from provenli.grammar import Derivation
from provenli.logic.readings import Reading
from provenli.pairs.fragment import Fragment

MOST_READINGS = 16


@dataclass(frozen=True, slots=True)
class Answer:
    """A decided pair: which derivations were meant, and what the other readings of the text would give."""

    premise: Derivation
    hypothesis: Derivation
    problem: Problem
    verdict: Verdict
    others: tuple[Answer, ...] = ()

    @property
    def ambiguous(self) -> bool:
        """Whether another reading of the text has another label."""
        return any(o.verdict.label != self.verdict.label for o in self.others)


def entails(
    fragment: Fragment,
    premise: str,
    hypothesis: str,
    reading: Reading | None = None,
    budget: Budget = Budget(),  # noqa: B008  frozen value
) -> Answer:
    """Decide a pair of texts under their readings, closest attachment first."""
    chosen = fragment.reading if reading is None else reading
    pairs = parallel(_read(fragment, premise, "premise"), _read(fragment, hypothesis, "hypothesis"))
    first, *rest = (_decided(fragment, p, h, chosen, budget) for p, h in pairs)
    return replace(first, others=tuple(rest))


def parallel(
    premises: tuple[Derivation, ...], hypotheses: tuple[Derivation, ...]
) -> tuple[tuple[Derivation, Derivation], ...]:
    """Which reading of one text goes with which of the other.

    Texts with equally many readings are built alike, as pairs made by substitution are: whoever says them attaches the
    same way in both. Otherwise every reading may go with every other. Only the first MOST_READINGS are decided.
    """
    if len(premises) == len(hypotheses):
        pairs: Iterable[tuple[Derivation, Derivation]] = zip(premises, hypotheses, strict=True)
    else:
        pairs = product(premises, hypotheses)
    return tuple(islice(pairs, MOST_READINGS))


def _read(fragment: Fragment, text: str, side: str) -> tuple[Derivation, ...]:
    try:
        return fragment.read(text)
    except SentenceError as e:
        raise type(e)(f"{side}: {e}") from e


def _decided(fragment: Fragment, p: Derivation, h: Derivation, reading: Reading, budget: Budget) -> Answer:
    problem = Problem((p.meaning,), h.meaning, fragment.theory, reading)
    verdict = decide(problem.premises, problem.hypothesis, problem.theory, reading, budget)
    return Answer(p, h, problem, verdict)


def tidied(answer: Answer) -> Answer:
    """The answer with models as small as a person would like them."""
    return replace(answer, verdict=tidy(answer.problem, answer.verdict))
