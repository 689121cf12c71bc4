"""Both readers on the same sentences, with marks written by hand (a sentence, a tab, a mark a word)."""

from __future__ import annotations

from pathlib import Path

import pytest

from provenli.english.analysis import Reader
from provenli.english.readers import reader_named
from provenli.english.spacy_reader import SpacyReader, has_spacy
from provenli.errors import InputError

NEEDS_SPACY = pytest.mark.skipif(not has_spacy(), reason="spaCy is not installed")
BACKENDS = ["ccg", pytest.param("spacy", marks=NEEDS_SPACY)]
MARKED = (Path(__file__).parent / "polarity_sentences.tsv").read_text(encoding="utf-8").splitlines()
MISREAD = {"ccg": 0, "spacy": 2}
"""Sentences that a reader may get wrong: spaCy takes an adverb to the next verb, and something to eat to sleeping."""


@pytest.fixture(scope="module", params=BACKENDS)
def reader(request: pytest.FixtureRequest) -> Reader:
    return reader_named(request.param)


def test_marks_of_whole_sentences(reader: Reader) -> None:
    rows = [line.split("\t") for line in MARKED]
    wrong = [s for s, marks in rows if list(reader.read(s).polarity) != marks.split()]
    assert len(rows) >= 40
    assert len(wrong) <= MISREAD["spacy" if isinstance(reader, SpacyReader) else "ccg"], wrong


@pytest.mark.parametrize(
    ("sentence", "marks"),
    [
        ("Tom was not born in Rome.", "+-+---"),
        ("Tom didn't sleep in a tent.", "++----"),
        ("Ann prevented a boy from opening any door.", "++++----"),
        ("Everyone but Tom left.", "+-=+"),
        ("Every guest and no waiter sang.", "+-++-="),
        ("If a bell rings in the morning, no dog barks.", "+-----=+--"),
        ("Whoever eats nuts likes salt.", "+--++"),
        ("Ann has hardly any money.", "+-+--"),
    ],
)
def test_operators_take_their_scope(reader: Reader, sentence: str, marks: str) -> None:
    assert "".join(reader.read(sentence).polarity) == marks


@pytest.mark.parametrize("text", ["", "🙂 🙂", "three out of", "fewer dogs than", "犬が走った。", "not not", ", ( but"])
def test_anything_gets_a_mark_a_word(reader: Reader, text: str) -> None:
    found = reader.read(text)
    assert [t.text for t in found.tokens] == text.split()
    assert len(found.polarity) == len(found.tokens)
    assert found.coverage == "full" or found.stopped


@NEEDS_SPACY
def test_where_the_tree_is_no_sentence_our_own_reader_answers_and_says_so() -> None:
    sentence = "These goats like those sheep."
    assert reader_named("spacy").read(sentence).route == "ccg"
    assert SpacyReader(alone=True).read(sentence).route == "dependency"


def test_profiles_are_of_both_readers(reader: Reader) -> None:
    name = "spacy" if isinstance(reader, SpacyReader) else "ccg"
    assert "".join(reader.read("The goats saw two dogs.").polarity) == "+=+=="
    assert "".join(reader_named(name, "med").read("The goats saw a dog.").polarity) == "+++++"


def test_an_unknown_reader_is_named() -> None:
    with pytest.raises(InputError, match="known: ccg, spacy"):
        reader_named("stanza")
