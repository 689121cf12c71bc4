"""State tree (ours, for productivity): one recursive composition, and only a small unlabelled state goes up.

    leaf pair   v = f(W [p; h])
    inner node  v = f(W_k [v1; …; vk]),  q = softmax(S v),  sent up Σ_s q_s · e_s       q [states], 4 to 8 of them
    root        hidden layers and a softmax over the labels

Inductive bias, plainly: the tree is given, the same function is used at every depth, and what a clause can tell the
clause around it is one of a few states (up, down, broken …), which no one names and nothing labels: only the label
of the whole pair is learned from. A function over few states that works at two depths works at all.
"""

from __future__ import annotations

from dataclasses import dataclass

from torch import Tensor, nn

from provenli.models.aligned_net import AlignedNet
from provenli.models.net import Material
from provenli.models.net_model import NetModel
from provenli.models.protocol import ALIGNED, TEXT
from provenli.models.settings import Settings


@dataclass(frozen=True, kw_only=True)
class StateSettings(Settings):
    states: int = 6
    sharpness: float = 1.0
    """Larger makes states more alike to yes or no."""


class StateTree(AlignedNet):
    def __init__(self, material: Material, settings: StateSettings) -> None:
        super().__init__(material, settings)
        self.to_states = nn.Linear(settings.hidden, settings.states)
        self.states = nn.Linear(settings.states, settings.hidden, bias=False)
        self.sharpness = settings.sharpness

    def compose(self, children: Tensor) -> Tensor:
        """The state is taken here and not in `sent`, so that leaf pairs keep their vectors."""
        v = super().compose(children)
        out: Tensor = self.states((self.sharpness * self.to_states(v)).softmax(-1))
        return out


MODEL = NetModel(
    "state_tree",
    StateTree,
    {"default": StateSettings(node_tasks=False, batch=128, learning_rate=3e-3, clip=1.0)},
    frozenset({TEXT, ALIGNED}),
)
