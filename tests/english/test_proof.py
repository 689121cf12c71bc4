"""Pairs of English sentences decided by the kernel, given word facts."""

from __future__ import annotations

import pytest

from provenli.certify import kernel
from provenli.english.ccg_reader import CcgReader
from provenli.english.proof import EnglishProof, obstacle, prove
from provenli.logic.theory import Theory, isa

READER = CcgReader()
FACTS = Theory(isa("novel", "book") + isa("poodle", "dog"))


def decided(*sentences: str, theory: Theory = FACTS) -> EnglishProof:
    *premises, hypothesis = map(READER.read, sentences)
    found = prove(premises, hypothesis, theory)
    assert found is not None, obstacle(premises, hypothesis)
    kernel.check(found.problem, found.verdict)
    return found


@pytest.mark.parametrize(
    ("premise", "hypothesis", "label"),
    [
        ("Every student who read a book smiled.", "Every student who read a novel smiled.", "entailment"),
        ("Every student who read a novel smiled.", "Every student who read a book smiled.", "neutral"),
        ("No dog barked.", "No poodle barked loudly.", "entailment"),
        ("A dog barked loudly in the garden.", "A dog barked.", "entailment"),
        ("The boy didn't read a book.", "The boy didn't read a long novel.", "entailment"),
        ("The boy did not read a novel.", "The boy read a novel.", "contradiction"),
        ("At least four dogs barked.", "At least three dogs barked.", "entailment"),
        ("Tom worked without a book.", "Tom worked without a novel.", "entailment"),
        ("Few dogs slept.", "Few poodles slept.", "entailment"),
        ("Every dog that saw a cat ran.", "Every poodle that saw a cat ran.", "entailment"),
        ("Some tall men are Swedish.", "There are tall men who are Swedish.", "entailment"),
        ("Tom was a dancer.", "Tom was an old dancer.", "neutral"),
    ],
)
def test_pairs(premise: str, hypothesis: str, label: str) -> None:
    assert decided(premise, hypothesis).label == label


def test_several_premises() -> None:
    assert decided("Every dog barked.", "Rex is a poodle.", "Rex barked.").label == "entailment"


def test_word_facts_are_all_that_is_known() -> None:
    assert decided("No dog barked.", "No poodle barked.", theory=Theory()).label == "neutral"


def test_evidence_shows_the_steps() -> None:
    assert "becomes the narrower" in decided("No dog barked.", "No poodle barked.").evidence


@pytest.mark.parametrize(
    ("premise", "hypothesis", "told"),
    [
        ("Tom wants to sleep.", "Tom sleeps.", "want"),
        ("Tom was a baby.", "Tom is a baby.", "different times"),
        ("Tom used to be a baby.", "There is a baby.", "different times"),
    ],
)
def test_what_meanings_cannot_decide_is_refused(premise: str, hypothesis: str, told: str) -> None:
    pair = READER.read(premise), READER.read(hypothesis)
    assert prove(pair[:1], pair[1]) is None
    assert told in obstacle(pair[:1], pair[1])
