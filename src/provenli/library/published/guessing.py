"""Words outside the lexicon, read by where they stand: a noun, verb or adjective of which nothing is known.

Sound for what is proved: an entailment or contradiction that needs no knowledge of a word holds whatever it means. A
neutral is so only as far as is known, since the word could be related to others; readers are told (`UNKNOWN`).
Inflected forms share one predicate, so that *foxes* and *fox* are the same animals.
"""

from __future__ import annotations

from functools import cache

from provenli.grammar.lexicon import Form, Word
from provenli.grammar.meanings import Meaning, predicate
from provenli.grammar.morphology import past, third_person

UNKNOWN = "unknown word"


@cache
def _lemma(text: str, kind: str) -> str:
    from lemminflect import getLemma  # takes 0.4 s to load, so only where a strange word turns up

    found: tuple[str, ...] = getLemma(text, upos=kind)
    return found[0] if found else text


def noun_word(text: str, category: str = "N[anim=yes,num={}]") -> Word:
    lemma = _lemma(text, "NOUN")
    return Word(lemma, (Form(category.format("sg" if lemma == text else "pl"), text),), predicate(lemma))


def verb_word(text: str, category: str) -> Word | None:
    if text.endswith("ing"):
        return None
    lemma = _lemma(text, "VERB")
    forms = ["sg"] if text == third_person(lemma) else ["base", "pl"] if text == lemma else ["past"]
    if text == lemma == past(lemma):
        forms.append("past")
    return Word(lemma, tuple(Form(f"{category}[form={f}]", text) for f in forms), predicate(lemma))


def adjective_word(text: str, category: str, meaning: Meaning) -> Word:
    return Word(text, (Form(category, text),), meaning)
