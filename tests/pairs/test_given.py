"""What only the hypothesis presupposes, in words."""

from __future__ import annotations

import pytest

from provenli.library.fragment_shelf import load_fragment
from provenli.logic.reading_choices import with_choices
from provenli.pairs.entails import entails

HARD = "monotonicity_hard"
CASES = [
    (HARD, "Every cat slept.", "Most dogs who ran moved.", "entailment", ("there are dogs who ran",)),
    (HARD, "Every cat slept.", "Every dog who ran moved.", "entailment", ()),
    (HARD, "No dog ran.", "Every dog who ran was happy.", "contradiction", ("there is a dog who ran",)),
    (HARD, "Every cat slept.", "No old dog who ran moved.", "contradiction", ("there is an old dog who ran",)),
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


@pytest.mark.parametrize(("fragment", "premise", "hypothesis", "label", "given"), CASES)
def test_given(fragment: str, premise: str, hypothesis: str, label: str, given: tuple[str, ...]) -> None:
    answer = entails(load_fragment(fragment), premise, hypothesis)
    assert answer.label == label
    assert answer.given == given
    assert ("only the hypothesis presupposes" in answer.evidence) == bool(given)


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
