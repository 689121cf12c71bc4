"""From a text back to its pattern: the words that were put in come out again, and what is no instance is told why."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from provenli.data.generate import Order, generate
from provenli.data.matcher import Matcher, PatternInstance
from provenli.data.verify import verify
from provenli.grammar import Form, Grammar, Word, negated, noun, proper_name, rule, sample, verb
from provenli.logic.readings import Reading
from provenli.logic.theory import Theory
from provenli.options import Options
from provenli.pairs.classes import Classes, WordClass
from provenli.pairs.drawn import Drawn
from provenli.pairs.fragment import Draft, Fragment
from provenli.pairs.parts import Part
from provenli.pairs.pattern import Gap, Pattern, Switch, Told, Turn
from provenli.pairs.plan import PartPlan, Request, words_of
from tests.pairs.test_drawn import options

NOUNS = tuple(noun(n) for n in ("dog", "doge", "owl", "ice cream", "c++", "a.b"))
WH = tuple(Word(t, (Form("Wh", "wh"),), None) for t in ("that ", "which ", ""))
CLASSES = Classes({"N": WordClass("N", NOUNS), "Wh": WordClass("Wh", WH, (1, 1, 2))}, {})
Q = Switch(("some", "at least three", "no", "few"), (0, 0, 1, 1))
PATTERN = Pattern(
    premise=(Turn(0, capital=True), " ", Gap(0, 1), " ", Gap(2, -1), Turn(1), " ", Gap(1, 1), " ran."),
    hypothesis=(Gap(0, 0, article=True, capital=True), " saw ", Gap(1, 0, article=True), "."),
    slots=("N", "N", "Wh"),
    features=(),
    schema=np.arange(4),
    switches=(Q, Q),
)


def matcher(part: Part | None = None) -> Matcher:
    chosen = part or Part("all", 1)
    return Matcher(PATTERN, PartPlan(chosen, words_of(chosen, CLASSES), ()), CLASSES, {})


def texts(a: int, b: int, wh: int, setting: int) -> tuple[str, str]:
    words = [NOUNS[a], NOUNS[b], WH[wh]]
    return PATTERN.text(PATTERN.premise, words, setting), PATTERN.text(PATTERN.hypothesis, words, setting)


def test_what_was_put_in_comes_out() -> None:
    m = matcher()
    for setting in range(PATTERN.settings):
        for a, b, wh in ((0, 1, 0), (1, 0, 1), (2, 3, 2), (4, 5, 0), (5, 4, 2), (3, 2, 1)):
            found = m.find(*texts(a, b, wh, setting))
            assert isinstance(found, PatternInstance), (texts(a, b, wh, setting), found)
            assert found.words == (a, b, wh)
            assert m.setting(found) == setting
            assert m.kinds(found) == int(PATTERN.kinds(np.array([setting]))[0])


def test_writing() -> None:
    m = matcher()
    found = m.find(*texts(2, 1, 0, 6))
    assert isinstance(found, PatternInstance)
    write = m.writer([*PATTERN.hypothesis, " ", Turn(0), " ", Told(("x", "y"), np.array([0, 1, 1, 0]))])
    assert m.kinds(found) == 1, "no, at least three"
    assert write(found, m.kinds(found)) == "An owl saw a doge. no y"


@pytest.mark.parametrize(
    ("premise", "hypothesis"),
    [
        ("Some dogs that no owls ran.", "A dog saw a owl."),  # article
        ("some dogs that no owls ran.", "A dog saw an owl."),  # capital
        ("Some dogs that no owls ran", "A dog saw an owl."),  # full stop
        ("Some dogs  that no owls ran.", "A dog saw an owl."),  # space
        ("Some dogs that no owls ran. ", "A dog saw an owl."),
        ("Some dog that no owls ran.", "A dog saw an owl."),  # number
        ("Most dogs that no owls ran.", "A dog saw an owl."),  # quantifier
        ("Some dogs that no cats ran.", "A dog saw a cat."),  # no word
        ("Some dogs who no owls ran.", "A dog saw an owl."),
        ("Some dogs that no owls ran.", "A doge saw an owl."),  # another word in one place
        ("Some dogs that no dogs ran.", "A dog saw a dog."),  # one word twice
        ("Some aXbs that no owls ran.", "An aXb saw an owl."),  # a full stop is no wildcard
        ("A dog saw an owl.", "Some dogs that no owls ran."),
        ("", ""),
        ("\\t", "\\n"),
    ],
)
def test_what_is_no_instance(premise: str, hypothesis: str) -> None:
    assert isinstance(matcher().find("Some dogs that no owls ran.", "A dog saw an owl."), PatternInstance)
    assert isinstance(matcher().find(premise, hypothesis), str)


def test_words_of_other_parts_are_none() -> None:
    m = matcher(Part("dev", 1, frozenset({"dog"})))
    assert isinstance(m.find(*texts(2, 1, 0, 0)), PatternInstance)
    assert isinstance(m.find(*texts(0, 1, 0, 0)), str)


def test_stand_ins() -> None:
    chosen = Part("all", 1)
    m = Matcher(PATTERN, PartPlan(chosen, words_of(chosen, CLASSES), ()), CLASSES, {NOUNS[0]: noun("hound")})
    found = m.find("Some hounds that no owls ran.", "A hound saw an owl.")
    assert isinstance(found, PatternInstance)
    assert found.words[:2] == (0, 2)
    assert isinstance(m.find("Some dogs that no owls ran.", "A dog saw an owl."), str)


def test_words_that_share_a_form(tmp_path: Path) -> None:
    """find has the past form found, which is the base form of found; wind and ring (let us say)
    share wound. What was made soundly must verify."""
    rules = (
        rule("S -> PN IV[form=past]", lambda np, vp: np(vp)),
        rule('S -> PN "did not" IV[form=base]', lambda np, vp: np(negated(vp))),
        rule('S -> PN "did" IV[form=base]', lambda np, vp: np(vp)),
    )
    verbs = (
        verb("find", "IV"),
        verb("found", "IV"),
        verb("lie", "IV", past_text="lay"),
        verb("lay", "IV", past_text="laid"),
        verb("bind", "IV", past_text="bound"),
        verb("bound", "IV"),
        verb("wind", "IV", past_text="wound"),
        verb("ring", "IV", past_text="wound"),
    )
    grammar = Grammar("S", rules, (*(proper_name(n) for n in ("Ann", "Bob", "Cid")), *verbs))

    def draw(rng: np.random.Generator, _: Options) -> Iterator[Draft]:
        while True:
            yield Draft(sample(grammar, rng, 0), sample(grammar, rng, 0))

    fragment = Fragment("forms", grammar, Theory(), Reading(), pairs=Drawn(draw, (Part("all", 1),)))
    generate(Order(fragment, "forms", Request(90, 0, options(fragment)), ("jsonl",), tmp_path / "out"))
    report = verify(tmp_path / "out", lambda _: fragment)
    assert report.sound, "\n".join(map(str, report.faults))
