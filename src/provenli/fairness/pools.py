"""Pools from which schemas are drawn, by label: all that training may use, or all that it may not.

A pool that can be listed knows the weight of each schema: the values of the balanced nodes are equally likely together,
then schemas with the same values (Geiger et al. 2019, section 4.2). A pool that is too large is sampled, with equal
chances. This file also finds schemas that show every local input, so that a training set is fair by construction.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from provenli.errors import InputError
from provenli.fairness.codes import Codes, Columns, joined, length, taken
from provenli.fairness.composition_trees import CompositionTree, compose_columns
from provenli.fairness.cuts import TreeCut
from provenli.fairness.learner import first_rows
from provenli.fairness.spaces import Blocks, Numbers, Space, groups

# Why the space of Algorithm 3 is fair: for each local input of each node, an input in the space that realises it.


def exposing(space: Space) -> dict[str, Codes]:
    """Inputs of the space, as columns of the leaves, that realise every local input that is possible."""
    return joined([exposing_node(space, node) for node in space.tree.inner])


def exposing_node(space: Space, node: str) -> dict[str, Codes]:
    """An input for each block of the node, in the order of the blocks."""
    root = space.tree.root
    block = np.arange(len(space.blocks[node].keys))
    inside = [np.zeros(len(block), dtype=np.int64) for _ in space.tree.shape.children[node]]
    while node != root:
        values, ranks = space.blocks[node].values[block], _ranked(space.blocks[node], block, inside)
        parent = next(p for p in space.tree.inner if node in space.tree.shape.children[p])
        k = space.tree.shape.children[parent].index(node)
        block, index = _upward(space, parent, k, values, ranks)
        inside = [index if n == k else np.zeros_like(index) for n in range(len(space.tree.shape.children[parent]))]
        node = parent
    return space.opened(root, block, inside)


def _ranked(blocks: Blocks, block: Numbers, inside: list[Numbers]) -> Numbers:
    """The number in its class of the partial input of a block with an index in each child's share."""
    out = np.zeros(len(block), dtype=np.int64)
    for counts, index in zip(blocks.counts, inside, strict=True):
        out = out * counts[block] + index
    return out + blocks.ends[block] - blocks.sizes[block] - blocks.base(blocks.values[block])


def _upward(space: Space, parent: str, k: int, values: Codes, ranks: Numbers) -> tuple[Numbers, Numbers]:
    """A block of the parent that may use the child's partial inputs, and their indices in its share."""
    blocks = space.blocks[parent]
    siblings, index = np.zeros(len(values), dtype=np.int64), ranks.copy()
    for value, rows in groups(values, blocks.shares[k]):
        share = blocks.shares[k][value]
        siblings[rows] = share.takers_of(ranks[rows])
        index[rows] = share.indices_of(siblings[rows], ranks[rows])
    ways = int(blocks.siblings[k].max()) + 1
    codes = space.tree.digits(parent, blocks.keys)[k].astype(np.int64) * ways + blocks.siblings[k]
    order = np.argsort(codes)
    return order[np.searchsorted(codes[order], values.astype(np.int64) * ways + siblings)], index


LISTED = 2**21
"""The most schemas that are listed."""
TRIES = 1000


class Pool(Protocol):
    @property
    def name(self) -> str: ...

    def room(self, label: int, parts: TreeCut) -> float:
        """How many inputs have this label; a rough number if they are very many."""

    def covering(self, rng: np.random.Generator) -> dict[str, Codes]:
        """A few schemas that realise every local input of the pool, as columns of all nodes."""

    def showing(self, node: str, value: int, count: int, rng: np.random.Generator) -> dict[str, Codes]:
        """Schemas in which the node has the value; labels are equally frequent, where they occur at all."""

    def draw(self, label: int, count: int, rng: np.random.Generator) -> dict[str, Codes]:
        """Schemas with this label, as columns of all nodes."""


