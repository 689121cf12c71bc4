"""The data sets of Yanaka et al. 2020: balanced exactly, complete in quantifiers and replacements, and true to the
grammar."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from provenli.data.generate import Order, generate
from provenli.data.manifest import Manifest
from provenli.errors import FragmentError, InputError
from provenli.labels import folded_into
from provenli.library.fragments.systematicity import DOWNWARD, FRAGMENT, UPWARD, WORDS, Replacements
from provenli.library.fragments.systematicity.patterns import FRAMES, NOMINAL, OUTER, VERBAL
from provenli.pairs.entails import entails
from provenli.pairs.plan import Request

assert FRAGMENT.pairs is not None
DEFAULTS = {o.name: o.default for o in FRAGMENT.pairs.options}
QUANTIFIERS = (*UPWARD, *DOWNWARD)
Rows = list[dict[str, Any]]


def make(out: Path, size: int, seed: int = 0, **options: Any) -> Manifest:
    return generate(Order(FRAGMENT, FRAGMENT.name, Request(size, seed, {**DEFAULTS, **options}), ("jsonl",), out))


def read(out: Path) -> Rows:
    return [json.loads(line) for line in (out / "pairs.jsonl").read_text().splitlines()]


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> Rows:
    out = tmp_path_factory.mktemp("systematicity") / "three"
    make(out, 4000, depth=(1, 3))
    return read(out)


@pytest.fixture(scope="module")
def larger(tmp_path_factory: pytest.TempPathFactory) -> Rows:
    out = tmp_path_factory.mktemp("systematicity") / "larger"
    make(out, 2000, depth=(1, 3), variant="larger")
    return read(out)


# --- balance and completeness -----------------------------------------------------------------------------------------


def test_labels_and_directions_are_exactly_balanced_at_every_depth(three: Rows, larger: Rows) -> None:
    for rows in (three, larger):
        for depth in (1, 2, 3):
            here = [r for r in rows if r["features"]["depth"] == depth]
            half = len(here) // 2
            assert Counter(r["label"] for r in here) == {"entailment": half, "non-entailment": half}
            assert Counter(r["features"]["monotonicity"] for r in here) == {"upward": half, "downward": half}


def test_depths_are_as_even_as_there_is_room(three: Rows) -> None:
    counts = Counter(r["features"]["depth"] for r in three)
    assert max(counts.values()) - min(counts.values()) <= 2, counts


def test_every_combination_of_quantifiers(three: Rows) -> None:
    for depth in (1, 2, 3):
        seen = {tuple(r["features"]["quantifiers"]) for r in three if r["features"]["depth"] == depth}
        assert seen == set(product(QUANTIFIERS, repeat=depth)), depth


def test_combinations_come_equally_often(three: Rows) -> None:
    for depth in (1, 2, 3):
        counts = Counter(tuple(r["features"]["quantifiers"]) for r in three if r["features"]["depth"] == depth)
        # All choices are gone through in one order, so a whole round is exact, and each pattern may add a broken one.
        assert max(counts.values()) <= 2 * min(counts.values()), (depth, counts.most_common(3))


def test_no_pair_comes_twice(three: Rows, larger: Rows) -> None:
    for rows in (three, larger):
        assert len({(r["premise"], r["hypothesis"]) for r in rows}) == len(rows)
        assert all(r["premise"] != r["hypothesis"] for r in rows)


def embedding(name: str) -> str:
    return {"wh V NP": "subject"}.get(name, "object")


def changes_of(rows: Rows) -> set[tuple[Any, ...]]:
    return {
        (f["depth"], f["replacement"], f["argument"], f["position"], f["change"], tuple(map(embedding, f["embedding"])))
        for f in (r["features"] for r in rows)
    }


def test_every_replacement_of_the_innermost_noun_both_ways(three: Rows) -> None:
    """Yanaka et al. 2020, examples (13) to (17): at depth 2 and more the last noun of all is changed, and no other."""
    seen = changes_of(three)
    for depth in (1, 2, 3):
        for shapes in product(("subject", "object"), repeat=depth - 1):
            for name, change in product(NOMINAL, ("generalise", "specialise")):
                assert (depth, name, "first", depth, change, shapes) in seen
    assert {position - depth for depth, _, _, position, _, _ in seen} == {0}
    for name, change in product(VERBAL, ("generalise", "specialise")):
        assert (1, name, "second", 1, change, ()) in seen


def test_any_noun_of_the_path_on_request(tmp_path: Path) -> None:
    make(tmp_path / "any", 1200, depth=(1, 3), position="any")
    rows = read(tmp_path / "any")
    seen = changes_of(rows)
    for depth in (1, 2, 3):
        for shapes in product(("subject", "object"), repeat=depth - 1):
            for name, position, change in product(NOMINAL, range(1, depth + 1), ("generalise", "specialise")):
                assert (depth, name, "first", position, change, shapes) in seen
    agrees(sampled(rows, 10))


def test_all_three_embeddings_come(three: Rows) -> None:
    seen = Counter(e for r in three for e in r["features"]["embedding"])
    assert set(seen) == {"wh V NP", "wh NP V", "NP V"}
    words = Counter(w for r in three for w in r["premise"].split() if w in ("that", "which"))
    assert min(words["that"], words["which"]) > 100


def test_label_does_not_follow_from_anything_but_the_whole(three: Rows) -> None:
    """Every replacement, change, position and single outermost quantifier has both labels."""
    for name in ("replacement", "argument", "change", "position", "monotonicity"):
        found = {(str(r["features"][name]), r["label"]) for r in three}
        assert len(found) == 2 * len({v for v, _ in found}), name


# --- what the rows say ------------------------------------------------------------------------------------------------

CONTENT = {f.text for w in WORDS if w.symbol for f in w.forms}


def content_words(text: str) -> Iterator[str]:
    """Longest first, so that 'which ate dinner' is one word."""
    padded = f" {text.lower().rstrip('.').replace(',', ' ')} "
    for word in sorted(CONTENT, key=len, reverse=True):
        while f" {word} " in padded:
            padded = padded.replace(f" {word} ", " | ", 1)
            yield word


def test_no_content_word_twice_in_a_sentence(three: Rows, larger: Rows) -> None:
    for r in (*three, *larger):
        for text in (r["premise"], r["hypothesis"]):
            found = list(content_words(text))
            assert found
            assert len(found) == len(set(found)), text


def agrees(rows: Rows) -> None:
    """The texts are read with the fragment's own grammar and decided with real quantifiers, counted exactly."""
    for r in rows:
        answer = entails(FRAGMENT, r["premise"], r["hypothesis"])
        assert folded_into(answer.verdict.label, FRAGMENT.labels) == r["label"], r
        assert not answer.ambiguous, r


