from __future__ import annotations

import pytest

from provenli.errors import FormulaError
from provenli.logic.formula_parser import parse_formula
from provenli.logic.formulas import Compare, Const, Pred, Var
from provenli.logic.models import FiniteModel, model_from_json, model_to_json, without_element
from provenli.logic.theory import Clause, Theory, excludes, isa
from provenli.logic.truth import broken_clause, holds
from tests.logic.models import well_formed

# Ann (0) and Bob (1) are dogs, 2 is a cat; Ann sees everybody, Bob sees the cat; Bob is the tallest.
M = FiniteModel(
    3,
    {
        "dog": frozenset({(0,), (1,)}),
        "cat": frozenset({(2,)}),
        "see": frozenset({(0, 0), (0, 1), (0, 2), (1, 2)}),
        "rain": frozenset({()}),
    },
    {"ann": 0, "bob": 1, "nan": 0},
    {"tall": (4, 7, -2)},
    {"many": 2, "few": 1, "several": 3, "a few": 2},
)


@pytest.mark.parametrize(
    ("text", "true"),
    [
        ("true", True),
        ("false", False),
        ("dog(ann)", True),
        ("cat(ann)", False),
        ("unicorn(ann)", False),
        ("see(ann, bob)", True),
        ("see(bob, ann)", False),
        ("rain()", True),
        ("snow()", False),
        ("ann = nan", True),
        ("ann = bob", False),
        ("more[tall](bob, ann)", True),
        ("more[tall](ann, nan)", False),
        ("at_least[tall](ann, nan)", True),
        ("at_least[tall](ann, bob)", False),
        ("equal[tall](ann, nan)", True),
        ("equal[tall](ann, bob)", False),
        ("~dog(ann)", False),
        ("~cat(ann)", True),
        ("dog(ann) & dog(bob)", True),
        ("dog(ann) & cat(bob)", False),
        ("and()", True),
        ("cat(ann) | dog(bob)", True),
        ("cat(ann) | cat(bob)", False),
        ("or()", False),
        ("cat(ann) -> cat(bob)", True),
        ("dog(ann) -> cat(bob)", False),
        ("{1: dog(ann)}", True),
        ("all x. dog(x) | cat(x)", True),
        ("all x. dog(x)", False),
        ("exists x. cat(x)", True),
        ("exists x. cat(x) & dog(x)", False),
        ("all x. exists y. see(x, y)", False),
        ("exists x. all y. see(x, y)", True),
        ("all x. dog(x) -> exists x. cat(x)", True),
        ("every x (dog(x), see(x, x))", False),
        ("every x (dog(x), some y (cat(y), see(x, y)))", True),
        ("every x (unicorn(x), false)", True),
        ("some x (dog(x), see(x, x))", True),
        ("no x (cat(x), see(x, x))", True),
        ("not every x (dog(x), see(x, x))", True),
        ("most x (dog(x), see(x, x))", False),
        ("most x (true, dog(x))", True),
        ("some but not all x (dog(x), see(x, x))", True),
        ("the x (cat(x), true)", True),
        ("the x (dog(x), true)", False),
        ("both x (dog(x), some y (cat(y), see(x, y)))", True),
        ("both x (dog(x), see(x, x))", False),
        ("name x (x = bob, dog(x))", True),
        ("many x (dog(x), true)", True),
        ("many x (cat(x), true)", False),
        ("few x (cat(x), true)", True),
        ("few x (dog(x), true)", False),
        ("several x (true, true)", True),
        ("several x (dog(x), true)", False),
        ("a few x (dog(x), true)", True),
        ("at least 2 x (dog(x), true)", True),
        ("at least 3 x (dog(x), true)", False),
        ("at most 2 x (dog(x), true)", True),
        ("more than 2 x (dog(x), true)", False),
        ("less than 3 x (dog(x), true)", True),
        ("fewer than 2 x (dog(x), true)", False),
        ("exactly 2 x (dog(x), true)", True),
        ("exactly 1 x (dog(x), true)", False),
        ("[#x.(dog(x)) - 2 #x.(cat(x)) <= 0]", True),
        ("[#x.(dog(x)) - #x.(cat(x)) <= 0]", False),
        ("[$many + $few - ^tall(bob) <= -4]", True),
        ("[$many + $few - ^tall(bob) <= -5]", False),
        ("[0 <= 0]", True),
        ("[0 <= -1]", False),
    ],
)
def test_truth(text: str, true: bool) -> None:
    assert holds(parse_formula(text), M) is true