@dataclass(frozen=True)
class ListedPool:
    tree: CompositionTree
    columns: Columns
    """For all nodes, a row for each schema."""
    labels: Codes
    balanced: tuple[str, ...]
    names: tuple[str, ...]
    """For the labels."""
    name: str

    @cached_property
    def weights(self) -> NDArray[np.float64]:
        keys = np.zeros(len(self.labels), dtype=np.int64)
        for node in self.balanced:
            keys = keys * len(self.tree.domains[node]) + self.columns[node]
        _, where, counts = np.unique(keys, return_inverse=True, return_counts=True)
        return np.asarray(1.0 / counts[where], dtype=np.float64)

    def room(self, label: int, parts: TreeCut) -> float:
        rows = np.flatnonzero(self.labels == label)
        each = np.ones(len(rows))
        for node in self.tree.leaves:
            each *= parts.fillings(node)[self.columns[node][rows]]
        return float(each.sum())

    def covering(self, rng: np.random.Generator) -> dict[str, Codes]:
        order = rng.permutation(len(self.labels))
        rows = [first_rows(self.tree.keys(n, self.columns)[order], self.tree.locals_of(n))[1] for n in self.tree.inner]
        return taken(self.columns, order[np.unique(np.concatenate(rows))])

    def draw(self, label: int, count: int, rng: np.random.Generator) -> dict[str, Codes]:
        rows = np.flatnonzero(self.labels == label)
        if count and not len(rows):
            raise InputError(f"{self.name} has no example labelled {self.names[label]}; choose another ratio")
        return taken(self.columns, _weighted(rows, self.weights[rows], count, rng))

    def showing(self, node: str, value: int, count: int, rng: np.random.Generator) -> dict[str, Codes]:
        rows = np.flatnonzero(self.columns[node] == value)
        of_label = np.bincount(self.labels[rows], weights=self.weights[rows])
        weights = self.weights[rows] / of_label[self.labels[rows]]
        return taken(self.columns, _weighted(rows, weights, count if len(rows) else 0, rng))


def _weighted(rows: Numbers, weights: NDArray[np.float64], count: int, rng: np.random.Generator) -> Numbers:
    if not count:
        return rows[:0]
    ends = np.cumsum(weights)
    chosen = np.searchsorted(ends, rng.random(count) * ends[-1], side="right")
    return np.asarray(rows[np.minimum(chosen, len(rows) - 1)], dtype=np.int64)


@dataclass(frozen=True)
class SampledPool:
    space: Space
    excluded: Space | None
    label_of_value: Codes
    names: tuple[str, ...]
    name: str

    def room(self, label: int, parts: TreeCut) -> float:
        if any(parts.fillings(node).max() > 1 for node in parts.above.leaves):
            return inf  # schemas are many already, and each has many inputs
        spaces = [self.space] if self.excluded is None else [self.space, self.excluded]
        sizes = [s.rough_size(self.label_of_value == label) for s in spaces]
        return sizes[0] - sum(sizes[1:])

    def covering(self, rng: np.random.Generator) -> dict[str, Codes]:
        found = compose_columns(self.space.tree, exposing(self.space))
        return taken(found, rng.permutation(length(found)))

    def showing(self, node: str, value: int, count: int, rng: np.random.Generator) -> dict[str, Codes]:
        """None: what is below the cut of so large a space is left to chance."""
        del node, value, count, rng
        return {n: np.zeros(0, dtype=np.int32) for n in self.space.tree.shape.order}

    def draw(self, label: int, count: int, rng: np.random.Generator) -> dict[str, Codes]:
        values = self.label_of_value == label
        if count and not values[self.space.blocks[self.space.tree.root].values].any():
            raise InputError(f"{self.name} has no example labelled {self.names[label]}; choose another ratio")
        parts = [compose_columns(self.space.tree, self.space.sample(0 if self.excluded else count, rng, values))]
        missing = count if self.excluded else 0
        for _ in range(TRIES):
            if not missing:
                break
            leaves = self.space.sample(2 * missing, rng, values)
            assert self.excluded is not None
            kept = taken(leaves, np.flatnonzero(~self.excluded.contains(leaves))[:missing])
            parts.append(compose_columns(self.space.tree, kept))
            missing -= length(kept)
        if missing:
            raise InputError(f"{self.name} has hardly any example labelled {self.names[label]}; choose another ratio")
        return {n: np.concatenate([p[n] for p in parts]) for n in parts[0]}


# Training examples that show every local input by construction: which schemas are needed, and how often.
#
# A schema says what stands at the nodes of the cut; below it there are fillings, such as the 9,900 pairs of different
# nouns. So a value of a node that has f fillings needs at least f examples. The schema that shows the most of what is
# still needed comes next, a hundred times or until something is no longer needed. What is left of the training set is
# then drawn as ever.


