"""How many sentences a grammar has."""

from __future__ import annotations

from provenli.grammar.grammar import Grammar


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
