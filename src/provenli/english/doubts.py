"""Why a difference between two sentences may not be what it looks like: what keeps a step from being called proved.

Proofs are of frames: operators around a place. This file has what a frame does not see: whether what was left out is a
modifier at all, what it attaches to, who is meant by a noun phrase, and what is only believed or compared.
"""

from __future__ import annotations

from collections.abc import Sequence

from provenli.english.pair_tokens import PairToken, Spot
from provenli.english.sentence_doubts import BODILY, DEFINITE
from provenli.english.word_tables import words_in

RAREST = 4
"""Steps and sense numbers of a word fact that a proof may rest on: rare senses are seldom the ones meant."""
OTHER_WORD = RAREST + 1
"""Added to the rank of a fact about another word than the reader chose: *putting* is a form of *put*, not of *putt*."""
SEEMING = frozenset({"seem", "appear"})
RELATIVES = frozenset({"who", "which", "that", "whose", "whom", "where", "when"})
COMPARING = frozenset({"than", "as", "more", "less", "most", "least", "enough", "too", "so", "such", "fewer", "like"})
LIGHT = words_in("light words")
"""Words that mostly say no more than what they stand beside."""
COLLECTIONS = frozenset({"group", "pack", "bunch", "cluster", "crowd", "pair", "set", "team", "band", "herd", "flock"})
TIMES = words_in("times of a habit")
"""Times in general statements: what is true in general may be true only then, as in *closed on Mondays*."""
USUALLY = frozenset({"always", "usually", "generally", "normally", "mostly", "typically"})
"""Adverbs that count cases: *he always drinks tea in the morning* is about mornings."""
NOUNS = ("NOUN", "NAME")
OF_ALL = frozenset(
    {"every", "each", "all", "no", "nobody", "none", "nothing", "most", "few", "everyone", "everybody"}
) | {*("everything", "only", "not", "never", "always", "any", "anyone", "anybody")}
ALLOWING = frozenset({"can", "may", "must", "should", "could", "might", "would"})
PROVIDING = frozenset({"with", "without", "by", "on", "after", "before", "during", "under", "at", "until", "for"})
NOT_THE_WORLD = words_in("settings that are not the world")


NOT_THERE = "what is sought, made or wished for need not be there"


def doubt_of_part(spot: Spot, follows: bool) -> str:
    """For words that only one sentence has: whether they can be left out. `follows`: whether the step counts as
    following; if not, the rest without them may well be another thing."""
    words, before, after = spot.words, spot.before, spot.after
    if [t.low for t in words] == ["little"] and (before is None or before.tag != "DET"):
        return "'little' may say that there is hardly any"
    if {t.low for t in words} <= {"once", "twice"}:
        return f"'not {spot.text}' is 'never'"
    if {t.low for t in words} <= LIGHT:
        return f"'{spot.text}' may add nothing"
    if [t.low for t in words] == ["alone"]:
        return "'alone' may say 'only'"
    doubt = next((told for test in OF_PARTS if (told := test(spot))), "") if follows else ""
    if doubt:
        return doubt
    usual = next((t.low for t in spot.sentence if t.low in USUALLY and t.sign == 1), "")
    if usual and words[0].tag in ("PREP", "SUB"):
        return f"'{usual}' may speak only of '{spot.text}'"
    if words[0].low in COMPARING or words[-1].low in COMPARING or (after is not None and after.low == "than"):
        return f"'{spot.text}' belongs to a comparison"
    if words[-1].lemma in TIMES and not any(t.low.endswith("ing") for t in spot.sentence):
        main = next((t for t in spot.sentence if t.tag in ("AUX", "VERB")), None)
        if main is not None and (main.low in ("is", "are") or main.low == main.lemma or main.low == f"{main.lemma}s"):
            return f"it may be so only '{spot.text}'"
    verbs = [k for k, t in enumerate(words) if t.tag in ("VERB", "AUX")]
    opens = words[0].low in RELATIVES or words[0].tag in ("PREP", "SUB", "CONJ")
    if verbs and not opens and not _participle(spot) and (follows or words[0].low != "to"):
        return f"'{spot.text}' holds a verb of its own"
    cut = words[0].tag == "SUB" and not verbs  # *until they*: its verb is still there
    bare_of = not follows and words[-1].low == "of"  # *the morning of* [*Christmas Eve*]: narrower, whatever it is
    if cut or (words[-1].tag in ("SUB", "PREP") and not bare_of) or words[-1].low in ("to", "that", "who", "which"):
        return f"'{spot.text}' is no phrase of its own"
    bare = all(t.tag in (*NOUNS, "ADJ") for t in words)
    head = after is None or after.tag not in (*NOUNS, "ADJ", "NUM")
    if follows and bare and words[-1].tag in NOUNS and head and before is not None and before.tag in (*NOUNS, "ADJ"):
        return f"'{spot.text}' is the head of its phrase"
    return ""


