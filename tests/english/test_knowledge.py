from __future__ import annotations

from pathlib import Path

import pytest

from provenli.english.knowledge import (
    ABOVE,
    APART,
    BELOW,
    SAME,
    UNKNOWN,
    WordFact,
    WordKnowledge,
    default_knowledge,
    read_fact,
    read_knowledge,
)
from provenli.english.wordnet import wordnet_directory
from provenli.errors import InputError

needs_wordnet = pytest.mark.skipif(wordnet_directory() is None, reason="no WordNet files on this machine")


def fact(kind: str, left: str, right: str) -> WordFact:
    return WordFact(kind, left, right, "test")  # type: ignore[arg-type]


def test_own_facts_are_chained_and_named() -> None:
    k = WordKnowledge((fact("isa", "zorg", "blick"), fact("isa", "blick", "thing"), fact("excludes", "thing", "idea")))
    assert k.relation("zorg", "thing").relation is BELOW
    assert k.relation("thing", "zorg").relation is ABOVE
    assert [f.right for f in k.relation("zorg", "thing").facts] == ["blick", "thing"]
    assert k.relation("zorg", "idea").relation is APART
    assert k.relation("zorg", "cat").relation is UNKNOWN


@needs_wordnet
def test_wordnet_facts_show_senses_and_path() -> None:
    known = default_knowledge().relation("novel", "book")
    assert known.relation is BELOW
    assert "WordNet novel#" in str(known.facts[0])
    assert str(known.facts[0]).startswith("every novel is a book [WordNet")


@needs_wordnet
@pytest.mark.parametrize(
    ("left", "right", "relation"),
    [
        ("sofa", "couch", SAME),
        ("hot", "cold", APART),
        ("berlin", "germany", BELOW),
        ("dog", "cat", UNKNOWN),
        ("crimson", "red", BELOW),
    ],
)
def test_relations(left: str, right: str, relation: object) -> None:
    assert default_knowledge().relation(left, right).relation is relation


@needs_wordnet
def test_what_the_user_says_comes_first() -> None:
    k = default_knowledge([fact("excludes", "novel", "book")])
    assert k.relation("novel", "book").relation is APART


def test_a_file_of_facts(tmp_path: Path) -> None:
    path = tmp_path / "facts.txt"
    path.write_text("# mine\nisa zorg=blick\nsame couch=sofa # both\n\nexcludes cat=dog\n", encoding="utf-8")
    assert [(f.kind, f.left, f.right) for f in read_knowledge(path)] == [
        ("isa", "zorg", "blick"),
        ("same", "couch", "sofa"),
        ("excludes", "cat", "dog"),
    ]


@pytest.mark.parametrize("line", ["zorg", "isa zorg", "isa =blick", "likes zorg=blick"])
def test_a_bad_line_is_told_with_its_place(tmp_path: Path, line: str) -> None:
    path = tmp_path / "facts.txt"
    path.write_text(f"isa a=b\n{line}\n", encoding="utf-8")
    with pytest.raises(InputError, match="line 2: expected"):
        read_knowledge(path)


def test_a_fact_needs_two_words() -> None:
    with pytest.raises(InputError, match="isa: expected two words as novel=book, found 'novel'"):
        read_fact("isa", "novel", "--isa")
