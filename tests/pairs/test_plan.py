"""Plans: the words of a part, and in how many ways a pattern can be filled."""

from __future__ import annotations

from math import perm

import numpy as np

from provenli.grammar import Form, Word
from provenli.pairs.classes import Classes, WordClass
from provenli.pairs.parts import Part
from provenli.pairs.pattern import Pattern
from provenli.pairs.plan import PLENTY, Allotment, PartPlan, capacity, words_of


def words(letter: str, n: int) -> tuple[Word, ...]:
    return tuple(Word(f"{letter}{k}", (Form(letter, f"{letter}{k}"),), None, symbol=f"{letter}{k}") for k in range(n))


CLASSES = Classes({"a": WordClass("a", words("a", 5)), "w": WordClass("w", words("w", 2), (1, 3))}, {})


def pattern(slots: str) -> Pattern:
    return Pattern((), (), tuple(slots), (), np.zeros(1, dtype=np.int64))


def test_the_words_of_a_part() -> None:
    assert words_of(Part("all", 1), CLASSES) == {"a": (0, 1, 2, 3, 4), "w": (0, 1, 1, 1)}
    assert words_of(Part("dev", 1, frozenset({"a1", "w0"})), CLASSES) == {"a": (0, 2, 3, 4), "w": (1, 1, 1)}


def test_capacity() -> None:
    found = words_of(Part("all", 1), CLASSES)
    assert capacity(pattern(""), CLASSES, found) == 1
    assert capacity(pattern("aaa"), CLASSES, found) == perm(5, 3)
    assert capacity(pattern("awww"), CLASSES, found) == 5, "words that mean nothing do not make another pair"
    assert capacity(pattern("a" * 6), CLASSES, found) == 0, "there are not enough words"


def test_capacity_has_an_upper_end() -> None:
    many = Classes({"a": WordClass("a", words("a", 200))}, {})
    assert capacity(pattern("a" * 30), many, words_of(Part("all", 1), many)) == PLENTY


def test_sizes() -> None:
    numbers = np.arange(4)
    part = PartPlan(Part("all", 1), {}, (Allotment(0, numbers, numbers), Allotment(1, numbers[:2], numbers[:2])))
    assert part.size == 6
