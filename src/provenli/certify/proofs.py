"""Proofs: values that show that facts cannot be true together. kernel.py says when one is right.

All formulas in a proof are unfolded (logic/bounds.py): Boolean combinations of atoms and linear bounds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from provenli.logic.formulas import Formula, Var
from provenli.logic.polarity import Path

HERE = Var("_")
"""The element a region or a cube is about."""

Cube: TypeAlias = tuple[tuple[Formula, bool], ...]
"""Properties of one element: formulas over HERE, each with a truth value."""


@dataclass(frozen=True, slots=True)
class Closed:
    """Setting what the facts force makes one of them false, or breaks a clause of the theory."""


@dataclass(frozen=True, slots=True)
class Cases:
    """Either way ends in contradiction: with `formula` true, and with it false."""

    formula: Formula
    if_true: Proof
    if_false: Proof


@dataclass(frozen=True, slots=True)
class Exclusion:
    """No element has all of `cube`: `proof` refutes the facts `using` with the cube said of a new constant."""

    cube: Cube
    using: tuple[Formula, ...]
    proof: Proof


@dataclass(frozen=True, slots=True)
class Sum:
    """Weighted bounds add up to "less than zero", though every region of the domain counts zero or more (Farkas).

    `weights`: bounds among the facts, each with a positive integer. `exclusions`: regions that must be empty.
    """

    weights: tuple[tuple[Formula, int], ...]
    exclusions: tuple[Exclusion, ...] = ()


@dataclass(frozen=True, slots=True)
class Witness:
    """Each of these bounds says that something exists: call it by a new constant, and refute that."""

    bounds: tuple[Formula, ...]
    proof: Proof


@dataclass(frozen=True, slots=True)
class Instance:
    """Each of these bounds says that nothing has a property: say so of the named constant, and refute that."""

    bounds: tuple[tuple[Formula, str], ...]
    proof: Proof


@dataclass(frozen=True, slots=True)
class Step:
    """Replace the part of the sentence at `path` by `new`.

    `proof` refutes, at new constants for its variables, that an upward part shrinks or a downward part grows;
    it may use the background facts `using`.
    """

    path: Path
    new: Formula
    using: tuple[Formula, ...]
    proof: Proof


@dataclass(frozen=True, slots=True)
class Chain:
    """Natural logic: fact number `start` is widened step by step until it denies fact number `goal`."""

    start: int
    goal: int
    steps: tuple[Step, ...]


Proof: TypeAlias = Closed | Cases | Sum | Witness | Instance | Chain
