"""Schemas: the values of an input at the nodes of a cut, whatever is below.

In fragment G the cut goes through the nine word pairs. That 'tall' stands beside 'small' is below the cut; the schema
says only that two unrelated adjectives stand there. Algorithm 3 restricts schemas; words below are free.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from provenli.errors import InputError
from provenli.fairness.codes import Codes, Columns
from provenli.fairness.composition_trees import CompositionTree
from provenli.fairness.shapes import NamedShape, shape
from provenli.fairness.spaces import Numbers, Space, groups, training_space


@dataclass(frozen=True)
class TreeCut:
    """A tree in two: `above` the cut, whose leaves are the cut's nodes, and a tree for each node of the cut."""

    whole: CompositionTree
    above: CompositionTree
    below: dict[str, CompositionTree]

    @cached_property
    def _spaces(self) -> dict[str, Space]:
        rng = np.random.default_rng(0)  # of everything: nothing is drawn
        return {node: training_space(t, 1, rng) for node, t in self.below.items() if t.inner}

    def fillings(self, node: str) -> Numbers:
        """How many partial inputs give each value of a node of the cut."""
        size = len(self.whole.domains[node])
        if node not in self._spaces:
            return np.ones(size, dtype=np.int64)
        return self._spaces[node].blocks[node].class_sizes(size)

    def count(self, schemas: Columns) -> int:
        """How many inputs these schemas have, exactly."""
        each = np.ones(len(schemas[self.above.leaves[0]]), dtype=object)
        for node in self.above.leaves:
            each *= self.fillings(node).astype(object)[schemas[node]]
        return int(each.sum())

    def filled(self, schemas: Columns, rng: np.random.Generator, *, evenly: bool) -> dict[str, Codes]:
        """An input for each schema. Evenly: the words below a node and value are used equally often, give or take
        one."""
        found: dict[str, Codes] = {}
        for node in self.above.leaves:
            if node not in self._spaces:
                found[node] = schemas[node]
                continue
            ranks = self._ranks(node, schemas[node], rng, evenly=evenly)
            found.update(self._spaces[node].partial(node, schemas[node], ranks))
        return {leaf: found[leaf] for leaf in self.whole.leaves}

    def _ranks(self, node: str, values: Codes, rng: np.random.Generator, *, evenly: bool) -> Numbers:
        sizes = self.fillings(node)
        ranks = rng.integers(0, np.maximum(sizes[values], 1))
        if evenly:
            for value, rows in groups(values, dict.fromkeys(np.flatnonzero(sizes > 1).tolist())):
                if sizes[value] <= len(rows):
                    ranks[rows] = dealt(len(rows), int(sizes[value]), rng)
        return ranks


def dealt(count: int, size: int, rng: np.random.Generator) -> Numbers:
    """`count` numbers below `size`, in random order, each equally often, give or take one."""
    return rng.permutation((np.arange(count) + int(rng.integers(size))) % size)


def cut(tree: CompositionTree, nodes: Sequence[str]) -> TreeCut:
    """A cut through the nodes, and through the leaves that are below none of them."""
    for node in nodes:
        if node not in tree.shape.children:
            raise InputError(f"the tree cannot be cut at {node!r}, which is no node of it")
        if node == tree.root:
            raise InputError(f"the tree cannot be cut at its root {node!r}: nothing would be left to split")
    kept = _above(tree.shape, set(nodes))
    domains = {n: tree.domains[n] for n in kept.order}
    above = CompositionTree(kept, domains, {n: tree.tables[n] for n in kept.inner})
    return TreeCut(tree, above, {leaf: subtree(tree, leaf) for leaf in kept.leaves})


def _above(whole: NamedShape, nodes: set[str]) -> NamedShape:
    children: dict[str, tuple[str, ...]] = {}
    todo = [whole.root]
    while todo:
        node = todo.pop()
        children[node] = () if node in nodes else whole.children[node]
        todo.extend(children[node])
    return shape(children)


def subtree(tree: CompositionTree, node: str) -> CompositionTree:
    below = shape({n: tree.shape.children[n] for n in tree.shape.below(node)})
    return CompositionTree(below, {n: tree.domains[n] for n in below.order}, {n: tree.tables[n] for n in below.inner})
