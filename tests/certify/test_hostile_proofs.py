"""Whatever the kernel is given, it accepts what is right or raises Refused: nothing else, and at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import reduce
from typing import Any

import numpy as np
import pytest

from provenli.certify import kernel
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
from provenli.certify.proofs import HERE, Cases, Chain, Closed, Exclusion, Instance, Step, Sum, Witness
from provenli.certify.propagation import normal
from provenli.errors import Refused
from provenli.logic.formula_parser import parse_formula
from provenli.logic.formulas import (
    REMEMBERED,
    And,
    Bound,
    Cardinal,
    Const,
    Equal,
    Exists,
    Forall,
    Formula,
    Not,
    Or,
    Pred,
    Quant,
    Threshold,
    Truth,
    Var,
    negate,
)
from provenli.logic.models import FiniteModel
from provenli.logic.quantifiers import EVERY, FEW, SOME, Inequality, Quantifier, at_least, exactly
from provenli.logic.readings import DEFAULT, Reading
from provenli.logic.theory import Clause, Theory, isa

X, ANN = Var("x"), Const("ann")
P, Q = Pred("p", (ANN,)), Pred("q", (ANN,))
A, B = Pred("a", (X,)), Pred("b", (X,))
ONE = FiniteModel(1, {"a": frozenset({(0,)}), "b": frozenset({(0,)})}, {"ann": 0})
NONE = FiniteModel(1, {"a": frozenset({(0,)}), "b": frozenset()}, {"ann": 0})
NEUTRAL = Problem((Exists(X, A),), Exists(X, B))
MODELS = Countermodels(ONE, NONE)
ENTAILED = Problem((P,), P)
PROVED = Proved(Closed(), FiniteModel(1, {"p": frozenset({(0,)})}, {"ann": 0}))
FINE = (
    (NEUTRAL, Verdict("neutral", MODELS)),
    (ENTAILED, Verdict("entailment", PROVED)),
    (Problem((P, Not(P)), Q), Verdict("inconsistent", Inconsistent(Closed()))),
    (Problem((P,), Not(P)), Verdict("contradiction", PROVED)),
)


def refused(problem: Any, verdict: Any) -> None:
    with pytest.raises(Refused):
        kernel.check(problem, verdict)


def not_refuted(proof: Any, facts: Any, theory: Any = Theory()) -> None:  # noqa: B008
    with pytest.raises(Refused):
        kernel.check_refutation(proof, facts, theory)


@pytest.mark.parametrize(("problem", "verdict"), FINE)
def test_what_is_right_is_accepted(problem: Problem, verdict: Verdict) -> None:
    assert kernel.check(problem, verdict) == ()


# --- numbers ----------------------------------------------------------------------------------------------------------


class Liar(int):
    """An integer that is another one after a sign, and equal to everything."""

    def __neg__(self) -> int:
        return 7

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return int.__hash__(self)


NUMBERS = [1.0, True, Fraction(1), Decimal(1), np.int64(1), np.uint8(1), Liar(1), float("nan"), float("inf"), "1", None]
COUNT = Cardinal(X, A)


@pytest.mark.parametrize("n", NUMBERS, ids=lambda n: type(n).__name__)
def test_every_number_is_an_exact_integer(n: Any) -> None:
    impossible = (Bound(((1, COUNT),), -1), P)
    for f in (
        Bound(((1, COUNT),), n),
        Bound(((n, COUNT),), 1),
        Quant(Quantifier("odd", (Inequality(n, 0, 1),)), X, A, B),
        Quant(Quantifier("odd", (Inequality(1, n, 1),)), X, A, B),
        Quant(Quantifier("odd", (Inequality(1, 0, n),)), X, A, B),
        Quant(Quantifier("odd", (Inequality(1, 0, 1, "few", n),)), X, A, B),
    ):
        not_refuted(Cases(f, Closed(), Closed()), (P,))
        not_refuted(Closed(), (P, Not(P), f))
        refused(Problem((f,), f), Verdict("entailment", PROVED))
        refused(Problem((P,), P, Theory((), (f,))), Verdict("entailment", PROVED))
        with pytest.raises(Refused):
            kernel.check_model(ONE, (f,), Theory())
    not_refuted(Sum(((Bound(((1, COUNT),), -1), n),)), impossible)
    not_refuted(Chain(n, 1, ()), (P, Not(P)))
    not_refuted(Chain(0, n, ()), (P, Not(P)))
    not_refuted(Chain(0, 1, (Step((n,), P, (), Closed()),)), (P, Not(P)))


def test_floats_do_not_add_up_to_a_contradiction() -> None:
    """At least 2**60 + 1 and at most 2**60 + 1: with floats, the sum of the two is below zero."""
    f, g = Bound(((1, COUNT),), 2**60 + 1), Bound(((-1, COUNT),), -(2**60) - 1)
    slack = Bound(((1, Threshold("t")), (-1, Threshold("t"))), -1.0)  # type: ignore[arg-type]
    not_refuted(Sum(((f, 1), (g, 1), (slack, 1))), (f, g, slack))
    not_refuted(Sum(((f, 2**60), (g, 2**60), (slack, 1))), (f, g, P))


@pytest.mark.parametrize("n", [1.0, True, Fraction(1), np.uint8(1)], ids=lambda n: type(n).__name__)
def test_what_was_worked_out_with_other_numbers_is_not_taken_for_the_same(n: Any) -> None:
    """Caches find values by equality, and 1 == 1.0: an earlier float must not come back for a whole number."""
    q = Cardinal(X, Pred(f"only here {type(n).__name__}", (X,)))
    for f in (Bound(((1, q),), n), Quant(Quantifier("odd", (Inequality(1, 0, n),)), X, q.body, B)):
        with suppress(Exception):  # what it does with such numbers is not asked here
            normal(Not(f))
    good = normal(Not(Bound(((1, q),), 1)))
    assert good == normal(parse_formula(f"[-#x.('{q.body.name}'(x)) <= -2]"))  # type: ignore[union-attr]
    assert isinstance(good, Bound)
    assert {type(good.limit), *(type(c) for c, _ in good.terms)} == {int}
    assert Bound(((1, q),), 1) != Bound(((1, q),), n)
    assert Inequality(1, 0, 1) != Inequality(1, 0, n)


@pytest.mark.parametrize("n", [1, 0, "yes", None])
def test_truth_values_are_truth_values(n: Any) -> None:
    not_refuted(Closed(), (Truth(n), P, Not(P)))
    facts = (Bound(((-1, COUNT),), -1), P)
    cube = Exclusion(((Pred("a", (HERE,)), n),), (), Closed())
    not_refuted(Sum(((facts[0], 1),), (cube,)), facts)
    refused(replace(NEUTRAL, reading=_reading(n)), Verdict("neutral", MODELS))


def _reading(n: Any) -> Reading:
    reading = Reading()
    object.__setattr__(reading, "existential_import", n if n != "yes" else 2)
    return reading


# --- models -----------------------------------------------------------------------------------------------------------

ELEMENT = frozenset({(0,)})


@pytest.mark.parametrize(
    "model",
    [
        FiniteModel(0),
        FiniteModel(-1, {"a": ELEMENT}),
        FiniteModel(2**70, {"a": ELEMENT}),
        FiniteModel(10**9),
        FiniteModel(1.0, {"a": ELEMENT}),  # type: ignore[arg-type]
        FiniteModel(True, {"a": ELEMENT}),
        FiniteModel(np.int64(1), {"a": ELEMENT}),  # type: ignore[arg-type]
        FiniteModel(1, {"a": frozenset({(1,)})}),
        FiniteModel(1, {"a": frozenset({(-1,)})}),
        FiniteModel(1, {"a": frozenset({(False,)})}),
        FiniteModel(1, {"a": frozenset({(0.0,)})}),  # type: ignore[arg-type]
        FiniteModel(1, {"a": [(0,)]}),  # type: ignore[dict-item]
        FiniteModel(1, {"a": {(0,)}}),  # type: ignore[dict-item]
        FiniteModel(1, {"a": frozenset({0})}),  # type: ignore[dict-item]
        FiniteModel(1, {"a": ELEMENT}, {"ann": 1}),
        FiniteModel(1, {"a": ELEMENT}, {"ann": None}),  # type: ignore[dict-item]
        FiniteModel(1, {"a": ELEMENT}, {}, {"tall": (0, 1)}),
        FiniteModel(1, {"a": ELEMENT}, {}, {"tall": (0.5,)}),  # type: ignore[dict-item]
        FiniteModel(1, {"a": ELEMENT}, {}, {}, {"few": -1}),
        FiniteModel(1, {"a": ELEMENT}, {}, {}, {"few": 0.5}),  # type: ignore[dict-item]
        FiniteModel(1, [("a", ELEMENT)]),  # type: ignore[arg-type]
        FiniteModel(1, None),  # type: ignore[arg-type]
        None,
        {"size": 1},
    ],
    ids=repr,
)
def test_models_that_are_none(model: Any) -> None:
    refused(NEUTRAL, Verdict("neutral", Countermodels(model, NONE)))
    refused(NEUTRAL, Verdict("neutral", Countermodels(ONE, model)))
    refused(ENTAILED, Verdict("entailment", Proved(Closed(), model)))


def test_a_model_without_the_threshold_of_few() -> None:
    problem = Problem((Quant(FEW, X, A, B),), Exists(X, B))
    refused(problem, Verdict("neutral", MODELS))


def test_a_model_without_a_name_or_a_scale() -> None:
    refused(Problem((P,), Q), Verdict("neutral", Countermodels(FiniteModel(1), FiniteModel(1))))
    taller = parse_formula("more[tall](ann, bob)")
    refused(Problem((taller,), Q), Verdict("neutral", Countermodels(ONE, ONE)))


def test_evaluation_is_not_endless() -> None:
    """Ten variables over a thousand elements are 10**30 looks."""
    xs = tuple(Var(f"x{k}") for k in range(10))
    deep: Formula = Pred("r", xs)
    for x in xs:
        deep = Forall(x, deep)
    refused(
        Problem((Not(deep),), P),
        Verdict("neutral", Countermodels(FiniteModel(1000, names={"ann": 0}), FiniteModel(1000))),
    )
    everything = Theory((Clause(frozenset(), frozenset({"a"}), 8),))
    refused(
        replace(NEUTRAL, theory=everything), Verdict("neutral", Countermodels(FiniteModel(1000), FiniteModel(1000)))
    )


# --- size and depth ---------------------------------------------------------------------------------------------------


def test_deep_proofs() -> None:
    proof: Any = Closed()
    for k in range(3000):
        proof = Cases(Pred(f"p{k}", (ANN,)), proof, Closed())
    not_refuted(proof, (P, Q))
    for wrap in (lambda p: Witness((), p), lambda p: Instance((), p), lambda p: Sum((), (Exclusion((), (), p),))):
        deep: Any = Closed()
        for _ in range(3000):
            deep = wrap(deep)
        not_refuted(deep, (P, Q))


def test_deep_formulas() -> None:
    deep: Formula = P
    for _ in range(3000):
        deep = Or((And((deep, Q)), P))
    refused(Problem((deep,), P), Verdict("entailment", PROVED))
    not_refuted(Cases(deep, Closed(), Closed()), (P,))
    steps = tuple(Step((), reduce(lambda f, _: Or((f, Q)), range(150), P), (), Closed()) for _ in range(3))
    grown = tuple(replace(s, path=(0,) * 150 * k) for k, s in enumerate(steps))
    not_refuted(Chain(0, 1, grown), (P, Q))


def test_formulas_that_share_their_parts() -> None:
    """Sixty nodes in memory, 2**60 as text."""
    wide: Formula = P
    for _ in range(60):
        wide = And((wide, wide))
    refused(Problem((wide,), P), Verdict("entailment", PROVED))
    proof: Any = Closed()
    for _ in range(60):
        proof = Cases(P, proof, proof)
    not_refuted(proof, (Q,))


def test_quantifiers_that_unfold_without_end() -> None:
    f: Formula = Pred("r", (X, X))
    for _ in range(40):
        f = Quant(exactly(3), X, f, f if _ < 3 else A)
    not_refuted(Closed(), (f,))


def test_cyclic_values() -> None:
    loop = Not(P)
    object.__setattr__(loop, "body", loop)
    refused(Problem((loop,), P), Verdict("entailment", PROVED))
    proof = Witness((), Closed())
    object.__setattr__(proof, "proof", proof)
    not_refuted(proof, (P,))


def test_sums_over_too_many_regions() -> None:
    body = And(tuple(Or((Pred(f"p{k}", (X,)), Pred(f"q{k}", (X,)))) for k in range(40)))
    other = And(tuple(Or((Pred(f"q{k}", (X,)), Pred(f"p{k}", (X,)))) for k in range(40)))
    facts = (normal(Quant(at_least(1), X, body, Truth(True))), normal(Not(Exists(X, other))))
    not_refuted(Sum(tuple((f, 1) for f in facts)), facts)


def test_huge_numbers() -> None:
    f = Bound(((1, COUNT),), -(10**10_000))
    not_refuted(Sum(((f, 10**100_000),)), (Bound(((-1, COUNT),), -1), P))
    refused(Problem((f,), P), Verdict("entailment", PROVED))


def test_many_names_told_apart() -> None:
    crowd = And(tuple(Pred("p", (Const(f"n{k}"),)) for k in range(5000)))
    refused(Problem((crowd,), P, reading=Reading(distinct_names=True)), Verdict("entailment", PROVED))


# --- values of other classes ------------------------------------------------------------------------------------------


class Wavering(list[Formula]):
    """Other facts the second time that it is looked at."""

    def __iter__(self) -> Iterator[Formula]:
        self.reverse()
        return iter(self[:1])


def test_facts_that_change_under_way() -> None:
    for facts in (Wavering([Truth(False), P]), Wavering([Pred("p", (Const("nobody"),)), P])):
        with pytest.raises(Refused):
            kernel.check_refutation(Closed(), facts, Theory())


class Two(str):
    """A name that is equal to every other."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return hash("p")


