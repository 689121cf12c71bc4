"""Bag of words: logistic regression on which words occur, in hypothesis, premise or both (Yanaka et al. 2019;
Richardson et al. 2020). No torch.

A feature is a word that occurs, in premise and hypothesis apart; the last one is the bias, which every row has. Trained
on batches, like the networks (logistic_regression.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from provenli.errors import InputError, suggestion
from provenli.labels import ordered
from provenli.models.batches import batches
from provenli.models.examples import Examples
from provenli.models.logistic_regression import Adam, DenseRows, learn_from, softmax
from provenli.models.protocol import TEXT, Epoch, Probabilities, Run, Saved, check_data, check_no_start
from provenli.models.settings import Settings, from_json, to_json
from provenli.models.vocabulary import Vocabulary, vocabulary_of

Matrix = NDArray[np.float32]
SIDES = ("hypothesis", "premise", "both")


@dataclass(frozen=True, kw_only=True)
class BagSettings(Settings):
    sees: str = "both"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.sees not in SIDES:
            raise InputError(f"sees: no {self.sees!r}; {suggestion(self.sees, SIDES)}")


@dataclass(frozen=True)
class Bags:
    """Which features each row has: `codes[starts[k]:starts[k + 1]]`, every one once."""

    codes: NDArray[np.int64]
    starts: NDArray[np.int64]

    def dense(self, chosen: NDArray[np.int64], width: int) -> Matrix:
        out = np.zeros((len(chosen), width), dtype=np.float32)
        sizes = np.diff(self.starts)[chosen]
        rows = np.repeat(np.arange(len(chosen)), sizes)
        within = np.arange(len(rows)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        out[rows, self.codes[np.repeat(self.starts[chosen], sizes) + within]] = 1
        out[:, -1] = 1
        return out


def bags(examples: Examples, vocabulary: Vocabulary, sees: str) -> Bags:
    """Premise words are numbered after hypothesis words."""
    sides = [(0, examples.words[1])] if sees != "premise" else []
    sides += [(len(vocabulary), examples.words[0])] if sees != "hypothesis" else []
    rows = np.concatenate([np.repeat(np.arange(len(examples)), w.lengths) for _, w in sides])
    codes = np.concatenate([vocabulary.coded(w).astype(np.int64) + shift for shift, w in sides])
    order = np.argsort(rows, kind="stable")
    starts = np.cumsum([0, *np.bincount(rows, minlength=len(examples))])
    return Bags(codes[order], starts)


@dataclass(frozen=True)
class Regression:
    labels: tuple[str, ...]
    vocabulary: Vocabulary
    settings: BagSettings
    weights: Matrix

    def probabilities(self, examples: Examples) -> Probabilities:
        found = bags(examples, self.vocabulary, self.settings.sees)
        out = np.zeros((len(examples), len(self.labels)), dtype=np.float32)
        for k in range(0, len(examples), 1024):
            rows = np.arange(k, min(k + 1024, len(examples)))
            out[rows] = softmax(found.dense(rows, len(self.weights)) @ self.weights)
        return out

    def saved(self) -> Saved:
        value = {"labels": list(self.labels), "words": list(self.vocabulary.words), "settings": to_json(self.settings)}
        return Saved({"weights": self.weights}, value)


@dataclass(frozen=True)
class BagOfWords:
    name: str = "bag_of_words"
    needs: frozenset[str] = frozenset({TEXT})
    presets: Mapping[str, Settings] = field(default_factory=lambda: PRESETS)

    def fit(self, train: Examples, dev: Examples, run: Run) -> Regression:
        check_no_start(self, run)
        check_data(self, train, dev)
        settings = run.settings
        assert isinstance(settings, BagSettings)
        labels = ordered({str(train.labels.values[c]) for c in set(train.labels.codes.tolist())})
        vocabulary = vocabulary_of(train)
        width = 2 * len(vocabulary) + 1
        found = bags(train, vocabulary, settings.sees)
        gold = np.eye(len(labels), dtype=np.float32)[
            np.array([labels.index(v) for v in train.labels.values])[train.labels.codes]
        ]
        adam = Adam(np.zeros((width, len(labels)), dtype=np.float32), settings.learning_rate)
        best = Regression(labels, vocabulary, settings, adam.weights.copy())
        highest = -1.0
        for epoch in range(settings.epochs):
            loss = self._epoch(adam, found, gold, settings, run.seed, epoch)
            now = Regression(labels, vocabulary, settings, adam.weights.copy())
            right = _accuracy(now, dev)
            run.epoch_done(Epoch(epoch + 1, loss, right))
            if right >= highest:
                best, highest = now, right
        return best

    def _epoch(self, adam: Adam, found: Bags, gold: Matrix, settings: Settings, seed: int, epoch: int) -> float:
        total = 0.0
        for chosen in batches(np.ones(len(gold), dtype=np.int64), settings.batch, seed, epoch):
            rows = DenseRows(found.dense(chosen, len(adam.weights)))
            total += learn_from(rows, gold[chosen], adam, settings.l2)
        return total / len(gold)

    def restore(self, saved: Saved) -> Regression:
        settings = from_json(BagSettings, saved.value["settings"], "checkpoint of bag_of_words")
        return Regression(
            tuple(saved.value["labels"]), Vocabulary(tuple(saved.value["words"])), settings, saved.arrays["weights"]
        )


def _accuracy(fitted: Regression, dev: Examples) -> float:
    gold = np.array([fitted.labels.index(v) for v in dev.labels.values])[dev.labels.codes]
    return float((fitted.probabilities(dev).argmax(1) == gold).mean())


PRESETS: Mapping[str, Settings] = {
    "default": BagSettings(learning_rate=1e-2),
    "hypothesis-only": BagSettings(learning_rate=1e-2, sees="hypothesis"),
    "premise-only": BagSettings(learning_rate=1e-2, sees="premise"),
}
MODEL = BagOfWords()
