from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from provenli.errors import FormulaError
from provenli.logic.batch import (
    ModelBatch,
    Signature,
    all_models,
    count_true,
    indices,
    pick,
    random_batch,
    select,
    signature_of,
    truth,
)
from provenli.logic.formulas import (
    FALSE,
    TRUE,
    And,
    Bound,
    Cardinal,
    Compare,
    Const,
    Degree,
    Equal,
    Exists,
    Forall,
    Formula,
    Implies,
    Mark,
    Not,
    Or,
    Pred,
    Quant,
    Quantity,
    Term,
    Threshold,
    Var,
)
from provenli.logic.models import model_to_json
from provenli.logic.quantifiers import (
    EVERY,
    MOST,
    NUMERIC,
    PLAIN,
    SOME,
    THRESHOLDS,
    Quantifier,
    between,
    exactly,
    quantifier,
)
from provenli.logic.theory import Clause, Theory, excludes, isa, vague_axioms
from provenli.logic.truth import broken_clause, holds
from tests.logic.models import well_formed

QUANTIFIERS = (*PLAIN, *(quantifier(name, n) for name in NUMERIC for n in range(4)), between(0, 2), between(1, 3))
VAGUE = ("a few", "few", "many", "several")
WORDS = Signature((("loves", 2), ("p", 1), ("q", 1), ("rain", 0)), ("ann", "bob"), VAGUE, ("height",))
DOGS = (*isa("poodle", "dog", "animal"), *isa("cat", "animal"), excludes("dog", "cat"))
THEORY = Theory((*DOGS, *isa("adores", "loves", arity=2)))
VARIABLES = [Var(n) for n in "xyz"]


def terms(scope: tuple[Var, ...]) -> st.SearchStrategy[Term]:
    return st.sampled_from([*scope, Const("ann"), Const("bob")])


def atoms(scope: tuple[Var, ...]) -> st.SearchStrategy[Formula]:
    t = terms(scope)
    return st.one_of(
        st.sampled_from([TRUE, FALSE, Pred("rain", ()), Pred("unheard", (Const("ann"),))]),
        st.builds(lambda n, a: Pred(n, (a,)), st.sampled_from("pq"), t),
        st.builds(lambda a, b: Pred("loves", (a, b)), t, t),
        st.builds(Equal, t, t),
        st.builds(Compare, st.just("height"), st.sampled_from(["more", "at_least", "equal"]), t, t),
    )


def quantities(scope: tuple[Var, ...], depth: int) -> st.SearchStrategy[Quantity]:
    simple = st.one_of(st.builds(Threshold, st.sampled_from(VAGUE)), st.builds(Degree, st.just("height"), terms(scope)))
    counted = st.sampled_from(VARIABLES).flatmap(
        lambda v: st.builds(Cardinal, st.just(v), formulas(tuple({*scope, v}), depth - 1))
    )
    return st.one_of(simple, counted)


def formulas(scope: tuple[Var, ...] = (), depth: int = 3) -> st.SearchStrategy[Formula]:
    if depth == 0:
        return atoms(scope)
    below = formulas(scope, depth - 1)
    # A variable may be bound again inside its own scope: the inner binder wins.
    bound = st.sampled_from(VARIABLES)
    parts = st.lists(below, max_size=3).map(tuple)

    def inside(v: Var) -> st.SearchStrategy[Formula]:
        return formulas(tuple(sorted({*scope, v}, key=lambda w: w.name)), depth - 1)

    return st.one_of(
        atoms(scope),
        st.builds(Not, below),
        st.builds(And, parts),
        st.builds(Or, parts),
        st.builds(Implies, below, below),
        st.builds(Mark, st.just("subject"), below),
        bound.flatmap(lambda v: st.builds(Forall, st.just(v), inside(v))),
        bound.flatmap(lambda v: st.builds(Exists, st.just(v), inside(v))),
        bound.flatmap(lambda v: st.builds(Quant, st.sampled_from(QUANTIFIERS), st.just(v), inside(v), inside(v))),
        st.builds(
            Bound,
            st.lists(st.tuples(st.integers(-3, 3), quantities(scope, depth)), min_size=0, max_size=3).map(tuple),
            st.integers(-6, 6),
        ),
    )


def agrees(f: Formula, batch: ModelBatch, chosen: range) -> None:
    true = set(indices(truth(f, batch), batch))
    for k in chosen:
        model = pick(batch, k)
        assert well_formed(model)
        assert holds(f, model) == (k in true), (f, model)


BATCHES = {n: random_batch(np.random.default_rng(n), WORDS, n, 70) for n in (1, 2, 3, 5)}


@settings(max_examples=250, deadline=None)
@given(formulas(), st.sampled_from(sorted(BATCHES)))
def test_batches_and_single_models_agree(f: Formula, size: int) -> None:
    agrees(f, BATCHES[size], range(0, 70, 5))


@pytest.mark.parametrize("q", QUANTIFIERS, ids=str)
def test_every_quantifier_nested_in_itself(q: Quantifier) -> None:
    x, y = VARIABLES[:2]
    inner = Quant(q, y, Pred("q", (y,)), Pred("loves", (x, y)))
    agrees(Quant(q, x, Pred("p", (x,)), inner), BATCHES[5], range(70))


