"""Conditions: asked of one row, asked of all rows at once, written and read back, they say the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from provenli.errors import InputError
from provenli.progress import silent
from provenli.splits.row_tables import TableReader
from provenli.splits.where import EVERY, Where, where

SINGLE = st.sampled_from([1, 2, "a", "b", True, None])
FEATURES = st.fixed_dictionaries({"f": SINGLE, "g": SINGLE, "h": st.lists(st.sampled_from("xyz"), max_size=3)})
ROWS = st.lists(st.tuples(st.sampled_from(["entailment", "neutral"]), FEATURES), min_size=1, max_size=8)
CLAUSE = st.dictionaries(st.sampled_from("fgh"), st.lists(st.sampled_from([1, 2, "a", "x", "y", None]), max_size=3))
CONDITIONS = st.lists(CLAUSE, max_size=3).map(
    lambda cs: Where(tuple(tuple((f, tuple(v)) for f, v in c.items()) for c in cs))
)


def table_of(found: list[tuple[str, dict[str, Any]]], path: Path) -> Any:
    lines = [
        {
            "id": f"x-pairs-{k:08}",
            "premise": f"p{k}",
            "hypothesis": "h",
            "label": label,
            "schema": "s0",
            "features": features,
        }
        for k, (label, features) in enumerate(found)
    ]
    path.write_text("".join(json.dumps(v) + "\n" for v in lines))
    reader = TableReader("x", "x", ("f", "g", "h"))
    reader.file(path, "pairs", silent, len(found))
    return reader.table((0, 0))


@given(ROWS, CONDITIONS)
def test_all_rows_at_once_and_one_by_one(
    tmp_path_factory: pytest.TempPathFactory, found: list[tuple[str, dict[str, Any]]], meant: Where
) -> None:
    table = table_of(found, tmp_path_factory.mktemp("t") / "pairs.jsonl")
    assert table.matching(meant).tolist() == [meant.holds({**f, "label": label}) for label, f in found]


@given(CONDITIONS, FEATURES)
def test_written_and_read_back(meant: Where, features: dict[str, Any]) -> None:
    again = Where.from_json(json.loads(json.dumps(meant.to_json())), "here")
    assert again.holds(features) == meant.holds(features)


@given(CONDITIONS, CONDITIONS, FEATURES)
def test_and_or(a: Where, b: Where, features: dict[str, Any]) -> None:
    assert (a & b).holds(features) == (a.holds(features) and b.holds(features))
    assert (a | b).holds(features) == (a.holds(features) or b.holds(features))
    both = Where.from_json((a & b).to_json(), "here")
    assert both.holds(features) == (a & b).holds(features)


def test_lists_are_allowed_whole_or_by_their_elements() -> None:
    meant = where(q=("some", "no"))
    assert meant.holds({"q": ["some", "no", "some"]})
    assert not meant.holds({"q": ["some", "few"]})
    assert not meant.holds({"q": []})
    assert where(q=((),)).holds({"q": []})
    assert EVERY.holds({})
    assert str(where(depth=(1, 2), r="adverb") | where(depth=3)) == "depth 1/2, r adverb or depth 3"


@pytest.mark.parametrize("value", [{}, [1], [{"f": 1}], "x"])
def test_what_is_no_condition_is_refused(value: Any) -> None:
    with pytest.raises(InputError, match="expected a list of objects"):
        Where.from_json(value, "here")
