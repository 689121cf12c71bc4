"""Quick and slow reader give the same; every fault is one line with file and line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from provenli.errors import InputError
from provenli.scoring import load, score
from provenli.scoring.batches import FOR_GOLD, FOR_PREDICTIONS, PredictionBatch, quick_batch
from provenli.scoring.load import json_batches, read_lines
from provenli.scoring.predictions import FeatureColumn
from tests.scoring.files import NOT, E, N, answers, write_lines

KEYS = {"id": "id", "gold": "gold", "label": "label", "schema": "schema"}
TEXTS = st.text(st.characters(codec="utf-8"), max_size=5) | st.sampled_from(["2020-01-01", "1", "true", "a\tb"])
PLAIN = TEXTS | st.integers(-(2**70), 2**70) | st.booleans() | st.none() | st.floats(allow_nan=False)
VALUES = PLAIN | st.lists(PLAIN, max_size=3) | st.dictionaries(TEXTS, PLAIN, max_size=2)
LISTS = (st.lists(TEXTS, max_size=3), st.lists(st.integers(), max_size=2), st.lists(TEXTS | st.none(), max_size=3))
SHARES = [{"probabilities": p} for p in ({E: 0.5, N: 0.5}, {E: 1, N: 0}, {E: None}, {}, None, "no", {E: "0.5"})]
KINDS = (TEXTS, st.integers(-9, 9), st.booleans(), *LISTS, VALUES)


@st.composite
def files(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Rows whose features mostly keep their kind, as those of a real file."""
    kinds = draw(st.dictionaries(st.sampled_from("abcd"), st.sampled_from(KINDS), max_size=3))
    rows = []
    for k in range(draw(st.integers(1, 5))):
        features = {n: draw(v | st.none()) for n, v in kinds.items() if draw(st.integers(0, 4))}
        row: dict[str, Any] = {"id": f"p{k}", "gold": draw(st.sampled_from([E, N, None])), "label": E}
        row |= draw(
            st.sampled_from([{}, {"schema": "s1"}, {"premise": "Ann swam."}, {"probabilities": {E: 0.5}}, *SHARES])
        )
        rows.append(row | draw(st.sampled_from([{}, {"features": features}, {"features": features}])))
    return rows


def said(batch: PredictionBatch) -> Any:
    """What a batch holds, as lists of values for each row."""

    def told(column: FeatureColumn) -> list[list[str]]:
        found: list[list[str]] = [[] for _ in range(batch.size)]
        rows = range(batch.size) if column.rows is None else column.rows
        for row, code in zip(rows, column.codes, strict=True):
            found[row] += [column.values[code]] if code >= 0 else []
        return found

    columns = {role: told(column) for role, column in batch.columns.items()}
    features = {name: told(column) for name, column in batch.features.items()}
    shares = {name: repr(column.tolist()) for name, column in (batch.probabilities or {}).items()}  # nan is nan in repr
    ids = None if batch.ids is None else batch.ids.tolist()
    return batch.size, ids, columns, {name: rows for name, rows in features.items() if any(rows)}, shares


@given(files(), st.booleans())
def test_the_quick_reader_is_right_where_it_answers(rows: list[dict[str, Any]], ascii_only: bool) -> None:
    block = "".join(json.dumps(r, ensure_ascii=ascii_only) + "\n" for r in rows).encode()
    quick = quick_batch(block, KEYS)  # type: ignore[arg-type]
    if quick is not None:
        assert said(quick) == said(read_lines(block, 1, KEYS, "file"))  # type: ignore[arg-type]


def test_the_quick_reader_takes_regular_files() -> None:
    row = {
        "id": "a",
        "gold": E,
        "label": N,
        "probabilities": {E: 0.2, N: 0.8},
        "schema": "s",
        "features": {"depth": 1, "quantifiers": ["no", "some"], "hard": True},
    }
    assert quick_batch((json.dumps(row) + "\n").encode() * 3, KEYS) is not None  # type: ignore[arg-type]


