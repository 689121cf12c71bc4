"""Reading texts that are nearly right, on a small grammar of its own."""

from __future__ import annotations

import pickle

import pytest

from provenli.errors import NoParse, UnknownWord
from provenli.grammar import (
    Grammar,
    count,
    determiner,
    enumerate_derivations,
    fixed,
    intersect,
    name,
    negated,
    noun,
    proper_name,
    rule,
    verb,
)
from provenli.grammar.loose import Loose, told
from provenli.grammar.name_lists import NameLists
from provenli.grammar.open_words import OpenClass, capital, joined, small
from provenli.grammar.parser import parse
from provenli.grammar.tokens import split, tokens
from provenli.grammar.tolerant import TolerantParser, cleaned, taken_apart
from provenli.logic import quantifiers as q
from provenli.logic.formula_printer import show
from provenli.logic.formulas import Pred

RULES = (
    rule("S -> CL"),
    rule('S -> S "," CL', intersect, level=1),
    rule("CL -> NP[num=?n] VP[num=?n]", lambda np, vp: np(vp)),
    rule("NP[num=sg] -> PN"),
    rule("NP[num=?n] -> Det[num=?n] N[num=?n]", lambda det, n: det(n)),
    rule("VP[num=?n] -> V[form=?n]"),
    rule('VP[num=?n] -> "did not" V[form=base]', negated),
    rule('VP[num=?n] -> "likes" List', lambda names: lambda x: names(lambda y: Pred("like", (x, y)))),
    rule("List -> PN"),
    rule('List -> List "," PN', lambda a, b: lambda p: intersect(a(p), b(p)), level=1),
)


WORDS = (
    fixed("Det[num=sg]", "every", determiner(q.EVERY)),
    fixed("Det[num=pl]", "all", determiner(q.EVERY)),
    fixed("Det[num=sg]", "a", determiner(q.SOME)),
    noun("dog"),
    noun("owl"),
    verb("run", "V"),
    proper_name("Ann"),
)
OPEN = (
    OpenClass("PN", lambda t: fixed("PN", t, name(t), symbol=t), names=True),
    OpenClass("N[num=sg]", lambda t: noun(t) if t.isalpha() else None, small, tolerance="strange noun"),
)
FEATURES = {"N.num": "noun", "num": "number", "form": "verb form"}
GRAMMAR = Grammar("S", RULES, WORDS, OPEN)
PARSER = TolerantParser(GRAMMAR, FEATURES, NameLists("CL", "VP"))


def read(text: str) -> tuple[str, tuple[str, ...]]:
    found = PARSER.read(text)
    return show(found.derivations[0].meaning), found.tolerances


@pytest.mark.parametrize(
    ("text", "meaning", "tolerances"),
    [
        ("Every dog runs.", "every x1 (dog(x1), run(x1))", ()),
        ("Every dogs runs.", "every x1 (dog(x1), run(x1))", ("noun",)),
        ("all dog run", "every x1 (dog(x1), run(x1))", ("noun",)),
        ("every dog did not runs", "every x1 (dog(x1), ~run(x1))", ("verb form",)),
        ("a owl runs", "some x1 (owl(x1), run(x1))", ("a/an",)),
        ("every cat runs", "every x1 (cat(x1), run(x1))", ("strange noun",)),
        ("every every dog runs", "every x1 (dog(x1), run(x1))", ("repeated word",)),
        (
            "every dog , runs !!",
            "every x1 (dog(x1), run(x1))",
            ("space before punctuation", "space before punctuation", "repeated full stop", "extra comma"),
        ),
        ("every~dog runs", "every x1 (dog(x1), run(x1))", ("joined words",)),
        ("Every Dog runs", "every x1 (dog(x1), run(x1))", ("capitals",)),
        ("Bo runs", "run(Bo)", ()),
        ("New York likes Rio de Janeiro, Ann", "like('New York', 'Rio de Janeiro') & like('New York', Ann)", ()),
        ("Ann likes Bo, Cy, Di runs", "like(Ann, Bo) & like(Ann, Cy) & run(Di)", ()),
    ],
)
def test_texts_and_their_faults(text: str, meaning: str, tolerances: tuple[str, ...]) -> None:
    assert read(text) == (meaning, tolerances)


