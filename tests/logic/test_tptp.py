from __future__ import annotations

import pytest
from hypothesis import given, settings

from provenli.logic.formula_parser import parse_formula
from provenli.logic.formulas import Bound, Cardinal, Formula, subformulas
from provenli.logic.models import FiniteModel
from provenli.logic.theory import Theory, excludes, isa
from provenli.logic.tptp import NotFirstOrder, first_order, symbol, to_tptp
from provenli.logic.truth import holds
from tests.strategies import formulas

MODELS = (
    FiniteModel(1, {"dog": frozenset({(0,)})}, {"ann": 0, "bob": 0}, {"tall": (0,)}),
    FiniteModel(2, {"dog": frozenset({(0,)}), "see": frozenset({(0, 1)})}, {"ann": 0, "bob": 1}, {"tall": (0, 1)}),
    FiniteModel(
        4,
        {
            "dog": frozenset({(0,), (1,), (2,)}),
            "cat": frozenset({(2,), (3,)}),
            "see": frozenset({(0, 1), (0, 2), (3, 3)}),
        },
        {"ann": 0, "bob": 3},
        {"tall": (2, 1, 1, 0)},
    ),
)


@given(formulas(first_order=True, levels=3))
@settings(max_examples=150, deadline=None)
def test_witnesses_count_as_the_evaluator_does(f: Formula) -> None:
    expanded = first_order(f)
    assert not any(isinstance(q, Cardinal) for g in subformulas(expanded) if isinstance(g, Bound) for _, q in g.terms)
    for m in MODELS:
        if sum(1 for _ in subformulas(expanded)) < 60 or m.size < 3:  # many witnesses in many elements take long
            assert holds(expanded, m) == holds(f, m)


def test_a_problem() -> None:
    facts = [parse_formula("at least 2 x (dog(x), true)"), parse_formula("no x ('Good dog'(x), x = 'O\\'Neil')")]
    assert to_tptp(facts, Theory((*isa("dog", "animal"), excludes("dog", "cat")))) == (
        "fof(fact_1, axiom, ( ? [X1_1] : ( ? [X1_2] : (dog(X1_1) & dog(X1_2) & (X1_1 != X1_2))))).\n"
        "fof(fact_2, axiom, ( ! [X1_1] : (~ 'Good dog'(X1_1) | (X1_1 != 'O\\'Neil')))).\n"
        "fof(clause_1, axiom, ( ! [X1_1] : (~ dog(X1_1) | animal(X1_1)))).\n"
    )


def test_comparatives_are_a_strict_weak_order() -> None:
    text = to_tptp([parse_formula("at_least[tall](ann, bob)")], conjecture=parse_formula("more[tall](ann, bob)"))
    assert text.splitlines()[:2] == [
        "fof(fact_1, axiom, ~ 'more[tall]'(bob,ann)).",
        "fof(goal, conjecture, 'more[tall]'(ann,bob)).",
    ]
    assert [line.split(",")[0] for line in text.splitlines()[2:]] == [
        "fof(irreflexive_tall",
        "fof(transitive_tall",
        "fof(negatively_transitive_tall",
    ]


def test_names_never_clash() -> None:
    text = to_tptp([parse_formula("dog(dog) & dog(dog, dog) & dog()")])
    assert text == "fof(fact_1, axiom, ('dog/2'('dog/4') & 'dog/3'('dog/4','dog/4') & dog)).\n"
    assert symbol("café") == "'caf\\\\xe9'"


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("most x (dog(x), ran(x))", "not first-order: most"),
        ("~most x (dog(x), ran(x))", "not first-order: most"),
        ("some x (dog(x), many y (cat(y), see(x, y)))", "not first-order: many"),
        ("a few x (dog(x), ran(x))", "not first-order: a few"),
        ("[#x.(p(x)) + #x.(q(x)) <= 7]", "not first-order: [#x.(p(x)) + #x.(q(x)) <= 7]"),
        ("[^tall(ann) - ^tall(bob) <= -2]", "not first-order: [^tall(ann) - ^tall(bob) <= -2]"),
        ("at least 1000 x (p(x), q(x))", "not first-order: a count of 999"),
    ],
)
def test_what_is_not_first_order_is_named(text: str, part: str) -> None:
    with pytest.raises(NotFirstOrder) as error:
        to_tptp([parse_formula(text)])
    assert str(error.value).startswith(part)
