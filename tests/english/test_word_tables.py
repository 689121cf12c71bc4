"""The tables of words: every category can be read, every meaning is there."""

from __future__ import annotations

from provenli.english.categories import category
from provenli.english.determiners import PLAIN, SHARES
from provenli.english.meanings import SENSES
from provenli.english.word_tables import determiners, listed, words_in

KINDS = {*PLAIN, *SHARES, "any", "many", "the", "poss"}


def test_every_row_has_a_category_and_a_meaning_that_are_known() -> None:
    for word, rows in listed().items():
        for text, sense, _ in rows:
            assert str(category(text)), word
            assert sense.partition(":")[0] in SENSES, (word, sense)


def test_determiners_are_of_known_kinds() -> None:
    for place in ("determiner", "before of", "before a noun phrase"):
        assert set(determiners(place).values()) <= KINDS
    assert {kind.rpartition(" ")[0] for kind in determiners("pronoun").values()} <= KINDS


def test_tables_1_and_2_of_the_paper_are_in() -> None:
    """Yanaka et al. 2019."""
    for word in [
        "every",
        "each",
        "all",
        "some",
        "a",
        "many",
        "several",
        "any",
        "no",
        "few",
        "the",
        "both",
        "most",
        "this",
        "that",
    ]:
        assert any(sense.startswith("determiner") for _, sense, _ in listed()[word]), word
    for word in [
        "not",
        "n't",
        "never",
        "scarcely",
        "hardly",
        "rarely",
        "seldom",
        "without",
        "except",
        "but",
        "if",
        "when",
        "unless",
    ]:
        assert word in listed()
    assert {"deny", "prohibit", "avoid"} <= words_in("downward verbs")
    assert any(sense == "lack" for _, sense, _ in listed()["absence"])
