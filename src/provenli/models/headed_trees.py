"""Dependency trees that no parser made: trees of the grammar with a head for every phrase, so without a parser's
errors, in the form that a parser gives (models/parsed_trees.py).

A network over a parser's trees and one over the grammar's differ in two things at once, the errors and the form. A
network over these differs from each in one. Heads are known for the grammar of Yanaka et al. 2020: a sentence is headed
by its verb, a noun phrase by its noun, a relative clause by its verb, a phrase that is one entry of the lexicon by its
last word.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from provenli.data.trees import Tree
from provenli.errors import InputError
from provenli.models.examples import HEADED, Examples
from provenli.models.parsed_trees import WORD, Parse

PHRASES: Mapping[str, str] = {"S": "VP", "NP": "Nbar"}
"""Which part has the head."""
PLACES: Mapping[str, int] = {"VP": 0, "Nbar": -1, "Sbar": -1, "words": -1}
"""Which of the words that are parts is the head: *walked* or danced, wild *dogs*, *dogs* on the ground, which cats
*saw*, that *saw* cats."""
BEFORE, AFTER = "<", ">"


def with_headed_trees(examples: Examples) -> Examples:
    """The examples, which have trees of the grammar, with dependencies in their place."""
    if examples.trees is None:
        return examples
    try:
        trees = [(_turned(p), _turned(h)) for p, h in examples.trees]
    except InputError as error:
        raise InputError(f"{examples.where}: {error}") from error
    return replace(examples, trees=trees, tree_kind=HEADED)


@lru_cache(maxsize=100_000)
def _turned(tree: Tree) -> Tree:
    return headed(tree).tree()


def headed(tree: Tree) -> Parse:
    words: list[str] = []
    heads: dict[int, int] = {}
    relations: dict[int, str] = {}

    def visit(node: int) -> int:
        """-> the number of the word that heads it"""
        below = tree.children[node]
        if not below:
            words.append(tree.labels[node])
            return len(words) - 1
        head, at = _head(tree, node), {part: visit(part) for part in below}
        for part, word in at.items():
            if part != head:
                kind = tree.labels[part] if tree.children[part] else WORD
                side = BEFORE if word < at[head] else AFTER
                heads[word], relations[word] = at[head], f"{tree.labels[node]}:{kind}{side}"
        return at[head]

    root = visit(len(tree.labels) - 1)
    numbers = range(len(words))
    return Parse(
        tuple(words),
        tuple(-1 if k == root else heads[k] for k in numbers),
        tuple("ROOT" if k == root else relations[k] for k in numbers),
    )


def _head(tree: Tree, node: int) -> int:
    label, below = tree.labels[node], tree.children[node]
    found: Sequence[int] = ()
    if label in PHRASES:
        found = [part for part in below if tree.labels[part] == PHRASES[label] and tree.children[part]]
    elif label in PLACES:
        found = [part for part in below if not tree.children[part]]
    if not found:
        raise InputError(f"no head is known for {label!r}: expected plain sentences of the fragment systematicity")
    return found[PLACES.get(label, 0)]