def _doubt_of_setting(spot: Spot) -> str:
    """*in theory*, *in the film*, *according to Tom*: it may be so only there."""
    first = spot.words[0]
    told = first.low in ("in", "on", "at", "from", "to") and any(t.lemma in NOT_THE_WORLD for t in spot.words)
    return f"it may be so only '{spot.text}'" if told or first.low == "according" else ""


def _doubt_of_condition(spot: Spot) -> str:
    """*In Spain everyone naps*, *you may enter with a ticket*: an opening phrase restricts what is said of all, and a
    permission holds only under its condition."""
    first, rest = spot.words[0], spot.sentence[spot.end :]
    if not spot.first and first.tag in ("PREP", "SUB", "ADV", "PRON", "NOUN") and any(t.low in OF_ALL for t in rest):
        return f"it may be so only '{spot.text}'"
    allowed = any(t.low in ALLOWING for t in spot.sentence[: spot.first])
    return f"it may be allowed only '{spot.text}'" if allowed and first.low in PROVIDING and first.sign == 1 else ""


def _doubt_of_all(spot: Spot) -> str:
    """*the guests who ordered fish left*: not the guests."""
    clause = spot.words[0].low in RELATIVES or spot.words[0].tag == "PREP"
    noun = spot.before if clause else spot.after
    if noun is None or noun.tag != "NOUN" or noun.low == noun.lemma or noun.sign < 0:
        return ""
    opens = phrase_start(Spot(spot.sentence, spot.first - 1, spot.end) if clause else spot)
    told = spot.sentence[opens].low in DEFINITE | BODILY and spot.words[0].low not in ("of", "to")
    return f"'{spot.sentence[opens].low}' may speak of all of them" if told else ""


OF_PARTS = (_doubt_of_setting, _doubt_of_condition, _doubt_of_all)


def doubt_of_existence(ours: Spot, theirs: Spot) -> str:
    """*needs a car* is not *there is a car*: what is sought, made or wished for need not be there."""
    if any(t.lemma in SEEMING for t in (*ours.words, *theirs.words)):
        return "what seems so need not be so"
    for said, there in ((ours, theirs), (theirs, ours)):
        done = any(t.tag == "VERB" and t.lemma != "be" for t in said.words)
        if done and there.words and there.words[0].low == "there":
            return NOT_THERE
    return ""


def doubt_of_rewording(ours: Spot, theirs: Spot) -> str:
    """*a boy who runs* is said again by *and runs*; *a woman* may be *the lady*."""
    if [t.low for t in (*ours.words, *theirs.words)] in (["and"], ["is", "and"], ["and", "is"]):
        return "'and' may join what is otherwise said by a clause"
    articles = [next((t.low for t in s.words if t.low in ("a", "an", "the")), "") for s in (ours, theirs)]
    if all(any(t.lemma in COLLECTIONS for t in s.words) for s in (ours, theirs)):
        return "one collection may be called by another word"
    if articles[0] in ("a", "an") and articles[1] == "the":
        return f"'{theirs.text}' may be the same one"
    wide = theirs.text in words_in("words for anything") and ours.before is not None
    if wide and ours.before is not None and ours.before.lemma in words_in("verbs that say little"):
        return f"'{ours.before.low} {ours.text}' may be said as one"
    return ""


