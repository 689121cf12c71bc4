"""Algorithm 1 of Richardson et al. 2020 and replacement with agreement."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from provenli.certify.decide import decide
from provenli.grammar import Derivation
from provenli.library.fragments.monotonicity.knowledge import SayableSentences, relative_clauses
from provenli.library.fragments.monotonicity.pairs import Premises, sensible
from provenli.library.fragments.monotonicity_hard import FRAGMENT
from provenli.library.fragments.monotonicity_simple import FRAGMENT as SIMPLE
from provenli.pairs.agreement import fit, put
from provenli.pairs.search import Derived, Substituted, search, stroll, substitute

KNOWLEDGE = SayableSentences(FRAGMENT.grammar, 3)


def read(text: str) -> Derivation:
    return FRAGMENT.read(text)[0]


def texts(premise: str, depth: int = 1) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {"entailment": set(), "neutral": set(), "contradiction": set()}
    for f in search(read(premise), KNOWLEDGE, depth):
        found[f.label].add(f.sentence.text)
    return found


def premises(seed: int, clauses: int = 2) -> Derivation:
    rng = np.random.default_rng(seed)
    made = Premises(FRAGMENT.grammar, rng)
    while True:
        d = made.sentence(int(rng.integers(clauses + 1)))
        if sensible(d) and KNOWLEDGE.accepts(d):
            return d


# --- agreement --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "address", "determiner", "expected"),
    [
        ("Every dog who was happy ran.", "0.0", "all", "All dogs who were happy ran."),
        ("All dogs were happy.", "0.0", "a", "A dog was happy."),
        ("All old animals were happy.", "0.0", "a", "An old animal was happy."),
        ("At least 1 dog was not sad.", "0.0", "at least 2", "At least 2 dogs were not sad."),
        ("Every dog saw a cat who was sad.", "1.0.1.0", "several", "Every dog saw several cats who were sad."),
        ("Every dog who a cat saw was sad.", "0.1.1.1.0", "most", "Every dog who most cats saw was sad."),
    ],
)
def test_what_is_around_a_determiner_agrees(text: str, address: str, determiner: str, expected: str) -> None:
    leaf = next(x for x in FRAGMENT.grammar.leaves("Det") if x.word.lemma == determiner)
    made = put(read(text), address, leaf)
    assert made is not None
    assert made.text == expected
    assert expected in {d.text for d in FRAGMENT.read(expected)}


def test_what_has_no_such_form_does_not_fit() -> None:
    d = read("Every dog ran.")
    every = d.at("0.0")
    assert fit(FRAGMENT.grammar, every, "Det[num=pl]") is None
    assert fit(FRAGMENT.grammar, d.at("0"), "NP[anim=yes,num=pl]") is None
    assert put(d, "1", every) is None


# --- the algorithm ----------------------------------------------------------------------------------------------------


def test_the_examples_of_the_paper() -> None:
    """Section "The Monotonicity Fragments" and Figure 1: all↑ dogs↓ danced↑."""
    found = texts("All dogs danced.")
    assert {"All poodles danced.", "All dogs moved.", "Some dogs danced.", "All old dogs danced."} <= (
        found["entailment"]
    )
    assert {"All mammals danced.", "All dogs waltzed."} <= found["neutral"]
    assert {"No dogs danced.", "All dogs did not dance.", "Some but not all dogs danced."} <= found["contradiction"]
    assert "All dogs slept." in found["contradiction"]


def test_directions_turn_round_under_no() -> None:
    found = texts("No dog moved.")
    assert {"No poodle moved.", "No dog danced.", "At most 1 dog moved."} <= found["entailment"]
    assert "No mammal moved." in found["neutral"]
    assert not found["entailment"] & found["neutral"]


def test_equal_determiners_are_inferences_everywhere_and_never_neutral() -> None:
    found = texts("Exactly 2 dogs saw every cat.")
    assert {"Exactly 2 dogs saw all cats.", "Exactly 2 dogs saw each cat."} <= found["entailment"]
    assert "Exactly 2 dogs saw all cats." not in found["neutral"]


def test_a_derived_contradiction_that_can_be_true_together() -> None:
    """Two steps: each ≤ a, then the main verb negated. A published pair; two quadrupeds make it neutral."""
    premise, hypothesis = "Some quadruped inspected each black bat.", "Some quadruped did not inspect a black bat."
    found = next(f for f in search(read(premise), KNOWLEDGE, 2) if f.sentence.text == hypothesis)
    assert (found.label, found.steps) == ("contradiction", ("determiner:up", "verb:negated"))
    verdict = decide([read(premise).meaning], found.sentence.meaning, FRAGMENT.theory, FRAGMENT.reading)
    assert verdict.label == "neutral"


def test_depth_one_is_substitute_and_more_depth_only_adds() -> None:
    simple = SayableSentences(SIMPLE.grammar, 0)
    premise = SIMPLE.read("Some poodle ran.")[0]

    def known(found: Substituted) -> tuple[str, str]:
        return found.label, found.sentence.text

    one, two = (list(search(premise, simple, depth)) for depth in (1, 2))
    assert list(map(known, one)) == list(map(known, substitute(premise, simple)))
    assert set(map(known, one)) < set(map(known, two))
    assert {len(f.steps) for f in two} == {1, 2}
    assert premise.text not in {f.sentence.text for f in two}
    assert [(f.sentence.text, f.steps) for f in two] == [(f.sentence.text, f.steps) for f in search(premise, simple, 2)]


@settings(max_examples=25)
@given(st.integers(0, 10**6))
def test_substitution_gives_sentences_of_the_grammar(seed: int) -> None:
    """They are read back, with the attachment that was meant first."""
    d = premises(seed)
    found = list(substitute(d, KNOWLEDGE))
    rng = np.random.default_rng(seed)
    for k in rng.permutation(len(found))[:8]:
        made = found[k].sentence
        assert FRAGMENT.read(made.text)[0].meaning == made.meaning
        assert relative_clauses(made) <= 3


@settings(max_examples=20)
@given(st.integers(0, 10**6))
def test_single_inferences_are_entailments(seed: int) -> None:
    """No exception is known: what noun phrases of the hypothesis presuppose is granted. Chains are another matter."""
    d = premises(seed, clauses=1)
    found = [f for f in substitute(d, KNOWLEDGE) if f.label == "entailment"]
    rng = np.random.default_rng(seed)
    for k in rng.permutation(len(found))[:4]:
        h = found[k].sentence
        assert decide([d.meaning], h.meaning, FRAGMENT.theory, FRAGMENT.reading).label == "entailment", h.text


def test_a_chain_of_inferences_can_fail() -> None:
    """Good rabbits are presupposed half-way only: the hypothesis is about good mammals."""
    premise, steps = read("Every rabbit moved."), ("Every good rabbit moved.", "Some good rabbit moved.")
    here = premise
    for text in (*steps, "Some good mammal moved."):
        found = {f.sentence.text: f for f in substitute(here, KNOWLEDGE) if f.label == "entailment"}
        here = found[text].sentence
    assert decide([premise.meaning], here.meaning, FRAGMENT.theory, FRAGMENT.reading).label == "neutral"


# --- random ways ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("label", ["entailment", "neutral", "contradiction"])
def test_a_stroll_stays_on_the_tree(label: Derived) -> None:
    simple = SayableSentences(SIMPLE.grammar, 0)
    premise = SIMPLE.read("Some poodle ran.")[0]
    tree = {(f.label, f.sentence.text) for f in search(premise, simple, 2)}
    for seed in range(30):
        found = stroll(premise, simple, 2, label, np.random.default_rng(seed))
        if found is not None:
            assert found.label == label
            assert len(found.steps) == 2
            assert (label, found.sentence.text) in tree


def test_a_stroll_repeats_itself_by_seed() -> None:
    premise = read("Every dog who saw a cat ran.")
    for seed in range(10):
        first, second = (stroll(premise, KNOWLEDGE, 3, "neutral", np.random.default_rng(seed)) for _ in "12")
        assert (first and first.sentence.text) == (second and second.sentence.text)


def test_strolls_take_all_kinds_of_steps() -> None:
    premise = read("Every old dog who ran saw a cat with strong smell.")
    rng = np.random.default_rng(0)
    kinds: Counter[str] = Counter()
    for _ in range(60):
        found = stroll(premise, KNOWLEDGE, 2, "entailment", rng)
        if found is not None:
            kinds.update(found.steps)
    assert {"noun:up", "noun:down", "determiner:up", "determiner:same", "drop:phrase"} <= set(kinds)
