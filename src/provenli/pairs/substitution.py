"""How a hypothesis is made from a premise: one word exchanged for another of its category.

For the drafts of a user's own fragment (examples/my_fragment.py). Each exchange keeps the rest of the tree, so premise
and hypothesis stay aligned.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from provenli.grammar import Address, Derivation, Node


@dataclass(frozen=True, slots=True)
class Exchange:
    address: Address
    new: Node

    def of(self, d: Derivation) -> Derivation:
        return d.replace(self.address, self.new)


def exchanged_words(d: Derivation) -> Iterator[Exchange]:
    """Exchange every word for every other word that is sampled in its place."""
    for address, leaf in d.leaves():
        for other in d.grammar.leaves(leaf.category):
            if other.word.lemma != leaf.word.lemma:
                yield Exchange(address, other)