def doubt_of_addition(added: Spot, premise: Sequence[PairToken]) -> str:
    """For words that are only in the hypothesis, at an upward place: whether they say anything new."""
    content = [t for t in added.words if t.tag in (*NOUNS, "ADJ", "VERB")]
    if content and any(t.forms & u.forms for t in content for u in premise):
        return f"'{added.text}' may be said already"
    if added.words[0].low == "of" and added.before is not None and added.before.tag == "NAME":
        return f"'{added.before.low} {added.text}' may be the same one"
    if any(t.low in BODILY for t in added.words):
        return f"'{added.text}' may go without saying"
    if all(t.tag == "ADV" for t in added.words):
        return f"'{added.text}' may say nothing new"
    return "whether 'if' reaches as far is open" if premise[0].low == "if" else ""


def doubt_of_naming(ours: Spot, theirs: Spot, sign: int) -> str:
    """*the dog* is a known one: *a dog* does not imply it, nor does *not the dog* imply *no dog*."""
    named = [next((t.low for t in s.words if t.low in DEFINITE), "") for s in (ours, theirs)]
    if bool(named[0]) == bool(named[1]) or not sign:
        return ""
    told = named[0] or named[1]
    lost = bool(named[0]) if sign < 0 else bool(named[1])
    return f"whether '{told}' speaks of the same one is not said" if lost else ""


def doubt_of_portion(ours: Spot, theirs: Spot) -> str:
    """*ate chicken* is not *ate a chicken*: what is not counted is not one of them. Nor was everything that is not so
    now so before."""
    earlier = next((t.low for t in theirs.words if t.low in ("anymore", "again")), "")
    if earlier and earlier not in {t.low for t in ours.words}:
        return f"'{earlier}' says that it was so before"
    mine, yours = ours.after, theirs.after
    bare = not ours.words and theirs.text in ("a", "an") and mine is not None and mine.tag == "NOUN"
    alike = bare and mine is not None and yours is not None and mine.low == yours.low
    return f"'{theirs.text}' may make one of what is not counted" if alike else ""


def doubt_of_aspect(ours: Spot, theirs: Spot) -> str:
    """*was winning* is not *won*: what was going on need not have come to its end."""
    mine, yours = ours.after, theirs.after
    if ours.text == "being" and not theirs.words and yours is not None and not yours.low.endswith("ing"):
        return "what was going on need not have come to its end"
    if mine is None or yours is None or not any(t.lemma == "be" for t in (*ours.words, *theirs.words)):
        return ""
    ends = [t.low.endswith("ing") for t in (mine, yours)]
    return "what was going on need not have come to its end" if mine.tag == "VERB" and ends == [True, False] else ""


def _participle(spot: Spot) -> bool:
    """*a man wearing a hat sings*: a participle after a noun, where the sentence has another verb; or before one."""
    first, rest = spot.words[0], [*spot.sentence[: spot.first], *spot.sentence[spot.end :]]
    formed = first.low.endswith(("ing", "ed", "en")) and first.tag == "VERB"
    formed = formed and not any(t.low in ("that", "it", "he", "she", "they", "we") for t in spot.words)
    attributive = len(spot.words) == 1 and spot.after is not None and spot.after.tag in NOUNS
    after_noun = spot.before is not None and spot.before.tag in NOUNS and any(t.tag in ("VERB", "AUX") for t in rest)
    return formed and (attributive or after_noun)


def phrase_start(spot: Spot) -> int:
    """Where the noun phrase around the difference begins; the difference itself if it is in none."""
    k = spot.first
    while k and spot.sentence[k - 1].tag in ("ADJ", "NUM", "ADV", *NOUNS):
        k -= 1
    return k - 1 if k and spot.sentence[k - 1].tag == "DET" else k
