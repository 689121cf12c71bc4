"""Whether words that are left out only add to what the rest says: modifiers of listed classes, in places that leave
what they modify what it is.

*a small dog* is a dog, *the man in the red coat* a man, and who ran quickly ran; a *chocolate rabbit* is no rabbit, who
behaves badly does not behave, and a shop that is open on Mondays need not be open.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from provenli.english import word_kinds as kinds
from provenli.english.knowledge import WordKnowledge
from provenli.english.pair_tokens import PairToken, Spot
from provenli.english.word_tables import words_in
from provenli.english.wordnet import WordNet

NOUNS = ("NOUN", "NAME")
RELATIVES = frozenset({"who", "which", "that"})
DEGREES = frozenset(
    {"very", "really", "extremely", "quite", "rather", "pretty", "so", "too", "incredibly", "unusually"}
)


def adds_only(spot: Spot, sign: int, knowledge: WordKnowledge) -> bool:
    """Whether words that only one sentence has are of a kind that is known to narrow, and no more."""
    return next(rule for opens, rule in PARTS if opens(spot))(spot, sign, knowledge)


def says_nothing_new(spot: Spot, knowledge: WordKnowledge) -> bool:
    """Whether words before a noun go without saying, or those after one only name it in full (*panda bears*): then what
    is said with them follows too."""
    head, net = head_after(spot), knowledge.net
    if net is None:
        return False
    if head is None:
        before, after = spot.before, {t.tag for t in spot.words}
        full = before is not None and {before.tag, *after} == {"NOUN"} and f"{before.lemma}_{spot.words[-1].lemma}"
        return bool(before and full and kinds.is_kind_of(full, before.lemma, net))
    words = [t for t in spot.words if t.low not in LEADING]
    return bool(words) and all(kinds.goes_without_saying(t.low, head.lemma, net) for t in words)


def _opens_relative(spot: Spot) -> bool:
    return spot.words[0].low in RELATIVES and len(spot.words) > 1


def _opens_adjunct(spot: Spot) -> bool:
    return spot.words[0].tag == "PREP"


def _is_adverbs(spot: Spot) -> bool:
    return all(t.tag == "ADV" for t in spot.words)


def _is_participle(spot: Spot) -> bool:
    clause = spot.words[0].tag == "VERB" and spot.before is not None and spot.before.tag in NOUNS
    return clause and (spot.after is None or spot.after.tag not in (*NOUNS, "ADJ"))


def _relative(spot: Spot, _sign: int, _knowledge: WordKnowledge) -> bool:
    """*who wears a hat*: what somebody does, said of a noun or of *nobody*."""
    noun = spot.before is not None and spot.before.tag in (*NOUNS, "PRON", "DET")
    return noun and any(t.tag in ("VERB", "AUX", "NEG") for t in spot.words)


def _opens_reason(spot: Spot) -> bool:
    return spot.words[0].low == "because"


def _reason(spot: Spot, sign: int, _knowledge: WordKnowledge) -> bool:
    """*left because it rained*: left; what was not so because of something may have been so for another reason."""
    turned = any(t.tag == "NEG" or t.sign != 1 for t in spot.sentence[: spot.first])
    return sign == 1 and spot.after is None and not turned


def _participle(spot: Spot, _sign: int, _knowledge: WordKnowledge) -> bool:
    return spot.words[0].low.endswith(("ing", "ed", "en"))


def _adverbs(spot: Spot, _sign: int, knowledge: WordKnowledge) -> bool:
    """*quickly*, *yesterday*; *very* before what it strengthens."""
    after = spot.after
    if {t.low for t in spot.words} <= DEGREES:
        return after is not None and after.tag in ("ADJ", "ADV")
    if spot.text == "only":  # *only Ann sang*: she did
        return after is not None and after.tag in ("NAME", "PRON")
    verb = next((t for t in reversed(spot.sentence[: spot.first]) if t.tag == "VERB"), None)
    needed = verb is not None and verb.lemma in words_in("verbs that need more")
    manner = len(spot.words) == 1 and knowledge.net is not None and kinds.is_manner(spot.text, knowledge.net)
    return (spot.text in words_in("plain adverbs") or manner) and not needed


def _adjunct(spot: Spot, sign: int, knowledge: WordKnowledge) -> bool:
    """*in the park*, *with a dog*: of a noun, or of something that was done."""
    words, before, after = spot.words, spot.before, spot.after
    if words[0].low not in words_in("adjunct prepositions") or len(words) < 2 or before is None:
        return False
    if words[-1].tag not in (*NOUNS, "PRON", "NUM", "DET") or (after is not None and after.tag in ("PREP", *NOUNS)):
        return False
    if words[0].low == "of" and before.tag != "NOUN":
        return False
    verb = next((t for t in reversed(spot.sentence[: spot.first]) if t.tag in ("VERB", "AUX")), None)
    if verb is None:
        return before.tag in (*NOUNS, "PRON", "DET")
    needed = verb.lemma in words_in("verbs that need more") and not (verb.lemma == "be" and before.tag == "NOUN")
    if needed or (sign == 1 and _is_habit(spot)):
        return False
    if before.tag == "VERB":
        return words[0].low in words_in("prepositions of place") and _is_done(before, knowledge.net)
    return before.tag in (*NOUNS, "PRON")


def _is_habit(spot: Spot) -> bool:
    """*He swims in winter*: what is so at times, not what happened once."""
    main = next((t for t in spot.sentence if t.tag in ("VERB", "AUX")), None)
    going = any(t.tag == "VERB" and t.low != t.lemma and not t.low.endswith("s") for t in spot.sentence[: spot.first])
    return main is not None and not going and (main.low in (main.lemma, f"{main.lemma}s") or main.low in PRESENT)


PRESENT = frozenset({"is", "are", "am", "has", "does", "can", "may", "must", "should", "will"})


def _is_done(verb: PairToken, net: WordNet | None) -> bool:
    return net is not None and kinds.field_of(verb.lemma, "v", net) in kinds.DONE


def _before_noun(spot: Spot, _sign: int, knowledge: WordKnowledge) -> bool:
    """*small*, *very old*, *red and green*, *kitchen*: each of a class that leaves the noun what it is."""
    head = head_after(spot) or _language_after(spot, knowledge)
    if head is None or spot.text in words_in("loose determiners"):
        return spot.text in words_in("loose determiners")
    words = [t for t in spot.words if t.low not in LEADING]
    joined = any(t.tag == "CONJ" for t in words)
    if joined and not all(t.tag in ("ADJ", "CONJ") for t in words):
        return False
    return all(leaves_its_noun(t, head, knowledge) for t in words)


LEADING = frozenset({"a", "an", "some", "any"})


def head_after(spot: Spot) -> PairToken | None:
    """The noun that words before it belong to: the last of those that follow."""
    k = spot.end
    while k < len(spot.sentence) and spot.sentence[k].tag in ("ADJ", "NOUN", "NUM"):
        k += 1
    last = spot.sentence[k - 1] if k > spot.end else None
    return last if last is not None and last.tag == "NOUN" else None


def _language_after(spot: Spot, knowledge: WordKnowledge) -> PairToken | None:
    """*fluent* [*English*]: a name that is in the dictionary as something said."""
    after, net = spot.after, knowledge.net
    told = after is not None and after.tag == "NAME" and net is not None
    return after if told and after and net and kinds.field_of(after.low, "n", net) == kinds.SAID else None


def leaves_its_noun(t: PairToken, head: PairToken, knowledge: WordKnowledge) -> bool:
    """Whether a word before a noun leaves it what it is."""
    net = knowledge.net
    if t.low in words_in("loose determiners") or t.tag == "CONJ" or t.low in DEGREES:
        return True
    if net is None:
        return t.low in kinds.LISTED
    field = kinds.field_of(head.lemma, "n", net)
    name = f"{t.low}_{head.lemma}"
    plain = f"{t.low} {head.lemma}" in words_in("phrases that mean what they say")
    if net.senses(name, "n") and not plain:
        return kinds.is_kind_of(name, head.lemma, net)
    if t.tag in ("ADJ", "VERB"):
        if field in kinds.LIVING and t.low in words_in("materials"):
            return False
        return kinds.describes(t.low, net) or (field not in kinds.CONCRETE and kinds.is_plain_adjective(t.low, net))
    if t.tag != "NOUN" or t.low in kinds.OF_ANOTHER_KIND:
        return False
    if field not in kinds.CONCRETE and field >= 0:
        return kinds.field_of(t.lemma, "n", net) not in (-1, kinds.SUBSTANCE)  # a *paper profit* is none
    return kinds.field_of(t.lemma, "n", net) in COMPOUNDS.get(field, OF_WHAT)


OF_WHAT = frozenset(
    {kinds.ACT, kinds.GROUP, kinds.PLACE, kinds.TIME, kinds.PERSON, kinds.SAID, kinds.MATTER_OF_MIND, kinds.THING}
)
COMPOUNDS = {
    **dict.fromkeys((kinds.PLANT, kinds.BODY), frozenset({kinds.GROUP, kinds.PLACE, kinds.PERSON})),
    kinds.ANIMAL: frozenset({kinds.GROUP, kinds.PLACE, kinds.PERSON, kinds.NATURAL}),
    kinds.THING: OF_WHAT | {kinds.BODY, kinds.NATURAL},
    kinds.FOOD: frozenset({kinds.FOOD, kinds.PLACE, kinds.TIME, kinds.ANIMAL}),
    kinds.NATURAL: frozenset({kinds.GROUP, kinds.PLACE}),
    kinds.SUBSTANCE: frozenset({kinds.PLACE, kinds.ACT}),
}
"""Fields of nouns that may stand before a noun of a field and leave it what it is: a *kitchen knife* is a knife, a
*chocolate rabbit* no rabbit."""


Rule: TypeAlias = Callable[[Spot, int, WordKnowledge], bool]
PARTS: tuple[tuple[Callable[[Spot], bool], Rule], ...] = (
    (_opens_relative, _relative),
    (_opens_reason, _reason),
    (_opens_adjunct, _adjunct),
    (_is_adverbs, _adverbs),
    (_is_participle, _participle),
    (lambda _: True, _before_noun),
)
