"""A sentence with the polarity of its words written on them."""

from __future__ import annotations

from provenli.grammar.derivation import Derivation
from provenli.grammar.tree import Branch
from provenli.logic.polarity import ARROWS, mark_polarities
from provenli.logic.readings import DEFAULT, Reading, interpret

LEGEND = "stays true when ↑ is widened, when ↓ is narrowed; = is neither"


def with_arrows(d: Derivation, reading: Reading = DEFAULT, joint: str = "-") -> str:
    """Every word with its polarity under the reading; words that rules bring ('who', 'did not') have none.

    `joint` holds the parts of a marked phrase together: at-least-2↑.

    Under another scope the parts of the meaning no longer stand where the words do, and no arrows are shown.
    """
    polarities = {} if reading.scope != "surface" else mark_polarities(interpret(d.marked, reading).asserted)
    written: list[str] = []
    for address, node, text in d.nodes():
        if not isinstance(node, Branch):
            arrow = ARROWS[polarities[address]] if address in polarities else ""
            written.append(f"{text.replace(' ', joint) if arrow else text}{arrow}")
    return " ".join(written).replace(" ,", ",")
