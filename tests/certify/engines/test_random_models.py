from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from provenli.certify.engines.protocol import Found, GaveUp, Question
from provenli.certify.engines.random_models import RandomModels, split
from provenli.logic.formula_parser import parse_formula
from provenli.logic.formulas import Formula
from provenli.logic.theory import Theory, excludes, isa
from provenli.logic.truth import broken_clause, holds
from tests.logic.models import well_formed
from tests.strategies import formulas, theories

ANIMALS = Theory((*isa("poodle", "dog", "animal"), excludes("dog", "cat")))


@given(st.lists(formulas(levels=2), max_size=2), formulas(levels=2), theories())
@settings(max_examples=60, deadline=None)
def test_models_are_what_they_are_said_to_be(facts: list[Formula], f: Formula, theory: Theory) -> None:
    with_f, without_f = split(facts, f, theory)
    for m, wanted in ((with_f, True), (without_f, False)):
        if m is not None:
            assert well_formed(m)
            assert broken_clause(theory, m) is None
            assert all(holds(g, m) for g in facts)
            assert holds(f, m) is wanted


@pytest.mark.parametrize(
    "texts",
    [
        ["true"],
        ["dog(ann)", "~dog(bob)"],
        ["some x (poodle(x), ran(x))", "not every x (animal(x), ran(x))"],
        ["every x (dog(x), some y (cat(y), see(x, y)))", "some x (dog(x), true)"],
        ["most x (dog(x), ran(x))", "some x (dog(x), ~ran(x))"],
        ["more[tall](ann, bob)", "~more[tall](bob, ann)"],
        ["many x (dog(x), true)", "~few x (dog(x), true)"],
    ],
)
def test_easy_models_are_found(texts: list[str]) -> None:
    facts = tuple(map(parse_formula, texts))
    outcome = RandomModels().ask(Question(facts, ANIMALS), 1)
    assert isinstance(outcome, Found)
    assert all(holds(f, outcome.model) for f in facts)
    assert broken_clause(ANIMALS, outcome.model) is None


@pytest.mark.parametrize("texts", [["false"], ["dog(ann)", "~dog(ann)"], ["some x (poodle(x), cat(x))"]])
def test_nothing_is_found_where_nothing_is(texts: list[str]) -> None:
    question = Question(tuple(map(parse_formula, texts)), ANIMALS)
    assert RandomModels().ask(question, 1) == GaveUp("random models", "no model among the random ones")


def test_what_follows_has_no_countermodel_and_what_does_not_has_both() -> None:
    every = parse_formula("every x (dog(x), ran(x))")
    follows, without = split((every,), parse_formula("every x (poodle(x), ran(x))"), ANIMALS)
    assert follows is not None
    assert without is None
    assert None not in split((every,), parse_formula("some x (dog(x), ran(x))"), ANIMALS)


def test_equal_questions_get_equal_models() -> None:
    question = Question((parse_formula("some x (dog(x), ran(x))"),))
    first, second = RandomModels().ask(question, 1), RandomModels().ask(question, 1)
    assert first == second
    assert isinstance(first, Found)
    assert first.model.size <= 2
    assert RandomModels().missing() is None
