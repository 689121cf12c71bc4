"""Decides a pair of sentences by natural logic: align, read the edits, project each through its place, join them."""

from __future__ import annotations

from dataclasses import dataclass

from provenli.english.alignment import align
from provenli.english.analysis import Analysis
from provenli.english.answers import EnglishLabel
from provenli.english.edits import Edit, read_edit
from provenli.english.knowledge import Knowledge
from provenli.english.pair_tokens import pair_tokens
from provenli.logic.relations import Relation, join

TURNED = {Relation.FORWARD: Relation.REVERSE, Relation.REVERSE: Relation.FORWARD, Relation.ALTERNATION: Relation.COVER, Relation.COVER: Relation.ALTERNATION}


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two sentences side by side: the edits, and how the premise is related to the hypothesis."""

    edits: tuple[Edit, ...]
    relation: Relation
    uncovered: str = ""
    """Why the sentences could not be compared, empty where they could."""

    @property
    def label(self) -> EnglishLabel:
        match self.relation:
            case Relation.EQUIVALENCE | Relation.FORWARD:
                return "entailment"
            case Relation.NEGATION | Relation.ALTERNATION:
                return "contradiction"
        return "neutral"


def compare(premise: Analysis, hypothesis: Analysis, knowledge: Knowledge) -> Comparison:
    for a in (premise, hypothesis):
        if a.coverage == "none":
            return Comparison((), Relation.INDEPENDENCE, a.stopped or "the sentence could not be read")
    left, right = pair_tokens(premise, knowledge.net), pair_tokens(hypothesis, knowledge.net)
    edits = tuple(read_edit(s, left, right, (premise, hypothesis), knowledge) for s in align(left, right))
    relation = Relation.EQUIVALENCE
    for e in edits:
        relation = join(relation, projected(e))
    return Comparison(edits, relation)


def projected(e: Edit) -> Relation:
    """What an edit does to the whole sentence."""
    if e.relation is Relation.EQUIVALENCE or e.sign == 1:
        return e.relation
    if e.relation is Relation.NEGATION:
        return e.relation if e.sign else Relation.INDEPENDENCE
    return TURNED.get(e.relation, e.relation) if e.sign == -1 else Relation.INDEPENDENCE
