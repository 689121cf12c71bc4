"""Sentences read by our own chart parser: polarity, meaning, operators, and what is no English."""

from __future__ import annotations

import pytest

from provenli.english.ccg_reader import CcgReader
from provenli.english.conventions import PROFILES
from provenli.logic.formula_printer import show_pretty
from provenli.logic.formulas import unmark

READER = CcgReader()


def polarity(sentence: str, profile: str = "literature") -> str:
    return "".join(CcgReader(PROFILES[profile]).read(sentence).polarity)


@pytest.mark.parametrize(
    ("sentence", "marks"),
    [
        ("Every painter saw a boat.", "+-+++"),
        ("No painter saw a boat.", "+----"),
        ("Some painter saw every boat.", "++++-"),
        ("The painter did not see a boat.", "+=-+---"),
        ("Most painters saw a boat.", "+=+++"),
        ("Few painters slept in a tent.", "+-----"),
        ("At most four painters slept.", "+++--"),
        ("At least four painters slept.", "++-++"),
        ("Exactly four painters slept.", "+==="),
        ("If a painter sleeps, no boat sinks.", "+---+--"),
        ("The painter worked without a ladder.", "+=++--"),
        ("The painter saw no boat.", "+=-+-"),
        ("Every painter who saw no boat left.", "+--+-++"),
        ("Not every painter slept.", "+-+-"),
        ("Nobody saw a boat.", "+---"),
        ("The painter never sings.", "+=+-"),
        ("More painters than sailors slept.", "++--="),
    ],
)
def test_polarity(sentence: str, marks: str) -> None:
    assert polarity(sentence) == marks


def test_a_contraction_speaks_for_its_negation() -> None:
    assert polarity("She doesn't like cold tea.") == "++---"


def test_verbs_turn_what_they_take() -> None:
    assert polarity("The boy refused to eat fish.").endswith("---")


def test_profiles_differ_on_numerals_and_many() -> None:
    assert polarity("Three painters slept.") == "==+"
    assert polarity("Three painters slept.", "plain") == "-++"
    assert polarity("Many painters slept.") == "+=+"
    assert polarity("Many painters slept.", "med") == "+++"


def test_a_meaning_in_the_language_of_all_others() -> None:
    found = READER.read("Every student who read a book smiled.")
    assert found.coverage == "full"
    assert found.meaning is not None
    assert show_pretty(unmark(found.meaning)) == (
        "every x (student(x) ∧ some y (book(y), ∃z. read(z) ∧ past(z) ∧ agent(z, x) ∧ theme(z, y)), "
        "∃y. smile(y) ∧ past(y) ∧ agent(y, x))"
    )


def test_adverbs_stand_inside_the_event() -> None:
    found = READER.read("No man ran quickly.")
    assert found.meaning is not None
    assert "run(y) ∧ past(y) ∧ agent(y, x) ∧ quickly(y)" in show_pretty(unmark(found.meaning))


def test_what_logic_does_not_say_gives_scope_only() -> None:
    found = READER.read("The boy wants to eat fish.")
    assert found.coverage == "scope"
    assert found.meaning is None
    assert "want" in found.stopped


def test_operators_say_what_they_do() -> None:
    (no,) = READER.read("No dog barked.").operators
    assert (no.name, no.arguments) == ("no", ("down", "down"))
    assert no.scope == ((1, "down"), (2, "down"))
    assert no.why == "no turns its noun and its scope downward"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "🙂 🙂 🙂",
        "<b>No</b> dog <i>barked</i>.",
        "Der Hund hat keine Katze gesehen.",
        "犬が走った。",
        "not not not not not not not not",
        "of of of the the",
        "(((((",
        "No",
        "Half a sentence which",
        ", , , and or , but",
        "1 2 3 4 5 6 7 8 9 10 11 12",
        "' '' ''' n't 's",
    ],
)
def test_anything_gets_an_answer_with_a_mark_a_word(text: str) -> None:
    found = READER.read(text)
    assert [t.text for t in found.tokens] == text.split()
    assert len(found.polarity) == len(found.tokens)
    assert found.coverage == "full" or found.stopped


def test_long_texts_are_not_covered() -> None:
    found = READER.read("the dog saw a cat and " * 40)
    assert found.coverage == "none"
    assert "240 words" in found.stopped


def test_a_sentence_of_the_longest_length_is_read_with_counted_work() -> None:
    found = READER.read("every old dog in the park that likes water saw " * 7 + "cats.")
    assert len(found.polarity) == 71


def test_meanings_that_double_with_every_word_stop() -> None:
    found = READER.read("the dogs " + "of the dogs " * 14 + "slept.")
    assert len(found.polarity) == 45
    assert found.coverage == "none"
    assert "too large" in found.stopped
