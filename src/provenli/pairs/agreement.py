"""Replacement with agreement: 'all' in place of 'every' makes 'dog was' into 'dogs were'.

Nothing about English is known here. A node whose category differs from the one it replaces fits where the grammar has
another instance of the same rule, and its sisters are put into the forms which that instance asks for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from provenli.grammar import Address, Branch, Derivation, Grammar, Leaf, Node, Particle, Rule
from provenli.grammar.flat import FlatRule


def put(d: Derivation, address: Address, node: Node) -> Derivation | None:
    """The derivation with the node at the address and everything around in agreement; None if nothing agrees."""
    while address:
        above, _, last = address.rpartition(".")
        parent, k = d.at(address=above), int(last)
        assert isinstance(parent, Branch)
        if category(node) == category(parent.children[k]):
            return d.replace(address, node)
        made = _around(d.grammar, parent, k, node)
        if made is None:
            return None
        address, node = above, made
    return Derivation(node, d.grammar) if category(node) in d.grammar.flat.starts else None


def fit(grammar: Grammar, node: Node, wanted: str) -> Node | None:
    """The node in another category, its words in other forms where that needs them; None if they have none."""
    if category(node) == wanted or isinstance(node, Particle):
        return node
    if isinstance(node, Leaf):
        same = (leaf for leaf in grammar.leaves(wanted, sample=False) if leaf.word.lemma == node.word.lemma)
        return next(same, None)
    if isinstance(node, Branch):
        options = (f for f in _instances(grammar, node.rule) if f.left == wanted)
        return next(_filled(grammar, node, _closest(options, node)), None)
    return None


def category(node: Node) -> str:
    return node.text if isinstance(node, Particle) else node.category


def _around(grammar: Grammar, parent: Branch, k: int, child: Node) -> Branch | None:
    changed = Branch(parent.rule, parent.category, (*parent.children[:k], child, *parent.children[k + 1 :]))
    options = (f for f in _instances(grammar, parent.rule) if f.right[k] == category(child))
    return next(_filled(grammar, changed, _closest(options, changed)), None)


def _filled(grammar: Grammar, node: Branch, options: Iterable[FlatRule]) -> Iterator[Branch]:
    for f in options:
        parts = zip(node.children, f.right, strict=True)
        children = [fit(grammar, c, i) if isinstance(i, str) else c for c, i in parts]
        if None not in children:
            yield Branch(node.rule, f.left, tuple(c for c in children if c is not None))


def _closest(options: Iterable[FlatRule], node: Branch) -> list[FlatRule]:
    """The candidate that changes least comes first."""

    def changes(f: FlatRule) -> int:
        parts = zip(node.children, f.right, strict=True)
        return 2 * (f.left != node.category) + sum(isinstance(i, str) and category(c) != i for c, i in parts)

    return sorted(options, key=changes)


@cache
def _by_rule(grammar: Grammar) -> dict[Rule, tuple[FlatRule, ...]]:
    found: dict[Rule, list[FlatRule]] = {}
    for f in (f for rules in grammar.flat.rules.values() for f in rules):
        found.setdefault(f.rule, []).append(f)
    return {r: tuple(fs) for r, fs in found.items()}


def _instances(grammar: Grammar, rule: Rule) -> tuple[FlatRule, ...]:
    return _by_rule(grammar)[rule]
