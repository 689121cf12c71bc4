"""Aligned trees: nothing of either sentence is lost, and what is alike stands side by side."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from provenli.fairness.alignment import Pairing, aligned
from provenli.grammar import Derivation, sample
from provenli.library.fragment_shelf import load_fragment

FRAGMENTS = ("boolean", "systematicity", "monotonicity_hard", "transitivity", "negation", "comparative")


def read(fragment: str, text: str) -> Derivation:
    return load_fragment(fragment).read(text)[0]


def words_of(p: Pairing, side: int) -> list[str]:
    own = p.sides[side]
    here = [own.word.form.text] if own is not None and own.word is not None else []
    return [*here, *(w for c in p.children for w in words_of(c, side))]


def pairs_of(p: Pairing) -> list[tuple[str, str]]:
    def text(side: int) -> str:
        own = p.sides[side]
        return own.word.form.text if own is not None and own.word is not None else "ε"

    return [(text(0), text(1))] if p.leaf else [x for c in p.children for x in pairs_of(c)]


@pytest.mark.parametrize(
    ("fragment", "premise", "hypothesis", "expected"),
    [
        (
            "boolean",
            "Ann, Bob, and Tom swam.",
            "Bob swam.",
            [("Ann", "ε"), ("Bob", "Bob"), ("and", "ε"), ("Tom", "ε"), ("swam", "swam")],
        ),
        ("boolean", "It is not the case that Ann swam.", "Ann did not swim.", [("Ann", "Ann"), ("swam", "swim")]),
        (
            "transitivity",
            "Someone knew that Ann swam.",
            "Ann swam.",
            [("someone", "ε"), ("knew", "ε"), ("Ann", "Ann"), ("swam", "swam")],
        ),
        (
            "systematicity",
            "No dogs ran.",
            "No small dogs ran.",
            [("no", "no"), ("ε", "small"), ("dogs", "dogs"), ("ran", "ran")],
        ),
        ("systematicity", "No dogs ran.", "No animals ran.", [("no", "no"), ("dogs", "animals"), ("ran", "ran")]),
        (
            "negation",
            "Dave visited Israel, Bill visited Russia and Anna visited Peru.",
            "Bill did not visit Russia.",
            [("Dave", "ε"), ("Israel", "ε"), ("Bill", "Bill"), ("Russia", "Russia"), ("Anna", "ε"), ("Peru", "ε")],
        ),
    ],
)
def test_what_stands_beside_what(fragment: str, premise: str, hypothesis: str, expected: list[tuple[str, str]]) -> None:
    assert pairs_of(aligned(read(fragment, premise), read(fragment, hypothesis))) == expected


@given(st.sampled_from(FRAGMENTS), st.integers(0, 2**32 - 1))
def test_every_word_of_both_sentences_is_in_the_tree_once(fragment: str, seed: int) -> None:
    rng, grammar = np.random.default_rng(seed), load_fragment(fragment).grammar
    premise, hypothesis = (sample(grammar, rng, 1) for _ in range(2))
    tree = aligned(premise, hypothesis)
    for side, d in enumerate((premise, hypothesis)):
        assert Counter(words_of(tree, side)) == Counter(leaf.form.text for _, leaf in d.leaves())


@given(st.sampled_from(FRAGMENTS), st.integers(0, 2**32 - 1))
def test_a_sentence_beside_itself_has_every_word_beside_itself(fragment: str, seed: int) -> None:
    d = sample(load_fragment(fragment).grammar, np.random.default_rng(seed), 1)
    tree = aligned(d, d)
    assert all(p == h for p, h in pairs_of(tree))
    assert all(" / " not in n.kind and "beside" not in n.kind for n in tree.nodes())


@given(st.sampled_from(FRAGMENTS), st.integers(0, 2**32 - 1))
def test_each_side_is_built_from_its_own_parts(fragment: str, seed: int) -> None:
    """The rules and children of a side, taken alone, are the derivation again: its meaning follows from them."""
    rng, grammar = np.random.default_rng(seed), load_fragment(fragment).grammar
    sentences = [sample(grammar, rng, 1) for _ in range(2)]
    tree = aligned(sentences[0], sentences[1])
    for side, d in enumerate(sentences):
        assert rebuilt(tree, side) == d.root


def rebuilt(p: Pairing, side: int) -> object:
    from provenli.grammar import Branch, Particle

    own = p.sides[side]
    assert own is not None
    if own.word is not None:
        return own.word
    parts = [rebuilt(p.children[k], side) for k in own.parts]
    if own.rule is None:
        return parts[0]
    waiting = iter(parts)
    children = tuple(i if isinstance(i, Particle) else next(waiting) for i in own.rule.right)
    return Alike(own.rule, children, Branch)


class Alike:
    """Equal to a branch with this rule and these children, whatever features its category has."""

    def __init__(self, rule: object, children: tuple[object, ...], kind: type) -> None:
        self.rule, self.children, self.kind = rule, children, kind

    def __eq__(self, other: object) -> bool:
        return isinstance(other, self.kind) and other.rule == self.rule and list(self.children) == list(other.children)  # type: ignore[attr-defined]

    def __hash__(self) -> int:
        return hash(self.rule)
