"""Whether every content word of one sentence is covered by a word of another, in any order.

The last resort for a forced answer where sentences are built differently. It sees no structure, so it proves nothing.
"""

from __future__ import annotations

from provenli.english.knowledge import BELOW, SAME, Knowledge, WordFact
from provenli.english.pair_tokens import PairToken
from provenli.english.phrase_relations import word_relation

CONTENT = frozenset({"NOUN", "NAME", "VERB", "ADJ", "ADV", "NUM"})
LIGHT = frozenset({"be", "do", "have", "being", "there", "very", "also", "other", "another", "make", "get", "up", "down", "out", "off", "together", "group", "one"})


def content(tokens: tuple[PairToken, ...]) -> tuple[PairToken, ...]:
    return tuple(t for t in tokens if t.tag in CONTENT and t.lemma not in LIGHT and t.low not in LIGHT)


def covered(wide: tuple[PairToken, ...], narrow: tuple[PairToken, ...], knowledge: Knowledge) -> tuple[int, tuple[WordFact, ...]]:
    """How many content words of `wide` nothing in `narrow` says, and the facts that cover the others."""
    missing, facts = 0, list[WordFact]()
    ours = content(narrow)
    for t in content(wide):
        if any(t.loose & u.loose for u in ours):
            continue
        found = next((f for u in ours for r, f in (word_relation(u, t, knowledge),) if r in (SAME, BELOW)), None)
        if found is None:
            missing += 1
        else:
            facts += found
    return missing, tuple(facts)
