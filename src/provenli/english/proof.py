"""Proof between English sentences: from their meanings and word facts to a verdict that the kernel has checked.

decided = prove([read("Every student who read a book smiled.")], read("Every student who read a novel smiled."),
                Theory(isa("novel", "book")))
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from provenli.certify.certificates import Problem, Verdict
from provenli.certify.decide import Budget, decide
from provenli.certify.evidence import shown
from provenli.english.analysis import Analysis
from provenli.english.phrases import STAGE
from provenli.english.word_tables import listed
from provenli.logic.formulas import Exists, Formula, Pred, children, subformulas
from provenli.logic.readings import Reading
from provenli.logic.theory import Theory

ENGLISH_READING = Reading(existential_import="strong", the="presupposed")
"""Noun phrases are about something, and `the` about one: in English both are presupposed."""
QUICK = Budget(seconds=3.0, trusting=False)
"""Only what the kernel can check: nobody's word."""


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
    budget: Budget = QUICK,
) -> EnglishProof | None:
    """The verdict on sentences that have meanings, from the word facts alone; None where `obstacle` has a reason."""
    meanings = tuple(p.meaning for p in premises if p.meaning is not None)
    if obstacle(premises, hypothesis) or hypothesis.meaning is None:
        return None
    problem = Problem(meanings, hypothesis.meaning, theory, ENGLISH_READING)
    return EnglishProof(problem, decide(meanings, hypothesis.meaning, theory, ENGLISH_READING, budget))


def obstacle(premises: Sequence[Analysis], hypothesis: Analysis) -> str:
    """Why meanings cannot decide, or nothing."""
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
