"""Training: an order becomes a directory with a trained model, and such a directory becomes a model again.

A directory has config.json (what was ordered), state.safetensors (where training stands), metrics.jsonl (a line for
each epoch), model.safetensors (the best epoch), result.json (written last: training is finished).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from provenli.errors import InputError, many
from provenli.files import UNFINISHED, alone_in, read_file, regular, write_json, write_whole
from provenli.models.checkpoints import STATE, WEIGHTS, read_saved, write_saved
from provenli.models.examples import Examples, evenly
from provenli.models.predictions import check_labels, predictions
from provenli.models.protocol import Epoch, Fitted, Model, Run, Saved, accuracy, check_data, ignore_epoch
from provenli.models.settings import Settings, to_json
from provenli.options import SEEDS, check_whole
from provenli.own_files import is_path, one_line, slip_in_own_file
from provenli.progress import Progress, silent

CONFIG, METRICS, RESULT = "config.json", "metrics.jsonl", "result.json"
EpochDone = Callable[[Epoch], None]
FindModel = Callable[[str, str | None], Model]
"""Finds a model from its recorded name, and the hash of a user's own file or None."""


@dataclass(frozen=True)
class TrainingOrder:
    """The model to train, its files, and the directory of the run. `name`: the name by which the model is found again;
    for a user's own model, its path. `read`: reads the rows of a file as the model needs them; it is called only if
    there is something left to train. `start`: the directory of a finished training to go on from. `also_judged`:
    further dev files; then epochs are judged by the mean of the accuracies on all of them."""

    model: Model
    name: str
    train: Path
    dev: Path
    read: Callable[[Path], Examples]
    settings: Settings
    directory: Path
    seed: int = 0
    start: Path | None = None
    also_judged: tuple[Path, ...] = ()

    def __post_init__(self) -> None:
        check_whole("--seed", self.seed, SEEDS)

    def to_json(self) -> dict[str, Any]:
        """Equal values give equal models: files are identified by their hashes."""
        more = {"also_judged": [_hash(file) for file in self.also_judged]} if self.also_judged else {}
        return more | {
            "model": self.name,
            "settings": to_json(self.settings),
            "seed": self.seed,
            "start": _hash(self.start / WEIGHTS) if self.start else None,
            "data": {file.name: _hash(file) for file in (self.train, self.dev)},
            "source": _hash(Path(self.name)) if is_path(self.name) else None,
        }


@dataclass(frozen=True, repr=False)
class TrainedModel:
    """A finished training. `result`: what result.json says, such as `dev_accuracy` and the `history` of epochs."""

    model: Model
    fitted: Fitted
    directory: Path
    result: Mapping[str, Any]

    @property
    def name(self) -> str:
        return self.model.name

    def predict(self, examples: Examples) -> list[dict[str, Any]]:
        """The label of each example and the probability of every label, by name."""
        if not len(examples):
            raise InputError(f"{examples.where} has no rows: nothing to predict")
        check_labels(self.fitted, examples)
        return predictions(self.fitted, examples)

    def __repr__(self) -> str:
        rows, dev = self.result["rows"], 100 * self.result["dev_accuracy"]
        return f"<{self.name}, {many(rows, 'row')}, dev {dev:.1f}%, in {self.directory}>"


def train(order: TrainingOrder, progress: Progress = silent, epoch_done: EpochDone = ignore_epoch) -> TrainedModel:
    """Begin training, continue it where it was stopped, or return the finished model. Epochs are always reported."""
    config = json.loads(json.dumps(order.to_json()))
    _check_free(order.directory, config)
    if not (order.directory / RESULT).is_file():
        return _trained(order, config, progress, epoch_done)
    (order.directory / STATE).unlink(missing_ok=True)  # of a run that was killed when all but this was done
    found = restored(order.directory, order.model)
    for epoch in _history(found.result["history"], order.directory / RESULT):
        epoch_done(epoch)
    return found


def _trained(
    order: TrainingOrder, config: Mapping[str, Any], progress: Progress, epoch_done: EpochDone
) -> TrainedModel:
    rows, dev = order.read(order.train), order.read(order.dev)
    if order.also_judged:
        dev = evenly([dev, *map(order.read, order.also_judged)])
    check_data(order.model, rows, dev)
    start = read_saved(order.start / WEIGHTS) if order.start else None
    metrics = _Metrics(order.directory / METRICS, epoch_done)
    run = Run(order.settings, order.seed, order.directory, start, progress, metrics)
    with alone_in(order.directory):
        _check_free(order.directory, config)  # since the first look another run may have begun there
        with _begun(order.directory, config):
            fitted = order.model.fit(rows, dev, run)
            result = _result(order, fitted, len(rows), accuracy(fitted, dev), metrics.read())
            _keep(order, fitted, result)
    return TrainedModel(order.model, fitted, order.directory, result)


@contextmanager
def _begun(directory: Path, config: Mapping[str, Any]) -> Iterator[None]:
    """Surrounds the training. If it ends before anything was kept, it has not begun, and nothing of it stays."""
    write_json(directory / CONFIG, config)
    try:
        yield
    except BaseException:
        if not _has_begun(directory):
            (directory / CONFIG).unlink(missing_ok=True)
        raise


def _result(
    order: TrainingOrder, fitted: Fitted, rows: int, dev_accuracy: float, history: list[dict[str, Any]]
) -> dict[str, Any]:
    return {
        "model": order.model.name,
        "rows": rows,
        "labels": list(fitted.labels),
        "epochs": len(history),
        "dev_accuracy": dev_accuracy,
        "history": history,
    }


