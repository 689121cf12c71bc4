"""Categories of combinatory categorial grammar (Steedman 2000), written as CCGbank writes them.

`(S[dcl]\\NP)/NP` wants a noun phrase to its right, then one to its left, and is then a declarative sentence. A bare S
in a modifier such as `(S\\NP)\\(S\\NP)` takes the feature of what it modifies. Categories are made once and compared by
identity, so that the chart can look combinations up.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from provenli.errors import InputError


@dataclass(frozen=True, slots=True, eq=False)
class Atom:
    name: str
    feature: str = ""

    def __str__(self) -> str:
        return f"{self.name}[{self.feature}]" if self.feature else self.name


@dataclass(frozen=True, slots=True, eq=False)
class Functor:
    result: Category
    slash: str
    argument: Category

    def __str__(self) -> str:
        return f"{_bracketed(self.result)}{self.slash}{_bracketed(self.argument)}"


Category: TypeAlias = Atom | Functor

_KNOWN: dict[str, Category] = {}
DEEPEST = 60
"""How deeply brackets may be nested: more is no category of a parser, and files may hold anything."""
IGNORED = frozenset({"X", "nb", "conj"})
"""Features that CCGbank writes and that decide nothing here."""


def _bracketed(c: Category) -> str:
    return f"({c})" if isinstance(c, Functor) else str(c)


def _made(c: Category) -> Category:
    return _KNOWN.setdefault(str(c), c)


def atom(name: str, feature: str = "") -> Category:
    return _made(Atom(name, "" if feature in IGNORED else feature))


def functor(result: Category, slash: str, argument: Category) -> Category:
    return _made(Functor(result, slash, argument))


def category(text: str) -> Category:
    """Read a category; InputError if it is none."""
    found = _KNOWN.get(text)
    if found is None:
        found, end = _read(text, 0, 0)
        if end != len(text):
            raise InputError(f"category {text!r}: expected its end at character {end + 1}, found {text[end:]!r}")
        _KNOWN[text] = found
    return found


def _read(text: str, at: int, depth: int) -> tuple[Category, int]:
    if depth > DEEPEST:
        raise InputError(f"category {text[:60]!r}…: more than {DEEPEST} brackets within one another")
    left, at = _simple(text, at, depth)
    while at < len(text) and text[at] in "/\\":
        right, end = _simple(text, at + 1, depth)
        left, at = functor(left, text[at], right), end
    return left, at


def _simple(text: str, at: int, depth: int) -> tuple[Category, int]:
    if text[at : at + 1] == "(":
        inside, at = _read(text, at + 1, depth + 1)
        if text[at : at + 1] != ")":
            raise InputError(f"category {text!r}: expected ')' at character {at + 1}")
        at += 1
        return inside, _after_feature(text, at)[1]
    end = at
    while end < len(text) and text[end] not in "/\\()[]":
        end += 1
    if end == at:
        raise InputError(f"category {text!r}: expected a name at character {at + 1}")
    feature, stop = _after_feature(text, end)
    return atom(text[at:end], feature), stop


def _after_feature(text: str, at: int) -> tuple[str, int]:
    if text[at : at + 1] != "[":
        return "", at
    end = text.find("]", at)
    if end < 0:
        raise InputError(f"category {text!r}: expected ']' after character {at + 1}")
    # depccg writes every feature of an atom: S[mod=nm,form=base,fin=f].
    return text[at + 1 : end], end + 1


@lru_cache(maxsize=1 << 14)
def matches(wanted: Category, found: Category) -> str | None:
    """The feature that the wanted category's bare S takes ('' for none); None if the two differ. The `there` of `there
    is` (NP[thr]) is no noun phrase, but `there is no …` is a verb phrase to an adverb."""
    if isinstance(wanted, Atom) and wanted.name == "NP" and isinstance(found, Atom) and wanted.feature != found.feature:
        return None
    return _matches(wanted, found)


def _matches(wanted: Category, found: Category) -> str | None:
    if wanted is found:
        return ""
    if isinstance(wanted, Atom) and isinstance(found, Atom):
        if wanted.name != found.name:
            return None
        if wanted.feature and wanted.feature != found.feature and (found.feature or wanted.name == "PP"):
            return None  # *from Ann* may stand where any such phrase may, and no other for it
        return "" if wanted.feature or wanted.name != "S" else found.feature
    if isinstance(wanted, Functor) and isinstance(found, Functor) and wanted.slash == found.slash:
        first = _matches(wanted.result, found.result)
        second = None if first is None else _matches(wanted.argument, found.argument)
        return None if second is None else first or second
    return None


@lru_cache(maxsize=1 << 14)
def with_feature(c: Category, feature: str) -> Category:
    """Every bare S with the feature."""
    if not feature:
        return c
    if isinstance(c, Atom):
        return atom("S", feature) if c.name == "S" and not c.feature else c
    return functor(with_feature(c.result, feature), c.slash, with_feature(c.argument, feature))


def arguments(c: Category) -> tuple[Category, ...]:
    """What it wants, in the order in which it is given."""
    out: list[Category] = []
    while isinstance(c, Functor):
        out.append(c.argument)
        c = c.result
    return tuple(out)


def target(c: Category) -> Atom:
    while isinstance(c, Functor):
        c = c.result
    return c