@dataclass(frozen=True, slots=True)
class Changing(Closed):
    """What inherits from a proof may do anything."""


class Fickle(Bound):
    """Says another limit each time it is asked."""

    asked = 0

    @property
    def limit(self) -> int:  # type: ignore[override]
        type(self).asked += 1
        return -1 if type(self).asked % 2 else 1

    def __init__(self) -> None:
        pass

    terms = ((1, COUNT),)  # type: ignore[assignment]
    _hash = 0


class Empty(Exception):
    pass


class Mischief:
    """Whatever is asked of it, it raises something else."""

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name) if name.startswith("_") else Empty(name)

    def __eq__(self, other: object) -> bool:
        raise Empty

    def __hash__(self) -> int:
        return 0


@pytest.mark.parametrize(
    "odd", [Two("p"), Fickle(), Mischief(), 5, None, "p(ann)", (P,), b"p"], ids=lambda v: type(v).__name__
)
def test_formulas_of_other_classes(odd: Any) -> None:
    for problem in (Problem((odd,), P), Problem((P,), odd), Problem((P,), P, Theory((), (odd,)))):
        refused(problem, Verdict("entailment", PROVED))
    for proof in (
        Cases(odd, Closed(), Closed()),
        Sum(((odd, 1),)),
        Sum((), (Exclusion(((odd, True),), (), Closed()),)),
        Sum((), (Exclusion((), (odd,), Closed()),)),
        Witness((odd,), Closed()),
        Instance(((odd, "ann"),), Closed()),
        Chain(0, 1, (Step((), odd, (), Closed()),)),
        Chain(0, 1, (Step((), P, (odd,), Closed()),)),
    ):
        not_refuted(proof, (P, Q))


