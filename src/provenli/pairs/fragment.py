"""A fragment: a grammar with meaning, what is known beside it, and how its sentences are read by default."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import islice, product

from provenli.certify.certificates import Problem, Verdict
from provenli.certify.decide import Budget, decide
from provenli.certify.smaller_models import tidy
from provenli.errors import FragmentError, ProveNLIError, SentenceError
from provenli.grammar import Derivation, Grammar, parse, readings
from provenli.grammar.recursion import ORDINARY
from provenli.grammar.tolerant import TolerantParser
from provenli.logic.readings import DEFAULT, Reading, alternatives
from provenli.logic.theory import Clause, Theory
from provenli.logic.wellformed import fault
from provenli.pairs.making import PairMaker

MOST_DERIVATIONS = 500
"""Seven relative clauses in a row can be attached in 429 ways."""
MOST_READINGS = 16


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
    pairs: PairMaker | None = None
    """How its data sets are made; without it the fragment can parse and decide, but not generate."""
    varied: tuple[str, ...] = ()
    """Choices of reading that hearers of its sentences make differently; empty: any of them."""
    published: Callable[[], TolerantParser] | None = None
    """A wider grammar, in which published files of the same style are read (tolerant.py); its sentences of the narrower
    one mean the same. A function, because most uses of a fragment never need it."""

    def __post_init__(self) -> None:
        """A fragment is a user's own Python: what is of the wrong kind is said at once, not where it first hurts."""
        for what, value, kind in (
            ("grammar", self.grammar, Grammar),
            ("theory", self.theory, Theory),
            ("reading", self.reading, Reading),
        ):
            if not isinstance(value, kind):
                raise FragmentError(f"{what} must be a {kind.__name__}, found {value!r}")
        for clause in self.theory.clauses:
            if not isinstance(clause, Clause):
                raise FragmentError(f"the clauses of a theory come from isa and excludes, found {clause!r}")
        for axiom in self.theory.axioms:
            why = fault(axiom)
            if why is not None:
                raise FragmentError(f"an axiom of the theory is no formula: {why}")
        texts = self.example
        if texts is not None and not (isinstance(texts, tuple) and [type(t) for t in texts] == [str, str]):
            raise FragmentError(f"example must be a pair of sentences, found {texts!r}")

    @property
    def alternatives(self) -> tuple[tuple[str, Reading], ...]:
        """Other readings by name, the weakest change from the fragment's own first."""
        return alternatives(self.reading, self.varied or None)

    def read(self, text: str) -> tuple[Derivation, ...]:
        """One derivation for each meaning of the text, closest attachment first."""
        return self.understood(text, parse(self.grammar, text, MOST_DERIVATIONS))

    def understood(self, text: str, found: tuple[Derivation, ...]) -> tuple[Derivation, ...]:
        """Of these derivations of the text one for each meaning."""
        try:
            read = tuple(group[0] for group in readings(found))
            wrong = next((why for d in read if (why := fault(d.meaning)) is not None), None)
        except SentenceError as e:  # a tree that is not deep, yet has no end, is the fault of a rule
            if max(d.height for d in found) > ORDINARY:
                raise
            raise self._senseless(text, "a rule's meaning calls itself for ever") from e
        except ProveNLIError:
            raise
        except Exception as e:  # rules are the user's own Python: whatever they raise is shown in one line
            raise self._senseless(text, " ".join(f"{type(e).__name__}: {e}".split())) from e
        if wrong is not None:
            raise self._senseless(text, wrong)
        return read

    def _senseless(self, text: str, why: str) -> FragmentError:
        return FragmentError(f"fragment {self.name!r}: {text!r} is grammatical, but its meaning fails: {why}")


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
