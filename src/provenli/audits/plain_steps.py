"""Why an English pair has its label, for readers who know no logic: what changes, and does it say more or less?"""

from __future__ import annotations

from provenli.english.answers import EnglishAnswer
from provenli.english.decision import DENIALS
from provenli.english.edits import Edit
from provenli.english.solver import projected
from provenli.logic.relations import Relation

SO = {
    "entailment": "So whenever the premise is true, the hypothesis is true.",
    "neutral": "So the premise can be true while the hypothesis is false.",
}
SAYING = {
    (Relation.FORWARD, 1): "That says no more than the premise does.",
    (Relation.REVERSE, 1): "That says more than the premise does.",
    (Relation.FORWARD, -1): "It stands under {}, where what holds of the wider holds of the narrower too.",
    (Relation.REVERSE, -1): "It stands under {}, so that the hypothesis covers more than the premise does.",
}
"""Sentences by what the change does to the meaning, and by the polarity of its place."""
DENYING = {
    Relation.FORWARD: "It stands under {}, and who denies the wider denies the narrower too.",
    Relation.REVERSE: "It stands under {}, so that the hypothesis denies more than the premise does.",
}
WHOLE = {"n't": "not"}
DENIERS = frozenset({"not", "no", "never", "nobody", "nothing", "none", "without"})
SAME = "both speak of the same"


def plainly(answer: EnglishAnswer) -> str:
    """One or two sentences for each change; the steps themselves where the plain words do not fit."""
    edits = [e for e in answer.edits if e.kind != "same"]
    told = ["Both sentences say the same."] if answer.steps == (SAME,) else [_told(e) for e in edits]
    denied = any(step.startswith(DENIALS) for step in answer.steps)
    if answer.label not in SO or not told or not all(told) or denied:
        return answer.explanation[:1].upper() + answer.explanation[1:]
    return " ".join((*told, SO[answer.label]))


def _told(e: Edit) -> str:
    """The plain sentence for one change; empty where the words do not fit."""
    over = [WHOLE.get(name, name) for name, effect, _ in e.layers if effect == "down"]
    saying = SAYING.get((projected(e), e.sign))
    if saying is None or (e.sign == -1) != (len(over) == 1):
        return ""
    if e.sign == -1 and over[0] in DENIERS:
        saying = DENYING[projected(e)]
    facts = " and ".join(str(f).split(" [")[0].replace("_", " ") for f in e.facts)
    known = f" ({facts})" if facts else ""
    return f"{_change(e)}{known}. {saying.format(*(f'‘{n}’' for n in over))}"


def _change(e: Edit) -> str:
    if not e.before:
        return f"The hypothesis adds ‘{e.after}’"
    if not e.after:
        return f"The hypothesis leaves out ‘{e.before}’"
    return f"The hypothesis has ‘{e.after}’ in place of ‘{e.before}’"
