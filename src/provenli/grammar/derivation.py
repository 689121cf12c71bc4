"""A derivation: one tree that gives a text, a meaning, and a polarity for each of its nodes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from provenli.errors import GrammarError, UnknownName
from provenli.grammar.grammar import Grammar
from provenli.grammar.meanings import marked
from provenli.grammar.morphology import article
from provenli.grammar.rules import Particle, Word
from provenli.grammar.tree import (
    Address,
    Branch,
    Leaf,
    Node,
    Slot,
    below,
    height,
    level_of,
    room_for,
    shape_of,
    tokens_of,
    walk,
)
from provenli.logic.formula_printer import show_pretty
from provenli.logic.formulas import Formula, Mark, canonical, free_variables, is_formula, subformulas, unmark
from provenli.logic.polarity import mark_polarities

# --- From tokens to text. ---


def with_articles(tokens: Sequence[str]) -> tuple[str, ...]:
    """The text with every 'a' in the form that the next word requires."""
    return tuple(
        article(tokens[i + 1]) if t == "a" and i + 1 < len(tokens) and tokens[i + 1] != "," else t
        for i, t in enumerate(tokens)
    )


def joined(tokens: Sequence[str]) -> str:
    return " ".join(tokens).replace(" ,", ",")


def sentence(tokens: Sequence[str], *, capital: bool = True, stop: bool = True) -> str:
    text = joined(with_articles(tokens))
    if capital:
        text = text[:1].upper() + text[1:]
    return f"{text}." if stop else text


@dataclass(frozen=True, repr=False)
class Derivation:
    root: Node
    grammar: Grammar

    def __repr__(self) -> str:
        return f"<{self.text!r}: {show_pretty(unmark(self.meaning))}>"

    @cached_property
    def text(self) -> str:
        return self.render()

    def render(self, *, capital: bool = True, stop: bool = True) -> str:
        return sentence(tokens_of(self.root), capital=capital, stop=stop)

    @cached_property
    def meaning(self) -> Formula:
        with room_for(self.height):
            return self._closed(_evaluate(self.root))

    @cached_property
    def marked(self) -> Formula:
        """The meaning again, with each node's contribution under a `Mark` with its address. Without its marks it is
        equivalent to `meaning`, but less simplified: conjunctions stay nested."""
        with room_for(self.height):
            return self._closed(_evaluate(self.root, ""))

    def _formula(self, value: Any) -> Formula:
        if not is_formula(value):
            raise GrammarError(
                f"{self.render(capital=False, stop=False)!r} means no sentence: "
                f"the meaning of {_name(self.root)} is a {type(value).__name__}"
            )
        formula: Formula = value
        return formula

    def _closed(self, value: Any) -> Formula:
        formula = canonical(self._formula(value))
        if free_variables(formula):
            free = sorted(v.name for v in free_variables(formula))
            raise GrammarError(f"the meaning of {self.text!r} leaves {', '.join(free)} free; a rule binds too little")
        return formula

    @cached_property
    def height(self) -> int:
        return height(self.root)

    @cached_property
    def level(self) -> int:
        return level_of(self.root)

    @cached_property
    def shape(self) -> Node:
        """The tree with slots in place of words: equal for derivations that differ in words only."""
        with room_for(self.height):
            return shape_of(self.root)

    def nodes(self) -> Iterator[tuple[Address, Node, str]]:
        """Every node, parents first, with its address and its part of the text."""
        written = with_articles(tokens_of(self.root))
        position: dict[Address, int] = {"": 0}
        for address, node in walk(self.root):
            begin = position[address]
            yield address, node, joined(written[begin : begin + len(tokens_of(node))])
            if isinstance(node, Branch):
                for k, child in enumerate(node.children):
                    position[below(address, k)] = begin
                    begin += len(tokens_of(child))

    def leaves(self) -> tuple[tuple[Address, Leaf], ...]:
        return self._leaves

    @cached_property
    def _leaves(self) -> tuple[tuple[Address, Leaf], ...]:
        return tuple((a, n) for a, n in walk(self.root) if isinstance(n, Leaf))

    def words(self) -> tuple[Word, ...]:
        return tuple(leaf.word for _, leaf in self.leaves())

    def at(self, address: Address) -> Node:
        node = self.root
        for k in _steps(address):
            if not isinstance(node, Branch) or k >= len(node.children):
                raise UnknownName("address", address, (a for a, _ in walk(self.root)))
            node = node.children[k]
        return node

    def replace(self, address: Address, node: Node) -> Derivation:
        """The derivation with another node of the same category at the address."""
        old = self.at(address)
        if _name(old) != _name(node):
            raise GrammarError(f"node {address or 'root'!r} is {_name(old)}; {_name(node)} cannot take its place")
        return Derivation(_replaced(self.root, _steps(address), node), self.grammar)

    @cached_property
    def _polarities(self) -> dict[Address, int]:
        with room_for(self.height):
            return mark_polarities(self._formula(_evaluate(self.root, "")))  # whatever its variables are called

    def polarities(self) -> dict[Address, int]:
        """For each node that shows in the meaning: +1 if widening it keeps the sentence true, −1 if narrowing it does,
        0 if neither is sure. Fixed words have no meaning and no polarity of their own."""
        return dict(self._polarities)

    def polarity(self, address: Address) -> int | None:
        self.at(address)
        return self._polarities.get(address)

    def parts(self, address: Address) -> tuple[Formula, ...]:
        """What the node contributes to the meaning: one formula for each place where it shows."""
        self.at(address)
        with room_for(self.height):
            found = (f for f in subformulas(self.marked) if isinstance(f, Mark) and f.tag == address)
            return tuple(unmark(f) for f in found)


def _evaluate(node: Node, address: Address | None = None) -> Any:
    """The meaning of a node; with an address, every node below is marked with its own."""
    match node:
        case Branch(rule, _, children):
            values = [
                _evaluate(c, None if address is None else below(address, k))
                for k, c in enumerate(children)
                if not isinstance(c, Particle)
            ]
            value = rule.meaning(*values)
        case Leaf(word, _):
            value = word.meaning
        case _:
            raise GrammarError(f"{_name(node)} has no meaning: fill the shape with words first")
    return value if address is None else marked(address, value)


def _replaced(node: Node, steps: tuple[int, ...], new: Node) -> Node:
    if not steps or not isinstance(node, Branch):
        return new
    k = steps[0]
    changed = _replaced(node.children[k], steps[1:], new)
    return Branch(node.rule, node.category, (*node.children[:k], changed, *node.children[k + 1 :]))


def _steps(address: Address) -> tuple[int, ...]:
    parts = address.split(".") if address else []
    if not all(p.isdecimal() for p in parts):
        raise GrammarError(f"{address!r} is no address; addresses look like 0.1, and the root is the empty text")
    return tuple(map(int, parts))


def _name(node: Node) -> str:
    return (
        f"the word {node}"
        if isinstance(node, Particle)
        else f"<{node.category}>"
        if isinstance(node, Slot)
        else (node.category)
    )
