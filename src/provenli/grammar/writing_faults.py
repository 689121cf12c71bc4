"""Small faults of writing in published files, mended before and while a text is read, each under its name."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise

from provenli.grammar.open_words import capital
from provenli.grammar.tokens import Token

QUOTES = "quotes"
SPACE = "space before punctuation"
STOPS = "repeated full stop"
INNER = "full stop between clauses"
JOINED = "joined words"
CAPITALS = "capitals"
EXTRA_COMMA = "extra comma"
MISSING_COMMA = "missing comma"
DOUBLED = "repeated word"

_CHANGES: tuple[tuple[str, re.Pattern[str], str], ...] = (
    (SPACE, re.compile(r"(?<=\S)\s+(?=[,;.!?])"), ""),
    (STOPS, re.compile(r"[.!?]{2,}\s*$"), "."),
    (EXTRA_COMMA, re.compile(r",(?:\s*,)+"), ","),
    (EXTRA_COMMA, re.compile(r"[,;]\s*[.!?]*\s*$"), ""),
)
# The end of a clause, not of an abbreviation: three small letters, then a stop, then a capital.
_INNER = re.compile(r"(?<=[^\W\d_A-Z]{3})\.\s+(?=[^\W\d_a-z])")
_APART = re.compile(r"[-~_]+")


def cleaned(text: str) -> tuple[str, tuple[str, ...]]:
    """The text without faults that show in its punctuation alone, and their names."""
    text = unicodedata.normalize("NFC", text).strip()  # São is São, however its letters are put together
    faults: list[str] = []
    if len(text) > 1 and text[0] == text[-1] == '"':
        text, faults = text[1:-1].strip(), [QUOTES]
    for name, pattern, mended in _CHANGES:
        text, times = pattern.subn(mended, text)
        faults += [name] * times
    text, times = _INNER.subn("; ", text)
    return text, (*faults, *[INNER] * times)


def taken_apart(found: tuple[Token, ...], known: Callable[[str], bool]) -> tuple[tuple[Token, ...], tuple[str, ...]]:
    """`at~least~3` and `at-least-3` as three words, where each part is a word and the whole is none."""
    out: list[Token] = []
    times = 0
    for t in found:
        parts = [p for p in _APART.split(t.text) if p]
        if len(parts) > 1 and not known(t.key) and all(known(p.lower()) for p in parts):
            out += [replace(t, text=p, key=p.lower()) for p in parts]
            times += 1
        elif "~" in t.text and not known(t.key):  # São~Paulo: a name, or words that are not known
            out += [replace(t, text=p, key=p.lower()) for p in t.text.split("~") if p]
            times += 1
        else:
            out.append(t)
    return tuple(out), (JOINED,) * times


def capitals(found: tuple[Token, ...], fixed: Callable[[str], bool]) -> Iterator[str]:
    """Once for each word of the rules that has a capital inside a sentence."""
    for before, t in pairwise(found):
        if before.text != ";" and capital(t.text) and fixed(t.key):
            yield CAPITALS


def repairs(
    found: tuple[Token, ...], reached: int, expected: tuple[str, ...]
) -> Iterator[tuple[tuple[Token, ...], str]]:
    """What may be wrong where reading got stuck: before token `reached`, where `expected` words could have followed."""
    for k in (reached, reached - 1):
        if 0 <= k < len(found) and found[k].text in (",", ";"):
            yield (*found[:k], *found[k + 1 :]), EXTRA_COMMA
    if 0 < reached < len(found) and found[reached].key == found[reached - 1].key:
        yield (*found[:reached], *found[reached + 1 :]), DOUBLED
    if "," in expected and 0 < reached < len(found):
        before = found[reached - 1]
        yield (*found[:reached], replace(before, text=",", key=","), *found[reached:]), MISSING_COMMA
