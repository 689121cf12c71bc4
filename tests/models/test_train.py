"""Training as one operation: the same order the same bytes, one directory one order, and the way back from files."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from provenli.errors import InputError
from provenli.library.model_shelf import load_model, model_for
from provenli.models.checkpoints import STATE, WEIGHTS, write_saved
from provenli.models.examples import Examples, read_examples
from provenli.models.predictions import told_in_short
from provenli.models.protocol import Epoch, Saved
from provenli.models.settings import changed_by
from provenli.models.train import TrainedModel, TrainingOrder, load_trained, train
from tests.models.small_data import text_examples

TINY: Mapping[str, Any] = {"epochs": 3, "embedding": 6, "hidden": 6, "batch": 16}


def write(path: Path, examples: Examples) -> None:
    labels = [examples.labels.values[c] for c in examples.labels.codes]
    rows = zip(examples.ids, examples.premises, examples.hypotheses, labels, strict=True)
    names = ("id", "premise", "hypothesis", "label")
    lines = [json.dumps({**dict(zip(names, r, strict=True)), "schema": "s", "features": {}}) for r in rows]
    path.write_text("\n".join([*lines, ""]), encoding="utf-8")


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("data")
    for part, size in (("train", 60), ("dev", 20), ("test", 12)):
        write(directory / f"{part}.jsonl", text_examples(size, seed=size))
    return directory


def order_for(data: Path, out: Path, name: str = "cbow", **changes: Any) -> TrainingOrder:
    model = load_model(name)
    settings = changed_by(model.presets["default"], {**TINY, **changes})
    return TrainingOrder(model, name, data / "train.jsonl", data / "dev.jsonl", read_examples, settings, out)


def files(directory: Path) -> dict[str, bytes]:
    return {p.name: p.read_bytes() for p in directory.iterdir()}


@pytest.fixture(scope="module")
def finished(data: Path, tmp_path_factory: pytest.TempPathFactory) -> TrainedModel:
    return train(order_for(data, tmp_path_factory.mktemp("runs") / "cbow"))


def test_what_a_trained_model_says(finished: TrainedModel) -> None:
    assert set(files(finished.directory)) == {"config.json", "metrics.jsonl", "model.safetensors", "result.json"}
    result = finished.result
    assert (result["model"], result["rows"], result["epochs"], len(result["history"])) == ("cbow", 60, 3, 3)
    assert result["dev_accuracy"] == max(e["dev_accuracy"] for e in result["history"])
    dev = 100 * result["dev_accuracy"]
    assert repr(finished) == f"<cbow, 60 rows, dev {dev:.1f}%, in {finished.directory}>"


def test_the_way_back(finished: TrainedModel, data: Path) -> None:
    test = read_examples(data / "test.jsonl")
    values = finished.predict(test)
    assert [v["id"] for v in values] == list(test.ids)
    again = load_trained(finished.directory, model_for(finished.directory))
    assert (again.name, dict(again.result)) == ("cbow", dict(finished.result))
    assert again.predict(test) == values
    with pytest.raises(InputError, match="has no rows: nothing to predict"):
        again.predict(test.taken([]))


def test_predictions_in_short(finished: TrainedModel, data: Path) -> None:
    values = finished.predict(read_examples(data / "test.jsonl"))
    labels = finished.fitted.labels
    right = sum(v["label"] == v["gold"] for v in values)
    told = {"rows": 12, "labels": list(labels), "accuracy": right / 12, "abstained": 0}
    assert told_in_short(values, labels) == told
    assert told_in_short([values[0], {**values[1], "gold": None}], labels)["accuracy"] is None
    assert told_in_short([{**values[0], "gold": "non-entailment"}], labels)["accuracy"] is None


def test_the_same_order_twice(finished: TrainedModel, data: Path, tmp_path: Path) -> None:
    train(order_for(data, tmp_path / "a"))
    assert files(tmp_path / "a") == files(finished.directory)


def test_a_finished_one_is_told_again_and_no_row_is_read(finished: TrainedModel, data: Path) -> None:
    def read(file: Path) -> Examples:
        raise AssertionError(file)

    before, told = files(finished.directory), list[Epoch]()
    again = train(replace(order_for(data, finished.directory), read=read), epoch_done=told.append)
    assert again.result == finished.result
    assert [e.number for e in told] == [1, 2, 3]
    assert files(finished.directory) == before


def test_it_goes_on_where_it_was_stopped(finished: TrainedModel, data: Path, tmp_path: Path) -> None:
    order, told = order_for(data, tmp_path / "a"), list[int]()

    def stop(epoch: Epoch) -> None:
        if epoch.number == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(order, epoch_done=stop)
    assert (order.directory / STATE).is_file()
    with pytest.raises(InputError, match="is not finished: call `provenli train` again"):
        load_trained(order.directory, model_for(order.directory))
    train(order, epoch_done=lambda e: told.append(e.number))
    assert told == [1, 2, 3]
    assert files(order.directory) == files(finished.directory)


def test_going_on_from_another(finished: TrainedModel, data: Path, tmp_path: Path) -> None:
    order = replace(order_for(data, tmp_path / "a"), start=finished.directory)
    train(order)
    assert (tmp_path / "a" / WEIGHTS).read_bytes() != (finished.directory / WEIGHTS).read_bytes()
    with pytest.raises(InputError, match=r"model\.safetensors cannot be read"):
        train(replace(order, start=tmp_path / "none"))


def test_a_directory_is_of_one_order(finished: TrainedModel, data: Path, tmp_path: Path) -> None:
    out = finished.directory
    with pytest.raises(InputError, match=r"is of another run \(its settings differ\): choose another out"):
        train(order_for(data, out, hidden=7))
    with pytest.raises(InputError, match=r"its seed differs"):
        train(replace(order_for(data, out), seed=1))
    with pytest.raises(InputError, match=r"its model differs"):
        train(order_for(data, out, "majority"))
    shutil.copytree(data, tmp_path / "data")
    write(tmp_path / "data" / "dev.jsonl", text_examples(20, seed=3))
    with pytest.raises(InputError, match=r"its data differ"):
        train(order_for(tmp_path / "data", out))
    with pytest.raises(InputError, match="seed: expected 0 or more, found -1"):
        replace(order_for(data, out), seed=-1)


def test_a_directory_of_something_else_is_kept(data: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="exists and is no run of"):
        train(order_for(data, data, "majority"))
    (tmp_path / "config.json").write_text("{}", encoding="utf-8")
    with pytest.raises(InputError, match="is of another run"):
        train(order_for(data, tmp_path, "majority"))
    assert (tmp_path / "config.json").read_text(encoding="utf-8") == "{}"


def test_what_was_killed_while_it_wrote_its_order(data: Path, tmp_path: Path) -> None:
    (tmp_path / ".config.json.1234.unfinished").write_bytes(b"{")
    assert train(order_for(data, tmp_path, "majority")).result["rows"] == 60


def test_a_users_own_file_must_be_the_same(data: Path, tmp_path: Path) -> None:
    own = tmp_path / "mine.py"
    shutil.copy(Path(__file__).parents[2] / "examples" / "my_model.py", own)
    found = train(order_for(data, tmp_path / "run", str(own)))
    given = model_for(found.directory, str(own))
    assert load_trained(found.directory, given).result == found.result
    with pytest.raises(InputError, match="was trained with a file of your own: say which with model FILE"):
        load_trained(found.directory, model_for(found.directory))
    own.write_text(own.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"is not the file on record: its hash differs; nothing of it was run"):
        load_trained(found.directory, given)


def test_what_is_damaged(finished: TrainedModel, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is no run: expected a directory made by"):
        load_trained(tmp_path, model_for(tmp_path))
    out = tmp_path / "run"
    shutil.copytree(finished.directory, out)
    (out / WEIGHTS).write_bytes((out / WEIGHTS).read_bytes()[:500])
    with pytest.raises(InputError, match="is damaged"):
        load_trained(out, model_for(out))
    write_saved(out / WEIGHTS, Saved({"x": np.zeros(1)}, {"model": "lstm"}))
    with pytest.raises(InputError, match="is of the model 'lstm', expected 'cbow'"):
        load_trained(out, model_for(out))
    for text, said in (("{}", r"damaged \(no dev_accuracy\)"), ("[]", "is damaged"), ("{", "cannot be read")):
        (out / "result.json").write_text(text, encoding="utf-8")
        with pytest.raises(InputError, match=said):
            load_trained(out, model_for(out))
