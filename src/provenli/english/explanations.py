"""The steps of a comparison in words: "every turns its noun downward; a novel is a book"."""

from __future__ import annotations

from provenli.english.edits import Edit
from provenli.english.solver import Comparison, projected
from provenli.logic.relations import Relation

WAYS = {1: "stands upward", -1: "stands downward", 0: "stands where nothing is sure"}
EFFECTS = {
    Relation.FORWARD: "which follows",
    Relation.REVERSE: "which need not follow",
    Relation.EQUIVALENCE: "which says the same",
    Relation.INDEPENDENCE: "which may be true or not",
    Relation.NEGATION: "which says the opposite",
    Relation.ALTERNATION: "which excludes it",
    Relation.COVER: "which need not follow",
}


def steps_of(c: Comparison) -> tuple[str, ...]:
    if not c.edits:
        return () if c.uncovered else ("both say the same words",)
    return tuple(_step(e) for e in c.edits)


def _step(e: Edit) -> str:
    turned = [why for _, effect, why in e.layers if effect != "up"]
    reasons = ", ".join(dict.fromkeys(turned))
    told = " and ".join(str(f).split(" [")[0] for f in e.facts) or e.why
    change = _change(e)
    context = (
        f"{reasons}, so '{e.before or e.after}' {WAYS[e.sign]}"
        if reasons
        else f"'{e.before or e.after}' {WAYS[e.sign]}"
    )
    if e.kind == "same":
        return f"{change}: {told}"
    return f"{context}; {change}: {told}, {EFFECTS[projected(e)]}"


def _change(e: Edit) -> str:
    if not e.before:
        return f"'{e.after}' is added"
    if not e.after:
        return f"'{e.before}' is left out"
    return f"'{e.before}' becomes '{e.after}'"
