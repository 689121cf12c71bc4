"""Directories: our own data sets, Hugging Face directories with names for their numbers, unpacked corpora."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from provenli.data.generate import Order, generate
from provenli.errors import InputError
from provenli.library.fragments import boolean
from provenli.pairs.plan import Request
from provenli.published.pairs import PublishedPair
from provenli.published.source import Source, open_published
from tests.published import written
from tests.published.written import THREE, TWO

NAMES = ["contradiction", "entailment", "neutral"]


def pairs(source: Source) -> list[PublishedPair]:
    return [r for r in source.rows() if isinstance(r, PublishedPair)]


def table(path: Path, labels: list[Any], names: list[str] | None = None) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    made = pa.table(
        {
            "idx": list(range(len(labels))),
            "premise": ["A b."] * len(labels),
            "hypothesis": ["C d."] * len(labels),
            "label": labels,
        }
    )
    if names is not None:
        features = {"label": {"names": names, "_type": "ClassLabel"}}
        made = made.replace_schema_metadata({"huggingface": json.dumps({"info": {"features": features}})})
    pq.write_table(made, path)
    return path


def test_numbers_in_parquet_have_the_names_of_the_file(tmp_path: Path) -> None:
    source = open_published(table(tmp_path / "a.parquet", [0, 1, 2, -1, 7], NAMES))
    *found, strange = source.rows()
    assert [r.label for r in found if isinstance(r, PublishedPair)] == ["contradiction", "entailment", "neutral", None]
    assert [r.id for r in found if isinstance(r, PublishedPair)] == ["0", "1", "2", "3"]
    assert (strange.line, source.layout) == (5, "parquet")


def test_labels_by_name_in_parquet(tmp_path: Path) -> None:
    source = open_published(table(tmp_path / "a.parquet", ["entailment", "not_entailment", None]))
    assert [p.label for p in pairs(source)] == ["entailment", "non-entailment", None]
    assert source.two_way


CARD = """---
dataset_info:
{info}
---
# Card
"""
FEATURES = """
  features:
  - name: premise
    dtype: string
  - name: label
    dtype:
      class_label:
        names:
          '0': contradiction
          '1': entailment
          '2': neutral
"""


def test_numbers_with_a_card(tmp_path: Path) -> None:
    table(tmp_path / "data" / "train-00000.parquet", [0, 1])
    table(tmp_path / "data" / "test-00000.parquet", [2])
    with pytest.raises(InputError, match="labels are numbers"):
        open_published(tmp_path)
    (tmp_path / "README.md").write_text(CARD.format(info=FEATURES.strip("\n")))
    source = open_published(tmp_path)
    assert [p.label for p in pairs(source)] == ["neutral", "contradiction", "entailment"]
    names = [dict(p.tags)["file"] for p in pairs(source)]
    assert names == ["data/test-00000.parquet"] + ["data/train-00000.parquet"] * 2
    assert [p.line for p in pairs(source)] == [1, 1, 2]


def test_a_card_with_several_configurations(tmp_path: Path) -> None:
    other = FEATURES.replace("'0': contradiction", "'0': entailment").replace("'1': entailment", "'1': contradiction")
    infos = "".join(f"- config_name: {name}{f}" for name, f in (("one", FEATURES), ("two", other)))
    (tmp_path / "README.md").write_text(CARD.format(info=infos))
    for name, first in (("one", "contradiction"), ("two", "entailment")):
        source = open_published(table(tmp_path / name / "train.parquet", [0, 1, 2]))
        assert pairs(source)[0].label == first
    with pytest.raises(InputError, match="labels are numbers"):
        open_published(table(tmp_path / "three" / "train.parquet", [0, 1, 2]))


def test_json_files_of_a_hub_directory(tmp_path: Path) -> None:
    rows = [{"premise": "a", "hypothesis": "b", "label": k} for k in (0, 1)]
    (tmp_path / "train.json").write_text(written.json_lines(rows))
    (tmp_path / "dataset_info.json").write_text(json.dumps({"features": {"label": {"names": NAMES}}}))
    assert [p.label for p in pairs(open_published(tmp_path))] == ["contradiction", "entailment"]


def test_our_own_data_set_in_every_format(tmp_path: Path) -> None:
    options = {o.name: o.default for o in boolean.FRAGMENT.pairs.options}  # type: ignore[union-attr]
    out = tmp_path / "out"
    formats = ("jsonl", "parquet", "snli", "mnli", "hf")
    generate(Order(boolean.FRAGMENT, "boolean", Request(40, 0, options), formats, out))
    whole = open_published(out)
    assert whole.layout == "provenli"
    expected = [(p.premise, p.hypothesis, p.label) for p in pairs(whole)]
    assert len(expected) == 40
    for name in ("*.parquet", "*.snli.jsonl", "*.mnli.tsv", "hf"):
        (file,) = out.glob(name)
        source = open_published(file)
        assert [(p.premise, p.hypothesis, p.label) for p in pairs(source)] == expected, name
        assert source.two_way == whole.two_way


def test_a_directory_of_data_sets(tmp_path: Path) -> None:
    options = {o.name: o.default for o in boolean.FRAGMENT.pairs.options}  # type: ignore[union-attr]
    for name, formats in {"one": ("jsonl", "parquet", "snli"), "deep/two": ("parquet", "hf")}.items():
        generate(Order(boolean.FRAGMENT, "boolean", Request(20, 0, options), formats, tmp_path / name))
    (tmp_path / "one" / "mine.jsonl").write_text(written.plain_jsonl())
    (tmp_path / "other.jsonl").write_text(written.plain_jsonl())
    source = open_published(tmp_path)
    names = [p.path.relative_to(tmp_path).as_posix() for p in source.parts]
    assert names == ["deep/two/pairs.parquet", "one/pairs.jsonl", "other.jsonl"]
    assert (len(pairs(source)), source.skipped) == (43, ())
    assert [p.path.name for p in open_published(tmp_path / "one").parts] == ["pairs.jsonl"]


def test_the_same_pairs_in_several_formats_are_read_once(tmp_path: Path) -> None:
    (tmp_path / "snli_1.0_dev.jsonl").write_text(written.snli())
    (tmp_path / "snli_1.0_dev.txt").write_text(written.snli_tsv())
    (tmp_path / "README.txt").write_text("About it.")
    (tmp_path / "other.jsonl").write_text('{"a": 1}')
    source = open_published(tmp_path)
    assert len(pairs(source)) == 3
    assert len(source.skipped) == 1
    assert "other.jsonl" in source.skipped[0]


def test_one_file_with_contradictions_makes_all_three_way(tmp_path: Path) -> None:
    (tmp_path / "train.tsv").write_text(written.plain_tsv(THREE))
    (tmp_path / "test.tsv").write_text(written.plain_tsv(TWO))
    source = open_published(tmp_path)
    assert not source.two_way
    assert {p.label for p in pairs(source)} == {"entailment", "neutral", "contradiction"}
