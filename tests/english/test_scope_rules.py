"""Scope over trees written by hand: no parser is needed."""

from __future__ import annotations

import pytest

from provenli.english.dependencies import DependencyTree, ParsedWord
from provenli.english.scope_rules import scopes, signs

MARKS = {1: "+", -1: "-", 0: "="}


def tree(rows: str) -> DependencyTree:
    """A word a line: text, tag, relation, place of the head."""
    words, start = [], 0
    for k, line in enumerate(rows.strip().split("\n")):
        text, tag, dep, head = line.split()
        words.append(ParsedWord(k, text, text.lower(), tag, dep, int(head), start, start + len(text)))
        start += len(text) + 1
    return DependencyTree(" ".join(w.text for w in words), tuple(words))


def polarity(rows: str) -> str:
    t = tree(rows)
    return "".join(MARKS[s] for s in signs(t, scopes(t)))


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ("Every DT det 1\ndog NN nsubj 2\nran VBD ROOT 2", "+-+"),
        ("No DT det 1\ndog NN nsubj 2\nran VBD ROOT 2", "+--"),
        ("Most JJS amod 1\ndogs NNS nsubj 2\nran VBD ROOT 2", "+=+"),
        ("Tom NNP nsubj 3\ndid VBD aux 3\nnot RB neg 3\nrun VB ROOT 3\nfast RB advmod 3", "+-+--"),
        ("If IN mark 2\nTom NNP nsubj 2\nruns VBZ advcl 4\nwe PRP nsubj 4\nwin VBP ROOT 4", "+--++"),
        ("He PRP nsubj 1\nate VBD ROOT 1\nwithout IN prep 1\nsalt NN pobj 2", "+++-"),
        ("Not RB neg 1\nevery DT det 2\ndog NN nsubj 3\nran VBD ROOT 3", "+-+-"),
        ("Exactly RB advmod 1\ntwo CD nummod 2\ndogs NNS nsubj 3\nran VBD ROOT 3", "+==="),
        ("I PRP nsubj 1\nhave VBP ROOT 1\nno DT det 3\nmoney NN dobj 1", "+-+-"),
    ],
)
def test_polarity_by_scope(rows: str, expected: str) -> None:
    assert polarity(rows) == expected


def test_no_more_than_is_one_operator() -> None:
    t = tree("No DT det 4\nmore JJR amod 3\nthan IN quantmod 3\nfive CD nummod 4\ndogs NNS nsubj 5\nran VBD ROOT 5")
    assert [s.name for s in scopes(t)] == ["no more than"]


def test_any_is_every_only_where_nothing_licenses_it() -> None:
    free = tree("Any DT det 1\ndog NN nsubj 2\nruns VBZ ROOT 2")
    under = tree("Tom NNP nsubj 3\ndid VBD aux 3\nnot RB neg 3\nsee VB ROOT 3\nany DT det 5\ndog NN dobj 3")
    assert [s.name for s in scopes(free)] == ["any"]
    assert [s.name for s in scopes(under)] == ["not"]


def test_what_but_introduces_is_not_negated() -> None:
    t = tree(
        "Tom NNP nsubj 1\nis VBZ ROOT 1\nnot RB neg 1\na DT det 4\ncook NN attr 1\n"
        "but CC cc 4\na DT det 7\nwaiter NN conj 4"
    )
    found = signs(t, scopes(t))
    assert (found[4], found[7]) == (-1, 1)


def test_over_bounds_a_number_and_no_fence() -> None:
    fence = tree("He PRP nsubj 1\njumped VBD ROOT 1\nover IN prep 1\na DT det 4\nfence NN pobj 2")
    people = tree("Over IN quantmod 2\na DT quantmod 2\nhundred CD nummod 3\nmen NNS nsubj 4\nran VBD ROOT 4")
    assert scopes(fence) == ()
    assert [s.name for s in scopes(people)] == ["over"]
