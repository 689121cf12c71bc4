"""From pieces of a sentence to leaves: every use of every word, and of words that are read as one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from provenli.english.categories import category
from provenli.english.closed_words import CLOSED, Row
from provenli.english.leaves import Leaf
from provenli.english.morphology import forms_of
from provenli.english.open_words import adjective_rows, rows_of
from provenli.english.operator_words import (
    COMPARISONS, DETERMINERS, LICENSERS, OPERATORS, PARTITIVES, PREDETERMINERS, QUANTIFIED_PRONOUNS,
)
from provenli.english.pieces import Piece

NUMBERS = {w: n for n, w in enumerate(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split()
)} | {"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90, "dozen": 12}
SCALES = {"hundred": 100, "thousand": 1000, "million": 10**6}
LONGEST = 5
"""Words of the longest entry."""
MULTI_BONUS = 0.5


@lru_cache(maxsize=1)
def listed() -> dict[str, tuple[Row, ...]]:
    """Every closed-class word and phrase with its uses."""
    rows = dict(CLOSED)
    for table in (OPERATORS, _determiner_rows()):
        for word, found in table.items():
            rows[word] = rows.get(word, ()) + found
    return rows


def _determiner_rows() -> dict[str, tuple[Row, ...]]:
    out: dict[str, tuple[Row, ...]] = {}
    for word, kind in DETERMINERS.items():
        rows: tuple[Row, ...] = (("NP/N", f"determiner:{kind}", 0.0),)
        if word in PARTITIVES:
            rows += (("NP/PO", f"partitive:{kind}", 0.0),)
        if word in PREDETERMINERS:
            rows += (("NP/NP", f"partitive:{kind}", 0.3),)
        out[word] = rows
    for word, (kind, _) in QUANTIFIED_PRONOUNS.items():
        price = 1.0 if word in DETERMINERS else 0.0
        out[word] = out.get(word, ()) + (("NP", "quantified", price),)
    for word in PARTITIVES:
        if word not in DETERMINERS:
            kind = {"none": "no", "one": "some", "half": "some", "a lot": "many", "part": "some", "plenty": "some", "almost none": "few"}.get(word, "some")
            out[word] = out.get(word, ()) + (("NP/PO", f"partitive:{kind}", 0.0),)
    return out


def leaves_of(pieces: Sequence[Piece]) -> list[Leaf]:
    words = [p.lower for p in pieces]
    out: list[Leaf] = []
    for i in range(len(pieces)):
        for length in range(min(LONGEST, len(pieces) - i), 1, -1):
            out += _phrase(pieces, words, i, i + length)
        out += _number(pieces, words, i)
        out += _word(pieces, words, i)
    return out


def _phrase(pieces: Sequence[Piece], words: list[str], first: int, end: int) -> Iterator[Leaf]:
    text = " ".join(words[first:end])
    rows = listed().get(text)
    if rows:
        for row in rows:
            yield _leaf(pieces, words, first, end, row, text, "DET" if row[0] == "NP/N" else "X", extra=-MULTI_BONUS * (end - first - 1))


def _leaf(pieces: Sequence[Piece], words: list[str], first: int, end: int, row: Row, lemma: str, tag: str, extra: float = 0.0, **more: object) -> Leaf:
    text = " ".join(p.text for p in pieces[first:end])
    following = words[end] if end < len(words) else ""
    licensed = any(w in LICENSERS for w in words[:first])
    cat, sense, cost = row
    return Leaf(first, end, first, text, lemma, tag, category(cat), sense, cost + extra, following=following, licensed=licensed, **more)  # type: ignore[arg-type]


def _word(pieces: Sequence[Piece], words: list[str], i: int) -> Iterator[Leaf]:
    piece, word = pieces[i], words[i]
    closed = listed().get(word, ())
    if piece.capital and not piece.first and word not in ("i",) and not (closed and word in DETERMINERS):
        yield from _name(pieces, words, i)
    for row in closed:
        yield _leaf(pieces, words, i, i + 1, row, word, _tag(row, word))
    if closed and word not in OPEN_TOO:
        return
    yield from _open(pieces, words, i, 0.8 if closed else 0.0)


OPEN_TOO = frozenset(
    "like past down up in over near off well back home can will must need have has had do does did having being little much more most less one "
    "even just still only round off lack ban want absence shortage prohibition may might like right outside inside so-called both open past plus "
    "bans lacks forget either present first second then used no_ alone together second like unlike round before_ abroad provided suppose "
    "certain various numerous such each_ enough_ only_ too_ half dare pretty fairly far long save done doing kind sort part opposite".split()
)
"""Closed-class words that are open-class words too."""


def _tag(row: Row, word: str) -> str:
    cat, sense, _ = row
    head = sense.partition(":")[0]
    return TAGS.get(head, "DET" if cat == "NP/N" else "ADV")


TAGS = {
    "aux": "AUX", "copula": "AUX", "is": "AUX", "is at": "AUX", "there is": "AUX", "not": "NEG", "not np": "NEG", "not pp": "NEG", "preposition": "PREP",
    "pronoun": "PRON", "quantified": "PRON", "conj": "CONJ", "comma": "PUNCT", "if": "SUB", "unless": "SUB", "before": "SUB", "both clauses": "SUB",
    "determiner": "DET", "partitive": "DET", "verb": "VERB", "noun": "NOUN", "without": "PREP", "except": "PREP", "relative": "PRON", "object relative": "PRON",
    "possessive": "X", "empty": "X", "adjective": "ADJ", "attributive": "ADJ", "lack": "NOUN",
}


def _name(pieces: Sequence[Piece], words: list[str], i: int) -> Iterator[Leaf]:
    price = 0.0 if not pieces[i].first else 0.4
    yield _leaf(pieces, words, i, i + 1, ("NP", "name", price), pieces[i].text, "NAME", capital=True)
    yield _leaf(pieces, words, i, i + 1, ("N", "noun", price + 0.1), words[i], "NAME", capital=True)
    yield _leaf(pieces, words, i, i + 1, ("N/N", "compound", price + 0.1), words[i], "NAME", capital=True)
    for row in adjective_rows():
        if row[0] in ("N/N", r"S[adj]\NP"):
            yield _leaf(pieces, words, i, i + 1, (row[0], row[1], price + 0.6), words[i], "ADJ", capital=True)


def _open(pieces: Sequence[Piece], words: list[str], i: int, extra: float) -> Iterator[Leaf]:
    piece, word = pieces[i], words[i]
    known = forms_of(word)
    if piece.first and piece.capital and known and known[0].cost > -2 and not _listed_word(word):
        yield from _name(pieces, words, i)
    if not re.search(r"[a-z]", word):
        for cat, cost in (("N", 2.0), ("NP", 2.5), ("N/N", 2.5)):
            yield _leaf(pieces, words, i, i + 1, (cat, {"N": "noun", "NP": "name", "N/N": "compound"}[cat], cost), word, "X")
        return
    price = extra + (0.7 if piece.capital and not piece.first else 0.0)
    for form in known:
        for row in rows_of(form):
            past = form.form if form.form.startswith("dcl") else ""
            yield _leaf(
                pieces, words, i, i + 1, row, form.lemma, form.tag, extra=form.cost + price, plural=form.form == "plural",
                form=past.removeprefix("dcl "), capital=piece.capital and not piece.first,
            )


@lru_cache(maxsize=1 << 12)
def _listed_word(word: str) -> bool:
    from lemminflect import getAllLemmas

    return bool(getAllLemmas(word)) and word not in FIRST_NAMES


FIRST_NAMES = frozenset("tom mary john bill jack bob sue ann anne jane mark frank pat rose grace hope will nick jim joe tim peter paul".split())
"""Names that are words too, at the head of a sentence."""


def _number(pieces: Sequence[Piece], words: list[str], i: int) -> Iterator[Leaf]:
    """A number, or a comparison and a number, as a determiner."""
    for length in range(0, 4):
        how = " ".join(words[i : i + length])
        if length and how not in COMPARISONS:
            continue
        value, end = _value(words, i + length)
        if end == i + length:
            continue
        number = i + length
        if end + 1 < len(words) and words[end] == "or" and words[end + 1] in ("more", "fewer", "less"):
            end += 2
        kind = COMPARISONS.get(how, "number")
        yield from _numbered(pieces, words, i, end, number, kind, value)


def _numbered(pieces: Sequence[Piece], words: list[str], i: int, end: int, number: int, kind: str, value: int) -> Iterator[Leaf]:
    bonus = -MULTI_BONUS * (end - i - 1)
    for cat, sense, cost in (("NP/N", "determiner:number", 0.0), ("NP/PO", "partitive:number", 0.0), ("NP", "number alone", 0.7), ("NP/NP", "partitive:number", 1.2)):
        if kind in ("the", "every") and cat != "NP/N":
            continue
        yield _leaf(pieces, words, i, end, (cat, sense, cost), kind, "NUM", extra=bonus, number=number, value=value)
    if number == i:
        yield _leaf(pieces, words, i, end, ("N/N", "attributive", 0.6), words[i], "NUM", extra=bonus)
        yield _leaf(pieces, words, i, end, ("N", "noun", 1.2), words[i], "NUM", extra=bonus)


def _value(words: list[str], at: int) -> tuple[int, int]:
    """The number that starts there and where it ends; the start itself where there is none."""
    value, end = 0, at
    while end < len(words):
        word = words[end]
        if re.fullmatch(r"\d[\d,]{0,14}", word):
            value += int(word.replace(",", ""))
        elif word in NUMBERS:
            value += NUMBERS[word]
        elif word in SCALES and end > at:
            value = max(value, 1) * SCALES[word]
        else:
            parts = word.split("-")
            if len(parts) != 2 or any(p not in NUMBERS for p in parts):
                break
            value += sum(NUMBERS[p] for p in parts)
        end += 1
    return value, end
