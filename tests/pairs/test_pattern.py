"""Patterns: settings of switches, kinds, and what gaps write."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from provenli.grammar import noun
from provenli.pairs.pattern import Gap, Pattern, Switch, Told, Turn, capitalised, gap_text

FIRST, SECOND = Switch(("some", "a few", "no"), (0, 0, 1)), Switch(("is", "is not"), (0, 1))
TOLD = Told(("up", "down"), np.array([0, 1, 1, 0]))
PATTERN = Pattern(
    premise=(Turn(0, capital=True), " ", Gap(0, 1), " ", Turn(1), "."),
    hypothesis=(Gap(0, 0, article=True, capital=True), "."),
    slots=("N",),
    features=(("way", (TOLD,)),),
    schema=np.array([5, 6, 7, 8]),
    switches=(FIRST, SECOND),
)


def test_settings_and_kinds() -> None:
    assert PATTERN.settings == 6
    settings = np.arange(6)
    a, b = (t.tolist() for t in PATTERN.turned(settings))
    assert list(zip(a, b, strict=True)) == [(x, y) for y, x in product(range(2), range(3))]
    assert PATTERN.kinds(settings).tolist() == [FIRST.kinds[x] + 2 * SECOND.kinds[y] for x, y in zip(a, b, strict=True)]


@pytest.mark.parametrize("setting", range(6))
def test_text(setting: int) -> None:
    (x,), (y,) = (t.tolist() for t in PATTERN.turned(np.array([setting])))
    words = [noun("owl")]
    assert PATTERN.text(PATTERN.premise, words, setting) == f"{capitalised(FIRST.words[x])} owls {SECOND.words[y]}."
    assert PATTERN.text(PATTERN.hypothesis, words, setting) == "An owl."
    way = ("up", "down", "down", "up")[FIRST.kinds[x] + 2 * SECOND.kinds[y]]
    assert PATTERN.text(PATTERN.features[0][1], words, setting) == way


def test_gaps() -> None:
    dog = noun("dog")
    assert gap_text(Gap(0, -1), dog) == "dog"
    assert gap_text(Gap(0, 1), dog) == "dogs"
    assert gap_text(Gap(0, 0, article=True), dog) == "a dog"
    assert gap_text(Gap(0, 0, article=True, capital=True), noun("ice cream")) == "An ice cream"
    assert gap_text(Gap(0, 0, capital=True), noun("élan")) == "Élan"
    assert capitalised("") == ""
