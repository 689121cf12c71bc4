"""Proofs: values that show that facts cannot be true together. kernel.py says when one is right.

All formulas in a proof are unfolded (logic/counting.py): Boolean combinations of atoms and linear bounds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from provenli.logic.formulas import Formula
from provenli.logic.polarity import Path


@dataclass(frozen=True, slots=True)
class Closed:
    """Setting what the facts already force makes one of them false."""


@dataclass(frozen=True, slots=True)
class Cases:
    """Either way ends in contradiction: with `formula` true, and with it false."""

    formula: Formula
    if_true: Proof
    if_false: Proof


@dataclass(frozen=True, slots=True)
class Exclusion:
    """No element x can have these properties: `cube` pairs formulas over the variable `_` with a truth value.

    `proof` refutes the facts together with the cube said of a new constant.
    """

    cube: tuple[tuple[Formula, bool], ...]
    proof: Proof


@dataclass(frozen=True, slots=True)
class Sum:
    """The weighted bounds add up to something below zero, though every region of the domain counts zero or more.

    `weights` are positive integers for bounds among the facts (as they stand after forcing).
    """

    weights: tuple[tuple[Formula, int], ...]
    exclusions: tuple[Exclusion, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """Replace the part of the current sentence at `path` by `new`; `proof` refutes that the change could lose truth."""

    path: Path
    new: Formula
    proof: Proof


@dataclass(frozen=True, slots=True)
class Chain:
    """Natural logic: fact number `start` is widened step by step until it is false or denies fact number `goal`."""

    start: int
    goal: int
    steps: tuple[Step, ...]


Proof: TypeAlias = Closed | Cases | Sum | Chain
