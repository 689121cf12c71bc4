"""How a hypothesis is made from a premise: one word exchanged for another of its category, or one modifier dropped.

Each change keeps the rest of the tree, so premise and hypothesis stay aligned. Adding a modifier is dropping it, read
backwards: make the pair from the longer sentence and swap.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from provenli.grammar import Address, Branch, Derivation, Leaf, Node
from provenli.grammar.tree import walk


@dataclass(frozen=True, slots=True)
class Change:
    address: Address
    new: Node
    kind: str
    """'word' or 'drop'."""

    def of(self, d: Derivation) -> Derivation:
        return d.replace(self.address, self.new)


def changes(d: Derivation) -> Iterator[Change]:
    yield from exchanged_words(d)
    yield from dropped_modifiers(d)


def exchanged_words(d: Derivation) -> Iterator[Change]:
    """Every word against every other word that is sampled in its place."""
    for address, leaf in d.leaves():
        for other in d.grammar.leaves(leaf.category):
            if other.word.lemma != leaf.word.lemma:
                yield Change(address, other, "word")


def dropped_modifiers(d: Derivation) -> Iterator[Change]:
    """A node gives way to a child of its own category: 'dog who ran' to 'dog'."""
    for address, node in walk(d.root):
        if isinstance(node, Branch):
            for child in node.children:
                if isinstance(child, Branch | Leaf) and child.category == node.category:
                    yield Change(address, child, "drop")
