"""One certificate for many quantifiers: the label of a spec is that of every choice of quantifiers, exactly counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import product

import numpy as np
import pytest

from provenli.certify import kernel
from provenli.certify.certificates import Attested, Countermodels, Problem, Proved, Verdict
from provenli.certify.decide import decide
from provenli.certify.engines.sat_models import with_spread_witness
from provenli.certify.proofs import Closed
from provenli.certify.uniform import DOWN, UP, covers, downward, stands_for_all, upward
from provenli.errors import Refused
from provenli.library.fragments.systematicity import DOWNWARD, FRAGMENT, UPWARD
from provenli.library.fragments.systematicity.patterns import (
    FRAMES,
    NOMINAL,
    OUTER,
    VERBAL,
    WH_CLASSES,
    Builder,
    Spec,
    decided,
    derived,
    exact,
    opaque,
    pattern_of,
    specs,
)
from provenli.logic.formulas import And, Const, Equal, Exists, Formula, Pred, Quant, Var, rebuild
from provenli.logic.models import FiniteModel
from provenli.logic.quantifiers import (
    A_FEW,
    EVERY,
    FEW,
    MOST,
    NO,
    SOME,
    Quantifier,
    at_least,
    at_most,
    between,
    exactly,
)
from provenli.logic.theory import Theory
from provenli.pairs.classes import word_classes

QUANTIFIERS = {**UPWARD, **DOWNWARD}
ALL = tuple(dict.fromkeys((*NOMINAL, *VERBAL)))
CLASSES = word_classes(FRAGMENT.grammar, FRAGMENT.theory).adding(*WH_CLASSES)


@cache
def blank(spec: Spec) -> Problem:
    """The spec's problem with blanks for its quantifiers."""
    assert FRAGMENT.pairs is not None
    found = pattern_of(spec, Builder(FRAGMENT.grammar), CLASSES, FRAGMENT.pairs.switch)[1]  # type: ignore[attr-defined]
    return replace(found, theory=FRAGMENT.theory, reading=FRAGMENT.reading)


def concrete(spec: Spec, chosen: Sequence[Quantifier]) -> Problem:
    """With real quantifiers in the blanks: nothing of the uniform encodings is used."""

    def change(f: Formula) -> Formula:
        match f:
            case Quant(Quantifier("blank", _, (k,)), x, restrictor, body):
                return Quant(chosen[k - 1], x, restrictor, body)
        return f

    p = blank(spec)
    return replace(p, premises=(rebuild(p.premises[0], change),), hypothesis=rebuild(p.hypothesis, change))


def kinds_of(words: Sequence[str]) -> tuple[int, ...]:
    return tuple(UP if w in UPWARD else DOWN for w in words)


@cache
def uniform(spec: Spec, kinds: tuple[int, ...], numerals: str = "exact") -> str:
    """The data set's label, its certificate checked by the kernel and for all thresholds."""
    number = sum(k << n for n, k in enumerate(kinds))
    schema = decided((blank(spec), kinds, bool(derived(spec)[number]), numerals))
    assert schema.problem == (opaque if numerals == "opaque" else exact)(blank(spec), kinds)
    assert kernel.check(schema.problem, schema.verdict) == ()
    return schema.label


def really(spec: Spec, words: Sequence[str]) -> str:
    p = concrete(spec, [QUANTIFIERS[w] for w in words])
    return decide(p.premises, p.hypothesis, p.theory, p.reading).label


def sampled(
    depth: int, n: int, seed: int, outer: str = "none", frame: str = "plain"
) -> list[tuple[Spec, tuple[str, ...]]]:
    rng = np.random.default_rng(seed)
    found = list(specs(depth, ALL, frame, outer, "any"))
    chosen = [found[int(k)] for k in rng.choice(len(found), n)]
    return [(s, tuple(np.array(list(QUANTIFIERS))[rng.integers(8, size=s.phrases)].tolist())) for s in chosen]


@pytest.mark.parametrize("spec", list(specs(1, ALL, "plain", "none", "any")), ids=str)
def test_depth_one_all_quantifiers(spec: Spec) -> None:
    for words in product(QUANTIFIERS, repeat=1):
        assert uniform(spec, kinds_of(words)) == really(spec, words), words


