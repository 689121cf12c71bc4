"""key_of: equal for problems that differ in names or in the direction of a relation only, and never for others."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from provenli.certify import kernel
from provenli.certify.certificates import Problem
from provenli.certify.decide import decide
from provenli.library.fragment_shelf import load_fragment
from provenli.logic.formulas import Const, Formula, Not, Pred, Quant, Var, rebuild
from provenli.logic.names import Names
from provenli.logic.quantifiers import EVERY, NO, SOME
from provenli.logic.readings import Reading
from provenli.logic.theory import Clause, Theory, excludes, isa
from provenli.pairs.decided_schemas import decide_all, decided
from provenli.pairs.schemas import Schema, key_of
from tests.strategies import formulas

X, Y = Var("x"), Var("y")
READING = Reading(existential_import="no")
OTHER = Names({"dog": "wolf", "cat": "dog", "see": "chase", "animal": "thing"}, {"ann": "bob", "bob": "cleo"})
ANIMALS = Theory((*isa("dog", "animal"), *isa("cat", "animal")))


def label(p: Problem) -> str:
    return decide(p.premises, p.hypothesis, p.theory, p.reading).label


def converse(f: Formula) -> Formula:
    def change(g: Formula) -> Formula:
        return Pred("seen by", g.args[::-1]) if isinstance(g, Pred) and g.name == "see" else g

    return rebuild(f, change)


@given(formulas(), formulas())
def test_other_names_same_key(p: Formula, h: Formula) -> None:
    here = Problem((p,), h, ANIMALS, READING)
    there = Problem((OTHER.formula(p),), OTHER.formula(h), OTHER.theory(ANIMALS), READING)
    assert key_of(here) == key_of(there)


@given(formulas(), formulas())
def test_the_key_of_a_key_is_itself(p: Formula, h: Formula) -> None:
    key = key_of(Problem((p,), h, Theory(), READING))
    assert key_of(key) == key


VERB = Pred("see", (X, Y))
TURNED = Pred("seen by", (Y, X))


def sentence(verb: Formula, a: str = "dog", b: str = "cat") -> Formula:
    return Quant(EVERY, X, Pred(a, (X,)), Quant(SOME, Y, Pred(b, (Y,)), verb))


def test_the_converse_of_a_relation_is_a_matter_of_names() -> None:
    here = Problem((sentence(VERB),), sentence(VERB, "cat", "dog"), Theory(), READING)
    there = Problem((sentence(TURNED),), sentence(TURNED, "cat", "dog"), Theory(), READING)
    assert key_of(here) == key_of(there)


def test_one_turned_occurrence_is_not() -> None:
    """Every dog saw a cat / every dog was seen by a cat."""
    here = Problem((sentence(VERB),), sentence(VERB), Theory(), READING)
    there = Problem((sentence(VERB),), sentence(Pred("see", (Y, X))), Theory(), READING)
    assert key_of(here) != key_of(there)
    assert (label(here), label(there)) == ("entailment", "neutral")


def test_a_relation_the_theory_knows_is_not_turned() -> None:
    """Clauses say something of both arguments in order, so a turned relation would be another problem."""
    theory = Theory(isa("see", "notice", arity=2))
    turned = sentence(Pred("see", (Y, X)))
    here = Problem((turned,), sentence(Pred("notice", (Y, X))), theory, READING)
    crossed = Problem((turned,), sentence(Pred("notice", (X, Y))), theory, READING)
    assert label(here) == "entailment"
    assert label(crossed) == "neutral"
    assert key_of(here) != key_of(crossed)


def test_names_keep_the_order_of_a_relation() -> None:
    ann, bob = Const("Ann"), Const("Bob")
    here = Problem((Pred("see", (ann, bob)),), Pred("see", (ann, bob)), Theory(), READING)
    there = Problem((Pred("see", (ann, bob)),), Pred("see", (bob, ann)), Theory(), READING)
    assert key_of(here) != key_of(there)


@st.composite
def small_problems(draw: st.DrawFn) -> Problem:
    """Few words, so that equal keys do come up."""
    quantifier, noun = st.sampled_from((EVERY, SOME, NO)), st.sampled_from(("dog", "cat", "wolf"))
    verb = st.sampled_from((VERB, Pred("see", (Y, X)), Pred("hear", (X, Y)), Pred("hear", (Y, X))))

    def said() -> Formula:
        inner = Quant(draw(quantifier), Y, Pred(draw(noun), (Y,)), draw(verb))
        f: Formula = Quant(draw(quantifier), X, Pred(draw(noun), (X,)), inner)
        return Not(f) if draw(st.booleans()) else f

    known = (*isa("dog", "wolf", "cat"), excludes("dog", "cat"))
    clauses: list[Clause] = draw(st.lists(st.sampled_from(known), max_size=2))
    return Problem((said(),), said(), Theory(tuple(clauses)), READING)


@settings(max_examples=25)
@given(st.lists(small_problems(), min_size=8, max_size=16))
def test_equal_keys_have_equal_labels(problems: list[Problem]) -> None:
    groups: dict[Problem, list[Problem]] = {}
    for p in problems:
        groups.setdefault(key_of(p), []).append(p)
    for key, same in groups.items():
        assert {label(p) for p in same} == {label(key)}


def test_equal_keys_of_a_fragments_own_problems_have_equal_labels() -> None:
    """Twelve patterns of the simplest fragment with a theory, over other words."""
    fragment = load_fragment("monotonicity_simple")
    drafts = fragment.pairs.draw(np.random.default_rng(3), {"search": (1, 2)})  # type: ignore[union-attr]
    for _, draft in zip(range(12), drafts, strict=False):
        p = Problem((draft.premise.meaning,), draft.hypothesis.meaning, fragment.theory, fragment.reading)
        assert label(p) == label(key_of(p))


@pytest.mark.parametrize("name", ["P1", "P2", "C1"])
def test_words_that_are_called_like_numbers_do_not_confuse(name: str) -> None:
    """A predicate of the theory that no sentence mentions must not be taken for one that is mentioned."""
    p, h = Quant(EVERY, X, Pred("dog", (X,)), Pred("run", (X,))), Quant(EVERY, X, Pred("dog", (X,)), Pred("cat", (X,)))
    through = Theory((*isa("dog", name), *isa("dog", "cat")))
    beside = Theory((*isa("dog", name), *isa(name, "cat")))
    without = Theory(isa("dog", name))
    found = [Problem((p,), h, t, READING) for t in (through, beside, without)]
    other = Quant(EVERY, X, Pred("dog", (X,)), Pred(name, (X,)))
    found += [Problem((p,), other, t, READING) for t in (through, without)]
    for a, b in combinations(found, 2):
        if label(a) != label(b):
            assert key_of(a) != key_of(b), (a, b)


def test_a_middle_word_called_p2_is_not_the_second_word() -> None:
    """Dogs are P2s; nothing says that dogs run. With run as second word, its number must not be P2's name."""
    p, h = Quant(SOME, X, Pred("dog", (X,)), Pred("dog", (X,))), Quant(SOME, X, Pred("dog", (X,)), Pred("run", (X,)))
    a = Problem((p,), h, Theory(isa("dog", "P2")), READING)
    b = Problem((p,), h, Theory(isa("dog", "run")), READING)
    assert (label(a), label(b)) == ("neutral", "entailment")
    assert key_of(a) != key_of(b)


