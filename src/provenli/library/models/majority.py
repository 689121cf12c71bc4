"""Majority: every example gets the shares of the labels in training, so the most frequent label wins. No torch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from provenli.labels import ordered
from provenli.models.examples import Examples
from provenli.models.protocol import TEXT, Probabilities, Run, Saved, check_data, check_no_start
from provenli.models.settings import Settings


@dataclass(frozen=True)
class Shares:
    labels: tuple[str, ...]
    shares: Probabilities

    def probabilities(self, examples: Examples) -> Probabilities:
        return np.tile(self.shares, (len(examples), 1))

    def saved(self) -> Saved:
        return Saved({"shares": self.shares}, {"labels": list(self.labels)})


@dataclass(frozen=True)
class Majority:
    name: str = "majority"
    needs: frozenset[str] = frozenset({TEXT})
    presets: Mapping[str, Settings] = field(default_factory=lambda: {"default": Settings(epochs=1)})

    def fit(self, train: Examples, dev: Examples, run: Run) -> Shares:
        check_no_start(self, run)
        check_data(self, train, dev)
        counts = dict(zip(train.labels.values, np.bincount(train.labels.codes), strict=False))
        labels = ordered({str(name) for name, n in counts.items() if n})
        shares = np.array([counts[name] for name in labels], dtype=np.float32)
        return Shares(labels, shares / shares.sum())

    def restore(self, saved: Saved) -> Shares:
        return Shares(tuple(saved.value["labels"]), saved.arrays["shares"])


MODEL = Majority()
