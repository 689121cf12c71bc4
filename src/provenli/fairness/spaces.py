"""The input space that Algorithm 3 of Geiger et al. 2019 builds, as a description: sizes and numberings, never lists.

The class of a node and a value is what the subtree may be there when the value is v. It is a union of blocks, one for
each local input with that value; a block is a product, of a share of each child's class. Shares are `EvenSplit`s, made
once for each child and value, between the values that the siblings can have. So a partial input has a number in its
class, and a number gives its partial input, by arithmetic on whole columns.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from provenli.errors import InputError
from provenli.fairness.codes import Codes, Columns, Keys
from provenli.fairness.composition_trees import CompositionTree, compose_columns
from provenli.permutations import TABLE, Order, random_order

Numbers: TypeAlias = NDArray[np.int64]

# --- `random_even_split` of Geiger et al. 2019, Appendix C: who of D may use which elements of S. ---


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
        """The index of each element in F(d), or -1 if it is not in F(d)."""
        turn, place = self.takers.place(takers), self.elements.place(elements)
        if self.reused:
            return np.where(place == turn % self.size, 0, -1)
        round_, whose = np.divmod(place - self.shared, self.ways)
        own = np.where(whose == turn, self.shared + round_, -1)
        return np.where(place < self.shared, place, own)

    def takers_of(self, elements: Numbers) -> Numbers:
        """For each element, a d whose F(d) contains it."""
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


LARGEST = 2**62


@dataclass(frozen=True)
class Blocks:
    """The classes of an inner node. Blocks are in the order of their values: a class is a stretch."""

    keys: Keys
    values: Codes
    counts: tuple[Numbers, ...]
    """How many partial inputs the share of each child has, by block."""
    siblings: tuple[Numbers, ...]
    """The values of the siblings of each child, as one number, by block."""
    shares: tuple[Mapping[int, EvenSplit], ...]
    """How the class of each child and value is shared; a class that every sibling may use in full is not listed."""
    block_of: Numbers
    """By local input; -1 for those that no input realises."""

    @cached_property
    def rough(self) -> NDArray[np.float64]:
        return np.asarray(np.multiply.reduce([c.astype(np.float64) for c in self.counts]), dtype=np.float64)

    @cached_property
    def sizes(self) -> Numbers:
        return np.asarray(np.multiply.reduce(self.counts), dtype=np.int64)

    @cached_property
    def ends(self) -> Numbers:
        return np.cumsum(self.sizes)

    @cached_property
    def total(self) -> int:
        """Exact, however large."""
        if float(self.rough.sum()) < LARGEST:
            return int(self.sizes.sum())
        return int(np.multiply.reduce([c.astype(object) for c in self.counts]).sum())

    def base(self, values: Codes) -> Numbers:
        """Where the class of each value begins, counted in partial inputs."""
        first = np.searchsorted(self.values, values)
        return self.ends[first] - self.sizes[first]

    def class_sizes(self, domain: int) -> Numbers:
        sizes = np.zeros(domain, dtype=np.int64)
        np.add.at(sizes, self.values, self.sizes)
        return sizes


@dataclass(frozen=True)
class Space:
    tree: CompositionTree
    ratio: float
    blocks: Mapping[str, Blocks]

    @property
    def size(self) -> int:
        return self.blocks[self.tree.root].total

    def rough_size(self, values: NDArray[np.bool_]) -> float:
        """The number of inputs whose root has one of the values."""
        blocks = self.blocks[self.tree.root]
        return float(blocks.rough[values[blocks.values]].sum())

    def contains(self, leaves: Columns) -> NDArray[np.bool_]:
        """Whether each input is in the space."""
        columns = compose_columns(self.tree, leaves)
        ranks: dict[str, Numbers] = {}
        for node in self.tree.inner:
            top = node == self.tree.root
            ranks[node] = self._ranked(node, columns, ranks, top=top)
        return ranks[self.tree.root] >= 0

    def _ranked(self, node: str, columns: Columns, ranks: Mapping[str, Numbers], *, top: bool) -> Numbers:
        """The number of each row's partial input in its class, or -1; at the top, only whether it has one."""
        blocks = self.blocks[node]
        block = blocks.block_of[self.tree.keys(node, columns)]
        out = np.zeros(len(block), dtype=np.int64)
        inside = np.ones(len(block), dtype=np.bool_)
        for k, child in enumerate(self.tree.shape.children[node]):
            if child not in ranks:  # a leaf is its own and only partial input
                continue
            known = ranks[child] >= 0
            index = self._index(blocks, k, columns[child], np.maximum(ranks[child], 0), block)
            inside &= known & (index >= 0)
            if not top:
                out = out * blocks.counts[k][block] + index
        start = 0 if top else blocks.ends[block] - blocks.sizes[block] - blocks.base(columns[node])
        return np.where(inside, out + start, -1)

    def _index(self, blocks: Blocks, k: int, values: Codes, ranks: Numbers, block: Numbers) -> Numbers:
        out = ranks.copy()
        for value, rows in groups(values, blocks.shares[k]):
            out[rows] = blocks.shares[k][value].indices_of(blocks.siblings[k][block[rows]], ranks[rows])
        return out

    def inputs(self, numbers: Numbers) -> dict[str, Codes]:
        """The inputs with these numbers, which are below `size`, as columns of the leaves."""
        blocks = self.blocks[self.tree.root]
        block = np.searchsorted(blocks.ends, numbers, side="right")
        return self._opened(self.tree.root, block, numbers - (blocks.ends[block] - blocks.sizes[block]))

    def partial(self, node: str, values: Codes, ranks: Numbers) -> dict[str, Codes]:
        """The partial inputs of a node's classes with these numbers, as columns of the leaves below."""
        if node not in self.blocks:
            return {node: values}
        blocks = self.blocks[node]
        numbers = blocks.base(values) + ranks
        block = np.searchsorted(blocks.ends, numbers, side="right")
        return self._opened(node, block, numbers - (blocks.ends[block] - blocks.sizes[block]))

    def _opened(self, node: str, block: Numbers, rest: Numbers) -> dict[str, Codes]:
        indices: list[Numbers] = []
        for counts in reversed(self.blocks[node].counts):
            rest, index = np.divmod(rest, counts[block])
            indices.append(index)
        return self.opened(node, block, indices[::-1])

    def opened(self, node: str, block: Numbers, indices: list[Numbers]) -> dict[str, Codes]:
        """From the block and, for each child, an index in its share."""
        blocks = self.blocks[node]
        digits = self.tree.digits(node, blocks.keys[block])
        found: dict[str, Codes] = {}
        for k, child in enumerate(self.tree.shape.children[node]):
            ranks = indices[k].copy()
            for value, rows in groups(digits[k], blocks.shares[k]):
                share = blocks.shares[k][value]
                ranks[rows] = share.elements_of(blocks.siblings[k][block[rows]], indices[k][rows])
            found.update(self.partial(child, digits[k], ranks))
        return found

    def sample(self, count: int, rng: np.random.Generator, values: NDArray[np.bool_] | None = None) -> dict[str, Codes]:
        """Inputs, all equally likely; only those whose root has one of `values`, if given as a mask. The blocks of the
        root are chosen by their sizes, so that numbers beyond 2^62 are not needed."""
        blocks = self.blocks[self.tree.root]
        weights = blocks.rough if values is None else np.where(values[blocks.values], blocks.rough, 0.0)
        block = rng.choice(len(weights), size=count, p=weights / weights.sum())
        indices = [rng.integers(0, counts[block]) for counts in blocks.counts]
        return self.opened(self.tree.root, block, indices)


