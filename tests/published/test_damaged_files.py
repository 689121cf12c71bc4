"""Whatever happens to a file: it is read, or refused in one line; and what is read can be copied byte for byte."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from provenli.cli.published import anomalies_json, anomalies_text
from provenli.errors import ProveNLIError
from provenli.published.anomalies import find
from provenli.published.corrected_copy import rewrite
from provenli.published.source import Source, open_published
from tests.published import written

WHOLE = {name: (file, write()) for name, (file, write) in written.TEXTS.items()} | {"fracas": ("a.xml", written.FRACAS)}
BITS = st.one_of(
    st.binary(max_size=4),
    st.sampled_from(
        [
            b'"',
            b"\t",
            b",",
            b"\n",
            b"\r\n",
            b"\r",
            b"{",
            b"}",
            b"[",
            b"<",
            b"&",
            b"\\",
            b"\xef\xbb\xbf",
            b"\0",
            b"\xff",
            b"entailment",
            b"label",
            b"\n\n",
            b'""',
            b"\\ud800",
            b"null",
            b"1",
        ]
    ),
)


def opened(path: Path) -> Source | str:
    try:
        return open_published(path)
    except ProveNLIError as e:
        return str(e)


@pytest.mark.parametrize("layout", WHOLE)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_damage(tmp_path: Path, layout: str, data: st.DataObject) -> None:
    name, text = WHOLE[layout]
    content = text.encode()
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(content)))
        stop = data.draw(st.integers(start, min(len(content), start + 30)))
        content = content[:start] + data.draw(BITS) + content[stop:]
    path, out = tmp_path / name, tmp_path / "out"
    path.write_bytes(content)
    source = opened(path)
    if isinstance(source, str):
        assert "\n" not in source
        assert str(path) in source
        return
    report = find([source])
    assert anomalies_text(report, [source])
    anomalies_json(report).encode()
    rewrite(source, out, lambda pair: pair.label)
    assert out.read_bytes() == content
    out.unlink()


def test_half_a_character_at_the_end_of_an_array(tmp_path: Path) -> None:
    name, text = WHOLE["json"]
    (tmp_path / name).write_bytes(text.encode() + b"\xee")
    assert "expected text in UTF-8" in str(opened(tmp_path / name))