@pytest.mark.parametrize(
    ("text", "overlooked"),
    [
        ("Every dogs runs.", ["noun in ‘every dogs’"]),
        ("a owl runs", ["a/an in ‘a owl’"]),
        ("every cat runs", ["strange noun in ‘cat’"]),
        ("every every dog runs", ["repeated word in ‘every every dog’"]),
        ("every dog runs !!", ["space before punctuation in ‘runs !!’", "repeated full stop in ‘runs!!’"]),
        ("every~dog runs", ["joined words in ‘every~dog’"]),
        ("Every Dog runs", ["capitals in ‘Dog’"]),
    ],
)
def test_faults_are_told_with_their_words(text: str, overlooked: list[str]) -> None:
    found = PARSER.read(text).tolerances
    assert [told(t) for t in found] == overlooked
    assert [told(t) for t in pickle.loads(pickle.dumps(found))] == overlooked


@pytest.mark.parametrize("text", ["every dog dog every", "likes Ann", "Ann likes"])
def test_what_is_no_sentence_is_refused(text: str) -> None:
    with pytest.raises(NoParse):
        PARSER.read(text)


def test_an_unknown_word_without_a_class_for_it() -> None:
    with pytest.raises(UnknownWord, match="word 2, column 5"):
        TolerantParser(Grammar("S", RULES, WORDS)).read("Ann sleeps")


def test_open_words_are_read_and_never_written() -> None:
    closed = Grammar("S", RULES, WORDS)
    assert count(GRAMMAR, level=1) == count(closed, level=1)
    texts = [d.text for d in enumerate_derivations(GRAMMAR, level=0)]
    assert texts == [d.text for d in enumerate_derivations(closed, level=0)]
    with pytest.raises(UnknownWord):
        parse(GRAMMAR, "Bo runs")


def test_every_sentence_of_the_grammar_is_read_without_tolerance() -> None:
    for d in enumerate_derivations(GRAMMAR, level=0):
        found = PARSER.read(d.text)
        assert found.tolerances == ()
        assert d.meaning in [x.meaning for x in found.derivations]


def test_loose_trees_of_right_sentences_have_no_faults() -> None:
    loose = Loose(GRAMMAR, FEATURES)
    for d in enumerate_derivations(GRAMMAR, level=0):
        (found,) = parse(loose.grammar, d.text)
        assert loose.faults(found.root) == ()
        assert found.meaning == d.meaning


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Ann saw Idaho Falls", ["Ann", "saw", "Idaho Falls"]),
        ("Ann saw St. Louis and Oslo", ["Ann", "saw", "St Louis", "and", "Oslo"]),
        ("Ann saw Coeur d'Alene, Rio de Janeiro", ["Ann", "saw", "Coeur d'Alene", ",", "Rio de Janeiro"]),
        ("Ann saw The Dalles", ["Ann", "saw", "The Dalles"]),
        ("If Ann saw Isle of Wight", ["If", "Ann", "saw", "Isle of Wight"]),
        ("Ann saw São Paulo of", ["Ann", "saw", "São Paulo", "of"]),
    ],
)
def test_names_of_several_words(text: str, names: list[str]) -> None:
    assert [t.text for t in joined(tokens(text), lambda key: key in {"if", "saw", "and", "the", "of"})] == names


@pytest.mark.parametrize(
    ("text", "is_name"), [("Oslo", True), ("d'Alene", True), ("東京", True), ("dog", False), ("3", False)]
)
def test_what_looks_like_a_name(text: str, is_name: bool) -> None:
    assert capital(text) is is_name


def test_cleaning_names_each_fault() -> None:
    assert cleaned("A , b ..") == (
        "A, b.",
        ("space before punctuation", "space before punctuation", "repeated full stop"),
    )
    assert cleaned("Ann saw Fiji. Bo ran.") == ("Ann saw Fiji; Bo ran.", ("full stop between clauses",))
    assert cleaned('"Sa\u0303o"') == ("S\u00e3o", ("quotes",))
    assert cleaned("Ann saw St. Louis.") == ("Ann saw St. Louis.", ())


def test_words_are_taken_apart_only_where_the_parts_are_words() -> None:
    known = {"at", "least", "3"}.__contains__
    apart = taken_apart(split("at-least-3 x-ray 3-3"), known, {"at", "least"}.__contains__)[0]
    assert [t.text for t in apart] == ["at", "least", "3", "x-ray", "3-3"]