@pytest.mark.parametrize("k", range(3))
def test_depth_two_every_choice_of_quantifiers(k: int) -> None:
    found = list(specs(2, ALL, "plain", "none", "any"))
    spec = found[int(np.random.default_rng(k).integers(len(found)))]
    for words in product(QUANTIFIERS, repeat=2):
        assert uniform(spec, kinds_of(words)) == really(spec, words), (spec, words)


@pytest.mark.parametrize(("depth", "n"), [(2, 25), (3, 25)])
def test_deeper_specs_sampled(depth: int, n: int) -> None:
    for spec, words in sampled(depth, n, seed=depth):
        assert uniform(spec, kinds_of(words)) == really(spec, words), (spec, words)


@pytest.mark.parametrize("outer", OUTER[1:])
def test_larger_variant_sampled(outer: str) -> None:
    for spec, words in sampled(3, 8, seed=5, outer=outer):
        assert uniform(spec, kinds_of(words)) == really(spec, words), (spec, words)


@pytest.mark.parametrize("frame", FRAMES[1:])
def test_frames_sampled(frame: str) -> None:
    for depth in (1, 2):
        for spec, words in sampled(depth, 5, seed=6, frame=frame):
            assert uniform(spec, kinds_of(words)) == really(spec, words), (spec, words)


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_the_opaque_encoding_gives_the_same_labels(depth: int) -> None:
    for spec, words in sampled(depth, 12, seed=10 + depth):
        assert uniform(spec, kinds_of(words), "opaque") == really(spec, words), (spec, words)


# --- which quantifiers are covered ------------------------------------------------------------------------------------


def test_covers() -> None:
    for q in UPWARD.values():
        assert covers(q, UP)
        assert not covers(q, DOWN)
    for q in DOWNWARD.values():
        assert covers(q, DOWN)
        assert not covers(q, UP)
    assert covers(upward("t"), UP)
    assert covers(downward("t"), DOWN)
    for q in (EVERY, MOST, exactly(2), at_least(0)):
        assert not covers(q, UP)
        assert not covers(q, DOWN)


# --- what is refused --------------------------------------------------------------------------------------------------

X, Y = Var("x"), Var("y")
A, B, C = (Pred(n, (X,)) for n in "ABC")
UPT, KINDS = upward("t1"), {"t1": UP}


def said(q: Quantifier, body: Formula, restrictor: Formula = A) -> Formula:
    return Quant(q, X, restrictor, body)


NEUTRAL = Problem((said(UPT, B),), said(UPT, C), Theory(), FRAGMENT.reading)
YES = FiniteModel(1, {"A": frozenset({(0,)}), "B": frozenset({(0,)}), "C": frozenset({(0,)})}, thresholds={"t1": 1})
WITHOUT = FiniteModel(1, {"A": frozenset({(0,)}), "B": frozenset({(0,)}), "C": frozenset()}, thresholds={"t1": 1})


def verdict(yes: FiniteModel = YES, no: FiniteModel = WITHOUT) -> Verdict:
    return Verdict("neutral", Countermodels(yes, no))


def test_models_with_least_thresholds_stand_for_all() -> None:
    assert kernel.check(NEUTRAL, verdict()) == ()
    stands_for_all(NEUTRAL, verdict(), KINDS)


def refused(problem: Problem, v: Verdict, kinds: dict[str, int]) -> None:
    with pytest.raises(Refused):
        stands_for_all(problem, v, kinds)


@pytest.mark.parametrize("thresholds", [{}, {"t1": 0}, {"t1": 2}, {"t1": 1, "t2": 1}, {"t2": 1}])
def test_other_thresholds_are_refused(thresholds: dict[str, int]) -> None:
    refused(NEUTRAL, verdict(yes=replace(YES, thresholds=thresholds)), KINDS)
    refused(NEUTRAL, verdict(no=replace(WITHOUT, thresholds=thresholds)), KINDS)


def test_names_are_refused() -> None:
    refused(NEUTRAL, verdict(yes=replace(YES, names={"Ann": 0})), KINDS)
    ann = Pred("B", (Const("Ann"),))
    refused(replace(NEUTRAL, premises=(said(UPT, ann),)), verdict(), KINDS)


def test_equality_is_refused() -> None:
    twice = said(UPT, Quant(SOME, Y, Pred("A", (Y,)), Equal(X, Y)))
    refused(replace(NEUTRAL, hypothesis=twice), verdict(), KINDS)
    refused(replace(NEUTRAL, premises=(twice,)), verdict(), KINDS)


