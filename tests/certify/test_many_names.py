"""Premises that tell many names apart: short proofs from near facts, models over the names, nothing undecided."""

from __future__ import annotations

from itertools import islice, permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from provenli.certify.certificates import EngineWord, Problem, Proved, situate
from provenli.certify.decide import Budget, decide
from provenli.certify.engines.instances import Near, ToldModel, conjuncts, near
from provenli.certify.engines.natural_logic import MAX_PAIRINGS, pairings
from provenli.certify.engines.protocol import Found, GaveUp, Question, Refuted
from provenli.certify.engines.random_models import LOOKED_AT, emptiest
from provenli.certify.kernel import check, check_model, check_refutation
from provenli.certify.propagation import normal
from provenli.library.fragment_shelf import load_fragment
from provenli.logic.batch import Signature, indices, pick, random_batch
from provenli.logic.formula_parser import parse_formula
from provenli.logic.formulas import Const, Pred, constants
from provenli.logic.models import fact_count
from provenli.logic.readings import Reading
from provenli.logic.theory import Theory, crowded, distinct, isa, tells_apart
from provenli.pairs.drawn import Drawn

APART = Reading(distinct_names=True)
PLACES = "rome oslo bonn lima cork"


def been(who: str, places: str) -> str:
    return " & ".join(f"visit({who}, {p})" for p in places.split())


def only(who: str, places: str) -> str:
    return f"{been(who, places)} & (all x. visit({who}, x) -> {' | '.join(f'x = {p}' for p in places.split())})"


EVERYBODY = " & ".join(only(who, PLACES) for who in ("ann", "bob", "eve", "dan", "kim"))


def problem(premise: str, hypothesis: str) -> Problem:
    return Problem((parse_formula(premise),), parse_formula(hypothesis), Theory(), APART)


@pytest.mark.parametrize(
    ("premise", "hypothesis", "label"),
    [
        (EVERYBODY, only("eve", PLACES), "entailment"),
        # Twenty-five facts, five wanted, in another order: choosing them blindly takes millions of tries.
        (EVERYBODY, only("eve", "cork bonn rome lima oslo"), "entailment"),
        (EVERYBODY, only("eve", "cork bonn rome lima"), "contradiction"),
        (EVERYBODY, "visit(eve, fiji)", "contradiction"),
        (EVERYBODY, "~visit(kim, fiji) & ~visit(dan, mali)", "entailment"),
        (EVERYBODY, "visit(zoe, rome)", "neutral"),
        (been("ann", PLACES), only("ann", PLACES), "neutral"),
        (been("ann", PLACES), "at least 5 x (true, visit(ann, x))", "entailment"),
        (been("ann", PLACES), "at least 9 x (true, visit(ann, x))", "neutral"),
        (only("ann", PLACES), "at least 6 x (true, visit(ann, x))", "contradiction"),
        (f"{been('ann', PLACES)} & ~visit(ann, rome)", "visit(bob, rome)", "inconsistent"),
    ],
)
def test_labels(premise: str, hypothesis: str, label: str) -> None:
    p = problem(premise, hypothesis)
    verdict = decide(p.premises, p.hypothesis, p.theory, p.reading)
    assert verdict.label == label
    assert check(p, verdict) == ()


@pytest.mark.parametrize("name", ["negation", "boolean_coordination", "counting"])
def test_drawn_problems_are_decided_without_anybodys_word(name: str) -> None:
    fragment = load_fragment(name)
    assert isinstance(fragment.pairs, Drawn)
    options = {o.name: o.default for o in fragment.pairs.options}
    for d in islice(fragment.pairs.draw(np.random.default_rng(11), options), 25):
        verdict = decide([d.premise.meaning], d.hypothesis.meaning, fragment.theory, fragment.reading)
        assert verdict.label == d.derived
        assert not (isinstance(verdict.certificate, Proved) and isinstance(verdict.certificate.proof, EngineWord))


def test_a_proof_from_near_facts_holds_among_all_facts() -> None:
    s = situate(problem(EVERYBODY, "visit(eve, fiji)"))
    outcome = Near().ask(Question(s.with_hypothesis(), s.theory), 10)
    assert isinstance(outcome, Refuted)
    assert outcome.proof is not None
    check_refutation(outcome.proof, s.with_hypothesis(), s.theory)
    assert isinstance(Near().ask(Question(s.without_hypothesis(), s.theory), 10), GaveUp)


