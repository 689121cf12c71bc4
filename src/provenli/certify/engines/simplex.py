"""Exact feasibility of linear inequalities, with the multipliers that show infeasibility.

A dual simplex over the rationals with Bland's rule, on tables of a few rows and a few dozen columns. An off-the-shelf
solver would answer in floating point; here the multipliers become a certificate, so they must be exact. Nothing here is
trusted: the kernel adds the multipliers up again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor, gcd
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, slots=True)
class Feasible:
    values: tuple[Fraction, ...]
    """One value per column, all >= 0."""


@dataclass(frozen=True, slots=True)
class Infeasible:
    weights: tuple[int, ...]
    """One weight per row, >= 0: the weighted sum of the rows has no negative coefficient but a negative limit."""


Table: TypeAlias = npt.NDArray[Any]
"""Integers over one common denominator: machine words, or Python's integers once those grow too large."""


def solve(rows: Sequence[Sequence[int]], limits: Sequence[int]) -> Feasible | Infeasible:
    """Is there x >= 0 with rows·x <= limits?"""
    m, n = len(rows), len(rows[0]) if rows else 0
    table: Table = np.hstack(
        [np.array(rows, dtype=np.int64).reshape(m, n), np.eye(m, dtype=np.int64), np.array(limits).reshape(m, 1)]
    )
    basis = [n + i for i in range(m)]
    denominator = 1
    while True:
        # Bland: the violated row whose basic variable has the least index, then the least column that can repair it.
        violated = [(basis[i], int(i)) for i in np.flatnonzero(table[:, -1] < 0)]
        if not violated:
            values = [Fraction(0)] * (n + m)
            for i, b in enumerate(basis):
                values[b] = Fraction(int(table[i, -1]), denominator)
            return Feasible(tuple(values[:n]))
        r = min(violated)[1]
        candidates = np.flatnonzero(table[r, :-1] < 0)
        if not len(candidates):
            return Infeasible(whole([int(v) for v in table[r, n : n + m]]))
        table, denominator = pivot(table, denominator, r, int(candidates[0]))
        basis[r] = int(candidates[0])


def pivot(table: Table, denominator: int, r: int, j: int) -> tuple[Table, int]:
    """Edmonds' integer pivoting: every division is exact."""
    if table.dtype != object and np.abs(table).max() >= 1 << 30:
        table = table.astype(object)
    p = int(table[r, j])
    sign = 1 if p > 0 else -1
    new = sign * (table * p - np.outer(table[:, j], table[r])) // denominator
    new[r] = sign * table[r]
    return new, abs(p)


def whole(weights: Sequence[int]) -> tuple[int, ...]:
    """The least integers in the same proportion."""
    divisor = gcd(*weights) or 1
    return tuple(k // divisor for k in weights)


def whole_solution(
    rows: Sequence[Sequence[int]], limits: Sequence[int], nodes: int = 40
) -> tuple[Fraction, ...] | None:
    """Whole numbers x >= 0 with rows·x <= limits, by branch and bound; None where there are none, or none was found."""
    width = len(rows[0])
    waiting: list[tuple[list[list[int]], list[int]]] = [([list(r) for r in rows], list(limits))]
    for _ in range(nodes):
        if not waiting:
            return None
        table, right = waiting.pop()
        answer = solve(table, right)
        if isinstance(answer, Infeasible):
            continue
        broken = next((k for k, v in enumerate(answer.values) if v.denominator != 1), None)
        if broken is None:
            return answer.values
        below = floor(answer.values[broken])
        unit = [int(k == broken) for k in range(width)]
        waiting.append(([*table, unit], [*right, below]))
        waiting.append(([*table, [-u for u in unit]], [*right, -below - 1]))
    return None
