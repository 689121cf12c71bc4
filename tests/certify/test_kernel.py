from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from provenli.certify.certificates import (
    Attested,
    Countermodels,
    EngineWord,
    Inconsistent,
    Nothing,
    Problem,
    Proved,
    Verdict,
)
from provenli.certify.decide import decide
from provenli.certify.engines.natural_logic import NaturalLogic
from provenli.certify.engines.protocol import Question, Refuted
from provenli.certify.engines.venn import Venn
from provenli.certify.kernel import check, check_model, check_refutation
from provenli.certify.proofs import HERE, Cases, Chain, Closed, Cube, Exclusion, Proof, Step, Sum, Witness
from provenli.certify.propagation import normal
from provenli.errors import Refused
from provenli.logic.formula_parser import parse_formula
from provenli.logic.formulas import Bound, Formula, Threshold, Var, canonical, negate, substitute, unmark
from provenli.logic.models import FiniteModel
from provenli.logic.theory import Clause, Theory, isa
from provenli.logic.truth import broken_clause, holds
from tests.strategies import formulas, models, theories

POODLES = Theory(isa("poodle", "dog", "animal"))


def accepted(proof: Proof, texts: list[str], theory: Theory = Theory()) -> None:  # noqa: B008
    check_refutation(proof, [parse_formula(t) for t in texts], theory)


def refused(why: str, proof: Proof, texts: list[str], theory: Theory = Theory()) -> None:  # noqa: B008
    with pytest.raises(Refused, match=re.escape(why)):
        accepted(proof, texts, theory)


def fact(text: str) -> Formula:
    return normal(parse_formula(text))


def total(*weights: tuple[str, int], exclusions: tuple[Exclusion, ...] = ()) -> Sum:
    return Sum(tuple((fact(t), w) for t, w in weights), exclusions)


def here(text: str) -> Formula:
    """A property of the element a cube is about; in the text it is called ?x."""
    return canonical(substitute(normal(parse_formula(text)), Var("x"), HERE))


def cube(*properties: tuple[str, bool]) -> Cube:
    return tuple((here(t), v) for t, v in properties)


# --- Closed -----------------------------------------------------------------------------------------------------------


def test_closed() -> None:
    accepted(Closed(), ["p(ann)", "~p(ann)"])
    accepted(Closed(), ["poodle(ann)", "~animal(ann)"], POODLES)
    refused("the facts do not fail by forcing alone", Closed(), ["p(ann)", "~p(bob)"])
    refused("the facts do not fail by forcing alone", Closed(), ["poodle(ann)", "~animal(ann)"])


def test_open_facts_are_refused() -> None:
    refused("a fact has a free variable", Closed(), ["p(?x)", "~p(?x)"])


@pytest.mark.parametrize("proof", [Cases(fact("q(ann)"), Closed(), Closed()), Sum(()), Witness((), Closed())])
def test_no_proof_goes_on_where_the_facts_have_failed(proof: Proof) -> None:
    refused("the facts fail already", proof, ["p(ann)", "~p(ann)"])


# --- Cases ------------------------------------------------------------------------------------------------------------

TABLE = ["p(ann) | q(ann)", "p(ann) | ~q(ann)", "~p(ann) | q(ann)", "~p(ann) | ~q(ann)"]


def test_cases() -> None:
    accepted(Cases(fact("p(ann)"), Closed(), Closed()), TABLE)
    accepted(Cases(fact("q(ann)"), Closed(), Closed()), TABLE)
    refused("by forcing alone", Cases(fact("r(ann)"), Closed(), Closed()), TABLE)
    refused("by forcing alone", Cases(fact("p(ann)"), Closed(), Closed()), TABLE[:3])
    refused("by forcing alone", Cases(fact("p(ann)"), Closed(), Closed()), TABLE[1:])
    refused("free variable", Cases(parse_formula("p(?x)"), Closed(), Closed()), TABLE)


def test_cases_on_a_count() -> None:
    texts = ["some x (dog(x), true) -> p(ann)", "~some x (dog(x), true) -> p(ann)", "~p(ann)", "q(ann) | r(ann)"]
    refused("the facts fail already", Cases(fact("some x (dog(x), true)"), Closed(), Closed()), texts)
    open_texts = ["some x (dog(x), true) -> p(ann) & ~p(ann)", "~some x (dog(x), true) -> q(bob) & ~q(bob)"]
    accepted(Cases(fact("some x (dog(x), true)"), Closed(), Closed()), open_texts)
    refused("by forcing alone", Cases(fact("some x (cat(x), true)"), Closed(), Closed()), open_texts)


