"""Proof between English sentences: from their meanings and word facts to a verdict that the kernel has checked.

decided = prove([read("Every student who read a book smiled.")], read("Every student who read a novel smiled."),
                Theory(isa("novel", "book")))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from time import monotonic

from provenli.certify import kernel
from provenli.certify.certificates import Problem, Verdict, situate
from provenli.certify.decide import FEW, QUICK, Budget, Evidence, Inquiry
from provenli.certify.engines.instances import Instances
from provenli.certify.engines.natural_logic import NaturalLogic
from provenli.certify.engines.protocol import Engine, Found, GaveUp, Outcome, Question
from provenli.certify.engines.random_models import RandomModels
from provenli.certify.engines.sat_models import SatModels
from provenli.certify.engines.venn import Venn
from provenli.certify.evidence import shown
from provenli.english.analysis import Analysis
from provenli.english.doubts import RAREST
from provenli.english.knowledge import ABOVE, APART, BELOW, SAME, UNKNOWN, Known, WordFact, WordKnowledge
from provenli.english.pair_tokens import TAG_POS
from provenli.english.phrases import STAGE
from provenli.english.word_tables import listed
from provenli.errors import Refused
from provenli.logic.formulas import TRUE, Exists, Formula, Mark, Not, Pred, Quant, children, rebuild, subformulas
from provenli.logic.models import FiniteModel
from provenli.logic.quantifiers import BOTH, NO, SOME, THE
from provenli.logic.readings import Reading
from provenli.logic.relations import Relation
from provenli.logic.theory import Clause, Theory, excludes, isa
from provenli.logic.truth import holds

READINGS = (Reading(existential_import="strong", the="unique"), Reading(existential_import="strong", the="existential"))
"""What `the` means is open: a verdict counts only if it is the same under both readings, and is shown under the
first."""
SECONDS = 3.0
"""A guard against waiting; the search is limited by what it counts."""


@dataclass(frozen=True, slots=True)
class EnglishProof:
    problem: Problem
    verdict: Verdict

    @property
    def label(self) -> str:
        return self.verdict.label

    @property
    def evidence(self) -> str:
        """The proof or the models as text."""
        return shown(self.problem, self.verdict)


def prove(
    premises: Sequence[Analysis],
    hypothesis: Analysis,
    theory: Theory = Theory(),  # noqa: B008  frozen value
    readings: Sequence[Reading] = READINGS,
) -> EnglishProof | None:
    """The verdict on sentences that have meanings, from the word facts alone. None if `obstacle` has a reason, or if
    the readings do not agree."""
    if obstacle(premises, hypothesis) or hypothesis.meaning is None:
        return None
    meanings = tuple(denied_existence(p.meaning) for p in premises if p.meaning is not None)
    problems = [Problem(meanings, denied_existence(hypothesis.meaning), theory, reading) for reading in readings]
    if not any(
        isinstance(g, Quant) and g.quantifier in (THE, BOTH)
        for f in (*meanings, hypothesis.meaning)
        for g in subformulas(f)
    ):
        problems = problems[:1]
    found = [EnglishProof(problem, decided(problem)) for problem in problems]
    labels = {f.label for f in found}
    # Read as `some dog`, `the dog` may be another one each time, so that reading never contradicts.
    agreed = len(labels) == 1 or (found[0].label == "contradiction" and "entailment" not in labels)
    return found[0] if agreed else None


def denied_existence(meaning: Formula) -> Formula:
    """*There is no man who sings* presupposes no man who sings: it denies that there is one."""

    def plain(f: Formula) -> Formula:
        if isinstance(f, Mark):
            return f.body
        denies = isinstance(f, Quant) and f.quantifier == NO and f.body == TRUE
        return Not(Quant(SOME, f.var, f.restrictor, TRUE)) if denies and isinstance(f, Quant) else f

    return rebuild(meaning, plain)


def decided(problem: Problem) -> Verdict:
    """Like certify.decide, with the quick engines only: it gives up sooner, and accepts nobody's word."""
    inquiry = QuickInquiry(situate(problem), monotonic() + SECONDS, Budget(SECONDS, trusting=False))
    while True:
        verdict = inquiry.verdict()
        try:
            kernel.check(problem, verdict)
        except Refused as e:
            inquiry.distrust_last(e)
        else:
            return verdict


class QuickInquiry(Inquiry):
    """People's sentences are small, and there are many of them: what takes long is left undecided."""

    __slots__ = ()

    def settle(self, facts: tuple[Formula, ...], what: str) -> tuple[Evidence | None, FiniteModel | None]:
        found = self.refute(facts, what, self.provers(facts))
        return found, None if found else self.model(facts, ())

    def model(self, facts: tuple[Formula, ...], _engines: Iterable[Engine]) -> FiniteModel | None:
        return Inquiry.model(self, facts, self.finders(facts))

    def provers(self, facts: tuple[Formula, ...]) -> Iterator[Engine]:
        yield NaturalLogic()
        if len(facts) > SEVERAL:
            yield Instances(FEW)
        yield Venn(questions=QUICK)

    def finders(self, facts: tuple[Formula, ...]) -> Iterator[Engine]:
        yield RandomModels()
        yield CountedModels()
        if largest_number(facts) <= SMALL_NUMBER:
            yield SatModels((2, 3))


