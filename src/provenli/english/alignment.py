"""Aligns two sentences word by word, and gives the stretches in which they differ.

A shortest way through the table of both sentences (Needleman and Wunsch 1970). Function words are cheap to insert, so
that content words decide what stands for what; a gap that goes on costs less than a new one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from provenli.english.pair_tokens import PairToken

FUNCTION = frozenset({"DET", "PREP", "AUX", "CONJ", "SUB", "PRON", "PUNCT"})
GAP, OPEN, OTHER, FAR = 1.0, 0.35, 1.75, 2.2


@dataclass(frozen=True, slots=True)
class Stretch:
    """Words of the premise and words of the hypothesis that stand for them; one side may be empty."""

    first: int
    end: int
    first_h: int
    end_h: int


def same(a: PairToken, b: PairToken) -> bool:
    return bool(a.forms & b.forms)


def align(left: tuple[PairToken, ...], right: tuple[PairToken, ...]) -> tuple[Stretch, ...]:
    """The stretches where the two differ, in order."""
    return _stretches(_path(left, right))


def _path(left: tuple[PairToken, ...], right: tuple[PairToken, ...]) -> list[tuple[int, int, bool]]:
    """Steps (i, j, equal) after which i words of the left and j of the right are used."""
    n, m = len(left), len(right)
    # cost[i][j][state]: 0 after a match, 1 within a difference
    big = 1e9
    cost = [[[big, big] for _ in range(m + 1)] for _ in range(n + 1)]
    back: dict[tuple[int, int, int], tuple[int, int, int]] = {}
    cost[0][0][0] = 0.0
    for i in range(n + 1):
        for j in range(m + 1):
            for s in (0, 1):
                here = cost[i][j][s]
                if here >= big:
                    continue
                opening = OPEN if s == 0 else 0.0
                if i < n and j < m:
                    if same(left[i], right[j]):
                        price = 0.0 if left[i].low == right[j].low else 0.2
                        _relax(cost, back, (i, j, s), (i + 1, j + 1, 0), here + price)
                    else:
                        _relax(
                            cost, back, (i, j, s), (i + 1, j + 1, 1), here + opening + _substitution(left[i], right[j])
                        )
                if i < n:
                    _relax(cost, back, (i, j, s), (i + 1, j, 1), here + opening + _gap(left[i]))
                if j < m:
                    _relax(cost, back, (i, j, s), (i, j + 1, 1), here + opening + _gap(right[j]))
    at = (n, m, 0 if cost[n][m][0] <= cost[n][m][1] else 1)
    steps: list[tuple[int, int, bool]] = []
    while at in back:
        before = back[at]
        steps.append((at[0], at[1], at[2] == 0))
        at = before
    return steps[::-1]


def _relax(
    cost: list[list[list[float]]],
    back: dict[tuple[int, int, int], tuple[int, int, int]],
    at: tuple[int, int, int],
    to: tuple[int, int, int],
    price: float,
) -> None:
    if price < cost[to[0]][to[1]][to[2]] - 1e-9:
        cost[to[0]][to[1]][to[2]] = price
        back[to] = at


def _gap(t: PairToken) -> float:
    return 0.6 if t.tag in FUNCTION else GAP


def _substitution(a: PairToken, b: PairToken) -> float:
    if a.tag == b.tag:
        return 1.2 if a.tag in FUNCTION else OTHER - 0.35
    return OTHER if {a.tag, b.tag} <= {"NOUN", "NAME", "PRON", "ADJ"} else FAR


def _stretches(steps: list[tuple[int, int, bool]]) -> tuple[Stretch, ...]:
    out: list[Stretch] = []
    start: tuple[int, int] | None = None
    at = (0, 0)
    for i, j, equal in steps:
        if equal and start is not None:
            out.append(Stretch(start[0], at[0], start[1], at[1]))
            start = None
        elif not equal and start is None:
            start = at
        at = (i, j)
    if start is not None:
        out.append(Stretch(start[0], at[0], start[1], at[1]))
    return tuple(out)


def matched(
    left: tuple[PairToken, ...], right: tuple[PairToken, ...], stretches: tuple[Stretch, ...]
) -> Iterator[tuple[PairToken, PairToken]]:
    """The words that both have, outside the stretches where the two differ."""
    at, other = 0, 0
    for s in (*stretches, Stretch(len(left), len(left), len(right), len(right))):
        yield from zip(left[at : s.first], right[other : s.first_h], strict=True)
        at, other = s.end, s.end_h