def test_a_chain_stands_at_the_top_only() -> None:
    chain = Chain(0, 1, ())
    refused("a monotonicity chain stands only at the top", Cases(fact("p(ann)"), chain, chain), TABLE[:1])


# --- Sum --------------------------------------------------------------------------------------------------------------

DOGS = ["every x (dog(x), ran(x))", "no x (dog(x), ran(x))", "some x (dog(x), true)"]


def test_a_sum_over_regions() -> None:
    accepted(total(*((t, 1) for t in DOGS)), DOGS)
    accepted(total(*((t, 7) for t in DOGS)), DOGS)
    refused("not among the facts", total(*((t, 1) for t in DOGS)), DOGS[1:])
    refused("weights are positive", total((DOGS[0], 1), (DOGS[1], 1), (DOGS[2], 0)), DOGS)
    refused("weights are positive", total((DOGS[0], -1), (DOGS[1], 1), (DOGS[2], 1)), DOGS)
    refused("weights are positive whole numbers and stand on bounds", total(("p(ann)", 1)), [*DOGS, "p(ann)"])
    refused("only say that something is at most 0", total((DOGS[0], 1), (DOGS[1], 1)), DOGS)
    refused("only say that something is at most 0", Sum(()), DOGS)
    refused("a region that can have elements counts below zero", total((DOGS[0], 1), (DOGS[2], 1)), DOGS)
    refused("a region that can have elements counts below zero", total(*zip(DOGS, (1, 1, 2), strict=True)), DOGS)


def test_a_sum_uses_word_knowledge() -> None:
    texts = ["some x (poodle(x), ran(x))", "no x (animal(x), ran(x))"]
    accepted(total((texts[0], 1), (texts[1], 1)), texts, POODLES)
    refused("a region that can have elements", total((texts[0], 1), (texts[1], 1)), texts)
    turned = Theory(isa("animal", "poodle"))
    refused("a region that can have elements", total((texts[0], 1), (texts[1], 1)), texts, turned)


def test_most_and_numbers() -> None:
    texts = ["most x (dog(x), ran(x))", "at least 3 x (dog(x), ~ran(x))", "at most 6 x (dog(x), true)"]
    accepted(total((texts[0], 1), (texts[1], 2), (texts[2], 1)), texts)
    refused("at most 2", total((texts[0], 1), (texts[1], 1), (texts[2], 1)), texts)
    refused("a region that can have elements", total((texts[0], 1), (texts[1], 3), (texts[2], 1)), texts)


def test_degrees_must_cancel() -> None:
    texts = ["more[tall](ann, bob)", "more[tall](bob, cy)", "more[tall](cy, ann)"]
    accepted(total(*((t, 1) for t in texts)), texts)
    refused("the degrees do not cancel", total(*((t, 1) for t in texts[:2])), texts)
    refused("the degrees do not cancel", total((texts[0], 2), (texts[1], 1), (texts[2], 1)), texts)
    scales = [*texts[:2], "more[old](cy, ann)"]
    refused("the degrees do not cancel", total(*((t, 1) for t in scales)), scales)
    even = ["at_least[tall](ann, bob)", "at_least[tall](bob, ann)"]
    refused("at most 0", total(*((t, 1) for t in even)), even)


def test_thresholds_count_from_zero() -> None:
    texts = ["many x (dog(x), ran(x))", "at most 2 x (dog(x), true)", "[-$many <= -3]"]
    accepted(total(*((t, 1) for t in texts)), texts)
    refused("a threshold counts below zero", total((texts[2], 1)), texts)
    refused("a threshold counts below zero", total((texts[0], 1), (texts[1], 1), (texts[2], 2)), texts)
    accepted(total(("[$few + $many <= 2]", 1), ("[-$many <= -3]", 1)), ["[$few + $many <= 2]", "[-$many <= -3]"])


