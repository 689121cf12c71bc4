"""A derivation as text: the sentence with the polarity of its words, its tree, and the same as JSON."""

from __future__ import annotations

from typing import Any

from provenli.grammar.derivation import Derivation
from provenli.grammar.tree import Address, Branch, Leaf, Node, below
from provenli.logic.formula_printer import show, show_pretty
from provenli.logic.polarity import ARROWS, mark_polarities
from provenli.logic.readings import DEFAULT, Reading, interpret

LEGEND = "stays true when ↑ is widened, when ↓ is narrowed; = is neither"
WIDEST = 36
"""The width of texts in a tree."""


def with_arrows(d: Derivation, reading: Reading = DEFAULT, joint: str = "-") -> str:
    """Every word with its polarity under the reading; words that rules bring ('who', 'did not') have none. `joint`
    holds the parts of a marked phrase together: at-least-2↑. Under another scope the parts of the meaning are in
    another order than the words, and no arrows are shown."""
    polarities = {} if reading.scope != "surface" else mark_polarities(interpret(d.marked, reading).asserted)
    written: list[str] = []
    for address, node, text in d.nodes():
        if not isinstance(node, Branch):
            arrow = ARROWS[polarities[address]] if address in polarities else ""
            written.append(f"{text.replace(' ', joint) if arrow else text}{arrow}")
    return " ".join(written).replace(" ,", ",")


def tree(d: Derivation) -> str:
    """One line a node: category, arrow, text, and what it contributes to the meaning."""
    polarities = d.polarities()
    texts = {address: text for address, _, text in d.nodes()}
    rows: list[tuple[str, str, str]] = []

    def walk(address: Address, node: Node, bar: str, branch: str, said: str) -> None:
        arrow = ARROWS[polarities[address]] if address in polarities else " "
        label = node.category if isinstance(node, Branch | Leaf) else "·"
        part = show_pretty(d.parts(address)[0]) if d.parts(address) else ""
        # A node that says what its parent says, such as 'every' in 'every dog', is left blank.
        rows.append((f"{bar}{branch}{label} {arrow}", shortened(texts[address]), "" if part == said else part))
        children = node.children if isinstance(node, Branch) else ()
        deeper = "" if not address else bar + ("   " if branch == "└─ " else "│  ")
        for k, child in enumerate(children):
            walk(below(address, k), child, deeper, "└─ " if k == len(children) - 1 else "├─ ", part)

    whole = show_pretty(d.parts("")[0]) if d.parts("") else ""
    walk("", d.root, "", "", whole)
    left = max(len(r[0]) for r in rows)
    middle = max(len(r[1]) for r in rows)
    return "\n".join(f"{a:<{left}}  {b:<{middle}}  {c}".rstrip() for a, b, c in rows)


def shortened(text: str) -> str:
    """Both ends of a long text; the full text stands on the first line."""
    words = text.split()
    left, right = 1, len(words) - 1
    while left < right and len(" ".join([*words[:left], "…", *words[right:]])) <= WIDEST:
        left, right = (left + 1, right) if left <= len(words) - right else (left, right - 1)
    return text if len(text) <= WIDEST else " ".join([*words[:left], "…", *words[right:]])


def shown_derivation(d: Derivation) -> str:
    return f"{with_arrows(d)}\n({LEGEND})\n\n{tree(d)}\n\nmeaning: {show_pretty(d.meaning)}"


def derivation_to_json(d: Derivation) -> dict[str, Any]:
    polarities = d.polarities()
    return {
        "text": d.text,
        "meaning": show(d.meaning),
        "level": d.level,
        "nodes": [
            {
                "address": address,
                "category": node.category if isinstance(node, Branch | Leaf) else None,
                "text": text,
                "polarity": polarities.get(address),
                "parts": [show(f) for f in d.parts(address)],
            }
            for address, node, text in d.nodes()
        ],
    }
