"""The tables of `words/`: closed-class words, operators, determiners and classes of words, as data.

Lines that begin with # are comments; the first one of each file says what its columns are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import TypeAlias

Row: TypeAlias = tuple[str, str, float]
"""Category, meaning (a name in senses.py, with an argument after a colon), cost."""


def _lines(name: str) -> Iterator[list[str]]:
    text = (files("provenli.english") / "words" / name).read_text(encoding="utf-8")
    return (line.split("\t") for line in text.splitlines() if line and not line.startswith("#"))


def _words(column: str) -> list[str]:
    return ["," if word == "COMMA" else word for word in column.split(", ")]


@lru_cache(maxsize=1)
def listed() -> Mapping[str, tuple[Row, ...]]:
    """Every closed-class word and phrase with its uses."""
    found: dict[str, tuple[Row, ...]] = {}
    for name in ("closed.tsv", "operators.tsv"):
        for category, meaning, cost, words in _lines(name):
            for word in _words(words):
                found[word] = (*found.get(word, ()), (category, meaning, float(cost)))
    for word, row in _determiner_rows():
        found[word] = (*found.get(word, ()), row)
    return found


def _determiner_rows() -> Iterator[tuple[str, Row]]:
    for word, kind in determiners("determiner").items():
        yield word, ("NP/N", f"determiner:{kind}", 0.0)
    for word, kind in determiners("before of").items():
        yield word, ("NP/PO", f"partitive:{kind}", 0.0)
    for word, kind in determiners("before a noun phrase").items():
        yield word, ("NP/NP", f"partitive:{kind}", 0.3)
    for word, kind in determiners("pronoun").items():
        yield word, ("NP", f"quantified:{kind}", 1.0 if word in determiners("determiner") else 0.0)


@lru_cache(maxsize=8)
def determiners(place: str) -> Mapping[str, str]:
    """The kinds of the words that may stand in that place."""
    return {word: kind for where, kind, words in _lines("determiners.tsv") if where == place for word in _words(words)}


@lru_cache(maxsize=1)
def _classes() -> Mapping[str, frozenset[str]]:
    return {name: frozenset(_words(words)) for name, words in _lines("classes.tsv")}


def words_in(name: str) -> frozenset[str]:
    """The words of a class, such as `clause verbs`."""
    return _classes()[name]


@lru_cache(maxsize=1)
def everyday_kinds() -> Mapping[str, frozenset[str]]:
    """Everyday words with the kinds that everybody puts them under."""
    found: dict[str, frozenset[str]] = {}
    for kind, words in _lines("kinds.tsv"):
        for word in _words(words):
            found[word] = found.get(word, frozenset()) | {kind}
    return found


@lru_cache(maxsize=32)
def additions(place: str) -> tuple[str, ...]:
    """What may be added: to a noun of a field of WordNet, by its number, or as an adjunct."""
    return tuple(word for where, words in _lines("additions.tsv") if where == place for word in _words(words))
