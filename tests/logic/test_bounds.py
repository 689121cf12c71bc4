from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings

from provenli.errors import FormulaError
from provenli.logic.bounds import at_least, at_most, bound, opposite, unfold
from provenli.logic.formula_parser import parse_formula
from provenli.logic.formulas import (
    FALSE,
    TRUE,
    And,
    Bound,
    Cardinal,
    Compare,
    Const,
    Degree,
    Equal,
    Formula,
    Not,
    Or,
    Pred,
    Quant,
    Threshold,
    Truth,
    Var,
    subformulas,
)
from provenli.logic.models import FiniteModel
from provenli.logic.quantifiers import NUMERIC, PLAIN, Quantifier, between, quantifier
from provenli.logic.truth import holds
from tests.strategies import formulas, models, small_models

QUANTIFIERS = (*PLAIN, *(quantifier(name, n) for name in NUMERIC for n in range(5)), between(0, 2), between(1, 3))
X = Var("x")
DOG, RAN = Pred("dog", (X,)), Pred("ran", (X,))


def in_kernel_language(f: Formula) -> bool:
    kernel = Truth | Pred | Equal | Bound | And | Or
    return all(
        isinstance(g.body, Pred | Equal) if isinstance(g, Not) else isinstance(g, kernel) for g in subformulas(f)
    )


@pytest.mark.parametrize("q", QUANTIFIERS, ids=str)
def test_every_quantifier_keeps_its_truth_conditions(q: Quantifier) -> None:
    f = Quant(q, X, DOG, RAN)
    assert in_kernel_language(unfold(f))
    for inside, outside in product(range(6), repeat=2):
        for least in range(4):
            dogs, runners = range(inside + outside), range(inside)
            words = dict.fromkeys(("many", "few", "several", "a few"), least)
            relations = {"dog": frozenset((e,) for e in dogs), "ran": frozenset((e,) for e in runners)}
            m = FiniteModel(inside + outside + 1, relations, thresholds=words)
            assert holds(unfold(f), m) == holds(f, m) == q.holds(inside, outside, words)


@pytest.mark.parametrize("q", QUANTIFIERS, ids=str)
def test_quantifiers_inside_quantifiers_keep_their_truth_conditions(q: Quantifier) -> None:
    inner = Quant(q, Var("y"), Pred("dog", (Var("y"),)), Pred("see", (X, Var("y"))))
    for f in (Quant(q, X, DOG, inner), Quant(q, X, inner, DOG), Not(Quant(q, X, DOG, Not(inner)))):
        for m in small_models((f,)):
            assert holds(unfold(f), m) == holds(f, m)


@pytest.mark.parametrize(
    "text",
    [
        "more[tall](ann, bob)",
        "at_least[tall](ann, bob)",
        "equal[tall](ann, bob)",
        "~equal[tall](ann, bob)",
        "most x (dog(x), more[tall](x, ann))",
        "all x. exists y. ~at_least[tall](x, y) | x = y",
    ],
)
def test_comparatives_keep_their_truth_conditions(text: str) -> None:
    f = parse_formula(text)
    assert in_kernel_language(unfold(f))
    for m in small_models((f,), 3):
        assert holds(unfold(f), m) == holds(f, m)


@given(formulas(), models())
@settings(max_examples=250, deadline=None)
def test_unfolding_keeps_truth(f: Formula, m: FiniteModel) -> None:
    assert holds(unfold(f), m) == holds(f, m)
    assert holds(opposite(unfold(f)), m) != holds(f, m)


@given(formulas(scope=("x",)))
@settings(max_examples=150, deadline=None)
def test_what_is_unfolded_stays_as_it_is(f: Formula) -> None:
    once = unfold(f)
    assert in_kernel_language(once)
    assert unfold(once) == once
    assert in_kernel_language(opposite(once))


@given(formulas(first_order=True))
@settings(max_examples=100, deadline=None)
def test_unfolded_twice_over_is_unfolded_once(f: Formula) -> None:
    assert unfold(Not(Not(f))) == unfold(f)


def test_an_open_comparison_is_an_error() -> None:
    with pytest.raises(FormulaError, match="'as' is open"):
        unfold(Compare("tall", "as", Const("ann"), Const("bob")))


def test_known_unfoldings() -> None:
    known = {
        "every x (dog(x), ran(x))": "[#x.(dog(x) & ~ran(x)) <= 0]",
        "some x (dog(x), ran(x))": "[-#x.(dog(x) & ran(x)) <= -1]",
        "most x (dog(x), ran(x))": "[-#x.(dog(x) & ran(x)) + #x.(dog(x) & ~ran(x)) <= -1]",
        "many x (dog(x), ran(x))": "[-#x.(dog(x) & ran(x)) + $many <= 0]",
        "the x (dog(x), ran(x))": "[#x.(dog(x)) <= 1] & [-#x.(dog(x) & ran(x)) <= -1]",
        "at least 0 x (dog(x), ran(x))": "true",
        "less than 0 x (dog(x), ran(x))": "false",
        "more[tall](ann, bob)": "[^tall(bob) - ^tall(ann) <= -1]",
        "more[tall](ann, ann)": "false",
        "ann = ann": "true",
        "all x. false": "[#x.(true) <= 0]",
        "exists x. false": "false",
    }
    assert {text: unfold(parse_formula(text)) for text in known} == {t: parse_formula(u) for t, u in known.items()}


def test_bounds_join_like_terms_and_know_what_cannot_fail() -> None:
    dogs, cats = Cardinal(X, DOG), Cardinal(X, RAN)
    assert bound(((1, dogs), (2, cats), (1, dogs)), 3) == Bound(((2, dogs), (2, cats)), 3)
    assert bound(((1, dogs), (-1, dogs)), 0) == TRUE
    assert bound(((1, dogs), (-1, dogs)), -1) == FALSE
    assert bound(((5, Cardinal(X, FALSE)),), 0) == TRUE
    assert at_least(dogs, 0) == TRUE
    assert at_most(dogs, -1) == FALSE
    assert at_least(Threshold("many"), 0) == TRUE
    # A degree may be negative, so nothing follows from signs.
    assert at_most(Degree("tall", Const("ann")), -1) == Bound(((1, Degree("tall", Const("ann"))),), -1)
