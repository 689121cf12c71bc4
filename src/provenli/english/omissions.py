"""What stands in one sentence only, as if the premise had it and the hypothesis had not.

A modifier narrows; a negation, a modal, a condition, an exception or *I think that* does something else, and some words
cannot be left out by themselves.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from provenli.english.knowledge import ABOVE, APART, BELOW, SAME, UNKNOWN, WordFact
from provenli.english.pair_tokens import PairToken
from provenli.english.phrase_relations import ENDING, OWNERS
from provenli.english.word_tables import words_in
from provenli.logic.relations import Relation

EditKind: TypeAlias = Literal[
    "same",
    "deletion",
    "insertion",
    "substitution",
    "conjunction",
    "disjunction",
    "determiner",
    "number",
    "negation",
    "condition",
    "exception",
    "modifier",
    "words",
    "clause",
    "place",
    "unknown",
]
EditRead: TypeAlias = tuple[EditKind, Relation, tuple[WordFact, ...], str]
"""Kind, relation of the longer to the shorter, word facts, and why."""

NEUTRAL_DETERMINERS = words_in("neutral determiners")
EMPTY = words_in("empty words")
NEGATIVE = words_in("negative words")
NON_INTERSECTIVE = words_in("modifiers that do not intersect")
WIDE_OPEN, EACH = frozenset({"possible", "potential", "future"}), frozenset({"every", "no", "any", "all", "each"})
"""All that there are or none, also those that may be: *in every possible way*."""
DENIALS = frozenset({"anything but", "far from", "short of"})
AT_ALL = words_in("stress on a denial")
"""What stresses a denial."""
WHOLLY = frozenset({"yet", "longer", "even", "at", "all", "once", "ever", "anymore", "any", "more"})
"""Beside a negative word these leave it a denial of the whole; *not very*, *not always*, *never really* are less."""
AUXILIARIES = frozenset(
    {"do", "does", "did", "can", "could", "will", "would", "shall", "should", "may", "might", "must"}
)
POSSIBLE = frozenset({"may", "might", "could", "can"})
MODALS = POSSIBLE | {"will", "would", "shall", "should", "must", "ought"}
FLOATING = frozenset({"both", "indeed", "please", "also", "too", "just", "all", "ever", "yet", "even", "anymore"})
FOLLOWING = frozenset({"who", "that", "which", "to", "whose", "where", "because", "since", "at", "by"})
CONDITIONS = frozenset({"if", "unless", "when", "whenever", "provided"})
PORTIONS = frozenset({"of", "group", "piece", "bunch", "cluster", "bit", "body", "pack", "set", "crowd"})
COMPLEX = frozenset({"front of", "back of", "spite of", "place of", "case of", "addition to", "charge of", "need of"})
"""What makes another preposition of the *in* before it."""
WHOLES = words_in("words of all or none")
EXCEPTIONS = frozenset({"except", "but", "excluding"})


def one_sided(sentence: tuple[PairToken, ...], place: int, words: tuple[PairToken, ...]) -> EditRead:
    """A part that only one sentence has, as if it were the premise: with it ⊏ without it, for a modifier."""
    lows = [t.low for t in words]
    end = place + len(words)
    if lows[-1] in ("a", "an", "the") and end < len(sentence) and sentence[end].low in ("few", "little"):
        return "unknown", UNKNOWN, (), f"'{lows[-1]} {sentence[end].low}' is not '{sentence[end].low}'"
    if set(lows) <= UNDER_NOT and any(t.low == "not" for t in sentence[:place]):
        return "modifier", BELOW, (), f"'{' '.join(lows)}' is what 'not' denies"
    bound = _bound(sentence, place, words)
    if bound:
        return "modifier", UNKNOWN, (), f"'{' '.join(lows)}' {bound}"
    if lows[-1] == "to" and len(lows) == 2 and words[0].lemma in ("have", "be"):
        return "modifier", UNKNOWN, (), f"what one '{' '.join(lows)}' do need not be done"
    if lows == ["too"] and end < len(sentence) and sentence[end].tag in ("ADJ", "ADV"):
        return "modifier", BELOW, (), "what is too much is much, and not the other way round"
    if lows == ["all"] and end < len(sentence) and sentence[end].tag in ("NOUN", "ADJ"):
        return "modifier", BELOW, (), "'all' may say more than what is said of them in general"
    if all(w in NEUTRAL_DETERMINERS - OWNERS | EMPTY | FLOATING for w in lows):
        return "same", SAME, (), f"'{' '.join(lows)}' changes nothing here"
    if " ".join(lows) in AT_ALL:
        return "same", SAME, (), f"'{' '.join(lows)}' changes nothing here"
    if " ".join(lows[-2:]) in DENIALS:
        return "negation", APART, (), f"'{' '.join(lows)}' says that it is not so"
    if (lows[-1] == "of" and set(lows) - NEUTRAL_DETERMINERS <= PORTIONS) or set(lows) <= {"colored", "coloured"}:
        return "same", SAME, (), f"'{' '.join(lows)}' changes nothing here"
    modal = [w for w in lows if w in MODALS]
    if modal and all(w in MODALS or w in EMPTY or w in ("rather", "better") for w in lows):
        return "modifier", ABOVE if modal[0] in POSSIBLE else UNKNOWN, (), f"what '{modal[0]}' be so need not be so"
    if lows[-1] in NEGATIVE and all(w in EMPTY | AUXILIARIES | NEGATIVE for w in lows):
        return "negation", Relation.NEGATION, (), f"'{lows[0]}' is taken away"
    if lows[-1] == "that" and set(lows) & {"not", "never"} and any(t.lemma in PRESUPPOSING for t in words[-2:-1]):
        return "clause", BELOW, (), f"'{' '.join(lows)}' takes it to be so"
    denial = _denial(words)
    if denial is not None:
        return denial
    if words[-1].tag == "CONJ" and any(t.tag == "VERB" for t in words) and set(lows) & {"that", "to", "if", "whether"}:
        return "clause", UNKNOWN, (), f"what is under '{' '.join(lows)}' may be so or not"
    joined = [
        w for w in (lows[0], lows[-1], sentence[end].low if end < len(sentence) else "") if w in ("and", "or", "nor")
    ]
    if lows[0] in ("or", "nor") or lows[-1] == "or" or ("or" in joined and "," not in lows and lows[0] != "and"):
        return "disjunction", ABOVE, (), "one of two is less than the one"
    if lows[0] == "but" and place and _is_exception(sentence, place, words):
        return "exception", ABOVE, (), "an exception says less"
    if (lows[0] in ("and", "but") and len(lows) > 1) or lows[-1] in ("and", "but"):
        return "conjunction", BELOW, (), "both say more than one"
    if lows[0] in CONDITIONS and (place == 0 or lows[0] in ("if", "unless", "provided")):
        return "condition", ABOVE, (), "a condition says less"
    if lows[0] in EXCEPTIONS:
        return "exception", ABOVE, (), "an exception says less"
    if lows == ["only"] and end < len(sentence) and sentence[end].low == "if":
        return "unknown", UNKNOWN, (), "'only if' is not 'if'"
    clause = _embedding(sentence, place, words)
    if clause is not None:
        return clause
    broken = _broken(sentence, place, words)
    if broken:
        return "unknown", UNKNOWN, (), broken
    if lows == ["as"] and end < len(sentence) and sentence[end].tag in ("ADJ", "ADV"):
        return "modifier", UNKNOWN, (), "what is as much as another need not be much"
    if lows[0] == "enough" and place and sentence[place - 1].tag in ("ADJ", "ADV"):
        return "modifier", UNKNOWN, (), "what is enough need not be much"
    if lows[-1] in WIDE_OPEN and len(lows) == 1 and place and sentence[place - 1].low in EACH:
        return "modifier", BELOW, (), f"every {lows[0]} one is one of all"
    odd = next((w for w in (lows if not _opens(words) else lows[:1]) if w in NON_INTERSECTIVE), "")
    if odd:
        return "modifier", UNKNOWN, (), f"what is {odd} need not be one"
    return "deletion", BELOW, (), "with more words, narrower"


def _bound(sentence: tuple[PairToken, ...], place: int, words: tuple[PairToken, ...]) -> str:
    """Why words say something only with what stands beside them, so that without them the rest says something else."""
    lows, end = [t.low for t in words], place + len(words)
    after = sentence[end] if end < len(sentence) else None
    if lows[-1] == "of" and (set(lows) & PARTS or any(t.tag == "NUM" for t in words)):
        return "may be less than the whole"
    if set(lows) <= ROUGHLY and after is not None and after.tag == "NUM":
        return "says that the number is another one"
    if lows[0] == "only" and words[1:2] and words[1].tag in ("SUB", "PREP"):
        return "says when it is not so"
    if not place and words[-1].tag == "VERB" and set(lows) & {"who", "which", "that"}:
        return "says what the sentence is about"
    measured = any(t.tag == "NUM" for t in words) and words[-1].tag == "NOUN"
    if measured and after is not None and after.tag in ("ADJ", "ADV"):
        return "says how much, and what is measured need not be much"
    if lows[0] == "according" or (lows[0] == "in" and words[-1].lemma in ONLY_THOUGHT):
        return "may be the only place where it is so"
    if lows[0] == "of" and place and sentence[place - 1].tag in ("PREP", "ADV"):
        return "belongs to the word before it"
    owner = after is not None and (after.tag in ("NAME", "PRON") or after.low in NEUTRAL_DETERMINERS)
    nouns = {t.lemma for t in words if t.tag == "NOUN"}
    if not place and lows[-1] == "of" and owner and nouns and not nouns & (PORTIONS | words_in("measures")):
        return "says what the sentence is about"
    return ""


PARTS = frozenset({"some", "any", "part", "portion", "half", "rest", "most", "much", "many", "few", "several"})
ROUGHLY = frozenset({"about", "around", "roughly", "approximately", "nearly", "almost", "under", "below", "up", "to"})
ONLY_THOUGHT = frozenset({"theory", "opinion", "view", "principle", "dream", "imagination", "mind"})
UNDER_NOT = frozenset({"all", "both", "just", "only", "also", "too", "simply", "merely", "entirely", "completely"})
"""*They did not all sing*: what is denied is this word, not the rest."""


def _opens(words: tuple[PairToken, ...]) -> bool:
    """Whether the words begin a phrase or clause of their own, which what is denied inside of it does not leave."""
    return words[0].tag in ("PREP", "SUB", "CONJ") or words[0].low in FOLLOWING


def _is_exception(sentence: tuple[PairToken, ...], place: int, words: tuple[PairToken, ...]) -> bool:
    """*nobody but Ann*, *all of the students but one*: after all or none of something, with no verb between."""
    if sentence[place - 1].low in WHOLES:
        return True
    whole = next((k for k, t in enumerate(sentence[:place]) if t.low in ("all", "every", "each", "no", "none")), place)
    verbs = any(t.tag in ("VERB", "AUX") for t in (*sentence[whole:place], *words))
    return whole < place and not verbs


SUBJECTS = frozenset({"it", "he", "she", "they", "we", "i", "you"})
PRESUPPOSING = frozenset({"know", "realize", "realise", "regret", "notice", "forget", "remember", "mind"})


def _denial(words: tuple[PairToken, ...]) -> EditRead | None:
    """*not yet*, *no longer*, *never really*: leaving them out takes a negation away, not a modifier."""
    lows = [t.low for t in words]
    within = _opens(words) and lows[0] != "neither" and lows[-1] not in NEGATIVE
    if within or not any(w in NEGATIVE or w == "n't" for w in lows):
        return None
    said = f"'{' '.join(lows)}'"
    if all(w in NEGATIVE | WHOLLY | EMPTY | AUXILIARIES or w == "n't" for w in lows):
        return "negation", APART, (), f"{said} says that it is not so"
    return "unknown", UNKNOWN, (), f"what {said} denies is not the whole"


def _embedding(sentence: tuple[PairToken, ...], place: int, words: tuple[PairToken, ...]) -> EditRead | None:
    """*managed to*, *knew that*, *believed that*, *it is false that*: whether what stands under it is so."""
    verbs = [t.lemma for t in words if t.tag in ("VERB", "AUX")]
    if not verbs or words[0].tag in ("SUB", "PREP") or words[0].low in FOLLOWING:
        return None
    said, verb, after = " ".join(t.low for t in words), verbs[-1], sentence[place + len(words) :]
    # *said she* [*left*], *denied that it* [*had left*]: its subject is named again
    if words[-1].low in SUBJECTS and words[-2:-1] and words[-2].tag in ("VERB", "SUB", "PRON", "DET"):
        told = words[-2].low == "that" or words[-2].lemma == verb
        words = words[:-1] if told and verb in words_in("clause verbs") else words
    followed = bool(after) and after[0].tag == "VERB" and after[0].low.endswith("ing")
    if followed and words[-1].lemma == verb and verb in words_in("clause verbs") | words_in("downward verbs") - ENDING:
        return "clause", UNKNOWN, (), f"what is under '{said}' may be so or not"
    if verb in ENDING and words[-1].lemma == verb and after and after[0].low.endswith("ing"):
        return "clause", APART, (), f"'{said}' says that it is not so any more"
    opens = not place and words[-1].lemma == verb and _is_clause(after)
    bare = opens and verb in words_in("clause verbs") | words_in("object to verbs")
    bare = bare or (said.split()[-1] != words[-1].low and words[-1].lemma == verb)
    if words[-1].low not in ("that", "to", *CONDITIONS) and not bare:
        return None
    if words[-1].low in CONDITIONS:
        return "clause", UNKNOWN, (), f"what is under '{words[-1].low}' may be so or not"
    if any(t.low in ("false", "untrue") for t in words):
        return "clause", Relation.NEGATION, (), f"'{said}' says that it is not so"
    if verb in words_in("refusing verbs") and words[-1].low == "to":
        both = verb in ("fail", "forget", "neglect")
        return "clause", Relation.NEGATION if both else APART, (), f"'{said}' says that it is not so"
    if verb in ("manage", "happen", "bother", "remember") and words[-1].low == "to":
        return "clause", SAME, (), f"'{said}' says that it is so, and 'not' that it is not"
    if verb in words_in("implicative verbs" if words[-1].low == "to" else "factive verbs") or _is_fact(words, verb):
        return "clause", BELOW, (), f"'{said}' says that it is so"
    return "clause", UNKNOWN, (), f"what is under '{said}' may be so or not"


def _is_fact(words: tuple[PairToken, ...], verb: str) -> bool:
    """*it is obvious that*, *he forced* [*them to leave*]."""
    told = verb == "be" and words[-1].low == "that" and any(t.low in words_in("factive adjectives") for t in words)
    return told or (verb in ("force", "cause") and words[-1].lemma == verb)


def _is_clause(words: tuple[PairToken, ...]) -> bool:
    """*I think* [*he left*]: whether what follows opens with a subject and has a verb."""
    return bool(words) and words[0].tag in ("PRON", "DET", "NAME") and any(t.tag in ("VERB", "AUX") for t in words)


def _broken(sentence: tuple[PairToken, ...], place: int, words: tuple[PairToken, ...]) -> str:
    """Why leaving words out leaves no phrase out: their preposition's object stays, or their verb's."""
    end = place + len(words)
    told = [t for t in words if t.tag != "DET"]
    said = f"'{' '.join(t.low for t in words)}'"
    before = sentence[place - 1] if place else None
    within = before is not None and before.tag == "PREP" and " ".join(t.low for t in words) in COMPLEX
    if within or (told and told[-1].tag == "PREP" and end < len(sentence) and told[-1].low not in ("of", "up")):
        return f"{said} cannot be left out by itself"
    if [t.low for t in words[-2:]] == ["instead", "of"]:
        return f"{said} says that it is not so"
    if words[0].low == "'s" and before is not None:
        return f"{said} says whose it is, and who has it is another"
    verb = (
        words[0].tag == "VERB"
        and before is not None
        and before.lemma in ("be", "have")
        and before.tag in ("AUX", "VERB")
    )
    if verb and not any(t.tag == "CONJ" for t in words):
        return f"{said} holds the verb of the sentence"
    return ""