def test_the_domain_and_the_bearers_of_names_exist() -> None:
    neither = ["all x. ~dog(x)", "all x. dog(x)"]
    accepted(total((neither[0], 1), (neither[1], 1), ("[-#x.(true) <= -1]", 1)), neither)
    ann = ["all x. ~(x = ann)", "dog(ann)"]
    accepted(total(("all x. ~(x = ann)", 1), ("[-#x.(x = ann) <= -1]", 1)), ann)
    refused("not among the facts", total(("[-#x.(x = bob) <= -1]", 1)), ann)
    refused("not among the facts", total(("[-#x.(true) <= -2]", 1)), ann)
    refused("not among the facts", total(("[#x.(x = ann) <= 0]", 1)), ["dog(ann)"])


# An element of the region "dog that sees no cat, and sees every cat" cannot be, where there is a cat.
SEEING = [
    "some x (dog(x), no y (cat(y), see(x, y)))",
    "every x (dog(x), every y (cat(y), see(x, y)))",
    "some y (cat(y), true)",
]
NONE, ALL = "no y (cat(y), see(?x, y))", "every y (cat(y), see(?x, y))"


def inner_sum(*texts: str) -> Sum:
    new = [substitute(parse_formula(t), Var("x"), parse_formula("p(@1)").args[0]) for t in texts]  # type: ignore[union-attr]
    return Sum((*((normal(f), 1) for f in new), (fact(SEEING[2]), 1)))


def seeing(e: Exclusion) -> Sum:
    return total((SEEING[0], 1), (SEEING[1], 1), exclusions=(e,))


def test_exclusions() -> None:
    using = (fact(SEEING[2]),)
    good = Exclusion(cube((NONE, True), (ALL, True)), using, inner_sum(NONE, ALL))
    accepted(seeing(good), SEEING)
    refused("a region that can have elements", total((SEEING[0], 1), (SEEING[1], 1)), SEEING)
    refused("not among the facts", seeing(good), SEEING[:2])
    refused("an exclusion uses something", seeing(Exclusion(good.cube, (fact("dog(rex)"),), good.proof)), SEEING)
    refused("not among the facts", seeing(Exclusion(good.cube, (), good.proof)), SEEING)
    refused("by forcing alone", seeing(Exclusion(good.cube, using, Closed())), SEEING)
    # A smaller cube would exclude more than the proof shows, a larger one less than the sum needs.
    refused("not among the facts", seeing(Exclusion(good.cube[:1], using, good.proof)), SEEING)
    larger = Exclusion((*good.cube, *cube(("black(?x)", True))), using, good.proof)
    refused("a region that can have elements", seeing(larger), SEEING)
    flipped = Exclusion(cube((NONE, True), (ALL, False)), using, good.proof)
    refused("not among the facts", seeing(flipped), SEEING)


def test_a_cube_speaks_of_one_element() -> None:
    e = Exclusion(((parse_formula("see(?'_', ?z)"), True),), (), Closed())
    refused("a cube speaks of more than one element", seeing(e), SEEING)


# --- Witness ----------------------------------------------------------------------------------------------------------

ALONE = ["some x (dog(x), ~see(x, x))", "all x. see(x, x)", "p(ann) | q(ann)"]


def of_witness() -> Sum:
    e = Exclusion(cube(("?x = @1", True), ("see(?x, ?x)", True)), (fact("~see(@1, @1)"),), Closed())
    return total((ALONE[1], 1), ("[-#x.(x = @1) <= -1]", 1), exclusions=(e,))


def test_witness() -> None:
    accepted(Witness((fact(ALONE[0]),), of_witness()), ALONE)
    refused("that the facts do not say to exist", Witness((fact("some x (cat(x), true)"),), of_witness()), ALONE)
    refused("does not say that something exists", Witness((fact(ALONE[1]),), of_witness()), ALONE)
    refused("not among the facts", Witness((), of_witness()), ALONE)
    refused("by forcing alone", Witness((fact(ALONE[0]),), Closed()), ALONE)


def test_a_witness_is_new_even_where_its_name_is_taken() -> None:
    texts = ["some x (dog(x), true)", "~dog(@1)", "~cat(@2)"]
    refused("by forcing alone", Witness((fact(texts[0]),), Closed()), texts)
    two = ["some x (dog(x), true)", "some x (cat(x), true)", "p(ann)"]
    clash = Theory((*isa("dog", "tame"), *isa("cat", "wild")), ())
    refused("by forcing alone", Witness((fact(two[0]), fact(two[1])), Closed()), two, clash)


def test_a_count_of_nothing_has_no_witness() -> None:
    texts = ["[-#x.(dog(x)) + #x.(cat(x)) <= -1]", "p(ann)"]
    refused("has no witness", Witness((fact(texts[0]),), Closed()), texts)


