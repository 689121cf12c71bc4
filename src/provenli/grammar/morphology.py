"""Inflection and the choice between a and an.

lemminflect is loaded when it is first needed: it takes 0.4 s, and whoever only reads sentences should not wait for it.
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


# What is written decides in all but a few words. The tests compare with a library that has longer lists.
_AN = re.compile(r"(?i:hour(?!i)|heir|honest|hono(?!l)|[aeiou]|y(?=b[lor]|cl|gg|p[ios]|rou|tt)|[fhlmnrsx](?![a-z']))")
_YET_A = re.compile(
    r"(?i:e(u(?!ler)|w)|onc?e(?!rous|ida|ga|ir)|unanim(?!at)|uni(?!den|diom|mag|mp|mm|n)|ukr|u[bcfghjkqrst][aeiou]"
    r"|u(?![a-z]))"
)
_SPELLED_OUT = re.compile(r"[FHLMNRSX][BCDFGHJ-NP-TV-Z][A-Z]*(?![a-z])")
"""An FBI agent: capitals that do not begin a syllable are spelled out one by one."""


def article(word: str) -> str:
    """'a' or 'an', as the word after it requires."""
    spelled = _SPELLED_OUT.match(word)
    return "an" if spelled or (_AN.match(word) and not _YET_A.match(word)) else "a"
