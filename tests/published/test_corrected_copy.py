"""A corrected file is the published file but for the labels that changed."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from provenli.errors import InputError
from provenli.published.corrected_copy import NewLabel, rewrite
from provenli.published.pairs import PublishedPair
from provenli.published.source import Source, open_published
from tests.published import written
from tests.published.test_folders import NAMES, table
from tests.published.test_source import ANY, LINE, UGLY, pairs, put
from tests.published.written import THREE, Pair

E, N, C, NOT = "entailment", "neutral", "contradiction", "non-entailment"
TURNED = {E: N, N: C, C: E, NOT: E}


def as_it_is(pair: PublishedPair) -> str | None:
    return pair.label


def always(label: str) -> NewLabel:
    return lambda _: label


def turned(pair: PublishedPair) -> str | None:
    if pair.label == E and pair.hypothesis == "kept":
        return None
    return TURNED.get(pair.label or "")


def content(source: Source) -> list[tuple[object, ...]]:
    return [(p.line, p.id, p.premise, p.hypothesis, p.premises, p.tags) for p in pairs(source)]


def check(source: Source, out: Path) -> None:
    """Nothing changes where nothing should; and changed labels are all that changes."""
    assert rewrite(source, out, as_it_is) == 0
    assert out.read_bytes() == source.path.read_bytes()
    out.unlink()
    changed = rewrite(source, out, turned)
    again = open_published(out, layout=source.layout)
    assert content(again) == content(source)
    expected = [turned(p) or p.label for p in pairs(source)]
    assert changed == sum(new != p.label for new, p in zip(expected, pairs(source), strict=True))
    if not source.two_way:
        assert [p.label for p in pairs(again.unfolded())] == expected


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("layout", [n for n in written.TEXTS if n not in ("med", "help")])
def test_every_layout(tmp_path: Path, layout: str, mark: bytes, ending: str) -> None:
    name, write = written.TEXTS[layout]
    text = write(UGLY).replace("\n", f"\n{ending}" if layout != "json" else ending, 1).rstrip("\n")
    check(open_published(put(tmp_path, name, mark + text.encode())), tmp_path / "out")


@pytest.mark.parametrize("layout", ["med", "help"])
def test_two_way_files_keep_their_word_for_non_entailment(tmp_path: Path, layout: str) -> None:
    name, write = written.TEXTS[layout]
    source = open_published(put(tmp_path, name, write()))
    out = tmp_path / "out.tsv"
    assert rewrite(source, out, lambda p: NOT if p.label == E else C) == 1
    assert [p.published_label for p in pairs(open_published(out, labels={N: NOT}))] == [N, N]


def test_exactly_one_cell_differs(tmp_path: Path) -> None:
    source = open_published(put(tmp_path, "SICK.txt", written.sick()))
    assert rewrite(source, tmp_path / "out", lambda p: C if p.line == 3 else None) == 1
    before, after = ((p.read_text().splitlines()) for p in (source.path, tmp_path / "out"))
    assert [k for k, (a, b) in enumerate(zip(before, after, strict=True)) if a != b] == [2]
    assert after[2] == before[2].replace("NEUTRAL", "CONTRADICTION")


def test_rows_that_cannot_be_read_are_copied(tmp_path: Path) -> None:
    text = written.plain_tsv().encode() + b"bro\xffken\nx\ty\tmaybe\n\na\tb\t-\n"
    source = open_published(put(tmp_path, "a.tsv", text))
    assert rewrite(source, tmp_path / "out", always(E)) == 3
    assert (tmp_path / "out").read_bytes().endswith(b"bro\xffken\nx\ty\tmaybe\n\na\tb\tentailment\n")


def test_json_keeps_its_spaces_and_escapes(tmp_path: Path) -> None:
    row = '  { "sentence2":"x \\u00e9 \\ud800", "label" : 1, "gold_label"\t:  "neutral" , "sentence1": "é"}\r\n'
    source = open_published(put(tmp_path, "a.jsonl", row))
    rewrite(source, tmp_path / "out", always(C))
    assert (tmp_path / "out").read_bytes().decode() == row.replace('"neutral"', '"contradiction"')


def test_fracas(tmp_path: Path) -> None:
    source = open_published(put(tmp_path, "a.xml", written.FRACAS))
    check(source, tmp_path / "out")
    rewrite(source, tmp_path / "other", lambda p: N if p.id == "3" else None)
    assert (tmp_path / "other").read_text() == written.FRACAS.replace("'no'", "'unknown'")


def test_parquet_and_directories(tmp_path: Path) -> None:
    data = tmp_path / "set"
    path = table(data / "data" / "train.parquet", [0, 1, 2, -1])
    (data / "README.md").write_text(
        "---\n{}\n---\n".format(
            json.dumps({"dataset_info": {"features": [{"name": "label", "dtype": {"class_label": {"names": NAMES}}}]}})
        )
    )
    source = open_published(data)
    assert rewrite(source, tmp_path / "new", lambda p: E if p.label == N else None) == 1
    old, new = pq.read_table(path), pq.read_table(tmp_path / "new" / "data" / "train.parquet")
    assert new.schema == old.schema
    assert new.column("label").to_pylist() == [0, 1, 1, -1]
    assert new.drop(["label"]) == old.drop(["label"])
    assert [p.label for p in pairs(open_published(tmp_path / "new"))] == [C, E, E, None]


def test_parquet_with_fractions_for_labels(tmp_path: Path) -> None:
    path = table(tmp_path / "a.parquet", [0.0, 1.0, 2.0])
    source = open_published(path, labels={"0.0": C, "1.0": E, "2.0": N})
    rewrite(source, tmp_path / "new.parquet", lambda p: E if p.label == N else None)
    assert pq.read_table(tmp_path / "new.parquet").column("label").to_pylist() == [0.0, 1.0, 1.0]


def test_labels_that_cannot_be_written(tmp_path: Path) -> None:
    source = open_published(put(tmp_path, "a.tsv", written.plain_tsv()))
    for new, said in ((NOT, "the file has no way to say non-entailment"), ("maybe", "no label 'maybe'")):
        with pytest.raises(InputError, match=said):
            rewrite(source, tmp_path / "out", always(new))
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.tsv"]


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    source = open_published(put(tmp_path, "a.tsv", written.plain_tsv()))
    with pytest.raises(InputError, match="exists"):
        rewrite(source, source.path, as_it_is)
    with pytest.raises(InputError, match="cannot write"):
        rewrite(source, tmp_path / "none" / "b.tsv", as_it_is)
    with pytest.raises(InputError, match="cannot write"):
        rewrite(source, source.path / "b.tsv", as_it_is)


def test_a_label_that_the_file_lacks_is_spelt_in_its_style(tmp_path: Path) -> None:
    source = open_published(put(tmp_path, "a.tsv", written.fragments([p for p in THREE if p.label != N])))
    rewrite(source, tmp_path / "out", always(N))
    assert {p.published_label for p in pairs(open_published(tmp_path / "out"))} == {"NEUTRAL"}


@pytest.mark.parametrize(
    ("layout", "text"),
    [("csv", ANY.filter(lambda t: "\0" not in t)), ("tsv", LINE), ("jsonl", ANY), ("json", ANY), ("snli", ANY)],
)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_arbitrary_text(tmp_path: Path, layout: str, text: st.SearchStrategy[str], data: st.DataObject) -> None:
    name, write = written.TEXTS[layout]
    made = data.draw(st.lists(st.builds(Pair, text, text, st.sampled_from([E, N, C])), max_size=5))
    (tmp_path / "out").unlink(missing_ok=True)
    check(open_published(put(tmp_path, name, write([*THREE, *made])), layout=layout), tmp_path / "out")
