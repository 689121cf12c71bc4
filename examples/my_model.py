"""A model of your own, in one file: words that premise and hypothesis share.

    provenli train examples/my_model.py DIR --out RUN
    provenli predict RUN DIR/test.jsonl --model examples/my_model.py --out predictions.jsonl

MODEL has a name, what it needs, presets, `fit` and `restore`; what `fit` returns gives each label a probability.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from provenli.models.examples import Examples, examples_of, tokens
from provenli.models.protocol import Probabilities, Run, Saved, check_data, predict
from provenli.models.settings import Settings


def shared(examples: Examples) -> np.ndarray:
    """For each pair, how many tenths of the hypothesis's words the premise has too."""
    pairs = zip(examples.premises, examples.hypotheses, strict=True)
    sets = [(set(tokens(p)), set(tokens(h))) for p, h in pairs]
    return np.array([10 * len(p & h) // max(1, len(h)) for p, h in sets], dtype=np.int64)


@dataclass(frozen=True)
class Table:
    """How often each label went with each overlap in training."""

    labels: tuple[str, ...]
    counts: np.ndarray  # [overlap 0..10, labels]

    def probabilities(self, examples: Examples) -> Probabilities:
        rows = self.counts[shared(examples)]
        out: Probabilities = (rows / rows.sum(1, keepdims=True)).astype(np.float32)
        return out

    def saved(self) -> Saved:
        return Saved({"counts": self.counts}, {"labels": list(self.labels)})


@dataclass(frozen=True)
class Overlap:
    name: str = "overlap"
    needs: frozenset[str] = frozenset({"text"})
    presets: Mapping[str, Settings] = field(default_factory=lambda: {"default": Settings()})

    def fit(self, train: Examples, dev: Examples, run: Run) -> Table:
        del run
        check_data(self, train, dev)
        counts = np.ones((11, len(train.labels.values)))
        np.add.at(counts, (shared(train), train.labels.codes), 1)
        return Table(tuple(train.labels.values), counts)

    def restore(self, saved: Saved) -> Table:
        return Table(tuple(saved.value["labels"]), saved.arrays["counts"])


MODEL = Overlap()

if __name__ == "__main__":
    pairs = examples_of(["every dog ran", "no cat slept"], ["every dog ran"] * 2, ["entailment", "neutral"])
    print(predict(MODEL.fit(pairs, pairs, Run()), pairs))
