from __future__ import annotations

import os
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from provenli.certify.engines.outside_provers import E_PROVER, Z3, Cvc5
from provenli.certify.engines.protocol import Engine, Found, GaveUp, Question, Refuted
from provenli.certify.engines.sat_models import SatModels
from provenli.errors import FormulaError
from provenli.logic.formula_parser import parse_formula
from provenli.logic.formulas import Formula, Pred, Var
from provenli.logic.models import FiniteModel, fact_count
from provenli.logic.theory import Theory, distinct, excludes, isa, vague_axioms
from provenli.logic.truth import broken_clause, holds
from tests.logic.models import well_formed
from tests.strategies import formulas, small_models, theories

# E's share is a process a problem; without provers the other three still have to agree.
ENGINES: tuple[Engine, ...] = (
    SatModels((1, 2, 3)),
    Z3(),
    Cvc5(),
    *(() if os.environ.get("PROVENLI_NO_PROVERS") == "1" else (E_PROVER,)),
)


def ask(*texts: str, theory: Theory = Theory(), max_size: int = 8) -> Found | GaveUp:  # noqa: B008
    outcome = SatModels(tuple(range(1, max_size + 1))).ask(Question(tuple(map(parse_formula, texts)), theory), 10)
    assert not isinstance(outcome, Refuted)
    return outcome


def model(*texts: str, theory: Theory = Theory()) -> FiniteModel:  # noqa: B008
    outcome = ask(*texts, theory=theory)
    assert isinstance(outcome, Found), outcome
    return outcome.model


def exhaustive(question: Question, most: int = 5000) -> FiniteModel | None:
    """The first model of size 1 or 2, looking at no more than `most`."""
    facts = question.facts + question.theory.axioms
    extra = tuple(Pred(n, (Var("x"),)) for c in question.theory.clauses for n in sorted(c.body | c.head))
    for m in islice(small_models((*facts, *extra)), most):
        if broken_clause(question.theory, m) is None and all(holds(f, m) for f in facts):
            return m
    return None


@given(st.lists(formulas(first_order=True, levels=2), min_size=1, max_size=3).map(tuple), theories())
@settings(max_examples=30, deadline=None)
def test_engines_never_contradict_one_another(facts: tuple[Formula, ...], theory: Theory) -> None:
    question = Question(facts, theory)
    outcomes = [e.ask(question, 0.3) for e in ENGINES]
    assert not any(isinstance(o, GaveUp) and "re-evaluate" in o.why for o in outcomes)
    satisfiable = exhaustive(question) is not None or any(isinstance(o, Found) for o in outcomes)
    assert not (satisfiable and any(isinstance(o, Refuted) for o in outcomes))
    for o in outcomes:
        if isinstance(o, Found):
            assert well_formed(o.model)
            assert all(holds(f, o.model) for f in facts)


@given(st.lists(formulas(levels=2), min_size=1, max_size=2).map(tuple), theories())
@settings(max_examples=80, deadline=None)
def test_no_small_model_is_missed(facts: tuple[Formula, ...], theory: Theory) -> None:
    question = Question(facts, theory)
    outcome = SatModels((1, 2)).ask(question, 10)
    assert isinstance(outcome, Found) or outcome.why.startswith("no model of size")  # type: ignore[union-attr]
    if exhaustive(question) is not None:
        assert isinstance(outcome, Found)


def test_equal_questions_get_equal_models() -> None:
    texts = ("exactly 3 x (dog(x), most y (cat(y), see(x, y)))", "at least 2 y (cat(y), true)")
    assert model(*texts) == model(*texts)


def test_nothing_is_true_that_need_not_be() -> None:
    m = model("at least 2 x (dog(x), true)", "all x. dog(x) | cat(x) | ~see(x, x)")
    assert m == FiniteModel(2, {"dog": frozenset({(0,), (1,)})})


def test_most_and_numbers() -> None:
    m = model("most x (dog(x), black(x))", "exactly 2 x (dog(x), ~black(x))")
    assert m.size == 5
    assert fact_count(m) == 8


def test_names() -> None:
    assert model("dog(ann)", "~dog(bob)", "ann = chris").names == {"ann": 0, "bob": 1, "chris": 0}
    assert ask("dog(ann)", "~dog(bob)", "ann = bob", max_size=3) == GaveUp("sat models", "no model of size 1, 2, 3")


def test_distinct_names_start_at_their_number() -> None:
    question = Question((parse_formula("see(ann, bob)"),), Theory(axioms=distinct(frozenset({"ann", "bob", "chris"}))))
    outcome = SatModels().ask(question, 10)
    assert isinstance(outcome, Found)
    assert outcome.model == FiniteModel(3, {"see": frozenset({(0, 1)})}, {"ann": 0, "bob": 1, "chris": 2})


def test_degrees() -> None:
    m = model("more[tall](ann, bob)", "more[tall](bob, chris)", "equal[tall](chris, dora)")
    ann, bob, chris, dora = (m.degrees["tall"][m.names[n]] for n in ("ann", "bob", "chris", "dora"))
    assert ann > bob > chris == dora


def test_thresholds() -> None:
    texts = ("many x (dog(x), ran(x))", "~many x (dog(x), black(x))", "some x (dog(x), black(x))")
    facts = tuple(map(parse_formula, texts))
    outcome = SatModels().ask(Question(facts, Theory(axioms=vague_axioms(facts))), 10)
    assert isinstance(outcome, Found)
    assert outcome.model.thresholds == {"many": 3}
    assert outcome.model.size == 3


def test_the_theory_is_obeyed_through_chains() -> None:
    chain = Theory((*isa("poodle", "dog", "animal"), excludes("animal", "plant")))
    assert model("some x (poodle(x), true)", theory=chain).relations.keys() == {"poodle", "dog", "animal"}
    assert isinstance(ask("some x (poodle(x), plant(x))", theory=chain, max_size=2), GaveUp)


def test_a_number_too_large_is_seen_at_once() -> None:
    outcome = ask("at least 99 x (dog(x), true)")
    assert isinstance(outcome, Found)
    assert outcome.model.size == 99
    assert ask("at least 999 x (dog(x), true)") == GaveUp("sat models", "more than 250 elements are needed")


def test_no_time() -> None:
    outcome = SatModels().ask(Question((parse_formula("p(ann)"),)), 0)
    assert isinstance(outcome, GaveUp)
    assert "out of time" in outcome.why


def test_open_formulas_are_refused() -> None:
    with pytest.raises(FormulaError):
        ask("p(?x)")
