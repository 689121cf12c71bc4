"""A trained model with its shelf: names in, a run that predicts any part out."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from provenli.arguments import path_of
from provenli.data.dataset import DataPart
from provenli.library.fragment_shelf import fragment_for
from provenli.library.model_shelf import load_model, row_reader, training_order
from provenli.models.train import TrainedModel, load_trained, train
from provenli.pairs.fragment import Fragment
from provenli.progress import shown_progress
from provenli.scoring.load import predictions_of
from provenli.scoring.predictions import Predictions


@dataclass(frozen=True)
class TrainedRun:
    """What `train` gives: `result` has epochs, dev accuracy and history."""

    trained: TrainedModel

    @property
    def directory(self) -> Path:
        return self.trained.directory

    @property
    def result(self) -> Mapping[str, Any]:
        return self.trained.result

    def rows(self, data: str | os.PathLike[str] | DataPart) -> list[dict[str, Any]]:
        """A line for each row: its label, gold label, probabilities, schema, features."""
        file = data.path if isinstance(data, DataPart) else path_of("data", data)
        with shown_progress() as progress:
            return self.trained.predict(row_reader(self.trained.model, fragment_of, progress)(file))

    def predict(self, data: str | os.PathLike[str] | DataPart) -> Predictions:
        """Predictions as columns, ready to be scored."""
        name = data.name if isinstance(data, DataPart) else Path(data).stem
        return predictions_of(self.rows(data), name=name)

    def __repr__(self) -> str:
        return repr(self.trained)


def fragment_of(directory: Path, name: str) -> Fragment:
    return fragment_for(directory, None)(name)


def train_run(
    name: str,
    split: Path,
    out: Path,
    preset: str = "default",
    seed: int = 0,
    start: Path | None = None,
    settings: Mapping[str, Any] | Sequence[str] = (),
) -> TrainedRun:
    with shown_progress() as progress:
        order = training_order(name, split, out, fragment_of, preset, settings, seed, start, progress)
        return TrainedRun(train(order, progress))


def load_run(directory: Path) -> TrainedRun:
    return TrainedRun(load_trained(directory, load_model))
