"""Whatever stands in a file: it is scored, or refused in one line."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from hypothesis import example, given
from hypothesis import strategies as st

from provenli.errors import ProveNLIError
from provenli.scoring import load, score
from tests.scoring.files import E, N

GOOD = json.dumps({"id": "a", "gold": E, "label": N, "schema": "s", "features": {"depth": 1, "words": ["no"]}}).encode()
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from([E, N, "a", "-", ""]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["id", "gold", "label", "schema", "features", "x"]), inner, max_size=6)
    ),
    max_leaves=12,
)
LINES = st.one_of(
    st.binary(max_size=20),
    JSON.map(lambda v: json.dumps(v).encode()),
    st.fixed_dictionaries({"id": JSON, "label": st.just(E) | JSON}, optional={"gold": JSON, "features": JSON}).map(
        lambda v: json.dumps(v).encode()
    ),
    st.builds(lambda a, b: GOOD[:a] + GOOD[b:], st.integers(0, len(GOOD)), st.integers(0, len(GOOD))),
)
ENDS = st.sampled_from([b"\n", b"\r\n", b"", b"\n\n"])


def refusal(path: Path) -> str:
    try:
        found = load(path)
        for by in (["label"], [(n,) for n in found.features]):
            score(found, by)
    except ProveNLIError as error:
        return str(error)
    return ""


def tried(name: str, content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(content)
        assert "\n" not in refusal(path)


@given(st.lists(st.tuples(LINES, ENDS), max_size=4))
@example([(b'{"id": "a", "label": "neutral", "label": "entailment", "gold": "neutral"}', b"\n")])
@example([(b'{"id": "a", "label": "neutral", "gold": "neutral", "features": {"": 1, "a.b": [[1]]}}', b"\n")])
def test_lines(parts: list[tuple[bytes, bytes]]) -> None:
    content = b"".join(a + b for a, b in parts)
    tried("p.jsonl", content)
    tried("p.jsonl", GOOD + b"\n" + content)


@given(st.lists(st.lists(st.binary(max_size=6) | st.sampled_from([b"neutral", b'"a"', b'"']), max_size=4), max_size=4))
def test_tables(rows: list[list[bytes]]) -> None:
    tried("p.csv", b"id,gold,label\n" + b"\n".join(b",".join(r) for r in rows))
    tried("p.tsv", b"\n".join(b"\t".join(r) for r in rows))
