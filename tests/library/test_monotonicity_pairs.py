"""The pairs of the two monotonicity fragments of Richardson et al. 2020: drafts, orders, paraphrases."""

from __future__ import annotations

import re
from collections import Counter
from itertools import islice, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from provenli.certify import kernel
from provenli.certify.certificates import Problem
from provenli.certify.decide import decide
from provenli.grammar import Grammar, noun
from provenli.library.fragments import monotonicity_hard, monotonicity_simple
from provenli.library.fragments.monotonicity import grammar as animals
from provenli.library.fragments.monotonicity.knowledge import (
    BELOW,
    CONTRARIES,
    CONTRARY,
    EQUAL,
    GREATER,
    LESS,
    relative_clauses,
)
from provenli.library.fragments.monotonicity.pairs import determiners, drafts, kind_of_determiner
from provenli.logic.theory import Clause
from provenli.pairs.abstraction import refilled
from provenli.pairs.classes import renamed_words, word_classes
from provenli.pairs.drawn import Drawn
from provenli.pairs.fragment import Draft, Fragment
from provenli.pairs.parts import Part
from tests.library.checked import label
from tests.library.test_monotonicity_hard import check_english

HARD, SIMPLE = monotonicity_hard.FRAGMENT, monotonicity_simple.FRAGMENT
MOST = {"monotonicity_hard": 3, "monotonicity_simple": 1}
both = pytest.mark.parametrize("fragment", [SIMPLE, HARD], ids=lambda f: f.name)


PARAPHRASED = Part("paraphrased_dev", 1000, renamed=animals.PARAPHRASES)


def drawn(fragment: Fragment, seed: int, count: int, search: tuple[int, int] = (1, 3)) -> list[Draft]:
    assert isinstance(fragment.pairs, Drawn)
    return list(islice(fragment.pairs.draw(np.random.default_rng(seed), {"search": search}), count))


# --- drafts -----------------------------------------------------------------------------------------------------------


@both
def test_drafts_are_those_of_their_seed(fragment: Fragment) -> None:
    def told(seed: int) -> list[tuple[str, str]]:
        return [(d.premise.text, d.hypothesis.text) for d in drawn(fragment, seed, 20)]

    assert told(1) == told(1)
    assert told(1) != told(2)


@both
@settings(max_examples=15)
@given(seed=st.integers(0, 10**6))
def test_drafts_are_english_and_mean_what_a_reader_takes_them_to_mean(fragment: Fragment, seed: int) -> None:
    for draft in drawn(fragment, seed, 8):
        assert draft.premise.text != draft.hypothesis.text
        for d in (draft.premise, draft.hypothesis):
            check_english(d.text)
            assert not any(x == y for x, y in pairwise(d.text.split())), d.text
            assert not re.search(r"did not [a-z ]+? no ", d.text.partition(" who ")[0]), d.text
            assert fragment.read(d.text)[0].meaning == d.meaning
            assert relative_clauses(d) <= MOST[fragment.name]


@both
def test_features_and_cells(fragment: Fragment) -> None:
    found = drawn(fragment, 3, 300)
    names = {"depth", "relative_clauses", "determiners", "substitutions", "search_depth"}
    for d in found:
        assert set(d.features) == names
        clauses = max(relative_clauses(d.premise), relative_clauses(d.hypothesis))
        assert (d.features["relative_clauses"], d.cell) == (clauses, f"{clauses} relative clauses")
        assert d.features["depth"] == clauses
        assert d.features["search_depth"] == len(d.features["substitutions"])
        assert d.features["determiners"] == determiners(d.premise)
    assert {d.features["relative_clauses"] for d in found} == set(range(MOST[fragment.name] + 1))
    assert {d.features["search_depth"] for d in found} == {1, 2, 3}


def test_the_option_search() -> None:
    assert {d.features["search_depth"] for d in drawn(HARD, 0, 40, (2, 2))} == {2}


FOURTEEN = {
    "every",
    "all",
    "each",
    "a",
    "many",
    "several",
    "few",
    "most",
    "the",
    "some but not all",
    "no",
    "at least n",
    "at most n",
    "exactly n",
}


def test_determiners() -> None:
    """`some` is listed in the figure's orders, as equal to `a`, not among its determiners."""
    hard, simple = (
        Counter(kind_of_determiner(x) for d in drawn(f, 4, 400) for x in determiners(d.premise)) for f in (HARD, SIMPLE)
    )
    assert set(hard) == {*FOURTEEN, "some"}
    assert set(simple) == {"every", "some", "no", "most", "exactly n"}
    assert min(hard.values()) > sum(hard.values()) / 60


@both
def test_labels_are_decided_and_none_is_rare(fragment: Fragment) -> None:
    labels: Counter[str] = Counter()
    for d in drawn(fragment, 6, 120):
        problem = Problem((d.premise.meaning,), d.hypothesis.meaning, fragment.theory, fragment.reading)
        verdict = decide(problem.premises, problem.hypothesis, problem.theory, problem.reading)
        assert kernel.check(problem, verdict) == (), d.premise.text  # on nobody's word
        labels[verdict.label] += 1
    assert set(labels) == {"entailment", "neutral", "contradiction"}, labels
    assert min(labels.values()) >= 0.15 * 120, labels