def sampled(rows: Rows, n: int, seed: int = 0) -> Rows:
    return [rows[int(k)] for k in np.random.default_rng(seed).choice(len(rows), n, replace=False)]


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_grammar_and_decision_agree_with_the_rows(three: Rows, depth: int) -> None:
    agrees(sampled([r for r in three if r["features"]["depth"] == depth], 30, depth))


def test_larger_variant(larger: Rows) -> None:
    assert {r["features"]["outer"] for r in larger} == set(OUTER)
    for outer in OUTER:
        agrees(sampled([r for r in larger if r["features"]["outer"] == outer], 8))
    begins = {r["features"]["outer"]: r["premise"].split()[0] for r in larger if r["features"]["outer"] != "none"}
    assert begins == {"negation": "It", "antecedent": "If", "consequent": "If"}


@pytest.mark.parametrize("frame", FRAMES[1:])
def test_frames(frame: str, tmp_path: Path) -> None:
    make(tmp_path / "out", 120, depth=(1, 2), frame=frame)
    rows = read(tmp_path / "out")
    assert {r["features"]["frame"] for r in rows} == {frame}
    assert Counter(r["label"] for r in rows) == {"entailment": 60, "non-entailment": 60}
    agrees(sampled(rows, 10))


def test_opaque_numerals(tmp_path: Path) -> None:
    make(tmp_path / "out", 200, depth=(1, 2), numerals="opaque")
    rows = read(tmp_path / "out")
    assert Counter(r["label"] for r in rows) == {"entailment": 100, "non-entailment": 100}
    agrees(sampled(rows, 15))


