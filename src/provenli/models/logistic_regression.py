"""Logistic regression on features that a row has or has not, such as words; numpy alone.

p    softmax(x W)                     x [rows, features] of 0 and 1, W [features, labels]
dW   xᵀ (p − y) / rows + pull · W     the gradient, written out; steps are Adam's (Kingma and Ba 2015)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

Matrix: TypeAlias = NDArray[Any]
"""float32 or float64: everything is computed in the type of the weights."""
Numbers: TypeAlias = NDArray[np.int64]


class FeatureRows(Protocol):
    """x, as it is multiplied: from the right by weights, from the left by errors."""

    def __len__(self) -> int: ...

    def scores(self, weights: Matrix) -> Matrix: ...

    def gradient(self, errors: Matrix) -> Matrix: ...


@dataclass(frozen=True)
class DenseRows:
    """For batches."""

    x: Matrix

    def __len__(self) -> int:
        return len(self.x)

    def scores(self, weights: Matrix) -> Matrix:
        return self.x @ weights

    def gradient(self, errors: Matrix) -> Matrix:
        return self.x.T @ errors


@dataclass(frozen=True)
class SparseRows:
    """For whole files: the features of all rows, and for each the row it is in; none twice in a row."""

    features: Numbers
    rows: Numbers
    count: int
    width: int
    """The number of features."""

    def __len__(self) -> int:
        return self.count

    def scores(self, weights: Matrix) -> Matrix:
        columns = (weights[self.features, c] for c in range(weights.shape[1]))
        return np.stack([np.bincount(self.rows, column, self.count) for column in columns], 1)

    def gradient(self, errors: Matrix) -> Matrix:
        columns = (errors[self.rows, c] for c in range(errors.shape[1]))
        return np.stack([np.bincount(self.features, column, self.width) for column in columns], 1)


def softmax(scores: Matrix) -> Matrix:
    e = np.exp(scores - scores.max(1, keepdims=True))
    out: Matrix = e / e.sum(1, keepdims=True)
    return out


@dataclass
class Adam:
    weights: Matrix
    rate: float
    steps: int = 0

    def __post_init__(self) -> None:
        self.mean, self.square = np.zeros_like(self.weights), np.zeros_like(self.weights)

    def step(self, gradient: Matrix) -> None:
        self.steps += 1
        self.mean += 0.1 * (gradient - self.mean)
        self.square += 0.001 * (gradient**2 - self.square)
        mean, square = self.mean / (1 - 0.9**self.steps), self.square / (1 - 0.999**self.steps)
        self.weights -= (self.rate * mean / (np.sqrt(square) + 1e-8)).astype(self.weights.dtype)


def learn_from(rows: FeatureRows, gold: Matrix, adam: Adam, pull: float) -> float:
    """One step; `gold` [rows, labels] has a 1 in each row. Returns the loss before the step, summed over rows."""
    kind = adam.weights.dtype.type
    p = softmax(rows.scores(adam.weights))
    adam.step(rows.gradient(p - gold) / kind(len(rows)) + kind(pull) * adam.weights)
    return -float(np.log((p * gold).sum(1) + 1e-12).sum())