@pytest.mark.parametrize("odd", [Two("p"), 5, None, b"p", ("p",)], ids=lambda v: type(v).__name__)
def test_names_of_other_classes(odd: Any) -> None:
    for f in (Pred(odd, (ANN,)), Pred("p", (Const(odd),)), Equal(Const(odd), ANN), Bound(((1, Threshold(odd)),), 0)):
        refused(Problem((f,), f), Verdict("entailment", PROVED))
    not_refuted(Instance(((Bound(((1, COUNT),), 0), odd),), Closed()), (Bound(((1, COUNT),), 0), P))
    refused(replace(NEUTRAL, theory=Theory((Clause(frozenset({odd}), frozenset()),))), Verdict("neutral", MODELS))
    refused(NEUTRAL, Verdict("neutral", Countermodels(FiniteModel(1, {odd: frozenset()}), NONE)))
    refused(ENTAILED, Verdict("entailment", replace(PROVED, proof=EngineWord((odd,)))))


@pytest.mark.parametrize(
    "proof", [Changing(), Closed, None, (), "closed", Mischief(), EngineWord(("z3",))], ids=lambda v: type(v).__name__
)
def test_proofs_of_other_classes(proof: Any) -> None:
    not_refuted(proof, (P, Not(P)))
    not_refuted(Cases(Q, proof, Closed()), (P, Q))
    if not isinstance(proof, EngineWord):
        refused(ENTAILED, Verdict("entailment", Proved(proof, PROVED.witness)))


