from __future__ import annotations

import pytest

from provenli.english.normal_forms import normal_form
from provenli.english.readers import reader_named
from provenli.english.solver import negated_relation
from provenli.english.wordnet import wordnet, wordnet_directory
from provenli.logic.relations import Relation

pytestmark = pytest.mark.skipif(wordnet_directory() is None, reason="no WordNet files on this machine")


def form(sentence: str) -> tuple[str, bool, bool]:
    found = normal_form(reader_named("ccg", "med").read(sentence), wordnet())
    return " ".join(t.low for t in found.tokens), found.negated, found.closed


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("There is no man sawing.", ("a man sawing", True, True)),
        ("Nobody is sawing.", ("someone is sawing", True, True)),
        ("The man is not sawing.", ("the man is sawing", True, True)),
        ("A man is not sawing.", ("a man is sawing", True, False)),
        ("There is a man sawing.", ("a man sawing", False, True)),
        ("A wooden flute is being played by a man.", ("a man is being played a wooden flute", False, True)),
    ],
)
def test_negation_there_and_passives_are_taken_off(sentence: str, expected: tuple[str, bool, bool]) -> None:
    assert form(sentence) == expected


def test_relations_of_negations_come_from_the_cells() -> None:
    assert negated_relation(Relation.FORWARD, True, True) is Relation.REVERSE
    assert negated_relation(Relation.EQUIVALENCE, False, True) is Relation.NEGATION
    assert negated_relation(Relation.FORWARD, False, True) is Relation.ALTERNATION
    assert negated_relation(Relation.INDEPENDENCE, True, False) is Relation.INDEPENDENCE
