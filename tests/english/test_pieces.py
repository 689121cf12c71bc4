"""Words between spaces, and their pieces."""

from __future__ import annotations

import pytest

from provenli.english.pieces import pieces_of, words_of


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("doesn't", ["does", "n't"]),
        ("can't", ["can", "n't"]),
        ("won't", ["will", "n't"]),
        ("cannot", ["can", "not"]),
        ("Tom's", ["Tom", "'s"]),
        ("boys' room", ["boys", "'s", "room"]),
        ("dogs, cats", ["dogs", ",", "cats"]),
        ("dogs.", ["dogs"]),
        ('"No," he said', ["No", ",", "he", "said"]),
        ("it’s", ["it", "'s"]),
        ("well-known", ["well-known"]),
    ],
)
def test_pieces(text: str, pieces: list[str]) -> None:
    assert [p.text for p in pieces_of(tuple(text.split()))] == pieces


def test_words_know_their_place() -> None:
    assert words_of("No  dog ") == (("No", 0, 2), ("dog", 4, 7))
