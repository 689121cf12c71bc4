from __future__ import annotations

import pickle

import pytest
from hypothesis import given, settings

from provenli.logic.formula_parser import parse_formula
from provenli.logic.formulas import (
    FALSE,
    TRUE,
    And,
    Bound,
    Cardinal,
    Const,
    Degree,
    Exists,
    Forall,
    Formula,
    Not,
    Or,
    Pred,
    Quant,
    Threshold,
    Var,
    canonical,
    children,
    conj,
    constants,
    depth,
    disj,
    free_variables,
    negate,
    predicates,
    scales,
    size,
    subformulas,
    substitute,
    thresholds,
    unmark,
    with_children,
)
from provenli.logic.models import FiniteModel
from provenli.logic.quantifiers import EVERY, MOST, Inequality, Quantifier
from provenli.logic.truth import holds
from tests.strategies import formulas, models

SCOPE = ("x", "y")
P, Q, R = (Pred(n, (Const("ann"),)) for n in "pqr")


def assigned(m: FiniteModel) -> list[dict[Var, int]]:
    return [{Var("x"): a, Var("y"): b} for a in range(m.size) for b in range(m.size)]


# --- canonical names --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("all x. p(x)", "all y. p(y)"),
        ("some y (dog(y), every x (cat(x), see(y, x)))", "some x (dog(x), every y (cat(y), see(x, y)))"),
        ("all x. (exists x. p(x)) & q(x)", "all y. (exists z. p(z)) & q(y)"),
        ("all x2. all x1. see(x1, x2)", "all x1. all x2. see(x2, x1)"),
        ("[#z.(p(z)) - 2 #x.(q(x)) <= 1]", "[#x.(p(x)) - 2 #x.(q(x)) <= 1]"),
        ("all x. p(x) & p(?y)", "all z. p(z) & p(?y)"),
    ],
)
def test_formulas_equal_up_to_renaming_become_equal(one: str, other: str) -> None:
    assert canonical(parse_formula(one)) == canonical(parse_formula(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("all x. all y. see(x, y)", "all x. all y. see(y, x)"),
        ("all x. (exists x. p(x)) & q(x)", "all x. exists y. p(y) & q(y)"),
        ("all x. p(?y)", "all x. p(?z)"),
        ("all x1. p(x1)", "all x1. p(!x1)"),
    ],
)
def test_different_formulas_stay_different(one: str, other: str) -> None:
    assert canonical(parse_formula(one)) != canonical(parse_formula(other))


@pytest.mark.parametrize("free", ["x1", "x2", "x3", "y"])
def test_free_variables_are_not_captured(free: str) -> None:
    f = parse_formula(f"all u. exists v. see(u, v) & see(v, ?{free})")
    renamed = canonical(f)
    assert free_variables(renamed) == {Var(free)}
    assert canonical(substitute(renamed, Var(free), Const("ann"))) == canonical(substitute(f, Var(free), Const("ann")))


@given(formulas(scope=SCOPE))
@settings(max_examples=150, deadline=None)
def test_canonical_is_idempotent_and_keeps_free_variables(f: Formula) -> None:
    once = canonical(f)
    assert canonical(once) == once
    assert free_variables(once) == free_variables(f)
    assert (size(once), depth(once)) == (size(f), depth(f))


@given(formulas(scope=SCOPE), models())
@settings(max_examples=150, deadline=None)
def test_canonical_keeps_truth(f: Formula, m: FiniteModel) -> None:
    for g in assigned(m):
        assert holds(canonical(f), m, g) == holds(f, m, g)


# --- substitution -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("p(?x) & q(?y)", "p(ann) & q(?y)"),
        ("?x = ?y", "ann = ?y"),
        ("more[tall](?x, ?x)", "more[tall](ann, ann)"),
        ("(all x. p(x)) & p(?x)", "(all x. p(x)) & p(ann)"),
        ("exists x. p(x)", "exists x. p(x)"),
        ("every x (p(x), q(x))", "every x (p(x), q(x))"),
        ("every y (see(y, ?x), q(?x))", "every y (see(y, ann), q(ann))"),
        (
            "[#x.(p(x)) + #y.(see(y, ?x)) + ^tall(?x) - $many <= 2]",
            "[#x.(p(x)) + #y.(see(y, ann)) + ^tall(ann) - $many <= 2]",
        ),
        ("{1: ~p(?x)} -> true", "{1: ~p(ann)} -> true"),
    ],
)
def test_substitution_reaches_free_places_only(before: str, after: str) -> None:
    assert substitute(parse_formula(before), Var("x"), Const("ann")) == parse_formula(after)


@given(formulas(scope=SCOPE), models())
@settings(max_examples=150, deadline=None)
def test_substituting_a_name_is_assigning_its_bearer(f: Formula, m: FiniteModel) -> None:
    closed = substitute(substitute(f, Var("x"), Const("ann")), Var("y"), Const("bob"))
    assert free_variables(closed) == frozenset()
    assert holds(closed, m) == holds(f, m, {Var("x"): m.names["ann"], Var("y"): m.names["bob"]})


