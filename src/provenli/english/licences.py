"""What must be known about a step before it may be called proved.

That nothing speaks against a step (`doubts.py`) is not enough: each has to be of a kind that is known to be safe. What
is left out must be a modifier of a listed class (`modifier_licences.py`); a word may stand for a wider one if it has
one meaning in use (`word_licences.py`); and what stands over the place must be understood. All else is supported.
"""

from __future__ import annotations

from collections.abc import Sequence

from provenli.english.analysis import Analysis
from provenli.english.doubts import SEEMING
from provenli.english.knowledge import WordKnowledge
from provenli.english.modifier_licences import NOUNS, RELATIVES, adds_only, says_nothing_new
from provenli.english.omissions import NON_INTERSECTIVE
from provenli.english.pair_tokens import PairToken, Spot
from provenli.english.phrase_relations import PRIVATIVE
from provenli.english.sentence_doubts import takes_back
from provenli.english.word_licences import EnglishStep, unsure_word
from provenli.english.word_tables import words_in


def unlicensed(step: EnglishStep, knowledge: WordKnowledge) -> str:
    """Why a step may not be called proved; empty if everything that it rests on is known."""
    frame = _frame(step.longer)
    if frame:
        return frame
    if step.kind in ("deletion", "insertion"):
        if not step.follows:
            nothing = says_nothing_new(step.longer, knowledge)
            return f"'{step.longer.text}' may go without saying" if nothing else ""
        known = adds_only(step.longer, step.sign, knowledge)
        return "" if known else f"whether '{step.longer.text}' only adds to what the rest says is not known"
    if step.kind == "substitution":
        return unsure_word(step, knowledge)
    if step.kind in ("conjunction", "disjunction"):
        return _joined(step)
    return _small_words(step)


def _small_words(step: EnglishStep) -> str:
    """*gave the model to a sense* is not *gave the model a sense*, and *two months after* no more than *one*."""
    numbers = all(len(s.words) == 1 and s.words[0].tag == "NUM" for s in (step.ours, step.theirs))
    if step.kind == "determiner" and numbers and not step.follows:
        return f"'{step.ours.text}' may say exactly how many, which '{step.theirs.text}' would exclude"
    for spot in (step.ours, step.theirs):
        after = spot.after
        if any(t.low == "to" for t in spot.words) and after is not None and after.tag in ("DET", "PRON", *NOUNS):
            return "who it is done to may be another one"
        measured = after is not None and (after.lemma in words_in("time nouns") or after.lemma in words_in("units"))
        if measured and step.kind == "determiner" and any(t.tag == "NUM" or t.low in ("a", "one") for t in spot.words):
            return f"'{spot.text}' may say exactly how much"
    return ""


# --- What stands over the place ---


def _frame(spot: Spot) -> str:
    """*hard to find*, *seemed to*: a word over the place whose inside is not known to keep its direction."""
    words = spot.sentence
    for k in range(spot.first - 1):
        t, after = words[k], words[k + 1]
        if after.low == "to" and _is_verb(words, k + 2) and not _transparent(words, k):
            return f"what '{t.low} to' does to what stands under it is not known"
        if after.low in RELATIVES | {"whose"} and t.tag == "NOUN" and _is_bare(words, k) and _within(spot, k + 1):
            return f"'{t.low}' may be any such, so that what says which ones they are turns"
        if after.low in ("that", "whether", "if") and t.tag in ("ADJ", "VERB") and not _is_factive(t, after):
            return f"what '{t.low} {after.low}' does to what stands under it is not known"
    return ""


def _is_bare(words: Sequence[PairToken], k: int) -> bool:
    """*offers tuition to students who* …: several, without a word that says how many."""
    while k and words[k - 1].tag in ("ADJ", "NOUN"):
        k -= 1
    several = any(t.low != t.lemma for t in words[k : k + 1]) or not k or words[k - 1].tag not in ("DET", "NUM", "NAME")
    return several and (not k or words[k - 1].tag in ("PREP", "VERB", "CONJ"))


def _within(spot: Spot, clause: int) -> bool:
    """Whether a place is still in the relative clause that begins there: it has one verb of its own."""
    return sum(t.tag == "VERB" for t in spot.sentence[clause : spot.first]) < 2


def _is_factive(t: PairToken, after: PairToken) -> bool:
    known = words_in("factive adjectives") if t.tag == "ADJ" else words_in("factive verbs")
    return after.low == "that" and (t.low in known or t.lemma in known)


