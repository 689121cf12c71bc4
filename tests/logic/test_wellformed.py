"""Values that are no formulas are described in a few words."""

from __future__ import annotations

import pytest
from hypothesis import given

from provenli.logic.formulas import TRUE, And, Bound, Const, Formula, Pred, Quant, Threshold, Var
from provenli.logic.quantifiers import EVERY, at_most, between
from provenli.pairs.fragment import fault
from tests.strategies import formulas

X = Var("x")


@given(formulas())
def test_formulas_have_no_fault(f: Formula) -> None:
    assert fault(f) is None


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, "expected a formula, found None"),
        ("dog(rex)", "expected a formula"),
        (Pred("p", ("Barbara",)), "expected a variable or a constant as argument of 'p'"),
        (Pred("p", Const("Barbara")), "must be a tuple of terms"),
        (And((TRUE, 3)), "expected a formula, found 3"),
        (Quant("every", X, TRUE, TRUE), "expected a quantifier such as EVERY"),
        (Quant(at_most(2.5), X, TRUE, TRUE), "counts in whole numbers"),
        (Quant(between(5, 2), X, TRUE, TRUE), "between 5 and 2 can never hold: the smaller number comes first"),
        (Quant(EVERY, Const("x"), TRUE, TRUE), "binds a variable"),
        (Bound(((1, Threshold("t")),), 0.5), "whole numbers"),
    ],
)
def test_faults_are_named(value: object, expected: str) -> None:
    assert expected in (fault(value) or "")
