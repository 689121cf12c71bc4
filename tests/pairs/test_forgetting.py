"""Forgetting a predicate: the rest is said as before, and the forgotten can be put back."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from provenli.logic.theory import Clause, isa
from provenli.pairs.schemas import forget

NAMES = ("a", "b", "c", "d", "e")
SETS = st.frozensets(st.sampled_from(NAMES), max_size=2)
CLAUSES = st.lists(st.builds(Clause, SETS, SETS), max_size=7)


def true_at(clauses: list[Clause], has: frozenset[str]) -> bool:
    return all(not c.body <= has or c.head & has for c in clauses)


@given(CLAUSES, st.frozensets(st.sampled_from(NAMES)))
def test_what_is_kept_is_what_can_be_completed(clauses: list[Clause], kept: frozenset[str]) -> None:
    """An element with these properties is possible after forgetting just where it can have the others somehow."""
    after = list(forget(tuple(clauses), frozenset((n, 1) for n in kept)))
    others = sorted(set(NAMES) - kept)
    for bits in product((False, True), repeat=len(kept)):
        has = frozenset(n for n, b in zip(sorted(kept), bits, strict=True) if b)
        completions = (
            has | {n for n, b in zip(others, more, strict=True) if b}
            for more in product((False, True), repeat=len(others))
        )
        assert true_at(after, has) == any(true_at(clauses, full) for full in completions)


def test_a_chain_is_shortened() -> None:
    assert forget(isa("poodle", "dog", "animal"), frozenset({("poodle", 1), ("animal", 1)})) == isa("poodle", "animal")


def test_arities_are_apart() -> None:
    clauses = (*isa("stroll", "walk"), *isa("stroll", "walk", arity=2))
    assert forget(clauses, frozenset({("stroll", 1), ("walk", 1)})) == isa("stroll", "walk")
