"""All derivations, or all shapes, one after the other in an order that never changes."""

from __future__ import annotations

from collections.abc import Iterator

from provenli.grammar.derivation import Derivation
from provenli.grammar.grammar import Grammar
from provenli.grammar.recursion import room_for
from provenli.grammar.tables import Tables
from provenli.grammar.tree import Node


def enumerate_derivations(
    grammar: Grammar, level: int, category: str | None = None, *, exactly: bool = False
) -> Iterator[Derivation]:
    for tree in _trees(grammar, grammar.derivation_table, level, category, exactly):
        yield Derivation(tree, grammar)


def shapes(grammar: Grammar, level: int, category: str | None = None, *, exactly: bool = False) -> Iterator[Node]:
    """Trees with slots in place of words, equal to the `shape` of the derivations that have them."""
    return _trees(grammar, grammar.shape_table, level, category, exactly)


def _trees(grammar: Grammar, table: Tables, level: int, category: str | None, exactly: bool) -> Iterator[Node]:
    for c in grammar.matching(category):
        for n in range(table.count(c, level, exactly)):
            yield nth_tree(table, c, level, exactly, n)


def nth_tree(table: Tables, category: str, level: int, exactly: bool, n: int) -> Node:
    # Between two embeddings a way down passes each category once at most.
    with room_for((level + 1) * len(table.flat.categories) if level > 3 else 0):
        return table.tree(category, level, exactly, n)
