"""Ignores agreement: the same grammar without some features, and what a tree of it gets wrong.

`Loose` drops features such as number from every category, so that *all newborn bulldog* parses. A tree is then compared
with the full grammar: each place where some feature must be read as another value is one fault, and the fewest faults
count. Meanings do not depend on features, so the tree means what the correct sentence means.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TypeAlias

from provenli.grammar.flat import FlatRule
from provenli.grammar.grammar import Grammar
from provenli.grammar.open_words import OpenClass
from provenli.grammar.rules import Category, Form, Particle, Rule, Word, read_category
from provenli.grammar.tree import Branch, Leaf, Node, tokens_of

MOST_WORDS = 6


class TextFault(str):
    """The name of something that is wrong with a text; `words`: where it is."""

    words: str

    def __new__(cls, name: str, words: str = "") -> TextFault:
        made = super().__new__(cls, name)
        made.words = words
        return made

    def __reduce__(self) -> tuple[type, tuple[str, str]]:
        return TextFault, (str(self), self.words)


def told(fault: str) -> str:
    """The fault with its words: capitals in ‘The’."""
    words = getattr(fault, "words", "")
    return f"{fault} in ‘{words}’" if words else str(fault)


Faults: TypeAlias = tuple[str, ...]
Ways: TypeAlias = dict[str, Faults]
"""The faults of a node, by the full category that it could have."""


class Loose:
    """`features`: which are dropped, and the name of a fault in each; `NAME.feature` for one category only."""

    def __init__(self, full: Grammar, features: Mapping[str, str]) -> None:
        self.full = full
        self.features = features
        self._dropped = frozenset(f.rpartition(".")[2] for f in features)

    @cached_property
    def grammar(self) -> Grammar:
        rules = dict.fromkeys(self._rule(r) for r in self.full.rules)
        words = map(self._word, self.full.words)
        return Grammar(self.full.start, rules, words, map(self._class, self.full.open_classes))

    def faults(self, root: Node) -> Faults:
        """The fewest faults under which the tree is one of the full grammar."""
        ways = self._ways(root)
        return min((f for c, f in ways.items() if c in self.full.flat.starts), key=len, default=())

    def _category(self, c: Category) -> Category:
        return Category(c.name, tuple((f, v) for f, v in c.features if f not in self._dropped))

    def _rule(self, r: Rule) -> Rule:
        left = self._category(r.left)
        right = tuple(i if isinstance(i, Particle) else self._category(i) for i in r.right)
        return Rule(f"{left} -> {' '.join(map(str, right))}", left, right, r.meaning, r.level, r.name)

    def _word(self, w: Word) -> Word:
        forms: dict[tuple[str, str], Form] = {}
        for f in w.forms:
            category = str(self._category(read_category(f.category)))
            forms.setdefault((category, f.text), Form(category, f.text, f.variants))
        return Word(w.lemma, tuple(forms.values()), w.meaning, w.sample, w.symbol)

    def _class(self, c: OpenClass) -> OpenClass:
        def word(text: str) -> Word | None:
            found = c.word(text)
            return None if found is None else self._word(found)

        category = str(self._category(read_category(c.category)))
        return OpenClass(category, word, c.looks, c.names, c.tolerance)

    @cached_property
    def _instances(self) -> dict[tuple[str, str], list[FlatRule]]:
        found: dict[tuple[str, str], list[FlatRule]] = {}
        for f in (f for rules in self.full.flat.rules.values() for f in rules):
            found.setdefault((self._rule(f.rule).text, f.rule.name), []).append(f)
        return found

    @cached_property
    def _forms(self) -> dict[tuple[str, str], list[str]]:
        found: dict[tuple[str, str], list[str]] = {}
        for category, leaves in self.full.flat.leaves.items():
            for leaf in leaves:
                for text in (leaf.form.text, *leaf.form.variants):
                    found.setdefault((leaf.word.lemma, text), []).append(category)
        return found

    @cached_property
    def _siblings(self) -> dict[str, tuple[str, ...]]:
        """The categories that differ from each full category in dropped features only."""
        groups: dict[str, list[str]] = {}
        for c in self.full.flat.categories:
            groups.setdefault(str(self._category(read_category(c))), []).append(c)
        return {c: tuple(group) for group in groups.values() for c in group}

    def _ways(self, node: Node) -> Ways:
        found = self._leaf(node) if isinstance(node, Leaf) else self._branch(node) if isinstance(node, Branch) else {}
        for category, faults in sorted(found.items(), key=lambda way: len(way[1])):
            for other in self._siblings.get(category, ()):
                taken = (*faults, *(TextFault(x, _words(node)) for x in self._between(category, other)))
                if other not in found or len(taken) < len(found[other]):
                    found[other] = taken
        return found

    def _leaf(self, leaf: Leaf) -> Ways:
        listed = self._forms.get((leaf.word.lemma, leaf.form.text))
        if listed is None:  # an open word: it has the features that its looks give it, and no others to compare
            group = (c for c in self.full.flat.categories if str(self._category(read_category(c))) == leaf.category)
            return dict.fromkeys(group, ())
        return {c: () for c in listed if str(self._category(read_category(c))) == leaf.category}

    def _branch(self, node: Branch) -> Ways:
        parts = [c for c in node.children if not isinstance(c, Particle)]
        below = [_within(node, c, self._ways(c)) for c in parts]
        found: Ways = {}
        for f in self._instances.get((node.rule.text, node.rule.name), ()):
            if not all(part in ways for part, ways in zip(f.parts, below, strict=True)):
                continue
            faults = tuple(x for part, ways in zip(f.parts, below, strict=True) for x in ways[part])
            if f.left not in found or len(faults) < len(found[f.left]):
                found[f.left] = faults
        return found

    def _between(self, one: str, other: str) -> Iterator[str]:
        a, b = read_category(one), read_category(other)
        for (feature, x), (_, y) in zip(a.features, b.features, strict=True):
            if x != y:
                yield self.features.get(f"{a.name}.{feature}") or self.features.get(feature, feature)


def _within(phrase: Branch, part: Node, ways: Ways) -> Ways:
    """A word by itself is not wrong: the phrase around it is named."""
    if not any(ways.values()) or not (isinstance(part, Leaf) or len(tokens_of(part)) == 1):
        return ways
    words = _words(phrase)
    return {category: tuple(TextFault(x, words) for x in faults) for category, faults in ways.items()}


def _words(node: Node) -> str:
    found = tokens_of(node)
    return " ".join(found if len(found) <= MOST_WORDS else (*found[:MOST_WORDS], "…"))
