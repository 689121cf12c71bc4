"""Every format holds the same rows, whatever the chunks were."""

from __future__ import annotations

import hashlib
import json
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from provenli.data.blocks import Block, Chunk, Column
from provenli.data.formats import NAMES, Layout, PartFiles, around, arrow, format_named, kinds_of, render
from provenli.data.formats.hf import split_name
from provenli.data.formats.layout import MNLI_COLUMNS, HashedFile, Written, write_hashed
from provenli.data.readers import rows
from provenli.errors import InputError, UnknownName
from tests.data.test_renderer import LABELS, chunk_of, chunks, cut_at, layout_for, patient, plain_rows


def store(work: Path, layout: Layout, cut: list[Chunk]) -> dict[str, Written]:
    with PartFiles(work, layout, NAMES) as files:
        for chunk in cut:
            files.append(render(chunk, layout, NAMES))
        return files.finish()


def flat(row: dict[str, Any], layout: Layout) -> dict[str, Any]:
    """As a row of a table: what is of no one kind is there as JSON text."""
    kinds = dict(layout.features)
    own = {n: json.dumps(v, ensure_ascii=False) if kinds[n] == "json" else v for n, v in row["features"].items()}
    return {name: value for name, value in row.items() if name != "features"} | own


def in_snli(row: dict[str, Any]) -> dict[str, Any]:
    parses = [f"sentence{k}_{kind}" for k in (1, 2) for kind in ("binary_parse", "parse")]
    return dict.fromkeys(parses, "") | {
        "annotator_labels": [row["label"]],
        "captionID": row["schema"],
        "gold_label": row["label"],
        "pairID": row["id"],
        "sentence1": row["premise"],
        "sentence2": row["hypothesis"],
    }


def in_mnli(number: int, row: dict[str, Any], layout: Layout) -> list[str]:
    return [
        str(number),
        row["schema"],
        row["id"],
        layout.fragment,
        "",
        "",
        "",
        "",
        row["premise"],
        row["hypothesis"],
        row["label"],
        row["label"],
    ]


@settings(patient, max_examples=30)
@given(chunks(least=1, start=0))
def test_the_same_rows_in_every_format(chunk: Chunk) -> None:
    layout = layout_for(chunk)
    expected = plain_rows(chunk, layout)
    with tempfile.TemporaryDirectory() as made:
        work = Path(made)
        store(work, layout, [chunk])
        assert [dict(zip(r._fields[1:-1], r[1:-1], strict=True)) for r in rows(work / "train.jsonl")] == expected
        assert pq.read_table(work / "train.parquet").to_pylist() == [flat(row, layout) for row in expected]
        loaded = pq.read_table(work / "hf/data/train-00000-of-00001.parquet").to_pylist()
        assert [row | {"label": LABELS[row["label"]]} for row in loaded] == [flat(row, layout) for row in expected]
        snli = (work / "train.snli.jsonl").read_bytes().decode().split("\n")[:-1]
        assert [json.loads(line) for line in snli] == [in_snli(row) for row in expected]
        mnli = (work / "train.mnli.tsv").read_bytes().decode().split("\n")[:-1]
        assert [line.split("\t") for line in mnli] == [
            list(MNLI_COLUMNS),
            *(in_mnli(k, row, layout) for k, row in enumerate(expected)),
        ]


@settings(patient, max_examples=20)
@given(chunks(start=0), st.data())
def test_files_do_not_depend_on_the_chunks(chunk: Chunk, data: st.DataObject) -> None:
    layout = layout_for(chunk)
    cuts = data.draw(st.lists(st.integers(0, chunk.stop - chunk.start), max_size=3))
    with tempfile.TemporaryDirectory() as made, pytest.MonkeyPatch.context() as patch:
        patch.setattr(arrow, "GROUP", data.draw(st.sampled_from([2, 5, 65_536])))
        whole = store(Path(made, "whole"), layout, [chunk])
        pieces = store(Path(made, "pieces"), layout, cut_at(chunk, cuts))
        assert whole == pieces
        for file, written in whole.items():
            content = Path(made, "pieces", file).read_bytes()
            assert written == Written(len(content), hashlib.sha256(content).hexdigest())


def numbered(total: int, part: str, labels: tuple[str, ...] = LABELS) -> tuple[Layout, Chunk]:
    index = np.arange(total)[::-1]
    people = Column(("Ann", "Ben", "Zoë"), 0)
    block = Block(
        premise=(people, " ran."),
        hypothesis=(people, " moved."),
        label=(Column(labels, 1),),
        schema=("s1",),
        features=(
            ("depth", (Column(("1", "2"), 2),)),
            ("who", ('["', people, '"]')),
            ("up", ("true",)),
            ("share", ("0.5",)),
            ("sizes", ("[1, 2]",)),
        ),
    )
    chunk = chunk_of(block, np.stack([index % 3, index % len(labels), index % 2]))
    return Layout("boolean", part, labels, kinds_of([chunk])), chunk


