"""From pieces of a sentence to leaves: every use of every word, and of words that are read as one;
what open-class words (nouns, adjectives, adverbs, verbs) may take."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from provenli.english.categories import category
from provenli.english.leaves import WordLeaf
from provenli.english.morphology import WordForm, forms_of, is_known, licenses_any
from provenli.english.numerals import number_at
from provenli.english.pieces import Piece
from provenli.english.word_tables import Row, determiners, listed, words_in

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


LONGEST = 7
"""Words of the longest entry."""
MULTI_BONUS = 0.5
"""The bonus for each word that an entry reads together with others."""

DEMONYMS = ("ian", "ish", "ese", "ean", "ican")
"""Endings of adjectives of peoples and places: Italian, Swedish, Portuguese."""

TAGS = {
    "aux": "AUX",
    "copula": "AUX",
    "is": "AUX",
    "is at": "AUX",
    "there is": "AUX",
    "not": "NEG",
    "not np": "NEG",
    "not pp": "NEG",
    "preposition": "PREP",
    "without": "PREP",
    "except": "PREP",
    "before np": "PREP",
    "pronoun": "PRON",
    "quantified": "PRON",
    "relative": "PRON",
    "object relative": "PRON",
    "conj": "CONJ",
    "comma": "PUNCT",
    "if": "SUB",
    "unless": "SUB",
    "before": "SUB",
    "both clauses": "SUB",
    "determiner": "DET",
    "partitive": "DET",
    "verb": "VERB",
    "noun": "NOUN",
    "lack": "NOUN",
    "attributive": "ADJ",
    "empty": "X",
    "possessive": "X",
}
"""Coarse tags by meaning; ADV for the rest."""


@dataclass(frozen=True, slots=True)
class Lookup:
    """One sentence's pieces, and the leaves that each may be."""

    pieces: Sequence[Piece]
    words: list[str]

    def leaves(self) -> list[WordLeaf]:
        out: list[WordLeaf] = []
        for i in range(len(self.pieces)):
            for end in range(min(i + LONGEST, len(self.pieces)), i + 1, -1):
                out += self.phrase(i, end)
            out += self.numbers(i)
            out += self.word(i)
        return out

    def leaf(self, first: int, end: int, row: Row, lemma: str, tag: str, extra: float = 0.0) -> WordLeaf:
        text = " ".join(p.text for p in self.pieces[first:end])
        following = self.words[end] if end < len(self.words) else ""
        licensed = any(map(licenses_any, self.words[:first]))
        cat, sense, cost = row
        return WordLeaf(
            first,
            end,
            first,
            text,
            lemma,
            tag,
            category(cat),
            sense,
            cost + extra,
            following=following,
            licensed=licensed,
        )

    def phrase(self, first: int, end: int) -> Iterator[WordLeaf]:
        text = " ".join(self.words[first:end])
        for row in listed().get(text, ()):
            yield self.leaf(first, end, row, text, tag_of(row), -MULTI_BONUS * (end - first - 1))

    def word(self, i: int) -> Iterator[WordLeaf]:
        piece, word = self.pieces[i], self.words[i]
        closed = listed().get(word, ())
        if piece.capital and not piece.first and word != "i" and word not in determiners("determiner"):
            yield from self.name(i, 0.0)
        for row in closed:
            if word == "only" and row[1] == "attributive" and not self.is_determined(i):  # *the only child*
                continue
            yield self.leaf(i, i + 1, row, word, tag_of(row))
        counted = number_at(self.words, i)[1] > i and word not in words_in("closed and open")
        if not counted and (not closed or word in words_in("closed and open")):
            yield from self.open_class(i, 0.8 if closed else 0.0)

    def is_determined(self, i: int) -> bool:
        """Whether the word before it is a determiner or *'s*."""
        return i > 0 and (self.words[i - 1] in determiners("determiner") or self.words[i - 1] == "'s")

    def name(self, i: int, price: float) -> Iterator[WordLeaf]:
        people = self.words[i].endswith(DEMONYMS) or self.words[i] in words_in("peoples")
        for cat, sense, tag, cost in (
            ("NP", "name", "NAME", 0.8 * people),
            ("N", "noun", "NAME", 0.1),
            ("N/N", "compound", "NAME", 0.1 + people),
            ("N/N", "attributive", "ADJ", 0.6 * (not people)),
            (r"S[adj]\NP", "adjective", "ADJ", 0.6 * (not people)),
        ):
            yield replace(self.leaf(i, i + 1, (cat, sense, cost), self.words[i], tag, price), capital=True)

    def open_class(self, i: int, extra: float) -> Iterator[WordLeaf]:
        piece, word = self.pieces[i], self.words[i]
        if not re.search(r"[a-z]", word):
            for cat, sense, cost in (("N", "noun", 2.0), ("NP", "name", 2.5), ("N/N", "compound", 2.5)):
                yield self.leaf(i, i + 1, (cat, sense, cost), word, "X")
            return
        inner_capital = piece.capital and not piece.first
        if piece.first and piece.capital and (not is_known(word) or word in words_in("first names")):
            yield from self.name(i, 0.4)
        for form in forms_of(word):
            for row in rows_of(form):
                made = self.leaf(i, i + 1, row, form.lemma, form.tag, form.cost + extra + 0.7 * inner_capital)
                finite = form.form.removeprefix("dcl ") if form.form.startswith("dcl") else ""
                yield replace(made, plural=form.form == "plural", form=finite, capital=inner_capital)

    def numbers(self, i: int) -> Iterator[WordLeaf]:
        """A number, or a comparison and a number, as a determiner."""
        comparisons = determiners("before a number")
        for length in range(4):
            how = " ".join(self.words[i : i + length])
            if length and how not in comparisons:
                continue
            value, end = number_at(self.words, i + length)
            if end == i + length:
                continue
            kind = comparisons.get(how, "number")
            if self.words[end : end + 2] == ["out", "of"] and number_at(self.words, end + 2)[1] > end + 2:
                end, kind = number_at(self.words, end + 2)[1], "out of" if kind == "number" else kind
            if self.words[end : end + 2] in (["or", "more"], ["or", "fewer"], ["or", "less"]):
                end += 2
                kind = "at least" if self.words[end - 1] == "more" else "at most"
            yield from self.numbered(i, end, i + length, kind, value)

    def numbered(self, i: int, end: int, number: int, kind: str, value: int) -> Iterator[WordLeaf]:
        bonus = -MULTI_BONUS * (end - i - 1)
        rows: list[Row] = [("NP/N", "determiner:number", 0.0)]
        if kind not in ("the", "every"):
            rows += [("NP/PO", "partitive:number", 0.0), ("NP", "number alone", 0.7)]
        for row in rows:
            yield replace(self.leaf(i, end, row, kind, "NUM", bonus), number=number, value=value)
        if number == i:
            yield self.leaf(i, end, ("N/N", "attributive", 0.6), self.words[i], "NUM", bonus)
            yield self.leaf(i, end, ("N", "noun", 1.2), self.words[i], "NUM", bonus)


def tag_of(row: Row) -> str:
    category_text, sense, _ = row
    return TAGS.get(sense.partition(":")[0], "DET" if category_text == "NP/N" else "ADV")


def leaves_of(pieces: Sequence[Piece]) -> list[WordLeaf]:
    return Lookup(pieces, [p.lower for p in pieces]).leaves()
