"""Networks along trees equal the papers' equations node by node, for one tree and for trees of many shapes."""

from __future__ import annotations

import importlib
from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import torch

from provenli.data.trees import AlignedTree
from provenli.library.models import comp_tree_ntn
from provenli.library.models.tree_lstm import LOUD
from provenli.models.aligned_columns import CLAUSE
from provenli.models.examples import Examples
from provenli.models.forest import TreeShape, grow
from provenli.models.heads import groups
from provenli.models.material import edge, learn
from tests.models import plain_tree_models as plain
from tests.models.small_data import fair_examples, shared, text_examples, weights, with_trees

ALIGNED = {
    "comp_tree_nn": (plain.leaf_pair, plain.layer),
    "comp_tree_ntn": (plain.tensor_leaf, plain.tensor_layer),
    "label_bottleneck": (plain.leaf_pair, plain.layer),
    "interchange": (plain.leaf_pair, plain.layer),
    "state_tree": (plain.leaf_pair, plain.layer),
}
FAIR = fair_examples(150)
VARIED = with_trees(text_examples(12))


def built(name: str, examples: Examples, **changes: Any) -> Any:
    model = importlib.import_module(f"provenli.library.models.{name}").MODEL
    settings = replace(model.presets["default"], embedding=6, hidden=5, **changes)
    torch.manual_seed(1)
    return model.build(learn(examples, settings), settings)


def aligned_tree(examples: Examples, row: int) -> AlignedTree:
    assert examples.aligned is not None
    return examples.aligned[row]


def plain_row(net: Any, name: str, examples: Examples, row: int) -> tuple[torch.Tensor, torch.Tensor]:
    """The root's logits and the loss of one example."""
    tree, number = aligned_tree(examples, row), net.material.vocabulary.numbers
    pairs = [(number[w[0]], number[w[1]]) if w else None for w in tree.words]
    of_kind = dict.fromkeys(net.material.recursive, CLAUSE) | dict(groups(net.material))
    group = [*(of_kind.get(kind, of_kind.get(kind.split(" ")[0], -1)) for kind in tree.kinds[:-1]), 0]
    found = plain.along(net, tree.children, pairs, group, *ALIGNED[name])
    sizes: list[int] = []
    for c in tree.children:
        sizes.append(sum(sizes[k] for k in c) or 1)
    of_size = Counter(s for s, g in zip(sizes, group, strict=True) if g >= 0)
    total = torch.zeros(())
    for k, (_, logits) in enumerate(found):
        if logits is None or (k < len(found) - 1 and not tree.values[k]):
            continue
        classes = net.material.labels if k == len(found) - 1 else net.material.classes[tree.kinds[k]]
        value = examples.labels.values[examples.labels.codes[row]] if k == len(found) - 1 else tree.values[k]
        total = total - logits.log_softmax(0)[classes.index(value)] / of_size[sizes[k]]
    root = found[-1][1]
    assert root is not None
    return root, total


def same_gradients(net: Any, ours: torch.Tensor, theirs: torch.Tensor) -> None:
    parameters = list(net.parameters())
    a = torch.autograd.grad(ours, parameters, allow_unused=True)
    b = torch.autograd.grad(theirs, parameters, allow_unused=True)
    for x, y, p in zip(a, b, parameters, strict=True):
        zero = torch.zeros_like(p)
        torch.testing.assert_close(zero if x is None else x, zero if y is None else y, atol=1e-5, rtol=1e-4)


@pytest.mark.parametrize("name", ALIGNED)
@pytest.mark.parametrize("data", ["one tree", "many trees"])
def test_aligned_trees(name: str, data: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comp_tree_ntn, "BAND", 4)  # several bands, the last one narrower, at these widths
    examples = FAIR if data == "one tree" else VARIED
    net = built(name, examples)
    assert bool(net.material.recursive) == (data == "many trees")
    few = examples.taken(np.arange(6))
    net.eval()  # nothing changes places
    rows, chosen = net.prepare(few), np.arange(6)
    wanted = [plain_row(net, name, few, row) for row in range(6)]
    torch.testing.assert_close(net.logits(rows, chosen), torch.stack([w[0] for w in wanted]), atol=1e-5, rtol=1e-5)
    same_gradients(net, net.loss(rows, chosen), sum(w[1] for w in wanted) / 6)  # type: ignore[arg-type]


def test_weights_are_those_of_the_twelve_tasks() -> None:
    net = built("comp_tree_nn", FAIR)
    shape = net.prepare(FAIR).trees.shapes[0]
    kinds = shared(FAIR).kinds
    assert {n: pytest.approx(float(w)) for n, w in zip(kinds, shape.weights, strict=True) if w} == weights(FAIR)


@pytest.mark.parametrize("name", ["tree_nn", "tree_lstm"])
@pytest.mark.parametrize("data", ["one tree", "many trees"])
def test_trees_of_single_sentences(name: str, data: str) -> None:
    examples = FAIR if data == "one tree" else VARIED
    net = built(name, examples)
    few = examples.taken(np.arange(4))
    rows, chosen = net.prepare(few), np.arange(4)
    total = torch.zeros(())
    logits = []
    for row in range(4):
        sides = [along_one(net, name, few, row, side) for side in (0, 1)]
        for k, kind in enumerate(shared(few).kinds if data == "one tree" else ()):
            if kind in net.material.classes:
                scores = net.heads(torch.cat([s[k] for s in sides])[None], groups(net.material)[kind])[0]
                gold = net.material.classes[kind].index(few.feature_values(row)[kind])
                total = total - weights(few)[kind] * scores.log_softmax(0)[gold]
        root = net.heads(torch.cat([s[-1] for s in sides])[None])[0]
        logits.append(root)
        gold = net.material.labels.index(few.labels.values[few.labels.codes[row]])
        total = total - root.log_softmax(0)[gold]
    torch.testing.assert_close(net.logits(rows, chosen), torch.stack(logits), atol=1e-5, rtol=1e-5)
    same_gradients(net, net.loss(rows, chosen), total / 4)


