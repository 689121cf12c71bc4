"""Trees of rows: the words of the text in order, aligned trees whose root gives the label, one for every row."""

from __future__ import annotations

from pathlib import Path

import pytest

from provenli.data.generate import Order, generate
from provenli.data.matched_rows import origin
from provenli.data.trees import AlignedTree, Tree
from provenli.fairness.row_trees import PARTICLE, with_trees
from provenli.library.fragment_shelf import load_fragment
from provenli.models.examples import Examples, read_examples, tokens
from provenli.pairs.plan import Request


def made(directory: Path, name: str, size: int, **options: object) -> Examples:
    fragment = load_fragment(name)
    assert fragment.pairs is not None
    chosen = {o.name: o.default for o in fragment.pairs.options} | options
    generate(Order(fragment, name, Request(size, 2, chosen), ("jsonl",), directory / name))
    path = next(p for p in (directory / name).glob("*.jsonl") if p.stem in ("pairs", "train"))
    return with_trees(read_examples(path), path, {"": origin(directory / name, load_fragment)})


def leaves(tree: Tree) -> list[str]:
    return [label for label, below in zip(tree.labels, tree.children, strict=True) if not below]


@pytest.mark.parametrize("name", ["boolean", "transitivity", "negation", "monotonicity_simple", "systematicity"])
def test_a_sentence_tree_has_the_words_of_the_sentence(tmp_path: Path, name: str) -> None:
    examples = made(tmp_path, name, 60, **({"depth": (1, 3)} if name == "systematicity" else {}))
    assert examples.trees is not None
    assert len(examples.trees) == len(examples)
    for texts, trees in zip(zip(examples.premises, examples.hypotheses, strict=True), examples.trees, strict=True):
        for text, tree in zip(texts, trees, strict=True):
            written = [t for t in tokens(text) if t not in ".,"]
            assert [{"an": "a"}.get(w, w) for w in written] == leaves(tree)
            assert well_formed(tree.children)


def well_formed(children: tuple[tuple[int, ...], ...]) -> bool:
    """Post-order: every node but the last is a child of exactly one later node."""
    seen = [c for below in children for c in below]
    return sorted(seen) == list(range(len(children) - 1)) and all(
        c < k for k, below in enumerate(children) for c in below
    )


def test_quantifiers_are_those_of_the_row(tmp_path: Path) -> None:
    examples = made(tmp_path, "systematicity", 200, depth=(1, 2))
    assert examples.aligned is not None
    assert examples.trees is not None
    column = examples.features["quantifiers"]
    for k, tree in enumerate(examples.aligned):
        found = [w for kind, w in zip(tree.kinds, tree.words, strict=True) if kind == "Q"]
        assert found == [(q, q) for q in column.values[column.codes[k]]]
        assert well_formed(tree.children)


def test_the_root_of_an_aligned_tree_tells_the_label(tmp_path: Path) -> None:
    examples = made(tmp_path, "systematicity", 200, depth=(1, 3))
    assert examples.aligned is not None
    for k, tree in enumerate(examples.aligned):
        label = examples.labels.values[examples.labels.codes[k]]
        assert (tree.values[-1] == "⊏ of clauses") == (label == "entailment")


def test_words_that_a_rule_brings_are_leaves(tmp_path: Path) -> None:
    examples = made(tmp_path, "boolean", 100)
    assert examples.aligned is not None
    negated = [t for t, h in zip(examples.aligned, examples.hypotheses, strict=True) if " did not " in h]
    assert negated
    assert all(_brought(t) for t in negated)


def _brought(t: AlignedTree) -> bool:
    return any(k == PARTICLE and w is not None and "did not" in w for k, w in zip(t.kinds, t.words, strict=True))


def test_sentences_of_a_source_have_no_trees(tmp_path: Path) -> None:
    assert made(tmp_path, "transitivity", 60, pairs="boolean").aligned is None
