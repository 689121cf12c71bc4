"""ESIM, the sequential model (Chen and others 2017; Yanaka et al. 2019; Richardson et al. 2020).

encode     ā = biLSTM(a), b̄ = biLSTM(b)                        [n, L, 2 hidden]
attend     e_ij = ā_i · b̄_j;  ã, b̃ softly aligned
enhance    m = [ā; ã; ā − ã; ā ∘ ã]                            [n, L, 8 hidden], then F to [n, L, hidden], ReLU
compose    v = biLSTM(F(m))
pool       [mean v_a; max v_a; mean v_b; max v_b]              [8 hidden], then one tanh layer and a softmax
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from provenli.models.attention import soft_aligned
from provenli.models.net import Material
from provenli.models.net_model import NetModel
from provenli.models.recurrent import make_lstm, max_pooled, mean_pooled, run_lstm
from provenli.models.settings import Settings
from provenli.models.text_columns import Phrases
from provenli.models.text_net import PairNet


class ESIM(PairNet):
    def __init__(self, material: Material, settings: Settings) -> None:
        hidden = settings.hidden
        super().__init__(material, settings, 8 * hidden)
        self.encoder = make_lstm(settings.embedding, hidden, both_ways=True)
        self.project = nn.Linear(8 * hidden, hidden)
        self.composer = make_lstm(hidden, hidden, both_ways=True)

    def represent(self, premise: Phrases, hypothesis: Phrases) -> Tensor:
        a, b = self.encoded(premise), self.encoded(hypothesis)
        to_b, to_a = soft_aligned(torch.bmm(a, b.transpose(1, 2)), a, b, premise, hypothesis)
        return torch.cat([self.composed(a, to_b, premise), self.composed(b, to_a, hypothesis)], 1)

    def encoded(self, phrases: Phrases) -> Tensor:
        return run_lstm(self.encoder, self.drop(self.words(phrases.words)), phrases)[0]

    def composed(self, x: Tensor, other: Tensor, phrases: Phrases) -> Tensor:
        m = torch.relu(self.project(torch.cat([x, other, x - other, x * other], 2)))
        v = run_lstm(self.composer, self.drop(m), phrases)[0]
        return torch.cat([mean_pooled(v, phrases), max_pooled(v, phrases)], 1)


MODEL = NetModel(
    "esim",
    ESIM,
    {
        "default": Settings(layers=1, activation="tanh"),
        "paper": Settings(
            embedding=300,
            hidden=300,
            layers=1,
            activation="tanh",
            dropout=0.5,
            batch=32,
            learning_rate=4e-4,
            clip=10.0,
            epochs=30,
            patience=5,
        ),
    },
)
