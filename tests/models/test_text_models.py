"""Batched networks over text equal the papers' equations pair by pair: what they give, and what they learn from it."""

from __future__ import annotations

import importlib
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import torch

from provenli.library.model_shelf import load_model
from provenli.models.examples import Examples, examples_of
from provenli.models.heads import groups
from provenli.models.material import learn
from tests.models import plain_text_models as plain
from tests.models.small_data import TASKS, fair_examples, shared, text_examples, weights

MODELS = ["cbow", "lstm", "bilstm_max", "attention_lstm", "decomposable_attention", "esim", "bimpm", "kim"]


FAIR = fair_examples(150)
"""Enough for every task to have its classes; a few of them are computed pair by pair."""


def built(name: str, examples: Examples, **changes: Any) -> Any:
    model = importlib.import_module(f"provenli.library.models.{name}").MODEL
    if name == "bimpm":
        changes["perspectives"] = 3
    settings = replace(model.presets["default"], embedding=6, hidden=5, **changes)
    torch.manual_seed(1)
    return model.build(learn(examples, settings), settings)


def words_of(net: Any, examples: Examples, row: int) -> tuple[list[int], list[int]]:
    return tuple(
        net.material.vocabulary.encoded(t[row].lower().split()).tolist()
        for t in (examples.premises, examples.hypotheses)
    )  # type: ignore[return-value]


def plain_loss(net: Any, name: str, examples: Examples) -> torch.Tensor:
    """As the paper has it: every phrase pair of every example by itself."""
    represent = getattr(plain, name)
    total = torch.zeros(())
    tasks = [("sentence", 0, 1.0, None)]
    if net.material.classes:
        spans = dict(zip(shared(examples).kinds, shared(examples).spans, strict=True))
        tasks = [(n, groups(net.material).get(n, 0), weights(examples)[n], spans[n]) for n in TASKS]
    for row in range(len(examples)):
        p, h = words_of(net, examples, row)
        for task, group, weight, span in tasks:
            left, right = (p, h) if span is None else (p[slice(*span)], h[slice(*span)])
            logits = net.heads(represent(net, left, right)[None], group)[0]
            if task == "sentence":
                gold = net.material.labels.index(examples.labels.values[examples.labels.codes[row]])
            else:
                gold = net.material.classes[task].index(examples.feature_values(row)[task])
            total = total - weight * logits.log_softmax(0)[gold]
    return total / len(examples)


def check(net: Any, name: str, examples: Examples) -> None:
    rows, chosen = net.prepare(examples), np.arange(len(examples))
    with torch.no_grad():
        found = net.logits(rows, chosen)
        for row in range(len(examples)):
            wanted = net.heads(getattr(plain, name)(net, *words_of(net, examples, row))[None])[0]
            torch.testing.assert_close(found[row], wanted, atol=1e-5, rtol=1e-5)
    parameters = [p for p in net.parameters() if p.requires_grad]
    ours = torch.autograd.grad(net.loss(rows, chosen), parameters, allow_unused=True)
    theirs = torch.autograd.grad(plain_loss(net, name, examples), parameters, allow_unused=True)
    for a, b, p in zip(ours, theirs, parameters, strict=True):
        zero = torch.zeros_like(p)
        torch.testing.assert_close(zero if a is None else a, zero if b is None else b, atol=1e-5, rtol=1e-4)


@pytest.mark.parametrize("name", MODELS)
def test_uneven_sentences(name: str) -> None:
    examples = text_examples(5)
    check(built(name, examples), name, examples.taken([0, 1]) if name == "bimpm" else examples)


@pytest.mark.parametrize("name", MODELS)
def test_the_twelve_tasks(name: str) -> None:
    net = built(name, FAIR)
    assert len(net.prepare(FAIR).tasks) == 12
    check(net, name, FAIR.taken([0] if name in ("bimpm", "kim") else [0, 1]))


def test_what_wordnet_knows_in_uneven_sentences() -> None:
    """Made words stand in no relation; these do, in sentences of two to six words that are padded in one batch."""
    premises = ["the hot dog runs", "a cat", "every big poodle sleeps in town", "some animal is cold"]
    hypotheses = ["an animal", "a small dog runs by night", "no dog is awake", "the hot cat is warm now"]
    examples = examples_of(premises, hypotheses, ["entailment", "neutral", "contradiction", "neutral"])
    net = built("kim", examples, knowledge_weight=0.7)
    rows = net.prepare(examples)
    known = net.relations(*(side.phrases(np.arange(4)).words for side in (rows.premise, rows.hypothesis)))
    assert (known != 0).any((0, 1, 2)).sum() >= 4  # hypernyms, hyponyms, antonyms and sisters at least
    check(net, "kim", examples)


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("lstm", {"lstm_layers": 3, "layers": 3}),
        ("bilstm_max", {"sees": "premise"}),
        ("bilstm_max", {"sees": "hypothesis"}),
        ("lstm", {"activation": "tanh"}),
        ("lstm", {"node_tasks": False}),
    ],
)
def test_other_settings(name: str, changes: dict[str, Any]) -> None:
    for examples in (text_examples(3), FAIR):
        check(built(name, examples, **changes), name, examples.taken([0, 1]))


def test_words_of_characters() -> None:
    """Words of one to seven characters, one of which is unknown to the model."""
    words = {"w1": "a", "w2": "ab", "w3": "banana", "w5": "cabbage", "w7": "bag"}
    examples = text_examples(5, words=9)
    sides = [
        [" ".join(words.get(w, w) for w in t.split()) for t in texts]
        for texts in (examples.premises, examples.hypotheses)
    ]
    examples = replace(examples, premises=sides[0], hypotheses=sides[1])
    net = built("bimpm", examples, characters=4, spelled=3)
    strange = replace(examples.taken([0, 1]), premises=[f"{sides[0][0]} unheard", sides[0][1]])
    check(net, "bimpm", strange)
    check(net, "bimpm", examples.taken([2, 3]))
    assert not net.spelling(torch.tensor([[0, 1]])).any()
    assert load_model("bimpm").presets["paper"].characters == 20  # type: ignore[attr-defined]


def test_one_side_does_not_see_the_other() -> None:
    examples = text_examples(6)
    net = built("bilstm_max", examples, sees="hypothesis")
    other = replace(examples, premises=list(reversed(examples.premises)))
    chosen = np.arange(6)
    with torch.no_grad():
        assert torch.equal(net.logits(net.prepare(examples), chosen), net.logits(net.prepare(other), chosen))