def along_one(net: Any, name: str, examples: Examples, row: int, side: int) -> list[torch.Tensor]:
    assert examples.trees is not None
    tree, numbers = examples.trees[row][side], net.material.vocabulary.numbers
    words = [0 if c else numbers[w] for w, c in zip(tree.labels, tree.children, strict=True)]
    edges = [0] * len(words)
    for k, below in enumerate(tree.children):
        for place, child in enumerate(below):
            edges[child] = 1 + net.material.edges.index(edge(tree.labels[k], place))
    found: list[torch.Tensor] = getattr(plain, name)(net, tree.children, words, edges)
    return found


def test_interchange_keeps_classes_together() -> None:
    net = built("interchange", FAIR)
    targets = torch.tensor([0, 1, 0, -1, 1, 0, 2])
    sent = torch.arange(7.0)[:, None]
    moved = False
    for _ in range(20):
        out = net.exchanged(sent, targets, 1)[:, 0].long()
        assert torch.equal(targets[out], targets)
        assert sorted(out.tolist()) == list(range(7))
        assert (out[3], out[6]) == (3, 6)
        moved |= not torch.equal(out, torch.arange(7))
    assert moved
    assert torch.equal(net.exchanged(sent, targets, 0), sent)
    assert torch.equal(net.exchanged(sent, targets, -1), sent)


def test_a_bottleneck_sends_the_relation_alone() -> None:
    """Two nodes with the same logits send the same, whatever their vectors are."""
    net = built("label_bottleneck", FAIR)
    group = groups(net.material)["subject"]
    logits = torch.randn(1, 4).repeat(2, 1)
    sent = net.sent(torch.randn(2, 5), logits, group)
    assert torch.equal(sent[0], sent[1])


def test_a_forest_reads_children_from_where_they_are() -> None:
    """Each node's value is the list of leaves below it."""
    trees = (((), (), (0, 1), (), (2, 3)), ((),), ((), (), (), (0, 1, 2)))
    shapes = [TreeShape(children, (-1,) * len(children)) for children in trees]
    of_rows = np.array([0, 2, 1, 0, 2])
    forest = grow(shapes, of_rows)
    outputs: list[torch.Tensor] = []
    for step in forest.steps:
        if step.arity:
            outputs.append(forest.read(outputs, step).sum(1))
        else:
            outputs.append(torch.tensor([[10.0**k * (row + 1)] for row, k in zip(step.rows, step.nodes, strict=True)]))
    roots = forest.root_outputs(outputs)[:, 0].tolist()
    assert roots == [1 + 10 + 1000, 2 * 111, 3, 4 * 1011, 5 * 111]
    at = forest.located(outputs, np.array([3, 0]), np.array([2, 3]))[:, 0].tolist()
    assert at == [44, 1000]


def test_a_steady_start_carries_what_leaves_say_to_the_root() -> None:
    """The words of a leaf deep in a tree move the root further than with torch's own start."""
    nets = {steady: built("tree_lstm", VARIED, steady=steady) for steady in (False, True)}
    for net in nets.values():
        net.begin()
    own = built("tree_lstm", VARIED).state_dict()
    assert all((own[k] == v).all() for k, v in nets[False].state_dict().items())  # begin draws nothing unless asked to
    for block in nets[True].of_sum.weight.detach().chunk(3):
        assert torch.allclose(block @ block.T, LOUD**2 * torch.eye(5), atol=1e-4)
    slopes = {}
    for steady, net in nets.items():
        x = torch.zeros(1, 5, requires_grad=True)
        state = torch.cat([x, x], 1)
        for _ in range(6):  # six nodes of one child each
            state = net.compose(state[:, None], torch.zeros(1, 1, dtype=torch.long))
        slopes[steady] = torch.stack([torch.autograd.grad(v, x, retain_graph=True)[0] for v in state[0]]).norm()
    assert slopes[True] > 5 * slopes[False]


def test_compared_heads_see_a_difference_whatever_its_size() -> None:
    net = built("tree_lstm", VARIED, compared=True)
    p = torch.tensor([[1.0, 2.0, 3.0, 4.0, 5.0]])
    small, large = (net.joined(torch.stack([p, p - by * p.flip(1)], 1)) for by in (0.1, 0.2))
    assert small.shape == (1, 20)
    assert torch.equal(small[:, :5], p)
    assert torch.allclose(small[:, 10:15], large[:, 10:15], atol=1e-4)  # the same direction
    assert torch.allclose(small[:, 10:15].square().mean(), torch.ones(()), atol=1e-4)
    assert torch.allclose(small[:, 15:], p * (p - 0.1 * p.flip(1)))
    alike = net.joined(torch.stack([p, p], 1))
    assert torch.isfinite(alike).all()
    assert (alike[:, 10:15] == 0).all()
    rows = net.prepare(VARIED)
    assert net.logits(rows, np.arange(len(VARIED))).shape == (len(VARIED), len(net.material.labels))
