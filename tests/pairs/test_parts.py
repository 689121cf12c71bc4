"""Parts that cannot be are refused before anything is drawn; words that are left out or replaced stay out."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from provenli.certify.decide import decide
from provenli.data.generate import Order, generate
from provenli.data.verify import verify
from provenli.errors import FragmentError
from provenli.library.fragment_shelf import load_file
from provenli.pairs.fragment import Fragment
from provenli.pairs.parts import Part
from provenli.pairs.plan import Request

DINNER = Path(__file__).parents[2] / "examples" / "my_fragment.py"


def dinner(*parts: Part, name: str = "dinner") -> Fragment:
    fragment = load_file(DINNER)
    return replace(fragment, name=name, pairs=replace(fragment.pairs, parts=parts, options=()))  # type: ignore[type-var]


def made(fragment: Fragment, out: Path, size: int, formats: tuple[str, ...] = ("jsonl",), seed: int = 0) -> None:
    options: dict[str, Any] = {o.name: o.default for o in fragment.pairs.options}  # type: ignore[union-attr]
    generate(Order(fragment, fragment.name, Request(size, seed, options), formats, out))


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ((), "has no parts"),
        ((Part("a/b", 5),), "another name is needed"),
        ((Part("certificates", 5),), "another name is needed"),
        ((Part("a", 5), Part("a", 5)), "another name is needed"),
        ((Part("a", 0),), "size must be 1 or more"),
        ((Part("a", 5, without=frozenset({"Adda"})),), "did you mean 'Ada'?"),
        ((Part("a", 5, renamed={"soup": "broth"}),), "'broth' is no word of the grammar"),
        ((Part("a", 5, renamed={"soup": "dish"}),), "'dish' is drawn itself"),
        ((Part("a", 5, without=frozenset({"dish"}), renamed={"soup": "dish"}),), "the theory says only of the old"),
    ],
)
def test_parts_that_cannot_be(parts: tuple[Part, ...], said: str, tmp_path: Path) -> None:
    with pytest.raises(FragmentError, match=said.replace("?", r"\?")):
        made(dinner(*parts), tmp_path / "out", 5)
    assert not list(tmp_path.iterdir())


def test_a_fragment_whose_name_is_no_file_name(tmp_path: Path) -> None:
    with pytest.raises(FragmentError, match="cannot be in a file name"):
        made(dinner(Part("a", 5), name="my dinner/x"), tmp_path / "out", 5)


def test_a_name_that_is_left_out(tmp_path: Path) -> None:
    fragment = dinner(Part("train", 30), Part("test", 30, without=frozenset({"Ada"})))
    made(fragment, tmp_path / "out", 60)
    rows = [json.loads(line) for line in (tmp_path / "out" / "test.jsonl").read_text().splitlines()]
    assert len(rows) == 30
    assert not any("Ada" in r["premise"] + r["hypothesis"] for r in rows)
    assert verify(tmp_path / "out", lambda _: fragment).sound


def test_rows_have_the_labels_of_their_texts(tmp_path: Path) -> None:
    fragment = dinner(Part("train", 24))
    made(fragment, tmp_path / "out", 24)
    for line in (tmp_path / "out" / "train.jsonl").read_text().splitlines():
        row = json.loads(line)
        p, h = (fragment.read(row[k])[0].meaning for k in ("premise", "hypothesis"))
        assert decide([p], h, fragment.theory, fragment.reading).label == row["label"]


def test_hugging_face_files_of_other_requests_have_other_names(tmp_path: Path) -> None:
    """`datasets` keeps what it has read by the names of the files."""
    fragment = dinner(Part("train", 9))
    for seed in (0, 1):
        made(fragment, tmp_path / str(seed), 9, ("jsonl", "hf"), seed)
    names = [{p.name for p in (tmp_path / str(seed) / "hf" / "data").iterdir()} for seed in (0, 1)]
    assert not names[0] & names[1]
