from __future__ import annotations

import pytest

from provenli.logic.quantifiers import (
    A_FEW,
    BOTH,
    EVERY,
    FEW,
    MANY,
    MOST,
    NAME,
    NO,
    NUMERIC,
    PLAIN,
    SEVERAL,
    SOME,
    THE,
    Quantifier,
    at_least,
    at_most,
    between,
    directions,
    exactly,
    fewer_than,
    less_than,
    quantifier,
    threshold_choices,
)

NUMBERS = range(5)
ALL = (*PLAIN, *(quantifier(name, n) for name in NUMERIC for n in NUMBERS), between(1, 3), between(2, 5))
UP, DOWN = frozenset({1}), frozenset({-1})
CONSTANT, NONE = frozenset({1, -1}), frozenset[int]()

# Yanaka et al. 2019, Table 1. 'each', 'all' are every; 'a' is some; 'any' is no under negation; 'this', 'that' are the.
TABLE_1: list[tuple[tuple[Quantifier, ...], tuple[int, int]]] = [
    ((EVERY,), (-1, 1)),
    ((SOME, A_FEW, MANY, SEVERAL, NAME), (1, 1)),
    ((NO, FEW, *(q(n) for q in (at_most, fewer_than, less_than) for n in (1, 2, 3, 4))), (-1, -1)),
    ((THE, BOTH, MOST), (0, 1)),
    ((*(exactly(n) for n in (1, 2, 3, 4)), between(2, 5)), (0, 0)),
]

# Truth never changes: always true, always false.
DEGENERATE = (at_least(0), less_than(0), fewer_than(0))
# exactly 0 is "no", between 0 and 3 is "at most 3": the lower half of the definition is idle, which signs do not show.
# Claiming nothing (0) is safe.
CAUTIOUS = (exactly(0), between(0, 3))


def derived_monotonicity(q: Quantifier) -> tuple[int, int]:
    """+1, -1, or 0 for each argument; an argument that does not matter moves nothing and is 0."""
    first, second = directions(q)
    return sum(first), sum(second)


@pytest.mark.parametrize(
    ("q", "published"), [(q, published) for qs, published in TABLE_1 for q in qs], ids=lambda value: str(value)
)
def test_table_1_of_yanaka_2019_is_derived(q: Quantifier, published: tuple[int, int]) -> None:
    assert derived_monotonicity(q) == published
    assert q.monotonicity() == published


@pytest.mark.parametrize("q", [q for q in ALL if q not in DEGENERATE + CAUTIOUS], ids=str)
def test_signs_and_models_agree(q: Quantifier) -> None:
    assert q.monotonicity() == derived_monotonicity(q)


@pytest.mark.parametrize("q", DEGENERATE, ids=str)
def test_quantifiers_that_say_nothing_move_neither_way_so_any_declared_direction_is_true(q: Quantifier) -> None:
    assert directions(q) == (CONSTANT, CONSTANT)
    assert derived_monotonicity(q) == (0, 0)
    assert set(q.monotonicity()) <= CONSTANT


def test_exactly_0_is_no_but_its_signs_do_not_show_it() -> None:
    assert directions(exactly(0)) == (DOWN, DOWN) == directions(NO)
    assert exactly(0).monotonicity() == (0, 0)


@pytest.mark.parametrize("q", [at_most(0), less_than(1), fewer_than(1)], ids=str)
def test_other_ways_to_say_no(q: Quantifier) -> None:
    assert directions(q) == (DOWN, DOWN)


@pytest.mark.parametrize("q", ALL, ids=str)
def test_a_declared_direction_is_never_wrong(q: Quantifier) -> None:
    for declared, derived in zip(q.monotonicity(), directions(q), strict=True):
        assert declared == 0 or declared in derived


def test_thresholds_obey_what_is_known_of_them() -> None:
    for chosen in threshold_choices(("a few", "few", "many", "several"), 6):
        assert chosen["several"] >= 3
        assert chosen["many"] >= chosen["several"]
        assert chosen["a few"] >= 2
        assert chosen["few"] < chosen["many"]
    assert len(list(threshold_choices(("several",), 6))) == 4
    assert list(threshold_choices((), 6)) == [{}]


def test_directions_of_some() -> None:
    assert directions(SOME) == (UP, UP)
    assert directions(MOST) == (NONE, UP)
