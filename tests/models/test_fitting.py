"""Training: every model can learn by heart, equal seeds give equal models, a killed run ends as if it had not been."""

from __future__ import annotations

import hashlib
import os
import signal
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
import torch

from provenli.errors import InputError
from provenli.library.model_shelf import MODELS, load_model
from provenli.models import training_loop
from provenli.models.checkpoints import STATE, read_saved, write_saved
from provenli.models.net import Net
from provenli.models.protocol import Epoch, Fitted, Model, Run, Saved, accuracy, predict
from provenli.models.settings import Settings
from provenli.models.training_loop import flushes
from tests.models.small_data import fair_examples, text_examples, with_trees
from tests.models.tiny_encoder import tiny_encoder

# Parsed trees come from a parser, headed ones from one grammar; they are tested with these.
LEARNERS = [n for n, card in MODELS.items() if card.torch and n not in ("tree_lstm_parsed", "tree_lstm_headed")]


@pytest.fixture(scope="module")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_encoder(tmp_path_factory.mktemp("encoder"))


def settings_for(name: str, model: Model, encoder: Path, **changes: Any) -> Settings:
    small: dict[str, Any] = {"embedding": 16, "hidden": 24, "batch": 16, "learning_rate": 5e-3, "l2": 0.0}
    if name == "transformer":
        small["encoder"] = str(encoder)
    if name == "comp_tree_ntn":
        small |= {"hidden": 16, "activation": "tanh"}
    if name in ("comp_tree_nn", "comp_tree_ntn"):
        small["node_tasks"] = False  # random labels of random nodes would have to be learned too
    return replace(model.presets["default"], **small | changes)


class Enough(Exception):
    """Everything is learned: no need to go on."""


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        *((name, {}) for name in LEARNERS),
        ("lstm", {"lstm_layers": 3}),
        ("bilstm_max", {"sees": "premise"}),
        ("bilstm_max", {"sees": "hypothesis"}),
        ("bimpm", {"characters": 8, "spelled": 8}),
    ],
)
def test_it_learns_64_examples_by_heart(name: str, changes: dict[str, Any], encoder: Path) -> None:
    # Where only relations may go up, random labels cannot be learned by heart: these get true ones.
    by_relation = name in ("label_bottleneck", "interchange")
    examples = fair_examples(64) if by_relation else with_trees(text_examples(64, words=40))
    model = load_model(name)
    settings = settings_for(name, model, encoder, epochs=150, **changes)
    best = []

    def watch(epoch: Epoch) -> None:
        best.append(epoch.dev_accuracy)
        if epoch.dev_accuracy == 1:
            raise Enough

    with pytest.raises(Enough):
        model.fit(examples, examples, Run(settings, epoch_done=watch))
    assert best[-1] == 1


@pytest.mark.parametrize(("name", "changes"), [*((n, {}) for n in LEARNERS), ("bimpm", {"characters": 4})])
def test_same_seed_same_predictions_and_the_way_to_a_file(
    name: str, changes: dict[str, Any], encoder: Path, tmp_path: Path
) -> None:
    examples, test = with_trees(text_examples(24)), with_trees(text_examples(9, seed=5))
    model = load_model(name)
    settings = settings_for(name, model, encoder, epochs=1, dropout=0.1, **changes)
    first, again, other = (model.fit(examples, examples, Run(settings, seed)) for seed in (3, 3, 4))
    p = first.probabilities(test)
    assert (p == again.probabilities(test)).all()
    assert (p != other.probabilities(test)).any()
    np.testing.assert_allclose(p.sum(1), 1, atol=1e-5)
    write_saved(tmp_path / "m.safetensors", first.saved())
    restored = model.restore(read_saved(tmp_path / "m.safetensors"))
    assert restored.labels == first.labels
    assert (restored.probabilities(test) == p).all()


def test_models_on_the_shelf_need_what_their_cards_say() -> None:
    for name, card in MODELS.items():
        model = load_model(name)
        assert (model.name, model.needs) == (name, card.needs)
        assert isinstance(model, Model)
        assert "default" in model.presets


@pytest.mark.parametrize("name", ["majority", "bag_of_words"])
def test_models_without_torch(name: str) -> None:
    examples = text_examples(40)
    model = load_model(name)
    fitted = model.fit(examples, examples, Run(model.presets["default"]))
    assert isinstance(fitted, Fitted)
    again = model.restore(fitted.saved())
    assert (again.probabilities(examples) == fitted.probabilities(examples)).all()
    share = max(np.bincount(examples.labels.codes)) / 40
    right = accuracy(fitted, examples)
    assert right == pytest.approx(share) if name == "majority" else right > share


