"""A trained model with its shelf: names in, a run that predicts any part out."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from provenli.arguments import path_of
from provenli.data.dataset import DataPart
from provenli.fairness.fair import FragmentOf
from provenli.library.fragment_shelf import fragment_for
from provenli.library.model_shelf import model_for, row_reader, training_order
from provenli.models.train import TrainedModel, load_trained, train
from provenli.pairs.fragment import Fragment
from provenli.progress import shown_progress
from provenli.scoring.load import predictions_of
from provenli.scoring.predictions import Predictions


@dataclass(frozen=True)
class TrainedRun:
    """What `train` gives: `result` has epochs, dev accuracy and history. `fragment`: the user's own file, if the data
    were made with one."""

    trained: TrainedModel
    fragment: str | None = None

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
            read = row_reader(self.trained.model, fragment_given(self.fragment), progress)
            return self.trained.predict(read(file))

    def predict(self, data: str | os.PathLike[str] | DataPart) -> Predictions:
        """Predictions as columns, ready to be scored."""
        name = data.name if isinstance(data, DataPart) else Path(data).stem
        return predictions_of(self.rows(data), name=name)

    def __repr__(self) -> str:
        return repr(self.trained)


def fragment_given(given: str | None) -> FragmentOf:
    """The fragment of each data set: from the shelf, or the file that the user gives."""

    def find(directory: Path, name: str) -> Fragment:
        return fragment_for(directory, given)(name)

    return find


def train_run(
    name: str,
    split: Path,
    out: Path,
    preset: str = "default",
    seed: int = 0,
    start: Path | None = None,
    settings: Mapping[str, Any] | Sequence[str] = (),
    fragment: str | None = None,
) -> TrainedRun:
    with shown_progress() as progress:
        of = fragment_given(fragment)
        order = training_order(name, split, out, of, preset, settings, seed, start, progress)
        return TrainedRun(train(order, progress), fragment)


def load_run(directory: Path, model: str | None = None, fragment: str | None = None) -> TrainedRun:
    """`model`, `fragment`: the user's own files, if the run or its data were made with some."""
    return TrainedRun(load_trained(directory, model_for(directory, model)), fragment)
