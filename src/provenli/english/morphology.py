"""What an open-class word may be: parts of speech, lemma, form; from lemminflect's tables, and guesses beyond them.

If WordNet's files are installed, its counts say which part of speech is the usual one; without them all are equal.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from provenli.english.word_tables import words_in

WORDNET = Path("/usr/share/wordnet")
"""Where Debian's wordnet-base puts its files."""
WORDNET_POS = {"1": "NOUN", "2": "VERB", "3": "ADJ", "4": "ADV", "5": "ADJ"}


@dataclass(frozen=True, slots=True)
class WordForm:
    tag: str
    """NOUN, NAME, VERB, ADJ, ADV."""
    lemma: str
    form: str
    """For a noun: plural or nothing. For a verb: dcl past, dcl present, b, ng, pt, pss."""
    cost: float


@lru_cache(maxsize=1)
def sense_counts() -> Mapping[tuple[str, str], int]:
    """How often a lemma was met as a part of speech (WordNet's cntlist.rev: sense key, number, count)."""
    counts: dict[tuple[str, str], int] = {}
    try:
        lines = (WORDNET / "cntlist.rev").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return counts
    for line in lines:
        key, _, rest = line.partition(" ")
        lemma, _, sense = key.partition("%")
        tag = WORDNET_POS.get(sense[:1])
        count = rest.rpartition(" ")[2]
        if tag and count.isdecimal():
            counts[lemma, tag] = counts.get((lemma, tag), 0) + int(count)
    return counts


@lru_cache(maxsize=1 << 14)
def is_known(word: str) -> bool:
    """Whether the tables have the lower-case word; they lack most names at the beginning of a sentence."""
    from provenli.inflections import getAllLemmas

    return bool(getAllLemmas(word))


@lru_cache(maxsize=1 << 14)
def licenses_any(word: str) -> bool:
    """Whether `any` after the lower-case word is `some`: `doubts` turns what follows as `doubt` does."""
    listed = words_in("licensers of any")
    return word in listed or any(f.tag == "VERB" and f.lemma in listed for f in forms_of(word))


@lru_cache(maxsize=1 << 14)
def forms_of(word: str) -> tuple[WordForm, ...]:
    """Every form the lower-case word may be, cheapest first."""
    from provenli.inflections import getAllLemmas

    lemmas: dict[str, tuple[str, ...]] = {
        t: ls for t, ls in getAllLemmas(word).items() if t in ("NOUN", "VERB", "ADJ", "ADV")
    }
    found = [f for tag, ls in lemmas.items() for lemma in ls[:1] for f in _forms(word, tag, lemma)]
    if not found:
        found = list(_guesses(word))
    # Participles that WordNet has met as words of their own: leading, tired, meeting.
    found += [WordForm(t, word, "", 0.0) for t in ("ADJ", "NOUN") if t not in lemmas and sense_counts().get((word, t))]
    return tuple(sorted((_priced(f) for f in found), key=lambda f: f.cost))


def _priced(f: WordForm) -> WordForm:
    counts = sense_counts()
    own = counts.get((f.lemma, f.tag), 0)
    total = sum(counts.get((f.lemma, t), 0) for t in ("NOUN", "VERB", "ADJ", "ADV"))
    return WordForm(f.tag, f.lemma, f.form, f.cost - 0.45 * math.log((own + 1) / (total + 4)) - 0.6)


VERB_TAGS = {
    "VBD": ("dcl past",),
    "VBZ": ("dcl present",),
    "VBP": ("dcl present",),
    "VB": ("b",),
    "VBG": ("ng",),
    "VBN": ("pt", "pss"),
}


def _forms(word: str, tag: str, lemma: str) -> list[WordForm]:
    from provenli.inflections import getAllInflections

    if tag in ("ADJ", "ADV"):
        return [WordForm(tag, lemma, "", 0.0)]
    table: dict[str, tuple[str, ...]] = getAllInflections(lemma, tag)
    if tag == "NOUN":
        plural = word in table.get("NNS", ()) and word != lemma
        return [WordForm(tag, lemma, "plural" if plural else "", 0.0)]
    # The tables leave a form out where it is written like another: chased, the participle.
    table = {**table, "VBN": table.get("VBN") or table.get("VBD", ()), "VBP": table.get("VBP") or table.get("VB", ())}
    forms = {f for t, fs in VERB_TAGS.items() if word in table.get(t, ()) for f in fs}
    return [WordForm(tag, lemma, f, 0.0) for f in sorted(forms)]


def _guesses(word: str) -> list[WordForm]:
    """Words nobody listed: by their ends."""
    if word.endswith("ly"):
        return [WordForm("ADV", word, "", 0.0), WordForm("ADJ", word, "", 1.0)]
    if word.endswith("ing") and len(word) > 5:
        return [WordForm("VERB", word[:-3], "ng", 0.0), WordForm("NOUN", word, "", 0.3)]
    if word.endswith("ed") and len(word) > 4:
        stem = word[:-2]
        return [WordForm("VERB", stem, form, 0.0) for form in ("dcl past", "pt", "pss")] + [
            WordForm("ADJ", word, "", 0.5)
        ]
    if "-" in word or word.endswith(("ish", "ous", "ful", "less", "able", "ible", "ive", "ical", "ese")):
        return [WordForm("ADJ", word, "", 0.0), WordForm("NOUN", word, "", 0.3)]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3:
        return [WordForm("NOUN", word[:-1], "plural", 0.0), WordForm("VERB", word[:-1], "dcl present", 1.5)]
    return [WordForm("NOUN", word, "", 0.0), WordForm("VERB", word, "b", 2.0), WordForm("ADJ", word, "", 1.5)]
