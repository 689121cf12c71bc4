"""The instance prover: alternating quantifiers, checked by the kernel; nothing that has a model is refuted."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from provenli.certify.engines.instances import Instances
from provenli.certify.engines.protocol import GaveUp, Question, Refuted
from provenli.certify.kernel import check_refutation
from provenli.certify.proofs import Closed, Instance
from provenli.certify.propagation import normal
from provenli.errors import Refused
from provenli.logic.formula_parser import parse_formula
from provenli.logic.formulas import Formula, Not
from provenli.logic.models import FiniteModel
from provenli.logic.theory import Theory
from provenli.logic.truth import holds
from tests.strategies import formulas, models

CLASHES = [
    ("some x (dog(x), every y (cat(y), see(y, x)))", "~every y (cat(y), some x (dog(x), see(y, x)))"),
    ("some x (dog(x), no y (cat(y), see(y, x)))", "some y (cat(y), every x (dog(x), see(y, x)))"),
    ("all x. exists y. see(x, y)", "exists x. all y. ~see(x, y)"),
    ("dog(ann)", "no x (dog(x), run(x))", "run(bob)", "ann = bob"),
]


@pytest.mark.parametrize("texts", CLASHES)
def test_alternating_quantifiers_are_refuted_and_checked(texts: tuple[str, ...]) -> None:
    facts = tuple(map(parse_formula, texts))
    outcome = Instances().ask(Question(facts), 10)
    assert isinstance(outcome, Refuted)
    assert outcome.proof is not None
    check_refutation(outcome.proof, facts, Theory())


def test_what_can_be_true_is_not_refuted() -> None:
    facts = tuple(map(parse_formula, ("every y (cat(y), some x (dog(x), see(y, x)))", "some x (cat(x), true)")))
    assert isinstance(Instances().ask(Question(facts), 10), GaveUp)


@settings(max_examples=60, deadline=None)
@given(formulas(), formulas(), models())
def test_facts_with_a_model_are_never_refuted(f: Formula, g: Formula, model: FiniteModel) -> None:
    facts = tuple(h if holds(h, model) else Not(h) for h in (f, g))
    assert isinstance(Instances().ask(Question(facts), 2), GaveUp)


@pytest.mark.parametrize(
    ("bound", "message"),
    [
        ("[#x.(dog(x)) <= 1]", "does not deny something of everything"),
        ("[-#x.(dog(x)) <= -1]", "does not deny something of everything"),
        ("[#x.(cat(x)) <= 0]", "not among the facts"),
    ],
)
def test_wrong_instances_are_refused(bound: str, message: str) -> None:
    facts = tuple(map(parse_formula, ("dog(ann)", "[#x.(dog(x)) <= 1]", "[-#x.(dog(x)) <= -1]")))
    proof = Instance(((normal(parse_formula(bound)), "ann"),), Closed())
    with pytest.raises(Refused, match=message):
        check_refutation(proof, facts, Theory())
