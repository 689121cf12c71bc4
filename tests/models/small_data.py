"""Small examples for the tests of models: rows of fragment G, rows of uneven text, rows with trees of many shapes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from provenli.data.trees import AlignedTree, Tree
from provenli.fairness.composed_rows import with_shared_trees
from provenli.fairness.composition_trees import compose_all
from provenli.library.fragments.fair import tree as figure_3
from provenli.logic.relations import Relation
from provenli.models.examples import Examples, examples_of
from provenli.models.shared_trees import SharedTrees

LABELS = ("entailment", "neutral", "contradiction")
TASKS = (
    *("adjective of subject", "noun of subject", "adverb", "verb", "adjective of object", "noun of object"),
    *("subject", "adverb and verb", "object", "verb phrase", "negated verb phrase", "sentence"),
)
"""The twelve of Geiger et al. 2019, Figure 4."""


def fair_examples(size: int, seed: int = 0, words: int = 3) -> Examples:
    rng = np.random.default_rng(seed)
    tree = figure_3.tree(figure_3.invented(words))
    premises, hypotheses, labels = [], [], []
    features: dict[str, list[str]] = {name: [] for name in TASKS}
    for _ in range(size):
        leaves = []
        for place in figure_3.PLACES:
            domain = tree.domains[f"{place} premise"]
            left, right = (domain[int(k)] for k in rng.integers(len(domain), size=2))
            leaves += [left, left if rng.random() < 0.7 else right]  # else nearly everything would be unrelated
        values = compose_all(tree, leaves)
        for name in TASKS:
            value = values[name]
            features[name].append(str(value.value) if isinstance(value, Relation) else str(value))
        premises.append(" ".join(map(str, leaves[0::2])))
        hypotheses.append(" ".join(map(str, leaves[1::2])))
        labels.append(figure_3.label_of(values["sentence"]))
    return with_shared_trees(examples_of(premises, hypotheses, labels, features), tree)


def shared(examples: Examples) -> SharedTrees:
    assert isinstance(examples.aligned, SharedTrees)
    return examples.aligned


def weights(examples: Examples) -> dict[str, float]:
    """Of the twelve tasks."""
    found = dict(zip(shared(examples).kinds, shared(examples).weights, strict=True))
    return {name: found[name] for name in TASKS}


def text_examples(size: int, seed: int = 0, words: int = 12) -> Examples:
    """Sentences of two to seven words, with labels drawn at random: they can only be learned by heart."""
    rng = np.random.default_rng(seed)

    def sentence() -> str:
        return " ".join(f"w{k}" for k in rng.integers(words, size=int(rng.integers(2, 8))))

    pairs = [(sentence(), sentence()) for _ in range(size)]
    labels = [LABELS[int(k)] for k in rng.integers(3, size=size)]
    return examples_of([p for p, _ in pairs], [h for _, h in pairs], labels)


def with_trees(examples: Examples, seed: int = 0) -> Examples:
    """With a random tree over each sentence, and an aligned tree over random pairs of its words."""
    rng = np.random.default_rng(seed)
    trees = [
        (_tree(p.split(), rng), _tree(h.split(), rng))
        for p, h in zip(examples.premises, examples.hypotheses, strict=True)
    ]
    aligned = [_aligned(p.split(), h.split(), rng) for p, h in zip(examples.premises, examples.hypotheses, strict=True)]
    return replace(examples, trees=trees, aligned=aligned)


def _shape(leaves: int, rng: np.random.Generator) -> list[tuple[int, ...]]:
    """Children of nodes in post-order: runs of one to three neighbours become one node until one is left."""
    children: list[tuple[int, ...]] = []

    def build(count: int, lone: bool) -> int:
        if count == 1 and (lone or rng.random() < 0.8):
            children.append(())
        else:
            parts = [count] if count == 1 else _cut(count, rng)
            below = tuple(build(n, lone=count == 1) for n in parts)
            children.append(below)
        return len(children) - 1

    build(leaves, lone=False)
    return children


def _cut(count: int, rng: np.random.Generator) -> list[int]:
    parts = min(count, int(rng.integers(2, 4)))
    at = sorted(rng.choice(np.arange(1, count), size=parts - 1, replace=False).tolist())
    return [b - a for a, b in zip([0, *at], [*at, count], strict=True)]


def _tree(words: list[str], rng: np.random.Generator) -> Tree:
    children = _shape(len(words), rng)
    left = iter(words)
    return Tree(tuple(f"rule{len(c)}" if c else next(left) for c in children), tuple(children))


def _aligned(left: list[str], right: list[str], rng: np.random.Generator) -> AlignedTree:
    children = _shape(max(2, min(len(left), len(right))), rng)
    pairs = iter(zip(left, right, strict=False))
    kinds = tuple(f"N{len(c)}" if c else "word" for c in children)
    values = tuple(str(rng.choice(["≡", "⊏", "#"])) if len(c) != 1 else "" for c in children)
    return AlignedTree(kinds, tuple(children), tuple(None if c else next(pairs) for c in children), values)
