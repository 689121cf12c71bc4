"""Our solver of English pairs as a model: nothing is trained, so it stands beside models in any table.

It answers as `entails english` does, from polarity, word knowledge and proof; the probability is how often answers of
that kind were right on the half of MED that it was calibrated on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from provenli.english.decision import Solver, solver_for
from provenli.labels import ENTAILMENT, NOT, ordered
from provenli.models.examples import Examples
from provenli.models.protocol import TEXT, Probabilities, Run, Saved, check_data, check_no_start
from provenli.models.settings import Settings

SURE = 0.51
"""The answer gets at least this probability: a label that was seldom right is still the answer."""


@dataclass(frozen=True)
class Answering:
    labels: tuple[str, ...]

    @cached_property
    def solver(self) -> Solver:
        return solver_for("ccg")

    def probabilities(self, examples: Examples) -> Probabilities:
        pairs = zip(examples.premises, examples.hypotheses, strict=True)
        return np.array([self._shares(p, h) for p, h in pairs], dtype=np.float32).reshape(-1, len(self.labels))

    def _shares(self, premise: str, hypothesis: str) -> list[float]:
        answer = self.solver.decide((premise,), hypothesis)
        said = answer.label if answer.label in self.labels or answer.label == ENTAILMENT else NOT
        sure = max(answer.probability, SURE)
        others = (1 - sure) / max(1, len(self.labels) - 1)
        return [sure if label == said else others for label in self.labels]

    def saved(self) -> Saved:
        return Saved({}, {"labels": list(self.labels)})


@dataclass(frozen=True)
class NaturalLogicSolver:
    name: str = "natural_logic"
    needs: frozenset[str] = frozenset({TEXT})
    presets: Mapping[str, Settings] = field(default_factory=lambda: {"default": Settings(epochs=1)})

    def fit(self, train: Examples, dev: Examples, run: Run) -> Answering:
        """Training uses only the names of the labels."""
        check_no_start(self, run)
        check_data(self, train, dev)
        return Answering(ordered({str(train.labels.values[k]) for k in np.unique(train.labels.codes)}))

    def restore(self, saved: Saved) -> Answering:
        return Answering(tuple(saved.value["labels"]))


MODEL = NaturalLogicSolver()
