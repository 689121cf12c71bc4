"""Networks that compose each sentence along its own tree; the two roots are put side by side.

What differs between the models is how a node's state comes from those of its children (`leaf`, `compose`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from provenli.data.trees import Tree
from provenli.models.aligned_columns import label_numbers, leaf_numbers
from provenli.models.examples import Examples
from provenli.models.forest import Trees, TreeShape
from provenli.models.heads import Heads, weighted_loss
from provenli.models.material import edge
from provenli.models.net import Material, Net, Numbers, tensor
from provenli.models.settings import Settings
from provenli.models.shared_trees import SharedSentences, SharedTrees
from provenli.models.text_columns import PhraseTask, phrase_tasks

# --- Trees of single sentences as columns. Tree 2k is the premise of row k, tree 2k + 1 its hypothesis. ---


@dataclass(frozen=True, eq=False)
class TreeColumns:
    """Columns over nodes: words (0 at inner nodes), and the relation to the parent (0: unknown, or a root)."""

    trees: Trees
    words: NDArray[np.int32]
    edges: NDArray[np.int32]
    tasks: tuple[tuple[int, PhraseTask], ...]
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
    whole = PhraseTask(None, 0, 1.0, label_numbers(examples, material.labels))
    assert examples.trees is not None, "check_needs comes first"
    if isinstance(examples.trees, SharedSentences):
        parts = phrase_tasks(examples, material)
        return _one_tree(examples.trees.rows, material, (*parts.items(), (-1, whole)))
    trees = [t for pair in examples.trees for t in pair]
    shapes: dict[TreeShape, int] = {}
    of_rows = np.array(
        [shapes.setdefault(TreeShape(t.children, (-1,) * len(t.children)), len(shapes)) for t in trees], dtype=np.int32
    )
    starts = np.cumsum([0, *(len(t.children) for t in trees)])[:-1]
    return TreeColumns(
        Trees(tuple(shapes), of_rows, starts), _words(trees, material), _edges(trees, material), ((-1, whole),)
    )


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


def _one_tree(rows: SharedTrees, material: Material, tasks: tuple[tuple[int, PhraseTask], ...]) -> TreeColumns:
    """Both sentences of all rows have the same tree."""
    n, size = len(rows), len(rows.kinds)
    words = np.stack([leaf_numbers(rows, side, material) for side in (0, 1)], axis=1)
    edges = _edges([Tree(rows.kinds, rows.children)], material)
    trees = Trees((TreeShape(rows.children, (-1,) * size),), np.zeros(2 * n, dtype=np.int32), np.arange(2 * n) * size)
    return TreeColumns(trees, words.reshape(-1), np.tile(edges, 2 * n), tasks)


class TreeNet(Net):
    def __init__(self, material: Material, settings: Settings, vectors: int = 2) -> None:
        """`vectors`: how many of a phrase's width `joined` gives."""
        super().__init__()
        self.material, self.settings = material, settings
        self.words = nn.Embedding(len(material.vocabulary), settings.embedding)
        self.heads = Heads(vectors * settings.hidden, material, settings)
        self.drop = nn.Dropout(settings.dropout)

    def prepare(self, examples: Examples) -> TreeColumns:
        return tree_columns(examples, self.material)

    def leaf(self, words: Tensor) -> Tensor:
        """[n] word numbers -> [n, state]"""
        raise NotImplementedError

    def compose(self, children: Tensor, edges: Tensor) -> Tensor:
        """[n, arity, state] and how each child hangs [n, arity] -> [n, state]"""
        raise NotImplementedError

    def output(self, states: Tensor) -> Tensor:
        """The part of a state that represents the phrase: [n, state] -> [n, hidden]"""
        return states

    def joined(self, pairs: Tensor) -> Tensor:
        """What is told of a premise and a hypothesis: [n, 2, hidden] -> [n, vectors hidden]"""
        return pairs.flatten(1)

    def represent(self, rows: TreeColumns, chosen: Numbers, nodes: list[int]) -> list[Tensor]:
        """For each of the nodes (-1: roots), the pair of phrases: [rows, vectors hidden]."""
        trees = both(chosen)
        forest = rows.trees.forest(trees)
        outputs: list[Tensor] = []
        edges_at = rows.trees.starts[trees]
        for step in forest.steps:
            flat = rows.trees.flat(trees, step)
            if not step.arity:
                outputs.append(self.leaf(tensor(rows.words[flat].astype(np.int64))))
                continue
            edges = rows.edges[edges_at[step.rows][:, None] + step.below]
            outputs.append(self.compose(forest.read(outputs, step), tensor(edges.astype(np.int64))))
        every = np.arange(len(trees))
        out = []
        for k in nodes:
            states = forest.root_outputs(outputs) if k < 0 else forest.located(outputs, every, np.full(len(trees), k))
            out.append(self.joined(self.output(states).reshape(len(chosen), 2, -1)))
        return out

    def _scored(self, rows: TreeColumns, chosen: Numbers, tasks: tuple[tuple[int, PhraseTask], ...]) -> list[Tensor]:
        found = self.represent(rows, chosen, [node for node, _ in tasks])
        return [self.heads(self.drop(x), task.group) for x, (_, task) in zip(found, tasks, strict=True)]

    def loss(self, rows: TreeColumns, chosen: Numbers) -> Tensor:
        parts = [
            weighted_loss(logits, tensor(task.targets[chosen].astype(np.int64)), task.weight)
            for logits, (_, task) in zip(self._scored(rows, chosen, rows.tasks), rows.tasks, strict=True)
        ]
        return torch.stack(parts).sum() / len(chosen)

    def logits(self, rows: TreeColumns, chosen: Numbers) -> Tensor:
        return self._scored(rows, chosen, rows.tasks[-1:])[0]
