"""`random_even_split` of paper 001, Appendix C: who of D may use which elements of S.

S falls into P1, |P1| = ratio * |S| to the nearest whole number, and P2. F(d) is P1 and d's share of P2. It is never
empty, every element of S is in some F(d), and shares are random and even:

- elements of P2 are dealt out one by one, so the sizes of shares differ by at most one and shares are disjoint;
- only where this would leave an F(d) empty (P1 is empty and S is smaller than D) each d gets one element instead, and
  elements are used equally often, give or take one.

S and D are numbered and their random orders are functions, so both may be far too large to list.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from provenli.errors import InputError
from provenli.splits.shuffling import TABLE, Numbers, Order, random_order

E = TypeVar("E")
D = TypeVar("D", bound=Hashable)


@dataclass(frozen=True, slots=True)
class EvenSplit:
    """F for S = 0 ... size - 1 and D = 0 ... ways - 1."""

    size: int
    ways: int
    shared: int
    """The number of elements of P1: those in the first places of `elements`."""
    elements: Order
    takers: Order

    @property
    def rest(self) -> int:
        return self.size - self.shared

    @property
    def reused(self) -> bool:
        return self.shared == 0 and self.size < self.ways

    def counts(self, takers: Numbers) -> Numbers:
        """|F(d)| for each d."""
        if self.reused:
            return np.ones(len(takers), dtype=np.int64)
        each, more = divmod(self.rest, self.ways)
        return self.shared + each + (self.takers.place(takers) < more)

    def elements_of(self, takers: Numbers, indices: Numbers) -> Numbers:
        """The elements of F(d) at the indices, one for each d; an index is below |F(d)|."""
        turn = self.takers.place(takers)
        if self.reused:
            return self.elements.number(turn % self.size)
        own = self.shared + turn + (indices - self.shared) * self.ways
        return self.elements.number(np.where(indices < self.shared, indices, own))

    def indices_of(self, takers: Numbers, elements: Numbers) -> Numbers:
        """The index of each element in F(d), or -1 where it is not in F(d)."""
        turn, place = self.takers.place(takers), self.elements.place(elements)
        if self.reused:
            return np.where(place == turn % self.size, 0, -1)
        round_, whose = np.divmod(place - self.shared, self.ways)
        own = np.where(whose == turn, self.shared + round_, -1)
        return np.where(place < self.shared, place, own)

    def takers_of(self, elements: Numbers) -> Numbers:
        """For each element a d whose F(d) has it."""
        place = self.elements.place(elements)
        own = place if self.reused else np.maximum(place - self.shared, 0) % self.ways
        return self.takers.number(own)


def even_split(size: int, ways: int, ratio: float, rng: np.random.Generator, table: int = TABLE) -> EvenSplit:
    check_ratio(ratio)
    if size < 1 or ways < 1:
        raise InputError(f"an even split needs elements and takers, there are {size} and {ways}")
    shared = math.floor(Fraction(ratio) * size + Fraction(1, 2))  # exact: floats would lose elements beyond 2^53
    return EvenSplit(size, ways, shared, random_order(size, rng, table), random_order(ways, rng, table))


def check_ratio(ratio: float) -> None:
    if not 0 <= ratio <= 1:
        raise InputError(f"ratio must be between 0 and 1, it is {ratio}")


def random_even_split(
    elements: Sequence[E], takers: Sequence[D], ratio: float, rng: np.random.Generator
) -> dict[D, tuple[E, ...]]:
    """The function as the paper has it: for each taker its subset of the elements."""
    split = even_split(len(elements), len(takers), ratio, rng)
    counts = split.counts(np.arange(len(takers))).tolist()
    listed = (_listed(split, n, c).tolist() for n, c in enumerate(counts))
    return {d: tuple(elements[k] for k in numbers) for d, numbers in zip(takers, listed, strict=True)}


def _listed(split: EvenSplit, taker: int, count: int) -> NDArray[np.int64]:
    return split.elements_of(np.full(count, taker), np.arange(count))