LARGEST = 100
"""The largest number for which models are built."""


@dataclass(frozen=True, slots=True)
class CountedModels:
    """Models for sentences that count: so many that are both, and so many that are the one and not the other. Random
    models are too small for *at least seven*; two kinds of things are enough for two predicates of one place."""

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
    said = {
        n for f in facts for g in subformulas(f) if isinstance(g, Quant) for n in g.quantifier.numbers if n <= LARGEST
    }
    return tuple(sorted({0, 1, *(max(n + d, 0) for n in said for d in (-1, 0, 1))}))


def models(one: str, other: str, numbers: tuple[int, ...]) -> Iterator[FiniteModel]:
    for inside in numbers:
        for outside in numbers:
            both = frozenset((k,) for k in range(inside))
            whole = frozenset((k,) for k in range(inside + outside))
            yield FiniteModel(inside + outside + 1, {one: whole, other: both})


SEVERAL = 2
"""Facts of one premise and one hypothesis."""
SMALL_NUMBER = 3
"""Counting further needs models that take seconds to find."""


def largest_number(facts: Iterable[Formula]) -> int:
    numbers = (n for f in facts for g in subformulas(f) if isinstance(g, Quant) for n in g.quantifier.numbers)
    return max(numbers, default=0)


def obstacle(premises: Sequence[Analysis], hypothesis: Analysis) -> str:
    """Why meanings cannot decide; empty if they can."""
    if not premises:
        return "no premise"
    for a in (*premises, hypothesis):
        if a.meaning is None:
            return f"{a.text!r}: {a.stopped or 'no meaning'}"
    said = stage_tenses(a.meaning for a in premises if a.meaning is not None)
    asked = stage_tenses((hypothesis.meaning,)) if hypothesis.meaning is not None else frozenset()
    forms = be_tenses(premises), be_tenses((hypothesis,))
    if said != asked or (all(forms) and not forms[0] & forms[1]):
        return "the sentences speak of different times, which meanings leave out"
    return ""


def stage_tenses(meanings: Iterable[Formula]) -> frozenset[str]:
    """The tenses under which something is said without an event: of a stage of somebody, who counts as nobody else."""
    found: set[str] = set()
    for f in meanings:
        for g in subformulas(f):
            if isinstance(g, Exists):
                parts = [h for h in children(g.body) if isinstance(h, Pred)]
                if any(h.name == STAGE and h.args[0] == g.var for h in parts):
                    found |= {h.name for h in parts if h.args == (g.var,)} or {""}
    return frozenset(found) & tenses()


@lru_cache(maxsize=1)
def tenses() -> frozenset[str]:
    """The predicates of tenses and modal verbs."""
    senses = (sense.partition(":") for rows in listed().values() for _, sense, _ in rows)
    return frozenset(told for head, _, told in senses if head in ("aux", "copula", "is", "is at") and told)


BE = {"am": "present", "is": "present", "are": "present", "was": "past", "were": "past"}


def be_tenses(analyses: Iterable[Analysis]) -> frozenset[str]:
    return frozenset(BE[t.text.lower()] for a in analyses for t in a.tokens if t.text.lower() in BE)


# --- What is known of words, as clauses ---


def word_theory(read: Sequence[Analysis], knowledge: WordKnowledge) -> tuple[tuple[WordFact, ...], Theory]:
    """What is known about the words of sentences, as far as a proof may rest on it: facts, and clauses about them."""
    words = dict.fromkeys((t.lemma, TAG_POS[t.tag]) for a in read for t in a.tokens if t.tag in ("NOUN", "VERB", "ADJ"))
    facts: dict[WordFact, None] = {}
    clauses: list[Clause] = []
    for (one, pos), (two, other) in combinations(words, 2):
        known = knowledge.relation(one, two, pos) if pos == other and one != two else Known(UNKNOWN)
        opposed = known.relation is APART and "a" in pos  # a dog may be black and white
        sure = all(f.usual and f.rarity <= RAREST for f in known.facts)
        if known.facts and sure and known.relation in CLAUSES and not opposed:
            facts |= dict.fromkeys(known.facts)
            clauses += CLAUSES[known.relation](one, two)
    return tuple(facts), Theory(tuple(clauses))


CLAUSES: dict[Relation, Callable[[str, str], tuple[Clause, ...]]] = {
    SAME: lambda a, b: (*isa(a, b), *isa(b, a)),
    BELOW: isa,
    ABOVE: lambda a, b: isa(b, a),
    APART: lambda a, b: (excludes(a, b),),
}
