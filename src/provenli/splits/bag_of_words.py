"""How far the words alone go: logistic regression on which words are there, the same on every run.

Adam on the whole training set (at most `MOST` rows of it, evenly spaced), a fixed number of steps, no chance anywhere.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from provenli.models.logistic_regression import Adam, SparseRows, learn_from

Floats: TypeAlias = NDArray[np.float64]
Integers: TypeAlias = NDArray[np.int64]
MOST = 30_000
"""Rows that a classifier learns from: more change little and take longer."""
STEPS, RATE, PULL = 150, 0.1, 1e-4


@dataclass
class TextBags:
    """The words of many texts as numbers, one after the other; `ends[k]` is where text k ends."""

    words: array[int] = field(default_factory=lambda: array("i"))
    ends: array[int] = field(default_factory=lambda: array("q"))

    def add(self, numbers: Sequence[int]) -> None:
        self.words.extend(numbers)
        self.ends.append(len(self.words))

    def __len__(self) -> int:
        return len(self.ends)


def rows_of(sides: Sequence[TextBags], vocabulary: int, chosen: Integers) -> SparseRows:
    """Premise and hypothesis have words of their own: 0 is the bias, which all rows have, then a range a side."""
    words, rows = [np.zeros(len(chosen), dtype=np.int64)], [np.arange(len(chosen))]
    for k, side in enumerate(sides):
        ends = np.frombuffer(side.ends, dtype=np.int64)
        starts = np.concatenate([[0], ends[:-1]])
        lengths = (ends - starts)[chosen]
        row = np.repeat(np.arange(len(chosen)), lengths)
        place = np.arange(len(row)) + np.repeat(starts[chosen] - np.cumsum(lengths) + lengths, lengths)
        words.append(np.frombuffer(side.words, dtype=np.int32)[place].astype(np.int64) + 1 + k * vocabulary)
        rows.append(row)
    size = 1 + len(sides) * vocabulary
    both = np.unique(np.concatenate(rows) * size + np.concatenate(words))  # a word counts once in a text
    return SparseRows(both % size, both // size, len(chosen), size)


def learn(sides: Sequence[TextBags], labels: Integers, kinds: int, vocabulary: int) -> Floats:
    """Weights: words × labels."""
    every = len(labels)
    chosen = np.arange(every) if every <= MOST else np.linspace(0, every - 1, MOST).astype(np.int64)
    data, goal = rows_of(sides, vocabulary, chosen), np.eye(kinds)[labels[chosen]]
    adam = Adam(np.zeros((data.width, kinds)), RATE)
    for _ in range(STEPS):
        learn_from(data, goal, adam, PULL)
    return adam.weights


def guesses(weights: Floats, sides: Sequence[TextBags], vocabulary: int) -> Integers:
    """Words that training never showed have no weight."""
    count, step = len(sides[0]), 1 << 16
    pieces = [np.arange(k, min(k + step, count)) for k in range(0, count, step)]
    found: Integers = np.concatenate([rows_of(sides, vocabulary, p).scores(weights).argmax(1) for p in pieces])
    return found