def test_free_variables_take_their_value_from_the_assignment() -> None:
    see = Pred("see", (Var("x"), Var("y")))
    assert holds(see, M, {Var("x"): 1, Var("y"): 2})
    assert not holds(see, M, {Var("x"): 2, Var("y"): 1})
    assert holds(parse_formula("exists x. see(x, ?y)"), M, {Var("x"): 2, Var("y"): 2})


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("dog(rex)", "no element called 'rex'"),
        ("rex = ann", "no element called 'rex'"),
        ("more[wide](ann, bob)", "no scale 'wide'"),
        ("[$'most of all' <= 3]", "no threshold for 'most of all'"),
        ("dog(?x)", "variable 'x' is free"),
        ("as[tall](ann, bob)", "'as' is open"),
    ],
)
def test_what_a_model_does_not_say_is_an_error(text: str, complaint: str) -> None:
    with pytest.raises(FormulaError, match=complaint):
        holds(parse_formula(text), M)


def test_an_open_comparison_between_equals_is_an_error_too() -> None:
    with pytest.raises(FormulaError):
        holds(Compare("tall", "as", Const("ann"), Const("ann")), M)


@pytest.mark.parametrize(
    ("clauses", "broken"),
    [
        ((), None),
        (isa("dog", "animal"), "dog <= animal"),
        (isa("unicorn", "dog"), None),
        ((excludes("dog", "cat"),), None),
        ((excludes("see", "see", arity=2),), "see <= nothing"),
        ((Clause(frozenset(), frozenset({"dog", "cat"})),), None),
        ((Clause(frozenset(), frozenset({"dog"})),), "anything <= dog"),
        ((Clause(frozenset({"dog"}), frozenset({"cat", "unicorn"})),), "dog <= cat | unicorn"),
        ((Clause(frozenset(), frozenset({"see"}), 2),), "anything <= see"),
        ((*isa("cat", "cat"), *isa("see", "look", arity=2)), "see <= look"),
    ],
)
def test_the_first_broken_clause_is_named(clauses: tuple[Clause, ...], broken: str | None) -> None:
    assert broken_clause(Theory(clauses), M) == broken


def test_well_formed() -> None:
    assert well_formed(M)
    assert well_formed(FiniteModel(1))
    assert not well_formed(FiniteModel(0))
    assert not well_formed(FiniteModel(2, {"dog": frozenset({(2,)})}))
    assert not well_formed(FiniteModel(2, {"see": frozenset({(0, -1)})}))
    assert not well_formed(FiniteModel(2, {}, {"ann": 2}))
    assert not well_formed(FiniteModel(2, {}, {"ann": -1}))
    assert not well_formed(FiniteModel(2, {}, {}, {"tall": (1,)}))
    assert not well_formed(FiniteModel(1, {}, {}, {}, {"many": -1}))


def test_a_model_survives_json() -> None:
    assert model_from_json(model_to_json(M)) == M


@pytest.mark.parametrize(
    "value",
    [
        {},
        {"size": True},
        {"size": "2"},
        {"size": 1.5},
        {"size": 1, "relations": [["dog"]]},
        {"size": 1, "relations": {"dog": 3}},
        {"size": 1, "relations": {"dog": ["0"]}},
        {"size": 1, "names": {"ann": False}},
        {"size": 1, "degrees": {"tall": 3}},
        {"size": 1, "thresholds": {"many": None}},
    ],
)
def test_what_is_no_model_is_an_error(value: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="model:"):
        model_from_json(value)


def test_an_element_goes_and_the_others_move_up() -> None:
    m = without_element(M, 1)
    assert m.size == 2
    assert m.relations["see"] == {(0, 0), (0, 1)}
    assert m.names == {"ann": 0, "nan": 0}
    assert m.degrees == {"tall": (4, -2)}
    assert well_formed(m)
