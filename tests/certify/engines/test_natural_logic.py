from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given, settings

from provenli.certify.engines.natural_logic import NaturalLogic
from provenli.certify.engines.protocol import GaveUp, Outcome, Question, Refuted
from provenli.certify.kernel import check_refutation
from provenli.certify.proofs import Chain
from provenli.logic.formula_parser import parse_formula
from provenli.logic.formulas import Formula, canonical, negate, unmark
from provenli.logic.theory import Theory, isa
from provenli.logic.truth import holds
from tests.strategies import formulas, small_models

WORDS = Theory((*isa("poodle", "dog", "animal"), *isa("sprinted", "ran", "moved"), *isa("adore", "love", arity=2)))


def ask(*premises: str, hypothesis: str, denied: bool = True) -> Outcome:
    """Whether the hypothesis follows (or, with `denied` false, whether it is contradicted); a chain is checked."""
    goal = parse_formula(hypothesis)
    facts = (*map(parse_formula, premises), negate(goal) if denied else goal)
    outcome = NaturalLogic().ask(Question(facts, WORDS), 20)
    if isinstance(outcome, Refuted):
        assert isinstance(outcome.proof, Chain)
        check_refutation(outcome.proof, facts, WORDS)
    return outcome


FOLLOWS = [
    ("every x (dog(x), ran(x))", "every x (poodle(x), moved(x))"),
    ("some x (poodle(x), sprinted(x))", "some x (animal(x), moved(x))"),
    ("no x (animal(x), moved(x))", "no x (poodle(x), sprinted(x))"),
    ("not every x (poodle(x), moved(x))", "not every x (animal(x), ran(x))"),
    ("most x (dog(x), sprinted(x))", "most x (dog(x), moved(x))"),
    ("at least 3 x (poodle(x), ran(x))", "at least 2 x (dog(x), moved(x))"),
    ("at most 2 x (animal(x), moved(x))", "at most 3 x (dog(x), ran(x))"),
    ("exactly 3 x (dog(x), ran(x))", "at least 2 x (dog(x), moved(x))"),
    ("many x (poodle(x), ran(x))", "many x (dog(x), moved(x))"),
    ("few x (dog(x), ran(x))", "few x (poodle(x), sprinted(x))"),
    ("the x (dog(x), sprinted(x))", "some x (dog(x), ran(x))"),
    ("some x (dog(x) & black(x), ran(x))", "some x (dog(x), ran(x))"),
    ("every x (dog(x), ran(x))", "every x (dog(x) & black(x), ran(x))"),
    ("~some x (dog(x), moved(x))", "~some x (poodle(x), ran(x))"),
    ("some x (dog(x), ran(x))", "some y (dog(y), ran(y) | slept(y))"),
    ("every x (dog(x), some y (poodle(y), adore(x, y)))", "every x (poodle(x), some y (animal(y), love(x, y)))"),
    ("no x (dog(x), every y (poodle(y), love(x, y)))", "no x (poodle(x), every y (dog(y), adore(x, y)))"),
    (
        "at least 4 x (dog(x), no y (animal(y), most z (cat(z), love(y, z) & see(x, z))))",
        "at least 3 x (animal(x), no y (poodle(y), most z (cat(z), adore(y, z) & see(x, z))))",
    ),
]


@pytest.mark.parametrize(("premise", "hypothesis"), FOLLOWS)
def test_known_chains_are_found_and_checked(premise: str, hypothesis: str) -> None:
    assert isinstance(ask(premise, hypothesis=hypothesis), Refuted)


@pytest.mark.parametrize(("premise", "hypothesis"), FOLLOWS[:6] + FOLLOWS[9:])
def test_there_is_no_way_back(premise: str, hypothesis: str) -> None:
    assert isinstance(ask(hypothesis, hypothesis=premise), GaveUp)


def test_contradictions() -> None:
    assert isinstance(ask("no x (dog(x), moved(x))", hypothesis="some x (poodle(x), ran(x))", denied=False), Refuted)
    assert isinstance(
        ask("at least 3 x (poodle(x), ran(x))", hypothesis="at most 2 x (dog(x), ran(x))", denied=False), Refuted
    )
    assert isinstance(ask("some x (dog(x), ran(x))", hypothesis="no x (cat(x), ran(x))", denied=False), GaveUp)


def test_the_chain_starts_at_the_premise_that_leads_there() -> None:
    premises = ("dog(rex)", "every x (dog(x), ran(x))", "some x (cat(x), slept(x))")
    outcome = ask(*premises, hypothesis="every x (poodle(x), ran(x))")
    assert isinstance(outcome, Refuted)
    assert isinstance(outcome.proof, Chain)
    assert (outcome.proof.start, outcome.proof.goal) == (1, 3)
    assert [s.path for s in outcome.proof.steps if s.path] == [(0,)]


def test_existence_helps_from_every_to_some() -> None:
    texts = ("some x (dog(x), true)", "every x (dog(x), ran(x))")
    assert isinstance(ask(*texts, hypothesis="some x (dog(x), ran(x))"), Refuted)
    assert isinstance(ask(texts[1], hypothesis="some x (dog(x), ran(x))"), GaveUp)


def test_giving_up_says_why() -> None:
    assert ask("dog(rex)", hypothesis="cat(rex)") == GaveUp("natural logic", "no chain of monotonicity steps")
    facts = (parse_formula("some x (dog(x), ran(x))"), parse_formula("no x (animal(x), ran(x))"))
    assert NaturalLogic().ask(Question(facts), -1) == GaveUp("natural logic", "no chain of steps within -1 s")
    assert NaturalLogic().missing() is None


@given(formulas(levels=3), formulas(levels=2), formulas(levels=2))
@settings(max_examples=60, deadline=None)
def test_what_is_refuted_has_no_small_model(f: Formula, g: Formula, h: Formula) -> None:
    f, g, h = (canonical(unmark(x)) for x in (f, g, h))
    for facts in ((f, g, h), (f, negate(f)), (g, h)):
        outcome = NaturalLogic().ask(Question(facts), 5)
        assert isinstance(outcome, Refuted | GaveUp)
        if isinstance(outcome, Refuted):
            for m in islice(small_models(facts), 500):
                assert not all(holds(x, m) for x in facts)
