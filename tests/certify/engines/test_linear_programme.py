from __future__ import annotations

from fractions import Fraction
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from provenli.certify.engines.linear_programme import Feasible, Infeasible, solve, whole_solution

Rows = list[list[int]]


@st.composite
def programmes(draw: st.DrawFn, *, size: int = 4, most: int = 3) -> tuple[Rows, list[int]]:
    columns = draw(st.integers(1, size))
    row = st.lists(st.integers(-most, most), min_size=columns, max_size=columns)
    rows = draw(st.lists(row, min_size=1, max_size=size))
    return rows, draw(st.lists(st.integers(-most, most), min_size=len(rows), max_size=len(rows)))


def fits(rows: Rows, limits: list[int], x: tuple[Fraction | int, ...]) -> bool:
    return all(v >= 0 for v in x) and all(
        sum(a * v for a, v in zip(row, x, strict=True)) <= limit for row, limit in zip(rows, limits, strict=True)
    )


@given(programmes())
@settings(max_examples=400, deadline=None)
def test_every_answer_shows_itself_to_be_right(programme: tuple[Rows, list[int]]) -> None:
    rows, limits = programme
    match solve(rows, limits):
        case Feasible(values):
            assert fits(rows, limits, values)
        case Infeasible(weights):
            assert all(w >= 0 for w in weights)
            assert sum(w * b for w, b in zip(weights, limits, strict=True)) < 0
            for column in zip(*rows, strict=True):
                assert sum(w * a for w, a in zip(weights, column, strict=True)) >= 0


@given(programmes(size=3))
@settings(max_examples=200, deadline=None)
def test_whole_solutions(programme: tuple[Rows, list[int]]) -> None:
    rows, limits = programme
    found = whole_solution(rows, limits)
    small = any(fits(rows, limits, x) for x in product(range(4), repeat=len(rows[0])))
    if found is not None:
        assert fits(rows, limits, found)
        assert all(v.denominator == 1 for v in found)
    elif isinstance(solve(rows, limits), Infeasible):
        assert not small


@given(programmes(size=6, most=10**6))
@settings(max_examples=100, deadline=None)
def test_large_numbers_stay_exact(programme: tuple[Rows, list[int]]) -> None:
    rows, limits = programme
    answer = solve(rows, limits)
    if isinstance(answer, Feasible):
        assert fits(rows, limits, answer.values)
    else:
        assert sum(w * b for w, b in zip(answer.weights, limits, strict=True)) < 0
        assert all(
            sum(w * a for w, a in zip(answer.weights, column, strict=True)) >= 0 for column in zip(*rows, strict=True)
        )


def test_known_programmes() -> None:
    assert solve([], []) == Feasible(())
    assert solve([[1]], [0]) == Feasible((Fraction(0),))
    assert solve([[2], [-2]], [1, -1]) == Feasible((Fraction(1, 2),))
    assert solve([[1], [-1]], [1, -2]) == Infeasible((1, 1))
    assert solve([[2, 0], [0, 3], [-1, -1]], [2, 3, -3]) == Infeasible((3, 2, 6))
    assert solve([[]], [-1]) == Infeasible((1,))


def test_between_one_half_and_one_half_is_no_whole_number() -> None:
    assert whole_solution([[2], [-2]], [1, -1]) is None
    assert whole_solution([[2], [-2]], [3, -1]) == (Fraction(1),)
