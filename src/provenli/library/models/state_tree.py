"""State tree (ours, for productivity): one recursive composition, and a clause sends up only a small unlabelled state.

    node     v as in CompTreeNN
    clause   q = softmax(S v),  sent up Σ_s q_s · e_s       q [states], 4 to 8 of them; e_s [hidden]
    root     hidden layers and a softmax over the labels

A clause is a node of a category (NP, S …) that occurs below itself in some training tree. Not of a rule: where training
is two deep at most, no rule does, and nothing would be held back. Where no category does, this is CompTreeNN.

Inductive bias, plainly: the tree is given, the same function is used at every depth, and what a clause can tell the
clause around it is one of a few states (up, down …), which no one names and nothing labels: only the label of the whole
pair is learned from.
"""

from __future__ import annotations

from dataclasses import dataclass

from torch import Tensor, nn

from provenli.models.aligned_columns import CLAUSE
from provenli.models.aligned_net import AlignedNet
from provenli.models.net import Material
from provenli.models.net_model import NetModel
from provenli.models.protocol import ALIGNED, TEXT
from provenli.models.settings import Settings


@dataclass(frozen=True, kw_only=True)
class StateSettings(Settings):
    states: int = 8
    sharpness: float = 1.0
    """Larger makes states more alike to yes or no."""


class StateTree(AlignedNet):
    def __init__(self, material: Material, settings: StateSettings) -> None:
        super().__init__(material, settings)
        self.to_states = nn.Linear(settings.hidden, settings.states)
        self.states = nn.Embedding(settings.states, settings.hidden)
        self.sharpness = settings.sharpness

    def sent(self, x: Tensor, logits: Tensor | None, group: int) -> Tensor:
        del logits
        if group != CLAUSE:
            return x
        q = (self.sharpness * self.to_states(x)).softmax(-1)  # [n, states]
        out: Tensor = q @ self.states.weight
        return out


MODEL = NetModel(
    "state_tree",
    StateTree,
    {"default": StateSettings(node_tasks=False, batch=32, clip=1.0)},
    frozenset({TEXT, ALIGNED}),
)
