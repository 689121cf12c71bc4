"""Whether every content word of one sentence is covered by a word of another, in any order.

The last resort for a forced answer where sentences are built differently. It sees no structure, so it proves nothing.
"""

from __future__ import annotations

from provenli.english.knowledge import BELOW, SAME, Knowledge, WordFact
from provenli.english.pair_tokens import PairToken
from provenli.english.phrase_relations import word_relation

CONTENT = frozenset({"NOUN", "NAME", "VERB", "ADJ", "ADV", "NUM"})
LIGHT = frozenset(
    {
        "be",
        "do",
        "have",
        "being",
        "there",
        "very",
        "also",
        "other",
        "another",
        "make",
        "get",
        "up",
        "down",
        "out",
        "off",
        "together",
        "group",
        "one",
    }
)

WAYS = frozenset({"out", "off", "outside", "away", "without"})


def content(tokens: tuple[PairToken, ...]) -> tuple[PairToken, ...]:
    return tuple(t for t in tokens if t.tag in CONTENT and t.lemma not in LIGHT and t.low not in LIGHT)


def covered(
    wide: tuple[PairToken, ...], narrow: tuple[PairToken, ...], knowledge: Knowledge
) -> tuple[WordFact, ...] | None:
    """The facts by which words of `narrow` cover every content word of `wide`; None where one is not covered, or where
    the words hang together differently: another subject, an adjective of another noun, another way to go."""
    links: dict[int, int] = {}
    facts: list[WordFact] = []
    for j, t in enumerate(wide):
        if t not in content((t,)):
            continue
        found = _cover(t, narrow, knowledge)
        if found is None:
            return None
        links[j] = found[0]
        facts += found[1]
    fits = _same_subject(wide, narrow, links) and _same_owners(wide, narrow, links) and _same_ways(wide, narrow, links)
    return tuple(facts) if fits else None


def _cover(
    t: PairToken, narrow: tuple[PairToken, ...], knowledge: Knowledge
) -> tuple[int, tuple[WordFact, ...]] | None:
    for i, u in enumerate(narrow):
        if t.forms & u.forms:
            return i, ()
    for i, u in enumerate(narrow):
        if _kind(u) == _kind(t):
            relation, facts = word_relation(u, t, knowledge, strict=True)
            if relation in (SAME, BELOW):
                return i, facts
    return None


def _kind(t: PairToken) -> str:
    return {"NAME": "NOUN", "PRON": "NOUN", "ADV": "ADJ"}.get(t.tag, t.tag)


def _first(tokens: tuple[PairToken, ...], kind: str) -> int | None:
    return next((k for k, t in enumerate(tokens) if _kind(t) == kind), None)


def _same_subject(wide: tuple[PairToken, ...], narrow: tuple[PairToken, ...], links: dict[int, int]) -> bool:
    """The first noun and the first verb of both are linked, or there is none."""
    for kind in ("NOUN", "VERB"):
        j, i = _first(wide, kind), _first(narrow, kind)
        if j is not None and i is not None and links.get(j, i) > i + (3 if kind == "VERB" else 1):
            return False
    return True


def _noun_after(tokens: tuple[PairToken, ...], k: int) -> int | None:
    return next((n for n in range(k + 1, min(k + 4, len(tokens))) if _kind(tokens[n]) == "NOUN"), None)


def _same_owners(wide: tuple[PairToken, ...], narrow: tuple[PairToken, ...], links: dict[int, int]) -> bool:
    """An adjective before a noun stands before the noun that covers it."""
    for j, i in links.items():
        if wide[j].tag in ("ADJ", "NUM"):
            noun, other = _noun_after(wide, j), _noun_after(narrow, i)
            if noun is not None and other is not None and noun in links and abs(links[noun] - other) > 1:
                return False
    return True


def _same_ways(wide: tuple[PairToken, ...], narrow: tuple[PairToken, ...], links: dict[int, int]) -> bool:
    """*out of the water* is not *in the water*."""
    for j, i in links.items():
        if _kind(wide[j]) == "NOUN":
            ways = _preposition(wide, j), _preposition(narrow, i)
            if all(ways) and ways[0] != ways[1] and (ways[0] in WAYS or ways[1] in WAYS):
                return False
    return True


def _preposition(tokens: tuple[PairToken, ...], k: int) -> str:
    n = k - 1
    while n >= 0 and tokens[n].tag in ("DET", "ADJ", "NUM", "NOUN"):
        n -= 1
    return tokens[n].low if n >= 0 and tokens[n].tag == "PREP" else ""
