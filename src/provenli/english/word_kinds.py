"""The kind of a word, if the dictionary or a list gives it: what describes, what is a thing, what is done.

A proof may rest on what is known about a word, never on nothing being known against it.
"""

from __future__ import annotations

import re
from functools import lru_cache

from provenli.english.word_tables import words_in
from provenli.english.wordnet import SIMILAR, Pos, Sense, WordNet

ACT, ANIMAL, THING, BODY, MATTER_OF_MIND, SAID = 4, 5, 6, 8, 9, 10
FOOD, GROUP, PLACE, NATURAL, PERSON, PLANT, OWNED, STATE, SUBSTANCE, TIME = 13, 14, 15, 17, 18, 20, 21, 26, 27, 28
"""Fields of WordNet's nouns, by the numbers of its files."""
LIVING = frozenset({ANIMAL, BODY, PERSON, PLANT})
CONCRETE = LIVING | {THING, FOOD, NATURAL, SUBSTANCE}
ALTERNATING = (
    {FOOD, PLANT},
    {ANIMAL, FOOD},
    {PLANT, SUBSTANCE},
    {ANIMAL, PERSON},
    {PLACE, GROUP},
    {SAID, THING},
    {SUBSTANCE, NATURAL},
)
"""Fields between which senses alternate by rule: what grows is eaten, and a person may be called a fox."""
BODILY, CHANGE, EATING, TOUCH, MAKING, MOTION, SENSING, WEATHER = 29, 30, 34, 35, 36, 38, 39, 43
DONE = frozenset({BODILY, CHANGE, EATING, TOUCH, MAKING, MOTION, SENSING, WEATHER, 33, 40, 41})
"""Fields of verbs of what is done and can be seen: also of games, of giving, and of what people do with each other."""
SEEN = frozenset({BODILY, CHANGE, EATING, TOUCH, MOTION, WEATHER})
ATTRIBUTE, PERTAINS = "=", "\\"


@lru_cache(maxsize=4096)
def field_of(word: str, pos: Pos, net: WordNet) -> int:
    """The field of the first sense; -1 for a word that the dictionary lacks."""
    senses = net.senses(word, pos)
    return senses[0].field if senses else -1


@lru_cache(maxsize=4096)
def describes(adjective: str, net: WordNet) -> bool:
    """Whether something with this description is still one of its kind: a value of a listed attribute (*small*, *red*,
    *friendly*), a kind (*French*, *medical*), or what it does or was done to it (*sleeping*, *broken*)."""
    if adjective in OF_ANOTHER_KIND:
        return False
    if adjective in LISTED:
        return True
    senses = net.senses(adjective, "a")[:2]
    return any(_valued(s, net) or _of_kind(s) for s in senses) or _formed(adjective, net)


@lru_cache(maxsize=4096)
def is_plain_adjective(word: str, net: WordNet) -> bool:
    """An adjective that is not made from a verb and is none of those that may make another thing. For what cannot be
    touched, and so cannot be copied, that is enough."""
    made = word.endswith(("ing", "ed", "en")) and bool(net.base_forms(word, "v"))
    return bool(net.senses(word, "a")) and not made and word not in OF_ANOTHER_KIND


@lru_cache(maxsize=4096)
def is_manner(adverb: str, net: WordNet) -> bool:
    """Whether an adverb says how something is done that is done: *soundly*, of an adjective that describes. What is
    done wrongly, partly or supposedly need not be done."""
    if adverb in OF_ANOTHER_KIND or adverb in words_in("opaque adverbs") or not adverb.endswith("ly"):
        return False
    senses = net.senses(adverb, "r")[:1]
    near = [net.sense(p.pos, p.offset) for s in senses for p in s.pointers if p.symbol == PERTAINS]
    return any(_valued(s, net) for s in near) and not any(_of_outcome(s, net) for s in near)


