"""Steps with torch: a training that was interrupted goes on to the same bytes; one from another."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from provenli.errors import InputError
from provenli.grammar.arrows import with_arrows
from provenli.library.study_shelf import SHELVES
from provenli.models import train as training
from provenli.models import training_loop
from provenli.models.checkpoints import read_saved
from provenli.models.net import NetColumns
from provenli.models.protocol import Epoch
from provenli.studies.artifacts import Store
from provenli.studies.recipes import Chosen, Data, Memorising, Parts, Test, Training, all_steps
from provenli.studies.steps import NO_BREAK, make, marked

DATA = Data("fair", 600, 1, (("ratio", "0"), ("cover", "most")))
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
    whole = training._Metrics.__call__

    def stopped(self: training._Metrics, epoch: Epoch) -> None:
        whole(self, epoch)
        if epoch.number == 2:
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(training._Metrics, "__call__", stopped)
        with pytest.raises(KeyboardInterrupt):
            make(TRAINING, other, SHELVES)
    assert not other.has(TRAINING)
    trained: list[object] = []
    one_epoch = training_loop._Loop.one_epoch

    def counted(self: training_loop._Loop, rows: NetColumns) -> None:
        trained.append(rows)
        one_epoch(self, rows)

    monkeypatch.setattr(training_loop._Loop, "one_epoch", counted)
    make(TRAINING, other, SHELVES)
    assert len(trained) == 1  # the third: the first two are kept, and only told again
    for name in ("model.safetensors", "result.json", "metrics.jsonl"):
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
    premises = [e["premise"] for kind in examples.values() for e in kind]
    assert premises
    assert all("↑" in p or "↓" in p for p in premises)


def test_arrows_or_the_sentence_as_it_is() -> None:
    fragment = SHELVES.fragment("systematicity")
    assert fragment.example is not None
    text = fragment.example[0]
    assert marked(text, [fragment]) == with_arrows(fragment.read(text)[0], joint=NO_BREAK)
    assert marked("It rained.", [fragment]) == "It rained."
    assert marked(text, []) == text


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


def test_a_sample_of_a_part(store: Store) -> None:
    """The same pairs each time, for every seed."""
    taken = []
    for seed in (0, 1):
        test = Test(replace(TRAINING, seed=seed), PARTS, "train", most=20)
        make(test.learner, store, SHELVES)
        make(test, store, SHELVES)
        lines = (store.path(test) / "predictions.jsonl").read_text().splitlines()
        taken.append([json.loads(line)["id"] for line in lines])
    assert taken[0] == taken[1] == sorted(taken[0])
    assert len(set(taken[0])) == 20


def test_the_best_mean_on_dev_is_chosen(store: Store, tmp_path: Path) -> None:
    """Also in another run that is made in two goes: same bytes."""
    slow = tuple((k, "1" if k == "epochs" else v) for k, v in TINY)
    candidates = (
        TRAINING,
        Training("cbow", PARTS, settings=(*slow, ("learning_rate", "1e-9")), start=TRAINING),
        Training("cbow", PARTS, settings=(*slow, ("learning_rate", "0.05"))),
    )
    other = Data("fair", 300, 2, (("ratio", "0"), ("cover", "most")))
    chosen = Chosen(candidates, (PARTS, Parts(other)))
    step = Test(chosen, PARTS, "test")
    steps = all_steps((step,))
    for s in steps:
        make(s, store, SHELVES)
    choice = json.loads((store.path(chosen) / "choice.json").read_text())
    means = [sum(c["dev"]) / 2 for c in choice["candidates"]]
    assert choice["chosen"] == means.index(max(means))  # the second answers as the first: of equals the first
    assert means[0] == pytest.approx(means[1])
    winner = Test(candidates[choice["chosen"]], PARTS, "test")
    make(winner, store, SHELVES)
    predicted = [(store.path(t) / "predictions.jsonl").read_bytes() for t in (winner, step)]
    assert predicted[0] == predicted[1]
    scores = json.loads((store.path(step) / "scores.json").read_text())
    assert scores["run"]["choice"] == choice
    again = Store(tmp_path)
    for s in (*steps[:5], *steps):
        make(s, again, SHELVES)
    assert (again.path(step) / "scores.json").read_bytes() == (store.path(step) / "scores.json").read_bytes()


def test_words_of_other_parts_are_known(store: Store) -> None:
    other = Parts(Data("boolean", 40))
    knowing = Training("cbow", PARTS, settings=TINY, knows=(other,))
    for s in all_steps((knowing,)):
        make(s, store, SHELVES)
    saved = [read_saved(store.path(t) / "model.safetensors") for t in (TRAINING, knowing)]
    before, after = (set(s.value["material"]["words"]) for s in saved)
    assert "not" not in before
    assert before | {"not"} <= after


def test_labels_of_another_name(tmp_path: Path) -> None:
    other = Store(tmp_path)
    make(DATA, other, SHELVES)
    path = other.parts(PARTS) / "train.jsonl"
    path.write_text(path.read_text().replace('"label": "neutral"', '"label": "Neutral"'))
    for name in ("majority", "cbow"):
        with pytest.raises(InputError, match=r"train.jsonl: row '.*': unknown label 'Neutral'; did you mean 'neutral'"):
            make(Training(name, PARTS), other, SHELVES)
