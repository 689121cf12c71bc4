"""Fragments refuse values of the wrong kind at once; texts built alike are read alike."""

from __future__ import annotations

from typing import Any

import pytest

from provenli.certify.decide import Budget
from provenli.cli.shown_pair import decide_one
from provenli.errors import FragmentError, InputError
from provenli.grammar.arrows import with_arrows
from provenli.library.fragment_shelf import load_fragment
from provenli.logic.formulas import Const, Pred
from provenli.logic.models import fact_count
from provenli.logic.readings import Reading
from provenli.logic.theory import Theory
from provenli.pairs.entails import entails, tidied
from provenli.pairs.fragment import MOST_READINGS, Fragment, parallel

HARD = load_fragment("monotonicity_hard")


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"theory": None}, "theory must be a Theory"),
        ({"reading": {}}, "reading must be a Reading"),
        ({"theory": Theory(("dog", "animal"))}, "come from isa and excludes"),  # type: ignore[arg-type]
        ({"theory": Theory(axioms=("dog(rex)",))}, "an axiom of the theory is no formula"),  # type: ignore[arg-type]
        ({"theory": Theory(axioms=(Pred("dog", (Const,)),))}, "variable or a constant"),  # type: ignore[arg-type]
        ({"example": "every dog ran"}, "example must be a pair of sentences"),
    ],
)
def test_values_of_the_wrong_kind_are_refused(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(FragmentError, match=message):
        Fragment(**{"name": "mine", "grammar": HARD.grammar, **wrong})


def test_a_reading_has_only_its_values() -> None:
    with pytest.raises(InputError, match="reading the='x': expected unique, existential, presupposed"):
        Reading(the="x")  # type: ignore[arg-type]


def test_texts_built_alike_are_read_alike() -> None:
    two, other = HARD.read("A dog who saw a cat who ran slept."), HARD.read("A poodle who saw a cat who ran slept.")
    assert len(two) == len(other) == 2
    assert all(p is q and h is k for (p, h), q, k in zip(parallel(two, other), two, other, strict=True))
    one = HARD.read("A dog slept.")
    assert len(parallel(two, one)) == 2
    assert len(parallel(two * 5, two * 3)) == MOST_READINGS


def test_tidied_models_are_still_evidence_and_smaller() -> None:
    from provenli.certify import kernel

    answer = entails(HARD, "Most dogs saw a cat.", "Most dogs saw a rabbit.")
    small = tidied(answer)
    assert kernel.check(small.problem, small.verdict) == ()
    before, after = answer.verdict.certificate, small.verdict.certificate
    assert fact_count(after.without_hypothesis) <= fact_count(before.without_hypothesis)  # type: ignore[union-attr]


def test_arrows_follow_the_reading() -> None:
    d = HARD.read("No dog saw the cat.")[0]
    assert "cat=" in with_arrows(d)
    assert "cat↓" in with_arrows(d, Reading(the="existential"))
    assert "↓" not in with_arrows(d, Reading(scope="inverse"))


def test_missing_opinions_are_said() -> None:
    text = decide_one(HARD, "Most dogs ran.", "Some dogs moved.", HARD.reading, Budget(opinions=2), False)
    assert "2 provers were asked for; 1 could say so" in text


@pytest.mark.parametrize(
    ("premise", "hypothesis", "label"),
    [
        ("At least 99 dogs ran.", "At least 98 dogs ran.", "entailment"),
        ("At least 98 dogs ran.", "At least 99 dogs ran.", "neutral"),
        ("Most dogs ran.", "Exactly 50 dogs ran.", "neutral"),
    ],
)
def test_large_numbers(premise: str, hypothesis: str, label: str) -> None:
    assert entails(HARD, premise, hypothesis).verdict.label == label