def _of_outcome(sense: Sense, net: WordNet) -> bool:
    near = (sense, *(net.sense(p.pos, p.offset) for p in sense.pointers if p.symbol == SIMILAR))
    found = (net.sense(p.pos, p.offset).words[0] for s in near for p in s.pointers if p.symbol == ATTRIBUTE)
    return any(name in words_in("attributes of what comes of it") for name in found)


def _valued(sense: Sense, net: WordNet) -> bool:
    near = (sense, *(net.sense(p.pos, p.offset) for p in sense.pointers if p.symbol == SIMILAR))
    found = (net.sense(p.pos, p.offset).words[0] for s in near for p in s.pointers if p.symbol == ATTRIBUTE)
    return any(name in words_in("attributes that describe") for name in found)


def _of_kind(sense: Sense) -> bool:
    return any(p.symbol == PERTAINS for p in sense.pointers)


def _formed(word: str, net: WordNet) -> bool:
    """A participle of what can be seen: *boiled*, *running*; what was planned or expected need not be there."""
    verbs = net.base_forms(word, "v") if word.endswith(("ing", "ed", "en")) else ()
    return any(field_of(v, "v", net) in SEEN for v in verbs)


LISTED = words_in("describing adjectives") | words_in("colours") | words_in("gradable adjectives")
OF_ANOTHER_KIND = (
    words_in("modifiers that do not intersect")
    | words_in("modifiers that may not intersect")
    | words_in("privative adjectives")
)
"""Words for things that may be of another kind, or another one."""


@lru_cache(maxsize=4096)
def goes_without_saying(modifier: str, noun: str, net: WordNet) -> bool:
    """*an adult woman*, *wet water*: what the dictionary says about the noun already, or what says nothing about
    anything."""
    told = (net.gloss(s).split(";")[0] for s in net.senses(noun, "n")[:1] if modifier not in LISTED - {"young"})
    return modifier in words_in("modifiers that may say nothing") or any(modifier in WORD.findall(g) for g in told)


def is_informal(noun: str, net: WordNet) -> bool:
    """Whether the dictionary has a word as an informal one for what it lies under: *mom*, *doc*."""
    return any(
        net.gloss(s).lstrip("( ").startswith(("informal", "familiar", "slang")) for s in net.senses(noun, "n")[:1]
    )


WORD = re.compile(r"[a-z]+")


@lru_cache(maxsize=4096)
def one_thing(word: str, pos: Pos, net: WordNet) -> bool:
    """Whether a word has one meaning in use: no other sense among its first ones is of another field, or that was met
    far more seldom. A *pitcher* may be a jug, a *mouse* no animal."""
    senses, weights = net.senses(word, pos)[:FIRST], net.weights(word, pos)
    if not senses or word in words_in("words of two things"):
        return False
    rest = [(s, w) for s, w in zip(senses[1:], weights[1:], strict=False) if _another(senses[0], s)]
    met = all(weights[0] >= OFTEN * w for _, w in rest if w >= 1)
    return met and all(weights[0] >= UNMET for s, w in rest if w < 1 and s.field in CONCRETE - {PERSON})


FIRST, OFTEN, UNMET = 3, 8, 10.0
"""How many senses are looked at; how many times as often the first one must have been met as another; and how often if
the other is a thing that was never met."""


def _another(first: Sense, other: Sense) -> bool:
    named = all(w[0].isupper() for w in other.words)
    return not named and other.field != first.field and {first.field, other.field} not in ALTERNATING


@lru_cache(maxsize=4096)
def is_kind_of(compound: str, head: str, net: WordNet) -> bool:
    """Whether a phrase that has an entry of its own is mostly a kind of its last word: a *dark horse* is no horse."""
    first, senses = net.senses(compound, "n")[:1], net.senses(head, "n")
    heads = {(s.pos, s.offset) for s in senses}
    under = any((s.pos, s.offset) in heads or heads & {*net.ancestors(s)} for s in first)
    return under and first[0].field == senses[0].field