# --- negation, conjunction, disjunction -------------------------------------------------------------------------------


@given(formulas(scope=SCOPE), models())
@settings(max_examples=150, deadline=None)
def test_negation_flips_truth(f: Formula, m: FiniteModel) -> None:
    for g in assigned(m):
        assert holds(negate(f), m, g) is not holds(f, m, g)


def test_negation_does_not_pile_up() -> None:
    assert negate(TRUE) == FALSE
    assert negate(P) == Not(P)
    assert negate(Not(P)) == P
    b = Bound(((1, Threshold("many")), (-2, Degree("tall", Const("ann")))), 3)
    assert negate(b) == Bound(((-1, Threshold("many")), (2, Degree("tall", Const("ann")))), -4)
    assert negate(negate(b)) == b


def test_conjunctions_are_flat_and_without_repetition() -> None:
    assert conj() == TRUE
    assert conj(P) == conj(P, TRUE, P) == P
    assert conj(P, FALSE, Q) == FALSE
    assert conj(P, And((Q, R)), Q) == And((P, Q, R))
    assert conj(P, Or((Q, R))) == And((P, Or((Q, R))))


def test_disjunctions_are_flat_and_without_repetition() -> None:
    assert disj() == FALSE
    assert disj(P) == disj(P, FALSE, P) == P
    assert disj(P, TRUE, Q) == TRUE
    assert disj(P, Or((Q, R)), Q) == Or((P, Q, R))
    assert disj(P, And((Q, R))) == Or((P, And((Q, R))))


@given(formulas(levels=2), formulas(levels=2), models())
@settings(max_examples=100, deadline=None)
def test_joining_means_what_it_says(f: Formula, g: Formula, m: FiniteModel) -> None:
    assert holds(conj(f, g), m) == (holds(f, m) and holds(g, m))
    assert holds(disj(f, g), m) == (holds(f, m) or holds(g, m))


# --- copies, parts, measures ------------------------------------------------------------------------------------------


@given(formulas(scope=SCOPE))
@settings(max_examples=100, deadline=None)
def test_a_pickled_copy_is_equal_and_a_usable_key(f: Formula) -> None:
    copy = pickle.loads(pickle.dumps(f))
    assert copy == f
    assert {f: "found"}[copy] == "found"
    assert [hash(g) for g in subformulas(copy)] == [hash(g) for g in subformulas(f)]


def test_quantifiers_of_the_same_name_are_told_apart_by_their_definition() -> None:
    mine = Quantifier("most", (Inequality(-1, 2, -1),))
    x, body = Var("x"), Pred("p", (Var("x"),))
    assert Quant(mine, x, body, body) != Quant(MOST, x, body, body)


@given(formulas(scope=SCOPE))
@settings(max_examples=100, deadline=None)
def test_a_node_over_its_own_children_is_itself(f: Formula) -> None:
    for g in subformulas(f):
        assert with_children(g, children(g)) == g


@given(formulas(), models())
@settings(max_examples=60, deadline=None)
def test_marks_are_transparent(f: Formula, m: FiniteModel) -> None:
    assert "Mark" not in {type(g).__name__ for g in subformulas(unmark(f))}
    assert holds(unmark(f), m) == holds(f, m)


@pytest.mark.parametrize(
    ("text", "deep"),
    [
        ("p(ann) & ~q(ann)", 0),
        ("all x. p(x)", 1),
        ("every x (p(x), q(x))", 1),
        ("[#x.(p(x)) <= 1]", 1),
        ("every x (exists y. see(x, y), q(x))", 2),
        ("{1: all x. p(x)} & all x. exists y. [#z.(see(y, z)) <= 2]", 3),
    ],
)
def test_depth_counts_binders_inside_binders(text: str, deep: int) -> None:
    assert depth(parse_formula(text)) == deep


def test_vocabulary_of_a_formula() -> None:
    f = parse_formula(
        "many x (dog(x), see(x, ann) & more[tall](x, bob)) | [#y.(p(y)) - $few + ^old(cy) <= 0] | ann = dan"
    )
    assert constants(f) == {"ann", "bob", "cy", "dan"}
    assert predicates(f) == {("dog", 1), ("see", 2), ("p", 1)}
    assert thresholds(f) == {"many", "few"}
    assert scales(f) == {"tall", "old"}


def test_free_variables_of_every_binder() -> None:
    x, y = Var("x"), Var("y")
    see = Pred("see", (x, y))
    assert free_variables(see) == {x, y}
    assert free_variables(Forall(x, see)) == free_variables(Exists(x, see)) == {y}
    assert free_variables(Quant(EVERY, x, Pred("p", (x,)), see)) == {y}
    assert free_variables(Bound(((1, Cardinal(x, see)), (1, Degree("tall", x))), 0)) == {x, y}


def test_no_name_is_captured_by_canonical() -> None:
    odd, plain = parse_formula("all x. all '#1'. see(x, '#1')"), parse_formula("all x. all y. see(x, y)")
    assert canonical(odd) == canonical(plain)
