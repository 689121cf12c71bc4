"""Reading back what was written, and refusing what was not."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from provenli.data.blocks import Chunk
from provenli.data.formats import jsonl
from provenli.data.readers import rows, stretches
from provenli.errors import InputError
from tests.data.test_renderer import chunks, layout_for, patient, plain_rows

GOOD = {"id": "a-train-00000000", "premise": "p", "hypothesis": "h", "label": "neutral", "schema": "s", "features": {}}


@settings(patient, max_examples=50)
@given(chunks())
def test_what_is_written_is_read(chunk: Chunk) -> None:
    layout = layout_for(chunk)
    with tempfile.TemporaryDirectory() as made:
        path = Path(made, "train.jsonl")
        path.write_bytes(jsonl.render(chunk, layout))
        found = list(rows(path))
    assert [row.line for row in found] == list(range(1, len(found) + 1))
    assert [dict(zip(row._fields[1:-1], row[1:-1], strict=True)) for row in found] == plain_rows(chunk, layout)


def line(**changed: object) -> str:
    return json.dumps(GOOD | changed) + "\n"


@pytest.mark.parametrize(
    ("second", "reason"),
    [
        (line().rstrip("\n"), "the last line does not end: the file was cut short"),
        (line()[:40], "the last line does not end"),
        ("\n", "the line is empty"),
        (line()[:40] + "\n", "no JSON at column 41 (Invalid control character)"),
        ("[" * 100_000 + "\n", "no JSON (maximum recursion depth"),
        (line(features={"n": 1}).replace("1", "1" * 5000), "no JSON (Exceeds the limit"),
        ("[1]\n", "expected an object with id, premise, hypothesis, label, schema, features, found [1]"),
        ('"id"\n', 'expected an object with id, premise, hypothesis, label, schema, features, found "id"'),
        (line().replace("\n", "\r\n"), "no JSON (a carriage return"),
        (line().replace(": ", ":\r", 1), "no JSON (a carriage return"),
        (line(premise=3), "premise: expected a text, found 3"),
        (line(features=[]), "features: expected an object, found []"),
        (line(id=None), "id: expected a text, found null"),
        (line(lable="x"), "unexpected key 'lable'"),
        (json.dumps({k: v for k, v in GOOD.items() if k != "schema"}) + "\n", "the key 'schema' is missing"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, second: str, reason: str) -> None:
    path = tmp_path / "train.jsonl"
    path.write_bytes((line() + second).encode())
    reading = rows(path)
    assert next(reading).premise == "p"
    with pytest.raises(InputError) as refused:
        next(reading)
    assert str(refused.value).startswith(f"{path}, line 2: {reason}")
    assert "\n" not in str(refused.value)


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "train.jsonl"
    path.write_bytes(line().encode().replace(b'"p"', b'"\xff"'))
    with pytest.raises(InputError, match="line 1: not UTF-8 at byte"):
        list(rows(path))


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for path, reason in ((tmp_path / "none", "No such file"), (tmp_path, "Is a directory")):
        with pytest.raises(InputError, match=f"cannot be read: {reason}"):
            list(rows(path))


def test_an_empty_file_has_no_rows(tmp_path: Path) -> None:
    path = tmp_path / "train.jsonl"
    path.touch()
    assert list(rows(path)) == []


@settings(patient, max_examples=50)
@given(chunks(), st.integers(1, 400))
def test_stretches_are_the_file(chunk: Chunk, size: int) -> None:
    with tempfile.TemporaryDirectory() as made:
        path = Path(made, "train.jsonl")
        path.write_bytes(jsonl.render(chunk, layout_for(chunk)))
        pieces = stretches(path, size)
        assert [row for piece in pieces for row in rows(path, piece)] == list(rows(path))
