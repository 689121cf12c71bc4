"""Models that compose, on rows with trees of many shapes: what is said of a row does not depend on its neighbours."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from provenli.data.generate import Order, generate
from provenli.data.matched_rows import origin
from provenli.fairness.row_trees import with_trees
from provenli.library.fragment_shelf import load_fragment
from provenli.library.model_shelf import load_model
from provenli.models.examples import Examples, read_examples
from provenli.models.protocol import Run, accuracy
from provenli.pairs.plan import Request


@pytest.fixture(scope="module")
def examples(tmp_path_factory: pytest.TempPathFactory) -> Examples:
    fragment = load_fragment("systematicity")
    assert fragment.pairs is not None
    options = {o.name: o.default for o in fragment.pairs.options} | {"depth": (1, 3)}
    out = tmp_path_factory.mktemp("data") / "systematicity"
    generate(Order(fragment, "systematicity", Request(300, 2, options), ("jsonl",), out))
    path = out / "pairs.jsonl"
    return with_trees(read_examples(Path(path)), path, {"": origin(out, load_fragment)})


@pytest.mark.parametrize("name", ["state_tree", "comp_tree_nn", "label_bottleneck", "tree_lstm", "tree_nn"])
def test_neighbours_do_not_matter(examples: Examples, name: str) -> None:
    model = load_model(name)
    settings = replace(model.presets["default"], epochs=1, hidden=8, embedding=8)
    train = examples.taken(range(60))
    fitted = model.fit(train, train, Run(settings, 1))
    whole = fitted.probabilities(examples)
    order = np.random.default_rng(4).permutation(len(examples))
    np.testing.assert_allclose(fitted.probabilities(examples.taken(order)), whole[order], atol=1e-5)
    depth = examples.features["depth"]
    for code in range(len(depth.values)):  # trees of one height and several shapes
        alike = np.flatnonzero(depth.codes == code)
        np.testing.assert_allclose(fitted.probabilities(examples.taken(alike)), whole[alike], atol=1e-5)
    for k in (0, 17, 150):
        np.testing.assert_allclose(fitted.probabilities(examples.taken([k])), whole[[k]], atol=1e-5)


def test_what_the_loop_says_of_dev_is_so(examples: Examples) -> None:
    model = load_model("state_tree")
    said: list[float] = []
    settings = replace(model.presets["default"], epochs=2, hidden=8, embedding=8)
    train, dev = examples.taken(range(200)), examples.taken(range(200, 300))
    fitted = model.fit(train, dev, Run(settings, 1, epoch_done=lambda e: said.append(e.dev_accuracy)))
    alone = [accuracy(fitted, dev.taken([k])) for k in range(len(dev))]
    assert max(said) == pytest.approx(np.mean(alone))


def test_depth_two_shows_what_a_clause_is(examples: Examples) -> None:
    """Where training is two deep no rule occurs below itself, but a noun phrase does: only its state goes up."""
    depth = examples.features["depth"]
    shallow = examples.taken(np.flatnonzero([depth.values[c] < 3 for c in depth.codes]))
    model = load_model("state_tree")
    net = model.fit(shallow, shallow, Run(replace(model.presets["default"], epochs=1, hidden=8))).net  # type: ignore[attr-defined]
    assert net.material.recursive == ("NP",)
    groups = {g for shape in net.prepare(shallow).trees.shapes for g in shape.groups}
    assert groups == {-2, -1, 0}