# --- Chain ------------------------------------------------------------------------------------------------------------

EVERY = ["every x (dog(x), ran(x))", "~every x (poodle(x), ran(x))"]
NARROW = Step((0,), parse_formula("poodle(?x)"), (), Closed())


def test_chain() -> None:
    accepted(Chain(0, 1, (NARROW,)), EVERY, POODLES)
    refused("by forcing alone", Chain(0, 1, (NARROW,)), EVERY)
    refused("by forcing alone", Chain(0, 1, (NARROW,)), ["some x (dog(x), ran(x))", EVERY[1]], POODLES)
    refused("does not arrive", Chain(0, 1, ()), EVERY, POODLES)
    refused("does not arrive", Chain(0, 0, (NARROW,)), EVERY, POODLES)
    refused("outside the facts", Chain(0, 2, (NARROW,)), EVERY, POODLES)
    refused("outside the facts", Chain(-1, 1, (NARROW,)), EVERY, POODLES)
    refused("index out of range", Chain(0, 1, (Step((2,), NARROW.new, (), Closed()),)), EVERY, POODLES)
    refused("index out of range", Chain(0, 1, (Step((0, 0), NARROW.new, (), Closed()),)), EVERY, POODLES)


def test_a_step_widens_upward_and_narrows_downward() -> None:
    narrowed = parse_formula("ran(?x) & fast(?x)")
    texts = ["every x (dog(x), ran(x) & fast(x))", "~every x (dog(x), ran(x))"]
    accepted(Chain(0, 1, (Step((1,), parse_formula("ran(?x)"), (), Closed()),)), texts)
    wrong = ["every x (dog(x), ran(x))", "~every x (dog(x), ran(x) & fast(x))"]
    refused("by forcing alone", Chain(0, 1, (Step((1,), narrowed, (), Closed()),)), wrong)
    most = ["most x (dog(x), ran(x))", "~most x (poodle(x), ran(x))"]
    refused("neither upward nor downward", Chain(0, 1, (NARROW,)), most, POODLES)


def test_a_step_may_use_facts() -> None:
    texts = ["some x (dog(x), true)", EVERY[0], "no x (dog(x), ran(x))"]
    change = Step(
        (),
        parse_formula("some x (dog(x), ran(x))"),
        (fact(texts[0]),),
        total((texts[0], 1), (texts[1], 1), (texts[2], 1)),
    )
    accepted(Chain(1, 2, (change,)), texts)
    refused("a step uses something", Chain(0, 1, (change,)), texts[1:])
    without = Step(change.path, change.new, (), change.proof)
    refused("not among the facts", Chain(1, 2, (without,)), texts)


def test_a_step_must_hold_of_all_values_of_its_variables() -> None:
    texts = ["some x (dog(x), some y (cat(y), see(x, y)))", "~some x (dog(x), some y (cat(y), see(y, x)))"]
    turned = Step((1, 1), parse_formula("see(?y, ?x)"), (), Closed())
    refused("by forcing alone", Chain(0, 1, (turned,)), texts)


# --- whole verdicts ---------------------------------------------------------------------------------------------------

PROBLEM = Problem((parse_formula(EVERY[0]),), parse_formula("every x (poodle(x), ran(x))"), POODLES)
CHAIN = Chain(0, 1, (Step((0,), parse_formula("poodle(?x1)"), (), Closed()),))
EMPTY = FiniteModel(1)
ONE = FiniteModel(1, {"dog": frozenset({(0,)}), "animal": frozenset({(0,)}), "ran": frozenset({(0,)})})


def test_verdicts_and_what_they_rest_on() -> None:
    assert check(PROBLEM, Verdict("entailment", Proved(CHAIN, ONE))) == ()
    assert check(PROBLEM, Verdict("entailment", Proved(EngineWord(("z3", "cvc5")), EMPTY))) == ("z3", "cvc5")
    assert check(PROBLEM, Verdict("undecided", Nothing(("venn: no time",)))) == ()
    assert check(PROBLEM, Verdict("neutral", Attested("a crowd"))) == ("attested by a crowd",)
    assert check(PROBLEM, Verdict("inconsistent", Inconsistent(EngineWord(("z3",))))) == ("z3",)


