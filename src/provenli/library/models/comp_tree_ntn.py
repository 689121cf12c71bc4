"""CompTreeNTN (Geiger et al. 2019, section 5): CompTreeNN with a neural tensor network as composition (Socher and
others 2013).

    x = [v1; …; vk]                       [k hidden]
    v = f(x^T V x + W x + b)              V [k hidden, k hidden, hidden], a full tensor for each arity

Leaf pairs likewise. x_i x_j is x_j x_i, so V is kept as its upper triangle, in bands: what a full tensor can say, with
little more than half of its arithmetic.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from provenli.errors import InputError
from provenli.models.aligned_net import AlignedNet
from provenli.models.net_model import NetModel
from provenli.models.protocol import ALIGNED, TEXT
from provenli.models.settings import Settings

ARITIES = (2, 3)
START = 0.5
"""The approximate size of x^T V x at first, if all x are about 1. Much more would drown the linear part, and saturate
tanh."""
BOUNDED = "tanh"
"""Both activations are in the paper's grid. With ReLU every node squares: a hundred wide, the loss was 1e30 after 1,600
batches; 1 with tanh after 200."""
SLOW = 3e-4
"""The slowest rate of the paper's grid: 25 wide on 100,000 fair pairs, dev accuracy was 90 with it and 72 with 1e-3."""
BAND = 50
"""Narrower bands save little arithmetic and cost as much in smaller products (benchmarks/train.py)."""


class TensorLayer(nn.Module):
    """A band holds the products of some x_i with themselves and with every x_j after them."""

    def __init__(self, width: int, out: int) -> None:
        super().__init__()
        self.linear = nn.Linear(width, out)
        self.bands = nn.ParameterList(
            torch.randn(width - k, out * min(BAND, width - k)) * START / width for k in range(0, width, BAND)
        )

    def forward(self, x: Tensor) -> Tensor:
        """[n, width] -> [n, out]"""
        out: Tensor = self.linear(x)
        for k, band in enumerate(self.bands):
            rest = x[:, k * BAND :]
            near = rest[:, :BAND]
            forms = (rest @ band).view(len(x), -1, near.shape[1])  # [n, out, width of the band]
            out = out + torch.bmm(forms, near[:, :, None])[:, :, 0]
        return out


class CompTreeNTN(AlignedNet):
    rows_at_a_time = 64

    def make_composition(self, settings: Settings) -> None:
        self.pair_form = TensorLayer(2 * settings.embedding, settings.hidden)
        self.single = nn.Linear(settings.hidden, settings.hidden)
        self.forms = nn.ModuleList(TensorLayer(k * settings.hidden, settings.hidden) for k in ARITIES)

    def leaf(self, premise: Tensor, hypothesis: Tensor) -> Tensor:
        out: Tensor = self.f(self.pair_form(torch.cat([self.words(premise), self.words(hypothesis)], 1)))
        return out

    def compose(self, children: Tensor) -> Tensor:
        if children.shape[1] > ARITIES[-1]:
            raise InputError(f"a node has {children.shape[1]} children; tensors compose {ARITIES[-1]} at most")
        layer = self.single if children.shape[1] == 1 else self.forms[children.shape[1] - ARITIES[0]]
        out: Tensor = self.f(layer(children.flatten(1)))
        return out


MODEL = NetModel(
    "comp_tree_ntn",
    CompTreeNTN,
    {
        "default": Settings(batch=64, l2=1e-4, epochs=3, activation=BOUNDED, learning_rate=SLOW),
        "small": Settings(batch=256, embedding=40, hidden=40, epochs=3, activation=BOUNDED),
    },
    frozenset({TEXT, ALIGNED}),
)