def test_blocks_make_no_difference(tmp_path: Path) -> None:
    depths = [k % 3 if k < 9 else [k, "x"] for k in range(20)]
    rows = [{"id": f"p{k}", "gold": E, "label": N, "features": {"depth": d}} for k, d in enumerate(depths)]
    path = write_lines(tmp_path / "a.jsonl", rows)
    whole = load(path).features["depth"]
    sizes = [sum(b.size for b in json_batches(path, FOR_PREDICTIONS, size)) for size in (1, 100, 10**6)]
    assert sizes == [20, 20, 20]
    assert whole.rows is not None
    assert sorted(whole.values) == ["0", "1", *sorted(map(str, range(10, 20))), "2", "9", "x"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", r"the file is empty"),
        ('{"id": "a", "label": "neutral"}\n\n{"id": "b", "label": "neutral"}\n', r"line 2: the line is empty"),
        ('{"id": "a", "label": "neutral"}\n{"id": "b", "lab\n', r"line 2: no JSON at column 13"),
        ('{"id": "a", "label": "neutral"}\n[1]\n', r"line 2: expected an object with id and label, found \[1\]"),
        ('{"id": "a", "label": "neutral"}\n{"id": "b"}\n', r"line 2: the key 'label' is missing; found 'id'"),
        ('{"id": "a", "label": "neutral"}\n{"label": "neutral"}\n', r"line 2: the key 'id' is missing"),
        (
            '{"id": "a", "label": "neutral"}\n{"id": "b", "label": null}\n',
            r"line 2: label: expected a text, found null",
        ),
        (
            '{"id": "a", "label": "neutral"}\n{"id": "b", "label": "nuetral"}\n',
            r"line 2: unknown label 'nuetral'; did you",
        ),
        ('{"id": "a", "label": "neutral"}\n{"id": "b", "label": 1}\n', r"line 2: expected a label by name, found"),
        ('{"id": "a", "gold": "?", "label": "neutral"}\n', r"line 1: unknown label '\?'"),
        ('{"id": "a", "label": "neutral"}\n{"id": "a", "label": "neutral"}\n', r"line 2: the id 'a' stands already in"),
        ('{"id": "a", "label": "neutral", "features": 3}\n', r"line 1: features: expected an object, found 3"),
        ('{"id": "\\ud800", "label": "neutral"}\n', r"line 1: half a surrogate"),
        ('{"id": "a", "label": "neutral"}\n', r"no gold labels; give the data file with gold"),
        ('{"id": "a", "gold": null, "label": "neutral"}\n', r"no gold labels"),
    ],
)
def test_faults(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=rf"p\.jsonl.*{message}") as caught:
        load(path)
    assert "\n" not in str(caught.value)


def test_not_utf8_and_not_there(tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl"
    path.write_bytes(b'{"id": "a", "label": "neutral"}\n{"id": "\xff", "label": "neutral"}\n')
    with pytest.raises(InputError, match="line 2: not UTF-8 at byte 9"):
        load(path)
    with pytest.raises(InputError, match="cannot be read: No such file"):
        load(tmp_path / "none.jsonl")
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match=r"has no \.jsonl"):
        load(tmp_path / "empty")