def test_bag_of_words_sees_what_it_is_told_to() -> None:
    model = load_model("bag_of_words")
    examples = text_examples(30)
    swapped = replace(examples, premises=list(reversed(examples.premises)))
    fitted = model.fit(examples, examples, Run(model.presets["hypothesis-only"]))
    assert (fitted.probabilities(examples) == fitted.probabilities(swapped)).all()


class Killed(Exception):
    pass


def killing(after: int) -> Any:
    """A progress function that ends the run after so many batches."""
    calls: Iterator[int] = iter(range(10**9))

    def progress(what: str, done: int, total: int) -> None:
        del what, done, total
        if next(calls) == after:
            raise Killed

    return progress


@pytest.mark.parametrize("more", [{}, {"decay": True, "judged_every": 3}])
@pytest.mark.parametrize("after", [1, 3, 6, 7, 11])
def test_a_killed_run_goes_on_to_the_same_bytes(after: int, more: dict[str, Any], tmp_path: Path) -> None:
    examples = text_examples(40)
    model = load_model("lstm")
    small = {"embedding": 6, "hidden": 6, "batch": 8, "epochs": 3, "dropout": 0.3, "checkpoint_every": 2}
    settings = replace(model.presets["default"], **small | more)
    whole = model.fit(examples, examples, Run(settings, 1))
    with pytest.raises(Killed):
        model.fit(examples, examples, Run(settings, 1, tmp_path, progress=killing(after)))
    resumed = model.fit(examples, examples, Run(settings, 1, tmp_path))
    for name, array in whole.saved().arrays.items():
        assert array.tobytes() == resumed.saved().arrays[name].tobytes(), name


def test_a_run_killed_while_it_tells_of_an_epoch(tmp_path: Path) -> None:
    examples = text_examples(20)
    model = load_model("cbow")
    settings = replace(model.presets["default"], embedding=4, hidden=4, epochs=3)
    told: list[Epoch] = []

    def fail(epoch: Epoch) -> None:
        raise Killed(epoch.number)

    with pytest.raises(Killed):
        model.fit(examples, examples, Run(settings, 0, tmp_path, epoch_done=fail))
    model.fit(examples, examples, Run(settings, 0, tmp_path, epoch_done=told.append))
    assert [e.number for e in told] == [1, 2, 3]


def test_a_process_killed_outright(tmp_path: Path) -> None:
    """SIGKILL in the middle of training; the file of the state is always whole."""
    script = textwrap.dedent("""
        import hashlib, os, signal, sys
        from dataclasses import replace
        from pathlib import Path
        from provenli.library.model_shelf import load_model
        from provenli.models.protocol import Run
        from tests.models.small_data import fair_examples
        examples = fair_examples(60)
        model = load_model("interchange")
        settings = replace(model.presets["default"], embedding=8, hidden=8, batch=8, epochs=3, checkpoint_every=3)
        left = [int(sys.argv[2])]
        def progress(what, done, total):
            left[0] -= 1
            if left[0] == 0:
                os.kill(os.getpid(), signal.SIGKILL)
        fitted = model.fit(examples, examples, Run(settings, 0, Path(sys.argv[1]), progress=progress))
        print(hashlib.sha256(b"".join(a.tobytes() for _, a in sorted(fitted.saved().arrays.items()))).hexdigest())
    """)
    examples, model = fair_examples(60), load_model("interchange")
    settings = replace(model.presets["default"], embedding=8, hidden=8, batch=8, epochs=3, checkpoint_every=3)
    root = Path(__file__).parents[2]
    environment = os.environ | {"PYTHONPATH": f"{root / 'src'}{os.pathsep}{root}"}

    def run(directory: str, kill: int) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", script, directory, str(kill)],
            capture_output=True,
            text=True,
            env=environment,
            check=False,
        )

    killed = run(str(tmp_path), 13)
    assert killed.returncode == -signal.SIGKILL
    assert (tmp_path / STATE).is_file()
    whole = model.fit(examples, examples, Run(settings))
    arrays = b"".join(a.tobytes() for _, a in sorted(whole.saved().arrays.items()))
    assert run(str(tmp_path), -1).stdout.strip() == hashlib.sha256(arrays).hexdigest()


def test_the_best_epoch_is_kept() -> None:
    examples, dev = text_examples(40), text_examples(30, seed=9)
    model = load_model("cbow")
    history: list[Epoch] = []
    settings = replace(model.presets["default"], embedding=8, hidden=8, epochs=6, learning_rate=3e-2, batch=8)
    fitted = model.fit(examples, dev, Run(settings, epoch_done=history.append))
    assert len(history) == 6
    assert accuracy(fitted, dev) == max(e.dev_accuracy for e in history)


