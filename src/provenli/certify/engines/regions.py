"""The regions of a Venn diagram over a few concepts, as a truth table in numpy.

Atoms are added one by one and impossible rows dropped at once, so that the table stays small although 2^k rows are
thinkable. Where it grows too large all the same, it starts empty and gets the rows that matter one at a time (column
generation, see venn.py). Rows that make the same contribution to every bound are one column of the linear programme.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
import numpy.typing as npt

from provenli.certify.proofs import Cube
from provenli.logic.formulas import And, Bound, Formula, Not, Or, Pred, Truth, negate
from provenli.logic.theory import Theory, compatible

MAX_ROWS = 1 << 12
Bits = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Regions:
    atoms: tuple[Formula, ...]
    table: Bits
    """One row per region, one column per atom."""
    complete: bool = True
    """Whether all possible regions are there."""

    @cached_property
    def column(self) -> dict[Formula, int]:
        return {a: k for k, a in enumerate(self.atoms)}

    def without(self, cube: Cube) -> Regions:
        hit = np.ones(len(self.table), dtype=np.bool_)
        for a, v in cube:
            hit &= self.table[:, self.column[a]] == v
        return Regions(self.atoms, self.table[~hit], self.complete)

    def plus(self, region: Mapping[Formula, bool]) -> Regions:
        row = np.array([[region[a] for a in self.atoms]], dtype=np.bool_)
        return Regions(self.atoms, np.vstack([self.table, row]), self.complete)

    def truth(self, f: Formula) -> Bits:
        """Where a concept is true."""
        match f:
            case Truth(value):
                return np.full(len(self.table), value)
            case Not(body):
                return ~self.truth(body)
            case And(parts):
                return np.asarray(np.logical_and.reduce([self.truth(p) for p in parts]))
            case Or(parts):
                return np.asarray(np.logical_or.reduce([self.truth(p) for p in parts]))
            case Bound() if f not in self.column:
                return ~self.truth(negate(f))
        out: Bits = self.table[:, self.column[f]]
        return out

    def row(self, k: int) -> dict[Formula, bool]:
        return {a: bool(v) for a, v in zip(self.atoms, self.table[k], strict=True)}


def regions(atoms: Sequence[Formula], theory: Theory) -> Regions:
    """All rows that word knowledge allows; none, to begin with, where they are too many."""
    ordered = sorted(atoms, key=lambda a: not isinstance(a, Pred))  # related words first: they prune most
    forbidden = _forbidden(ordered, theory)
    table = np.zeros((1, 0), dtype=np.bool_)
    for k in range(len(ordered)):
        both = [np.hstack([table, np.full((len(table), 1), v)]) for v in (True, False)]
        table = np.vstack(both)
        keep = np.ones(len(table), dtype=np.bool_)
        for (i, vi), (j, vj) in forbidden.get(k, ()):
            keep &= ~((table[:, i] == vi) & (table[:, j] == vj))
        table = table[keep]
        if len(table) > MAX_ROWS:
            return Regions(tuple(ordered), np.zeros((0, len(ordered)), dtype=np.bool_), complete=False)
    return Regions(tuple(ordered), table)


Literal = tuple[int, bool]


def _forbidden(atoms: Sequence[Formula], theory: Theory) -> dict[int, list[tuple[Literal, Literal]]]:
    """Pairs of literals that the clauses exclude, under the later atom's number. Keeping too many rows is harmless."""
    found: dict[int, list[tuple[Literal, Literal]]] = {}
    for (i, a), (j, b) in combinations(enumerate(atoms), 2):
        if isinstance(a, Pred) and isinstance(b, Pred) and a.args == b.args:
            clauses = tuple(c for c in theory.clauses if c.arity == len(a.args))
            for va, vb in ((True, True), (True, False), (False, True), (False, False)):
                true = [p.name for p, v in ((a, va), (b, vb)) if v]
                false = [p.name for p, v in ((a, va), (b, vb)) if not v]
                if not compatible(clauses, true, false):
                    found.setdefault(j, []).append(((i, va), (j, vb)))
    return found