@pytest.mark.parametrize("q", [EVERY, MOST, exactly(1), at_least(0), between(1, 2)])
def test_quantifiers_that_count_otherwise_are_refused(q: Quantifier) -> None:
    refused(replace(NEUTRAL, hypothesis=said(q, C)), verdict(), KINDS)


def test_axioms_and_attestations_are_refused() -> None:
    refused(replace(NEUTRAL, theory=Theory((), (Exists(X, A),))), verdict(), KINDS)
    refused(NEUTRAL, Verdict("neutral", Attested("somebody")), KINDS)


@pytest.mark.parametrize("q", [at_least(3), at_most(2)])
def test_a_fixed_number_beside_a_free_threshold_is_refused(q: Quantifier) -> None:
    """At least t / at least three: neutral for t = 1, an entailment for t = 5. Models for t = 1 stand for t = 1."""
    problem = Problem((said(UPT, B),), said(q, B), Theory(), FRAGMENT.reading)
    yes, no = (
        FiniteModel(n, {s: frozenset((e,) for e in range(n)) for s in "AB"}, thresholds={"t1": 1})
        for n in ((3, 1) if q == at_least(3) else (1, 3))
    )
    found = Verdict("neutral", Countermodels(yes, no))
    assert kernel.check(problem, found) == ()
    five = Problem((said(at_least(5), B),), problem.hypothesis, Theory(), FRAGMENT.reading)
    assert decide(five.premises, five.hypothesis, five.theory, five.reading).label != "neutral"
    refused(problem, found, KINDS)


def test_a_threshold_that_works_both_ways_is_refused() -> None:
    """At least t / at most t of the same: neutral for t = 1, but not by models whose elements can be multiplied."""
    problem = Problem((said(UPT, B),), said(downward("t1"), B), Theory(), FRAGMENT.reading)
    one, two = (
        FiniteModel(n, {s: frozenset((e,) for e in range(n)) for s in "AB"}, thresholds={"t1": 1}) for n in (1, 2)
    )
    refused(problem, Verdict("neutral", Countermodels(one, two)), {"t1": UP})


def test_a_threshold_must_work_the_way_it_is_said_to() -> None:
    for wrong in ({"t1": DOWN}, {}):
        thresholds = dict.fromkeys(wrong, 0)
        models = (replace(m, thresholds=thresholds) for m in (YES, WITHOUT))
        refused(NEUTRAL, Verdict("neutral", Countermodels(*models)), wrong)


def test_proofs_hold_for_any_threshold() -> None:
    problem = Problem((said(UPT, B),), said(UPT, B), Theory(), FRAGMENT.reading)
    found = decide(problem.premises, problem.hypothesis, problem.theory, problem.reading)
    assert found.label == "entailment"
    stands_for_all(problem, with_spread_witness(problem, found, KINDS), KINDS)


def test_a_witness_must_carry_over() -> None:
    """At least t dogs run, and none does: true for t = 0 only, so of no quantifier that t stands for."""
    premise = And((said(UPT, B), said(NO, B)))
    problem = Problem((premise,), premise, Theory(), FRAGMENT.reading)
    forged = Verdict("entailment", Proved(Closed(), FiniteModel(1, {"A": frozenset({(0,)})}, thresholds={"t1": 0})))
    assert kernel.check(problem, forged) == ()
    refused(problem, forged, KINDS)


def test_a_witness_for_other_thresholds_is_made_good() -> None:
    problem = Problem((said(UPT, B),), said(UPT, B), Theory(), FRAGMENT.reading)
    idle = Verdict("entailment", Proved(Closed(), FiniteModel(1, {}, thresholds={"t1": 0})))
    assert kernel.check(problem, idle) == ()
    refused(problem, idle, KINDS)
    spread = with_spread_witness(problem, idle, KINDS)
    assert kernel.check(problem, spread) == ()
    stands_for_all(problem, spread, KINDS)


def test_copies_do_not_change_truth() -> None:
    """The lemma itself, on one model: with each element k times, at least t is some, and at most t is no, for t < k."""
    for q, plain in ((UPT, SOME), (downward("t1"), NO), (A_FEW, SOME), (FEW, NO)):
        for inside, outside, t in product(range(4), range(4), range(1, 5)):
            thresholds = {"t1": t, "a few": t, "few": t}
            assert q.holds(5 * inside, 5 * outside, thresholds) == plain.holds(inside, outside)
