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

import torch
from torch import Tensor, nn

from provenli.models.net import Material
from provenli.models.net_model import NetModel
from provenli.models.protocol import TEXT, TREES
from provenli.models.settings import Settings
from provenli.models.tree_net import TreeNet


class MultiplicativeTreeLSTM(TreeNet):
    def __init__(self, material: Material, settings: Settings) -> None:
        super().__init__(material, settings)
        hidden = settings.hidden
        self.of_word = nn.Linear(settings.embedding, 3 * hidden)
        """i, o, u; its bias is theirs"""
        self.of_sum = nn.Linear(hidden, 3 * hidden, bias=False)
        self.forget = nn.Linear(hidden, hidden)
        self.edges = nn.Embedding(len(material.edges) + 1, hidden)
        """e_jk and W_e in one: an edge is a name, so its vector can be any"""
        self.of_child = nn.Linear(hidden, hidden, bias=False)

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


PRESETS = {"default": Settings(hidden=100), "systematicity": Settings(embedding=300, hidden=200, epochs=25, patience=5)}
MODEL = NetModel("tree_lstm", MultiplicativeTreeLSTM, PRESETS, frozenset({TEXT, TREES}))