def _is_verb(words: Sequence[PairToken], k: int) -> bool:
    return k < len(words) and words[k].tag in ("VERB", "AUX") and words[k].low == words[k].lemma


def _transparent(words: Sequence[PairToken], k: int) -> bool:
    t = words[k]
    if t.tag in ("VERB", "AUX"):
        return t.lemma in words_in("transparent to verbs")
    return t.tag in (*NOUNS, "PRON", "NEG")


# --- And, or ---


def _joined(step: EnglishStep) -> str:
    """*Ann and Bob left*: each of them; what several are together, one of them need not be."""
    spot = step.longer
    lows = {t.low for t in spot.sentence}
    if step.kind == "disjunction":
        allowed = not step.follows and step.sign > 0 and lows & ALLOWING
        return "what is allowed of either of two may be allowed of each" if allowed else ""
    if not step.follows or step.sign < 0:
        return ""
    if spot.words[-1].tag == "CONJ" and spot.before is not None and spot.before.tag == "PREP":
        return "what stands before the first of two may belong to that one only"
    if any(t.low in words_in("colours") for t in spot.words):
        return "what has two colours need not have one of them"
    verb = next((k for k, t in enumerate(spot.sentence) if t.tag in ("VERB", "AUX")), len(spot.sentence))
    of_whom = spot.first < verb and spot.sentence[verb : verb + 1] and spot.sentence[verb].lemma == "be"
    rest = [t for t in spot.sentence[verb + 1 :] if t.tag != "ADV"]
    being = bool(of_whom) and not any(t.tag == "VERB" for t in rest[:2])
    plain = not being or (rest and rest[0].low in words_in("describing adjectives") | words_in("gradable adjectives"))
    return "" if plain else "what several are together, one of them need not be"


ALLOWING = frozenset({"can", "may", "could", "might", "allowed", "permitted", "free", "must", "should"})


# --- Meanings of whole sentences ---


def unlicensed_meanings(premises: Sequence[Analysis], hypothesis: Analysis) -> bool:
    """Whether sentences hold something that their meanings leave out: then nothing is proved from them."""
    read = (*premises, hypothesis)
    odd = any(t.lemma in PRIVATIVE | SEEMING or t.text.casefold() in NON_INTERSECTIVE for a in read for t in a.tokens)
    compared = {frozenset(t.lemma for t in a.tokens) & COMPARED for a in read}  # who is taller need not be tall
    back = any(takes_back([bare(t.text) for t in a.tokens]) for a in read)
    alone = len(premises) == 1 and (hides(premises[0], hypothesis) or measures(read))
    return odd or len(compared) > 1 or back or alone or only_there(premises, hypothesis)


COMPARED = frozenset({"than", "as", "enough", "so"})


def hides(premise: Analysis, hypothesis: Analysis) -> bool:
    """Whether the premise puts something under a clause or an opening adverb that the hypothesis takes out of it."""
    words = [[t.text.casefold() for t in a.tokens] for a in (premise, hypothesis)]
    clause = any(words[0].count(w) > words[1].count(w) for w in ("that", "whether", "if"))
    opening = [w[0].endswith("ly,") for w in words]
    degrees = [{t.lemma for t in a.tokens if t.tag == "ADJ" and t.lemma != bare(t.text)} for a in (premise, hypothesis)]
    coming = [{t.lemma for t in a.tokens} & COMING for a in (premise, hypothesis)]
    return clause or opening[0] != opening[1] or degrees[0] != degrees[1] or coming[0] != coming[1]


def measures(read: Sequence[Analysis]) -> bool:
    """*lasted two hours*: a number of units says exactly how much, which meanings take for at least so much."""
    return any(
        t.lemma in words_in("units") and k and a.tokens[k - 1].tag == "NUM"
        for a in read
        for k, t in enumerate(a.tokens)
    )


COMING = frozenset({"get", "become", "grow", "turn", "go"})
"""*is getting better*: it is not yet."""


def bare(text: str) -> str:
    return text.casefold().strip(".,;!?")


def only_there(premises: Sequence[Analysis], hypothesis: Analysis) -> bool:
    """Whether the only question is if something exists about which more was said: a meaning assumes that what is sought
    or wished for exists too."""
    asked = {t.lemma for t in hypothesis.tokens}
    done = {t.lemma for a in premises for t in a.tokens if t.tag == "VERB" and t.lemma != "be"}
    return "there" in asked and bool(done - asked)
