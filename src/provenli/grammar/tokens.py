"""From text to tokens, each with its place, so that errors can point."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from provenli.errors import SentenceError
from provenli.grammar.morphology import article

MAX_WORDS = 200
"""Longer sentences are refused: the chart grows with the cube of the length."""

_CURLY = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"'})
_PIECE = re.compile(r"[,;]|[^\s,;]+")
_NEGATED = re.compile(r"(?i)(\w+)n't")
_IRREGULAR = {"can't": "can", "won't": "will", "shan't": "shall"}


@dataclass(frozen=True, slots=True)
class Token:
    """`key` is what is compared: lower case, and 'a' for 'an'. A comma has the number of the word before it."""

    text: str
    key: str
    number: int
    column: int

    @property
    def place(self) -> str:
        return f"word {self.number}, column {self.column}"

    def __str__(self) -> str:
        if self.text in (",", ";"):
            return f"the {'comma' if self.text == ',' else 'semicolon'} after word {self.number} (column {self.column})"
        return f"word {self.number} {shown(self.text)} (column {self.column})"


def shown(text: str) -> str:
    """The text in quotes, cut where it would fill the screen."""
    return repr(text if len(text) <= 40 else text[:40] + "…")


def tokens(text: str) -> tuple[Token, ...]:
    """The tokens of a sentence: final stop dropped, commas apart, n't as 'not'."""
    words = len(text.split())  # before anything slower: a whole book must be refused at once
    found = split(text.translate(_CURLY).rstrip(".!? \t\n\r")) if words <= MAX_WORDS else ()
    if max(words, len(found)) > MAX_WORDS:
        raise SentenceError(f"the sentence has {max(words, len(found))} words; at most {MAX_WORDS} are read")
    if not found:
        raise SentenceError("the sentence is empty; expected words")
    return found


def split(text: str) -> tuple[Token, ...]:
    """The same for any piece of text, such as a word of the lexicon."""
    found: list[Token] = []
    number = 0
    for match in _PIECE.finditer(text):
        piece, column = match[0], match.start() + 1
        number += piece not in ",;"
        for part in _expanded(piece):
            key = part.lower()
            found.append(Token(part, "a" if key == "an" else key, number, column))
    return tuple(found)


def _expanded(piece: str) -> tuple[str, ...]:
    negated = _NEGATED.fullmatch(piece)
    if not negated:
        return (piece,)
    return _IRREGULAR.get(piece.lower(), negated[1]), "not"


def check_articles(found: tuple[Token, ...], written: Mapping[str, str]) -> None:
    """A wrong a or an is an error, never repaired: what is read must be what would be written."""
    for this, after, right in wrong_articles(found, written):
        raise SentenceError(f"{this.text!r} ({this.place}) must be {right!r} before {shown(after.text)}")


def wrong_articles(found: tuple[Token, ...], written: Mapping[str, str]) -> Iterator[tuple[Token, Token, str]]:
    """Every a or an that should be the other, with the word after it and what it should be.

    `written` says how a word is written in the lexicon, since OWL in capitals would pass for an abbreviation."""
    for this, after in pairwise(found):
        if this.key != "a" or after.text in (",", ";"):
            continue
        # The letter settles almost every case without loading anything; only a doubtful one is looked up.
        likely = "an" if after.key[0] in "aeiou" else "a"
        if this.text.lower() == likely:
            continue
        right = article(written.get(after.key, after.text))
        if this.text.lower() != right:
            yield this, after, right
