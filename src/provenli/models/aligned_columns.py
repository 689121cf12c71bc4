"""Aligned trees as columns of numbers, whether all rows share one tree or each brings its own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from provenli.data.trees import AlignedTree, category
from provenli.models.examples import Examples
from provenli.models.forest import Trees, TreeShape
from provenli.models.heads import class_sets, groups
from provenli.models.net import Material
from provenli.models.shared_trees import Coded, SharedTrees

Numbers = NDArray[np.int64]
CLAUSE = -2
"""Used in place of a set of classes, for a node without labels whose category occurs below itself."""


@dataclass(frozen=True, eq=False)
class AlignedColumns:
    """Columns over nodes: words of premise and hypothesis (0 at inner nodes), and the class to predict, or -1."""

    trees: Trees
    premise: NDArray[np.int32]
    hypothesis: NDArray[np.int32]
    targets: NDArray[np.int16]

    def __len__(self) -> int:
        return len(self.trees.of_rows)

    @property
    def lengths(self) -> Numbers:
        return self.trees.sizes


def label_numbers(examples: Examples, labels: Sequence[str]) -> NDArray[np.int16]:
    """-1 if a row has no label, or one that the model does not know."""
    return class_numbers(examples.labels, labels)


def aligned_columns(examples: Examples, material: Material) -> AlignedColumns:
    found = examples.aligned
    assert found is not None, "check_needs comes first"
    if isinstance(found, SharedTrees):
        return _one_tree(examples, found, material)
    return _own_trees(examples, found, material)


def _one_tree(examples: Examples, found: SharedTrees, material: Material) -> AlignedColumns:
    n, size = len(found), len(found.kinds)
    of_kind = groups_of(found.kinds, material)
    shape = TreeShape(found.children, (*(of_kind[kind] for kind in found.kinds[:-1]), 0))
    sides = [leaf_numbers(found, side, material).reshape(-1) for side in (0, 1)]
    targets = np.full((n, size), -1, dtype=np.int16)
    for k, (kind, column) in enumerate(zip(found.kinds[:-1], found.values[:-1], strict=True)):
        if kind in material.classes and column is not None:
            targets[:, k] = class_numbers(column, material.classes[kind])
    targets[:, -1] = label_numbers(examples, material.labels)
    trees = Trees((shape,), np.zeros(n, dtype=np.int32), np.arange(n, dtype=np.int64) * size)
    return AlignedColumns(trees, sides[0], sides[1], targets.reshape(-1))


def leaf_numbers(found: SharedTrees, side: int, material: Material) -> NDArray[np.int32]:
    """The vocabulary's number of the word at each row and node, 0 at inner nodes: [rows, nodes]."""
    words = found.words[side]
    out = np.zeros((len(found), len(found.kinds)), dtype=np.int32)
    out[:, : words.shape[1]] = material.vocabulary.encoded(found.table).astype(np.int32)[words]
    return out


def class_numbers(column: Coded, classes: Sequence[str]) -> NDArray[np.int16]:
    """-1 if a row has no value, or one that the model does not know."""
    numbers = [classes.index(v) if v in classes else -1 for v in column.values]
    return np.array([*numbers, -1], dtype=np.int16)[column.codes]


def _own_trees(examples: Examples, found: Sequence[AlignedTree], material: Material) -> AlignedColumns:
    sets, numbers = class_sets(material), material.vocabulary
    of_kind = groups_of({kind for tree in found for kind in tree.kinds}, material)
    shapes: dict[TreeShape, int] = {}
    of_rows = np.zeros(len(found), dtype=np.int32)
    targets: list[int] = []
    for k, (tree, label) in enumerate(zip(found, label_numbers(examples, material.labels), strict=True)):
        shape = TreeShape(tree.children, (*(of_kind[kind] for kind in tree.kinds[:-1]), 0))
        of_rows[k] = shapes.setdefault(shape, len(shapes))
        for value, group in zip(tree.values[:-1], shape.groups[:-1], strict=True):
            targets.append(sets[group].index(value) if group >= 0 and value in sets[group] else -1)
        targets.append(int(label))
    sides = [numbers.encoded([pair[side] if pair else "" for t in found for pair in t.words]) for side in (0, 1)]
    inner = np.array([pair is None for t in found for pair in t.words], dtype=bool)
    for side in sides:
        side[inner] = 0
    starts = np.cumsum([0, *(len(t.kinds) for t in found)])[:-1]
    trees = Trees(tuple(shapes), of_rows, starts)
    return AlignedColumns(trees, sides[0].astype(np.int32), sides[1].astype(np.int32), np.array(targets, np.int16))


def groups_of(kinds: Iterable[str], material: Material) -> dict[str, int]:
    """The set of classes of each kind of node, CLAUSE, or -1."""
    labelled = groups(material)
    return {k: labelled.get(k, CLAUSE if category(k) in material.recursive else -1) for k in kinds}
