"""Models without torch equal what their descriptions say, worked out one example at a time."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
import torch

from provenli.library.model_shelf import load_model
from provenli.library.models.bag_of_words import BagSettings, Regression
from provenli.models.batches import batches
from provenli.models.examples import Examples
from provenli.models.logistic_regression import Adam
from provenli.models.protocol import Epoch, Run, accuracy, predict
from tests.models.small_data import fair_examples, text_examples


def gold(examples: Examples) -> list[str]:
    return [examples.labels.values[c] for c in examples.labels.codes]


def test_majority_gives_every_label_its_share() -> None:
    examples = text_examples(41)
    model = load_model("majority")
    fitted = model.fit(examples, examples, Run(model.presets["default"]))
    counts = Counter(gold(examples))
    wanted = [counts[name] / 41 for name in fitted.labels]
    np.testing.assert_allclose(fitted.probabilities(text_examples(3, seed=1)), [wanted] * 3, atol=1e-6)
    assert set(predict(fitted, examples)) == {max(counts, key=lambda name: counts[name])}


@pytest.mark.parametrize("sees", ["both", "premise", "hypothesis"])
def test_bag_of_words_word_by_word(sees: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every gradient of a training, and what the trained weights say, as torch has them from a sum over words."""
    examples = text_examples(40)
    model = load_model("bag_of_words")
    settings = BagSettings(learning_rate=1e-2, sees=sees, epochs=3, batch=16, l2=0.01)
    steps: list[tuple[np.ndarray, np.ndarray]] = []
    step = Adam.step

    def watched(self: Adam, gradient: np.ndarray) -> None:
        steps.append((self.weights.copy(), gradient))
        step(self, gradient)

    monkeypatch.setattr(Adam, "step", watched)
    fitted = model.fit(examples, examples, Run(settings, 2))
    assert isinstance(fitted, Regression)
    answers = [fitted.labels.index(g) for g in gold(examples)]
    order = [chosen for epoch in range(3) for chosen in batches(np.ones(40, dtype=np.int64), 16, 2, epoch)]
    for chosen, (before, gradient) in zip(order, steps, strict=True):
        weights = torch.tensor(before, requires_grad=True)
        loss = settings.l2 / 2 * (weights**2).sum()
        for k in chosen:
            loss = loss - scores(weights, fitted, examples, k).log_softmax(0)[answers[k]] / len(chosen)
        wanted = torch.autograd.grad(loss, weights)[0]
        np.testing.assert_allclose(gradient, wanted.numpy(), atol=1e-5)
    said = [scores(torch.tensor(fitted.weights), fitted, examples, k).softmax(0).numpy() for k in range(40)]
    np.testing.assert_allclose(fitted.probabilities(examples), np.stack(said), atol=1e-5)


def scores(weights: torch.Tensor, fitted: Regression, examples: Examples, row: int) -> torch.Tensor:
    """Each word that is seen counts once, on each side by itself; the last row is the bias."""
    numbers, out = fitted.vocabulary.numbers, weights[-1]
    for side, text in (("hypothesis", examples.hypotheses[row]), ("premise", examples.premises[row])):
        for word in set(text.split()) if fitted.settings.sees in (side, "both") else ():
            out = out + weights[numbers[word] + (len(fitted.vocabulary) if side == "premise" else 0)]
    return out


def test_adam_steps_as_torch_does() -> None:
    rng = np.random.default_rng(0)
    gradients = rng.normal(size=(5, 4, 3)).astype(np.float32)
    ours, theirs = Adam(np.zeros((4, 3), dtype=np.float32), 1e-2), torch.zeros(4, 3, requires_grad=True)
    adam = torch.optim.Adam([theirs], lr=1e-2)
    for g in gradients:
        ours.step(g)
        theirs.grad = torch.tensor(g)
        adam.step()
    np.testing.assert_allclose(ours.weights, theirs.detach().numpy(), atol=1e-6)


@pytest.mark.parametrize("name", ["bag_of_words", "memorising"])
def test_it_learns_64_examples_by_heart(name: str) -> None:
    examples = text_examples(64, words=40) if name == "bag_of_words" else fair_examples(64)
    model = load_model(name)
    settings = model.presets["default"]
    if name == "bag_of_words":
        settings = replace(settings, epochs=150, learning_rate=5e-2, batch=16)
    assert accuracy(model.fit(examples, examples, Run(settings)), examples) == 1


@pytest.mark.parametrize("name", ["majority", "memorising", "bag_of_words"])
def test_same_seed_same_predictions(name: str) -> None:
    examples, test = fair_examples(60), fair_examples(9, seed=5)
    model = load_model(name)
    told: list[Epoch] = []
    first, again = (
        model.fit(examples, examples, Run(model.presets["default"], 3, epoch_done=told.append)) for _ in range(2)
    )
    assert (first.probabilities(test) == again.probabilities(test)).all()
    assert told[: len(told) // 2] == told[len(told) // 2 :]
    restored = model.restore(first.saved())
    assert (restored.probabilities(test) == first.probabilities(test)).all()
