"""Networks over text: `SentenceNet` encodes each sentence by itself, `PairNet` looks at the two together.

Both give a representation of the pair to the heads; what differs between the models is `encode` or `represent`.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn

from provenli.models.examples import Examples
from provenli.models.heads import Heads, weighted_loss
from provenli.models.net import Material, Net, Numbers, gather, tensor
from provenli.models.settings import Settings
from provenli.models.text_columns import SHORT, Phrases, PhraseTask, TextColumns, distinct, stacked, text_columns
from provenli.models.vocabulary import PADDING


class TextNet(Net):
    """`width`: of the representation of a pair."""

    def __init__(self, material: Material, settings: Settings, width: int) -> None:
        super().__init__()
        self.material, self.settings = material, settings
        self.words = nn.Embedding(len(material.vocabulary), settings.embedding, padding_idx=PADDING)
        self.heads = Heads(width, material, settings)
        self.drop = nn.Dropout(settings.dropout)

    def prepare(self, examples: Examples) -> TextColumns:
        return text_columns(examples, self.material)

    def pairs(self, premise: Phrases, hypothesis: Phrases) -> Tensor:
        """-> [n, width]"""
        raise NotImplementedError

    def loss(self, rows: TextColumns, chosen: Numbers) -> Tensor:
        total = torch.zeros(())
        for tasks in rows.by_length():
            x = self._of_tasks(rows, chosen, tasks)
            for k, task in enumerate(tasks):
                part = x[k * len(chosen) : (k + 1) * len(chosen)]
                targets = tensor(task.targets[chosen].astype("int64"))
                total = total + weighted_loss(self.heads(self.drop(part), task.group), targets, task.weight)
        return total / len(chosen)

    def logits(self, rows: TextColumns, chosen: Numbers) -> Tensor:
        out: Tensor = self.heads(self._of_tasks(rows, chosen, rows.tasks[-1:]), 0)
        return out

    def _of_tasks(self, rows: TextColumns, chosen: Numbers, tasks: Sequence[PhraseTask]) -> Tensor:
        """Representations of the phrase pairs of these tasks, task after task: [tasks * rows, width]."""
        premise = stacked([rows.premise.phrases(chosen, t.span) for t in tasks])
        hypothesis = stacked([rows.hypothesis.phrases(chosen, t.span) for t in tasks])
        return self.pairs(premise, hypothesis)


class SentenceNet(TextNet):
    """Representations of the two sides are put side by side. `one_side`: only that one is looked at."""

    one_side: str = ""

    def __init__(self, material: Material, settings: Settings, width: int, one_side: str = "") -> None:
        super().__init__(material, settings, width if one_side else 2 * width)
        self.one_side = one_side

    def encode(self, phrases: Phrases) -> Tensor:
        """-> [n, width of one side]"""
        raise NotImplementedError

    def pairs(self, premise: Phrases, hypothesis: Phrases) -> Tensor:
        if self.one_side:
            return self._encoded(premise if self.one_side == "premise" else hypothesis)
        if premise.words.shape == hypothesis.words.shape and premise.even and hypothesis.even:
            return torch.cat(self._encoded(stacked([premise, hypothesis])).chunk(2), 1)
        return torch.cat([self._encoded(premise), self._encoded(hypothesis)], 1)

    def _encoded(self, phrases: Phrases) -> Tensor:
        """Equal short phrases once."""
        if not phrases.even or phrases.words.shape[1] > SHORT:
            return self.encode(phrases)
        words, back = distinct(phrases.words, len(self.material.vocabulary))
        return gather(self.encode(Phrases(words, torch.full((len(words),), words.shape[1]), True)), back)


class PairNet(TextNet):
    def represent(self, premise: Phrases, hypothesis: Phrases) -> Tensor:
        """-> [n, width]"""
        raise NotImplementedError

    def pairs(self, premise: Phrases, hypothesis: Phrases) -> Tensor:
        """Equal short phrase pairs once."""
        length = premise.words.shape[1]
        if not (premise.even and hypothesis.even and length == hypothesis.words.shape[1] <= SHORT):
            return self.represent(premise, hypothesis)
        words, back = distinct(torch.cat([premise.words, hypothesis.words], 1), len(self.material.vocabulary))
        lengths = torch.full((len(words),), length)
        left, right = (Phrases(w.contiguous(), lengths, True) for w in words.chunk(2, 1))
        return gather(self.represent(left, right), back)
