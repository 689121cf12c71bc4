"""Names and in_order: what differs in names only becomes equal, and a renaming changes no truth."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from provenli.logic.formula_parser import parse_formula as formula
from provenli.logic.formulas import Const, Equal, Formula, Pred, Quant, Var, constants, predicates
from provenli.logic.models import FiniteModel
from provenli.logic.names import Names, in_order, mentioned
from provenli.logic.quantifiers import EVERY, SOME
from provenli.logic.theory import Theory, excludes, isa
from provenli.logic.truth import holds
from tests.strategies import formulas, models

X, Y = Var("x"), Var("y")
OTHER = Names({"dog": "wolf", "cat": "dog", "see": "chase"}, {"ann": "bob", "bob": "cleo"})
"""Names may be passed on: cat is called dog from now on, and dog wolf."""


def moved(m: FiniteModel) -> FiniteModel:
    relations = {OTHER.predicates.get(n, n): r for n, r in m.relations.items()}
    return FiniteModel(m.size, relations, {OTHER.constants[n]: e for n, e in m.names.items()}, m.degrees, m.thresholds)


@given(formulas(), models())
def test_a_renaming_keeps_truth(f: Formula, m: FiniteModel) -> None:
    assert holds(f, m) == holds(OTHER.formula(f), moved(m))


@given(st.lists(formulas(), min_size=1, max_size=3))
def test_formulas_that_differ_in_names_become_equal(fs: list[Formula]) -> None:
    renamed = [OTHER.formula(f) for f in fs]
    there, here = in_order(renamed), in_order(fs)
    assert [there.formula(f) for f in renamed] == [here.formula(f) for f in fs]


@given(st.lists(formulas(), min_size=1, max_size=3))
def test_in_order_is_one_to_one_and_complete(fs: list[Formula]) -> None:
    names = in_order(fs)
    assert names.one_to_one
    assert set(names.predicates) == {n for f in fs for n, _ in predicates(f)}
    assert set(names.constants) == {n for f in fs for n in constants(f)}
    for f in fs:
        back = Names({v: k for k, v in names.predicates.items()}, {v: k for k, v in names.constants.items()})
        assert back.formula(names.formula(f)) == f, "nothing is lost"


def test_what_differs_in_more_than_names_stays_different() -> None:
    dog, cat, ran = (Pred(n, (X,)) for n in ("dog", "cat", "run"))
    same, other = (dog, Quant(EVERY, X, dog, ran)), (dog, Quant(EVERY, X, cat, ran))
    assert [in_order(same).formula(f) for f in same] != [in_order(other).formula(f) for f in other]
    some = (dog, Quant(SOME, X, dog, ran))
    assert [in_order(same).formula(f) for f in same] != [in_order(some).formula(f) for f in some]


def test_mentions_come_from_left_to_right() -> None:
    f = Quant(EVERY, X, Pred("dog", (X,)), Quant(SOME, Y, Equal(Y, Const("ann")), Pred("see", (X, Y))))
    assert list(mentioned(f)) == [("predicate", "dog"), ("constant", "ann"), ("predicate", "see")]


def test_theories() -> None:
    axiom = Quant(SOME, X, Pred("dog", (X,)), Pred("cat", (X,)))
    t = Theory((*isa("dog", "animal"), excludes("dog", "cat")), (axiom,))
    found = Names({"dog": "cat", "cat": "dog"}).theory(t)
    assert found.clauses == (*isa("cat", "animal"), excludes("cat", "dog"))
    assert found.axioms == (Quant(SOME, X, Pred("cat", (X,)), Pred("dog", (X,))),)


def test_one_to_one() -> None:
    assert Names({"a": "b", "b": "a"}).one_to_one
    assert not Names({"a": "c", "b": "c"}).one_to_one
    assert not Names({}, {"a": "c", "b": "c"}).one_to_one


def test_what_is_pointed_at_is_not_taken_for_a_name() -> None:
    f = formula("visit('that person there', rome) & visit(ann, rome)")
    assert in_order([f]).constants == {"that person there": "that C1", "rome": "C2", "ann": "C3"}
