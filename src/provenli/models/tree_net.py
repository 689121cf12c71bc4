"""Networks that compose each sentence along its own tree; the two roots are put side by side.

What differs between the models is how a node's state comes from those of its children (`leaf`, `compose`).
"""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor, nn

from provenli.models.examples import Examples
from provenli.models.heads import Heads, weighted_loss
from provenli.models.net import Material, Net, Numbers, tensor
from provenli.models.settings import Settings
from provenli.models.text_columns import Task
from provenli.models.tree_columns import TreeColumns, both, tree_columns


class TreeNet(Net):
    def __init__(self, material: Material, settings: Settings) -> None:
        super().__init__()
        self.material, self.settings = material, settings
        self.words = nn.Embedding(len(material.vocabulary), settings.embedding)
        self.heads = Heads(2 * settings.hidden, material, settings)
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

    def represent(self, rows: TreeColumns, chosen: Numbers, nodes: list[int]) -> list[Tensor]:
        """For each of the nodes (-1: roots), the pair of phrases: [rows, 2 hidden]."""
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
            out.append(self.output(states).reshape(len(chosen), -1))
        return out

    def _scored(self, rows: TreeColumns, chosen: Numbers, tasks: tuple[tuple[int, Task], ...]) -> list[Tensor]:
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