def test_readings_matter() -> None:
    p = Problem((sentence(VERB),), sentence(VERB), Theory(), READING)
    assert key_of(p) != key_of(replace(p, reading=Reading(existential_import="all")))


# --- deciding ---------------------------------------------------------------------------------------------------------


def problems() -> list[Problem]:
    made = []
    for q, r in ((EVERY, SOME), (SOME, EVERY), (NO, SOME), (NO, NO), (EVERY, EVERY)):
        for a, b in (("dog", "animal"), ("animal", "dog")):
            x = (Quant(q, X, Pred(n, (X,)), Quant(r, Y, Pred("cat", (Y,)), VERB)) for n in (a, b))
            made.append(Problem((next(x),), next(x), ANIMALS, READING))
    return made


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_decide_all_keeps_the_order_whatever_the_workers(workers: int) -> None:
    told: list[tuple[str, int, int]] = []
    found = decide_all(problems(), workers, lambda *a: told.append(a))
    assert [s.problem for s in found] == problems()
    assert [s.label for s in found] == [label(p) for p in problems()]
    assert [n for _, n, _ in told] == list(range(1, len(found) + 1))


def test_schemas_say_what_their_evidence_is() -> None:
    found = [decided(p) for p in problems()]
    for s in found:
        assert kernel.check(s.problem, s.verdict) == ()
        assert s.evidence == ("models" if s.label == "neutral" else "proof")
        assert not s.disputed
    assert {s.label for s in found} >= {"entailment", "neutral"}


def test_a_dispute_is_a_claim_that_the_decision_denies() -> None:
    neutral = next(s for s in map(decided, problems()) if s.label == "neutral")
    assert Schema(neutral.problem, neutral.verdict, "entailment").disputed
    assert not Schema(neutral.problem, neutral.verdict, "neutral").disputed
