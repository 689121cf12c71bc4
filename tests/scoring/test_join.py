from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from provenli.errors import InputError
from provenli.scoring import load, score
from provenli.scoring.predictions import FeatureColumn
from tests.scoring.files import NOT, C, E, N, write_lines


def gold_file(path: Path, labels: list[str]) -> Path:
    """A data file of ours: the label is the gold label."""
    return write_lines(
        path,
        [
            {
                "id": f"g{k}",
                "premise": "Ann swam.",
                "hypothesis": "Ann or Bob swam.",
                "label": label,
                "schema": f"s{k % 2}",
                "features": {"depth": k + 1, "words": ["a", "b"][: k % 3]},
            }
            for k, label in enumerate(labels)
        ],
    )


def said(path: Path, answers: dict[str, str], **more: str) -> Path:
    return write_lines(path, [{"id": i, "label": a, **more} for i, a in answers.items()])


def test_a_minimal_file_joined_by_id(tmp_path: Path) -> None:
    gold = gold_file(tmp_path / "g.jsonl", [E, NOT, E])
    found = load(said(tmp_path / "p.jsonl", {"g2": E, "g0": NOT, "g1": NOT}), gold)
    assert found.correct.tolist() == [True, False, True]
    assert found.schema is not None
    assert [found.schema.values[c] for c in found.schema.codes] == ["s0", "s0", "s1"]
    cells = {c.values: (c.size, c.right) for b in score(found, ["depth", "words"]).breakdowns for c in b.cells}
    assert {k: cells[k,] for k in "123"} == {"1": (1, 0), "2": (1, 1), "3": (1, 1)}
    assert {k: cells[k,] for k in ("a", "b", "(none)")} == {"a": (2, 2), "b": (1, 1), "(none)": (1, 0)}


def test_missing_and_superfluous_predictions(tmp_path: Path) -> None:
    gold = gold_file(tmp_path / "g.jsonl", [E, NOT, E, E])
    few = said(tmp_path / "few.jsonl", {"g0": E, "g1": E})
    with pytest.raises(InputError, match=r"2 of the 4 pairs of .* have no prediction \(the first: 'g2'\); partial"):
        load(few, gold)
    found = load(few, gold, partial=True)
    assert found.size == 2
    assert found.notes[0].startswith("2 of the 4 pairs of")
    many = said(tmp_path / "many.jsonl", {f"g{k}": E for k in (9, 0, 1, 2, 3)})
    with pytest.raises(InputError, match=r"1 predictions are of pairs that .* lacks \(the first: 'g9'\)"):
        load(many, gold)
    assert load(many, gold, partial=True).size == 4
    both = said(tmp_path / "both.jsonl", {"g0": E, "x": E})
    with pytest.raises(InputError, match=r"3 of the 4 .* and 1 predictions are of no pair there"):
        load(both, gold)
    for partial in (False, True):
        with pytest.raises(InputError, match=r"none of its 1 ids is in .*g.jsonl \(the first: 'x'\)"):
            load(said(tmp_path / "other.jsonl", {"x": E}), gold, partial=partial)


def test_gold_labels_that_differ(tmp_path: Path) -> None:
    gold = gold_file(tmp_path / "g.jsonl", [E, NOT])
    with pytest.raises(InputError, match=r"1 gold labels differ .* 'g1'"):
        load(said(tmp_path / "p.jsonl", {"g0": E, "g1": E}, gold=E), gold)


def test_three_way_answers_to_two_way_gold(tmp_path: Path) -> None:
    gold = gold_file(tmp_path / "g.jsonl", [E, NOT, NOT])
    found = score(load(said(tmp_path / "p.jsonl", {"g0": C, "g1": N, "g2": C}), gold))
    assert found.right == 2
    assert found.notes == ("contradiction and neutral counted as non-entailment, since gold labels are two-way",)
    assert [x.label for x in found.labels] == [E, NOT]


@given(st.lists(st.lists(st.integers(0, 3), max_size=4), min_size=1, max_size=8), st.data())
def test_rows_of_a_list_feature(lists: list[list[int]], data: st.DataObject) -> None:
    keep = data.draw(st.permutations(range(len(lists))))[: data.draw(st.integers(1, len(lists)))]
    rows = np.array([k for k, row in enumerate(lists) for _ in row], dtype=np.int64)
    feature = FeatureColumn(tuple("abcd"), np.array([c for row in lists for c in row], dtype=np.int64), rows)
    found = feature.taken(np.array(keep))
    assert found.rows is not None
    again = [sorted(found.codes[found.rows == k].tolist()) for k in range(len(keep))]
    assert again == [sorted(lists[k]) for k in keep]
    places, codes = feature.members(len(lists))
    expected = [(k, c) for k, row in enumerate(lists) for c in (sorted(set(row)) or [-1])]
    assert list(zip(places.tolist(), codes.tolist(), strict=True)) == expected


def test_the_file_whose_ids_fit_is_named(tmp_path: Path) -> None:
    gold = gold_file(tmp_path / "g.jsonl", [E, NOT])
    (tmp_path / "test.jsonl").write_text('{"id": "t-1", "premise": "A.", "hypothesis": "B.", "label": "neutral"}\n')
    with pytest.raises(InputError, match=r"none of its 1 ids is in .*; .*test.jsonl has it: gold .*test.jsonl"):
        load(said(tmp_path / "p.jsonl", {"t-1": E}), gold)
