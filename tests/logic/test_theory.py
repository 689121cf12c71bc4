from __future__ import annotations

from itertools import chain, combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from provenli.logic.formula_parser import parse_formula
from provenli.logic.formulas import Formula, Pred, Var
from provenli.logic.models import FiniteModel
from provenli.logic.theory import Clause, Theory, clause_formula, compatible, distinct, excludes, isa, vague_axioms
from provenli.logic.truth import broken_clause, holds
from tests.strategies import models, small_models

WORDS = ("animal", "cat", "dog", "pet")


def sets(words: tuple[str, ...] = WORDS) -> list[frozenset[str]]:
    return [frozenset(c) for c in chain.from_iterable(combinations(words, k) for k in range(len(words) + 1))]


def clauses(heads: int) -> st.SearchStrategy[tuple[Clause, ...]]:
    words = st.sampled_from(WORDS)
    clause = st.builds(Clause, st.frozensets(words, max_size=2), st.frozensets(words, max_size=heads))
    return st.lists(clause, max_size=5).map(tuple)


def possible(cs: tuple[Clause, ...], true: frozenset[str], false: frozenset[str]) -> bool:
    """Whether some set of words has all of `true`, none of `false`, and obeys the clauses: tried out."""
    return any(true <= s and not false & s and all(not c.body <= s or c.head & s for c in cs) for s in sets())


@given(clauses(heads=1), st.sampled_from(sets()), st.sampled_from(sets()))
@settings(max_examples=400, deadline=None)
def test_compatible_is_exact_for_horn_clauses(cs: tuple[Clause, ...], true: frozenset[str], no: frozenset[str]) -> None:
    assert compatible(cs, true, no) == possible(cs, true, no)


@given(clauses(heads=3), st.sampled_from(sets()), st.sampled_from(sets()))
@settings(max_examples=400, deadline=None)
def test_compatible_never_rules_out_what_is_possible(
    cs: tuple[Clause, ...], true: frozenset[str], no: frozenset[str]
) -> None:
    assert compatible(cs, true, no) or not possible(cs, true, no)


def test_compatible_is_a_relaxation_where_heads_branch() -> None:
    either_way = (Clause(frozenset(), frozenset({"dog", "cat"})), *isa("dog", "animal"), *isa("cat", "animal"))
    assert not possible(either_way, frozenset(), frozenset({"animal"}))
    assert compatible(either_way, (), {"animal"})  # chaining forward does not look into either branch


def test_isa_and_excludes() -> None:
    assert isa("poodle", "dog", "animal") == (
        Clause(frozenset({"poodle"}), frozenset({"dog"})),
        Clause(frozenset({"dog"}), frozenset({"animal"})),
    )
    assert isa("adore", "love", arity=2)[0].arity == 2
    assert isa("dog") == ()
    assert excludes("dog", "cat") == Clause(frozenset({"dog", "cat"}), frozenset())
    theory = (*isa("poodle", "dog", "animal"), excludes("animal", "plant"))
    assert not compatible(theory, {"poodle"}, {"animal"})
    assert not compatible(theory, {"poodle", "plant"}, ())
    assert compatible(theory, {"animal"}, {"poodle"})
    assert compatible(theory, {"plant"}, {"poodle"})


@pytest.mark.parametrize(
    ("clause", "text"),
    [
        (isa("dog", "animal")[0], "dog <= animal"),
        (excludes("dog", "cat"), "cat & dog <= nothing"),
        (Clause(frozenset(), frozenset({"b", "a"})), "anything <= a | b"),
    ],
)
def test_clauses_are_readable(clause: Clause, text: str) -> None:
    assert str(clause) == text


@given(clauses(heads=2), models())
@settings(max_examples=100, deadline=None)
def test_a_clause_and_its_formula_say_the_same(cs: tuple[Clause, ...], m: FiniteModel) -> None:
    assert all(holds(clause_formula(c), m) for c in cs) == (broken_clause(Theory(cs), m) is None)


def test_clauses_of_relations_as_formulas() -> None:
    seen = FiniteModel(2, {"see": frozenset({(0, 1)})})
    both = FiniteModel(2, {"see": frozenset({(0, 1)}), "look": frozenset({(0, 1)})})
    clause = isa("see", "look", arity=2)[0]
    assert not holds(clause_formula(clause), seen)
    assert holds(clause_formula(clause), both)
    assert not holds(clause_formula(Clause(frozenset(), frozenset())), FiniteModel(1))


FACTS = ("some x (dog(x), ~cat(x))", "all x. dog(x)", "no x (animal(x), true)", "exists x. cat(x)", "exists x. pet(x)")


@given(clauses(heads=2), st.lists(st.sampled_from(FACTS), max_size=2, unique=True))
@settings(max_examples=60, deadline=None)
def test_what_is_left_out_does_not_matter(cs: tuple[Clause, ...], texts: list[str]) -> None:
    facts = tuple(map(parse_formula, texts))
    everything = tuple(Pred(w, (Var("x"),)) for w in WORDS)

    def satisfiable(theory: Theory) -> bool:
        return any(
            broken_clause(theory, m) is None and all(holds(f, m) for f in facts) for m in small_models(everything)
        )

    whole = Theory(cs)
    part = whole.about(facts)
    assert set(part.clauses) <= set(cs)
    assert satisfiable(part) == satisfiable(whole)


def test_about_keeps_what_is_reached_and_no_more() -> None:
    cs = (*isa("poodle", "dog", "animal"), *isa("cat", "animal"), excludes("dog", "cat"), *isa("dog", "see", arity=2))
    theory = Theory(cs, (parse_formula("exists x. moon(x)"),))
    part = theory.about((parse_formula("dog(rex)"),))
    assert part == Theory(isa("dog", "animal"), theory.axioms)
    assert theory.about((parse_formula("dog(rex) & cat(tom)"),)).clauses == (*cs[1:4],)


def test_axioms_count_as_spoken_of() -> None:
    theory = Theory(isa("dog", "animal"), (parse_formula("exists x. dog(x)"),))
    assert theory.about(()) == theory


def axioms(*texts: str) -> set[Formula]:
    return set(vague_axioms(map(parse_formula, texts)))


def test_vague_words_bring_what_is_known_of_them() -> None:
    assert axioms("every x (dog(x), ran(x))") == set()
    assert axioms("few x (dog(x), ran(x))") == set()
    assert axioms("several x (dog(x), ran(x))") == {parse_formula("[-$several <= -3]")}
    assert axioms("a few x (dog(x), ran(x))") == {parse_formula("[-$'a few' <= -2]")}
    assert axioms("many x (dog(x), ran(x))") == {parse_formula("[-$many <= -3]")}
    assert axioms("many x (dog(x), ran(x))", "~several x (dog(x), ran(x))") == {
        parse_formula("[-$many <= -3]"),
        parse_formula("[-$several <= -3]"),
        parse_formula("[$several - $many <= 0]"),
    }
    assert axioms("[$few + $many <= 3]") == {parse_formula("[-$many <= -3]"), parse_formula("[$few - $many <= -1]")}


def test_distinct_names() -> None:
    assert distinct(frozenset({"bob", "ann"})) == (parse_formula("~(ann = bob)"),)
    assert len(distinct(frozenset("abcd"))) == 6
    assert distinct(frozenset({"ann"})) == ()
