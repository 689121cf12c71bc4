"""Trees of a parser: words at leaves, relations at edges, kept beside the rows; a kept file is data, and is checked."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from provenli.errors import InputError
from provenli.models.examples import read_examples
from provenli.models.material import edge
from provenli.models.parsed_trees import Parse, kept_file, with_parsed_trees

RAN = Parse(
    ("no", "dogs", "that", "cats", "saw", "ran"),
    (1, 5, 4, 4, 1, -1),
    ("det", "nsubj", "dobj", "nsubj", "relcl", "ROOT"),
)


def test_every_word_is_a_leaf_and_hangs_by_its_relation() -> None:
    tree = RAN.tree()
    leaves = [label for label, c in zip(tree.labels, tree.children, strict=True) if not c]
    assert leaves == list(RAN.words)
    root = tree.children[-1]
    assert [edge(tree.labels[-1], k) for k in range(len(root))] == ["nsubj", "word"]
    dogs = root[0]
    assert [edge(tree.labels[dogs], k) for k in range(3)] == ["det", "word", "relcl"]
    assert tree.labels[root[1]] == "ran"
    assert all(child < k for k, c in enumerate(tree.children) for child in c)


def test_no_node_is_wider_than_networks_compose() -> None:
    flat = Parse(tuple("abcdefg"), (-1, 0, 0, 0, 0, 0, 0), ("ROOT", *["dep"] * 6))
    tree = flat.tree()
    assert max(map(len, tree.children)) == 4
    assert [x for x, c in zip(tree.labels, tree.children, strict=True) if not c] == list("abcdefg")


def rows(directory: Path) -> Path:
    file = directory / "train.jsonl"
    row = {
        "id": "1",
        "premise": "No dogs ran.",
        "hypothesis": "No cats ran.",
        "label": "neutral",
        "schema": "",
        "features": {},
    }
    file.write_text(json.dumps(row) + "\n")
    return file


def flat_parser(calls: list[str]) -> object:
    def parse(texts: Sequence[str]) -> Iterator[Parse]:
        for text in texts:
            calls.append(text)
            words = tuple(text.lower().rstrip(".").split())
            yield Parse(words, (*[len(words) - 1] * (len(words) - 1), -1), tuple("d" for _ in words))

    return parse


def test_sentences_are_parsed_once_and_again_when_rows_change(tmp_path: Path) -> None:
    file, calls = rows(tmp_path), list[str]()
    parser = flat_parser(calls)
    first = with_parsed_trees(read_examples(file), file, parser)  # type: ignore[arg-type]
    again = with_parsed_trees(read_examples(file), file, parser)  # type: ignore[arg-type]
    assert calls == ["No dogs ran.", "No cats ran."]
    assert first.trees == again.trees
    assert first.has("parsed trees")
    assert not first.has("trees")
    file.write_text(file.read_text().replace("cats", "foxes"))
    with_parsed_trees(read_examples(file), file, parser)  # type: ignore[arg-type]
    assert calls[2:] == ["No dogs ran.", "No foxes ran."]


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"heads": [1, 0, -1]}, "line 2: expected the words of a tree"),
        ({"heads": [2, 2, 2]}, "line 2: expected the words of a tree"),
        ({"heads": [9, 2, -1]}, "line 2: expected the words of a tree"),
        ({"words": ["no dogs", "x", "y"]}, "line 2: expected the words of a tree"),
        ({"relations": ["d"]}, "line 2: expected the words of a tree"),
        ({"text": "Another."}, "no parse of 'No dogs ran.'"),
    ],
)
def test_a_damaged_file_is_refused(tmp_path: Path, changed: dict[str, object], said: str) -> None:
    file = rows(tmp_path)
    parser = flat_parser([])
    with_parsed_trees(read_examples(file), file, parser)  # type: ignore[arg-type]
    kept = kept_file(file)
    head, first, *rest = kept.read_text().splitlines()
    kept.write_text("\n".join([head, json.dumps(json.loads(first) | changed), *rest]) + "\n")
    with pytest.raises(InputError, match=said):
        with_parsed_trees(read_examples(file), file, parser)  # type: ignore[arg-type]