def groups(values: Codes, wanted: Mapping[int, object]) -> Iterator[tuple[int, Numbers]]:
    """The rows of each wanted value."""
    if not wanted or not len(values):
        return
    order = np.argsort(values, kind="stable")
    ordered = values[order]
    for value in wanted:
        begin, end = np.searchsorted(ordered, (value, value + 1))
        if begin < end:
            yield value, order[begin:end]


# --- Algorithm 3 ----------------------------------------------------------------------------------------------------


def training_space(tree: CompositionTree, ratio: float, rng: np.random.Generator) -> Space:
    check_ratio(ratio)
    if not tree.inner:
        raise InputError(f"the tree is the leaf {tree.root!r} alone: there is nothing to compose")
    blocks: dict[str, Blocks] = {}
    for node in tree.inner:
        blocks[node] = _blocks(tree, node, blocks, ratio, rng)
        if node != tree.root and float(blocks[node].rough.sum()) >= LARGEST:
            raise InputError(f"node {node!r} has more than 2^62 partial inputs, too many to number; cut the tree there")
    return Space(tree, ratio, blocks)


def _blocks(
    tree: CompositionTree, node: str, below: Mapping[str, Blocks], ratio: float, rng: np.random.Generator
) -> Blocks:
    keys = tree.possible(node)
    keys = keys[np.argsort(tree.tables[node][keys], kind="stable")]
    digits = tree.digits(node, keys)
    children = tree.shape.children[node]
    block_of = np.full(tree.locals_of(node), -1, dtype=np.int64)
    block_of[keys] = np.arange(len(keys))
    siblings = tuple(_siblings(tree, children, digits, k) for k in range(len(children)))
    made = [_shared_out(tree, c, below, digits[k], siblings[k], ratio, rng) for k, c in enumerate(children)]
    counts, shares = zip(*made, strict=True)
    return Blocks(keys, tree.tables[node][keys], counts, siblings, shares, block_of)


def _siblings(tree: CompositionTree, children: tuple[str, ...], digits: list[Codes], k: int) -> Numbers:
    """The siblings' values as one number. Only values that some input reaches count, so that no share is wasted on
    others."""
    out = np.zeros(len(digits[0]), dtype=np.int64)
    for n, child in enumerate(children):
        if n != k:
            place = np.cumsum(tree.reached[child]) - 1
            out = out * int(tree.reached[child].sum()) + place[digits[n]]
    return out


def _shared_out(
    tree: CompositionTree,
    child: str,
    below: Mapping[str, Blocks],
    values: Codes,
    siblings: Numbers,
    ratio: float,
    rng: np.random.Generator,
) -> tuple[Numbers, dict[int, EvenSplit]]:
    if child not in below:
        return np.ones(len(values), dtype=np.int64), {}
    sizes = below[child].class_sizes(len(tree.domains[child]))
    counts = sizes[values]
    ways = int(siblings.max()) + 1
    shares: dict[int, EvenSplit] = {}
    for value in np.flatnonzero(sizes > 1).tolist():
        share = even_split(int(sizes[value]), ways, ratio, rng)
        if share.shared < share.size and ways > 1:
            shares[value] = share
    for value, rows in groups(values, shares):
        counts[rows] = shares[value].counts(siblings[rows])
    return counts, shares
