"""The propositional example of Geiger et al. 2019: Figure 1 as a tree, Table 1 as a split."""

from __future__ import annotations

from collections.abc import Iterable

from provenli.fairness.codes import Value
from provenli.fairness.composition_trees import CompositionLeaf, CompositionTree, Inner, compose_all, composition_tree
from provenli.fairness.learner import ShownExample

T, F = "T", "F"
NOT, IDENTITY, IMPLIES = "¬", "ε", "⇒"


def _literal(sign: str, value: str) -> str:
    return value if sign == IDENTITY else {T: F, F: T}[value]


def _conditional(left: str, arrow: str, right: str) -> str:
    del arrow  # the only binary operator there is
    return F if (left, right) == (T, F) else T


TREE: CompositionTree = composition_tree(
    [
        CompositionLeaf("left", (T, F)),
        CompositionLeaf("arrow", (IMPLIES,)),
        CompositionLeaf("sign", (NOT, IDENTITY)),
        CompositionLeaf("value", (T, F)),
        Inner("right", ("sign", "value"), _literal, (T, F)),
        Inner("sentence", ("left", "arrow", "right"), _conditional, (T, F)),
    ]
)

Sentence = tuple[str, str, str, str]
TRAIN: tuple[Sentence, ...] = (
    (T, IMPLIES, IDENTITY, F),
    (T, IMPLIES, NOT, F),
    (F, IMPLIES, NOT, T),
    (F, IMPLIES, IDENTITY, T),
)
TEST: tuple[Sentence, ...] = (
    (T, IMPLIES, NOT, T),
    (T, IMPLIES, IDENTITY, T),
    (F, IMPLIES, NOT, F),
    (F, IMPLIES, IDENTITY, F),
)


def examples(tree: CompositionTree, inputs: Iterable[tuple[Value, ...]]) -> list[ShownExample]:
    """Inputs with the labels that the tree gives every inner node."""
    found = [(x, compose_all(tree, x)) for x in inputs]
    return [ShownExample(x, {node: values[node] for node in tree.inner}) for x, values in found]
