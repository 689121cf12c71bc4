"""Patterns: two texts with gaps. All pairs of one pattern are filled from word classes; all have the same two trees.

A gap is filled with a word of its slot, a turn with the word to which its switch is set. Slots of one class always hold
different words: which words may coincide is part of the pattern (equal words share a slot). Switches are for words that
matter to the label, such as quantifiers: each of their words is of a kind, and for every combination of kinds the
pattern knows its schema.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from provenli.grammar import Word
from provenli.grammar.morphology import article


@dataclass(frozen=True, slots=True)
class Gap:
    """`form`: which of the word's forms to write; -1 writes the lemma. `article`: an 'a' or 'an' goes before it."""

    slot: int
    form: int
    article: bool = False
    capital: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    switch: int
    capital: bool = False


@dataclass(frozen=True)
class Told:
    """A value that depends on the kinds of the switches' words: `values[index[kinds]]`."""

    values: tuple[str, ...]
    index: NDArray[np.int64]


Piece: TypeAlias = str | Gap | Turn | Told
Pieces: TypeAlias = tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Switch:
    words: tuple[str, ...]
    kinds: tuple[int, ...]
    """The kind of each word, numbered from 0."""

    @property
    def different(self) -> int:
        return max(self.kinds) + 1


@dataclass(frozen=True)
class Pattern:
    premise: Pieces
    hypothesis: Pieces
    slots: tuple[str, ...]
    """The word class of each slot."""
    features: tuple[tuple[str, Pieces], ...]
    """Name and value; a value is JSON in pieces."""
    schema: NDArray[np.int64]
    """The number of the schema of each combination of kinds; one entry if there are no switches."""
    switches: tuple[Switch, ...] = ()
    recipe: Any = None
    """JSON from which the fragment makes the pattern again."""
    cell: str = ""
    derived: str = ""

    @property
    def settings(self) -> int:
        return prod(len(s.words) for s in self.switches)

    def turned(self, settings: NDArray[np.int64]) -> list[NDArray[np.int64]]:
        """The number of the word of each switch; in a setting the first switch counts least."""
        digits: list[NDArray[np.int64]] = []
        for s in self.switches:
            settings, digit = np.divmod(settings, len(s.words))
            digits.append(digit)
        return digits

    def kinds(self, settings: NDArray[np.int64]) -> NDArray[np.int64]:
        """The combination of kinds of each setting; again the first switch counts least."""
        out, weight = np.zeros_like(settings), 1
        for s, digit in zip(self.switches, self.turned(settings), strict=True):
            out = out + weight * np.asarray(s.kinds, dtype=np.int64)[digit]
            weight *= s.different
        return out

    def text(self, pieces: Pieces, words: Sequence[Word], setting: int = 0) -> str:
        number = np.array([setting], dtype=np.int64)
        turned = [int(d[0]) for d in self.turned(number)]
        kinds = int(self.kinds(number)[0])
        out: list[str] = []
        for p in pieces:
            match p:
                case Gap():
                    out.append(gap_text(p, words[p.slot]))
                case Turn(switch, capital):
                    text = self.switches[switch].words[turned[switch]]
                    out.append(capitalised(text) if capital else text)
                case Told(values, index):
                    out.append(values[index[kinds]])
                case _:
                    out.append(p)
        return "".join(out)


def gap_text(gap: Gap, word: Word) -> str:
    text = word.lemma if gap.form < 0 else word.forms[gap.form].text
    if gap.article:
        text = f"{article(text.split()[0])} {text}"
    return capitalised(text) if gap.capital else text


def capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]