@pytest.mark.parametrize(
    ("verdict", "why"),
    [
        (Verdict("contradiction", Proved(CHAIN, ONE)), "does not arrive"),
        (Verdict("inconsistent", Inconsistent(CHAIN)), "outside the facts"),
        (Verdict("inconsistent", Inconsistent(Closed())), "by forcing alone"),
        (Verdict("entailment", Proved(EngineWord(()), ONE)), "a bare word must name"),
        (Verdict("entailment", Proved(CHAIN, FiniteModel(0))), "elements that it does not have"),
        (
            Verdict("entailment", Proved(CHAIN, FiniteModel(1, {"dog": frozenset({(1,)})}))),
            "elements that it does not have",
        ),
        (Verdict("entailment", Proved(CHAIN, FiniteModel(1, {"dog": frozenset({(0,)})}))), "the theory: dog <= animal"),
        (
            Verdict("entailment", Proved(CHAIN, FiniteModel(1, {n: frozenset({(0,)}) for n in ("dog", "animal")}))),
            "a fact is false",
        ),
        (Verdict("neutral", Countermodels(ONE, EMPTY)), "a fact is false in the model"),
        (Verdict("neutral", Proved(CHAIN, ONE)), "a Proved is no evidence for 'neutral'"),
        (Verdict("entailment", Countermodels(ONE, EMPTY)), "a Countermodels is no evidence for 'entailment'"),
        (Verdict("entailment", Nothing(())), "a Nothing is no evidence"),
        (Verdict("undecided", Attested("a crowd")), "an? Attested is no evidence for 'undecided'"),
    ],
)
def test_false_verdicts_are_refused(verdict: Verdict, why: str) -> None:
    with pytest.raises(Refused, match=why):
        check(PROBLEM, verdict)


def test_a_model_must_interpret_everything() -> None:
    problem = Problem((parse_formula("many x (dog(x), ran(x))"),), parse_formula("dog(ann)"))
    with pytest.raises(Refused, match=r"the model does not interpret a fact: .*the model has no threshold"):
        check(problem, Verdict("neutral", Countermodels(ONE, ONE)))


# --- no proof of what has a model -------------------------------------------------------------------------------------

ENGINES = (NaturalLogic(), Venn(), Venn(witnesses=True))

BORROWED: tuple[tuple[Proof, list[str]], ...] = (
    (Closed(), ["p(ann)", "~p(ann)"]),
    (Cases(fact("p(ann)"), Closed(), Closed()), TABLE),
    (total(*((t, 1) for t in DOGS)), DOGS),
    (Witness((fact(ALONE[0]),), of_witness()), ALONE),
    (seeing(Exclusion(cube((NONE, True), (ALL, True)), (fact(SEEING[2]),), inner_sum(NONE, ALL))), SEEING),
)


@pytest.mark.parametrize("proof", [p for p, _ in BORROWED], ids=lambda p: type(p).__name__)
def test_a_proof_is_refused_wherever_a_fact_is_missing(proof: Proof) -> None:
    for own, texts in BORROWED:
        for k in range(len(texts)):
            rest = texts[:k] + texts[k + 1 :]
            if own is proof and ALONE[2] != texts[k]:
                with pytest.raises(Refused):
                    accepted(proof, rest)
        if own is not proof:
            with pytest.raises(Refused):
                accepted(proof, texts)


@given(st.lists(formulas(levels=2), min_size=1, max_size=3), theories(), models())
@settings(max_examples=80, deadline=None)
def test_no_proof_is_accepted_of_facts_that_have_a_model(fs: list[Formula], theory: Theory, m: FiniteModel) -> None:
    """Proofs of a false conclusion, found by the engines, are offered for the true one."""
    facts = tuple(unmark(f if holds(f, m) else negate(f)) for f in fs)  # as problems have them
    obeyed = Theory(tuple(c for c in theory.clauses if broken_clause(Theory((c,)), m) is None))
    false = (*facts[:-1], negate(facts[-1]))
    for engine in ENGINES:
        assert not isinstance(engine.ask(Question(facts, obeyed), 5), Refuted)
        outcome = engine.ask(Question(false, obeyed), 5)
        if isinstance(outcome, Refuted):
            assert outcome.proof is not None
            check_refutation(outcome.proof, false, obeyed)
            for true in (facts, facts[:-1], facts[::-1]):
                with pytest.raises(Refused):
                    check_refutation(outcome.proof, true, obeyed)
    for proof, _ in BORROWED:
        with pytest.raises(Refused):
            check_refutation(proof, facts, obeyed)


