"""Soft alignment of two sentences, with padding left out."""

from __future__ import annotations

import torch
from torch import Tensor

from provenli.models.text_columns import Phrases


def soft_aligned(scores: Tensor, a: Tensor, b: Tensor, left: Phrases, right: Phrases) -> tuple[Tensor, Tensor]:
    """scores [n, La, Lb] -> for each word of a, the aligned part of b [n, La, d], and the other way round [n, Lb,
    d]."""
    over_b, over_a = shares(scores, left, right)
    return torch.bmm(over_b, b), torch.bmm(over_a.transpose(1, 2), a)


def shares(scores: Tensor, left: Phrases, right: Phrases) -> tuple[Tensor, Tensor]:
    """Softmax over the words of b, and over those of a; both [n, La, Lb]."""
    over_b = scores if right.even else scores.masked_fill(right.mask[:, None] == 0, float("-inf"))
    over_a = scores if left.even else scores.masked_fill(left.mask[:, :, None] == 0, float("-inf"))
    return over_b.softmax(2), over_a.softmax(1)
