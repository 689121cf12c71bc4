"""Why the space of Algorithm 3 is fair: for each local input of each node, an input in the space that realises it.

A local input is a block, and no block is empty. The parent shares out the class that the block is in, and no element is
left out: some siblings may use it. They name a block of the parent, and so on to the root. (Paper 001, Appendix C, says
as much of lists; here it is computed on descriptions, so it works in spaces of any size.)
"""

from __future__ import annotations

import numpy as np

from provenli.splits.coding import Codes, joined
from provenli.splits.spaces import Blocks, Numbers, Space, groups


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
