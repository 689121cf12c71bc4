"""Leakage: what is shared is counted; a word that gives the label away is found, and nothing where nothing is."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from provenli.cli.splits import leakage_of, leakage_text
from provenli.errors import InputError
from provenli.splits.leakage import Leakage, SentencePair, contents_of, leakages
from tests.splits.conftest import CutBy

WORDS = ("ant", "bee", "cow", "dog", "elk", "fox", "gnu", "hen", "ibis", "jay")


def pairs(n: int, seed: int, telling: str = "") -> list[SentencePair]:
    """`telling`: the side whose word 'indeed' stands only in entailments."""
    rng = np.random.default_rng(seed)
    out = []
    for k in range(n):
        label = ("entailment", "non-entailment")[k % 2]
        texts = {s: " ".join(rng.choice(WORDS, 4)) for s in ("premise", "hypothesis")}
        if telling and label == "entailment":
            texts[telling] += " indeed"
        out.append(SentencePair(texts["premise"], texts["hypothesis"], label))
    return out


def compared(train: list[SentencePair], *tests: list[SentencePair]) -> list[Leakage]:
    words: dict[str, int] = {}
    first = contents_of("train", train, words)
    return leakages(first, [contents_of(f"test{k}", t, words) for k, t in enumerate(tests)])


@pytest.mark.parametrize(
    ("telling", "finds"),
    [("", set()), ("hypothesis", {"hypothesis only", "both sides"}), ("premise", {"premise only", "both sides"})],
)
def test_a_word_that_tells_is_found_and_nothing_else(telling: str, finds: set[str]) -> None:
    (found,) = compared(pairs(800, 1, telling), pairs(400, 2, telling))
    assert {g.name for g in found.guesses if g.above} == finds
    accuracy = {g.name: g.accuracy for g in found.guesses}
    assert all(accuracy[name] > 0.99 for name in finds)
    assert found.majority[1] == 0.5


def test_the_answer_is_the_same_every_time() -> None:
    one, two = (compared(pairs(300, 1, "premise"), pairs(100, 2))[0].to_json() for _ in range(2))
    assert one == two


def test_what_is_shared_is_counted() -> None:
    train = [SentencePair("a b", "b", "entailment", "s1"), SentencePair("c", "d", "neutral", "s2")]
    same, new = SentencePair("a b", "b", "entailment", "s1"), SentencePair("a b", "D", "contradiction", "s3")
    test = [same, new, SentencePair("x y x", "d", "neutral", "s2")]
    (found,) = compared(train, test)
    assert found.shared == {"pairs": 1, "premises": 2, "hypotheses": 2}
    assert found.schemas == (2, 3)
    assert found.new_words == ("x", "y")
    assert found.new_tokens == pytest.approx(3 / 10)
    assert found.words == 5


def test_two_labels_on_one_side_make_two_on_both() -> None:
    (found,) = compared(
        [SentencePair("a", "b", "entailment"), SentencePair("c", "d", "neutral")],
        [SentencePair("c", "d", "non-entailment")],
    )
    assert {g.name: g.accuracy for g in found.guesses}["both sides"] == 1
    assert found.majority == ("non-entailment", 1.0)


def test_a_split_directory(cut_by: CutBy) -> None:
    out = cut_by("transitivity", "boolean", "veridical", "transitivity")
    found = leakage_of(out / "basic", None)
    assert found[0].test == f"{out / 'basic'}: 4 test parts together"
    assert len(found) == 5
    together = found[0]
    assert together.test_rows == 400
    assert together.shared["pairs"] == 0
    assert together.schemas is not None
    # Yanaka et al. 2021: what follows the verb alone is right everywhere but where the verb is veridical and s2 does
    # not follow.
    cells = {Path(f.test).stem: {g.name: g.accuracy for g in f.guesses}["premise only"] for f in found[1:]}
    assert cells["test-yes-unk"] < 0.3
    assert min(cells[c] for c in cells if c != "test-yes-unk") > 0.7
    assert "all have one label" in leakage_text(found[1:2])
    assert len(leakage_of(out, None)) == 10
    assert json.dumps([f.to_json() for f in found])


def test_files_that_are_not_ours(tmp_path: Path) -> None:
    header = "sentence1\tsentence2\tgold_label\n"
    first, second = "A man ran.\tA man moved.\tentailment\n", "A dog ran.\tA cat ran.\tneutral\n"
    (tmp_path / "train.tsv").write_text(header + first + second)
    (tmp_path / "test.tsv").write_text(header + first)
    (found,) = leakage_of(tmp_path / "train.tsv", tmp_path / "test.tsv")
    assert (found.shared["pairs"], found.schemas) == (1, None)


def test_what_cannot_be_compared(tmp_path: Path) -> None:
    (tmp_path / "x").mkdir()
    with pytest.raises(InputError, match=r"expected train\.jsonl and test\.jsonl"):
        leakage_of(tmp_path / "x", None)
    with pytest.raises(InputError, match="or two files: TRAIN TEST"):
        leakage_of(tmp_path / "y", None)
    with pytest.raises(InputError, match="found none"):
        contents_of("empty", [], {})
