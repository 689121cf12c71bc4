"""How far the words alone go: logistic regression on which words are there, in numpy, the same on every run.

Adam on the whole training set (at most `MOST` rows of it, evenly spaced), a fixed number of steps, no chance anywhere.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Integers: TypeAlias = NDArray[np.int64]
MOST = 30_000
"""Rows that a classifier learns from: more change little and take longer."""
STEPS, RATE, PULL = 150, 0.1, 1e-4
Z = 1.959963984540054
"""Two-sided 95%."""


@dataclass
class Bags:
    """The words of many texts as numbers, one after the other; `ends[k]` is where text k ends."""

    words: array[int] = field(default_factory=lambda: array("i"))
    ends: array[int] = field(default_factory=lambda: array("q"))

    def add(self, numbers: Sequence[int]) -> None:
        self.words.extend(numbers)
        self.ends.append(len(self.words))

    def __len__(self) -> int:
        return len(self.ends)


@dataclass(frozen=True)
class Rows:
    """Word numbers of all rows, and for each the row it is in. A bias is not needed: every row has word 0."""

    words: Integers
    rows: Integers
    count: int

    def scores(self, weights: Floats) -> Floats:
        """rows × labels: the sum of the weights of a row's words."""
        columns = (weights[self.words, c] for c in range(weights.shape[1]))
        return np.stack([np.bincount(self.rows, column, self.count) for column in columns], 1)

    def gradient(self, errors: Floats, words: int) -> Floats:
        """words × labels."""
        columns = (errors[self.rows, c] for c in range(errors.shape[1]))
        return np.stack([np.bincount(self.words, column, words) for column in columns], 1)


def rows_of(sides: Sequence[Bags], vocabulary: int, chosen: Integers) -> Rows:
    """Premise and hypothesis have words of their own: number 0 is the bias, then one range for each side."""
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
    return Rows(both % size, both // size, len(chosen))


def learn(sides: Sequence[Bags], labels: Integers, kinds: int, vocabulary: int) -> Floats:
    """Weights: words × labels."""
    every = len(labels)
    chosen = np.arange(every) if every <= MOST else np.linspace(0, every - 1, MOST).astype(np.int64)
    data, size = rows_of(sides, vocabulary, chosen), 1 + len(sides) * vocabulary
    goal = np.eye(kinds)[labels[chosen]]
    weights, mean, spread = (np.zeros((size, kinds)) for _ in range(3))
    for step in range(1, STEPS + 1):
        errors = (_softmax(data.scores(weights)) - goal) / len(chosen)
        slope = data.gradient(errors, size) + PULL * weights
        mean = 0.9 * mean + 0.1 * slope
        spread = 0.999 * spread + 0.001 * slope**2
        weights = weights - RATE * (mean / (1 - 0.9**step)) / (np.sqrt(spread / (1 - 0.999**step)) + 1e-8)
    return weights


def guesses(weights: Floats, sides: Sequence[Bags], vocabulary: int) -> Integers:
    """Words that training never showed have no weight."""
    count, step = len(sides[0]), 1 << 16
    pieces = [np.arange(k, min(k + step, count)) for k in range(0, count, step)]
    found: Integers = np.concatenate([rows_of(sides, vocabulary, p).scores(weights).argmax(1) for p in pieces])
    return found


def _softmax(scores: Floats) -> Floats:
    powers = np.exp(scores - scores.max(1, keepdims=True))
    found: Floats = powers / powers.sum(1, keepdims=True)
    return found


def wilson(right: int, of: int) -> tuple[float, float]:
    """The 95% interval of a share."""
    if not of:
        return 0.0, 1.0
    share, z = right / of, Z * Z / of
    middle, half = share + z / 2, sqrt(z * share * (1 - share) + z * z / 4)
    return max(0.0, (middle - half) / (1 + z)), min(1.0, (middle + half) / (1 + z))
