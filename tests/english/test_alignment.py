from __future__ import annotations

from provenli.english.alignment import Stretch, align
from provenli.english.pair_tokens import PairToken


def tokens(text: str) -> tuple[PairToken, ...]:
    return tuple(PairToken(w, frozenset({w}), (w,), w, "NOUN", k, 1) for k, w in enumerate(text.split()))


def stretches(left: str, right: str) -> list[tuple[str, str]]:
    a, b = tokens(left), tokens(right)
    return [
        (" ".join(t.low for t in a[s.first : s.end]), " ".join(t.low for t in b[s.first_h : s.end_h]))
        for s in align(a, b)
    ]


def test_equal_sentences_differ_nowhere() -> None:
    assert align(tokens("dogs run"), tokens("dogs run")) == ()


def test_insertions_deletions_and_substitutions_are_told_apart() -> None:
    assert stretches("dogs run", "big dogs run") == [("", "big")]
    assert stretches("big dogs run fast", "big dogs run") == [("fast", "")]
    assert stretches("dogs run", "cats run") == [("dogs", "cats")]


def test_a_gap_stays_in_one_piece() -> None:
    assert stretches("a b c d e", "a e") == [("b c d", "")]


def test_nothing_in_common_is_one_stretch() -> None:
    assert align(tokens("a b"), tokens("c d")) == (Stretch(0, 2, 0, 2),)
