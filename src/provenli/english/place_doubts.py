"""Why a place in a sentence may not be what its polarity says: what is compared, believed, measured or meant of a kind.

Proofs are of frames; here is what stands around a difference that a frame does not see (`doubts.py` has the rest).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from provenli.english.doubts import ALLOWING, NOUNS, OF_ALL, RELATIVES, phrase_start
from provenli.english.pair_tokens import PairToken, Spot
from provenli.english.sentence_doubts import DEFINITE, opens_bare, takes_back
from provenli.english.word_tables import words_in

ORDINALS = frozenset({"first", "last", "next", "only", "latest", "eldest", "same", "previous", "best", "worst"})
REFUSING = words_in("refusing operators")
MEASURES = words_in("measures")
"""These say how much there is of what follows *of*; a wider kind has another measure."""
OF_ANOTHER_KIND = (
    "which one is meant depends on the whole phrase (a superlative or an ordinal)",
    "what is large or skilful for one kind need not be so for another",
)
DEEPEST = 3
"""How many relative clauses may stand before a place."""


def doubt_of_place(spot: Spot, operators: Sequence[str], replaced: bool) -> str:
    """For any difference: what its place says that a frame does not see. `operators`: those over it, the widest
    first."""
    if takes_back([t.low for t in spot.sentence]):
        return "what is said may be taken back in the same sentence"
    if _depth(spot.sentence[: spot.first]) >= DEEPEST:
        return "clauses stand in clauses, and what belongs to which is open"
    opens = phrase_start(spot)
    beside = all(t.tag == "ADV" for t in spot.words) and (spot.after is None or spot.after.tag not in ("ADJ", *NOUNS))
    around = spot.sentence[spot.first if beside else opens : spot.first]  # *left the house* [*quickly*]
    lows = [t.low for t in around]
    if any(low in ORDINALS or _is_superlative(t) for low, t in zip(lows, around, strict=True)):
        return OF_ANOTHER_KIND[0]
    if operators and lows[:1] and lows[0] in DEFINITE:
        return f"'{lows[0]}' speaks of one thing, whatever stands around it"
    if any(a in REFUSING and b in OF_ALL for a, b in pairwise(operators)):
        return "which of the two is over the other is open"
    if lows[:1] == ["few"]:
        return "few of them is a share, which another kind need not have"
    if operators and _within_definite(spot):
        return "which ones are meant depends on all that is said of them"
    if replaced and any(low in words_in("gradable adjectives") for low in lows):
        return OF_ANOTHER_KIND[1]
    earlier = [t.low for t in spot.sentence[: spot.first]]
    if replaced and "enough" in earlier[-2:]:
        return "how much is enough is another amount for another kind"
    if operators and "but" in earlier:
        return "an operator before 'but' need not reach beyond it"
    if any(t.lemma in MEASURES for t in spot.words) or any(
        t.lemma in MEASURES and _is_of(spot, k) for k, t in enumerate(spot.sentence[: spot.first])
    ):
        return "how much or how many there are is another number for another kind"
    if any(low in ("few", "many", "most") and _is_of(spot, k) for k, low in enumerate(earlier)):
        return "few or most of them is a share, which another kind need not have"
    if _in_a_clause(spot):
        return "it is said or believed, and words need not be taken as they are known"
    if spot.sentence[0].low == "without" and any(t.tag == "NEG" or t.low in ALLOWING for t in spot.sentence):
        return "what is so without something may be so for want of it"
    if "when" in operators and _was_once(earlier, spot):
        return "'when' may speak of one time"
    if "before" in operators or "only" in operators:
        return OF_PLACES["before" if "before" in operators else "only"]
    if "but" in earlier and operators and operators[-1] in ("not", "n't"):
        return "what 'not' denies ends at 'but'"
    negative = [k for k, low in enumerate(earlier) if low in ("not", "never") or low.endswith("n't")]
    reached = any(name in ("not", "never") or name.endswith("n't") for name in operators)
    if negative and not reached and not any(t.tag in ("CONJ", "SUB") for t in spot.sentence[negative[-1] : spot.first]):
        return f"whether '{earlier[negative[-1]]}' reaches as far as '{spot.text}' is open"
    if _unreached(spot, operators):
        return f"whether what is denied before it reaches as far as '{spot.text}' is open"
    denied = any(t.low == "not" for t in spot.sentence[spot.first :]) or "not" in operators or "n't" in operators
    if denied and operators and operators[0] in ("every", "all", "each") and not _not_of_clause(spot):
        return "'every … not' may mean that not every one does"
    return _generic(spot, opens) or _liking(spot, opens, bool(operators)) or _attachment(spot)


def _was_once(earlier: Sequence[str], spot: Spot) -> bool:
    """*when he took up his work*: what is past was so at one time, and is no condition."""
    at = earlier.index("when") if "when" in earlier else 0
    verb = next((t for t in spot.sentence[at:] if t.tag == "VERB"), None)
    return verb is not None and verb.low != verb.lemma and not verb.low.endswith(("s", "ing"))


def _not_of_clause(spot: Spot) -> bool:
    """*every guest who did not sing*: whether each *not* stands in a clause about the noun, before its own verb."""
    lows = [t.low for t in spot.sentence]
    for k in (k for k, low in enumerate(lows) if low == "not"):
        at = next((n for n in range(k - 1, -1, -1) if lows[n] in ("who", "which", "that")), None)
        if at is None or any(t.tag == "VERB" for t in spot.sentence[at:k]):
            return False
    return True


def _is_of(spot: Spot, k: int) -> bool:
    """*most of the* [*old*] *dogs*: whether the place is in what a measure is of, which ends at the next verb."""
    between = spot.sentence[k + 1 : spot.first]
    clauses = sum(t.low in RELATIVES for t in between)
    verbs = sum(t.tag in ("VERB", "AUX") and (not n or between[n - 1].tag != "AUX") for n, t in enumerate(between))
    return bool(between) and between[0].low == "of" and verbs <= clauses


def _in_a_clause(spot: Spot) -> bool:
    """*said that* [*a big*] *dog barked*; but *reported* [*huge*] *profits* has no clause."""
    saying = words_in("clause verbs") - words_in("veridical verbs")
    at = next((k for k, t in enumerate(spot.sentence[: spot.first]) if t.lemma in saying), None)
    return at is not None and any(t.tag in ("VERB", "AUX", "NEG", "SUB") for t in spot.sentence[at + 1 :])


def _unreached(spot: Spot, operators: Sequence[str]) -> bool:
    """*without help from* [*foreign*] *experts*: whether a word that affects what follows it stands before the place,
    in the same clause, and was not found to be over it."""
    for k, t in enumerate(spot.sentence[: spot.first]):
        between = spot.sentence[k + 1 : spot.first]
        verbs = sum(u.tag == "VERB" for u in between)
        ended = any(u.tag in ("CONJ", "SUB") for u in between) or verbs > (t.low not in OF_ONE_PHRASE)
        bound = t.low == "no" and any(u.low in ("more", "less", "fewer") for u in between[:1])
        turns = (t.low in TURNING or t.lemma in REFUSING) and not bound and not ended
        if turns and not any(t.low in o or t.lemma in o for o in operators):
            return True
    return False


OF_ONE_PHRASE = words_in("prepositions that turn their noun")
TURNING = OF_ONE_PHRASE | words_in("words that turn what follows")


OF_PLACES = {
    "before": "what comes later need not come in that way, or at all",
    "only": "what 'only' leaves out is open",
}


def _within_definite(spot: Spot) -> bool:
    """*those who cannot dance*: whether the place is in a clause about definite ones, before any verb but its own."""
    at = next((k for k in range(spot.first - 1, 0, -1) if spot.sentence[k].low in ("who", "which", "that")), 0)
    verbs = [t for t in spot.sentence[at : spot.first] if t.tag == "VERB"]
    opens = phrase_start(Spot(spot.sentence, at, at + 1)) if at else 0
    return bool(at) and len(verbs) < 2 and bool({spot.sentence[k].low for k in (opens, at - 1)} & DEFINITE)


def _depth(words: Sequence[PairToken]) -> int:
    """Relative clauses that have begun; two for one without a pronoun (*few rabbits at least three dogs followed*)."""
    verb = next((k for k, t in enumerate(words) if t.tag in ("VERB", "AUX")), len(words))
    bare = sum(a.tag == "NOUN" and b.tag in ("DET", "NUM") for a, b in pairwise(words[: verb + 1]))
    return 2 * bare + sum(t.low in ("who", "which", "that") and t.tag != "DET" for t in words)


def _liking(spot: Spot, opens: int, turned: bool) -> str:
    """*afraid of big dogs*, *likes old films*: what is felt of some kind need not be felt of all."""
    before = spot.sentence[opens - 1] if opens else None
    feeling = before is not None and before.low == "of" and opens > 1 and spot.sentence[opens - 2].tag == "ADJ"
    bare = spot.words[0].tag in ("ADJ", *NOUNS) and spot.sentence[opens].tag != "DET"
    bare = bare and not any(t.tag == "NUM" for t in spot.sentence[opens : spot.first])
    felt = before is not None and before.tag == "VERB" and before.lemma in words_in("verbs of feeling")
    ruled = before is not None and before.tag == "VERB" and any(t.low in RULING for t in spot.sentence[:opens])
    kind = bare and (feeling or ((felt or ruled) and not turned))
    return f"what is said of '{spot.text}' need not be so of all" if kind else ""


RULING = frozenset({"should", "must", "ought", "always", "usually", "can", "may"})
"""*You should always wash fresh mushrooms* is not of all mushrooms."""


def _is_superlative(t: PairToken) -> bool:
    return t.tag == "ADJ" and t.low.endswith("est") and len(t.low) > 5


GENERIC_VERBS = frozenset({"can", "cannot", "may", "must", "should", "is", "are", "has", "have", "does", "do"})


def _generic(spot: Spot, opens: int) -> str:
    """*A dolphin is a mammal*, *a wolf cannot be tamed*: of any one, not of some one."""
    several = spot.sentence[0].tag in ("ADJ", "NOUN") and spot.first == 0 and opens_bare(spot.sentence)
    if opens or (spot.sentence[0].low not in ("a", "an") and not several):
        return ""
    verb = next((k for k, t in enumerate(spot.sentence) if k >= spot.first and t.tag in ("VERB", "AUX")), None)
    if verb is None:
        return ""
    rest = spot.sentence[verb : verb + 4]
    present = rest[0].low in GENERIC_VERBS or (rest[0].low.endswith("s") and rest[0].low != rest[0].lemma)
    present = present or (several and rest[0].low == rest[0].lemma)
    episodic = any(t.low.endswith("ing") for t in rest)
    said = "what is said" if several else "'a'"
    return f"{said} may speak of all of them here" if present and not episodic else ""


def _attachment(spot: Spot) -> str:
    """A phrase after a noun may belong to the verb before it, which may have another direction."""
    if spot.before is None or spot.before.tag not in NOUNS or spot.words[0].tag not in ("PREP", "ADV", "SUB"):
        return ""
    verbs = [t for t in spot.sentence[: spot.first] if t.tag == "VERB"]
    if verbs and verbs[-1].sign != spot.before.sign:
        return f"what '{spot.text}' belongs to is open, and it matters"
    return ""
