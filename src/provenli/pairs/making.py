"""How a fragment makes pairs: what a user may ask for, into which parts the pairs go, and what comes out as a plan."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

import numpy as np

from provenli.errors import InputError
from provenli.grammar import Derivation, Word

if TYPE_CHECKING:
    from provenli.certify.certificates import Problem, Verdict
    from provenli.pairs.classes import Classes
    from provenli.pairs.fragment import Fragment
    from provenli.pairs.pattern import Pattern
    from provenli.pairs.plan import Plan, Request

Options: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Option:
    """One thing a user may choose: `--name VALUE`. `read` turns the text into a value or raises InputError."""

    name: str
    default: Any
    read: Callable[[str], Any]
    about: str
    shown: str = ""
    """The default as a user would type it, where str() does not say it."""


@dataclass(frozen=True, slots=True)
class Part:
    """A file of its own, such as train or test.

    `size`: the paper's number of pairs; another total is shared out in this proportion.
    `without`: lemmas that are not used in this part. `renamed`: lemmas that stand in for others in this part, such as
    paraphrases; the theory must not notice (pairs/classes.py checks that).
    """

    name: str
    size: int
    without: frozenset[str] = frozenset()
    renamed: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Draft:
    """A pair as a pair maker proposes it. Its label is not asked for: it will be decided.

    `features`: what is recorded with each example: JSON values, where a `Word` stands for whatever word is put in its
    place. `cell`: pairs are spread evenly over cells within a label. `derived`: the label that the paper's own rule
    gives, if it has one; where the decision differs the pair is a correction.
    """

    premise: Derivation
    hypothesis: Derivation
    features: Mapping[str, Any] = field(default_factory=dict)
    cell: str = ""
    derived: str = ""


Draw: TypeAlias = Callable[[np.random.Generator, Options], Iterator[Draft]]
"""An endless stream of drafts. It should visit everything the paper speaks of, rare things not too rarely."""


@dataclass(frozen=True, slots=True)
class Sentences:
    """The trees of a pattern over some words: those that stand for a slot, and those that stand for a switch."""

    premise: Derivation
    hypothesis: Derivation
    slots: Mapping[Word, int]
    switches: Mapping[Word, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Remade:
    """A pattern and what must be proved of it, for each combination of kinds of its switches.

    `identity` is equal only where the problems are equal up to names. `check` refuses a verdict whose evidence, though
    right for the problem, does not carry over to all words of these kinds. `sentences` are there where the pattern
    comes from a grammar.
    """

    pattern: Pattern
    identity: Callable[[int], Hashable]
    problem: Callable[[int], Problem]
    check: Callable[[int, Problem, Verdict], None]
    sentences: Callable[[], Sentences] | None = None


def whole(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not re.fullmatch(r"-?\d{1,18}", text) or not least <= int(text) <= most:
            raise InputError(f"expected a whole number from {least} to {most}, found {text!r}")
        return int(text)

    return read


def span(least: int, most: int) -> Callable[[str], tuple[int, int]]:
    """'3' or '1-5'."""

    def read(text: str) -> tuple[int, int]:
        found = re.fullmatch(r"(\d{1,6})(?:-(\d{1,6}))?", text)
        low, high = (int(found[1]), int(found[2] or found[1])) if found else (0, -1)
        if not least <= low <= high <= most:
            raise InputError(f"expected a number or a range such as {least}-{min(most, least + 4)}, "
                             f"from {least} to {most}, found {text!r}")  # fmt: skip
        return low, high

    return read


def one_of(*names: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in names:
            close = difflib.get_close_matches(text, names, n=1)
            hint = f"; did you mean {close[0]!r}?" if close else ""
            raise InputError(f"expected {', '.join(names[:-1])} or {names[-1]}, found {text!r}{hint}")
        return text

    return read


def some_of(*names: str) -> Callable[[str], tuple[str, ...]]:
    """'adjective,pp': a list without spaces, in the order of `names`."""

    def read(text: str) -> tuple[str, ...]:
        asked = text.split(",")
        for t in asked:
            one_of(*names)(t)
        return tuple(n for n in names if n in asked)

    return read


class PairMaker(Protocol):
    """What a fragment needs to have data sets. `Drawn` (pairs/drawn.py) makes one from a stream of drafts."""

    @property
    def options(self) -> tuple[Option, ...]: ...

    @property
    def parts(self) -> tuple[Part, ...]: ...

    def plan(self, fragment: Fragment, request: Request) -> Plan:
        """Every pair of the data set, not yet written."""
        ...

    def all_classes(self, fragment: Fragment) -> Classes:
        """The word classes from which patterns are filled."""
        ...

    def remade(self, fragment: Fragment, classes: Classes, recipe: Any, options: Options) -> Remade:
        """A pattern made again from its recipe, for verification."""
        ...
