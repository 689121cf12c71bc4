"""What only the hypothesis presupposes, in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from provenli.certify.certificates import Countermodels
from provenli.library.fragment_shelf import load_fragment
from provenli.logic.models import FiniteModel
from provenli.logic.reading_choices import with_choices
from provenli.pairs.entails import entails
from provenli.pairs.schemas import given

HARD = "monotonicity_hard"
CASES = [
    (HARD, "Every cat slept.", "Most dogs who ran moved.", "entailment", ("there are dogs who ran",)),
    (HARD, "Every cat slept.", "Every dog who ran moved.", "entailment", ()),
    (HARD, "No dog ran.", "Every dog who ran was happy.", "contradiction", ("there is a dog who ran",)),
    (HARD, "Every cat slept.", "No old dog who ran moved.", "contradiction", ("there is an old dog who ran",)),
    (
        HARD,
        "Every dog ran.",
        "No dog who touched every mammal ran.",
        "contradiction",
        ("there is a dog who touched every mammal", "there is a mammal"),
    ),
    (HARD, "The dog ran.", "The poodle ran.", "entailment", ("there is a poodle",)),
    (HARD, "Every dog ran.", "Some dog ran.", "entailment", ()),
    (HARD, "Every dog ran.", "Some poodle ran.", "neutral", ()),
    (
        "quantifier",
        "No one visited any place.",
        "Someone did not visit every place.",
        "entailment",
        ("there is a place",),
    ),
]


@pytest.mark.parametrize(("fragment", "premise", "hypothesis", "label", "expected"), CASES)
def test_what_is_given(fragment: str, premise: str, hypothesis: str, label: str, expected: tuple[str, ...]) -> None:
    answer = entails(load_fragment(fragment), premise, hypothesis)
    assert answer.label == label
    assert answer.given == expected
    assert ("only the hypothesis presupposes" in answer.evidence) == bool(expected)


def test_no_model_chooses_what_is_given() -> None:
    """Otherwise a forger could put in a model that lacks something else."""
    answer = entails(load_fragment(HARD), "Every dog ran.", "No dog who touched every mammal ran.")
    assert answer.strictly is not None
    mammals_only = FiniteModel(1, {"mammal": frozenset({(0,)}), "animal": frozenset({(0,)})})
    empty = FiniteModel(1, {})
    named = [
        given(answer.problem, answer.verdict, replace(answer.strictly, certificate=Countermodels(m, m)))
        for m in (mammals_only, empty)
    ]
    assert named[0] == named[1]
    assert len(named[0]) == 2


def test_exactly_one_may_be_given() -> None:
    fragment = load_fragment(HARD)
    reading = with_choices(fragment.reading, ["the=presupposed"])
    answer = entails(fragment, "Every dog ran.", "The poodle ran.", reading)
    assert (answer.label, answer.given) == ("entailment", ("there is exactly one poodle",))
    assert answer.strictly is not None
    assert answer.strictly.label == "neutral"


def test_a_phrase_of_several_words_is_given_in_these_words() -> None:
    """No one node of the tree is 'strong smell'."""
    fragment = load_fragment(HARD)
    reading = with_choices(fragment.reading, ["existential_import=all"])
    answer = entails(fragment, "Every cat slept.", "Some dog with strong smell who ran moved.", reading)
    assert answer.label == "entailment"
    assert set(answer.given) == {"there is a dog with strong smell who ran", "there is a strong smell"}


@pytest.mark.parametrize("imported", ["no", "strong", "all"])
def test_whoever_has_a_persons_name_is_a_person(imported: str) -> None:
    fragment = load_fragment("quantifier")
    reading = with_choices(fragment.reading, [f"existential_import={imported}"])
    answer = entails(fragment, "Every person has visited Denmark.", "Doris has visited Denmark.", reading)
    assert (answer.label, answer.given) == ("entailment", ())