def listed(values: tuple[Any, ...]) -> list[Any]:
    return list(values)


def generated(values: tuple[Any, ...]) -> Iterator[Any]:
    return (v for v in values)


@pytest.mark.parametrize("other", [listed, generated, iter])
def test_tuples_are_tuples(other: Callable[[tuple[Any, ...]], Any]) -> None:
    refused(Problem(other((P,)), P), Verdict("entailment", PROVED))
    fact = Bound(((1, COUNT),), -1)
    not_refuted(Sum(other(((fact, 1),))), (fact, P))
    not_refuted(Witness(other(()), Closed()), (P, Not(P)))
    not_refuted(Chain(0, 1, other(())), (P, Not(P)))
    not_refuted(Chain(0, 1, (Step(other(()), P, (), Closed()),)), (P, Not(P)))
    refused(ENTAILED, Verdict("entailment", Proved(EngineWord(other(("z3",))), PROVED.witness)))
    refused(ENTAILED, Verdict("undecided", Nothing(other(("z3",)))))


# --- certificates of the wrong kind -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "label", ["entailment", "contradiction", "neutral", "inconsistent", "undecided", "yes", "", None, 1]
)
def test_labels_that_do_not_follow(label: Any) -> None:
    for problem, verdict in FINE:
        if label != verdict.label:
            refused(problem, replace(verdict, label=label))
    refused(NEUTRAL, Verdict(label, None))  # type: ignore[arg-type]
    refused(NEUTRAL, Verdict(label, Mischief()))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["existential_import", "the", "as_tall_as", "scope"])
