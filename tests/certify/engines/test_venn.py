from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from provenli.certify.engines.protocol import GaveUp, Outcome, Question, Refuted
from provenli.certify.engines.venn import Venn
from provenli.certify.kernel import check_refutation
from provenli.certify.proofs import Closed, Sum, Witness
from provenli.logic.formula_parser import parse_formula
from provenli.logic.formulas import Formula, Pred, Var
from provenli.logic.theory import Theory, excludes, isa
from provenli.logic.truth import broken_clause, holds
from tests.strategies import formulas, small_models, theories

ANIMALS = Theory((*isa("poodle", "dog", "animal"), excludes("dog", "cat"), *isa("adore", "love", arity=2)))


def ask(*texts: str, witnesses: bool = False) -> Outcome:
    """What the prover says; a proof is checked at once."""
    facts = tuple(map(parse_formula, texts))
    outcome = Venn(witnesses=witnesses).ask(Question(facts, ANIMALS), 20)
    if isinstance(outcome, Refuted):
        assert outcome.proof is not None
        check_refutation(outcome.proof, facts, ANIMALS)
    return outcome


REFUTABLE = [
    ["p(ann) -> q(ann)", "p(ann)", "~q(ann)"],
    ["p(ann) | q(ann)", "p(ann) -> r(ann)", "q(ann) -> r(ann)", "~r(ann)"],
    ["every x (dog(x), ran(x))", "some x (poodle(x), ~ran(x))"],
    ["some x (poodle(x), cat(x))"],
    ["all x. dog(x)", "all x. cat(x)"],
    ["every x (dog(x), ran(x))", "dog(rex)", "~ran(rex)"],
    ["most x (dog(x), ran(x))", "most x (dog(x), barked(x))", "no x (ran(x), barked(x))"],
    ["at least 3 x (poodle(x), ran(x))", "at most 2 x (dog(x), true)"],
    ["exactly 5 x (dog(x), true)", "exactly 2 x (dog(x), ran(x))", "at most 2 x (dog(x), ~ran(x))"],
    ["many x (dog(x), true)", "[-$many <= -3]", "at most 2 x (dog(x), true)"],
    ["few x (dog(x), true)", "many x (poodle(x), true)", "[$few - $many <= -1]"],
    ["the x (dog(x), ran(x))", "some x (poodle(x), ~ran(x))"],
    ["both x (dog(x), ran(x))", "at least 3 x (animal(x), dog(x))"],
    ["more[tall](ann, bob)", "more[tall](bob, cy)", "at_least[tall](cy, ann)"],
    ["every x (dog(x), more[tall](x, ann))", "dog(bob)", "at_least[tall](ann, bob)"],
    [
        "some x (dog(x), every y (cat(y), adore(x, y)))",
        "no x (animal(x), some y (cat(y), love(x, y)))",
        "some y (cat(y), true)",
    ],
    ["every x (dog(x), at least 3 y (cat(y), see(x, y)))", "some x (dog(x), at most 2 y (cat(y), see(x, y)))"],
    ["ann = bob", "see(ann, cy)", "~see(bob, cy)"],
    ["at least 2 x (x = ann, true)"],
    ["p(ann)", "~p(bob)", "at most 1 x (true, true)"],
    ["some x (dog(x), most y (cat(y), see(x, y) & black(y)))", "no x (dog(x), most y (cat(y), see(x, y)))"],
]


@pytest.mark.parametrize("texts", REFUTABLE, ids=" ; ".join)
def test_known_refutations_are_found_and_checked(texts: list[str]) -> None:
    assert isinstance(ask(*texts), Refuted)
    assert isinstance(ask(*texts[::-1]), Refuted)


@pytest.mark.parametrize("texts", [t for t in REFUTABLE if len(t) > 1], ids=" ; ".join)
def test_nothing_is_refuted_once_a_needed_fact_is_missing(texts: list[str]) -> None:
    for k in range(len(texts)):
        assert isinstance(ask(*texts[:k], *texts[k + 1 :]), GaveUp)


def test_what_proofs_look_like() -> None:
    assert ask("p(ann)", "~p(ann)") == Refuted("venn", Closed())
    outcome = ask("every x (dog(x), ran(x))", "some x (poodle(x), ~ran(x))")
    assert isinstance(outcome, Refuted)
    assert isinstance(outcome.proof, Sum)
    assert {w for _, w in outcome.proof.weights} == {1}
    named = ask("some x (dog(x), some y (cat(y), see(x, y)))", "all x. all y. ~see(x, y)", witnesses=True)
    assert isinstance(named, Refuted)
    assert isinstance(named.proof, Witness)


@pytest.mark.parametrize("witnesses", [False, True])
@given(st.lists(formulas(levels=2), min_size=1, max_size=3).map(tuple), theories())
@settings(max_examples=60, deadline=None)
def test_what_is_refuted_has_a_checked_proof_and_no_small_model(
    witnesses: bool, facts: tuple[Formula, ...], theory: Theory
) -> None:
    outcome = Venn(witnesses=witnesses).ask(Question(facts, theory), 5)
    if isinstance(outcome, Refuted):
        assert outcome.proof is not None
        check_refutation(outcome.proof, facts, theory)
        words = tuple(Pred(n, (Var("x"),)) for c in theory.clauses for n in sorted(c.body | c.head))
        for m in islice(small_models((*facts, *words)), 1500):
            assert broken_clause(theory, m) is not None or not all(holds(f, m) for f in facts)


def test_giving_up_says_why() -> None:
    assert ask("some x (dog(x), ran(x))") == GaveUp("venn", "no refutation: the regions can be filled", final=True)
    facts = tuple(map(parse_formula, REFUTABLE[6]))
    assert Venn().ask(Question(facts), -1) == GaveUp("venn", "no refutation within -1 s")
    assert Venn().missing() is None
