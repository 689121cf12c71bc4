"""Compilation to a plain context-free grammar: features and their variables spelled out.

Instances are found from the words up, so only combinations that can be said are ever made: a rule with three open
features costs what it yields, not the product of all values.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import TypeAlias

from provenli.errors import GrammarError
from provenli.grammar.rules import Category, Item, Particle, Rule, Word, read_category
from provenli.grammar.tree import Leaf

Binding: TypeAlias = dict[str, str]


@dataclass(frozen=True, slots=True)
class FlatRule:
    rule: Rule
    left: str
    right: tuple[str | Particle, ...]

    @property
    def parts(self) -> tuple[str, ...]:
        return tuple(i for i in self.right if isinstance(i, str))


@dataclass(frozen=True)
class FlatGrammar:
    """Categories are text without variables; every one of them can be reached and derives something."""

    starts: tuple[str, ...]
    rules: Mapping[str, tuple[FlatRule, ...]]
    leaves: Mapping[str, tuple[Leaf, ...]]

    @cached_property
    def categories(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self.rules, *self.leaves)))

    def matching(self, category: str) -> tuple[str, ...]:
        """The flat categories that a category with some or no features stands for."""
        if category in self.rules or category in self.leaves:
            return (category,)
        wanted = read_category(category)
        return tuple(c for c in self.categories if _unify(wanted, read_category(c), {}) is not None)


def feature_names(rules: tuple[Rule, ...], words: tuple[Word, ...]) -> dict[str, dict[str, None]]:
    """The features that each category name has anywhere."""
    found: dict[str, dict[str, None]] = {}
    for c in _mentions(rules, words):
        found.setdefault(c.name, {}).update(dict.fromkeys(f for f, _ in c.features))
    return found


def feature_values(rules: tuple[Rule, ...], words: tuple[Word, ...]) -> dict[str, dict[str, None]]:
    """The values that each feature has anywhere."""
    found: dict[str, dict[str, None]] = {}
    for c in _mentions(rules, words):
        for feature, value in c.features:
            found.setdefault(feature, {}).update({} if value.startswith("?") else {value: None})
    return found


def _mentions(rules: tuple[Rule, ...], words: tuple[Word, ...]) -> Iterator[Category]:
    for r in rules:
        yield from (r.left, *r.parts)
    for w in words:
        yield from (read_category(f.category) for f in w.forms)


def instances(category: Category, values: Mapping[str, Mapping[str, None]], bound: Binding) -> Iterator[Category]:
    """The category with bound variables replaced, and every value tried for the others."""
    domains: dict[str, list[str]] = {}
    for feature, value in category.features:
        if value.startswith("?") and value not in bound:
            domains[value] = [v for v in domains.get(value, values[feature]) if v in values[feature]]
    for chosen in product(*domains.values()):
        yield category.instance({**bound, **dict(zip(domains, chosen, strict=True))})


def productive(
    rules: tuple[Rule, ...], words: tuple[Word, ...]
) -> tuple[dict[str, list[FlatRule]], dict[str, list[Leaf]]]:
    """All instances of rules and words that derive a text, by left-hand category, in the order they were written."""
    values = feature_values(rules, words)
    leaves: dict[str, list[Leaf]] = {}
    known: dict[str, dict[Category, None]] = {}
    for word in words:
        for form in word.forms:
            for c in instances(read_category(form.category), values, {}):
                leaves.setdefault(str(c), []).append(Leaf(word, replace(form, category=str(c))))
                known.setdefault(c.name, {})[c] = None
    found: dict[tuple[int, str, tuple[str | Particle, ...]], FlatRule] = {}
    grown = True
    while grown:
        before = len(found)
        for k, r in enumerate(rules):
            for binding, right in _matches(r.right, known):
                for left in instances(r.left, values, binding):
                    found.setdefault((k, str(left), right), FlatRule(r, str(left), right))
                    known.setdefault(left.name, {})[left] = None
        grown = len(found) > before
    by_left: dict[str, list[FlatRule]] = {}
    for _, flat in sorted(found.items(), key=lambda entry: entry[0][0]):
        by_left.setdefault(flat.left, []).append(flat)
    return by_left, leaves


def _matches(
    right: tuple[Item, ...], known: Mapping[str, Mapping[Category, None]]
) -> list[tuple[Binding, tuple[str | Particle, ...]]]:
    """Every way to choose known categories for the right-hand side, with the values its variables then have."""
    ways: list[tuple[Binding, tuple[str | Particle, ...]]] = [({}, ())]
    for item in right:
        if isinstance(item, Particle):
            ways = [(b, (*done, item)) for b, done in ways]
            continue
        ways = [
            (bound, (*done, str(c)))
            for b, done in ways
            for c in known.get(item.name, ())
            if (bound := _unify(item, c, b)) is not None
        ]
    return ways


def _unify(pattern: Category, flat: Category, bound: Binding) -> Binding | None:
    """The binding under which the pattern is the flat category; a feature that the pattern leaves out may have any
    value."""
    if pattern.name != flat.name:
        return None
    has = dict(flat.features)
    bound = dict(bound)
    for feature, value in pattern.features:
        actual = has.get(feature)
        if actual is None:
            return None
        if value.startswith("?"):
            value = bound.setdefault(value, actual)
        if value != actual:
            return None
    return bound


def flatten(start: str, rules: tuple[Rule, ...], words: tuple[Word, ...]) -> FlatGrammar:
    """The instances that a derivation from the start can use."""
    by_left, leaves = productive(rules, words)
    wanted = read_category(start)
    starts = tuple(c for c in by_left if _unify(wanted, read_category(c), {}) is not None)
    if not starts:
        raise GrammarError(f"the start category {start!r} derives no finite text; add words or another rule")
    reached = dict.fromkeys(starts)
    agenda = list(starts)
    while agenda:
        for flat in by_left.get(agenda.pop(), ()):
            new = [c for c in flat.parts if c not in reached]
            reached.update(dict.fromkeys(new))
            agenda += new
    return FlatGrammar(
        starts,
        {c: tuple(rs) for c, rs in by_left.items() if c in reached},
        {c: tuple(ls) for c, ls in leaves.items() if c in reached},
    )