def test_readings_that_there_are_not(name: str) -> None:
    """Whoever asks whether it is `no` and whether it is `all` would find neither."""
    for value in ("some", "", "str"):
        odd = copy(DEFAULT)
        object.__setattr__(odd, name, value)
        refused(replace(NEUTRAL, reading=odd), Verdict("neutral", MODELS))


def test_evidence_for_another_problem() -> None:
    for k, (problem, _) in enumerate(FINE):
        for j, (_, verdict) in enumerate(FINE):
            if j != k:
                refused(problem, verdict)


@pytest.mark.parametrize("odd", [None, 5, Mischief(), "neutral"], ids=lambda v: type(v).__name__)
def test_no_problem_and_no_verdict(odd: Any) -> None:
    refused(odd, FINE[0][1])
    refused(NEUTRAL, odd)
    refused(replace(NEUTRAL, theory=odd), FINE[0][1])
    refused(replace(NEUTRAL, reading=odd), FINE[0][1])
    refused(replace(NEUTRAL, theory=Theory((odd,))), FINE[0][1])
    if type(odd) is not str:
        refused(NEUTRAL, Verdict("neutral", Attested(odd)))


def test_values_that_are_not_finished() -> None:
    for kind in (Pred, Not, And, Bound, Quant, Cases, Sum, FiniteModel, Problem, Verdict, Proved):
        blank: Any = object.__new__(kind)
        refused(Problem((blank,), P), Verdict("entailment", PROVED))
        refused(blank, blank)
        refused(ENTAILED, Verdict("entailment", Proved(blank, PROVED.witness)))
        refused(NEUTRAL, Verdict("neutral", Countermodels(blank, NONE)))


def test_open_formulas() -> None:
    refused(Problem((A,), A), Verdict("entailment", PROVED))
    not_refuted(Closed(), (A, Not(A)))
    not_refuted(Cases(A, Closed(), Closed()), (P,))
    not_refuted(Chain(0, 1, (Step((), A, (), Closed()),)), (P, negate(P)))


def test_a_clause_about_too_much() -> None:
    for arity in (-1, 9, 10**9, 1.0, True):
        clause = Clause(frozenset(), frozenset({"a"}), arity)  # type: ignore[arg-type]
        refused(replace(NEUTRAL, theory=Theory((clause,))), Verdict("neutral", MODELS))
    kernel.check(replace(NEUTRAL, theory=Theory(isa("b", "a"))), Verdict("neutral", MODELS))


def test_quantifiers_of_other_classes() -> None:
    class Own(Quantifier):
        def holds(self, *_: Any) -> bool:
            return True

    for q in (Own("every", EVERY.inequalities), None, "every", replace(SOME, inequalities=[Inequality(1, 0, 0)])):  # type: ignore[arg-type]
        f = Quant(q, X, A, B)  # type: ignore[arg-type]
        refused(Problem((f,), f, Theory(), DEFAULT), Verdict("entailment", PROVED))


