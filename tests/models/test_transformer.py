"""The batched transformer equals its Hugging Face encoder on one pair at a time, without padding, and a plain head."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor

from provenli.library.models.transformer import MODEL, Transformer, TransformerSettings, learn_texts
from provenli.models.batches import batches, by_length
from provenli.models.examples import Examples
from provenli.models.heads import groups
from tests.models.small_data import fair_examples, shared, text_examples
from tests.models.tiny_encoder import WORDS, tiny_encoder

FAIR = fair_examples(150)


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    fair = {w for text in (*FAIR.premises, *FAIR.hypotheses) for w in text.split()}
    return tiny_encoder(tmp_path_factory.mktemp("encoder"), [*WORDS, *sorted(fair)])


class Plain:
    """The encoder as Hugging Face reads it from the directory; the head's weights are those of the network."""

    def __init__(self, directory: Path, net: Transformer) -> None:
        from transformers import AutoModel, AutoTokenizer

        self.encoder: Any = AutoModel.from_pretrained(directory).eval()
        self.tokenizer: Any = AutoTokenizer.from_pretrained(directory)
        self.net, self.settings = net, net.settings

    def represent(self, premise: str, hypothesis: str) -> Tensor:
        words = self.tokenizer(
            premise,
            hypothesis,
            truncation=True,
            max_length=self.settings.longest,
            return_tensors="pt",
            return_token_type_ids=True,
        )
        states: Tensor = self.encoder(**words).last_hidden_state[0]
        return states[0] if self.settings.pool == "first" else states.sum(0) / len(states)

    def logits(self, premise: str, hypothesis: str, group: int = 0) -> Tensor:
        first, out = self.net.heads.hidden[0], self.net.heads.out[group]
        hidden = torch.tanh(first.weight @ self.represent(premise, hypothesis) + first.bias)  # type: ignore[operator]
        scores: Tensor = out.weight @ hidden + out.bias  # type: ignore[operator]
        return scores

    def loss(self, examples: Examples) -> Tensor:
        total = torch.zeros(())
        for row, (p, h) in enumerate(zip(examples.premises, examples.hypotheses, strict=True)):
            gold = examples.labels.values[examples.labels.codes[row]]
            total = total - self.logits(p, h).log_softmax(0)[self.net.material.labels.index(gold)]
            for name, group in groups(self.net.material).items():
                at = shared(examples).kinds.index(name)
                span, classes = slice(*shared(examples).spans[at]), self.net.material.classes[name]
                left, right = (" ".join(text.split()[span]) for text in (p, h))
                gold = classes.index(examples.feature_values(row)[name])
                total = total - shared(examples).weights[at] * self.logits(left, right, group).log_softmax(0)[gold]
        return total / len(examples)


def built(directory: Path, examples: Examples, **changes: Any) -> Transformer:
    preset = MODEL.presets["default"]
    assert isinstance(preset, TransformerSettings)
    settings = replace(preset, encoder=str(directory), hidden=5, **changes)
    torch.manual_seed(1)
    net = MODEL.build(learn_texts(examples, settings), settings)
    net.begin()
    assert isinstance(net, Transformer)
    return net.train()


def check(net: Transformer, plain: Plain, examples: Examples) -> None:
    theirs = [("encoder." + n, p) for n, p in plain.encoder.named_parameters()]
    theirs += [(n, p) for n, p in net.named_parameters() if n.startswith("heads.")]
    ours = dict(net.named_parameters())
    rows, chosen = net.prepare(examples), np.arange(len(examples))
    found = torch.autograd.grad(net.loss(rows, chosen), [ours[n] for n, _ in theirs], allow_unused=True)
    wanted = torch.autograd.grad(plain.loss(examples), [p for _, p in theirs], allow_unused=True)
    moved = 0
    for (name, p), a, b in zip(theirs, found, wanted, strict=True):
        zero = torch.zeros_like(p)
        b = zero if b is None else b
        assert torch.allclose(zero if a is None else a, b, atol=1e-5, rtol=1e-4), name
        moved += bool(b.abs().max() > 1e-4)
    assert moved > len(theirs) / 2


@pytest.mark.parametrize("changes", [{}, {"pool": "mean"}, {"longest": 9}], ids=str)
def test_uneven_pairs(directory: Path, changes: dict[str, Any]) -> None:
    examples = text_examples(12, words=40)
    net = built(directory, examples, **changes)
    plain, rows = Plain(directory, net), net.prepare(examples)
    with torch.no_grad():
        wanted = torch.stack([plain.logits(p, h) for p, h in zip(examples.premises, examples.hypotheses, strict=True)])
        for order in (by_length(rows.lengths, 5), batches(rows.lengths, 5, 0, 0), [np.arange(12)]):
            assert sum(map(len, order)) == 12
            for chosen in order:
                torch.testing.assert_close(net.logits(rows, chosen), wanted[chosen], atol=1e-5, rtol=1e-5)
    check(net, plain, examples)


def test_the_twelve_tasks(directory: Path) -> None:
    net = built(directory, FAIR, node_tasks=True)
    few = FAIR.taken([0, 1, 2])
    assert len(net.prepare(few).tasks) == 12
    check(net, Plain(directory, net), few)


def test_frozen_layers_do_not_learn(directory: Path) -> None:
    examples = text_examples(6, words=40)
    net = built(directory, examples, freeze=1, layer_decay=0.5)
    fixed = {n for n, p in net.named_parameters() if not p.requires_grad}
    assert {n.split(".")[1] for n in fixed} == {"embeddings", "encoder"}
    assert all(n.startswith(("encoder.embeddings.", "encoder.encoder.layer.0.")) for n in fixed)
    rates = sorted({g["lr"] for g in net.parameter_groups(1.0)})
    assert rates == [0.5, 1.0]
    learned = {id(p) for g in net.parameter_groups(1.0) for p in g["params"]}
    assert learned == {id(p) for p in net.parameters() if p.requires_grad}
