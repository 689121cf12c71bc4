"""A derivation: leaves, and the rules that put them together; ours, or read from another parser's file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from provenli.english.categories import Category
from provenli.english.leaves import WordLeaf


@dataclass(frozen=True, slots=True)
class Derived:
    category: Category
    rule: str
    children: tuple[Derived, ...]
    leaf: WordLeaf | None
    head: int
    """The piece that is the head."""

    def leaves(self) -> Iterator[WordLeaf]:
        if self.leaf is not None:
            yield self.leaf
        for child in self.children:
            yield from child.leaves()
