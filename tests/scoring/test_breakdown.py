from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from provenli.errors import InputError, UnknownName
from provenli.scoring import score
from provenli.scoring.breakdown import breakdown
from provenli.scoring.intervals import clustered, counts, numbered
from tests.scoring.files import NOT, C, E, N, predictions

ROWS = st.lists(
    st.tuples(
        st.sampled_from([E, N, C]),
        st.sampled_from([E, N, C]),
        st.sampled_from("xyz"),
        st.sampled_from(["1", "10", "9"]),
        st.integers(0, 4),
    ),
    min_size=1,
    max_size=50,
)


@given(ROWS)
def test_cells_are_those_of_a_plain_loop(rows: list[tuple[str, str, str, str, int]]) -> None:
    gold, said, first, second, schema = ([r[k] for r in rows] for k in range(5))
    run = predictions(gold, said, schema, first=first, second=second)
    found = breakdown(run, ("first", "second"), 1 / 3)
    sizes, rights = Counter((r[2], r[3]) for r in rows), Counter((r[2], r[3]) for r in rows if r[0] == r[1])
    assert {c.values: (c.size, c.right) for c in found.cells} == {k: (n, rights[k]) for k, n in sizes.items()}
    for c in found.cells:
        inside = np.array([(r[2], r[3]) == c.values for r in rows])
        labels = Counter(r[0] for r, here in zip(rows, inside, strict=True) if here)
        assert c.majority == max(labels.values()) / c.size
        expected = clustered(counts(np.array(schema)[inside], run.correct[inside]))
        assert (c.clustered is None) == (expected is None)
        if c.clustered and expected:
            assert c.clustered.to_json() == pytest.approx(expected.to_json(), abs=1e-9)


def test_label_schema_and_order() -> None:
    run = predictions([E, E, NOT, NOT], [E, NOT, NOT, NOT], [10, 9, 10, 9], depth=["10", "9", "x", "1"])
    tables = score(run, ["label", "schema", "depth"]).breakdowns
    assert [(c.values[0], c.right) for c in tables[0].cells] == [(E, 1), (NOT, 2)]
    assert [c.values[0] for c in tables[1].cells] == ["9", "10"]
    assert [c.values[0] for c in tables[2].cells] == ["1", "9", "10", "x"]


def test_small_cells_are_marked() -> None:
    sizes = [29, 30, 30]
    schemas = [k % 10 for k in range(59)] + [k % 4 for k in range(30)]
    value = [v for v, n in zip("abc", sizes, strict=True) for _ in range(n)]
    run = predictions([E] * 89, [E] * 89, schemas, f=value)
    assert [c.small for c in breakdown(run, ("f",), 0.5).cells] == [True, False, True]


def test_unknown_features() -> None:
    run = predictions([E], [E], depth=["1"])
    with pytest.raises(UnknownName, match="unknown feature in run 'dpeth'; did you mean 'depth'"):
        breakdown(run, ("dpeth",), 1)
    with pytest.raises(UnknownName, match="'schema'"):
        breakdown(run, ("schema",), 1)
    for by in ((), ("depth", "depth"), ("depth", "label", "schema")):
        with pytest.raises(InputError, match="one feature or two different ones"):
            breakdown(run, by, 1)


@given(st.lists(st.integers(-1, 10) | st.integers(0, 10**9), min_size=1))
def test_numbering_is_unique(codes: list[int]) -> None:
    kinds, places = numbered(np.array(codes))
    expected = np.unique(codes, return_inverse=True)
    assert (kinds.tolist(), places.tolist()) == (expected[0].tolist(), expected[1].tolist())
