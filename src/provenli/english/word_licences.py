"""Whether a word may stand for another: one meaning in use, and a phrase that is what its noun says.

A poodle is a dog; a *mouse* may be no animal, a *hot dog* is none, and who fears spiders need not fear animals.
"""

from __future__ import annotations

from dataclasses import dataclass

from provenli.english import word_kinds as kinds
from provenli.english.knowledge import ABOVE, APART, BELOW, SAME, WordFact, WordKnowledge
from provenli.english.modifier_licences import LEADING, NOUNS, RELATIVES, head_after, leaves_its_noun
from provenli.english.omissions import NON_INTERSECTIVE
from provenli.english.pair_tokens import Spot
from provenli.english.word_tables import words_in
from provenli.english.wordnet import Pos, WordNet
from provenli.logic.relations import Relation


@dataclass(frozen=True, slots=True)
class EnglishStep:
    """An edit with both its places, for which a licence is asked."""

    ours: Spot
    theirs: Spot
    kind: str
    relation: Relation
    sign: int
    facts: tuple[WordFact, ...]

    @property
    def longer(self) -> Spot:
        return self.ours if self.ours.words else self.theirs

    @property
    def follows(self) -> bool:
        return self.relation is SAME or (self.relation, self.sign) in ((BELOW, 1), (ABOVE, -1))


def unsure_word(step: EnglishStep, knowledge: WordKnowledge) -> str:
    """Why a word may not stand for another here, or why the narrower side's own modifiers may change what it is."""
    if any(side.text in DEFINITE for side in (step.ours, step.theirs)):  # *those who come late*: all of them
        return f"who is meant by '{step.ours.text}' or '{step.theirs.text}' is not known"
    if step.relation is APART and not step.sign:  # *exactly half empty* is exactly half full
        return f"what '{step.ours.text}' and '{step.theirs.text}' say of a part may be the same"
    if not step.follows and knowledge.net is not None:  # *mom* is a kind of mother to the dictionary
        low = next((f.left for f in step.facts if kinds.is_informal(f.left, knowledge.net)), "")
        return f"'{low}' may be another word for the same" if low else ""
    if step.relation is APART or not step.follows or knowledge.net is None:
        return ""
    if not all(_is_phrase(side) for side in (step.ours, step.theirs)):
        return f"'{step.ours.text}' and '{step.theirs.text}' are no phrases that could stand for each other"
    sides = {BELOW: (step.ours,), ABOVE: (step.theirs,)}.get(step.relation, (step.ours, step.theirs))
    odd = next((told for side in sides if (told := _phrase(side, knowledge))), "")
    if any(_of_a_kind(side) for side in (step.ours, step.theirs)):
        return f"what is said of '{step.ours.text}' may be said of all of them"
    if step.sign > 0 and step.relation is BELOW and _all_of_them(step.ours):
        return f"'the' may speak of all of them, and '{step.theirs.text}' may be more"
    wide = next((f.right for f in step.facts if f.right in words_in("words of two things") and step.sign < 0), "")
    odd = odd or (f"'{wide}' may be meant otherwise here" if wide else "")
    doing = any(t.tag == "VERB" for t in (*step.ours.words, *step.theirs.words))
    return odd or next((told for f in step.facts if (told := _fact(f, doing, knowledge.net))), "")


def _is_phrase(side: Spot) -> bool:
    """A noun phrase, an adjective, or what is done: nothing with a clause in it."""
    if side.words[0].low == "there":  # *there are* [*tenors who* …]
        return True
    if any(t.tag == "AUX" for t in side.words):  # *has sung* is not *is singing*
        return False
    nominal = all(t.tag in ("DET", "NUM", "ADJ", "PREP", "PRON", "ADV", *NOUNS) for t in side.words)
    return (nominal or len(side.words) == 1) and not any(t.low in RELATIVES - {"that"} for t in side.words)


def _of_a_kind(side: Spot) -> bool:
    """*a fear of spiders*: several without a determiner, after a noun or adjective and a preposition."""
    noun, before = side.words[-1], side.before
    several = noun.tag == "NOUN" and noun.low != noun.lemma and all(t.tag in ("ADJ", "NOUN") for t in side.words)
    of = several and before is not None and before.low in ("of", "for", "about", "against", "from", "with")
    return bool(of) and side.first > 1 and side.sentence[side.first - 2].tag in ("NOUN", "ADJ")


def _all_of_them(side: Spot) -> bool:
    """*the bears*: all of those that are meant, which are not all the animals."""
    noun = next((t for t in reversed(side.words) if t.tag == "NOUN"), None)
    k = side.first
    while k and side.sentence[k - 1].tag in ("ADJ", "NOUN", "NUM") and side.words[0].low not in ARTICLES:
        k -= 1
    opens = side.words[0].low if side.words[0].low in ARTICLES or not k else side.sentence[k - 1].low
    return noun is not None and noun.low != noun.lemma and opens in ARTICLES - LEADING


def _phrase(side: Spot, knowledge: WordKnowledge) -> str:
    """Whether a noun phrase is what its noun says: *a hot dog*, *the alleged* [*thief*]."""
    words = [t for t in side.words if t.low not in ARTICLES]
    own = bool(words) and words[-1].tag in NOUNS
    head = words[-1] if own else head_after(side)
    modifiers = words[:-1] if own else words
    if head is None:
        return ""
    plain = all(t.tag in ("ADJ", "NOUN", "VERB") for t in modifiers)  # else only what is known to take it back
    bad = next(
        (t.low for t in modifiers if t.low in NON_INTERSECTIVE or (plain and not leaves_its_noun(t, head, knowledge))),
        "",
    )
    return f"whether what is '{bad}' still is '{head.low}' is not known" if bad else ""


DEFINITE = frozenset({"the", "this", "that", "these", "those", "he", "she", "it", "they", "you", "we"})
ARTICLES = LEADING | {"the", "this", "that", "these", "those"}


def _fact(f: WordFact, doing: bool, net: WordNet) -> str:
    """Why a word fact may not be the one meant; what the user said always is."""
    if f.source == ANYONE:
        things = kinds.field_of(f.left, "n", net) in kinds.CONCRETE or not net.senses(f.left, "n")
        return "" if things else f"'{f.left}' may be no thing"
    if f.everyday or "WordNet" not in f.source or f.kind == "in" or f.right in words_in("colours"):
        return ""
    pos: Pos = "v" if doing else "n" if net.senses(f.left, "n") else "a"
    words = (f.left, f.right) if f.kind == "same" else (f.left,)
    sure = all(kinds.one_thing(w, pos, net) for w in words if net.senses(w, pos))
    known = pos != "n" or kinds.field_of(f.left, "n", net) in KNOWN_FIELDS
    return "" if sure and known else f"'{f.left}' may be meant otherwise here"


ANYONE = "whoever or whatever it is"
KNOWN_FIELDS = kinds.CONCRETE | {3, kinds.ACT, kinds.SAID, kinds.STATE, kinds.GROUP}
