"""Trees of single sentences as columns. Tree 2k is the premise of row k, tree 2k + 1 its hypothesis."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from provenli.data.trees import Tree
from provenli.models.aligned_columns import feature_numbers, label_numbers
from provenli.models.examples import Examples
from provenli.models.fair_tree import CHILDREN, NODES, PLACES, TASKS, weights
from provenli.models.forest import Shape, Trees
from provenli.models.heads import groups
from provenli.models.material import edge
from provenli.models.net import Material
from provenli.models.text_columns import Task

Numbers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class TreeColumns:
    """Columns over nodes: words (0 at inner nodes), and how a node hangs from its parent (0: unknown, or a root)."""

    trees: Trees
    words: NDArray[np.int32]
    edges: NDArray[np.int32]
    tasks: tuple[tuple[int, Task], ...]
    """The node that a task is about, the same in all trees; -1 is the root, which comes last."""

    def __len__(self) -> int:
        return len(self.trees.of_rows) // 2

    @property
    def lengths(self) -> Numbers:
        sizes = self.trees.sizes
        return sizes[0::2] + sizes[1::2]


def both(chosen: Numbers) -> Numbers:
    """The trees of these rows, premise and hypothesis in turn."""
    out = np.repeat(2 * chosen, 2)
    out[1::2] += 1
    return out


def tree_columns(examples: Examples, material: Material) -> TreeColumns:
    whole = Task(None, 0, 1.0, label_numbers(examples, material.labels))
    if examples.trees is None:
        return _one_tree(examples, material, whole)
    trees = [t for pair in examples.trees for t in pair]
    shapes: dict[Shape, int] = {}
    of_rows = np.array([shapes.setdefault(Shape(t.children, (-1,) * len(t.children)), len(shapes)) for t in trees],
                       dtype=np.int32)  # fmt: skip
    starts = np.cumsum([0, *(len(t.children) for t in trees)])[:-1]
    return TreeColumns(Trees(tuple(shapes), of_rows, starts), _words(trees, material), _edges(trees, material),
                       ((-1, whole),))  # fmt: skip


def _words(trees: Sequence[Tree], material: Material) -> NDArray[np.int32]:
    numbers = material.vocabulary
    flat = numbers.encoded([label for t in trees for label in t.labels])
    inner = np.array([bool(c) for t in trees for c in t.children], dtype=bool)
    flat[inner] = 0
    return flat.astype(np.int32)


def _edges(trees: Sequence[Tree], material: Material) -> NDArray[np.int32]:
    numbers = {name: k + 1 for k, name in enumerate(material.edges)}
    out = np.zeros(sum(len(t.children) for t in trees), dtype=np.int32)
    start = 0
    for tree in trees:
        for k, children in enumerate(tree.children):
            for place, child in enumerate(children):
                out[start + child] = numbers.get(edge(tree.labels[k], place), 0)
        start += len(tree.children)
    return out


def _one_tree(examples: Examples, material: Material, whole: Task) -> TreeColumns:
    """Rows of fragment G: both sentences have the tree of Figure 3, and with node tasks each of its labelled nodes."""
    n, size = len(examples), len(NODES)
    words = np.zeros((n, 2, size), dtype=np.int32)
    for side, found in enumerate(examples.words):
        words[:, side, : len(PLACES)] = material.vocabulary.coded(found).reshape(n, len(PLACES))
    edges = _edges([Tree(NODES, CHILDREN)], material)
    trees = Trees((Shape(CHILDREN, (-1,) * size),), np.zeros(2 * n, dtype=np.int32), np.arange(2 * n) * size)
    of_kind, weight = groups(material), weights()
    parts = [
        (NODES.index(name), Task(None, of_kind[name], weight[name],
                                 feature_numbers(examples, name, material.classes[name])))
        for name in TASKS if name in of_kind and name in examples.features
    ]  # fmt: skip
    return TreeColumns(trees, words.reshape(-1), np.tile(edges, 2 * n), (*parts, (-1, whole)))
