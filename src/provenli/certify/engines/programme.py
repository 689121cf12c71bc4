"""The linear programme behind a set of bounds: a row per bound, a column per kind of region."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from provenli.certify.engines.regions import Regions, regions
from provenli.certify.forcing import normal
from provenli.certify.proofs import HERE, Cube
from provenli.certify.sums import Region, atoms_of, concept, excluded
from provenli.logic.formulas import (
    Bound,
    Cardinal,
    Degree,
    Formula,
    Quantity,
    conj,
    negate,
    substitute,
)
from provenli.logic.theory import Theory


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
        first = [k for k in _first_of_each(matrix) if matrix[:, k].any()]  # what no bound counts is no variable
        table = [[int(v) for v in matrix[i, first]] for i in range(len(self.bounds))]
        for q in self.others:
            for i, b in enumerate(self.bounds):
                c = sum(c for c, other in b.terms if other == q)
                table[i] += [c, -c] if isinstance(q, Degree) else [c]  # a degree may be negative
        return table, first

    def at_most(self, row: int, limit: int) -> Formula:
        """That at most so many elements are in a region."""
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
