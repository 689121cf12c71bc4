"""State tree (ours, for productivity): one recursive composition, and a clause sends up only a small unlabelled state.

    node     v as in CompTreeNN
    clause   q = softmax(S v),  sent up Σ_s q_s · e_s       q [states], 4 to 16 of them; e_s [hidden]
             crisp: sent up is the e_s of the largest q_s; gradients as if it were the sum
    root     hidden layers and a softmax over the labels

A clause is a node of a category (NP, S …) that occurs below itself in some training tree. Not of a rule: where training
is two deep at most, no rule does, and nothing would be held back. Where no category does, this is CompTreeNN.

Inductive bias, plainly: the tree is given, the same function is used at every depth, and what a clause can tell the
clause around it is one of a few states (up, down …), which no one names and nothing labels: only the label of the whole
pair is learned from.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
import torch
from torch import Tensor, nn

from provenli.models.aligned_columns import CLAUSE, AlignedColumns
from provenli.models.aligned_net import AlignedNet
from provenli.models.net import Material, Numbers, tensor
from provenli.models.net_model import NetModel
from provenli.models.protocol import ALIGNED, TEXT
from provenli.models.settings import Settings


@dataclass(frozen=True, kw_only=True)
class StateSettings(Settings):
    states: int = 8
    sharpness: float = 1.0
    """A larger value brings states closer to yes or no."""
    crisp: bool = False
    """Exactly one state is sent. Otherwise a mixture of the same states can come to mean something of its own."""
    familiar: float = 0.0
    """The weight of a penalty: how far the state that an embedding clause sends is from the states that embedded
    clauses send in the same batch."""


class StateTree(AlignedNet):
    def __init__(self, material: Material, settings: StateSettings) -> None:
        super().__init__(material, settings)
        self.to_states = nn.Linear(settings.hidden, settings.states)
        self.states = nn.Embedding(settings.states, settings.hidden)
        self.sharpness, self.crisp, self.familiar = settings.sharpness, settings.crisp, settings.familiar
        self.clauses: list[Tensor] = []

    def sent(self, x: Tensor, logits: Tensor | None, group: int) -> Tensor:
        del logits
        if group != CLAUSE:
            return x
        found = (self.sharpness * self.to_states(x)).log_softmax(-1)  # [n, states]
        if self.training and self.familiar:
            self.clauses.append(found)
        shares = found.exp()
        if self.crisp:
            one = nn.functional.one_hot(shares.argmax(-1), shares.shape[-1])
            shares = shares + (one - shares).detach()
        out: Tensor = shares @ self.states.weight
        return out

    def loss(self, rows: AlignedColumns, chosen: Numbers) -> Tensor:
        self.clauses.clear()
        found = super().loss(rows, chosen)
        if not self.clauses:
            return found
        learned = (1 - found.detach() / math.log(len(self.material.labels))).clamp(min=0)
        return found + self.familiar * learned * self._strangeness(rows, chosen)

    def _strangeness(self, rows: AlignedColumns, chosen: Numbers) -> Tensor:
        """For each clause with a clause below it, the distance to the nearest state of a clause that is below another
        (Kullback and Leibler's measure, 0 if they are equal). Gradients move only the former."""
        steps = [s for s in rows.trees.forest(chosen).steps if s.group == CLAUSE]
        below, above = (np.concatenate([rows.trees.nested(chosen, s)[k] for s in steps]) for k in (0, 1))
        logs = torch.cat(self.clauses)  # [clauses, states]
        known, new = logs[tensor(np.flatnonzero(below))].detach(), logs[tensor(np.flatnonzero(above))]
        if not (len(known) and len(new)):
            return logs.new_zeros(())
        own = (known.exp() * known).sum(1)  # [embedded]
        apart: Tensor = own - new @ known.exp().T  # [embedding, embedded]
        return apart.min(1).values.mean()


PLAIN = StateSettings(node_tasks=False, batch=32, clip=1.0)
MODEL = NetModel(
    "state_tree",
    StateTree,
    {
        "default": PLAIN,
        "deep": replace(PLAIN, states=16, crisp=True, familiar=1.0, epochs=60, restart_after=5, patience=6),
    },
    frozenset({TEXT, ALIGNED}),
)