def test_features_are_true_of_the_sentences(three: Rows) -> None:
    for r in sampled(three, 300):
        f, text = r["features"], r["premise"].lower()
        assert text.startswith(f["quantifiers"][0])
        for q in f["quantifiers"]:
            assert f" {q} " in f" {text}"
        assert len(f["quantifiers"]) == f["depth"] == len(f["embedding"]) + 1
        downward = sum(q in DOWNWARD for q in f["quantifiers"][: f["position"]])
        assert f["monotonicity"] == ("downward" if downward % 2 else "upward")
        entailed = (f["monotonicity"] == "upward") == (f["change"] == "generalise")
        assert r["label"] == ("entailment" if entailed else "non-entailment")


def test_replacements_can_be_chosen(tmp_path: Path) -> None:
    make(tmp_path / "out", 60, depth=(2, 2), replacements=("adjective", "relative clause"))
    assert {r["features"]["replacement"] for r in read(tmp_path / "out")} == {"adjective", "relative clause"}


def test_lengths_are_about_those_of_the_paper(tmp_path: Path) -> None:
    """Yanaka et al. 2020, Table 1: on average 4.6, 9.0, 12.3 and 16.6 words at depths 1 to 4."""
    make(tmp_path / "out", 800, depth=(1, 4))
    lengths: dict[int, list[int]] = {}
    for r in read(tmp_path / "out"):
        lengths.setdefault(r["features"]["depth"], []).extend(len(r[s].split()) for s in ("premise", "hypothesis"))
    means = {d: float(np.mean(n)) for d, n in lengths.items()}
    for depth, said in {1: 4.6, 2: 9.0, 3: 12.3, 4: 16.6}.items():
        assert 0.6 * said <= means[depth] <= 1.4 * said, f"average lengths by depth: {means}"


# --- sizes ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 2, 3, 7, 33])
def test_odd_sizes(size: int, tmp_path: Path) -> None:
    manifest = make(tmp_path / "out", size, depth=(1, 2))
    rows = read(tmp_path / "out")
    assert len(rows) == manifest.size == size
    labels = Counter(r["label"] for r in rows)
    assert abs(labels["entailment"] - labels["non-entailment"]) == size % 2


def test_everything_there_is_and_no_more(tmp_path: Path) -> None:
    """One verb replacement at depth 1 has few words: all of its pairs, then one too many."""
    options = {"depth": (1, 1), "replacements": ("hyponym",)}
    there = 2 * 8 * 10 * 4 * 10  # two changes, eight quantifiers, ten nouns, four hypernyms, ten verbs
    make(tmp_path / "all", there, **options)
    rows = read(tmp_path / "all")
    assert len({(r["premise"], r["hypothesis"]) for r in rows}) == there
    with pytest.raises(InputError, match=str(there)):
        make(tmp_path / "more", there + 1, **options)
    assert not (tmp_path / "more").exists()


def test_nothing_of_the_kind(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no pair is of this kind"):
        make(tmp_path / "out", 10, depth=(2, 2), replacements=("disjunction",))


@pytest.mark.parametrize(("upward", "downward"), [(("no",), ("few",)), (("some",), ("a few",)), (("dogs",), ("no",))])
def test_every_quantifier_must_go_the_way_it_is_said_to(upward: tuple[str, ...], downward: tuple[str, ...]) -> None:
    """One certificate stands for all of a direction, so a word in the wrong place would have wrong labels."""
    with pytest.raises(FragmentError, match="is no quantifier that goes"):
        Replacements(upward, downward).all_classes(FRAGMENT)