def test_near_facts_share_a_name_with_the_goal() -> None:
    s = situate(problem(EVERYBODY, "visit(eve, fiji)"))
    kept = near([g for f in s.premises for g in conjuncts(normal(f))], s.hypothesis)
    assert set().union(*map(constants, kept)) == {"eve", "fiji", *PLACES.split()}
    assert all(constants(f) & {"eve", "fiji"} for f in kept)
    assert sum(map(tells_apart, kept)) == 1 + 2 * len(PLACES.split())
    assert kept[-1] == s.hypothesis


@pytest.mark.parametrize(
    ("hypothesis", "yes", "no"),
    [
        ("visit(ann, rome)", True, False),
        ("at least 6 x (true, visit(ann, x))", True, True),
        ("at least 4 x (true, visit(ann, x))", True, False),
        ("no x (true, visit(ann, x))", False, True),
        ("at least 1000 x (true, visit(ann, x))", False, True),
    ],
)
def test_what_is_told_of_names_is_a_model_or_nothing(hypothesis: str, yes: bool, no: bool) -> None:
    s = situate(problem(been("ann", PLACES), hypothesis))
    for facts, there in ((s.with_hypothesis(), yes), (s.without_hypothesis(), no)):
        found = ToldModel().ask(Question(facts, s.theory), 1)
        assert isinstance(found, Found) == there
        if isinstance(found, Found):
            check_model(found.model, facts, s.theory)


def test_few_names_are_no_crowd() -> None:
    assert crowded(situate(problem(been("ann", PLACES), "visit(ann, rome)")).premises)
    assert not crowded(situate(problem("visit(ann, rome)", "visit(ann, oslo)")).premises)
    together = Problem((parse_formula(been("ann", PLACES)),), parse_formula("visit(ann, rome)"))
    assert not crowded(situate(together).premises)


@given(st.integers(0, 3), st.integers(0, 5), st.data())
def test_pairings_are_the_suitable_choices_in_order(few: int, more: int, data: st.DataObject) -> None:
    many = few + more
    cells = [(k, j) for k in range(few) for j in range(many)]
    good = data.draw(st.sets(st.sampled_from(cells))) if cells else set()
    expected = [c for c in permutations(range(many), few) if all((k, j) in good for k, j in enumerate(c))]
    assert list(pairings(few, many, lambda k, j: (k, j) in good))[:20] == expected[:20]


def test_pairings_give_up_where_one_suits_nothing_and_where_there_are_too_many() -> None:
    asked: list[tuple[int, int]] = []

    def suits(k: int, j: int) -> bool:
        asked.append((k, j))
        return k < 3

    assert list(pairings(4, 20, suits)) == []
    assert len(asked) < 200
    assert 0 < len(list(pairings(6, 20, lambda k, j: True))) <= MAX_PAIRINGS  # noqa: ARG005


@settings(max_examples=20)
@given(st.integers(0, 1000), st.integers(1, 4))
def test_the_emptiest_model_is_the_first_with_fewest_facts(seed: int, size: int) -> None:
    words = Signature((("dog", 1), ("see", 2)), ("ann",))
    batch = random_batch(np.random.default_rng(seed), words, size, 100, Theory())
    hits = batch.mask()
    candidates = [pick(batch, k) for k in indices(hits, batch)[:LOOKED_AT]]
    assert emptiest(batch, hits) == min(candidates, key=fact_count)


def test_what_holds_of_all_sailors_holds_of_one_of_six() -> None:
    """The words of premise and conclusion are tied by the theory alone."""
    names = ("Ines", "Bo", "Cy", "Di", "Ed", "Flo")
    axioms = (*(Pred("sailor", (Const(n),)) for n in names), *distinct(frozenset(names)))
    theory = Theory((*isa("ferry", "ship"), *isa("repair", "fix", arity=2)), axioms)
    premise = parse_formula("every x (sailor(x), some y (ferry(y), repair(x, y)))")
    verdict = decide([premise], parse_formula("some y (ship(y), fix(Ines, y))"), theory, budget=Budget(trusting=False))
    assert verdict.label == "entailment"