def test_a_step_uses_new_constants() -> None:
    facts = (parse_formula("some x (dog(x), p(x))"), parse_formula("~some x (dog(x), p(@1))"))  # can be true together
    assert not isinstance(NaturalLogic().ask(Question(facts), 5), Refuted)


def test_a_used_fact_does_not_speak_of_the_new_constant() -> None:
    texts = ["dog(@1)", "some x (cat(x), true)", "no x (cat(x), dog(x))"]  # can be true together
    steps = (
        Step((0,), parse_formula("cat(?x) & dog(?x)"), (fact("dog(@1)"),), Closed()),
        Step((), parse_formula("some x (cat(x), dog(x))"), (), Closed()),
    )
    with pytest.raises(Refused):
        accepted(Chain(1, 2, steps), texts)


def test_a_cube_does_not_speak_of_the_new_constant() -> None:
    # Nobody sees himself, yet somebody may see @1: a cube about "is seen by @1" must not be tried on @1 itself.
    texts = ["no x (see(x, x), true)", "some x (see(@2, x), true)"]
    wrong = Exclusion(cube(("see(@1, ?x)", True)), (fact(texts[0]),), Closed())
    with pytest.raises(Refused):
        accepted(total((texts[1], 1), exclusions=(wrong,)), texts)


def test_cubes_may_share_atoms_that_no_weighted_bound_counts() -> None:
    texts = [
        "some x (dog(x), true)",
        "no x (a(x), b(x))",
        "every x (a(x), b(x))",
        "no x (c(x), ~a(x))",
        "all x. a(x) | c(x)",
    ]

    def nobody(text: str, *properties: tuple[str, bool]) -> Exclusion:
        own = tuple(
            Exclusion(
                cube(("?x = @1", True), (p, not v)), (fact(("" if v else "~") + p.replace("?x", "@1")),), Closed()
            )
            for p, v in properties
        )
        inner = total((text, 1), ("[-#x.(x = @1) <= -1]", 1), exclusions=own)
        return Exclusion(cube(*properties), (fact(text),), inner)

    exclusions = (
        nobody(texts[1], ("b(?x)", True), ("a(?x)", True)),
        nobody(texts[2], ("b(?x)", False), ("a(?x)", True)),
        nobody(texts[3], ("a(?x)", False), ("c(?x)", True)),
        nobody(texts[4], ("a(?x)", False), ("c(?x)", False)),
    )
    accepted(total((texts[0], 1), exclusions=exclusions), texts)


def test_sums_are_exact_however_large_the_weights() -> None:
    texts = ["some x (a(x), true)", "at most 1 x (b(x), true)", "every x (a(x), b(x))"]  # can be true together
    for power in (10, 53, 60, 400):
        large = 2**power
        with pytest.raises(Refused):
            accepted(total((texts[0], large + 1), (texts[1], large), (texts[2], 2 * large)), texts)


@pytest.mark.parametrize("weight", [float("nan"), 1.0, True, np.int64(2**61), 0, -1])
def test_weights_are_pythons_own_positive_integers(weight: object) -> None:
    with pytest.raises(Refused, match="whole numbers"):
        accepted(Sum(((fact("[$t <= 5]"), weight),)), ["[$t <= 5]"])  # type: ignore[arg-type]


def test_a_property_in_a_cube_is_true_or_false() -> None:
    theory = Theory((Clause(frozenset(), frozenset({"a"})),))
    wrong = Exclusion(((parse_formula("a(?x)"), None),), (), Closed())  # type: ignore[arg-type]
    with pytest.raises(Refused):
        check_refutation(Sum(((fact("[-#x.(true) <= -1]"), 1),), (wrong,)), (), theory)


def test_numbers_of_models_and_bounds_are_whole() -> None:
    half = Bound(((1, Threshold("t")),), 0.5)  # type: ignore[arg-type]
    with pytest.raises(Refused, match="whole numbers"):
        check_refutation(Closed(), (half,), Theory())
    with pytest.raises(Refused):
        check_model(FiniteModel(1, thresholds={"t": 0.5}), (), Theory())  # type: ignore[dict-item]


def test_axioms_are_read_like_premises() -> None:
    many, three = parse_formula("many x (dog(x), bark(x))"), parse_formula("at least 3 x (dog(x), bark(x))")
    assert decide((), three, Theory(axioms=(many,))).label == "entailment"
