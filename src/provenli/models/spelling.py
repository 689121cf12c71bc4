"""Vectors of words from their characters (Wang and others 2017, section 3).

    c_1 … c_m   the word's characters                  [width]
    v           last state of an LSTM over them        [out]

Characters are those of the model's words. A word that the model does not know has no number of its own, so its spelling
is not known either: its vector is zero.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn

from provenli.models.net import gather
from provenli.models.recurrent import make_lstm, run_lstm
from provenli.models.text_columns import Phrases
from provenli.models.vocabulary import RESERVED


class Spelling(nn.Module):
    letters: Tensor
    """Of each word number, its characters' numbers: [words, longest], 0 beyond the end."""
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
