"""The linear programme behind a set of bounds: a row per bound, a column per kind of region."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor, gcd
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from provenli.certify.engines.regions import Regions, regions
from provenli.certify.proofs import HERE, Cube
from provenli.certify.propagation import normal
from provenli.certify.sums import Region, atoms_of, concept, excluded
from provenli.logic.formulas import Bound, Cardinal, Degree, Formula, Quantity, conj, negate, substitute
from provenli.logic.theory import Theory

# --- Exact feasibility of linear inequalities, with the multipliers that show infeasibility. ---


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
    # Where the pivot is the denominator, rows that lack the column stay as they are: most of them, mostly.
    touched = np.flatnonzero(table[:, j]) if abs(p) == denominator else np.arange(len(table))
    some = table[touched]
    new = table.copy()
    new[touched] = sign * (some * p - np.outer(some[:, j], table[r])) // denominator
    new[r] = sign * table[r]
    return new, abs(p)


def whole(weights: Sequence[int]) -> tuple[int, ...]:
    """The least integers in the same proportion."""
    divisor = gcd(*weights) or 1
    return tuple(k // divisor for k in weights)


def whole_solution(
    rows: Sequence[Sequence[int]], limits: Sequence[int], nodes: int = 40
) -> tuple[Fraction, ...] | None:
    """Whole numbers x >= 0 with rows·x <= limits, by branch and bound; None if there are none or none were found."""
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


@dataclass(frozen=True, slots=True)
class Programme:
    """Bounds as rows over regions, thresholds and degrees."""

    bounds: tuple[Bound, ...]
    regions: Regions
    others: tuple[Quantity, ...]

    @staticmethod
    def of(bounds: Sequence[Bound], theory: Theory) -> Programme:
        quantities = dict.fromkeys(q for b in bounds for _, q in b.terms)
        atoms = dict.fromkeys(
            a for q in quantities if isinstance(q, Cardinal) for a in atoms_of(concept(q.var, q.body))
        )
        table = regions(tuple(atoms), theory)
        others = tuple(q for q in quantities if not isinstance(q, Cardinal))
        return Programme(tuple(bounds), table, others)

    def plus(self, region: Region) -> Programme:
        return Programme(self.bounds, self.regions.plus(region), self.others)

    def without(self, cube: Cube) -> Programme:
        return Programme(self.bounds, self.regions.without(cube), self.others)

    def columns(self) -> tuple[list[list[int]], list[int]]:
        """The matrix (a row per bound) over distinct columns, and for each region column one region that has it."""
        matrix = np.zeros((len(self.bounds), len(self.regions.table)), dtype=np.int64)
        for i, b in enumerate(self.bounds):
            for c, q in b.terms:
                if isinstance(q, Cardinal):
                    matrix[i] += c * self.regions.truth(concept(q.var, q.body))
        counted = np.asarray(matrix.any(axis=0))
        first = [k for k in _first_of_each(matrix) if counted[k]]  # what no bound counts is no variable
        table: list[list[int]] = matrix[:, first].tolist()
        for q in self.others:
            for i, b in enumerate(self.bounds):
                c = sum(c for c, other in b.terms if other == q)
                table[i] += [c, -c] if isinstance(q, Degree) else [c]  # a degree may be negative
        return table, first

    def at_most(self, row: int, limit: int) -> Formula:
        """A bound that says that at most this many elements are in a region."""
        x = next(q.var for b in self.bounds for _, q in b.terms if isinstance(q, Cardinal))
        here = conj(*(a if v else negate(a) for a, v in self.regions.row(row).items()))
        return normal(Bound(((1, Cardinal(x, substitute(here, HERE, x))),), limit))


def _first_of_each(matrix: npt.NDArray[np.int64]) -> list[int]:
    """Where each distinct column stands first. Columns are numbered in base `radix` where that fits a machine word."""
    low, high = int(matrix.min(initial=0)), int(matrix.max(initial=0))
    radix = high - low + 1
    if radix ** len(matrix) < 1 << 62:
        weights = np.array([radix**i for i in range(len(matrix))], dtype=np.int64)
        _, first = np.unique(weights @ (matrix - low), return_index=True)
    else:
        _, first = np.unique(matrix, axis=1, return_index=True)
    return [int(k) for k in first]


def weighted(weights: Sequence[tuple[Formula, int]]) -> list[tuple[int, Formula]]:
    """The concepts that a weighted sum counts, each with its coefficient."""
    total: dict[Formula, int] = {}
    for f, w in weights:
        for c, q in f.terms if isinstance(f, Bound) else ():
            if isinstance(q, Cardinal):
                body = concept(q.var, q.body)
                total[body] = total.get(body, 0) + w * c
    return [(c, f) for f, c in total.items() if c]


def completed(
    region: dict[Formula, bool], atoms: Sequence[Formula], cubes: Sequence[Cube], theory: Theory
) -> Region | None:
    """The region with a value for every atom, false where possible; None where there is no way."""
    if excluded(region, cubes, theory):
        return None
    atom = next((a for a in atoms if a not in region), None)
    if atom is None:
        return region
    for value in (False, True):
        found = completed({**region, atom: value}, atoms, cubes, theory)
        if found is not None:
            return found
    return None
