"""Why two sentences as wholes may not say what their words say: idioms, what several do together, number and tense, and
what is retracted. `doubts.py` has what speaks against one difference between them."""

from __future__ import annotations

from collections.abc import Sequence

from provenli.english.pair_tokens import PairToken, Spot
from provenli.english.word_tables import words_in
from provenli.english.wordnet import WordNet

TAKING_BACK = words_in("words that take back")
"""*Some dog barked, which is false*: what was said does not hold."""
DEFINITE = frozenset({"the", "this", "that", "these", "those"})
BODILY = frozenset({"her", "his", "its", "their", "my", "your", "our"})
"""*in her arms*, *with his hands*: what people take to be so where nothing is said."""
COLLECTIVE = words_in("collective words")


def doubt_of_collective(premise: Sequence[PairToken], numbers: Sequence[tuple[PairToken, PairToken]], cut: bool) -> str:
    """*Ann and Bob met*, *the students surrounded it*: what several do together no one of them does alone. `numbers`:
    nouns in both sentences. `cut`: whether one of two that *and* joins is left out."""
    fewer = any(a.tag == "NOUN" and a.low != a.lemma and b.low == b.lemma for a, b in numbers)
    if not cut and not fewer:
        return ""
    when = next((x for k in range(len(premise)) if (x := _tense(premise, k))), "")
    if fewer and opens_bare(premise) and when != "past" and not any(t.low.endswith("ing") for t in premise):
        return "what is said of them in general need not be so of one"
    word = next((t.low for k, t in enumerate(premise) if _collective(premise, k)), "")
    if word:
        return f"'{word}' may be of several together"
    verb = next((k for k, t in enumerate(premise) if t.tag == "VERB"), len(premise))
    counted = next((t.low for t in premise[verb:] if t.tag == "NUM" and "1" not in t.forms), "")
    if counted:
        return f"'{counted}' may be of several together"
    several = fewer or any(t.tag == "CONJ" for t in premise[:verb])
    return f"'{premise[verb].low}' may be of one thing together" if several and _done_together(premise, verb) else ""


def _done_together(sentence: Sequence[PairToken], verb: int) -> bool:
    """*carried a table*, *divided the money*: to one thing; what is seen or liked, each sees or likes."""
    to_one = verb + 1 < len(sentence) and sentence[verb + 1].low in ("a", "an", "the", *DEFINITE, *BODILY)
    return to_one and sentence[verb].lemma not in words_in("verbs of each by himself")


def _collective(sentence: Sequence[PairToken], k: int) -> bool:
    """With nouns only: what several are together, such as *are friends*."""
    t = sentence[k]
    told = t.lemma in COLLECTIVE or t.low in COLLECTIVE
    return told and (t.tag != "NOUN" or any(u.lemma == "be" for u in sentence[max(k - 3, 0) : k]))


def opens_bare(sentence: Sequence[PairToken]) -> bool:
    """*old lions sleep*, *dirty snow is grey*: whether the sentence opens with a noun phrase without a determiner."""
    end = next((k for k, t in enumerate(sentence) if t.tag not in ("ADJ", "NOUN")), 0)
    return end > 0 and sentence[end - 1].tag == "NOUN"


def doubt_of_idiom(spot: Spot, net: WordNet | None) -> str:
    """*kicked the bucket*: a phrase with an entry of its own does not mean what its words do."""
    if not spot.words:
        return ""
    lows = [t.low for t in spot.sentence]
    for first in range(max(0, spot.first - LONGEST), spot.end):
        head = spot.sentence[first].lemma
        for end in range(max(spot.first + 1, first + 3), min(first + LONGEST, len(lows)) + 1):
            rest = lows[first + 1 : end]
            inside = spot.first <= first and end <= spot.end
            whose = [[own if low in BODILY else low for low in rest] for own in ("one's", "someone's")]
            if not inside and any(_has_entry(net, (h, *r)) for h in {head, lows[first]} for r in (rest, *whose)):
                return f"'{' '.join(lows[first:end])}' has a meaning of its own"
    return ""


LONGEST = 7
"""Words of an idiom."""


def _has_entry(net: WordNet | None, words: tuple[str, ...]) -> bool:
    return " ".join(words) in words_in("idioms") or (net is not None and "v" in net.parts_of_speech("_".join(words)))


def doubt_of_match(ours: PairToken, theirs: PairToken) -> str:
    """For a word that both sentences have: *Mr. Baker* is no baker, and at an upward place one dog is not dogs."""
    name, other = (ours, theirs) if ours.tag == "NAME" else (theirs, ours)
    if name.tag == "NAME" and other.tag == "NOUN" and other.place:
        return f"'{name.low}' is a name"
    both = ours.tag == theirs.tag == "NOUN" and ours.sign == theirs.sign == 1
    more = ours.low == ours.lemma and theirs.low != theirs.lemma == ours.lemma
    return f"'{ours.low}' may be one only, '{theirs.low}' are more" if both and more else ""


def doubt_of_tense(premise: Sequence[PairToken], hypothesis: Sequence[PairToken]) -> str:
    """*she lived in Spain* is not *she lives in Spain*: compares the first verbs that show a tense."""
    when = [next((x for k in range(len(s)) if (x := _tense(s, k))), "") for s in (premise, hypothesis)]
    return "when it is so may be another time" if "".join(when) in ("pastpresent", "presentpast") else ""


def _tense(sentence: Sequence[PairToken], k: int) -> str:
    """The tense of a finite verb: past, present or another; empty if it shows none."""
    t, before = sentence[k], sentence[k - 1] if k else None
    if t.low in SHOWN:
        return SHOWN[t.low]
    if t.tag == "AUX":
        return "another"
    if t.tag != "VERB" or t.low.endswith("ing") or before is None or before.tag in ("AUX", "PREP", "NEG", "DET", "ADJ"):
        return ""
    if t.low == t.lemma:
        return "another"
    return "present" if t.low.endswith("s") and not t.low.endswith("ss") else "past"


SHOWN = {
    **dict.fromkeys(("is", "are", "am", "does", "has"), "present"),
    **dict.fromkeys(("was", "were", "did", "had"), "past"),
}


def takes_back(words: Sequence[str]) -> bool:
    """Whether something said may be denied afterwards: *it is false that* is read as a denial, *which is false* is not;
    nor is a *not* at the end."""
    ends = words[-1:] == ["not"]
    return ends or any(w in TAKING_BACK and words[k + 1 : k + 2] != ["that"] for k, w in enumerate(words))
