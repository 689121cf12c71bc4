"""From drafts to patterns and back: the pattern with the draft's own words is the draft, and with others a like one."""

from __future__ import annotations

import numpy as np
import pytest

from provenli.errors import FragmentError
from provenli.grammar import Derivation, Word
from provenli.library.fragment_shelf import load_file
from provenli.pairs.abstraction import abstracted, refilled
from provenli.pairs.classes import Classes, word_classes
from provenli.pairs.drawn import draft_of
from provenli.pairs.fragment import Draft, Fragment
from provenli.pairs.pattern import Gap
from tests.pairs.test_drawn import toy_file


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Fragment:
    return load_file(toy_file(tmp_path_factory.mktemp("toy")))


@pytest.fixture(scope="module")
def classes(toy: Fragment) -> Classes:
    return word_classes(toy.grammar, toy.theory)


def read(toy: Fragment, text: str) -> Derivation:
    return toy.read(text)[0]


def drafts(toy: Fragment, n: int) -> list[Draft]:
    stream = toy.pairs.draw(np.random.default_rng(0), {"likeness": 3})  # type: ignore[union-attr]
    return [next(stream) for _ in range(n)]


def test_words_put_back_give_the_draft_again(toy: Fragment, classes: Classes) -> None:
    for d in drafts(toy, 200):
        pattern, words = abstracted(d, classes)
        assert pattern.text(pattern.premise, words) == d.premise.text
        assert pattern.text(pattern.hypothesis, words) == d.hypothesis.text
        assert pattern.slots == tuple(classes.of[w] for w in words)
        assert len(set(words)) == len(words)


def test_other_words_give_what_the_grammar_says_of_them(toy: Fragment, classes: Classes) -> None:
    """Articles, capitals and forms come out as if the sentence had been made with these words."""
    rng = np.random.default_rng(1)
    for d in drafts(toy, 200):
        pattern, words = abstracted(d, classes)
        taken: dict[Word, Word] = {}
        for w in words:
            free = [v for v in classes.by_name[classes.of[w]].words if v not in taken.values()]
            taken[w] = free[int(rng.integers(len(free)))]
        new = [taken[w] for w in words]
        for side, pieces in ((d.premise, pattern.premise), (d.hypothesis, pattern.hypothesis)):
            assert pattern.text(pieces, new) == refilled(side, taken).text
            assert toy.read(pattern.text(pieces, new)), "it is a sentence of the grammar"


def test_equal_words_share_a_slot(toy: Fragment, classes: Classes) -> None:
    d = Draft(read(toy, "Every dog ran."), read(toy, "A dog did not run."))
    pattern, words = abstracted(d, classes)
    assert [w.lemma for w in words] == ["dog", "run"]
    assert [p.slot for p in (*pattern.premise, *pattern.hypothesis) if isinstance(p, Gap)] == [0, 1, 0, 1]


def test_articles(toy: Fragment, classes: Classes) -> None:
    pattern, words = abstracted(Draft(read(toy, "An owl ran."), read(toy, "An old owl ran.")), classes)
    dog, young = (next(w for w in toy.grammar.words if w.lemma == n) for n in ("dog", "young"))
    new = [{"owl": dog, "old": young}.get(w.lemma, w) for w in words]
    assert pattern.text(pattern.premise, new) == "A dog ran."
    assert pattern.text(pattern.hypothesis, new) == "A young dog ran."


def test_features(toy: Fragment, classes: Classes) -> None:
    p, h = read(toy, "Every dog ran."), read(toy, "A dog ran.")
    dog = next(w for w in p.words() if w.lemma == "dog")
    every = next(w for w in p.words() if w.lemma == "every")
    d = Draft(p, h, {"noun": dog, "all": [dog, every, 'quote"'], "n": 3, "none": None, "text": "ε"})
    pattern, words = abstracted(d, classes)
    cat = next(w for w in toy.grammar.words if w.lemma == "cat")
    values = {k: pattern.text(v, [cat if w == dog else w for w in words]) for k, v in pattern.features}
    assert values == {"noun": '"cat"', "all": '["cat", "every", "quote\\""]', "n": "3", "none": "null", "text": '"ε"'}


def test_features_that_cannot_be_written(toy: Fragment, classes: Classes) -> None:
    p, h = read(toy, "Every dog ran."), read(toy, "A dog ran.")
    with pytest.raises((FragmentError, TypeError)):
        abstracted(Draft(p, h, {"odd": object()}), classes)


def test_recipes_give_the_draft_again(toy: Fragment, classes: Classes) -> None:
    for d in drafts(toy, 60):
        pattern, _ = abstracted(d, classes)
        again = draft_of(toy, pattern.recipe)
        assert (again.premise.text, again.hypothesis.text) == (d.premise.text, d.hypothesis.text)
        assert (again.premise.meaning, again.hypothesis.meaning) == (d.premise.meaning, d.hypothesis.meaning)
        assert dict(again.features) == dict(d.features)
