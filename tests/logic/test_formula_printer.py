from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from provenli.errors import FormulaError
from provenli.logic.bounds import unfold
from provenli.logic.formula_parser import parse_formula
from provenli.logic.formula_printer import show, show_pretty
from provenli.logic.formulas import And, Compare, Const, Forall, Formula, Mark, Not, Or, Pred, Quant, Var, size
from provenli.logic.quantifiers import EVERY, SOME, Inequality, Quantifier, at_least
from tests.strategies import formulas, names

X, Y = Var("x"), Var("y")


@given(formulas(levels=4))
@settings(max_examples=150, deadline=None)
def test_closed_formulas_come_back(f: Formula) -> None:
    assert parse_formula(show(f)) == f


@given(formulas(levels=3, scope=("_", "x")))
@settings(max_examples=80, deadline=None)
def test_open_formulas_come_back(f: Formula) -> None:
    assert parse_formula(show(f)) == f


@given(formulas(levels=3))
@settings(max_examples=80, deadline=None)
def test_unfolded_formulas_come_back(f: Formula) -> None:
    assert parse_formula(show(unfold(f))) == unfold(f)


@given(names(), names(), names(), names())
@settings(deadline=None)
def test_any_name_comes_back(predicate: str, constant: str, variable: str, tag: str) -> None:
    f = Forall(Var(variable), Mark(tag, Pred(predicate, (Const(constant), Var(variable)))))
    assert parse_formula(show(f)) == f
    assert show(f).isascii()
    assert parse_formula(show(Compare(predicate, "as", Const(constant), Var(variable)))) == Compare(
        predicate, "as", Const(constant), Var(variable)
    )


def _join(parts: list[Formula]) -> st.SearchStrategy[Formula]:
    return st.sampled_from([And(tuple(parts)), Or(tuple(parts))])


@given(st.recursive(st.just(Pred("p", ())), lambda f: st.lists(f, max_size=3).flatmap(_join)))
@settings(deadline=None)
def test_conjunctions_of_any_number_come_back(f: Formula) -> None:
    assert parse_formula(show(f)) == f


@pytest.mark.parametrize(
    "text",
    [
        "every x (dog(x) & black(x), some y (cat(y), see(x, y)))",
        "at least 3 x (a(x), b(x)) & some but not all x (a(x), 'good[dog]'(x))",
        "between 2 and 5 x (dog(x), run(x)) -> no x (between(x, ann), 'exactly'(x))",
        "all x. dog(x) -> exists y. see(x, y) | ~(x = ann)",
        "~(all x. p(x)) & q(?_, @1)",
        "all x. p(x, !x)",
        "more[tall](a, b) | at_least[tall](a, b) | equal[tall](a, b) | as[tall](a, b)",
        "{0.1: true}",
        "[#x.(p(x)) - 2 #y.(q(y)) + $several - ^tall(ann) <= -3]",
        "[-$'a few' <= 0]",
        "[0 <= 3]",
    ],
)
def test_the_notation(text: str) -> None:
    assert show(parse_formula(text)) == text


def test_a_dot_reaches_as_far_right_as_it_can() -> None:
    assert parse_formula("all x. p(x) & q(x)") == parse_formula("all x. (p(x) & q(x))")


def test_a_quantifier_of_ones_own_is_shown_by_what_it_counts() -> None:
    f = Quant(Quantifier("hardly any", (Inequality(1, 0, 1),)), X, Pred("dog", (X,)), Pred("ran", (X,)))
    assert show(f) == "[#x.(dog(x) & ran(x)) <= 1]"


def test_for_people() -> None:
    inner = Quant(SOME, Y, Mark("1", Pred("cat", (Y,))), Not(Pred("p", ())))
    f = Forall(Var("v"), Quant(EVERY, X, Pred("dog", (X,)), inner))
    assert show_pretty(f) == "∀x. every y (dog(y), some z (cat(z), ¬p()))"
    about_x = Quant(at_least(3), Y, Pred("p", (Y,)), Pred("q", (Const("x"), Y)))
    assert show_pretty(about_x) == "at least 3 y (p(y), q(x, y))"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "empty text"),
        ("  \n ", "empty text"),
        ("p(x", "line 1, column 4: expected ')' or ',', found the end of the text"),
        ("p(x) &\n & q(x)", "line 2, column 2: expected a formula, found '&'"),
        ("p(x) q(x)", "line 1, column 6: expected '&', '->', '|' or the end, found 'q'"),
        ("p(x) % q", "line 1, column 6"),
        ("every x (p(x))", "line 1, column 14: expected ',', found ')'"),
        ("between 2 x (p(x), q(x))", "line 1, column 11: expected 'and', found 'x'"),
        ("between 5 and 2 x (p(x), q(x))", "no quantifier 'between 5 and 2'; known: every, some, "),
        ("at least 2 and 5 x (p(x), q(x))", "line 1, column 16: expected '(', found '5'"),
        ("moore[tall](a, b)", "line 1, column 1: unknown comparison 'moore'; did you mean 'more'?"),
        ("[3 <= 4]", "line 1, column 2"),
        ("all x. p(?x)", "line 1, column 11: ?x is bound here"),
        ("(" * 5000 + "p()" + ")" * 5000, "nests more than"),
        ("~" * 5000 + "p()", "nests more than"),
        ("p() -> " * 5000 + "p()", "nests more than"),
        ("(" * 5000, "expected a formula, found the end"),
    ],
)
def test_errors_say_where_and_what(text: str, complaint: str) -> None:
    with pytest.raises(FormulaError) as error:
        parse_formula(text)
    assert complaint in str(error.value)


def test_deep_enough_for_anything_real() -> None:
    assert size(parse_formula("~(" * 50 + "p()" + ")" * 50)) == 51
