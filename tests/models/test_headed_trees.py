"""Dependencies made from the grammar's trees: what a parser without errors would give."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import provenli as nli
from provenli.data.trees import Tree
from provenli.errors import InputError
from provenli.fairness.row_trees import read_for
from provenli.library.fragment_shelf import load_fragment
from provenli.library.model_shelf import load_model
from provenli.models.examples import Examples, read_examples
from provenli.models.headed_trees import headed, with_headed_trees

CLAUSE = "(S (NP no (Nbar dogs) (Sbar that (NP (words at most three) (Nbar wild cats)) saw)) (VP ran (words on ice)))"


def drawn(text: str) -> Tree:
    """The tree of a text in brackets."""
    labels: list[str] = []
    children: list[tuple[int, ...]] = []
    open_: list[tuple[str, list[int]]] = [("", [])]
    for part in re.findall(r"\(\w+|\)|\w+", text):
        if part.startswith("("):
            open_.append((part[1:], []))
            continue
        label, below = open_.pop() if part == ")" else (part, [])
        labels.append(label)
        children.append(tuple(below))
        open_[-1][1].append(len(labels) - 1)
    return Tree(tuple(labels), tuple(children))


def test_every_phrase_hangs_from_its_head() -> None:
    found = headed(drawn(CLAUSE))
    rows = zip(found.words, found.heads, found.relations, strict=True)
    hangs = {word: (found.words[head] if head >= 0 else "", relation) for word, head, relation in rows}
    assert hangs == {
        "no": ("dogs", "NP:word<"),
        "dogs": ("ran", "S:NP<"),
        "that": ("saw", "Sbar:word<"),
        "at": ("three", "words:word<"),
        "most": ("three", "words:word<"),
        "three": ("cats", "NP:words<"),
        "wild": ("cats", "Nbar:word<"),
        "cats": ("saw", "Sbar:NP<"),
        "saw": ("dogs", "NP:Sbar>"),
        "ran": ("", "ROOT"),
        "on": ("ice", "words:word<"),
        "ice": ("ran", "VP:words>"),
    }


def read(file: Path) -> Examples:
    return read_for(load_model("tree_lstm_headed"), file, lambda _, name: load_fragment(name))


def test_words_stay_in_the_order_of_the_sentence_at_every_depth(tmp_path: Path) -> None:
    nli.generate("systematicity", tmp_path / "data", size=600, depth=(1, 5), seed=3)
    file = tmp_path / "data" / "pairs.jsonl"
    found = read(file)
    assert found.has("headed trees")
    assert not found.has("trees")
    assert found.trees is not None
    for text, pair in zip(found.premises, found.trees, strict=True):
        leaves = [w for w, below in zip(pair[0].labels, pair[0].children, strict=True) if not below]
        assert leaves == text.lower().rstrip(".").split()


def test_a_sentence_whose_heads_are_unknown_is_refused(tmp_path: Path) -> None:
    nli.generate("boolean", tmp_path / "data", size=60, seed=3)
    with pytest.raises(InputError, match=r"pairs.jsonl: no head is known for .*: expected plain sentences of"):
        read(tmp_path / "data" / "pairs.jsonl")


def test_rows_without_trees_have_no_heads(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_text(
        '{"id": "1", "premise": "No dogs ran.", "hypothesis": "No cats ran.", "label": "neutral", '
        '"schema": "", "features": {}}\n'
    )
    found = with_headed_trees(read_examples(file))
    assert not found.has("headed trees")
