"""Sharing out: the total is right, no place gets more than its room, and shares are as equal as can be."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from provenli.pairs.plan import PLENTY, evenly, proportionally

ROOM = st.lists(st.integers(0, 40), min_size=1, max_size=12)


@given(ROOM, st.data(), st.booleans())
def test_evenly(room: list[int], data: st.DataObject, random: bool) -> None:
    total = data.draw(st.integers(0, sum(room)))
    rng = np.random.default_rng(data.draw(st.integers(0, 99))) if random else None
    given_ = evenly(total, room, rng).tolist()
    assert sum(given_) == total
    assert all(0 <= g <= r for g, r in zip(given_, room, strict=True))
    # As equal as the room allows: whoever has room left has at most one less than anybody else.
    open_ = [g for g, r in zip(given_, room, strict=True) if g < r]
    assert not open_ or max(given_) - min(open_) <= 1


def test_evenly_with_plenty_of_room() -> None:
    assert evenly(10, [PLENTY] * 3).tolist() == [4, 3, 3]
    assert evenly(0, [PLENTY] * 3).tolist() == [0, 0, 0]
    assert evenly(2, [PLENTY] * 3).tolist() == [1, 1, 0]


def test_the_rest_is_random_with_an_rng() -> None:
    seen = {tuple(evenly(1, [5, 5, 5], np.random.default_rng(k)).tolist()) for k in range(50)}
    assert seen == {(1, 0, 0), (0, 1, 0), (0, 0, 1)}


@given(st.integers(0, 10**9), st.lists(st.integers(0, 10**6), min_size=1, max_size=8).filter(sum))
def test_proportionally(total: int, weights: list[int]) -> None:
    out = proportionally(total, weights).tolist()
    assert sum(out) == total
    for n, w in zip(out, weights, strict=True):
        assert total * w // sum(weights) <= n <= total * w // sum(weights) + 1
        assert w or not n, "a part of no size gets nothing"
