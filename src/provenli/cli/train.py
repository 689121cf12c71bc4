"""What `train` and `predict` read from the command line, write and print.

A run's directory: config.json (what was asked for), state.safetensors (where it stands), metrics.jsonl (a line for each
epoch), model.safetensors (the best epoch), result.json (written last: the run is finished).
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from provenli.data.manifest import NAME as MANIFEST
from provenli.errors import InputError
from provenli.fairness.row_trees import read_for
from provenli.files import write_json, write_whole
from provenli.labels import ABSTAINED
from provenli.library.fragment_shelf import fragment_for
from provenli.library.model_shelf import load_model
from provenli.models.checkpoints import read_saved, write_saved
from provenli.models.examples import Examples, split_parts
from provenli.models.predictions import check_labels, predictions
from provenli.models.protocol import Epoch, Fitted, Model, Run, accuracy, check_data, settings_of
from provenli.models.settings import Settings, to_json
from provenli.own_files import is_path
from provenli.progress import shown_progress
from provenli.splits.record import is_split_directory, read_record

CONFIG, METRICS, WEIGHTS, RESULT = "config.json", "metrics.jsonl", "model.safetensors", "result.json"


def chosen_settings(model: Model, preset: str, epochs: int | None, words: Sequence[str]) -> Settings:
    settings = settings_of(model, preset, words)
    return settings if epochs is None else replace(settings, epochs=epochs)


def train(
    name: str,
    directory: Path,
    out: Path,
    preset: str,
    epochs: int | None,
    seed: int,
    words: Sequence[str],
    start: Path | None,
    tell: Callable[[str], None],
) -> dict[str, Any]:
    """Begins, goes on, or says what a finished run came to. `tell` gets a line for each epoch as it ends."""
    if seed < 0:
        raise InputError(f"--seed: expected 0 or more, found {seed}")
    model = load_model(name)
    settings = chosen_settings(model, preset, epochs, words)
    files = [_part(directory, part) for part in ("train", "dev")]
    config = {
        "model": name,
        "settings": to_json(settings),
        "seed": seed,
        "start": _hash(start / WEIGHTS) if start else None,
        "data": {f.name: _hash(f) for f in files},
        "source": _hash(Path(name)) if is_path(name) else None,
    }
    _check_free(out, config)
    if (out / RESULT).is_file():
        result = _read_json(out / RESULT)
        for e in result["history"]:
            tell(told_epoch(e))
        return result
    train_rows, dev_rows = (_examples(f, model) for f in files)
    check_data(model, train_rows, dev_rows)
    begun = read_saved(start / WEIGHTS) if start else None
    _claim(out, config)
    with shown_progress() as progress:
        run = Run(settings, seed, out, begun, progress, _Metrics(out, tell))
        fitted = model.fit(train_rows, dev_rows, run)
    return _finish(out, model, fitted, dev_rows, len(train_rows))


def _finish(out: Path, model: Model, fitted: Fitted, dev: Examples, rows: int) -> dict[str, Any]:
    saved = fitted.saved()
    write_saved(out / WEIGHTS, replace(saved, value={**saved.value, "model": model.name}))
    epochs = [json.loads(line) for line in _lines(out / METRICS)]
    result = {
        "model": model.name,
        "rows": rows,
        "labels": list(fitted.labels),
        "epochs": len(epochs),
        "dev_accuracy": accuracy(fitted, dev),
        "history": epochs,
    }
    write_json(out / RESULT, result)
    (out / "state.safetensors").unlink(missing_ok=True)
    return result


class _Metrics:
    """A line for each epoch; an epoch that is trained again after an interruption replaces its line."""

    def __init__(self, out: Path, tell: Callable[[str], None]) -> None:
        self.path, self.tell = out / METRICS, tell

    def __call__(self, epoch: Epoch) -> None:
        old = [line for line in _lines(self.path) if json.loads(line)["number"] < epoch.number]
        write_whole(self.path, "".join(f"{line}\n" for line in [*old, json.dumps(asdict(epoch))]).encode())
        self.tell(told_epoch(asdict(epoch)))


def told_epoch(e: Mapping[str, Any]) -> str:
    return f"epoch {e['number']}: loss {e['loss']:.4f}, dev accuracy {100 * e['dev_accuracy']:.2f}%"


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines() if path.is_file() else []


def _examples(file: Path, model: Model) -> Examples:
    with shown_progress() as progress:
        return read_for(model, file, lambda origin, name: fragment_for(origin, None)(name), 1, progress)


def _part(directory: Path, part: str) -> Path:
    parts = split_parts(directory)
    if part not in parts:
        if is_split_directory(directory) and (names := list(read_record(directory / MANIFEST)["splits"])):
            raise InputError(
                f"{directory} holds whole splits: choose one of {', '.join(names)}, such as {directory / names[0]}"
            )
        found = ", ".join(parts) or "none"
        raise InputError(f"{directory} has no {part}.jsonl (parts: {found}): cut it with `provenli split`")
    return parts[part]


def _hash(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from error


def _check_free(out: Path, config: dict[str, Any]) -> None:
    """A directory belongs to one configuration: calling again with the same goes on."""
    if not (out / CONFIG).is_file():
        if out.is_dir() and any(out.iterdir()):
            raise InputError(f"{out} exists and is no run of `provenli train`: choose another --out")
        return
    old, known = _read_json(out / CONFIG), json.loads(json.dumps(config))
    if old == known or (old.keys() == known.keys() and not _has_begun(out)):
        return
    what = next(k for k in (*known, *old) if old.get(k) != known.get(k))
    differ = "differ" if what in ("settings", "data") else "differs"
    raise InputError(f"{out} is of another run (its {what} {differ}): choose another --out, or remove it")


def _has_begun(out: Path) -> bool:
    """A run that failed before its first state (a wrong file of vectors, say) leaves nothing but its configuration."""
    return any(p.name != CONFIG and not p.name.endswith(".unfinished") for p in out.iterdir())


def _claim(out: Path, config: dict[str, Any]) -> None:
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{out} cannot be made: {error.strerror}; choose another --out") from error
    write_json(out / CONFIG, config)


def _read_json(path: Path) -> dict[str, Any]:
    try:
        value = json.loads(path.read_bytes())
    except (OSError, ValueError) as error:
        raise InputError(f"{path} cannot be read ({error}): train again into another --out") from error
    if not isinstance(value, dict):
        raise InputError(f"{path} is damaged: train again into another --out")
    return value


def load_run(directory: Path) -> tuple[Model, Fitted]:
    if not (directory / CONFIG).is_file():
        raise InputError(f"{directory} is no run: expected a directory made by `provenli train`")
    if not (directory / RESULT).is_file():
        raise InputError(f"{directory} is not finished: call `provenli train` again, it goes on where it stopped")
    config = _read_json(directory / CONFIG)
    name = str(config.get("model"))
    model = load_model(name)
    if config.get("source") and _hash(Path(name)) != config["source"]:
        raise InputError(f"{name} is not the file that {directory} was trained with: its hash differs")
    saved = read_saved(directory / WEIGHTS)
    if saved.value.get("model") != model.name:
        raise InputError(f"{directory / WEIGHTS} is of the model {saved.value.get('model')!r}, expected {model.name!r}")
    return model, model.restore(saved)


def _check_new(out: Path) -> None:
    """Before a long prediction, not after it."""
    if out.exists() or out.is_symlink():
        raise InputError(f"{out} exists: remove it or choose another name")
    if not out.parent.is_dir():
        raise InputError(f"{out} cannot be made: {out.parent} is no directory; make it first")


def predict(run: Path, file: Path, out: Path | None) -> tuple[dict[str, Any], Iterator[str]]:
    """The summary, and the lines of the predictions file."""
    if out is not None:
        _check_new(out)
    model, fitted = load_run(run)
    examples = _examples(file, model)
    if not len(examples):
        raise InputError(f"{file} has no rows: nothing to predict")
    known = set(fitted.labels)
    check_labels(fitted, examples)
    lines = predictions(fitted, examples)
    summary = {
        "rows": len(examples),
        "labels": list(fitted.labels),
        "accuracy": None,
        "out": str(out) if out else None,
        "abstained": sum(value["label"] == ABSTAINED for value in lines),
    }
    if set(examples.labels.values) <= known and (examples.labels.codes >= 0).all():
        right = sum(value["label"] == value["gold"] for value in lines)
        summary["accuracy"] = right / len(lines)
    texts = (json.dumps(value, ensure_ascii=False) for value in lines)
    if out is not None:
        write_whole(out, "".join(f"{t}\n" for t in texts).encode())
    elif unknown := _unknown(summary):
        print(unknown, file=sys.stderr)
    return summary, texts


def shown(result: dict[str, Any], out: Path) -> str:
    return f"{result['model']} on {result['rows']:,} rows: dev accuracy {100 * result['dev_accuracy']:.2f}%, in {out}"


def shown_prediction(summary: dict[str, Any]) -> str:
    rows = f"{summary['rows']:,} predictions in {summary['out']}"
    said = rows if summary["accuracy"] is None else f"{rows}: accuracy {100 * summary['accuracy']:.2f}%"
    return "\n".join(filter(None, [said, _unknown(summary)]))


def _unknown(summary: dict[str, Any]) -> str:
    """The memorising learner answers nothing where it was shown nothing: on other data its accuracy says only that."""
    if 2 * summary["abstained"] <= summary["rows"]:
        return ""
    return f"{summary['abstained']:,} of {summary['rows']:,} rows were not known to the model"
