"""Rows that share a composition tree: where the tree comes from, and when rows have none."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from provenli.data.manifest import NAME, Manifest
from provenli.errors import FragmentError, InputError
from provenli.fairness.composed_rows import with_shared_trees, word_pairs
from provenli.fairness.composition_trees import CompositionLeaf, CompositionTree, Inner, composition_tree
from provenli.fairness.row_trees import read_for
from provenli.library.fragment_shelf import load_fragment
from provenli.library.model_shelf import load_model
from provenli.models.examples import Examples, examples_of
from provenli.models.shared_trees import SharedTrees
from provenli.pairs.fragment import Fragment


def tree() -> CompositionTree:
    """Two words a side; of the first nothing is computed, the second are equal or not, and so is the whole."""
    words = [CompositionLeaf(f"{place} {side}", ("x", "y")) for place in "ab" for side in ("premise", "hypothesis")]
    first = Inner("first", ("a premise", "a hypothesis"), lambda p, h: f"{p}/{h}")
    second = Inner("second", ("b premise", "b hypothesis"), lambda p, h: "=" if p == h else "#")
    return composition_tree([*words, first, second, Inner("both", ("first", "second"), lambda _, same: same)])


def rows(**features: list[str]) -> Examples:
    return examples_of(["x y", "y y"], ["x y", "x x"], ["entailment", "neutral"], features)


def test_the_tree_of_a_row() -> None:
    found = with_shared_trees(rows(second=["=", "#"], both=["=", "#"]), tree())
    assert found.aligned is not None
    assert found.trees is not None
    made = found.aligned[1]
    assert made.kinds == ("first", "second", "both")
    assert made.children == ((), (), (0, 1))
    assert made.words == (("y", "x"), ("y", "x"), None)
    assert made.values == ("", "#", "#")
    assert found.trees[1][1].labels == ("x", "x", "both")


def test_rows_that_are_not_of_the_tree_have_none() -> None:
    assert with_shared_trees(rows(both=["=", "#"]), tree()).aligned is None
    other = replace(rows(second=["=", "#"]), premises=["x y", "y"])
    assert with_shared_trees(other, tree()).aligned is None


def test_leaves_must_be_two_words() -> None:
    odd = composition_tree([CompositionLeaf("a", ("x",)), Inner("alone", ("a",), lambda a: a)])
    with pytest.raises(FragmentError, match="node 'alone' of the composition tree: expected two leaves"):
        word_pairs(odd)


def test_models_of_text_get_a_shared_tree_and_can_do_without(tmp_path: Path) -> None:
    """The fragment's example; and the same rows where the fragment is not to be had."""
    fragment = load_fragment("fair")
    assert fragment.example is not None
    names = ("adjective of subject", "noun of subject", "adverb", "verb", "adjective of object", "noun of object")
    phrases = ("subject", "adverb and verb", "object", "verb phrase", "negated verb phrase", "sentence")
    features = ", ".join(f'"{n}": "≡"' for n in (*names, *phrases))
    premise, hypothesis = fragment.example
    (tmp_path / "train.jsonl").write_text(
        f'{{"id": "fair-train-0", "premise": "{premise}", "hypothesis": "{hypothesis}", "label": "entailment", '
        f'"schema": "s0", "features": {{{features}}}}}\n',
        encoding="utf-8",
    )
    (tmp_path / NAME).write_text(Manifest("", "fair", None, 0, 1, {}, {}, 0, 0, {}, {}).to_json(), encoding="utf-8")

    def missing(directory: Path, name: str) -> Fragment:
        raise InputError(f"{directory} was made from a file of your own: {name}")

    for name in ("lstm", "comp_tree_nn"):
        found = read_for(load_model(name), tmp_path / "train.jsonl", lambda _, name: load_fragment(name))
        assert isinstance(found.aligned, SharedTrees)
    assert read_for(load_model("lstm"), tmp_path / "train.jsonl", missing).aligned is None
    with pytest.raises(InputError, match="a file of your own"):
        read_for(load_model("comp_tree_nn"), tmp_path / "train.jsonl", missing)
