"""Networks that compose premise and hypothesis as one aligned tree (Geiger et al. 2019, Figure 3).

    leaf pair      v = f(W [p; h])          p, h word vectors
    inner node     v = f(W_k [v1; …; vk])   for k children
    every node     logits = softmax layer of its set of classes, after the shared hidden layers

What differs between models of this kind is the composition (`compose`) and what a node sends to its parent (`sent`).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn

from provenli.models.aligned_columns import AlignedColumns, aligned_columns
from provenli.models.examples import Examples
from provenli.models.forest import WIDEST
from provenli.models.heads import Heads, activation, weighted_loss
from provenli.models.net import Material, Net, Numbers, gather, tensor
from provenli.models.settings import Settings


@dataclass(frozen=True, eq=False)
class Scored:
    """Logits, targets and weights of the nodes of one step."""

    group: int
    logits: Tensor
    targets: Tensor
    weights: Tensor


class AlignedNet(Net):
    all_heads = False
    """Whether the heads of inner nodes matter for prediction too."""

    def __init__(self, material: Material, settings: Settings) -> None:
        super().__init__()
        self.material, self.settings = material, settings
        self.words = nn.Embedding(len(material.vocabulary), settings.embedding)
        self.f = activation(settings)
        self.heads = Heads(settings.hidden, material, settings)
        self.make_composition(settings)

    def make_composition(self, settings: Settings) -> None:
        self.pair = nn.Linear(2 * settings.embedding, settings.hidden)
        self.inner = nn.ModuleList(nn.Linear(k * settings.hidden, settings.hidden) for k in range(1, WIDEST + 1))

    def prepare(self, examples: Examples) -> AlignedColumns:
        return aligned_columns(examples, self.material)

    def leaf(self, premise: Tensor, hypothesis: Tensor) -> Tensor:
        """[n] word numbers of each side -> [n, hidden]"""
        out: Tensor = self.f(self.pair(torch.cat([self.words(premise), self.words(hypothesis)], 1)))
        return out

    def compose(self, children: Tensor) -> Tensor:
        """[n, arity, hidden] -> [n, hidden]"""
        out: Tensor = self.f(self.inner[children.shape[1] - 1](children.flatten(1)))
        return out

    def sent(self, x: Tensor, logits: Tensor | None, group: int) -> Tensor:
        """What a node gives its parent, before equal leaf pairs are separated again."""
        del logits, group
        return x

    def exchanged(self, sent: Tensor, targets: Tensor, group: int) -> Tensor:
        """Called in training, with the classes known."""
        del targets, group
        return sent

    def score(self, rows: AlignedColumns, chosen: Numbers, every: bool) -> list[Scored]:
        """`every`: all nodes with classes, not only roots."""
        forest = rows.trees.forest(chosen)
        outputs: list[Tensor] = []
        out: list[Scored] = []
        for step in forest.steps:
            flat = rows.trees.flat(chosen, step)
            back: Tensor | None = None
            if step.arity:
                x = self.compose(forest.read(outputs, step))
            else:
                x, back = self._leaves(rows, flat)
            wanted = step.group == 0 or (step.group > 0 and (every or self.all_heads))
            logits = self.heads(x, step.group) if wanted else None
            sent = self.sent(x, logits, step.group)
            if back is not None:  # equal leaf pairs were computed once
                sent, logits = gather(sent, back), None if logits is None else gather(logits, back)
            targets = tensor(rows.targets[flat].astype(np.int64))
            outputs.append(self.exchanged(sent, targets, step.group) if self.training else sent)
            if logits is not None:
                out.append(Scored(step.group, logits, targets, tensor(rows.trees.weights(chosen, step))))
        return out

    def _leaves(self, rows: AlignedColumns, flat: Numbers) -> tuple[Tensor, Tensor]:
        size = len(self.material.vocabulary)
        codes = tensor(rows.premise[flat].astype(np.int64) * size + rows.hypothesis[flat])
        pairs, back = torch.unique(codes, return_inverse=True)
        return self.leaf(pairs // size, pairs % size), back

    def loss(self, rows: AlignedColumns, chosen: Numbers) -> Tensor:
        parts = [weighted_loss(s.logits, s.targets, s.weights) for s in self.score(rows, chosen, every=True)]
        return torch.stack(parts).sum() / len(chosen)

    def logits(self, rows: AlignedColumns, chosen: Numbers) -> Tensor:
        found = [s for s in self.score(rows, chosen, every=False) if s.group == 0]
        return self._in_order(rows, chosen, found)

    def _in_order(self, rows: AlignedColumns, chosen: Numbers, found: list[Scored]) -> Tensor:
        """Roots of trees of different heights come in different steps; within a step, trees of one shape come
        together."""
        steps = [s for s in rows.trees.forest(chosen).steps if s.group == 0]
        order = np.argsort(np.concatenate([s.rows for s in steps]), kind="stable")
        return torch.cat([s.logits for s in found])[tensor(order)]
