"""Inflection and the choice between a and an.

The libraries are loaded when first needed: lemminflect takes 0.4 s and inflect 2 s, which nobody should wait for who
only reads sentences. Hardly a word needs inflect.
"""

from __future__ import annotations

import re
from functools import cache


def plural(lemma: str) -> str:
    *rest, last = lemma.split()
    return " ".join([*rest, _inflected(last, "NNS")])


def past(lemma: str) -> str:
    first, *rest = lemma.split()
    return " ".join([_inflected(first, "VBD"), *rest])


def third_person(lemma: str) -> str:
    first, *rest = lemma.split()
    return " ".join([_inflected(first, "VBZ"), *rest])


@cache
def _inflected(word: str, tag: str) -> str:
    from provenli.inflections import getInflection

    found: tuple[str, ...] = getInflection(word, tag=tag)
    # The first form is the most regular one: 'dog' gives ('dogs', 'dog'), 'dream' ('dreamed', 'dreamt').
    return found[0] if found else word


# Before these letters a plain English word leaves no choice, and inflect agrees (the tests compare them).
# hour, heir, honest, honour, and eu, ew, one, once, ou, most of u (European, ewe, unit) stay open, as do abbreviations.
_SURE_A = re.compile(r"([bcdfgjklmnpqrstvwz]|h(?!our|eir|onest|ono)|y(?=[aeiou]))[a-z]*[aeiou][a-z]*")
_SURE_AN = re.compile(r"([ai]|e(?![uw])|o(?!nce|ne|u)|u(?=[lmpvwxz]|gl|n[^ia]))[a-z]+")


@cache
def article(word: str) -> str:
    """'a' or 'an', as the word after it asks for."""
    if _SURE_A.fullmatch(word):
        return "a"
    if _SURE_AN.fullmatch(word):
        return "an"
    return str(_engine().a(word)).split()[0]


@cache
def _engine():  # type: ignore[no-untyped-def]  # naming the type would load inflect
    import inflect

    return inflect.engine()
