"""Decomposable attention (Parikh and others 2016; Yanaka et al. 2019; Richardson et al. 2020).

    attend     e_ij = F(a_i) · F(b_j);  β_i = Σ_j softmax_j(e_ij) b_j;  α_j = Σ_i softmax_i(e_ij) a_i
    compare    v1_i = G([a_i; β_i]),  v2_j = G([b_j; α_j])
    aggregate  [Σ v1; Σ v2]                               [2 hidden], then hidden layers and a softmax

Words are projected to `hidden` first. No word order at all; without intra-sentence attention.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from provenli.models.attention import soft_aligned
from provenli.models.net import Material
from provenli.models.net_model import NetModel
from provenli.models.settings import Settings
from provenli.models.text_columns import Phrases
from provenli.models.text_net import PairNet


def two_layers(width: int, hidden: int, dropout: float) -> nn.Sequential:
    return nn.Sequential(
        nn.Dropout(dropout),
        nn.Linear(width, hidden),
        nn.ReLU(),
        nn.Dropout(dropout),
        nn.Linear(hidden, hidden),
        nn.ReLU(),
    )


class DecomposableAttention(PairNet):
    def __init__(self, material: Material, settings: Settings) -> None:
        hidden = settings.hidden
        super().__init__(material, settings, 2 * hidden)
        self.project = nn.Linear(settings.embedding, hidden, bias=False)
        self.attend = two_layers(hidden, hidden, settings.dropout)
        self.compare = two_layers(2 * hidden, hidden, settings.dropout)

    def represent(self, premise: Phrases, hypothesis: Phrases) -> Tensor:
        a, b = self.project(self.words(premise.words)), self.project(self.words(hypothesis.words))
        scores = torch.bmm(self.attend(a), self.attend(b).transpose(1, 2))  # [n, La, Lb]
        beta, alpha = soft_aligned(scores, a, b, premise, hypothesis)
        left = self.compare(torch.cat([a, beta], 2)) * premise.mask[..., None]
        right = self.compare(torch.cat([b, alpha], 2)) * hypothesis.mask[..., None]
        return torch.cat([left.sum(1), right.sum(1)], 1)


MODEL = NetModel(
    "decomposable_attention",
    DecomposableAttention,
    {
        "default": Settings(hidden=200, epochs=20, patience=5),
        "paper": Settings(embedding=300, hidden=200, dropout=0.2, batch=64, epochs=50, patience=10),
    },
)
