"""Steps with torch: a training that was interrupted goes on to the same bytes; one from another."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from provenli.errors import InputError
from provenli.library.study_shelf import SHELVES
from provenli.models import training
from provenli.models.net import Columns
from provenli.models.protocol import Epoch
from provenli.study import making
from provenli.study.artifacts import Store
from provenli.study.making import make
from provenli.study.recipes import Data, Memorising, Parts, Test, Training

DATA = Data("fair", 600, 1, (("ratio", "0"),))
PARTS = Parts(DATA)
TINY = (("epochs", "3"), ("embedding", "6"), ("hidden", "6"), ("node_tasks", "no"))
TRAINING = Training("cbow", PARTS, settings=TINY)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    found = Store(tmp_path_factory.mktemp("run"))
    make(DATA, found, SHELVES)
    make(TRAINING, found, SHELVES)
    return found


def test_a_training_goes_on_where_it_was_stopped(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = Store(tmp_path)
    make(DATA, other, SHELVES)
    whole = making._Epochs.__call__

    def stopped(self: making._Epochs, epoch: Epoch) -> None:
        whole(self, epoch)
        if epoch.number == 2:
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(making._Epochs, "__call__", stopped)
        with pytest.raises(KeyboardInterrupt):
            make(TRAINING, other, SHELVES)
    assert not other.has(TRAINING)
    trained: list[object] = []
    one_epoch = training._Loop.one_epoch

    def counted(self: training._Loop, rows: Columns) -> None:
        trained.append(rows)
        one_epoch(self, rows)

    monkeypatch.setattr(training._Loop, "one_epoch", counted)
    make(TRAINING, other, SHELVES)
    assert len(trained) == 1  # the third: the first two are kept, and only told again
    for name in ("model.safetensors", "result.json"):
        assert (other.path(TRAINING) / name).read_bytes() == (store.path(TRAINING) / name).read_bytes()


def test_predictions_scores_and_examples(store: Store) -> None:
    step = Test(TRAINING, PARTS, "test")
    make(step, store, SHELVES)
    scores = json.loads((store.path(step) / "scores.json").read_text())
    lines = (store.path(step) / "predictions.jsonl").read_text().splitlines()
    right = sum(json.loads(x)["label"] == json.loads(x)["gold"] for x in lines)
    assert (scores["n"], scores["right"]) == (len(lines), right)
    assert [e["number"] for e in scores["run"]["history"]] == [1, 2, 3]
    examples = json.loads((store.path(step) / "examples.json").read_text())
    assert all(e["label"] == e["gold"] for e in examples["right"])
    assert all(e["label"] != e["gold"] and e["premise"] for e in examples["wrong"])


def test_going_on_from_another(store: Store) -> None:
    again = Training("cbow", PARTS, settings=TINY, start=TRAINING)
    make(again, store, SHELVES)
    both = [(store.path(t) / "model.safetensors").read_bytes() for t in (TRAINING, again)]
    assert both[0] != both[1]


def test_the_memorising_learner(store: Store) -> None:
    step = Test(Memorising(PARTS), PARTS, "test")
    make(step, store, SHELVES)
    scores = json.loads((store.path(step) / "scores.json").read_text())
    assert 0 < scores["right"] <= scores["right_if_words_were_known"] <= scores["n"]


def test_labels_of_another_name(tmp_path: Path) -> None:
    other = Store(tmp_path)
    make(DATA, other, SHELVES)
    path = other.parts(PARTS) / "train.jsonl"
    path.write_text(path.read_text().replace('"label": "neutral"', '"label": "Neutral"'))
    for name in ("majority", "cbow"):
        with pytest.raises(InputError, match=r"train.jsonl: row '.*': unknown label 'Neutral'; did you mean 'neutral'"):
            make(Training(name, PARTS), other, SHELVES)
