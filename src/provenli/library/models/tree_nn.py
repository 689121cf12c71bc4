"""TreeNN (Geiger et al. 2019, section 5; Socher and others 2011): each sentence along its own tree, a single layer
per node.

    leaf        v = f(W_0 w)                    w [embedding] -> v [hidden]
    k children  v = f(W_k [v1; …; vk] + b_k)
    [v_p; v_h]  two hidden layers and a softmax; with node tasks the same for every labelled phrase pair

Premise and hypothesis meet only at the very top.
"""

from __future__ import annotations

from torch import Tensor, nn

from provenli.models.forest import WIDEST
from provenli.models.heads import activation
from provenli.models.net import Material
from provenli.models.net_model import NetModel
from provenli.models.protocol import TEXT, TREES
from provenli.models.settings import Settings
from provenli.models.tree_net import TreeNet


class TreeNN(TreeNet):
    def __init__(self, material: Material, settings: Settings) -> None:
        super().__init__(material, settings)
        self.f = activation(settings)
        self.lift = nn.Linear(settings.embedding, settings.hidden)
        self.inner = nn.ModuleList(nn.Linear(k * settings.hidden, settings.hidden) for k in range(1, WIDEST + 1))

    def leaf(self, words: Tensor) -> Tensor:
        out: Tensor = self.f(self.lift(self.words(words)))
        return out

    def compose(self, children: Tensor, edges: Tensor) -> Tensor:
        del edges
        out: Tensor = self.f(self.inner[children.shape[1] - 1](children.flatten(1)))
        return out


MODEL = NetModel(
    "tree_nn",
    TreeNN,
    {"default": Settings(batch=64), "paper": Settings(batch=32, activation="tanh")},
    frozenset({TEXT, TREES}),
)
