"""LSTMs over phrases of different lengths: no padding is computed."""

from __future__ import annotations

from torch import Tensor, nn
from torch.nn.utils.rnn import PackedSequence, pack_padded_sequence, pad_packed_sequence

from provenli.models.text_columns import Phrases


def run_lstm(lstm: nn.LSTM, x: Tensor, phrases: Phrases) -> tuple[Tensor, Tensor]:
    """x [n, longest, d] -> states [n, longest, ways * hidden], and last states [layers * ways, n, hidden]."""
    if phrases.even:
        states, (last, _) = lstm(x)
        return states, last
    packed: PackedSequence = pack_padded_sequence(x, phrases.lengths.clamp(min=1), True, enforce_sorted=False)
    states, (last, _) = lstm(packed)
    return pad_packed_sequence(states, True, total_length=x.shape[1])[0], last


def max_pooled(states: Tensor, phrases: Phrases) -> Tensor:
    """Over words: [n, longest, d] -> [n, d]"""
    if phrases.even:
        return states.amax(1)
    return states.masked_fill(phrases.mask[..., None] == 0, float("-inf")).amax(1)


def mean_pooled(states: Tensor, phrases: Phrases) -> Tensor:
    mask = phrases.mask[..., None]
    return (states * mask).sum(1) / mask.sum(1).clamp(min=1)


def make_lstm(width: int, hidden: int, layers: int = 1, both_ways: bool = False, dropout: float = 0.0) -> nn.LSTM:
    """Dropout is between layers, so only where there are several."""
    return nn.LSTM(
        width, hidden, layers, batch_first=True, bidirectional=both_ways, dropout=dropout if layers > 1 else 0.0
    )
