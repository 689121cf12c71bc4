"""biLSTM with max pooling, seeing hypothesis, premise or both (Richardson et al. 2020, baselines; Conneau and others
2017).

    h_i = [LSTM→; LSTM←](w)_i       [2 hidden]
    s   = max over i                [2 hidden]

`sees=both` reads premise, a mark, hypothesis as one sequence, as Richardson et al. 2020 does.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from provenli.errors import InputError, suggestion
from provenli.models.net import Material
from provenli.models.net_model import NetModel
from provenli.models.recurrent import make_lstm, max_pooled, run_lstm
from provenli.models.settings import Settings
from provenli.models.text_columns import Phrases
from provenli.models.text_net import SentenceNet
from provenli.models.vocabulary import PADDING

SIDES = ("hypothesis", "premise", "both")


@dataclass(frozen=True, kw_only=True)
class BiLSTMSettings(Settings):
    sees: str = "both"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.sees not in SIDES:
            raise InputError(f"sees: no {self.sees!r}; {suggestion(self.sees, SIDES)}")


class BiLSTMMax(SentenceNet):
    def __init__(self, material: Material, settings: BiLSTMSettings) -> None:
        one_side = "premise" if settings.sees == "both" else settings.sees
        super().__init__(material, settings, 2 * settings.hidden, one_side)
        self.both = settings.sees == "both"
        self.mark = torch.nn.Parameter(torch.randn(settings.embedding))
        self.lstm = make_lstm(settings.embedding, settings.hidden, both_ways=True)

    def pairs(self, premise: Phrases, hypothesis: Phrases) -> Tensor:
        return self._read(joined(premise, hypothesis)) if self.both else super().pairs(premise, hypothesis)

    def encode(self, phrases: Phrases) -> Tensor:
        return self._read(phrases)

    def _read(self, phrases: Phrases) -> Tensor:
        x = self.words(phrases.words.clamp(min=PADDING))
        if self.both:
            x = torch.where((phrases.words == MARK)[..., None], self.mark, x)
        return max_pooled(run_lstm(self.lstm, self.drop(x), phrases)[0], phrases)


MARK = -1
"""In place of a word number: the mark between premise and hypothesis."""


def joined(premise: Phrases, hypothesis: Phrases) -> Phrases:
    """Premise, mark, hypothesis, without padding between."""
    n, left, right = len(premise.words), premise.words.shape[1], hypothesis.words.shape[1]
    lengths = premise.lengths + 1 + hypothesis.lengths
    out = torch.full((n, left + 1 + right), PADDING)
    out[:, :left] = premise.words
    rows = torch.arange(n)[:, None]
    at = premise.lengths[:, None] + 1 + torch.arange(right)
    out[rows, at] = hypothesis.words
    out[torch.arange(n), premise.lengths] = MARK
    return Phrases(out[:, : int(lengths.max())], lengths, premise.even and hypothesis.even)


MODEL = NetModel(
    "bilstm_max",
    BiLSTMMax,
    {
        "default": BiLSTMSettings(),
        "hypothesis-only": BiLSTMSettings(sees="hypothesis"),
        "premise-only": BiLSTMSettings(sees="premise"),
        "both": BiLSTMSettings(),
    },
)
