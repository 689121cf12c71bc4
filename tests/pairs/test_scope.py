"""'did not see some cats': which sentences English hears in two ways, and that all fragments take the same one."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

from provenli.library.fragment_shelf import FRAGMENTS, load_fragment
from provenli.pairs.drawn import Drawn
from provenli.pairs.entails import entails
from provenli.pairs.scope import ambiguous, other_scope

HARD, QUANTIFIER = "monotonicity_hard", "quantifier"


@pytest.mark.parametrize(
    ("fragment", "sentence", "two_ways"),
    [
        (HARD, "A dog did not see some cats.", True),
        (HARD, "A dog did not stare at several cats.", True),
        (HARD, "No dog who did not see a few cats ran.", True),
        (HARD, "Every dog did not move away from some but not all cats.", True),
        (HARD, "A dog did not see every cat.", False),
        (HARD, "A dog did not see a cat.", False),
        (HARD, "A dog saw some cats who did not run.", False),
        (HARD, "A dog who did not run saw some cats.", False),
        (HARD, "Some dogs did not run.", False),
        (QUANTIFIER, "Tim did not visit someone.", True),
        (QUANTIFIER, "Tim has not visited some place.", True),
        (QUANTIFIER, "Tim did not visit anyone.", False),
        (QUANTIFIER, "Someone did not visit Cuba.", False),
    ],
)
def test_what_is_heard_in_two_ways(fragment: str, sentence: str, two_ways: bool) -> None:
    found = load_fragment(fragment)
    d = found.read(sentence)[0]
    assert found.other_scope is not None
    assert ambiguous(d) == two_ways
    assert (other_scope(d, found.other_scope) is not None) == two_ways


@pytest.mark.parametrize(
    ("fragment", "none", "some_not"),
    [
        (HARD, "A dog saw no cat.", "A dog did not see every cat."),
        (QUANTIFIER, "Tim did not visit anyone.", "Tim did not visit every person."),
    ],
)
def test_all_fragments_take_the_negation_first(fragment: str, none: str, some_not: str) -> None:
    said = "A dog did not see some cats." if fragment == HARD else "Tim did not visit someone."
    found = load_fragment(fragment)
    for hypothesis, taken, other in ((none, "entailment", "neutral"), (some_not, None, "entailment")):
        answer = entails(found, said, hypothesis)
        assert taken is None or answer.label == taken
        assert answer.other_scope is not None
        assert answer.other_scope.label == other
        assert answer.ambiguous == (answer.label != other)


def test_a_sentence_with_one_scope_has_no_other() -> None:
    assert entails(load_fragment(HARD), "A dog saw some cats.", "A dog saw a cat.").other_scope is None


@pytest.mark.parametrize("name", sorted(FRAGMENTS))
def test_what_is_drawn_and_ambiguous_has_another_scope(name: str) -> None:
    """So no fragment draws such sentences without saying how else they are heard."""
    fragment = load_fragment(name)
    if not isinstance(fragment.pairs, Drawn):
        return
    options = {o.name: o.default for o in fragment.pairs.options}
    drafts = islice(fragment.pairs.draw(np.random.default_rng(0), options), 60)
    for d in (d for draft in drafts for d in (draft.premise, draft.hypothesis)):
        if ambiguous(d):
            assert fragment.other_scope is not None, d.text
            assert other_scope(d, fragment.other_scope) is not None, d.text
