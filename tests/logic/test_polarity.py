from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings

from provenli.logic.formula_parser import parse_formula
from provenli.logic.formulas import (
    And,
    Bound,
    Cardinal,
    Exists,
    Forall,
    Formula,
    Implies,
    Mark,
    Not,
    Or,
    Pred,
    Quant,
    Threshold,
    Var,
    children,
    subformulas,
)
from provenli.logic.models import FiniteModel
from provenli.logic.polarity import at, directions, mark_polarities, occurrences, polarity_at, replace_at
from provenli.logic.quantifiers import MOST, NUMERIC, PLAIN, Quantifier, between, quantifier
from provenli.logic.truth import holds
from tests.strategies import formulas, models

QUANTIFIERS = (*PLAIN, *(quantifier(name, n) for name in NUMERIC for n in range(3)), between(1, 2))
X = Var("x")
P, Q, R, S = (Pred(n, (X,)) for n in "pqrs")
NODES = (
    Not(P),
    And((P, Q)),
    Or((P, Q)),
    Implies(P, Q),
    Mark("1", P),
    Forall(X, P),
    Exists(X, P),
    Forall(X, Not(P)),
    Bound(((1, Cardinal(X, P)), (-1, Cardinal(X, Q))), 0),
    Bound(((-2, Cardinal(X, P)), (1, Threshold("many")), (1, Cardinal(X, Q))), -1),
    *(Quant(q, X, P, Q) for q in QUANTIFIERS),
)


def worlds(size: int) -> list[tuple[FiniteModel, dict[Var, int]]]:
    """Every model of p, q, r up to a size, with every value of x and of the thresholds."""
    out = []
    for n in range(1, size + 1):
        subsets = [frozenset((e,) for e in range(n) if bits >> e & 1) for bits in range(1 << n)]
        for p, q, r in product(subsets, repeat=3):
            for most in range(3):
                vague = dict.fromkeys(("many", "few", "several", "a few"), most)
                m = FiniteModel(n, {"p": p, "q": q, "r": r}, thresholds=vague)
                out += [(m, {X: e}) for e in range(n)]
    return out


WORLDS = worlds(2)


def moves(f: Formula, k: int) -> set[int]:
    """In which directions truth moves, in all models up to size 2, when the k-th part is widened by r."""
    wider = replace_at(f, (k,), Or((children(f)[k], R)))
    return {holds(wider, m, g) - holds(f, m, g) for m, g in WORLDS} - {0}


@pytest.mark.parametrize("f", NODES, ids=lambda f: type(f).__name__ + str(getattr(f, "quantifier", "")))
def test_directions_are_what_widening_does(f: Formula) -> None:
    for k, direction in enumerate(directions(f)):
        assert direction == 0 or moves(f, k) <= {direction}


@pytest.mark.parametrize("f", NODES[:10], ids=lambda f: type(f).__name__)
def test_nothing_else_is_said_to_be_without_direction(f: Formula) -> None:
    for k, direction in enumerate(directions(f)):
        assert moves(f, k) == {direction}


@pytest.mark.parametrize("name", ["most", "the", "both", "some but not all"])
def test_where_no_direction_is_given_truth_moves_both_ways(name: str) -> None:
    f = Quant(quantifier(name), X, P, Q)
    for k, direction in enumerate(directions(f)):
        if direction == 0 and name != "both":  # two elements do not show it for `both`
            assert moves(f, k) == {1, -1}


def test_some_known_directions() -> None:
    def of(q: Quantifier) -> tuple[int, ...]:
        return directions(Quant(q, X, P, Q))

    known = {
        "every": (-1, 1),
        "some": (1, 1),
        "no": (-1, -1),
        "not every": (1, -1),
        "most": (0, 1),
        "the": (0, 1),
        "both": (0, 1),
        "many": (1, 1),
        "few": (-1, -1),
        "several": (1, 1),
        "a few": (1, 1),
    }
    assert {name: of(quantifier(name)) for name in known} == known
    assert of(quantifier("exactly", 2)) == of(between(1, 2)) == (0, 0)


@given(formulas(), models())
@settings(max_examples=250, deadline=None)
def test_a_part_in_a_sure_position_moves_the_whole_its_way(f: Formula, m: FiniteModel) -> None:
    for path, part, sign in occurrences(f):
        assert at(f, path) == part
        assert polarity_at(f, path) == sign
        wider = replace_at(f, path, Or((part, parse_formula("animal(ann)"))))
        narrower = replace_at(f, path, And((part, parse_formula("animal(ann)"))))
        if sign > 0:
            assert holds(narrower, m) <= holds(f, m) <= holds(wider, m)
        elif sign < 0:
            assert holds(narrower, m) >= holds(f, m) >= holds(wider, m)


@given(formulas())
@settings(max_examples=100, deadline=None)
def test_occurrences_list_every_subformula_once(f: Formula) -> None:
    found = list(occurrences(f))
    assert [g for _, g, _ in found] == list(subformulas(f))
    assert len({path for path, _, _ in found}) == len(found)
    for path, g, _ in found:
        assert replace_at(f, path, g) == f


def test_marks() -> None:
    f = parse_formula("~every x ({a: dog(x)}, {b: ran(x)} & ~{c: slept(x)}) & most x ({d: cat(x)}, {a: slept(x)})")
    assert mark_polarities(f) == {"a": 1, "b": -1, "c": 1, "d": 0}
    assert mark_polarities(parse_formula("{a: p(ann)} & ~{a: p(ann)}")) == {"a": 0}


def test_no_direction_below_none_is_regained() -> None:
    f = Quant(MOST, X, Not(Not(P)), Not(Q))
    assert [sign for _, _, sign in occurrences(f)] == [1, 0, 0, 0, 1, -1]
