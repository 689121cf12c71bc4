"""Trees of many rows that differ in words and values only: one tree for all, kept as columns of numbers.

500,000 aligned trees as objects of their own would not fit beside a model. Each is made when it is asked for; what
wants all rows at once takes the columns.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeAlias, overload

import numpy as np
from numpy.typing import NDArray

from provenli.data.trees import AlignedTree, Tree

Numbers: TypeAlias = NDArray[np.int64]
Children: TypeAlias = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, eq=False)
class Coded:
    """A column of few different values. Code -1: the row has none."""

    values: tuple[Any, ...]
    codes: NDArray[np.int32]

    def taken(self, rows: Numbers) -> Coded:
        return Coded(self.values, self.codes[rows])

    def used(self) -> set[Any]:
        return {self.values[c] for c in set(self.codes.tolist()) if c >= 0}


@dataclass(frozen=True, eq=False)
class SharedTrees(Sequence[AlignedTree]):
    """Leaf k is word k of the premise beside word k of the hypothesis; leaves come first, the root is last. `table`:
    the words. `words`: those of premises and hypotheses, as numbers into the table [rows, leaves]. `values`: those of
    each node; None if rows do not record any."""

    kinds: tuple[str, ...]
    children: Children
    table: tuple[str, ...]
    words: tuple[NDArray[np.int32], NDArray[np.int32]]
    values: tuple[Coded | None, ...]

    def __len__(self) -> int:
        return len(self.words[0])

    @overload
    def __getitem__(self, row: int) -> AlignedTree: ...
    @overload
    def __getitem__(self, row: slice) -> SharedTrees: ...
    def __getitem__(self, row: int | slice) -> AlignedTree | SharedTrees:
        if isinstance(row, slice):
            return self.taken(np.arange(len(self))[row])
        left, right = (self.sentence(side, row) for side in (0, 1))
        words = (*zip(left, right, strict=True), *(None,) * (len(self.kinds) - len(left)))
        values = ("" if c is None or c.codes[row] < 0 else c.values[c.codes[row]] for c in self.values)
        return AlignedTree(self.kinds, self.children, words, tuple(values))

    def sentence(self, side: int, row: int) -> list[str]:
        return [self.table[c] for c in self.words[side][row].tolist()]

    def taken(self, rows: Numbers) -> SharedTrees:
        premises, hypotheses = self.words
        values = tuple(None if c is None else c.taken(rows) for c in self.values)
        return replace(self, words=(premises[rows], hypotheses[rows]), values=values)

    @cached_property
    def spans(self) -> tuple[tuple[int, int], ...]:
        """The words of each node, the same in premise and hypothesis, as a half-open range."""
        found: list[tuple[int, int]] = []
        for k, below in enumerate(self.children):
            found.append((found[below[0]][0], found[below[-1]][1]) if below else (k, k + 1))
        return tuple(found)

    @cached_property
    def weights(self) -> tuple[float, ...]:
        """The weight of each node's task: 1 for the root, and as much for all nodes of one length together. Geiger et
        al. 2019 weights "according to the length of the expressions" and says no more."""
        lengths = [end - start for start, end in self.spans]
        said = [n for n, c in zip(lengths[:-1], self.values[:-1], strict=True) if c is not None] + lengths[-1:]
        return tuple(1 / said.count(n) if n in said else 0.0 for n in lengths)


@dataclass(frozen=True, eq=False)
class SharedSentences(Sequence[tuple[Tree, Tree]]):
    """The trees of the two sentences of each row: both are the aligned one, with the words of one side."""

    rows: SharedTrees

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, row: int) -> tuple[Tree, Tree]: ...
    @overload
    def __getitem__(self, row: slice) -> SharedSentences: ...
    def __getitem__(self, row: int | slice) -> tuple[Tree, Tree] | SharedSentences:
        return SharedSentences(self.rows[row]) if isinstance(row, slice) else (self._tree(0, row), self._tree(1, row))

    def _tree(self, side: int, row: int) -> Tree:
        words = self.rows.sentence(side, row)
        return Tree((*words, *self.rows.kinds[len(words) :]), self.rows.children)

    def taken(self, rows: Numbers) -> SharedSentences:
        return SharedSentences(self.rows.taken(rows))


# --- What a model learns from the trees of all rows, before any training. ---


def tree_words(trees: Sequence[tuple[Tree, Tree]] | None, aligned: Sequence[AlignedTree] | None) -> set[str]:
    """The words at leaves. Shared trees have those of the sentences and no others."""
    found: set[str] = set()
    if trees is not None and not isinstance(trees, SharedSentences):
        found.update(w for pair in trees for t in pair for w, c in zip(t.labels, t.children, strict=True) if not c)
    if aligned is not None and not isinstance(aligned, SharedTrees):
        found.update(w for tree in aligned for pair in tree.words if pair for w in pair)
    return found


def node_values(aligned: Sequence[AlignedTree]) -> dict[str, set[str]]:
    """The values that rows have at each kind of node below the root."""
    found: dict[str, set[str]] = {}
    if isinstance(aligned, SharedTrees):
        for kind, column in zip(aligned.kinds[:-1], aligned.values[:-1], strict=True):
            found.setdefault(kind, set()).update(() if column is None else column.used())
        return found
    for tree in aligned:
        for kind, value in zip(tree.kinds[:-1], tree.values[:-1], strict=True):
            found.setdefault(kind, set()).add(value)
    return found


def outlines(aligned: Sequence[AlignedTree]) -> Iterable[tuple[tuple[str, ...], Children]]:
    """The kinds and children of all trees, each at least once."""
    return {(t.kinds, t.children) for t in (aligned[:1] if isinstance(aligned, SharedTrees) else aligned)}


def sentence_trees(trees: Sequence[tuple[Tree, Tree]]) -> Iterable[Tree]:
    """The trees of sentences. Shared ones differ only in words, so one is enough."""
    return (tree for pair in (trees[:1] if isinstance(trees, SharedSentences) else trees) for tree in pair)
