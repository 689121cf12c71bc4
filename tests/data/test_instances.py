"""filled: which words go into the slots. Nothing repeats below the capacity; at the capacity everything has come."""

from __future__ import annotations

from itertools import islice, permutations
from math import perm

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from provenli.grammar import Form, Word
from provenli.pairs.classes import Classes, WordClass
from provenli.pairs.parts import Part
from provenli.pairs.pattern import Pattern
from provenli.pairs.plan import capacity, words_of
from provenli.permutations import LISTED, Fillings, codes_of


def words(letter: str, n: int) -> tuple[Word, ...]:
    return tuple(Word(f"{letter}{k}", (Form(letter, f"{letter}{k}"),), None, symbol=f"{letter}{k}") for k in range(n))


def classes(sizes: dict[str, int], loose: dict[str, tuple[int, ...]] | None = None) -> Classes:
    strict = {c: WordClass(c, words(c, n)) for c, n in sizes.items()}
    free = {c: WordClass(c, words(c, len(w)), w) for c, w in (loose or {}).items()}
    found = {**strict, **free}
    return Classes(found, {w: c.name for c in found.values() for w in c.words})


def pattern(slots: str) -> Pattern:
    return Pattern((), (), tuple(slots), (), np.zeros(1, dtype=np.int64))


def fill(
    slots: str,
    of: Classes,
    serials: NDArray[np.int64],
    setting: int = 0,
    key: int = 5,
    part: Part | None = None,
    others: tuple[tuple[str, ...], ...] = (),
) -> NDArray[np.int64]:
    loose = frozenset(c.name for c in of.by_name.values() if c.loose)
    found = Fillings((tuple(slots), *others), words_of(part or Part("all", 1), of), loose)
    kinds, keys = np.zeros(len(serials), np.int64), np.full(len(serials), key, dtype=np.uint64)
    codes, noise = codes_of(serials, np.full(len(serials), setting), found.sizes[kinds], keys)
    cells = np.zeros((found.width, len(serials)), np.int32)
    found.fill(cells, kinds, codes, noise)
    return cells[: len(slots)].T.astype(np.int64)


@settings(max_examples=60)
@given(
    st.text(alphabet="ab", min_size=1, max_size=5),
    st.integers(0, 3),
    st.integers(0, 3),
    st.integers(0, 1 << 63),
    st.integers(0, 50),
)
def test_all_fillings_once_when_the_capacity_is_exhausted(
    slots: str, more_a: int, more_b: int, key: int, s: int
) -> None:
    of = classes({"a": slots.count("a") + more_a, "b": slots.count("b") + more_b})
    room = capacity(pattern(slots), of, words_of(Part("all", 1), of))
    if room > 3000:
        return
    rows = fill(slots, of, np.arange(room), s, key)
    assert len({tuple(r) for r in rows.tolist()}) == room
    for name in "ab":
        inside = [k for k, c in enumerate(slots) if c == name]
        size = len(of.by_name[name].words)
        for row in rows[:, inside].tolist():
            assert len(set(row)) == len(row)
            assert all(0 <= w < size for w in row)


def test_capacity_is_the_number_of_fillings() -> None:
    of = classes({"a": 7, "b": 4})
    assert capacity(pattern("aabab"), of, words_of(Part("all", 1), of)) == perm(7, 3) * perm(4, 2)


def test_words_a_part_goes_without_are_never_used() -> None:
    of = classes({"a": 6})
    part = Part("dev", 1, without=frozenset({"a0", "a3"}))
    rows = fill("aa", of, np.arange(12), part=part)
    assert set(rows.ravel().tolist()) == {1, 2, 4, 5}
    assert len({tuple(r) for r in rows.tolist()}) == 12


def test_other_settings_and_keys_give_other_orders() -> None:
    of, serials = classes({"a": 20}), np.arange(100)
    seen = {fill("aaa", of, serials, s, k).tobytes() for s in range(4) for k in range(4)}
    assert len(seen) == 16


@pytest.mark.parametrize(("slots", "n"), [(30, 200), (30, 30), (64, 1000), (12, 40)])
def test_large_capacities(slots: int, n: int) -> None:
    """More fillings than a machine word can number."""
    of = classes({"a": n})
    rows = fill("a" * slots, of, np.arange(5000))
    assert (np.sort(rows, axis=1)[:, 1:] > np.sort(rows, axis=1)[:, :-1]).all(), "a word comes twice"
    assert rows.min() >= 0
    assert rows.max() < n
    assert len({tuple(r) for r in rows.tolist()}) == 5000
    # Every slot takes every word about equally often.
    for column in rows.T:
        assert np.bincount(column, minlength=n).max() < 12 * max(1, 5000 // n)


def test_serials_far_apart() -> None:
    of = classes({"a": 200})
    serials = np.array([0, 1, 10**9, 10**15, (1 << 59) + 1], dtype=np.int64)
    assert len({tuple(r) for r in fill("a" * 30, of, serials).tolist()}) == 5


def test_loose_slots_may_repeat_and_follow_their_weights() -> None:
    of = classes({"a": 90}, {"w": (1, 1, 2)})
    rows = fill("awaw", of, np.arange(8000))
    assert len({tuple(r) for r in rows[:, [0, 2]].tolist()}) == 8000, "loose words tell nothing apart"
    counts = np.bincount(rows[:, 1], minlength=3)
    assert abs(counts[2] - 4000) < 400
    assert abs(counts[0] - 2000) < 400
    assert (rows[:, 1] == rows[:, 3]).any(), "one loose word may come in two places"
    assert (rows[:, 1] != rows[:, 3]).any(), "and the two are not tied to each other"


def test_stretches_do_not_depend_on_each_other() -> None:
    of = classes({"a": 50, "b": 9})
    whole = fill("abab", of, np.arange(300))
    assert (fill("abab", of, np.arange(100, 200)) == whole[100:200]).all()


def one_by_one(rooms: list[int], number: int, listed: bool) -> list[int]:
    """Different words for slots of one class, the slow and obvious way."""
    left = list(range(rooms[0]))
    if listed:
        return list(next(islice(permutations(left, len(rooms)), number, None)))
    out = []
    for room in rooms:
        number, k = divmod(number, room)
        out.append(left.pop(k))
    return out


@pytest.mark.parametrize(("n", "k"), [(9, 3), (5, 5), (60, 4), (200, 7)])
def test_a_number_stands_for_the_words_it_always_stood_for(n: int, k: int) -> None:
    """Data sets that are there must be drawn again with the same words."""
    found = Fillings((("a",) * k,), {"a": range(n)}, frozenset())
    codes = np.linspace(0, perm(n, k) - 1, 50).astype(np.int64)
    cells = np.zeros((k, len(codes)), np.int32)
    found.fill(cells, np.zeros(len(codes), np.int64), codes, np.zeros(len(codes), np.uint64))
    rooms = list(range(n, n - k, -1))
    assert cells.T.tolist() == [one_by_one(rooms, int(c), perm(n, k) <= LISTED) for c in codes]


def test_patterns_are_filled_together_as_each_alone() -> None:
    of = classes({"a": 40, "b": 9}, {"w": (1, 2)})
    others = (("b",), ("a",) * 30, ("w", "a", "b", "a", "w"))
    for slots in ("abab", "wabbw", "a" * 20):
        alone = fill(slots, of, np.arange(100))
        assert (fill(slots, of, np.arange(100), others=others) == alone).all()
