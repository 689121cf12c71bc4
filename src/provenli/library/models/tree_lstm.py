"""Multiplicative TreeLSTM (Tran and Cheng 2018; Yanaka et al. 2020): what a child says depends on how it hangs from
its parent.

For node j with word vector x_j (zero at inner nodes) and children k, each hanging by an edge with vector e_jk:

    m_jk = (W_e e_jk) ∘ (W_m h_k)                  the child's state, through a matrix that the edge chooses
    s_j  = Σ_k m_jk
    i, o = σ(W x_j + U s_j + b),  u = tanh(W x_j + U s_j + b)
    f_jk = σ(W_f x_j + U_f m_jk + b_f)
    c_j  = i ∘ u + Σ_k f_jk ∘ c_k,   h_j = o ∘ tanh(c_j)

A state is [h; c], [2 hidden]. Trees come from the grammar: words are leaves, and an edge is the rule of the parent and
the place of the child. The paper's are dependencies: tree_lstm_parsed.py.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from provenli.models.net import Material
from provenli.models.net_model import NetModel
from provenli.models.protocol import TEXT, TREES
from provenli.models.settings import Settings
from provenli.models.tree_net import TreeNet

LOUD = 4.0
"""Of one, two, four and eight times an orthogonal matrix four learned depth 2 alone in fewest batches (one seed, 100
wide, tried with larger starts of the heads too)."""
TINY = 1e-8
"""So that equal sentences can be compared."""


@dataclass(frozen=True, kw_only=True)
class TreeLSTMSettings(Settings):
    steady: bool = False
    """Whether the start is such that what a leaf says reaches the root: orthogonal matrices, edges near 1, children
    kept, and sums of children loud enough that their parts multiply. From depth 2 alone, where no single word tells
    anything, one epoch (3,271 batches of 32, 200 wide) teaches everything with it; with torch's own start 4,800 batches
    taught nothing (100 wide; one seed each, the grammar's trees)."""
    compared: bool = False
    """Whether the heads are also told how premise and hypothesis differ, whatever the size of the difference, and
    their product: p, h, (p - h) / |p - h|, p ∘ h."""


class MultiplicativeTreeLSTM(TreeNet):
    def __init__(self, material: Material, settings: TreeLSTMSettings) -> None:
        super().__init__(material, settings, 4 if settings.compared else 2)
        hidden, self.steady, self.compared = settings.hidden, settings.steady, settings.compared
        self.of_word = nn.Linear(settings.embedding, 3 * hidden)
        """i, o, u; its bias is theirs"""
        self.of_sum = nn.Linear(hidden, 3 * hidden, bias=False)
        self.forget = nn.Linear(hidden, hidden)
        self.edges = nn.Embedding(len(material.edges) + 1, hidden)
        """e_jk and W_e in one: an edge is a name, so its vector can be any"""
        self.of_child = nn.Linear(hidden, hidden, bias=False)

    def begin(self) -> None:
        if not self.steady:
            return
        for layer, gain in ((self.of_word, 1.0), (self.of_sum, LOUD), (self.of_child, 1.0)):
            for block in layer.weight.chunk(layer.out_features // self.of_child.out_features):
                nn.init.orthogonal_(block, gain)
        nn.init.ones_(self.forget.bias)
        nn.init.normal_(self.edges.weight, 1, 0.01)

    def leaf(self, words: Tensor) -> Tensor:
        return self._cell(self.of_word(self.words(words)), None)

    def compose(self, children: Tensor, edges: Tensor) -> Tensor:
        h, c = children.chunk(2, 2)  # [n, arity, hidden] each
        m = self.edges(edges) * self.of_child(h)
        kept = (torch.sigmoid(self.forget(m)) * c).sum(1)
        return self._cell(self.of_word.bias + self.of_sum(m.sum(1)), kept)

    def _cell(self, gates: Tensor, kept: Tensor | None) -> Tensor:
        i, o, u = gates.chunk(3, 1)
        c = torch.sigmoid(i) * torch.tanh(u)
        if kept is not None:
            c = c + kept
        return torch.cat([torch.sigmoid(o) * torch.tanh(c), c], 1)

    def output(self, states: Tensor) -> Tensor:
        return states.chunk(2, 1)[0]

    def joined(self, pairs: Tensor) -> Tensor:
        if not self.compared:
            return super().joined(pairs)
        p, h = pairs.unbind(1)
        apart = p - h
        size = (apart.square().mean(1, keepdim=True) + TINY).sqrt()
        return torch.cat([p, h, apart / size, p * h], 1)


PRESETS = {
    "default": TreeLSTMSettings(hidden=100),
    "systematicity": TreeLSTMSettings(embedding=300, hidden=200, epochs=25, patience=5),
}
MODEL = NetModel("tree_lstm", MultiplicativeTreeLSTM, PRESETS, frozenset({TEXT, TREES}))
