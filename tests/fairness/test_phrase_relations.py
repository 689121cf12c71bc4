"""Values of aligned phrases: what they are for known cases, and that a label they give is the decided one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from provenli.certify.decide import decide
from provenli.fairness.alignment import Pairing, aligned
from provenli.fairness.phrase_relations import Comparing, MadePhrase, Related, Value
from provenli.grammar import Derivation
from provenli.library.fragment_shelf import load_fragment
from provenli.logic.relations import label
from provenli.pairs.classes import word_classes
from provenli.pairs.drawn import Drawn
from provenli.pairs.fragment import Fragment


def comparing(fragment: Fragment) -> Comparing:
    classes = word_classes(fragment.grammar, fragment.theory)
    return Comparing(fragment.theory, classes, fragment.reading.existential_import)


def value_of(c: Comparing, p: Pairing) -> Value:
    if p.leaf:
        premise, hypothesis = (None if s is None or s.word is None else s.word.word for s in p.sides)
        return c.words(premise, hypothesis)
    return c.phrases(MadePhrase(p.kind, p.premise, p.hypothesis), tuple(value_of(c, k) for k in p.children))


def compared(fragment: Fragment, premise: Derivation, hypothesis: Derivation) -> Value:
    return value_of(comparing(fragment), aligned(premise, hypothesis))


@pytest.mark.parametrize(
    ("fragment", "premise", "hypothesis", "relation"),
    [
        ("systematicity", "No animals ran.", "No dogs ran.", "⊏"),
        ("systematicity", "Some dogs which kissed no cats ran.", "Some dogs which kissed no small cats ran.", "⊏"),
        ("systematicity", "Few dogs which kissed no cats ran.", "Few dogs which kissed no small cats ran.", "⊐"),
        ("boolean", "It is not the case that Ann or Bob swam.", "Ann did not swim.", "⊏"),
        ("boolean", "Ann or Bob swam.", "It is not the case that Ann swam.", "⌣"),
        ("boolean", "Ann and Bob swam.", "Ann did not swim.", "|"),
        ("transitivity", "Someone knew that Ann and Bob swam.", "Bob swam.", "⊏"),
        ("transitivity", "Someone hoped that Ann and Bob swam.", "Bob swam.", "#"),
        ("monotonicity_hard", "Every dog ran.", "Not every dog ran.", "^"),
    ],
)
def test_relations_of_sentences(fragment: str, premise: str, hypothesis: str, relation: str) -> None:
    f = load_fragment(fragment)
    found = compared(f, f.read(premise)[0], f.read(hypothesis)[0])
    assert isinstance(found, Related)
    assert found.clauses
    assert str(found.relation) == relation


@pytest.mark.parametrize("name", ["boolean", "transitivity", "negation", "quantifier", "monotonicity_simple"])
def test_a_label_that_the_tree_gives_is_the_decided_one(name: str) -> None:
    """The tree may find nothing where something follows; it never finds what does not follow."""
    fragment = load_fragment(name)
    maker = fragment.pairs
    assert isinstance(maker, Drawn)
    # Of the wide designs, whose pairs are of all kinds; few labels of Richardson et al. 2020's own come from one place.
    options = {o.name: "wide" if o.name == "design" else o.default for o in maker.options}
    drafts = maker.draw(np.random.default_rng(5), options)
    c, found = comparing(fragment), 0
    for _, d in zip(range(40), drafts, strict=False):
        value = value_of(c, aligned(d.premise, d.hypothesis))
        if isinstance(value, Related) and value.relation is not None and label(value.relation) != "neutral":
            verdict = decide([d.premise.meaning], d.hypothesis.meaning, fragment.theory, fragment.reading)
            assert verdict.label == label(value.relation), (d.premise.text, d.hypothesis.text)
            found += 1
    assert found > 3


@settings(max_examples=30)
@given(st.integers(0, 2**32 - 1))
def test_words_of_one_class_do_not_matter(seed: int) -> None:
    """The same sentences over other words have the same values above the words."""
    from provenli.pairs.abstraction import refilled

    fragment = load_fragment("systematicity")
    c, rng = comparing(fragment), np.random.default_rng(seed)
    d = [fragment.read(t)[0] for t in ("No dogs which hit some cats ran.", "No dogs which hit some small cats ran.")]
    words = {w: rng.choice(c.classes.by_name[c.classes.of[w]].words) for w in d[0].words() if w in c.classes.of}  # type: ignore[arg-type]
    if len(set(words.values())) == len(words):
        other = [refilled(x, words) for x in d]
        assert value_of(c, aligned(*d)) == value_of(c, aligned(*other))