def test_looking_at_dev_within_an_epoch_changes_nothing() -> None:
    examples, dev = text_examples(40), text_examples(30, seed=9)
    model = load_model("cbow")
    settings = replace(model.presets["default"], embedding=8, hidden=8, epochs=3, batch=4, dropout=0.3)
    told: dict[int, list[Epoch]] = {0: [], 1: []}
    found = {}
    for every, history in told.items():
        fitted = model.fit(examples, dev, Run(replace(settings, judged_every=every), epoch_done=history.append))
        found[every] = accuracy(fitted, dev)
    assert told[0] == told[1]
    assert found[1] >= found[0]


def test_weights_within_an_epoch_are_kept_if_they_are_the_best() -> None:
    """Also: an epoch that ends worse than one before it, but was better in between, has not tried patience."""
    net, looks = Net(), iter([0.5, 0.6, 0.7, 0.4, 0.1, 0.2])
    net.number = torch.nn.Parameter(torch.zeros(()))
    loop = training_loop._Loop(net, Run(Settings()), lambda: next(looks))
    for k, since in enumerate((0, 0, 1)):
        for look in (loop.judge, loop.end_epoch):
            torch.nn.init.constant_(net.number, 2 * k + (look == loop.end_epoch))
            look()
        assert loop.state.since == since
    assert [e.dev_accuracy for e in loop.state.history] == [0.6, 0.4, 0.2]
    assert loop.state.best == 0.7
    assert loop.best["number"] == 2  # as at the third look


def test_decay_takes_the_rate_to_nothing() -> None:
    examples, rates = text_examples(40), []
    model, step = load_model("cbow"), torch.optim.Adam.step

    def watched(adam: torch.optim.Adam, *arguments: Any) -> Any:
        rates.append(adam.param_groups[0]["lr"])
        return step(adam, *arguments)

    small = {"embedding": 4, "hidden": 4, "batch": 8, "epochs": 2, "learning_rate": 1e-2, "decay": True}
    with patch.object(torch.optim.Adam, "step", watched):
        model.fit(examples, examples, Run(replace(model.presets["default"], **small)))
    assert rates == pytest.approx([1e-3 * k for k in range(10, 0, -1)])


def test_patience_ends_training() -> None:
    examples, dev = text_examples(40), text_examples(30, seed=9)
    model = load_model("cbow")
    history: list[Epoch] = []
    settings = replace(model.presets["default"], embedding=8, hidden=8, epochs=200, learning_rate=3e-2, patience=2)
    model.fit(examples, dev, Run(settings, epoch_done=history.append))
    assert len(history) < 200
    best = [e.dev_accuracy for e in history]
    assert max(best[:-2]) == max(best)


def test_going_on_from_another_model() -> None:
    examples, more = text_examples(30), text_examples(30, seed=2)
    model = load_model("cbow")
    settings = replace(model.presets["default"], embedding=8, hidden=8, epochs=1, learning_rate=1e-9)
    first = model.fit(examples, examples, Run(settings))
    second = model.fit(more, more, Run(settings, start=first.saved()))
    assert predict(first, examples) == predict(second, examples)


def test_a_foreign_state_is_refused(tmp_path: Path) -> None:
    examples = text_examples(10)
    model = load_model("cbow")
    settings = replace(model.presets["default"], embedding=4, hidden=4, epochs=1)
    model.fit(examples, examples, Run(settings, 1, tmp_path))
    with pytest.raises(InputError, match="other settings or another seed"):
        model.fit(examples, examples, Run(settings, 2, tmp_path))
    write_saved(tmp_path / STATE, Saved({}, {"settings": {}, "seed": 1}))
    with pytest.raises(InputError, match="other settings"):
        model.fit(examples, examples, Run(settings, 1, tmp_path))


def test_numbers_near_nothing_count_as_nothing_while_a_network_works() -> None:
    """And only then: a user's own arithmetic stays as it was, whether the work ends well or not."""
    before, seen = flushes(), list[bool]()

    def watch(_: Epoch) -> None:
        seen.append(flushes())
        raise Enough

    model, examples = load_model("cbow"), with_trees(text_examples(24))
    with pytest.raises(Enough):
        model.fit(examples, examples, Run(replace(model.presets["default"], epochs=1), epoch_done=watch))
    assert seen == [True]  # after dev was judged
    assert flushes() == before
