"""'did not see some cats': saw none of them, or saw all but some? English leaves it open.

All fragments take the negation to come first, as the words do (not > some). The other order (some > not) is another
tree of the same words, which a fragment gives for a node by `Fragment.other_scope`. Data sets leave such sentences out
unless `--scope` asks for them; `entails` decides both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from provenli.grammar import Branch, Derivation, Leaf, Node, Particle
from provenli.grammar.tree import walk

INDEFINITE = ("some", "someone", "somebody", "something", "several", "a few")
TAKEN, OTHER = "the negation first (not > some)", "the object first (some > not)"


def ambiguous(d: Derivation) -> bool:
    """Whether somewhere a negated verb has an indefinite object."""
    return any(negates_indefinite(node) for _, node in walk(d.root))


def negates_indefinite(node: Node) -> bool:
    """Matches 'did not' | see | some cats, or 'did not visit' | someone: the first leaf after the verb is an
    indefinite."""
    if not isinstance(node, Branch):
        return False
    for k, child in enumerate(node.children):
        if isinstance(child, Particle) and "not" in child.text.split():
            verb = child.text.split()[-1] == "not"
            leaves = [n for c in node.children[k + 1 :] for n in _leaves(c)]
            return _indefinite(leaves[1:] if verb else leaves)
    return False


def _leaves(node: Node) -> Iterator[Leaf | Particle]:
    return (n for _, n in walk(node) if isinstance(n, (Leaf, Particle)))


def _indefinite(leaves: list[Leaf | Particle]) -> bool:
    if not leaves:
        return False
    text = leaves[0].form.text if isinstance(leaves[0], Leaf) else leaves[0].text
    return any(text == word or text.startswith(f"{word} ") for word in INDEFINITE)


def other_scope(d: Derivation, other: Callable[[Node], Node | None]) -> Derivation | None:
    """The same text with every indefinite object before its negation; None where there is none."""
    root = _changed(d.root, lambda n: other(n) if negates_indefinite(n) else None)
    return None if root == d.root else Derivation(root, d.grammar)


def _changed(node: Node, change: Callable[[Node], Node | None]) -> Node:
    if isinstance(node, Branch):
        node = replace(node, children=tuple(_changed(c, change) for c in node.children))
        return change(node) or node
    return node