def _keep(order: TrainingOrder, fitted: Fitted, result: Mapping[str, Any]) -> None:
    saved = fitted.saved()
    write_saved(order.directory / WEIGHTS, replace(saved, value={**saved.value, "model": order.model.name}))
    write_json(order.directory / RESULT, result)
    (order.directory / STATE).unlink(missing_ok=True)


class _Metrics:
    """A line for each epoch; an epoch that is trained again after an interruption replaces its line."""

    def __init__(self, path: Path, epoch_done: EpochDone) -> None:
        self.path, self.epoch_done = path, epoch_done

    def read(self) -> list[dict[str, Any]]:
        lines = self.path.read_bytes().splitlines() if self.path.is_file() else []
        try:
            found = [json.loads(line) for line in lines]
        except (ValueError, RecursionError) as error:
            raise _damaged(self.path) from error
        return [asdict(epoch) for epoch in _history(found, self.path)]

    def __call__(self, epoch: Epoch) -> None:
        kept = [e for e in self.read() if e["number"] < epoch.number]
        write_whole(self.path, "".join(f"{json.dumps(e)}\n" for e in [*kept, asdict(epoch)]).encode())
        self.epoch_done(epoch)


# --- whose directory it is ---


def _check_free(directory: Path, config: Mapping[str, Any]) -> None:
    """A directory belongs to one configuration: calling again with the same one continues."""
    if not (directory / CONFIG).is_file():
        if _has_begun(directory):
            raise InputError(f"{directory} exists and is no run of `provenli train`: choose another --out")
        return
    old = read_object(directory / CONFIG)
    if old == config or (old.keys() == config.keys() and not _has_begun(directory)):
        return
    what = next(k for k in (*config, *old) if old.get(k) != config.get(k))
    differ = "differ" if what in ("settings", "data") else "differs"
    raise InputError(f"{directory} is of another run (its {what} {differ}): choose another --out, or remove it")


def _has_begun(directory: Path) -> bool:
    """A run that was killed before its first state has nothing but its configuration."""
    found = directory.iterdir() if directory.is_dir() else ()
    return any(p.name != CONFIG and not p.name.endswith(UNFINISHED) for p in found)


def _hash(path: Path) -> str:
    try:
        with open(path, "rb", opener=regular) as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from error


def read_object(path: Path) -> dict[str, Any]:
    try:
        value = json.loads(read_file(path))
    except (OSError, ValueError, RecursionError) as error:
        raise InputError(f"{path} cannot be read ({one_line(error)}): train again into another --out") from error
    if not isinstance(value, dict):
        raise _damaged(path)
    return value


def _history(found: Any, path: Path) -> list[Epoch]:
    """Numbers may be infinite: training may diverge."""
    try:
        epochs = [Epoch(**value) for value in found]
    except TypeError as error:
        raise _damaged(path) from error
    kinds = {(type(e.number), *(type(x) in (int, float) for x in (e.loss, e.dev_accuracy))) for e in epochs}
    if kinds - {(int, True, True)}:
        raise _damaged(path)
    return epochs


def _damaged(path: Path) -> InputError:
    return InputError(f"{path} is damaged: train again into another --out")


# --- the way back ---


def check_run(directory: Path) -> None:
    if not (directory / CONFIG).is_file():
        data = " (this is a data set; the run comes before the data)" if (directory / "manifest.json").is_file() else ""
        raise InputError(f"{directory} is no run{data}: expected a directory made by `provenli train`")


def load_trained(directory: Path, find_model: FindModel) -> TrainedModel:
    """Load a finished training. The model is found by its recorded name and the hash of its file."""
    check_run(directory)
    if not (directory / RESULT).is_file():
        raise InputError(f"{directory} is not finished: call `provenli train` again, it goes on where it stopped")
    name = str(read_object(directory / CONFIG).get("model"))
    return restored(directory, find_model(name, recorded_source(directory)))


def recorded_source(directory: Path) -> str | None:
    """The hash of the user's own file that a run was trained with; None if its model is on the shelf."""
    source = read_object(directory / CONFIG).get("source") if (directory / CONFIG).is_file() else None
    if not (source is None or isinstance(source, str)):
        raise _damaged(directory / CONFIG)
    return source


def restored(directory: Path, model: Model) -> TrainedModel:
    """The same if the model is known, as it is in a study."""
    result = read_object(directory / RESULT)
    if missing := {"rows", "dev_accuracy", "history"} - result.keys():
        raise InputError(f"{directory / RESULT} is damaged (no {min(missing)}): train again into another --out")
    if type(result["rows"]) is not int or type(result["dev_accuracy"]) not in (int, float):
        raise _damaged(directory / RESULT)
    saved = read_saved(directory / WEIGHTS)
    if saved.value.get("model") != model.name:
        raise InputError(f"{directory / WEIGHTS} is of the model {saved.value.get('model')!r}, expected {model.name!r}")
    return TrainedModel(model, _fitted(model, saved, directory / WEIGHTS), directory, result)


def _fitted(model: Model, saved: Saved, path: Path) -> Fitted:
    try:
        return model.restore(saved)
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        what = f"{type(error).__name__}: {one_line(error)[:80]}"
        raise InputError(slip_in_own_file(error) or f"{path} is damaged ({what}): train again") from error
