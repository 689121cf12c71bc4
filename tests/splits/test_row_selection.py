"""Rows are taken in one random order: parts are disjoint, larger draws contain smaller ones, quotas are equal."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from provenli.errors import InputError
from provenli.splits.protocol import Draw, Size, Split, SplitPart
from provenli.splits.row_selection import choose
from provenli.splits.row_tables import RowFeature, RowFile, RowTable
from provenli.splits.where import EVERY, Where, where

COLOURS = ("blue", "green", "red")


def table(labels: list[int], colours: list[int], seed: int) -> RowTable:
    n = len(labels)
    columns = {
        "label": RowFeature(("entailment", "neutral"), np.array(labels, dtype=np.int32)),
        "colour": RowFeature(COLOURS, np.array(colours, dtype=np.int32)),
    }
    rank = np.random.default_rng(seed).permutation(n)
    return RowTable(
        "t", "t", (RowFile(Path("t"), "pairs", 0, n),), np.arange(n), np.ones(n, dtype=np.int32), columns, rank
    )


TABLES = st.integers(8, 40).flatmap(
    lambda n: st.builds(
        table,
        st.lists(st.integers(0, 1), min_size=n, max_size=n),
        st.lists(st.integers(0, 2), min_size=n, max_size=n),
        st.integers(0, 5),
    )
)
WHERES = st.sampled_from([EVERY, where(colour="red"), where(colour=("red", "blue")), where(label="neutral")])
SIZES = st.builds(Size, st.none() | st.integers(1, 12), st.none() | st.floats(0.05, 0.9))


def rows(split: Split, t: RowTable) -> dict[str, list[int]]:
    return {p.name: [r for c in p.chosen for r in c.rows.tolist()] for p in choose(split, {"r": t})}


EVENS = st.sampled_from([(), ("label",), ("colour", "label")])


@given(TABLES, st.lists(st.tuples(WHERES, SIZES, EVENS), min_size=1, max_size=4))
def test_parts_are_disjoint_and_meant_and_even(t: RowTable, asked: list[tuple[Where, Size, tuple[str, ...]]]) -> None:
    parts = tuple(SplitPart(f"p{k}", (Draw("r", w, s, e),)) for k, (w, s, e) in enumerate(asked))
    try:
        found = choose(Split("s", parts), {"r": t})
    except InputError:  # nothing is left for some part
        return
    taken = [r for p in found for c in p.chosen for r in c.rows.tolist()]
    assert len(taken) == len(set(taken))
    for part, (w, s, even) in zip(found, asked, strict=True):
        (chosen,) = part.chosen
        assert t.matching(w)[chosen.rows].all()
        assert s.rows is None or len(chosen.rows) <= s.rows
        if even:
            groups = [tuple(t.columns[f].codes[r] for f in even) for r in chosen.rows]
            assert len({groups.count(g) for g in groups}) <= 1


@given(TABLES, st.integers(1, 20), st.integers(0, 20), st.sampled_from([(), ("label",)]))
def test_larger_draws_contain_smaller_ones(t: RowTable, small: int, more: int, even: tuple[str, ...]) -> None:
    held = SplitPart("test", (Draw("r", EVERY, Size(3)),))
    doses = []
    for n in (small, small + more):
        try:
            doses.append(
                rows(Split("s", (held, SplitPart("train", (Draw("r", EVERY, Size(n, exact=True), even),)))), t)
            )
        except InputError:  # there are not so many
            return
    assert set(doses[0]["train"]) <= set(doses[1]["train"])
    assert doses[0]["test"] == doses[1]["test"]
    assert [len(d["train"]) for d in doses] == [small, small + more]


def test_too_many_and_none_are_said() -> None:
    t = table([0, 1] * 5, [0] * 10, 0)
    with pytest.raises(InputError, match=r"split 's', part 'p': asked for 11 rows \(any\), found 10 in t"):
        rows(Split("s", (SplitPart("p", (Draw("r", EVERY, Size(11, exact=True)),)),)), t)
    with pytest.raises(InputError, match=r"the part 'p' would be empty: no rows left in t \(colour red\)"):
        rows(Split("s", (SplitPart("p", (Draw("r", where(colour="red")),)),)), t)
    with pytest.raises(InputError, match="no row records 'color'; did you mean 'colour'"):
        rows(Split("s", (SplitPart("p", (Draw("r", where(color="red")),)),)), t)


def test_flips_are_the_share_asked_for() -> None:
    t = table([0, 1] * 10, [0] * 20, 0)
    ((part),) = choose(Split("s", (SplitPart("p", (Draw("r", flip=0.1),)),)), {"r": t})
    assert len(part.chosen[0].flipped) == 2