def test_the_files_of_a_directory_are_one_set_of_predictions(tmp_path: Path) -> None:
    for part, label in (("test-depth-3", "neutral"), ("test-depth-4", "entailment")):
        row = {"id": part, "gold": "neutral", "label": label}
        (tmp_path / f"{part}.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    found = score(load(tmp_path), [("part",)])
    assert found.accuracy == 0.5
    right = {c.values: c.accuracy for c in found.breakdowns[0].cells}
    assert right == {("test-depth-3",): 1, ("test-depth-4",): 0}


def test_numbers_count_in_a_declared_order(tmp_path: Path) -> None:
    rows = [{"id": 1, "gold": 1, "pred": 2}, {"id": 2, "gold": "neutral", "pred": 1}]
    path = tmp_path / "p.jsonl"
    path.write_text("".join(json.dumps(r) + "\n" for r in rows), encoding="utf-8")
    with pytest.raises(InputError, match=r"write names, .* \(labels entailment,neutral,contradiction says that 0 is"):
        load(path)
    assert score(load(path, labels=("entailment", "neutral", "contradiction"))).accuracy == 0.5
    with pytest.raises(InputError, match="expected a label by name, found the number '2'"):
        load(path, labels=("entailment", "neutral"))


def test_small_liberties(tmp_path: Path) -> None:
    """A byte order mark, numbers as ids, no line end at the end, other people's keys."""
    path = tmp_path / "p.jsonl"
    first = '{"id": 1, "gold": "neutral", "label": "Neutral"}'
    path.write_text(f'\ufeff{first}\n{{"id": 2, "gold": "-", "label": "neutral"}}', encoding="utf-8")
    found = load(path)
    assert (found.size, found.ids.tolist(), found.labels) == (1, ["1"], (N,))
    assert found.notes == ("1 of 2 rows have no gold label and are left out",)
    snli = write_lines(tmp_path / "s.jsonl", [{"pairID": "1", "gold_label": E, "prediction": NOT}])
    assert load(snli).labels == (E, NOT)


def test_a_label_is_never_taken_for_gold(tmp_path: Path) -> None:
    """A file of predictions as gold file: its key 'gold' counts, even where it is null."""
    path = answers(tmp_path / "p.jsonl", [(E, N)])
    batch = next(json_batches(path, FOR_GOLD))
    assert batch.columns["gold"].values == (E,)
    empty = write_lines(tmp_path / "q.jsonl", [{"id": "p0", "gold": None, "label": N}])
    with pytest.raises(InputError, match="no gold labels"):
        load(path, empty)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("p.tsv", "id\tlabel\tgold\tdepth\nx\tneutral\tentailment\t1\ny\tneutral\tneutral\t\n"),
        ("p.csv", 'id,label,gold,depth\nx,neutral,entailment,1\n"y",neutral,neutral,\n'),
        ("p.csv", "id,label,gold,depth\r\nx,neutral,entailment,1\r\ny,neutral,neutral,\r\n"),
    ],
)
def test_tables(name: str, text: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8", newline="")
    found = load(tmp_path / name)
    assert found.ids.tolist() == ["x", "y"]
    assert found.correct.tolist() == [False, True]
    assert found.features["depth"].codes.tolist() == [0, -1]


def test_a_table_without_ids(tmp_path: Path) -> None:
    (tmp_path / "p.csv").write_text("gold,label\nneutral,neutral\n", encoding="utf-8")
    found = load(tmp_path / "p.csv")
    assert (found.ids, found.size) == (None, 1)
    with pytest.raises(InputError, match="a column 'id' is needed"):
        load(tmp_path / "p.csv", answers(tmp_path / "g.jsonl", [(N, N)]))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the file is empty"),
        ("id,label\n", "the file has no rows"),
        ("id,answer\nx,neutral\n", "line 1: expected a header with the columns id and label"),
        ("id,id\nx,neutral\n", "line 1: the column 'id' comes twice"),
        ("id,label\nx,neutral\ny\n", "line 3: expected 2 columns, found 1"),
        ("id,label\nx,neutral\n\n", "line 3: the line is empty"),
        ("id,label\nx,neutral\ny,nothing\n", "line 3: unknown label 'nothing'"),
        ("id,label\nx,neutral\nx,neutral\n", "line 3: the id 'x' stands already in line 2"),
        ('id,label\n"x\ny",neutral\n', "line 2: a cell has a line end"),
        ('id,label\n"x"y,neutral\n', "line 2: "),
    ],
)
def test_faults_of_tables(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "p.csv").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=rf"p\.csv.*{message}"):
        load(tmp_path / "p.csv")
    (tmp_path / "q.csv").write_bytes(b"id,label\n\xff,neutral\n")
    with pytest.raises(InputError, match="not UTF-8"):
        load(tmp_path / "q.csv")


def test_repeated_ids_anywhere(tmp_path: Path) -> None:
    ids = ["b", "a", "c", "b", "a", "b"]
    path = write_lines(tmp_path / "p.jsonl", [{"id": i, "gold": E, "label": E} for i in ids])
    with pytest.raises(InputError, match=r"line 4: the id 'b' stands already in line 1 \(3 ids come again\)"):
        load(path)
