"""Open classes: categories that also hold words nobody has listed, recognised by how they look. For reading only.

A grammar generates from its listed words; a text may name anybody. An open class says which tokens can stand in a
category and what such a word means. A class of names also takes several tokens in a row: *Idaho Falls*, *Rio de
Janeiro*, *St. Louis*. Sampling, counting and enumeration never see open classes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum

from provenli.grammar.rules import Word
from provenli.grammar.tokens import Token


def capital(text: str) -> bool:
    """Whether it has a letter that is not lower case, as names do: Oslo, d'Alene, 東京."""
    return any(c.isalpha() and not c.islower() for c in text)


_SMALL = re.compile(r"[a-z]+(?:[-'][a-z]+)*")


def small(text: str) -> bool:
    return _SMALL.fullmatch(text) is not None


INSIDE = frozenset(
    "al am an aux bei da das de del della den der des di do dos du el en et ha in la las le les lo los of on qui sous "  # noqa: SIM905
    "sur the und upon van von y &".split()
)
"""Small words inside names, such as Rio de Janeiro; a capital must follow. 'and' is not among them."""
LINKS = frozenset(
    "and as but did do does had has have if is nor not only or than then visited while".split()  # noqa: SIM905
)
"""Words between names; with a capital they are misspelt, and still no part of a name."""


@dataclass(frozen=True, slots=True)
class OpenClass:
    category: str
    """A category that has listed words too."""
    word: Callable[[str], Word | None]
    """The word that a text stands for in this class, with one form; None if it cannot be one."""
    looks: Callable[[str], bool] = capital
    names: bool = False
    """Whether several tokens in a row are one word."""
    tolerance: str = ""
    """The name of the tolerance if a word is read only by its looks and that is to be counted."""


@dataclass(frozen=True, slots=True)
class OpenWord(Word):
    """A word that is read by its looks."""

    tolerance: str = ""


class Wide(Enum):
    """Which capitalised words of the rules are part of a name."""

    NONE = "none but small ones inside, such as *of*"
    BESIDE_OWN = "those beside a word that belongs to no rule: Sioux City, Ten Sleep"
    ALONE = "all: Ninety Six, Why"


def inside(found: tuple[Token, ...], k: int) -> bool:
    """Not at the beginning of a sentence, where every word has a capital."""
    return k > 0 and found[k - 1].text != ";"


def joined(found: tuple[Token, ...], fixed: Callable[[str], bool], wide: Wide = Wide.NONE) -> tuple[Token, ...]:
    """Runs of capitalised tokens as one token each. `fixed`: keys of words that belong to rules, not to names.

    Two names never stand side by side without a comma or a word between them, so the longest run is the name. A word
    of the rules can be part of a name (*The Hague*; `wide`: also *Sioux City*), but not at the beginning
    of a sentence. '&' between names is 'and' there, and part of a name elsewhere.
    """
    out: list[Token] = []
    k = 0
    while k < len(found):
        end = _run(found, k, fixed, wide)
        run = found[k:end]
        if len(run) > 1 or (run and "." in run[0].text):
            text = " ".join(t.text.rstrip(".") for t in run)
            out.append(replace(run[0], text=text, key=text.lower()))
        else:
            end = k + 1
            out.append(replace(found[k], key="and") if found[k].key == "&" else found[k])
        k = end
    return tuple(out)


def _run(found: tuple[Token, ...], begin: int, fixed: Callable[[str], bool], wide: Wide) -> int:
    """The end of the name that begins here; `begin` itself if none does."""

    def own(k: int) -> bool:
        """Whether a token is a name by itself."""
        return k < len(found) and capital(found[k].text) and not fixed(found[k].key)

    def part(k: int) -> bool:
        if own(k) or wide is Wide.NONE or k >= len(found):
            return own(k)
        return inside(found, k) and capital(found[k].text) and found[k].key not in LINKS

    first = found[begin]
    if not part(begin) and not (begin and capital(first.text) and first.key in INSIDE and part(begin + 1)):
        return begin
    end = begin + 1
    while end < len(found):
        after = end
        while after < end + 3 and after < len(found) and _inside(found, begin, after) and not part(after):
            after += 1
        if not part(after):
            break
        end = after + 1
    return end if wide is Wide.ALONE or any(own(k) for k in range(begin, end)) else begin


def _inside(found: tuple[Token, ...], begin: int, k: int) -> bool:
    """*Antigua & Barbuda* is one name where it is visited; *Tom & Ann* at the beginning are two."""
    return found[k].key in INSIDE and (begin > 0 or found[k].key != "&")


def words_for(classes: Iterable[OpenClass], token: Token) -> Iterator[OpenWord]:
    """What the token can be by its looks."""
    for c in classes:
        w = c.word(token.text) if c.looks(token.text) else None
        if w is not None:
            yield OpenWord(w.lemma, w.forms, w.meaning, False, w.symbol, c.tolerance)
