"""Coreference: what the same individual or group means, on formulas and on labels."""

from __future__ import annotations

import pytest

from provenli.certify.decide import decide
from provenli.logic.coreference import corefer
from provenli.logic.formula_parser import parse_formula
from provenli.logic.reading_choices import with_choices
from provenli.logic.readings import DEFAULT


def label(premise: str, hypothesis: str, *choices: str) -> str:
    reading = with_choices(DEFAULT, choices)
    return decide([parse_formula(premise)], parse_formula(hypothesis), reading=reading).label


@pytest.mark.parametrize(
    ("premise", "hypothesis", "apart", "same"),
    [
        ("some x (dog(x), run(x))", "some x (dog(x), ~run(x))", "neutral", "contradiction"),
        ("some x (dog(x), run(x))", "some x (cat(x), run(x))", "neutral", "neutral"),
        ("some x (dog(x) & old(x), run(x))", "some x (old(x), run(x))", "entailment", "entailment"),
        ("at least 3 x (dog(x), run(x))", "at least 3 x (dog(x), ~run(x))", "neutral", "contradiction"),
        ("at least 3 x (dog(x), run(x))", "at least 2 x (dog(x), run(x))", "entailment", "entailment"),
        ("at least 3 x (dog(x), run(x))", "at least 5 x (dog(x), run(x))", "neutral", "neutral"),
        ("exactly 2 x (dog(x), run(x))", "exactly 2 x (dog(x), ~run(x))", "neutral", "contradiction"),
        ("between 2 and 3 x (dog(x), run(x))", "between 2 and 3 x (dog(x), ~run(x))", "neutral", "contradiction"),
        ("most x (dog(x), run(x))", "most x (dog(x), swim(x))", "neutral", "neutral"),
        ("every x (dog(x), run(x))", "some x (dog(x), ~run(x))", "contradiction", "contradiction"),
        ("no x (dog(x), run(x))", "some x (dog(x), ~run(x))", "neutral", "neutral"),
        # what a name presupposes stands beside the subject
        (
            "person(Tim) & some x (person(x), see(x, Tim))",
            "some x (person(x), ~see(x, Tim))",
            "neutral",
            "contradiction",
        ),
    ],
)
def test_labels(premise: str, hypothesis: str, apart: str, same: str) -> None:
    assert label(premise, hypothesis) == apart
    assert label(premise, hypothesis, "coreference=yes") == same


def test_without_an_indefinite_on_both_sides_nothing_changes() -> None:
    every, some = parse_formula("every x (dog(x), run(x))"), parse_formula("some x (dog(x), run(x))")
    assert corefer([every], some) == ((every,), some)
    assert corefer([some], every) == ((some,), every)


def test_the_last_premise_with_a_subject_counts() -> None:
    first, second = parse_formula("some x (dog(x), run(x))"), parse_formula("some x (cat(x), run(x))")
    said, asked = corefer([first, second], parse_formula("some x (cat(x), swim(x))"))
    assert said == (first, parse_formula("cat('the same one') & run('the same one')"))
    assert asked == parse_formula("cat('the same one') & swim('the same one')")


def test_somebody_pointed_at_may_be_somebody_named() -> None:
    premise = "see('that person there', Bo)"
    assert label(premise, "see(Tim, Bo)", "distinct_names=yes") == "neutral"
    assert label("'that person there' = Tim & " + premise, "see(Tim, Bo)", "distinct_names=yes") == "entailment"


def test_negation_over_the_subject() -> None:
    premise = "every x (dog(x), ~run(x))"
    assert label(premise, "some x (dog(x), run(x))", "existential_import=all") == "contradiction"
    assert label(premise, "some x (dog(x), run(x))", "existential_import=all", "scope=negated") == "neutral"
