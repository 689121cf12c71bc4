"""CompTreeNTN (Geiger et al. 2019, section 5): CompTreeNN with a neural tensor network as composition (Socher and
others 2013).

    x = [v1; …; vk]                       [k hidden]
    v = f(x^T V x + W x + b)              V [k hidden, k hidden, hidden], a full tensor for each arity

Leaf pairs likewise. x_i x_j is x_j x_i, so V is kept as its upper triangle, in bands: what a full tensor can say, with
little more than half of its arithmetic.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn

from provenli.errors import InputError
from provenli.models.aligned_net import AlignedNet
from provenli.models.net_model import NetModel
from provenli.models.protocol import ALIGNED, TEXT
from provenli.models.settings import Settings

ARITIES = (2, 3)
BOUNDED = "tanh"
"""Both activations are in the paper's grid. With ReLU every node squares: a hundred wide, the loss was 1e30 after 1,600
batches; 1 with tanh after 200."""
SLOW = 3e-4
"""The slowest rate of the paper's grid: 25 wide on 100,000 fair pairs, dev accuracy was 90 with it and 72 with 1e-3."""
STRONG = 0.2
"""L2, which decides whether the network remembers words. 100 wide on the paper's 500,000 pairs (one seed, batches of
64) dev accuracy was 80, 92, 94, 91 after 26,000, 51,000, 77,000, 102,000 pairs with 0.05, and 86, 94, 96 after the
first three with 0.2; with 0.01 it was 62 after all pairs. The paper's strongest is 0.01, for an error of unknown
weight: Adam cares only for their ratio, and the weights of the parts of a fair pair add up to 5 here."""
BAND = 50
"""Narrower bands save little arithmetic and cost as much in smaller products (benchmarks/train.py)."""


@dataclass(frozen=True, kw_only=True)
class TensorSettings(Settings):
    tensor_start: float = 0.05
    """The approximate size of x^T V x at first, if all x are about 1. More of it remembers words: 50 wide on 115,000
    fair pairs, dev accuracy was 80 with 0.05 and 77 with 0.5."""
    tensor_step: float = 1.6875
    """How far one step of Adam can move x^T V x: V has the rate tensor_step / width^2, if that is less than the
    learning rate; 0 means the learning rate. With one rate for all, a step 300 wide moves it by 27, and tanh is
    saturated for good."""

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("tensor_start", "tensor_step"):
            if getattr(self, name) < 0:
                raise InputError(f"{name}: expected 0 or more, found {getattr(self, name)}")


class TensorLayer(nn.Module):
    """A band holds the products of some x_i with themselves and with every x_j after them."""

    def __init__(self, width: int, out: int, start: float) -> None:
        super().__init__()
        self.linear = nn.Linear(width, out)
        self.width = width
        self.bands = nn.ParameterList(
            torch.randn(width - k, out * min(BAND, width - k)) * start / width for k in range(0, width, BAND)
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
        assert isinstance(settings, TensorSettings)
        self.step, start = settings.tensor_step, settings.tensor_start
        self.pair_form = TensorLayer(2 * settings.embedding, settings.hidden, start)
        self.single = nn.Linear(settings.hidden, settings.hidden)
        self.forms = nn.ModuleList(TensorLayer(k * settings.hidden, settings.hidden, start) for k in ARITIES)

    def parameter_groups(self, learning_rate: float) -> list[dict[str, Any]]:
        if not self.step:
            return super().parameter_groups(learning_rate)
        layers = [m for m in self.modules() if isinstance(m, TensorLayer)]
        tensors = {id(p) for layer in layers for p in layer.bands}
        groups = [{"params": list(m.bands), "lr": min(learning_rate, self.step / m.width**2)} for m in layers]
        return [{"params": [p for p in self.parameters() if id(p) not in tensors]}, *groups]

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
        "default": TensorSettings(
            batch=256, l2=STRONG, epochs=3, activation=BOUNDED, learning_rate=SLOW, decay=True, judged_every=400
        ),
        "small": TensorSettings(
            batch=256, embedding=40, hidden=40, epochs=3, activation=BOUNDED, tensor_start=0.5, tensor_step=0
        ),
    },
    frozenset({TEXT, ALIGNED}),
)
