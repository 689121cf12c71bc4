"""Fragment G of Geiger et al. 2019 as a composition tree (Figure 3): premise and hypothesis side by side, eighteen
leaves.

Nine pairs of words come first: REL gives the relation of nouns and of verbs, PROJ the signature of adjectives, adverbs,
negations and quantifiers. Then COMP: subject, object, adverb with verb; object quantifier over object and verb;
negation; subject quantifier over subject and negated verb phrase.

Modifiers have four signatures, for on equal or unrelated heads 'ε' beside 'ε' does what a modifier beside itself does;
a signature is named by the relation that it gives to equal heads. All tables are derived (`logic/projectivity.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache

from provenli.fairness.composition_trees import CompositionLeaf, CompositionTree, Inner, composition_tree
from provenli.fairness.tasks import CompositionTask
from provenli.library.fragments.fair.cases import EQUAL, NARROWER, NONE, WIDER
from provenli.logic.projectivity import project_boolean, project_terms
from provenli.logic.quantifiers import EVERY, NO, NOT_EVERY, SOME, Quantifier
from provenli.logic.relations import Relation, label

EMPTY = "ε"
QUANTIFIERS: Mapping[str, Quantifier] = {"every": EVERY, "not-every": NOT_EVERY, "some": SOME, "no": NO}
NEGATIONS = (EMPTY, "does-not")
LABELS = ("entailment", "neutral", "contradiction")
RESTRICTED = {EQUAL: (EMPTY, EMPTY), NARROWER: ("and", EMPTY), WIDER: (EMPTY, "and"), NONE: ("and", "and")}
"""Which sides a signature restricts."""

PLACES = ("QS", "AdjS", "NS", "Neg", "Adv", "V", "QO", "AdjO", "NO")
"""The places of a sentence, from left to right; leaves are called 'QS premise', 'QS hypothesis' and so on."""
MODIFIERS, HEADS = ("AdjS", "Adv", "AdjO"), ("NS", "V", "NO")
NAMES = {
    "QS": "quantifier of subject",
    "AdjS": "adjective of subject",
    "NS": "noun of subject",
    "Neg": "negation",
    "Adv": "adverb",
    "V": "verb",
    "QO": "quantifier of object",
    "AdjO": "adjective of object",
    "NO": "noun of object",
}
"""Nodes of word pairs; those among the twelve prediction tasks have the names of the data sets."""
PHRASES = ("subject", "adverb and verb", "object")
CUT = tuple(NAMES[p] for p in PLACES)


def tree(words: Mapping[str, Sequence[str]]) -> CompositionTree:
    """`words`: how many each open class has; an empty modifier is added."""
    domains = {
        **{p: tuple(words[p]) for p in HEADS},
        **{p: (EMPTY, *words[p]) for p in MODIFIERS},
        **dict.fromkeys(("QS", "QO"), tuple(QUANTIFIERS)),
        "Neg": NEGATIONS,
    }
    leaves = [CompositionLeaf(f"{p} {side}", domains[p]) for p in PLACES for side in ("premise", "hypothesis")]
    pairs = [Inner(NAMES[p], (f"{p} premise", f"{p} hypothesis"), _function(p)) for p in PLACES]
    return composition_tree([*leaves, *pairs, *_composed()])


def invented(count: int = 100) -> dict[str, list[str]]:
    """Words that are only numbers, for trying things."""
    return {p: [f"{p}{k}" for k in range(count)] for p in (*MODIFIERS, *HEADS)}


def task(words: Mapping[str, Sequence[str]]) -> CompositionTask:
    """As the paper samples it (section 4.2): relations of phrases equally likely, then labels."""
    return CompositionTask(tree(words), cut=CUT, balanced=PHRASES, labels=LABELS, label=label_of)


def label_of(relation: object) -> str:
    assert isinstance(relation, Relation)
    return label(relation)


def _function(place: str) -> Callable[[str, str], object]:
    if place in HEADS:
        return lambda p, h: EQUAL if p == h else NONE
    return _signature if place in MODIFIERS else lambda p, h: f"{p}/{h}"


def _signature(p: str, h: str) -> Relation:
    if p == h:
        return EQUAL
    return NARROWER if h == EMPTY else WIDER if p == EMPTY else NONE


def _composed() -> list[Inner]:
    return [
        Inner("subject", (NAMES["AdjS"], NAMES["NS"]), _modified),
        Inner("adverb and verb", (NAMES["Adv"], NAMES["V"]), _modified),
        Inner("object", (NAMES["AdjO"], NAMES["NO"]), _modified),
        Inner("verb phrase", ("adverb and verb", NAMES["QO"], "object"), lambda v, q, n: _quantified(q, n, v)),
        Inner("negated verb phrase", (NAMES["Neg"], "verb phrase"), _negated),
        Inner("sentence", (NAMES["QS"], "subject", "negated verb phrase"), _quantified),
    ]


def _modified(signature: Relation, head: Relation) -> Relation:
    return project_boolean(*RESTRICTED[signature], head, NONE if signature is NONE else EQUAL)


@cache
def _quantified(signature: str, noun: Relation, verb: Relation) -> Relation:
    """A noun phrase is assumed to be neither empty nor universal; a verb phrase is not."""
    f, g = (QUANTIFIERS[q] for q in signature.split("/"))
    return project_terms(f, g, noun, verb, (True, True, False, False))


def _negated(signature: str, verb: Relation) -> Relation:
    f, g = (EMPTY if n == EMPTY else "not" for n in signature.split("/"))
    return project_boolean(f, g, verb)
