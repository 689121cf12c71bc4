"""What a model is to the rest of ProveNLI: it is fitted to examples and then gives each label a probability.

A user's model is one file that defines MODEL, a value with the members of `Model` (examples/my_model.py is short).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from provenli.errors import InputError, suggestion
from provenli.labels import LABELS
from provenli.models.examples import HEADED as HEADED
from provenli.models.examples import PARSED as PARSED
from provenli.models.examples import TREES as TREES
from provenli.models.examples import Examples
from provenli.models.settings import Settings, changed, changed_by
from provenli.progress import Progress, silent

TEXT, ALIGNED, NODE_LABELS = "text", "aligned trees", "node labels"
NEEDS = (TEXT, TREES, ALIGNED, NODE_LABELS, PARSED, HEADED)


Probabilities = NDArray[np.float32]
"""Examples by labels, the labels in the order of `Fitted.labels`."""


@dataclass(frozen=True, slots=True)
class Epoch:
    """The result of an epoch; `number` counts from 1."""

    number: int
    loss: float
    dev_accuracy: float


@dataclass(frozen=True, slots=True)
class Saved:
    """All of a fitted model: arrays by name, and a JSON value."""

    arrays: Mapping[str, NDArray[Any]]
    value: Mapping[str, Any]


def ignore_epoch(epoch: Epoch) -> None:
    del epoch


@dataclass(frozen=True)
class Run:
    """One training. With a directory it can be killed and started again, and ends as if nothing had happened."""

    settings: Settings = field(default_factory=Settings)
    seed: int = 0
    directory: Path | None = None
    start: Saved | None = None
    """A fitted model of the same kind to go on from, with its vocabulary and labels."""
    progress: Progress = silent
    epoch_done: Callable[[Epoch], None] = ignore_epoch


@runtime_checkable
class Fitted(Protocol):
    @property
    def labels(self) -> tuple[str, ...]: ...

    def probabilities(self, examples: Examples) -> Probabilities: ...

    def saved(self) -> Saved: ...


@runtime_checkable
class Model(Protocol):
    """`presets` has at least "default". `restore` is the way back from what `saved` gave."""

    @property
    def name(self) -> str: ...
    @property
    def needs(self) -> frozenset[str]: ...
    @property
    def presets(self) -> Mapping[str, Settings]: ...

    def fit(self, train: Examples, dev: Examples, run: Run) -> Fitted: ...

    def restore(self, saved: Saved) -> Fitted: ...


def predict(fitted: Fitted, examples: Examples) -> list[str]:
    """The most probable label of each example, by name."""
    if not len(examples):
        return []
    return [fitted.labels[k] for k in fitted.probabilities(examples).argmax(1)]


def accuracy(fitted: Fitted, examples: Examples) -> float:
    gold = [examples.labels.values[c] if c >= 0 else None for c in examples.labels.codes]
    right = [p == g for p, g in zip(predict(fitted, examples), gold, strict=True)]
    return sum(right) / len(right) if right else 0.0


def settings_of(model: Model, preset: str, changes: Sequence[str] | Mapping[str, Any]) -> Settings:
    """The settings of the preset, changed by words such as `epochs=3`, or by values by name."""
    if preset not in model.presets:
        raise InputError(f"{model.name} has no preset {preset!r}; {suggestion(preset, model.presets)}")
    settings = model.presets[preset]
    return changed_by(settings, changes) if isinstance(changes, Mapping) else changed(settings, changes)


def check_data(model: Model, train: Examples, dev: Examples) -> None:
    """Checked before anything long is begun: there are rows, labels that training shows, and what the model needs."""
    for part in (train, dev):
        if not len(part):
            raise InputError(f"{part.where} has no rows: nothing to train on or to choose by")
        check_names(part)
        if (part.labels.codes < 0).any():
            k = int((part.labels.codes < 0).argmax())
            raise InputError(f"{part.where}: row {part.ids[k]!r} has no label; training needs one for every row")
        check_needs(model, part)
    known = set(train.labels.values)
    if strange := sorted(set(dev.labels.values) - known):
        raise InputError(
            f"{dev.where}: the label {strange[0]!r} does not occur in {train.where}, which has "
            f"{', '.join(sorted(known))}"
        )


def check_names(examples: Examples) -> None:
    """Another spelling would be a class of its own in training, and nobody would notice."""
    for code, label in enumerate(examples.labels.values):
        rows = np.flatnonzero(examples.labels.codes == code)
        if label not in LABELS and len(rows):
            row = examples.ids[int(rows[0])]
            raise InputError(
                f"{examples.where}: row {row!r}: unknown label {label!r}; {suggestion(label.strip().lower(), LABELS)}"
            )


def check_needs(model: Model, examples: Examples) -> None:
    for need in NEEDS:
        if need in model.needs and not examples.has(need):
            raise InputError(
                f"model {model.name!r} needs {need}, and {examples.where} has none; "
                "data sets of `provenli generate` whose fragment gives trees have them"
            )


def check_no_start(model: Model, run: Run) -> None:
    """For models that learn everything anew: a start would be silently ignored."""
    if run.start is not None:
        raise InputError(f"model {model.name!r} cannot go on from another run: leave out --from")
