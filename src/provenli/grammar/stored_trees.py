"""Trees as JSON and back: which rule was applied to what, so that text and meaning can be made again."""

from __future__ import annotations

from typing import Any

from provenli.errors import GrammarError
from provenli.grammar.derivation import Derivation
from provenli.grammar.grammar import Grammar
from provenli.grammar.rules import Particle
from provenli.grammar.tree import Branch, Leaf, Node


def to_json(d: Derivation) -> Any:
    numbers = {r: k for k, r in enumerate(d.grammar.rules)}

    def stored(node: Node) -> Any:
        match node:
            case Branch(rule, category, parts):
                return [numbers[rule], category, *map(stored, parts)]
            case Leaf(word, form):
                return {"word": word.lemma, "form": form.category}
            case Particle(text):
                return text
        raise GrammarError("a shape without words cannot be stored")

    return stored(d.root)


def from_json(value: Any, grammar: Grammar) -> Derivation:
    """Raises GrammarError if the value is no tree of this grammar."""

    def made(v: Any) -> Node:
        match v:
            case [int(number), str(category), *parts] if 0 <= number < len(grammar.rules):
                return _branch(grammar, number, category, tuple(map(made, parts)))
            case {"word": str(lemma), "form": str(category)}:
                return _leaf(grammar, lemma, category)
            case str(text):
                return Particle(text)
        raise GrammarError(f"no part of a stored tree: {v!r}")

    try:
        root = made(value)
    except RecursionError as e:
        raise GrammarError("a stored tree is too deep") from e
    if not isinstance(root, Branch | Leaf) or root.category not in grammar.flat.starts:
        raise GrammarError("a stored tree is no sentence of the grammar")
    return Derivation(root, grammar)


def _branch(grammar: Grammar, number: int, category: str, parts: tuple[Node, ...]) -> Branch:
    """Only branches that the grammar itself could have built are accepted."""
    found = tuple(p if isinstance(p, Particle) else p.category for p in parts)
    for flat in grammar.flat.rules.get(category, ()):
        if flat.right == found and flat.rule == grammar.rules[number]:
            return Branch(flat.rule, category, parts)
    raise GrammarError(f"rule '{grammar.rules[number]}' does not make {category} of {', '.join(map(str, found))}")


def _leaf(grammar: Grammar, lemma: str, category: str) -> Leaf:
    for leaf in grammar.flat.leaves.get(category, ()):
        if leaf.word.lemma == lemma:
            return leaf
    raise GrammarError(f"the grammar has no word {lemma!r} of category {category}")