@pytest.mark.parametrize("labels", [LABELS, ("entailment", "non-entailment")], ids=["three-way", "two-way"])
def test_datasets_loads_the_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, labels: tuple[str, ...]) -> None:
    monkeypatch.setenv("HF_DATASETS_OFFLINE", "1")
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("HF_HOME", str(tmp_path / "home"))
    datasets = import_module("datasets")  # only now: it reads these settings when it is imported
    parts = [numbered(7, "train", labels), numbered(3, "test-hard", labels)]
    for layout, chunk in parts:
        store(tmp_path, layout, [chunk])
    around(tmp_path, [(layout, chunk.stop) for layout, chunk in parts], NAMES)
    loaded = datasets.load_dataset(str(tmp_path / "hf"), cache_dir=str(tmp_path / "cache"))
    assert {name: split.num_rows for name, split in loaded.items()} == {"train": 7, "test_hard": 3}
    label = loaded["train"].features["label"]
    assert isinstance(label, datasets.ClassLabel)
    assert label.names == list(labels)
    found = [row | {"label": label.int2str(row["label"])} for row in loaded["test_hard"]]
    assert found == [flat(row, parts[1][0]) for row in plain_rows(parts[1][1], parts[1][0])]


def test_the_columns_of_a_table() -> None:
    layout, chunk = numbered(2, "train")
    assert dict(layout.features) == {
        "depth": "whole",
        "who": "texts",
        "up": "truth",
        "share": "real",
        "sizes": "wholes",
    }
    types = {field.name: str(field.type) for field in arrow.columns(layout)}
    assert types == dict.fromkeys(("id", "premise", "hypothesis", "label", "schema"), "string") | {
        "depth": "int64",
        "who": "list<item: string>",
        "up": "bool",
        "share": "double",
        "sizes": "list<item: int64>",
    }
    assert len(render(chunk, layout, ["parquet", "hf"])) == 2


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        (["1", "2"], "whole"),
        (["1", "2.5"], "real"),
        (["1", '"a"'], "json"),
        (["null", "1"], "whole"),
        (["null"], "text"),
        (["[]"], "texts"),
        (["[]", '["a"]'], "texts"),
        (["[]", "[1]"], "wholes"),
        (["[1]", "[]", "[2]"], "wholes"),
        (["[]", "1"], "json"),
        (["true", "1"], "json"),
        (["[1, true]"], "json"),
        (["{}"], "json"),
    ],
)
def test_kinds(values: list[str], kind: str) -> None:
    column = Column(tuple(values), 0)
    one = chunk_of(Block((), (), (), (), (("f", (column,)),)), np.arange(len(values))[None])
    many = [chunk_of(Block((), (), (), (), (("f", (value,)),))) for value in values]
    assert kinds_of([one]) == kinds_of(many) == (("f", kind),)


def test_no_room_for_a_thread_is_want_of_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise pa.ArrowException("Unknown error: Failed to launch worker thread: Resource temporarily unavailable")

    monkeypatch.setattr(arrow.pj, "read_json", fail)
    one = chunk_of(Block((), (), (), (), (("depth", ("1",)),)))
    with pytest.raises(MemoryError):
        arrow.render(one, Layout("boolean", "train", LABELS, kinds_of([one])))


def test_features_must_be_the_same_everywhere() -> None:
    first, second = (chunk_of(Block((), (), (), (), ((name, ("1",)),))) for name in ("depth", "width"))
    with pytest.raises(ValueError, match="blocks differ in their features"):
        kinds_of([first, second])
    layout = Layout("boolean", "train", LABELS, kinds_of([first]))
    with pytest.raises(InputError, match="rows 0 to 0 do not fit the features"):
        arrow.render(second, layout)
    wrong = chunk_of(Block((), (), ("neutral",), (), (("depth", ('"deep"',)),)))
    with pytest.raises(InputError, match=r"\(depth: whole\)"):
        arrow.render(wrong, layout)


def test_a_feature_may_not_take_the_name_of_a_column() -> None:
    with pytest.raises(ValueError, match="would be called 'label'"):
        Layout("boolean", "train", LABELS, (("label", "text"),))


@pytest.mark.parametrize("name", ["parquet", "hf"])
def test_a_label_outside_the_label_set_is_refused(tmp_path: Path, name: str) -> None:
    layout, chunk = numbered(4, "train")
    fewer = Layout(layout.fragment, layout.part, LABELS[:2], layout.features)
    with PartFiles(tmp_path, fewer, [name]) as files:
        files.append(render(chunk, fewer, [name]))
        with pytest.raises(ValueError, match="label 'contradiction' is none of entailment, neutral"):
            files.finish()


def test_unknown_formats() -> None:
    with pytest.raises(UnknownName, match="did you mean 'jsonl'"):
        format_named("json")


def test_split_names_are_those_datasets_takes() -> None:
    assert split_name("test-hard 2") == "test_hard_2"


def test_a_file_is_never_overwritten(tmp_path: Path) -> None:
    write_hashed(tmp_path / "a", b"1")
    with pytest.raises(FileExistsError):
        HashedFile(tmp_path / "a")
    assert (tmp_path / "a").read_bytes() == b"1"