Needed: TypeAlias = dict[str, NDArray[np.int64]]
"""How many more examples are needed, by node and value."""

ATTEMPTS = 5
STEP, STEEP = 100, 8
"""How many schemas are chosen at a time, and how much more weight the most needed values have."""
SWAPS = 100


def complete(parts: TreeCut, pool: Pool) -> dict[str, Codes] | None:
    """Schemas that show every local input, if `filled` evenly; None for a pool whose schemas cannot be listed."""
    if not isinstance(pool, ListedPool):
        return None
    first = pool.covering(np.random.default_rng(0))
    needed: Needed = {}
    for node in parts.above.leaves:
        fillings = parts.fillings(node)
        needed[node] = fillings - np.bincount(first[node], minlength=len(fillings))
    chosen: list[NDArray[np.int64]] = []
    while (row := _most_needed(pool, needed)) is not None:
        values = {node: int(pool.columns[node][row]) for node in needed}
        count = min(STEP, *(int(needed[n][v]) for n, v in values.items() if needed[n][v] > 0))
        for node, value in values.items():
            needed[node][value] -= count
        chosen.append(np.full(count, row, dtype=np.int64))
    return joined([first, taken(pool.columns, np.concatenate([np.zeros(0, dtype=np.int64), *chosen]))])


def _most_needed(pool: ListedPool, needed: Needed) -> int | None:
    """What is needed most often weighs far more, so that needs shrink together and one schema serves many of them to
    the end. The result is within a few per cent of the linear program's optimum."""
    top = max(int(counts.max()) for counts in needed.values())
    if top <= 0:
        return None
    weights = np.zeros(len(pool.labels))
    for node, counts in needed.items():
        weights += ((np.maximum(counts, 0) / top) ** STEEP)[pool.columns[node]]
    return int(weights.argmax())


def least(needed: Columns, label_of_value: Codes, root: str, labels: int) -> int:
    """How many examples a training set must have, labels being equally frequent, to hold all of these."""
    counts = np.bincount(label_of_value[needed[root]], minlength=labels)
    # A training set gives the first labels one more than the last where it cannot be divided.
    return int(max(labels * (int(n) - 1) + k + 1 for k, n in enumerate(counts)))


# --- as much as there is room for ---


def covering(
    parts: TreeCut, pool: Pool, choose: Callable[[Columns | None], dict[str, Codes]], rng: np.random.Generator
) -> dict[str, Codes]:
    """Apply `choose` to the schemas that must be there. A set that is too small for all of them is left as it is: it
    would be unfair anyway, and unbalanced too."""
    first = pool.covering(rng)
    schemas = choose(first)
    for _ in range(ATTEMPTS):
        missing = shortage(parts, schemas)
        if not missing or 2 * (sum(missing.values()) + length(first)) > length(schemas):
            break
        first = joined([first, *(pool.showing(node, value, n, rng) for (node, value), n in missing.items())])
        schemas = choose(first)
    return schemas


def shortage(parts: TreeCut, schemas: Columns) -> dict[tuple[str, int], int]:
    """For values of the cut's nodes, how many more examples are needed to show all their fillings."""
    found: dict[tuple[str, int], int] = {}
    for node in parts.above.leaves:
        fillings = parts.fillings(node)
        lacking = fillings - np.bincount(schemas[node], minlength=len(fillings))
        found |= {(node, v): int(lacking[v]) for v in np.flatnonzero((lacking > 0) & (fillings > 0)).tolist()}
    return found


# --- repetitions ---


def swap_below(
    parts: TreeCut, schemas: Columns, leaves: dict[str, Codes], rows: NDArray[np.int64], rng: np.random.Generator
) -> None:
    """Each of the rows exchanges what is below one node of the cut with another row that has the same value there, so
    no filling is lost."""
    for row in rows.tolist():
        nodes = [n for n in parts.above.leaves if parts.fillings(n)[schemas[n][row]] > 1]
        if nodes:
            node = nodes[int(rng.integers(len(nodes)))]
            others = np.flatnonzero(schemas[node] == schemas[node][row])
            other = int(others[rng.integers(len(others))])
            for leaf in parts.below[node].leaves:
                leaves[leaf][[row, other]] = leaves[leaf][[other, row]]
