"""Categories of open-class words: what nouns, adjectives, adverbs and verbs may take."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from provenli.english.morphology import WordForm
from provenli.english.word_tables import Row, words_in

ADVERB, BEFORE_VERB = r"(S\NP)\(S\NP)", r"(S\NP)/(S\NP)"


@lru_cache(maxsize=1 << 14)
def rows_of(f: WordForm) -> tuple[Row, ...]:
    match f.tag:
        case "NOUN":
            return tuple(_noun_rows(f))
        case "ADJ":
            return ADJECTIVE
        case "ADV":
            return ADVERBIAL
        case _:
            return tuple(_verb_rows(f.lemma, f.form.split()[0]))


def _noun_rows(f: WordForm) -> Iterator[Row]:
    yield "N", "noun", 0.0
    yield "N/N", "compound", 0.5 if f.form != "plural" else 1.2
    if f.lemma in words_in("nouns with clauses"):
        yield "N/S[em]", "named", 0.2


ADJECTIVE: tuple[Row, ...] = (
    ("N/N", "attributive", 0.0),
    (r"S[adj]\NP", "adjective", 0.0),
    (r"(S[adj]\NP)/(S[to]\NP)", "complement", 0.3),
    (r"(S[adj]\NP)/S[em]", "complement", 0.3),
    (r"(S[adj]\NP)/S[dcl]", "complement", 0.9),
    (r"(S[adj]\NP)/PP", "complement", 0.9),
    ("N", "noun", 1.6),
)

ADVERBIAL: tuple[Row, ...] = (
    (ADVERB, "adverb", 0.1),
    (BEFORE_VERB, "adverb", 0.2),
    ("S/S", "sentence adverb", 0.8),
    ("(N/N)/(N/N)", "degree", 0.5),
    (r"(S[adj]\NP)/(S[adj]\NP)", "degree adjective", 0.3),
    (rf"({ADVERB})/({ADVERB})", "degree adverb", 0.7),
    ("PP/PP", "empty", 1.0),
    (r"S[adj]\NP", "adjective", 2.0),
)


def _verb_rows(lemma: str, feature: str) -> Iterator[Row]:
    vp = rf"S[{feature}]\NP"
    if feature == "pss":
        yield from _passive_rows(lemma, vp)
        return
    alone = lemma in words_in("verbs without objects")
    yield vp, "verb", 0.0 if alone else 0.35
    yield rf"({vp})/NP", "verb", 0.6 if alone else 0.0
    if feature == "ng":
        yield "N/N", "attributive", 0.8
        yield "N", "noun", 1.2
    yield rf"({vp})/(S[to]\NP)", "verb", 0.0 if lemma in words_in("to verbs") else 1.1
    yield rf"({vp})/S[em]", "verb", 0.0 if lemma in words_in("clause verbs") else 1.5
    for name, rows in COMPLEMENTS:
        if lemma in words_in(name):
            for shape, cost in rows:
                yield shape.format(vp=vp), "verb", cost


COMPLEMENTS: tuple[tuple[str, tuple[tuple[str, float], ...]], ...] = (
    ("clause verbs", (("({vp})/S[dcl]", 0.3), ("(({vp})/S[em])/NP", 0.5), ("(({vp})/S[dcl])/NP", 0.9))),
    ("question verbs", (("({vp})/S[qem]", 0.0), ("(({vp})/S[qem])/NP", 0.5))),
    ("object to verbs", ((r"(({vp})/(S[to]\NP))/NP", 0.0),)),
    ("giving verbs", (("(({vp})/NP)/NP", 0.3),)),
    ("linking verbs", ((r"({vp})/(S[adj]\NP)", 0.1), (r"({vp})/(S[pss]\NP)", 0.6))),
    ("state verbs", ((r"(({vp})/(S[adj]\NP))/NP", 0.4), (r"(({vp})/(S[pss]\NP))/NP", 0.6))),
    ("bare verbs", ((r"(({vp})/(S[b]\NP))/NP", 0.2),)),
    ("participle verbs", ((r"(({vp})/(S[ng]\NP))/NP", 0.5),)),
    ("gerund verbs", ((r"({vp})/(S[ng]\NP)", 0.1),)),
    ("from verbs", (("({vp})/PP[from]", 0.0), ("(({vp})/PP[from])/NP", 0.0))),
)
"""What verbs of a class take beside an object, with costs."""


def _passive_rows(lemma: str, vp: str) -> Iterator[Row]:
    yield vp, "verb", 0.0
    yield "N/N", "attributive", 0.8
    yield r"S[adj]\NP", "adjective", 0.6
    if lemma in words_in("giving verbs"):
        yield rf"({vp})/NP", "verb", 0.3
    if lemma in words_in("object to verbs") | words_in("to verbs") | words_in("clause verbs"):
        yield rf"({vp})/(S[to]\NP)", "verb", 0.0
    if lemma in words_in("clause verbs"):
        yield rf"({vp})/S[em]", "verb", 0.2
    if lemma in words_in("state verbs"):
        yield rf"({vp})/(S[adj]\NP)", "verb", 0.3
    if lemma in words_in("from verbs"):
        yield rf"({vp})/PP[from]", "verb", 0.0