# --- time: a small proof must not take minutes ------------------------------------------------------------------------


def test_sums_in_many_cases() -> None:
    """Each sum is short, and all together would take minutes."""
    body = Or(tuple(And((Pred(f"p{k}", (X,)), Pred(f"q{k}", (X,)))) for k in range(3)))
    d = Pred("d", (X,))
    facts = tuple(map(normal, (Exists(X, body), Forall(X, Not(And((body, d)))), Forall(X, Not(And((body, Not(d))))))))
    proof: Any = Sum(tuple((f, 1) for f in facts))
    kernel.check_refutation(proof, facts, Theory())
    for k in range(7):
        proof = Cases(Pred(f"case{k}", (Const("ann"),)), proof, proof)
    not_refuted(proof, facts)


def test_large_formulas_in_long_proofs() -> None:
    ann = (Const("ann"),)
    large = Or(tuple(And((Pred(f"p{k}", ann), Pred(f"q{k}", ann))) for k in range(8000)))
    proof: Any = Closed()
    for k in range(150):
        proof = Cases(Pred(f"case{k}", ann), proof, Closed())
    not_refuted(Cases(large, proof, Closed()), (P,))


def test_many_names_in_a_proof() -> None:
    chain = And(tuple(Equal(Const(f"n{k}"), Const(f"n{k + 1}")) for k in range(2000)))
    not_refuted(Cases(chain, Closed(), Closed()), (P,))


def test_large_models() -> None:
    """Three thousand elements looked at twice: nine million looks."""
    pairs = Forall(X, Forall(Var("y"), Not(Pred("r", (X, Var("y"))))))
    large = FiniteModel(3000, {"p": frozenset({(0,)})}, {"ann": 0})
    refused(Problem((pairs,), Pred("p", (Const("ann"),))), Verdict("neutral", Countermodels(large, large)))


# --- what a formula remembers of itself -------------------------------------------------------------------------------


UNTRUE = dict.fromkeys(REMEMBERED, frozenset({"nobody"})) | {"_canonical": Exists(Var("x1"), Pred("a", (Var("x1"),)))}


@pytest.mark.parametrize("slot", REMEMBERED)
def test_what_a_formula_remembers_is_not_believed(slot: str) -> None:
    """'Something is b' that remembers to be 'something is a', or to speak of 'nobody'."""
    for f in (Exists(X, B), Exists(X, And((B, Equal(X, ANN)))), Quant(FEW, X, A, B), Pred("b", (X,))):
        object.__setattr__(f, slot, UNTRUE[slot])
        refused(Problem((Exists(X, A),), f), Verdict("entailment", Proved(Closed(), ONE)))
        assert getattr(f, slot) != UNTRUE[slot]


def test_a_variable_that_is_said_to_be_bound() -> None:
    loose, denied = Pred("a", (X,)), Pred("a", (X,))
    object.__setattr__(loose, "_free_variables", frozenset())
    object.__setattr__(denied, "_free_variables", frozenset())
    not_refuted(Closed(), (loose, Not(denied)))


# --- classes that say that they are others ----------------------------------------------------------------------------


def posing_as(kind: type, base: type) -> Any:
    """A class that is equal to `kind` wherever classes are looked up, and whose values are equal to everything."""

    def name(_: type) -> str:
        raise KeyboardInterrupt

    same = {"__eq__": lambda *_: True, "__hash__": lambda _: hash(kind)}
    meta = type("Meta", (type,), {**same, "__name__": property(name)})
    return meta("Posing", (base,), {"__eq__": lambda *_: True, "__hash__": lambda _: hash("p")})


def test_classes_that_are_equal_to_others() -> None:
    name, number, term = posing_as(str, str)("q"), posing_as(int, int)(1), posing_as(Const, Const)("bob")
    for f in (Pred(name, (ANN,)), Pred("p", (Const(name),)), Pred("p", (term,)), Bound(((1, COUNT),), number)):
        refused(Problem((P,), f), Verdict("entailment", PROVED))
        refused(Problem((f,), P), Verdict("entailment", PROVED))
        not_refuted(Closed(), (P, Not(f)))
    not_refuted(posing_as(Closed, object)(), (P, Q))
    refused(ENTAILED, posing_as(Verdict, object)())
