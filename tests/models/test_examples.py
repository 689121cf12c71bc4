"""Columns say what the files say; words and vectors are read as they stand, mistakes in one line."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from provenli.errors import InputError
from provenli.models.batches import batches, by_length
from provenli.models.checkpoints import read_saved, write_saved
from provenli.models.examples import examples_of, read_examples, split_parts, tokens
from provenli.models.material import read_vectors
from provenli.models.protocol import Saved
from provenli.models.vocabulary import UNKNOWN, vocabulary_of
from tests.models.small_data import fair_examples, shared, text_examples, weights


def row(k: int, **more: object) -> str:
    value = {"id": f"r{k}", "premise": "A b.", "hypothesis": "b, c", "label": "neutral", "schema": "s", "features": {}}
    return json.dumps(value | more) + "\n"


def test_reading(tmp_path: Path) -> None:
    path = tmp_path / "train.jsonl"
    features = [{"d": 1, "x": True}, {"d": 1.0}, {"x": ["a"]}, {}]
    path.write_text("".join(row(k, features=f, label="-" if k == 3 else "neutral") for k, f in enumerate(features)))
    found = read_examples(path)
    assert [found.feature_values(k) for k in range(4)] == features
    assert [type(found.feature_values(k)["d"]) for k in (0, 1)] == [int, float]
    assert found.labels.codes.tolist() == [0, 0, 0, -1]
    assert (found.premises[0], found.ids[2]) == ("A b.", "r2")
    left, right = found.words
    assert [left.table[c] for c in left.codes[:3]] == ["a", "b", "."]
    assert right.lengths.tolist() == [3, 3, 3, 3]
    assert split_parts(tmp_path) == {"train": path}


def test_tokens() -> None:
    assert tokens("No dog, who-saw it, ran.") == ["no", "dog", ",", "who-saw", "it", ",", "ran", "."]
    assert tokens("not-every ε balish") == ["not-every", "ε", "balish"]


def test_rows_have_what_models_need() -> None:
    fair = fair_examples(4)
    assert all(fair.has(need) for need in ("text", "trees", "aligned trees", "node labels"))
    assert [text_examples(4).has(n) for n in ("text", "trees", "aligned trees")] == [True, False, False]


def test_a_shared_tree_tells_where_phrases_are() -> None:
    found = shared(fair_examples(4))
    words = dict(zip(found.kinds, found.spans, strict=True))
    assert [words[k] for k in ("noun of subject", "subject", "verb phrase", "sentence")] == [
        (2, 3),
        (1, 3),
        (4, 9),
        (0, 9),
    ]
    of_length = {span: 1 / n for span, n in ((1, 6), (2, 3), (5, 1), (6, 1), (9, 1))}
    assert weights(fair_examples(4)) == {k: of_length[words[k][1] - words[k][0]] for k in weights(fair_examples(4))}


def test_shared_trees_are_those_of_their_rows() -> None:
    fair = fair_examples(6)
    assert fair.aligned is not None
    assert fair.trees is not None
    for k, (tree, sides) in enumerate(zip(fair.aligned, fair.trees, strict=True)):
        for side, text in enumerate((fair.premises[k], fair.hypotheses[k])):
            assert [pair[side] for pair in tree.words if pair] == text.lower().split()
            assert [
                w for w, c in zip(sides[side].labels, sides[side].children, strict=True) if not c
            ] == text.lower().split()
        said = {kind: v for kind, v in zip(tree.kinds, tree.values, strict=True) if v}
        assert said == fair.feature_values(k)


def test_taking_rows() -> None:
    fair = fair_examples(6)
    some = fair.taken([4, 1])
    assert some.premises == [fair.premises[4], fair.premises[1]]
    assert some.feature_values(0) == fair.feature_values(4)
    assert shared(some)[0] == shared(fair)[4] == shared(fair)[4:][0]
    assert some.trees is not None
    assert fair.trees is not None
    assert some.trees[1] == fair.trees[1]


def test_words_that_training_did_not_show() -> None:
    vocabulary = vocabulary_of(examples_of(["b a"], ["c"], ["neutral"]))
    assert vocabulary.words == ("a", "b", "c")
    assert vocabulary.encoded(["c", "z"]).tolist() == [4, UNKNOWN]


@given(st.lists(st.integers(1, 9), min_size=1, max_size=60), st.integers(1, 7), st.integers(0, 3))
def test_batches_have_every_row_once(lengths: list[int], size: int, epoch: int) -> None:
    sizes = np.array(lengths)
    for made in (batches(sizes, size, 0, epoch), by_length(sizes, size)):
        assert sorted(np.concatenate(made).tolist()) == list(range(len(lengths)))
        assert max(map(len, made)) <= size
    again = batches(sizes, size, 0, epoch)
    assert all((a == b).all() for a, b in zip(again, batches(sizes, size, 0, epoch), strict=True))


def test_vectors(tmp_path: Path) -> None:
    path = tmp_path / "v.txt"
    path.write_text("3 2\na 1 2\nb 3 4\nc 5 6\n", encoding="utf-8")
    assert {w: v.tolist() for w, v in read_vectors(str(path), {"c"}, 2).items()} == {"c": [5, 6]}
    assert set(read_vectors(str(path), (), 2, extra=2)) == {"a", "b"}
    path.write_text(". . . 1 2\n", encoding="utf-8")
    with pytest.raises(InputError, match="line 1: expected a word and 2 numbers"):
        read_vectors(str(path), {"a"}, 2)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a 1 2 3\n", "v.txt, line 1: expected a word and 2 numbers (the setting embedding), found 3 numbers"),
        ("a 1 2\nb 1\n", "line 2: expected a word and 2 numbers (the setting embedding), found 1 numbers"),
        ("2 300\na 1 2\n", "line 1: expected a word and 2 numbers (the setting embedding), found 300 numbers"),
        ("a 1 x\n", "line 1: expected a number, found 'x'"),
        ("a 1 nan\n", "line 1: a number is not finite"),
    ],
)
def test_vectors_that_are_wrong(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "v.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as error:
        read_vectors(str(path), {"a", "b"}, 2)
    assert said in str(error.value)


def test_checkpoints_are_whole_and_ours(tmp_path: Path) -> None:
    from safetensors.numpy import save

    path = tmp_path / "m.safetensors"
    saved = Saved({"w": np.arange(6, dtype=np.float32).reshape(2, 3), "n": np.array(3)}, {"é": [1, None]})
    write_saved(path, saved)
    again = read_saved(path)
    assert again.value == saved.value
    assert all((again.arrays[k] == saved.arrays[k]).all() for k in saved.arrays)
    assert list(tmp_path.iterdir()) == [path]
    path.write_bytes(path.read_bytes()[:-3])
    with pytest.raises(InputError, match="is damaged"):
        read_saved(path)
    path.write_bytes(save({"w": np.zeros(2)}))
    with pytest.raises(InputError, match="nothing of provenli"):
        read_saved(path)
    with pytest.raises(InputError, match="no such file"):
        read_saved(tmp_path / "none")