def test_clauses_hold_by_construction_and_leave_something_in_every_word() -> None:
    ann = Const("ann")
    words = signature_of([Pred("poodle", (ann,)), Pred("cat", (ann,)), Pred("adores", (ann, ann))], THEORY)
    batch = random_batch(np.random.default_rng(3), words, 6, 1000, THEORY)
    assert batch.models == 1000  # nothing had to be left out
    for k in range(0, 1000, 7):
        assert broken_clause(THEORY, pick(batch, k)) is None
    x = Var("x")
    for name in ("poodle", "dog", "cat", "animal"):
        assert 500 < count_true(Quant(SOME, x, Pred(name, (x,)), TRUE), batch) < 1000


def test_what_cannot_be_repaired_is_left_out() -> None:
    x = Var("x")
    axiom = Quant(exactly(1), x, Pred("p", (x,)), TRUE)
    theory = Theory((Clause(frozenset(), frozenset({"p", "q"})), Clause(frozenset({"p", "q"}), frozenset())), (axiom,))
    batch = random_batch(np.random.default_rng(0), signature_of([axiom], theory), 3, 500, theory)
    assert 0 < batch.models < 500
    for k in range(batch.models):
        assert broken_clause(theory, pick(batch, k)) is None
        assert holds(axiom, pick(batch, k))


def test_thresholds_obey_the_axioms_of_vague_words() -> None:
    words = [Bound(((1, Threshold(v)),), 0) for v in THRESHOLDS]
    for axiom in vague_axioms([*words, Bound(((1, Threshold("few")),), 0)]):
        assert count_true(axiom, BATCHES[5]) == 70


def test_densities_vary_from_empty_to_full() -> None:
    x = Var("x")
    batch = random_batch(np.random.default_rng(1), Signature((("p", 1),)), 6, 2000)
    counts = [count_true(Quant(exactly(k), x, TRUE, Pred("p", (x,))), batch) for k in range(7)]
    assert sum(counts) == 2000
    assert min(counts) > 100


def test_same_seed_same_bytes() -> None:
    def drawn() -> dict[str, bytes]:
        batch = random_batch(np.random.default_rng(7), WORDS, 4, 100, THEORY)
        tables = (batch.relations, batch.names, batch.degrees, batch.thresholds)
        return {str(key): words.tobytes() for table in tables for key, words in table.items()}

    assert drawn() == drawn()
    # Pinned, so that a change of numpy or of the machine does not go unnoticed.
    batch = random_batch(np.random.default_rng(7), Signature((("p", 1),)), 2, 64)
    assert batch.relations["p", 1].dtype.str == "<u8"
    assert [hex(int(w)) for w in batch.relations["p", 1].ravel()] == PINNED


PINNED = ["0xdf146bb54320cde1", "0xbd3067937469cf80"]


def test_bits_beyond_the_last_model_are_zero() -> None:
    assert int(truth(TRUE, BATCHES[3])[1]) == (1 << 6) - 1
    assert int(truth(Not(Pred("rain", ())), BATCHES[3])[1]) >> 6 == 0
    assert all(not (w[..., -1] >> np.uint64(6)).any() for w in BATCHES[3].relations.values())


def test_all_models_are_all_and_different() -> None:
    batch = all_models(Signature((("p", 1), ("r", 2)), ("ann",)), 2)
    assert batch.models == 2**2 * 2**4 * 2
    shown = {str(model_to_json(pick(batch, k))) for k in range(batch.models)}
    assert len(shown) == batch.models
    assert all_models(Signature((), (), ("several",), ("height",)), 2).models == 2 * 4


def test_all_models_count_as_combinatorics_does() -> None:
    x = Var("x")
    p, q = Pred("p", (x,)), Pred("q", (x,))
    batch = all_models(Signature((("p", 1), ("q", 1))), 4)
    expected = sum(
        MOST.holds(sum(a & b for a, b in pairs), sum(a & (1 - b) for a, b in pairs))
        for pairs in product(list(product((0, 1), repeat=2)), repeat=4)
    )
    assert count_true(Quant(MOST, x, p, q), batch) == expected
    assert count_true(Quant(EVERY, x, p, q), batch) == 3**4


def test_too_many_models_are_refused() -> None:
    with pytest.raises(FormulaError, match="at random"):
        all_models(Signature((("r", 2),)), 5)


def test_select_keeps_the_chosen_models() -> None:
    batch = BATCHES[3]
    rain = truth(Pred("rain", ()), batch)
    chosen = select(batch, rain)
    assert chosen.models == len(indices(rain, batch))
    assert [pick(chosen, k) for k in range(chosen.models)] == [pick(batch, k) for k in indices(rain, batch)]


def test_errors_name_what_is_missing() -> None:
    x = Var("x")
    with pytest.raises(FormulaError, match="free"):
        truth(Pred("p", (x,)), BATCHES[2])
    with pytest.raises(FormulaError, match="called 'eve'"):
        truth(Pred("p", (Const("eve"),)), BATCHES[2])
    with pytest.raises(FormulaError, match="scale 'weight'"):
        truth(Compare("weight", "more", Const("ann"), Const("bob")), BATCHES[2])
    with pytest.raises(FormulaError, match="open"):
        truth(Compare("height", "as", Const("ann"), Const("bob")), BATCHES[2])
    with pytest.raises(IndexError, match="batch of 70"):
        pick(BATCHES[2], 70)
