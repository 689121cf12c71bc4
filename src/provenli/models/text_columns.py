"""Sentences as columns of word numbers, and the phrase pairs that a batch is asked about.

Without node tasks that is one pair for each row. With the twelve tasks of Geiger et al. 2019 ("the other models
process each of the 11 pairs of aligned phrases separately") a row gives twelve; those of one length are computed
together, without padding, and equal short ones once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from provenli.errors import InputError
from provenli.models.aligned_columns import class_numbers, label_numbers
from provenli.models.examples import Examples
from provenli.models.heads import groups
from provenli.models.net import Material, tensor
from provenli.models.shared_trees import SharedTrees
from provenli.models.vocabulary import PADDING

Numbers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Phrases:
    """Word numbers [n, longest], padded; `lengths` [n]. `even`: all are equally long, so there is no padding."""

    words: Tensor
    lengths: Tensor
    even: bool

    @property
    def mask(self) -> Tensor:
        """[n, longest], 1 where there is a word."""
        return (torch.arange(self.words.shape[1]) < self.lengths[:, None]).float()


@dataclass(frozen=True, eq=False)
class SentenceSide:
    """All sentences of one side."""

    codes: NDArray[np.int32]
    starts: Numbers

    @property
    def lengths(self) -> Numbers:
        return np.diff(self.starts)

    def phrases(self, chosen: Numbers, span: tuple[int, int] | None = None) -> Phrases:
        """Whole sentences, or words `span` of each."""
        first = self.starts[chosen] + (span[0] if span else 0)
        sizes = np.full(len(chosen), span[1] - span[0]) if span else self.lengths[chosen]
        longest = max(1, int(sizes.max()))
        at = np.arange(longest)
        inside = at < sizes[:, None]
        found = self.codes[np.minimum(first[:, None] + at, len(self.codes) - 1)]
        return Phrases(
            tensor(np.where(inside, found, PADDING).astype(np.int64)),
            tensor(sizes.astype(np.int64)),
            bool(inside.all()),
        )


@dataclass(frozen=True, eq=False)
class PhraseTask:
    """`span`: which words; None is the whole sentence. `group`: its set of classes."""

    span: tuple[int, int] | None
    group: int
    weight: float
    targets: NDArray[np.int16]


@dataclass(frozen=True, eq=False)
class TextColumns:
    premise: SentenceSide
    hypothesis: SentenceSide
    tasks: tuple[PhraseTask, ...]
    """The whole sentence is the last."""

    def __len__(self) -> int:
        return len(self.premise.starts) - 1

    @property
    def lengths(self) -> Numbers:
        return self.premise.lengths + self.hypothesis.lengths

    def by_length(self) -> list[list[PhraseTask]]:
        """Tasks whose phrases are equally long."""
        found: dict[int, list[PhraseTask]] = {}
        for task in self.tasks:
            found.setdefault(task.span[1] - task.span[0] if task.span else 0, []).append(task)
        return list(found.values())


def text_columns(examples: Examples, material: Material) -> TextColumns:
    sides = [SentenceSide(material.vocabulary.coded(w), w.starts) for w in examples.words]
    for name, side in (("premise", sides[0]), ("hypothesis", sides[1])):
        if (side.lengths == 0).any():
            row = examples.ids[int(side.lengths.argmin())]
            raise InputError(f"{examples.where}: row {row!r}: its {name} has no words")
    whole = PhraseTask(None, 0, 1.0, label_numbers(examples, material.labels))
    return TextColumns(sides[0], sides[1], (*phrase_tasks(examples, material).values(), whole))


def phrase_tasks(examples: Examples, material: Material) -> dict[int, PhraseTask]:
    """If all rows share one tree, each of its nodes covers the same words in all rows, and its value can be learned
    from them. The tasks are by node, without the root."""
    rows, of_kind = examples.aligned, groups(material)
    if not isinstance(rows, SharedTrees):
        return {}
    return {
        k: PhraseTask(rows.spans[k], of_kind[kind], rows.weights[k], class_numbers(column, material.classes[kind]))
        for k, (kind, column) in enumerate(zip(rows.kinds[:-1], rows.values[:-1], strict=True))
        if kind in of_kind and column is not None
    }


def stacked(found: Sequence[Phrases]) -> Phrases:
    """Phrases of one length, one below the other."""
    if len(found) == 1:
        return found[0]
    return Phrases(torch.cat([f.words for f in found]), torch.cat([f.lengths for f in found]), True)


SHORT = 2
"""Phrases up to this length are often equal within a batch."""


def distinct(words: Tensor, size: int) -> tuple[Tensor, Tensor]:
    """Rows of [n, length] once each, and for each row where it is now. A row is read as one number in base `size`."""
    code = words[:, 0]
    for k in range(1, words.shape[1]):
        code = code * size + words[:, k]
    unique, back = torch.unique(code, return_inverse=True)
    columns = []
    for _ in range(words.shape[1]):
        columns.append(unique % size)
        unique = unique // size
    return torch.stack(columns[::-1], 1), back