def test_every_label_is_derived() -> None:
    assert {d.derived for d in drawn(SIMPLE, 0, 60)} == {"entailment", "neutral", "contradiction"}


# --- orders -----------------------------------------------------------------------------------------------------------


def phrase(determiner: str) -> str:
    found = [x for x in HARD.grammar.leaves("Det", sample=False) if x.word.lemma == determiner]
    return f"{determiner} {'dog' if 'sg' in found[0].category else 'dogs'}"


@pytest.mark.parametrize(("lower", "upper"), [pair for pair in BELOW if "6" not in f"{pair}"])
def test_determiners_are_ordered_as_listed(lower: str, upper: str) -> None:
    assert label(HARD, f"{phrase(lower)} ran.", f"{phrase(upper)} ran.") == "entailment"
    assert label(HARD, f"{phrase(upper)} ran.", f"{phrase(lower)} ran.") == "neutral"


@pytest.mark.parametrize(("one", "other"), [pair for pair in CONTRARY if "6" not in f"{pair}"])
def test_contrary_determiners_exclude_each_other(one: str, other: str) -> None:
    assert label(HARD, f"{phrase(one)} ran.", f"{phrase(other)} ran.") == "contradiction"


@pytest.mark.parametrize("group", EQUAL)
def test_equal_determiners(group: tuple[str, ...]) -> None:
    for x in group:
        for y in group:
            assert label(HARD, f"{phrase(x)} ran.", f"{phrase(y)} ran.") == "entailment"


def test_orders_are_closed_and_strict() -> None:
    assert {"mammal", "animal", "dog"} == GREATER["poodle"]
    assert {"waltz"} == LESS["dance"]
    assert {"most", "some", "a", "at least 1"} == GREATER["all"]
    assert {"sleep"} == CONTRARIES["run"]
    for x, above in GREATER.items():
        assert x not in above
        assert not any(x in GREATER.get(y, ()) for y in above)


# --- paraphrases ------------------------------------------------------------------------------------------------------


def swapped(clause: Clause) -> Clause:
    names = {a.replace(" ", "_"): b.replace(" ", "_") for a, b in animals.PARAPHRASES.items()}
    names |= {b: a for a, b in names.items()}
    return Clause(*(frozenset(names.get(n, n) for n in part) for part in (clause.body, clause.head)), clause.arity)


def test_exchanging_words_and_paraphrases_changes_nothing() -> None:
    clauses = set(HARD.theory.clauses)
    assert {swapped(c) for c in clauses} == clauses
    assert all(swapped(swapped(c)) == c for c in clauses)
    assert set(animals.FIGURE_8) < clauses


@both
def test_every_noun_and_verb_has_a_paraphrase_of_its_own(fragment: Fragment) -> None:
    kinds = ("N[", "NSmell", "IV", "TV")
    words = {w.lemma: w for w in fragment.grammar.words if w.forms[0].category.startswith(kinds)}
    sampled = {lemma for lemma, w in words.items() if w.sample}
    assert sampled == set(animals.PARAPHRASES)
    assert set(words) - sampled == set(animals.PARAPHRASES.values())
    tokens = [
        {t for x in lemmas for f in words[x].forms for t in f.text.split()}
        for lemmas in (animals.PARAPHRASES, animals.PARAPHRASES.values())
    ]
    assert tokens[0] & tokens[1] == {"from"}
    assert len(renamed_words(fragment.grammar, fragment.theory, PARAPHRASED)) == len(sampled)


@both
def test_paraphrased_drafts_have_the_same_label(fragment: Fragment) -> None:
    words = renamed_words(fragment.grammar, fragment.theory, PARAPHRASED)
    for d in drawn(fragment, 8, 12):
        p, h = (refilled(x, words) for x in (d.premise, d.hypothesis))
        assert fragment.read(p.text)[0].meaning == p.meaning
        assert not {w.lemma for w in (*p.words(), *h.words())} & set(animals.PARAPHRASES)
        before, after = (
            decide([x.meaning], y.meaning, fragment.theory, fragment.reading).label
            for x, y in ((d.premise, d.hypothesis), (p, h))
        )
        assert before == after


def test_words_of_one_class() -> None:
    """Brown and black fill no slot: 'brown or black' names both."""
    classes = {frozenset(w.lemma for w in c.words) for c in word_classes(HARD.grammar, HARD.theory).by_name.values()}
    assert {"old", "young", "newborn"} in classes
    assert {"cat", "rabbit", "bat", "horse", "stallion", "badger"} in classes
    assert {"move towards", "move away from"} in classes
    assert not {"brown", "black", "good"} & frozenset().union(*classes)


def test_parts_have_the_sizes_of_the_paper() -> None:
    sizes = [{p.name: p.size for p in f.pairs.parts} for f in (SIMPLE, HARD) if f.pairs]
    assert sizes == [{"train": 3000, "dev": 1000, "test": 1000, "paraphrased_dev": 1000}] * 2


def test_a_grammar_without_relative_clauses_in_its_data() -> None:
    """The maker takes any grammar with these rules and words."""
    words = (*monotonicity_simple.DETERMINERS, *animals.WORDS, noun("fox", "N[anim=yes]", sample=False))
    made = drafts(Grammar("S", animals.RULES, words), 0, np.random.default_rng(0), {"search": (1, 1)})
    assert {relative_clauses(d.hypothesis) for d in islice(made, 30)} == {0}
