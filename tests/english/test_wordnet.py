from __future__ import annotations

from pathlib import Path

import pytest

from provenli.english.wordnet import wordnet, wordnet_directory
from provenli.errors import InputError

pytestmark = pytest.mark.skipif(wordnet_directory() is None, reason="no WordNet files on this machine")


def test_senses_come_in_their_order_and_know_what_is_above() -> None:
    net = wordnet()
    poodle, dog = net.senses("poodle", "n")[0], net.senses("dog", "n")[0]
    way = net.ancestors(poodle)[dog.pos, dog.offset]
    assert [s.words[0] for s in way] == ["dog"]
    assert (poodle.pos, poodle.offset) not in net.ancestors(dog)


def test_irregular_and_regular_forms_have_their_bases() -> None:
    net = wordnet()
    assert net.base_forms("wolves", "n") == ("wolf",)
    assert "see" in net.base_forms("saw", "v")
    assert net.base_forms("dogs", "n")[0] == "dog"
    assert net.base_forms("zzzs", "n") == ()


@pytest.mark.parametrize("word", ["a", "zygote", "'hood", "ice cream", "dog"])
def test_the_first_the_last_and_others_are_found_by_halving(word: str) -> None:
    assert wordnet().senses(word, "n")


def test_opposites_are_of_this_very_word() -> None:
    assert "cold" in wordnet().antonyms("hot", "a")
    assert wordnet().antonyms("dog", "n") == frozenset()


def test_counts_tell_a_verb_from_a_noun() -> None:
    counts = wordnet().counts("run")
    assert counts["v"] > counts["n"]


def test_no_files_is_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("WORDNET", str(tmp_path))
    with pytest.raises(InputError, match=r"no WordNet at .*apt install wordnet-base"):
        wordnet()
