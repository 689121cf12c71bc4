"""A grammar: rules, words and a start, checked when made and compiled once."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import chain

from provenli.errors import UnknownName
from provenli.grammar.chart import Index
from provenli.grammar.flat import FlatGrammar, flatten
from provenli.grammar.lexicon import Word
from provenli.grammar.open_words import OpenClass
from provenli.grammar.rules import Rule
from provenli.grammar.tables import Tables
from provenli.grammar.tree import Leaf
from provenli.grammar.validation import check_flat, check_source


class Grammar:
    """Never changed once made; two grammars are the same only if they are one object, since meanings are functions."""

    def __init__(
        self, start: str, rules: Iterable[Rule], words: Iterable[Word], open_classes: Iterable[OpenClass] = ()
    ) -> None:
        self.start = start
        self.rules = tuple(rules)
        self.words = tuple(words)
        self.open_classes = tuple(open_classes)
        check_source(self.start, self.rules, self.words)
        self.flat: FlatGrammar = flatten(self.start, self.rules, self.words)
        check_flat(self.flat, self.rules, self.words)

    def __repr__(self) -> str:
        return f"Grammar({self.start!r}, {len(self.rules)} rules, {len(self.words)} words)"

    @cached_property
    def derivation_table(self) -> Tables:
        return Tables(self.flat, words=True)

    @cached_property
    def shape_table(self) -> Tables:
        return Tables(self.flat, words=False)

    @cached_property
    def index(self) -> Index:
        return Index(self.flat)

    def matching(self, category: str | None = None) -> tuple[str, ...]:
        """The flat categories meant by `category`: NP stands for NP[num=sg] and NP[num=pl]; None for the start."""
        if category is None:
            return self.flat.starts
        found = self.flat.matching(category)
        if not found:
            raise UnknownName("category", category, self.flat.categories)
        return found

    @cached_property
    def _sampled(self) -> dict[str, tuple[Leaf, ...]]:
        return {c: tuple(leaf for leaf in leaves if leaf.word.sample) for c, leaves in self.flat.leaves.items()}

    def leaves(self, category: str, *, sample: bool = True) -> tuple[Leaf, ...]:
        """The words that can stand in a category, in the form it asks for; all words, or those that are sampled."""
        table = self._sampled if sample else self.flat.leaves
        return tuple(chain.from_iterable(table.get(c, ()) for c in self.matching(category)))
