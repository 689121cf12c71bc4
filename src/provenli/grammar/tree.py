"""Trees: what a derivation is made of, and the walks over them.

Branch      a rule and what it was applied to
Leaf        a word in one of its forms
Particle    words that the rule itself brings (rules.py)
Slot        in a shape: where a word of this category stood
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeAlias

from provenli.errors import SentenceError
from provenli.grammar.rules import Form, Particle, Rule, Word

# --- Room for deep trees. ---


ORDINARY = 40
"""Trees up to this height fit into the default limit with room to spare."""
CALLS_A_LEVEL = 60
"""Marks double the height of a formula, and renaming takes a few calls for each level."""
MOST_CALLS = 12_000
"""Beyond this the C stack itself is in danger."""


@contextmanager
def room_for(height: int) -> Iterator[None]:
    before = sys.getrecursionlimit()
    wanted = min(MOST_CALLS, 1000 + CALLS_A_LEVEL * height)
    raised = height > ORDINARY and wanted > before
    if raised:
        sys.setrecursionlimit(wanted)
    try:
        yield
    except RecursionError:
        raise SentenceError(f"the sentence nests too deeply ({height} levels); shorten it") from None
    finally:
        if raised:
            sys.setrecursionlimit(before)


@dataclass(frozen=True, slots=True)
class Leaf:
    word: Word
    form: Form

    @property
    def category(self) -> str:
        return self.form.category


@dataclass(frozen=True, slots=True)
class Slot:
    category: str


@dataclass(frozen=True, slots=True)
class Branch:
    rule: Rule
    category: str
    children: tuple[Node, ...]


Node: TypeAlias = Branch | Leaf | Particle | Slot
Address: TypeAlias = str
"""Which child at each step down, joined by dots: "0.1"; the root is ""."""


def below(address: Address, k: int) -> Address:
    return f"{address}.{k}" if address else str(k)


def walk(root: Node) -> Iterator[tuple[Address, Node]]:
    """Every node, parents first, left to right. A stack, not recursion: trees may be deep."""
    stack: list[tuple[Address, Node]] = [("", root)]
    while stack:
        address, node = stack.pop()
        yield address, node
        if isinstance(node, Branch):
            stack += [(below(address, k), c) for k, c in reversed(tuple(enumerate(node.children)))]


def nodes_of(root: Node) -> Iterator[Node]:
    """The same without addresses."""
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        if isinstance(node, Branch):
            stack += reversed(node.children)


def tokens_of(node: Node) -> tuple[str, ...]:
    """The words that a node writes, before a and an are told apart; a slot shows its category."""
    found: list[str] = []
    stack = [node]
    while stack:
        match stack.pop():
            case Branch(_, _, children):
                stack += reversed(children)
            case Leaf(_, form):
                found += form.text.split()
            case Particle(text):
                found += text.split()
            case Slot(category):
                found.append(f"<{category}>")
    return tuple(found)


def height(root: Node) -> int:
    levels, level = 0, [root]
    while level := [c for n in level if isinstance(n, Branch) for c in n.children]:
        levels += 1
    return levels


def level_of(root: Node) -> int:
    """The largest number of embeddings on a way down from the root."""
    deepest = 0
    stack = [(root, 0)]
    while stack:
        node, level = stack.pop()
        if isinstance(node, Branch):
            level += node.rule.level
            stack += [(c, level) for c in node.children]
        deepest = max(deepest, level)
    return deepest


def with_leaves(node: Node, change: Callable[[Leaf | Slot], Node]) -> Node:
    """The same tree over other leaves, left to right."""
    match node:
        case Branch(rule, category, children):
            return Branch(rule, category, tuple(with_leaves(c, change) for c in children))
        case Leaf() | Slot():
            return change(node)
        case Particle():
            return node


def shape_of(node: Node) -> Node:
    """The tree with its words removed."""
    return with_leaves(node, lambda leaf: Slot(leaf.category))
