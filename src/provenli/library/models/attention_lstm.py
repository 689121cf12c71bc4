"""LSTM with word-by-word attention (Rocktäschel and others 2015; Geiger et al. 2019).

The hypothesis is read from where the premise's LSTM stopped (its cell state); while it is read, at each word t:

    M_t = tanh(W_y Y + (W_h h_t + W_r r_{t-1}) ⊗ 1)     Y [n, L, hidden]: the premise's states
    α_t = softmax(w · M_t)                               [n, L]
    r_t = α_t Y + tanh(W_t r_{t-1})
    h*  = tanh(W_p r_N + W_x h_N)                        the representation of the pair, [hidden]
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from provenli.models.net import Material
from provenli.models.net_model import NetModel
from provenli.models.recurrent import make_lstm
from provenli.models.settings import Settings
from provenli.models.text_columns import Phrases
from provenli.models.text_net import PairNet

State = tuple[Tensor, Tensor]


class AttentionLSTM(PairNet):
    def __init__(self, material: Material, settings: Settings) -> None:
        hidden = settings.hidden
        super().__init__(material, settings, hidden)
        self.premise = make_lstm(settings.embedding, hidden)
        self.hypothesis = make_lstm(settings.embedding, hidden)
        square = (nn.Linear(hidden, hidden, bias=False) for _ in range(6))
        self.w_y, self.w_h, self.w_r, self.w_t, self.w_p, self.w_x = square
        self.w = nn.Linear(hidden, 1, bias=False)

    def represent(self, premise: Phrases, hypothesis: Phrases) -> Tensor:
        y, (_, cell) = self._read(self.premise, premise, None)
        h, (last, _) = self._read(self.hypothesis, hypothesis, (torch.zeros_like(cell), cell))
        r = self._attend(y, h, premise, hypothesis)
        return torch.tanh(self.w_p(r) + self.w_x(last[-1]))

    def _read(self, lstm: nn.LSTM, phrases: Phrases, start: State | None) -> tuple[Tensor, State]:
        x = self.drop(self.words(phrases.words))
        if phrases.even:
            states, last = lstm(x, start)
            return states, last
        packed = pack_padded_sequence(x, phrases.lengths.clamp(min=1), True, enforce_sorted=False)
        states, last = lstm(packed, start)
        return pad_packed_sequence(states, True, total_length=x.shape[1])[0], last

    def _attend(self, y: Tensor, h: Tensor, premise: Phrases, hypothesis: Phrases) -> Tensor:
        projected, of_h = self.w_y(y), self.w_h(h)
        away = None if premise.even else (premise.mask == 0)
        r = torch.zeros_like(h[:, 0])
        for t in range(h.shape[1]):
            scores = self.w(torch.tanh(projected + (of_h[:, t] + self.w_r(r))[:, None]))[..., 0]  # [n, L]
            if away is not None:
                scores = scores.masked_fill(away, float("-inf"))
            new = torch.bmm(scores.softmax(-1)[:, None], y)[:, 0] + torch.tanh(self.w_t(r))
            r = new if hypothesis.even else torch.where((t < hypothesis.lengths)[:, None], new, r)
        return r


MODEL = NetModel("attention_lstm", AttentionLSTM, {"default": Settings(), "paper": Settings(batch=32)})
