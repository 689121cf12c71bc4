"""KIM (Chen and others 2018; Yanaka et al. 2019): ESIM with five WordNet features r_ij for each pair of words.

    attend    e_ij = ā_i · b̄_j + λ 1[r_ij ≠ 0]
    align     ã_i = Σ_j α_ij b̄_j,  and what is known of the pairs Σ_j α_ij r_ij            [5]
    enhance   m = [ā; ã; ā − ã; ā ∘ ã; Σ_j α_ij r_ij]      -> F, ReLU, biLSTM as in ESIM
    pool      mean, max, and a mean weighted by knowledge: softmax of W Σ_j α_ij r_ij        [12 hidden] in all

WordNet is read from files (`library/models/wordnet.py`); without them a clear message says where to get them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn

from provenli.library.models.wordnet import FEATURES, Relations
from provenli.models.attention import shares
from provenli.models.net import Material
from provenli.models.net_model import NetModel
from provenli.models.recurrent import make_lstm, max_pooled, mean_pooled, run_lstm
from provenli.models.settings import Settings
from provenli.models.text_columns import Phrases
from provenli.models.text_net import PairNet
from provenli.models.vocabulary import RESERVED


@dataclass(frozen=True, kw_only=True)
class KIMSettings(Settings):
    knowledge_weight: float = 1.0
    """λ"""
    wordnet: str = ""
    """The directory of WordNet's files; empty: where the system has it."""


class KIM(PairNet):
    def __init__(self, material: Material, settings: KIMSettings) -> None:
        hidden = settings.hidden
        super().__init__(material, settings, 12 * hidden)
        self.known = Relations(settings.wordnet)
        self.weight = settings.knowledge_weight
        self.encoder = make_lstm(settings.embedding, hidden, both_ways=True)
        self.project = nn.Linear(8 * hidden + FEATURES, hidden)
        self.composer = make_lstm(hidden, hidden, both_ways=True)
        self.importance = nn.Linear(FEATURES, 1, bias=False)

    def represent(self, premise: Phrases, hypothesis: Phrases) -> Tensor:
        a, b = self._encoded(premise), self._encoded(hypothesis)
        r = self.relations(premise.words, hypothesis.words)
        scores = torch.bmm(a, b.transpose(1, 2)) + self.weight * (r != 0).any(-1).float()
        over_b, over_a = shares(scores, premise, hypothesis)
        back = r[..., [0, 1, 3, 2, 4]]  # seen from the other side, hypernyms are hyponyms
        left = self._composed(a, torch.bmm(over_b, b), (over_b[..., None] * r).sum(2), premise)
        right = self._composed(b, torch.bmm(over_a.transpose(1, 2), a), (over_a[..., None] * back).sum(1), hypothesis)
        return torch.cat([left, right], 1)

    def relations(self, left: Tensor, right: Tensor) -> Tensor:
        """Word numbers [n, La], [n, Lb] -> features [n, La, Lb, 5]; every distinct pair is looked up once."""
        size = len(self.material.vocabulary)
        pairs, where = np.unique((left[:, :, None] * size + right[:, None]).numpy(), return_inverse=True)
        table = np.stack([self._looked_up(int(p) // size, int(p) % size) for p in pairs])
        return torch.from_numpy(table[where.reshape(left.shape[0], left.shape[1], right.shape[1])])

    def _looked_up(self, left: int, right: int) -> np.ndarray:
        if min(left, right) < RESERVED:
            return np.zeros(FEATURES, dtype=np.float32)
        words = self.material.words
        return self.known.of_pair(words[left - RESERVED], words[right - RESERVED])

    def _encoded(self, phrases: Phrases) -> Tensor:
        return run_lstm(self.encoder, self.drop(self.words(phrases.words)), phrases)[0]

    def _composed(self, x: Tensor, other: Tensor, known: Tensor, phrases: Phrases) -> Tensor:
        m = torch.relu(self.project(torch.cat([x, other, x - other, x * other, known], 2)))
        v = run_lstm(self.composer, self.drop(m), phrases)[0]
        scores = self.importance(known)[..., 0].masked_fill(phrases.mask == 0, float("-inf"))
        weighted = torch.bmm(scores.softmax(1)[:, None], v)[:, 0]
        return torch.cat([mean_pooled(v, phrases), max_pooled(v, phrases), weighted], 1)


MODEL = NetModel(
    "kim",
    KIM,
    {
        "default": KIMSettings(layers=1, activation="tanh"),
        "paper": KIMSettings(
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
