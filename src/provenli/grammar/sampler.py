"""Random derivations: uniform over derivations, over shapes and then words, or over rules at every choice."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import Literal

import numpy as np

from provenli.errors import GrammarError
from provenli.grammar.derivation import Derivation
from provenli.grammar.grammar import Grammar
from provenli.grammar.tables import Tables
from provenli.grammar.tree import Leaf, Node, Slot, room_for, with_leaves

# --- All derivations, or all shapes, one after the other in an order that never changes. ---


def enumerate_derivations(
    grammar: Grammar, level: int, category: str | None = None, *, exactly: bool = False
) -> Iterator[Derivation]:
    for tree in _trees(grammar, grammar.derivation_table, level, category, exactly):
        yield Derivation(tree, grammar)


def shapes(grammar: Grammar, level: int, category: str | None = None, *, exactly: bool = False) -> Iterator[Node]:
    """Trees with slots in place of words, equal to the `shape` of the derivations with this shape."""
    return _trees(grammar, grammar.shape_table, level, category, exactly)


def _trees(grammar: Grammar, table: Tables, level: int, category: str | None, exactly: bool) -> Iterator[Node]:
    for c in grammar.matching(category):
        for n in range(table.count(c, level, exactly)):
            yield nth_tree(table, c, level, exactly, n)


def nth_tree(table: Tables, category: str, level: int, exactly: bool, n: int) -> Node:
    with _room(table, level):
        return table.tree(category, level, exactly, n)


def _room(table: Tables, level: int) -> AbstractContextManager[None]:
    # Between two embeddings a way down passes each category once at most.
    return room_for((level + 1) * len(table.flat.categories) if level > 3 else 0)


# --- How many sentences a grammar has. ---


def count(grammar: Grammar, level: int, category: str | None = None) -> int:
    """Derivations with at most `level` embeddings on any way down; words with sample=False are left out."""
    return _total(grammar, level, category, exactly=False, shapes=False)


def count_exactly(grammar: Grammar, level: int, category: str | None = None) -> int:
    return _total(grammar, level, category, exactly=True, shapes=False)


def count_shapes(grammar: Grammar, level: int, category: str | None = None, *, exactly: bool = False) -> int:
    """The same for shapes: derivations that differ only in their words count once."""
    return _total(grammar, level, category, exactly=exactly, shapes=True)


def _total(grammar: Grammar, level: int, category: str | None, *, exactly: bool, shapes: bool) -> int:
    table = grammar.shape_table if shapes else grammar.derivation_table
    return sum(table.count(c, level, exactly) for c in grammar.matching(category))


By = Literal["derivations", "shapes", "rules"]


def sample(
    grammar: Grammar,
    rng: np.random.Generator,
    level: int,
    exactly: bool = False,
    by: By = "derivations",
    category: str | None = None,
) -> Derivation:
    """One derivation in which rules with a level stand within each other at most (or exactly) `level` deep.

    With `by="derivations"` all derivations are equally likely. Most samples then have the shapes with the most words,
    and are as deep as they may be; for a mix draw `level` too, with `exactly`. `by="shapes"` gives all shapes an equal
    share. `by="rules"` gives all rules that can stand in a place an equal share there, so that no rule is rare because
    others can be filled in more ways.
    """
    if by == "derivations":
        return Derivation(_draw(grammar, grammar.derivation_table, rng, level, exactly, category), grammar)
    if by not in ("shapes", "rules"):
        raise GrammarError(f"sample: by: expected 'derivations', 'shapes' or 'rules', found {by!r}")
    shape = _draw(grammar, grammar.shape_table, rng, level, exactly, category, by_rules=by == "rules")
    return Derivation(fill(grammar, shape, rng), grammar)


def fill(grammar: Grammar, shape: Node, rng: np.random.Generator) -> Node:
    """The shape with a word drawn for each slot."""

    def chosen(slot: Leaf | Slot) -> Node:
        words = grammar.leaves(slot.category)
        return words[int(rng.integers(len(words)))]

    return with_leaves(shape, chosen)


def below(rng: np.random.Generator, n: int) -> int:
    """A number from 0 to n−1, for n of any size (numpy itself stops at 64 bits)."""
    bits = (n - 1).bit_length()
    while True:
        # Drawing again instead of reducing modulo n keeps every number equally likely.
        drawn = int.from_bytes(rng.bytes((bits + 7) // 8), "little") & ((1 << bits) - 1)
        if drawn < n:
            return drawn


def _draw(
    grammar: Grammar,
    table: Tables,
    rng: np.random.Generator,
    level: int,
    exactly: bool,
    category: str | None,
    by_rules: bool = False,
) -> Node:
    starts = grammar.matching(category)
    total = sum(table.count(c, level, exactly) for c in starts)
    if not total:
        how = "exactly" if exactly else "at most"
        raise GrammarError(f"{category or grammar.start!r} has no derivation with {how} {level} level(s) of embedding")
    n = below(rng, total)
    for c in starts:
        here = table.count(c, level, exactly)
        if n < here:
            with _room(table, level):
                if by_rules:
                    return table.tree_by_rules(c, level, exactly, lambda choices: below(rng, choices))
                return table.tree(c, level, exactly, n)
        n -= here
    raise AssertionError("the parts of a sum reach the sum")
