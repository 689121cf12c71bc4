"""inward: the same truth in every small model, and no negation left over a quantifier that has a dual."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from provenli.library.fragments.fair.cases import inward
from provenli.logic import batch
from provenli.logic.formulas import Formula, Not, Pred, Quant, Var, subformulas
from provenli.logic.models import FiniteModel
from provenli.logic.quantifiers import EVERY, NO, NOT_EVERY, SOME
from provenli.logic.truth import holds
from tests.strategies import formulas, models

PLAIN = (EVERY, NO, NOT_EVERY, SOME)


@st.composite
def aligned(draw: st.DrawFn) -> Formula:
    """Quantifiers and negations in any order, as the sentences of Geiger et al. 2019 have them."""
    x, y = Var("x"), Var("y")

    def maybe_not(f: Formula) -> Formula:
        for _ in range(draw(st.integers(0, 2))):
            f = Not(f)
        return f

    inner = Quant(draw(st.sampled_from(PLAIN)), y, Pred("B", (y,)), maybe_not(Pred("R", (x, y))))
    return maybe_not(Quant(draw(st.sampled_from(PLAIN)), x, Pred("A", (x,)), maybe_not(inner)))


@settings(max_examples=60)
@given(aligned(), st.booleans())
def test_truth_is_kept_in_all_small_models(f: Formula, negative: bool) -> None:
    g = inward(f, negative)
    for size in (1, 2, 3):
        found = batch.all_models(batch.signature_of((f,)), size)
        asked = Not(f) if negative else f
        assert (batch.truth(asked, found) == batch.truth(g, found)).all()


@settings(max_examples=60)
@given(aligned())
def test_nothing_negative_is_left_but_atoms(f: Formula) -> None:
    parts = list(subformulas(inward(f)))
    assert not any(isinstance(g, Quant) and g.quantifier in (NO, NOT_EVERY) for g in parts)
    assert all(isinstance(g.body, Pred) for g in parts if isinstance(g, Not))


@settings(max_examples=60)
@given(aligned())
def test_inward_twice_is_inward_once(f: Formula) -> None:
    assert inward(inward(f)) == inward(f)
    assert inward(Not(f)) == inward(f, negative=True)


@given(formulas(), models())
def test_any_formula_keeps_its_truth(f: Formula, m: FiniteModel) -> None:
    assert holds(inward(f), m) == holds(f, m)
    assert holds(inward(f, negative=True), m) != holds(f, m)


def test_by_hand() -> None:
    x = Var("x")
    dog, ran = Pred("dog", (x,)), Pred("run", (x,))
    assert inward(Quant(NO, x, dog, ran)) == Quant(EVERY, x, dog, Not(ran))
    assert inward(Not(Quant(NO, x, dog, Not(ran)))) == Quant(SOME, x, dog, Not(ran))
