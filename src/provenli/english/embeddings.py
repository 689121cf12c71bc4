"""Words of one sentence only that have a clause or a verb phrase under them: whether what is under them is so."""

from __future__ import annotations

from collections.abc import Sequence

from provenli.english.edit_kinds import EditRead
from provenli.english.knowledge import APART, BELOW, SAME, UNKNOWN
from provenli.english.pair_tokens import PairToken, Spot
from provenli.english.phrase_relations import ENDING
from provenli.english.word_tables import words_in
from provenli.logic.relations import Relation

FOLLOWING = frozenset({"who", "that", "which", "to", "whose", "where", "because", "since", "at", "by"})
CONDITIONS = frozenset({"if", "unless", "when", "whenever", "provided", "whether"})
SUBJECTS = frozenset({"it", "he", "she", "they", "we", "i", "you"})


def read_embedding(part: Spot) -> EditRead | None:
    """*managed to*, *knew that*, *believed that*, *it is false that*: whether what stands under it is true."""
    sentence, place, words = part.sentence, part.first, part.words
    if part.text in words_in("openings that deny"):
        return "negation", Relation.NEGATION, (), f"'{part.text}' says that it is not so"
    verbs = [t.lemma for t in words if t.tag in ("VERB", "AUX")]
    if not verbs or words[0].tag in ("SUB", "PREP") or words[0].low in FOLLOWING:
        return None
    said, verb, after = " ".join(t.low for t in words), verbs[-1], sentence[place + len(words) :]
    # *said she* [*left*], *denied that it* [*had left*]: its subject is named again
    if words[-1].low in SUBJECTS and len(words) > 1:
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


def _is_fact(words: Sequence[PairToken], verb: str) -> bool:
    """*it is obvious that*, *he forced* [*them to leave*]."""
    told = verb == "be" and words[-1].low == "that" and any(t.low in words_in("factive adjectives") for t in words)
    return told or (verb in ("force", "cause") and words[-1].lemma == verb)


def _is_clause(words: Sequence[PairToken]) -> bool:
    """*I think* [*he left*]: whether what follows opens with a subject and has a verb."""
    return bool(words) and words[0].tag in ("PRON", "DET", "NAME") and any(t.tag in ("VERB", "AUX") for t in words)
