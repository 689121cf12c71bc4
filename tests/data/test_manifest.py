"""The manifest: read as written, the same bytes for the same run, and strict."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from provenli.data.formats.layout import Written
from provenli.data.manifest import NAME, Manifest, PartRecord, read_manifest
from provenli.errors import InputError

HASH = "0" * 64

names = st.text(st.characters(codec="utf-8"), min_size=1, max_size=6)
plain = st.text("abcXYZ019_", min_size=1, max_size=6)
"""Parts and files become paths."""
counts = st.integers(0, 2**60)
values = st.recursive(
    st.one_of(st.none(), st.booleans(), counts, names), lambda v: st.one_of(st.lists(v), st.dictionaries(names, v))
)
written = st.builds(Written, counts, st.text("0123456789abcdef", min_size=64, max_size=64))


@st.composite
def parts(draw: st.DrawFn) -> PartRecord:
    labels = draw(st.dictionaries(names, counts))
    return PartRecord(sum(labels.values()), labels, draw(st.dictionaries(plain, written)))


manifests = st.builds(
    Manifest,
    provenli=names,
    fragment=names,
    source=st.one_of(st.none(), st.just(HASH)),
    seed=counts,
    size=counts,
    options=st.dictionaries(names, values),
    parts=st.dictionaries(plain, parts(), max_size=3),
    schemas=counts,
    patterns=counts,
    certificates=st.dictionaries(names, values),
    balance=st.dictionaries(names, values),
    notes=st.lists(names).map(tuple),
    files=st.dictionaries(plain, written, max_size=2),
)


@given(manifests)
def test_round_trip(manifest: Manifest) -> None:
    text = manifest.to_json()
    assert Manifest.from_json(text) == manifest
    assert Manifest.from_json(text.encode()).to_json() == text


def small(**changed: Any) -> Manifest:
    part = PartRecord(2, {"neutral": 1, "entailment": 1}, {"train.jsonl": Written(10, HASH)})
    start: dict[str, Any] = {
        "provenli": "0.1.0",
        "fragment": "boolean",
        "source": None,
        "seed": 0,
        "size": 2,
        "options": {"b": 1, "a": 2},
        "parts": {"train": part},
        "schemas": 1,
        "patterns": 1,
        "certificates": {"checked": 1},
        "balance": {},
    }
    return Manifest(**(start | changed))


def test_the_order_things_came_in_does_not_show() -> None:
    assert small().to_json() == small(options={"a": 2, "b": 1}).to_json()
    assert small().to_json().endswith("}\n")


def test_numbers_that_are_none_cannot_be_written() -> None:
    with pytest.raises(ValueError, match="JSON compliant"):
        small(balance={"share": float("nan")}).to_json()


def changed(**changes: Any) -> str:
    return json.dumps(json.loads(small().to_json()) | changes)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{", "set/manifest.json is no JSON"),
        ("[" * 100_000, "set/manifest.json is no JSON"),
        ("[]", "set/manifest.json: expected an object, found []"),
        (changed(sede=1), "set/manifest.json: unexpected key 'sede'; did you mean 'seed'?"),
        (changed(seed="1"), 'set/manifest.json: seed: expected a whole number from 0, found "1"'),
        (changed(seed=True), "set/manifest.json: seed: expected a whole number from 0, found true"),
        (changed(size=-1), "set/manifest.json: size: expected a whole number from 0, found -1"),
        (changed(source="abc"), 'set/manifest.json: source: expected a SHA-256 in 64 hexadecimal digits, found "abc"'),
        (changed(fragment=3), "set/manifest.json: fragment: expected a text, found 3"),
        (changed(notes="x"), 'set/manifest.json: notes: expected a list of texts, found "x"'),
        (changed(options=[]), "set/manifest.json: options: expected an object, found []"),
        (changed(parts={"train": {}}), "set/manifest.json: parts: train: the key 'rows' is missing"),
        (
            changed(parts={"train": {"rows": 2, "labels": {"neutral": 1}, "files": {}}}),
            "set/manifest.json: parts: train: the labels count 1 rows, rows says 2",
        ),
        (changed(files={"card": {"bytes": 1}}), "set/manifest.json: files: card: the key 'sha256' is missing"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(text: str, reason: str) -> None:
    with pytest.raises(InputError) as refused:
        Manifest.from_json(text, "set/manifest.json")
    assert str(refused.value).startswith(reason)
    assert "\n" not in str(refused.value)


def test_reading_a_directory(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="expected a data set made by `provenli generate`"):
        read_manifest(tmp_path)
    (tmp_path / NAME).write_text(small().to_json(), encoding="utf-8")
    assert read_manifest(tmp_path) == small()
    (tmp_path / NAME).write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match="is no JSON"):
        read_manifest(tmp_path)
