from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from provenli.certify.propagation import Forced, force, normal
from provenli.logic.formula_parser import parse_formula
from provenli.logic.formulas import Equal, Formula, negate, subformulas
from provenli.logic.models import FiniteModel
from provenli.logic.quantifiers import PLAIN
from provenli.logic.theory import Clause, Theory, excludes, isa
from provenli.logic.truth import broken_clause, holds
from tests.strategies import formulas, models, theories

ANIMALS = Theory((*isa("poodle", "dog", "animal"), excludes("dog", "cat"), *isa("adore", "love", arity=2)))


def forced(*texts: str, theory: Theory = Theory()) -> Forced | None:  # noqa: B008
    return force([normal(parse_formula(t)) for t in texts], theory)


def literals(*texts: str, theory: Theory = Theory()) -> set[Formula]:  # noqa: B008
    found = forced(*texts, theory=theory)
    assert found is not None
    assert found.open == ()
    return set(found.literals)


def normals(*texts: str) -> set[Formula]:
    return {normal(parse_formula(t)) for t in texts}


@given(st.lists(formulas(levels=2), min_size=1, max_size=4), theories(), models())
@settings(max_examples=300, deadline=None)
def test_what_a_model_satisfies_is_never_refuted(fs: list[Formula], theory: Theory, m: FiniteModel) -> None:
    """Each formula or its negation, whichever is true: all that is forced is true as well."""
    facts = [f if holds(f, m) else negate(f) for f in fs]
    obeyed = Theory(tuple(c for c in theory.clauses if broken_clause(Theory((c,)), m) is None))
    found = force(map(normal, facts), obeyed)
    assert found is not None
    assert all(holds(f, m) for f in found.all())


@given(st.lists(formulas(levels=2), min_size=1, max_size=4), models())
@settings(max_examples=300, deadline=None)
def test_what_is_left_says_no_less(fs: list[Formula], m: FiniteModel) -> None:
    found = force(map(normal, fs), Theory())
    equations = any(isinstance(g, Equal) for f in fs for g in subformulas(f))
    if equations:  # an equation is used up: what is left speaks of one of the two names
        m = replace(m, names={"ann": 0, "bob": 0})
    true = all(holds(f, m) for f in fs)
    assert not (found is None and true)
    if found is not None and all(holds(f, m) for f in found.all()) and not equations:
        assert true


@pytest.mark.parametrize(
    "texts",
    [
        ["false"],
        ["p(ann)", "~p(ann)"],
        ["p(ann) & (p(ann) -> q(ann)) & (q(ann) -> ~p(ann))"],
        ["p(ann) | q(ann)", "~p(ann)", "~q(ann)"],
        ["some x (dog(x), ran(x))", "~some y (dog(y), ran(y))"],
        ["every x (dog(x), ran(x))", "not every x (dog(x), ran(x))"],
        ["~(ann = ann)"],
        ["ann = bob", "~(bob = ann)"],
        ["p(ann)", "~p(bob)", "ann = bob"],
        ["ann = bob", "bob = cy", "see(ann, cy)", "~see(cy, ann)"],
        ["p(ann) -> ann = bob", "p(ann)", "~p(bob)"],
        ["more[tall](ann, ann)"],
        ["more[tall](ann, bob)", "bob = ann"],
        ["some x (dog(x), ann = ann & false)"],
        ["some x (dog(x), see(x, ann))", "no x (dog(x), see(x, bob))", "ann = bob"],
    ],
)
def test_unit_contradictions_are_found(texts: list[str]) -> None:
    assert forced(*texts) is None
    assert forced(*reversed(texts)) is None


@pytest.mark.parametrize(
    "texts",
    [
        ["poodle(ann)", "~animal(ann)"],
        ["poodle(ann) & cat(ann)"],
        ["poodle(ann)", "cat(bob)", "ann = bob"],
        ["adore(ann, bob)", "~love(ann, bob)"],
        ["~dog(ann) -> cat(ann)", "~dog(ann)", "poodle(ann)"],
    ],
)
def test_lexical_clashes_are_found(texts: list[str]) -> None:
    assert forced(*texts, theory=ANIMALS) is None
    assert forced(*texts) is not None


@pytest.mark.parametrize(
    "texts",
    [
        ["poodle(ann)", "animal(bob)", "cat(bob)"],
        ["adore(ann, bob)", "~love(bob, ann)"],
        ["dog(ann)", "~poodle(ann)"],
        ["love(ann)", "~love(ann, ann)"],
    ],
)
def test_no_clash_where_there_is_none(texts: list[str]) -> None:
    assert forced(*texts, theory=ANIMALS) is not None


def test_the_last_open_head_is_forced_for_the_clash() -> None:
    cover = Theory((Clause(frozenset({"pet"}), frozenset({"dog", "cat"})), excludes("cat", "tame")))
    assert forced("pet(ann)", "~dog(ann)", "tame(ann)", theory=cover) is None
    assert forced("pet(ann)", "tame(ann)", theory=cover) is not None


def test_disjunctions_stay_open_until_decided() -> None:
    found = forced("p(ann) | q(ann)", "r(ann)")
    assert found == Forced(tuple(normals("r(ann)")), tuple(normals("p(ann) | q(ann)")))
    assert literals("p(ann) | q(ann)", "~q(ann)") == normals("p(ann)", "~q(ann)")


def test_one_name_is_kept_of_two() -> None:
    assert literals("p(bob)", "q(cy)", "bob = ann", "cy = bob") == normals("p(ann)", "q(ann)")
    assert literals("p(@1)", "@1 = zoe") == normals("p(zoe)")


def test_closed_parts_inside_counts_are_set() -> None:
    assert literals("some x (dog(x), p(ann) & ran(x))", "p(ann)") == normals("p(ann)", "some x (dog(x), ran(x))")
    assert forced("some x (dog(x), p(ann) & ran(x))", "~p(ann)") is None
    assert forced("~p(ann)", "some x (dog(x), p(ann) & ran(x))") is None
    assert literals("no x (dog(x), p(ann) & ran(x))", "~p(ann)") == normals("~p(ann)")


def test_a_closed_quantifier_inside_a_count_is_the_one_outside() -> None:
    inner = "the y (cat(y), black(y))"
    assert forced(f"some x (dog(x), {inner} & ran(x))", "no z (cat(z), black(z))") is None
    assert literals("some y (cat(y), black(y))", "every x (dog(x), some y (cat(y), black(y)) & ran(x))") == normals(
        "some y (cat(y), black(y))", "every x (dog(x), ran(x))"
    )


def test_what_is_set_inside_may_decide_what_is_outside() -> None:
    texts = ["p(ann) -> ~some x (dog(x), ran(x))", "some x (dog(x), ran(x) & p(ann))", "p(ann)"]
    assert forced(*texts) is None


@pytest.mark.parametrize("q", [str(q) for q in PLAIN if len(q.inequalities) == 1] + ["at least 2", "at most 2"])
def test_a_quantified_fact_and_its_negation_fail(q: str) -> None:
    text = f"{q} x (dog(x), some y (cat(y), see(x, y)))"
    assert forced(text, f"~{text}") is None
    assert forced(f"~{text}", text) is None
    assert forced(text) is not None
