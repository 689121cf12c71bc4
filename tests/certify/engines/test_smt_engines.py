from __future__ import annotations

import pytest

from provenli.certify.engines.outside_provers import Z3, Cvc5
from provenli.certify.engines.protocol import Engine, Found, GaveUp, Outcome, Question, Refuted
from provenli.logic.formula_parser import parse_formula
from provenli.logic.theory import Theory, isa
from provenli.logic.truth import holds


@pytest.fixture(params=[Z3(), Cvc5()], ids=lambda e: e.name)
def engine(request: pytest.FixtureRequest) -> Engine:
    found: Engine = request.param
    return found


def ask(engine: Engine, *texts: str, theory: Theory = Theory(), seconds: float = 10) -> Outcome:  # noqa: B008
    return engine.ask(Question(tuple(map(parse_formula, texts)), theory), seconds)


REFUTABLE = [
    ("every x (dog(x), ran(x))", "dog(ann)", "~ran(ann)"),
    ("at least 3 x (dog(x), ran(x))", "at most 2 x (dog(x), true)"),
    ("more[tall](ann, bob)", "at_least[tall](bob, chris)", "at_least[tall](chris, ann)"),
    ("both x (dog(x), ran(x))", "~exactly 2 x (dog(x), ran(x))"),
    ("[$many <= 2]", "[-$many <= -3]"),
]


@pytest.mark.parametrize("texts", REFUTABLE)
def test_refutes(engine: Engine, texts: tuple[str, ...]) -> None:
    assert ask(engine, *texts) == Refuted(engine.name)


def test_uses_the_theory(engine: Engine) -> None:
    chain = Theory(isa("poodle", "dog", "animal"))
    assert ask(engine, "poodle(rex)", "no x (animal(x), true)", theory=chain) == Refuted(engine.name)


@pytest.mark.parametrize("number", range(len(REFUTABLE)))
def test_models_are_read_off_and_hold(engine: Engine, number: int) -> None:
    facts = tuple(map(parse_formula, REFUTABLE[number][:-1]))
    outcome = engine.ask(Question(facts), 10)
    assert isinstance(outcome, Found)
    assert all(holds(f, outcome.model) for f in facts)


def test_one_name_with_different_places(engine: Engine) -> None:
    outcome = ask(engine, "ran(ann)", "ran(ann, bob)", "ran()")
    assert isinstance(outcome, Found)
    assert {len(t) for t in outcome.model.relations["ran"]} == {0, 1, 2}


def test_what_it_cannot_say(engine: Engine) -> None:
    assert ask(engine, "most x (dog(x), ran(x))") == GaveUp(engine.name, "not first-order: most")
    assert ask(engine, "many x (dog(x), ran(x))") == GaveUp(engine.name, "not first-order: many")


def test_running_out_of_time_is_no_answer(engine: Engine) -> None:
    # Every model is infinite: a function that is one-to-one but misses an element.
    infinite = ("all x. exactly 1 y (true, f(x, y))", "all y. at most 1 x (true, f(x, y))", "no x (true, f(x, ann))")
    assert isinstance(ask(engine, *infinite, seconds=0.5), GaveUp)


def test_is_installed(engine: Engine) -> None:
    assert engine.missing() is None
