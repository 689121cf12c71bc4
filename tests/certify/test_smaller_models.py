"""Models in which elements of one kind do the same, for people."""

from __future__ import annotations

from provenli.certify.smaller_models import evened, true_in
from provenli.logic.formula_parser import parse_formula as formula
from provenli.logic.models import FiniteModel
from provenli.logic.theory import Theory, isa


def unary(*elements: int) -> frozenset[tuple[int, ...]]:
    return frozenset((e,) for e in elements)


def test_one_smell_will_do_for_all() -> None:
    facts = (formula("at least 3 x (cat(x), some y (smell(y), have(x, y)))"),)
    each = FiniteModel(6, {"cat": unary(0, 1, 2), "smell": unary(3, 4, 5), "have": frozenset({(0, 3), (1, 4), (2, 5)})})
    found = evened(each, facts, Theory())
    assert found.size == 4
    assert found.relations["have"] == {(0, 3), (1, 3), (2, 3)}


def test_cats_that_two_dogs_see_are_seen_by_the_same_two() -> None:
    facts = (formula("at least 3 x (cat(x), exactly 2 y (dog(y), see(y, x)))"), formula("exactly 4 y (dog(y), dog(y))"))
    stare = frozenset({(3, 0), (4, 0), (4, 1), (5, 1), (5, 2), (6, 2)})
    mixed = FiniteModel(7, {"cat": unary(0, 1, 2), "dog": unary(3, 4, 5, 6), "stare": stare, "see": stare})
    theory = Theory(isa("stare", "see", arity=2))
    found = evened(mixed, facts, theory)
    assert true_in(found, facts, theory)
    assert found.size == 7
    assert len({frozenset(a for a, b in found.relations["see"] if b == cat) for cat in range(3)}) == 1


def test_nobody_comes_to_see_himself_and_names_stay() -> None:
    facts = (formula("some x (cat(x), some y (cat(y), see(x, y)))"), formula("cat(Tom) & cat(Ann)"))
    model = FiniteModel(3, {"cat": unary(0, 1, 2), "see": frozenset({(0, 1)})}, {"Tom": 1, "Ann": 2})
    found = evened(model, facts, Theory())
    assert found == model
