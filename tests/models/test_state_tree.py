"""A state tree learns from clauses one and two deep and answers for deeper ones; the states are not told to it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from provenli.data.trees import AlignedTree
from provenli.library.model_shelf import load_model
from provenli.library.models.state_tree import StateSettings, StateTree
from provenli.models.aligned_columns import CLAUSE, groups_of
from provenli.models.examples import Examples, examples_of
from provenli.models.material import learn
from provenli.models.protocol import Epoch, Run, accuracy

UP, DOWN = ("some", "several"), ("no", "few")


class Growing:
    """A noun phrase within a noun phrase …; at the bottom an adjective is dropped or put in."""

    def __init__(self, depth: int, rng: np.random.Generator) -> None:
        self.rng, self.up = rng, True
        self.nodes: list[tuple[str, tuple[int, ...], tuple[str, str] | None]] = []
        self.dropped = bool(rng.integers(2))
        top = self.phrase(depth)
        self.add("S", (top, self.word("V", "runs")))

    def add(self, kind: str, children: tuple[int, ...], words: tuple[str, str] | None = None) -> int:
        self.nodes.append((kind, children, words))
        return len(self.nodes) - 1

    def word(self, kind: str, word: str) -> int:
        return self.add(kind, (), (word, word))

    def phrase(self, depth: int) -> int:
        quantifier = str(self.rng.choice(UP + DOWN))
        self.up ^= quantifier in DOWN
        q, noun = self.word("Q", quantifier), f"n{self.rng.integers(3)}"
        if depth > 1:
            inner = (self.word("N", noun), self.phrase(depth - 1))
        else:
            inner = (self.add("A", (), ("red", "ε") if self.dropped else ("ε", "red")), self.word("N", noun))
        return self.add("NP", (q, self.add("Nbar", inner)))

    def tree(self) -> AlignedTree:
        kinds, children, words = zip(*self.nodes, strict=True)
        return AlignedTree(kinds, children, words, ("",) * len(kinds))


def test_a_clause_is_known_by_its_category() -> None:
    """Two noun phrases by different rules, one within the other, and a pair of rules that training does not show."""
    kinds = ("NP[num=sg] -> Q N", "Sbar -> Wh TV NP", "NP -> Q Nbar Sbar", "S -> NP VP")
    tree = AlignedTree(kinds, ((), (0,), (1,), (2,)), (("no", "no"), None, None, None), ("",) * 4)
    train = replace(examples_of(["p"], ["h"], ["entailment"]), aligned=[tree])
    material = learn(train, StateSettings())
    assert material.recursive == ("NP",)
    new = "NP -> Q Nbar / NP -> Q Nbar Sbar"
    assert groups_of([*kinds, new], material) == {
        kinds[0]: CLAUSE,
        kinds[1]: -1,
        kinds[2]: CLAUSE,
        kinds[3]: -1,
        new: CLAUSE,
    }


def grown(size: int, depths: list[int], seed: int) -> Examples:
    rng = np.random.default_rng(seed)
    made = [Growing(depths[k % len(depths)], rng) for k in range(size)]
    labels = ["entailment" if g.dropped == g.up else "non-entailment" for g in made]
    return replace(examples_of(["p"] * size, ["h"] * size, labels), aligned=[g.tree() for g in made])


def test_deeper_than_training() -> None:
    model = load_model("state_tree")
    settings = replace(model.presets["default"], embedding=24, hidden=24, batch=32, epochs=12)
    history: list[Epoch] = []
    fitted = model.fit(grown(600, [1, 2], 0), grown(100, [1, 2], 1), Run(settings, epoch_done=history.append))
    assert max(e.dev_accuracy for e in history) == 1
    assert accuracy(fitted, grown(200, [4, 5], 2)) == 1


def test_a_crisp_clause_sends_one_of_the_states() -> None:
    """In training too: a mixture could come to mean something that no single state does."""
    examples = grown(40, [1, 2], 0)
    settings = StateSettings(embedding=8, hidden=8, states=4, crisp=True, node_tasks=False)
    net = StateTree(learn(examples, settings), settings).train()
    soft = StateTree(net.material, replace(settings, crisp=False)).train()
    assert apart(net) < 1e-5
    assert apart(soft) > 1e-2


def apart(net: StateTree) -> float:
    """How far what is sent may be from the nearest state."""
    sent = net.sent(torch.randn(30, 8), None, CLAUSE).detach()
    return float((sent[:, None] - net.states.weight.detach()).abs().amax(-1).amin(-1).max())


def test_what_is_not_learned_begins_anew_and_a_killed_run_does_so_too(tmp_path: Path) -> None:
    """Random labels are not learned: after every second epoch the weights are others."""
    examples = replace(grown(60, [1, 2], 0), labels=grown(60, [1, 2], 9).labels)
    settings = StateSettings(
        embedding=8, hidden=8, states=4, crisp=True, node_tasks=False, epochs=5, restart_after=2, learning_rate=1e-9
    )
    model, seen = load_model("state_tree"), list[float]()
    whole = model.fit(examples, examples, Run(settings, 1, epoch_done=lambda e: seen.append(round(e.loss, 6))))
    assert seen[0] == seen[1] != seen[2] == seen[3] != seen[4]

    def killed(epoch: Epoch) -> None:
        if epoch.number == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        model.fit(examples, examples, Run(settings, 1, tmp_path, epoch_done=killed))
    resumed = model.fit(examples, examples, Run(settings, 1, tmp_path))
    for name, array in whole.saved().arrays.items():
        assert array.tobytes() == resumed.saved().arrays[name].tobytes(), name
