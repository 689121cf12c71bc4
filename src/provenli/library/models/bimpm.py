"""BiMPM (Wang and others 2017; Yanaka et al. 2019): every word of one sentence is matched with the other, in several
ways.

    words      word vectors, and with `characters` beside each a vector from its characters (`library/models/bimpm.py`)
    context    p = biLSTM(premise), q = biLSTM(hypothesis)
    match      f_m(u, v; W)_k = cos(W_k ∘ u, W_k ∘ v)       for `perspectives` rows k of W [perspectives, hidden]
               with: the other's last state (full); each word, the best (max); the mean by cosine (attentive);
               the word with the highest cosine (max-attentive); each way of the biLSTM by itself: 8 W
    aggregate  biLSTM over the matchings [n, L, 8 perspectives]; last states of both ways and both sides, [4 hidden]

The paper's sizes are in the preset `paper`: characters of 20 make vectors of 50.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from provenli.errors import InputError
from provenli.models.net import Material, gather
from provenli.models.net_model import NetModel
from provenli.models.recurrent import make_lstm, run_lstm
from provenli.models.settings import Settings
from provenli.models.text_columns import Phrases
from provenli.models.text_net import PairNet
from provenli.models.vocabulary import RESERVED

# --- Vectors of words from their characters (Wang and others 2017, section 3). ---


class Spelling(nn.Module):
    letters: Tensor
    """The numbers of each word's characters, by the word's number: [words, longest], 0 beyond the end."""
    lengths: Tensor

    def __init__(self, words: Sequence[str], width: int, out: int) -> None:
        super().__init__()
        spelled = [""] * RESERVED + list(words)
        numbers = {c: k for k, c in enumerate(sorted(set("".join(words))), start=1)}
        longest = max(1, *map(len, spelled))
        rows = [[numbers[c] for c in word] + [0] * (longest - len(word)) for word in spelled]
        self.register_buffer("letters", torch.tensor(rows), persistent=False)
        self.register_buffer("lengths", torch.tensor([len(w) for w in spelled]), persistent=False)
        self.characters = nn.Embedding(len(numbers) + 1, width, padding_idx=0)
        self.lstm = make_lstm(width, out)

    def forward(self, words: Tensor) -> Tensor:
        """Word numbers [n, L] -> [n, L, out]; every word is read once."""
        found, back = torch.unique(words, return_inverse=True)
        lengths = self.lengths[found]
        letters = self.letters[found, : max(1, int(lengths.max()))]
        last = run_lstm(self.lstm, self.characters(letters), Phrases(letters, lengths, False))[1][-1]
        return gather(last * (lengths > 0)[:, None], back)


TINY = 1e-8


@dataclass(frozen=True, kw_only=True)
class BiMPMSettings(Settings):
    perspectives: int = 20
    characters: int = 0
    """The width of a character's vector; 0: words are not spelled."""
    spelled: int = 50
    """The width of the vector that a word's characters make."""

    def __post_init__(self) -> None:
        super().__post_init__()
        for name, least in (("perspectives", 1), ("characters", 0), ("spelled", 1)):
            if getattr(self, name) < least:
                raise InputError(f"{name}: expected {least} or more, found {getattr(self, name)}")


def cosine(u: Tensor, v: Tensor) -> Tensor:
    """Over the last dimension; the rest is broadcast."""
    lengths: Tensor = torch.linalg.vector_norm(u, dim=-1) * torch.linalg.vector_norm(v, dim=-1)
    return (u * v).sum(-1) / lengths.clamp(min=TINY)


def match(u: Tensor, v: Tensor, w: Tensor) -> Tensor:
    """u, v [n, L, hidden] or [n, 1, hidden], w [perspectives, hidden] -> [n, L, perspectives]"""
    return cosine(u[:, :, None] * w, v[:, :, None] * w)


def match_all(u: Tensor, v: Tensor, w: Tensor) -> Tensor:
    """Every word with every word: [n, Lu, hidden], [n, Lv, hidden] -> [n, Lu, Lv, perspectives]"""
    left = nn.functional.normalize(u[:, None] * w[:, None], dim=-1, eps=TINY)  # [n, perspectives, Lu, hidden]
    right = nn.functional.normalize(v[:, None] * w[:, None], dim=-1, eps=TINY)
    return (left @ right.transpose(2, 3)).permute(0, 2, 3, 1)


class BiMPM(PairNet):
    rows_at_a_time = 64

    def __init__(self, material: Material, settings: BiMPMSettings) -> None:
        hidden = settings.hidden
        super().__init__(material, settings, 4 * hidden)
        self.spelling = Spelling(material.words, settings.characters, settings.spelled) if settings.characters else None
        width = settings.embedding + (settings.spelled if settings.characters else 0)
        self.context = make_lstm(width, hidden, both_ways=True)
        self.w = nn.Parameter(torch.rand(8, settings.perspectives, hidden))
        self.aggregate = make_lstm(8 * settings.perspectives, hidden, both_ways=True)

    def represent(self, premise: Phrases, hypothesis: Phrases) -> Tensor:
        p, p_last = run_lstm(self.context, self.drop(self._vectors(premise)), premise)
        q, q_last = run_lstm(self.context, self.drop(self._vectors(hypothesis)), hypothesis)
        left = self._matched(p, q, q_last, hypothesis)
        right = self._matched(q, p, p_last, premise)
        ends = [run_lstm(self.aggregate, self.drop(x), side)[1] for x, side in ((left, premise), (right, hypothesis))]
        return torch.cat([e for last in ends for e in (last[0], last[1])], 1)

    def _vectors(self, phrases: Phrases) -> Tensor:
        """-> [n, L, embedding + spelled]"""
        known: Tensor = self.words(phrases.words)
        return known if self.spelling is None else torch.cat([known, self.spelling(phrases.words)], 2)

    def _matched(self, u: Tensor, v: Tensor, last: Tensor, other: Phrases) -> Tensor:
        """[n, Lu, 2 hidden] against [n, Lv, 2 hidden] -> [n, Lu, 8 perspectives]"""
        out = []
        for way, (x, y) in enumerate(zip(u.chunk(2, 2), v.chunk(2, 2), strict=True)):
            full, best, mean, top = self.w[4 * way : 4 * way + 4]
            away = (other.mask == 0)[:, None]  # [n, 1, Lv]
            similar = match_all(x, y, torch.ones(1, x.shape[2]))[..., 0]  # [n, Lu, Lv]
            weights = similar.masked_fill(away, 0.0)
            share = weights / _away_from_zero(weights.sum(2, keepdim=True))
            chosen = similar.masked_fill(away, float("-inf")).argmax(2)  # [n, Lu]
            picked = torch.gather(y, 1, chosen[..., None].expand(-1, -1, y.shape[2]))
            out += [
                match(x, last[way][:, None], full),
                match_all(x, y, best).masked_fill(away[..., None], float("-inf")).amax(2),
                match(x, torch.bmm(share, y), mean),
                match(x, picked, top),
            ]
        return torch.cat(out, 2)


def _away_from_zero(x: Tensor) -> Tensor:
    """Cosines may add up to nothing."""
    return torch.where(x.abs() < TINY, torch.full_like(x, TINY), x)


MODEL = NetModel(
    "bimpm",
    BiMPM,
    {
        "default": BiMPMSettings(layers=1),
        "paper": BiMPMSettings(embedding=300, layers=1, dropout=0.1, batch=64, epochs=20, patience=5, characters=20),
    },
)
