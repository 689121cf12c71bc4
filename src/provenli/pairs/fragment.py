"""A fragment: a grammar with meaning, what is known beside it, and how its sentences are read by default."""

from __future__ import annotations

from dataclasses import dataclass

from provenli.certify.certificates import Problem, Verdict
from provenli.certify.decide import Budget, decide
from provenli.errors import SentenceError
from provenli.grammar import Derivation, Grammar, parse, readings
from provenli.logic.readings import DEFAULT, Reading
from provenli.logic.theory import Theory


@dataclass(frozen=True, slots=True)
class Fragment:
    name: str
    grammar: Grammar
    theory: Theory = Theory()  # noqa: RUF009  frozen value
    reading: Reading = DEFAULT
    paper: str = ""
    about: str = ""
    labels: tuple[str, ...] = ("entailment", "neutral", "contradiction")
    example: tuple[str, str] | None = None

    def read(self, text: str) -> tuple[Derivation, ...]:
        """One derivation for each meaning of the text, closest attachment first."""
        return tuple(group[0] for group in readings(parse(self.grammar, text)))


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
    """Decide a pair of texts. Every combination of their readings is decided; the closest attachment comes first."""
    chosen = fragment.reading if reading is None else reading
    first, *rest = (
        _decided(fragment, p, h, chosen, budget)
        for p in _read(fragment, premise, "premise")
        for h in _read(fragment, hypothesis, "hypothesis")
    )
    return Answer(first.premise, first.hypothesis, first.problem, first.verdict, tuple(rest))


def _read(fragment: Fragment, text: str, side: str) -> tuple[Derivation, ...]:
    try:
        return fragment.read(text)
    except SentenceError as e:
        raise type(e)(f"{side}: {e}") from e


def _decided(fragment: Fragment, p: Derivation, h: Derivation, reading: Reading, budget: Budget) -> Answer:
    problem = Problem((p.meaning,), h.meaning, fragment.theory, reading)
    verdict = decide(problem.premises, problem.hypothesis, problem.theory, reading, budget)
    return Answer(p, h, problem, verdict)
