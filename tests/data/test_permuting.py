"""permuted: every number once, for any size and key, and the same whichever stretch is asked for."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from provenli.data.permuting import keyed, permuted

KEYS = st.integers(0, (1 << 64) - 1)


def whole(size: int, key: int) -> list[int]:
    numbers = np.arange(size, dtype=np.int64)
    return permuted(numbers, size, np.full(size, key, dtype=np.uint64)).tolist()


@pytest.mark.parametrize("size", [*range(1, 70), 255, 256, 257, 1023, 1025, 4097])
def test_every_number_comes_once(size: int) -> None:
    for key in (0, 1, 12345, (1 << 64) - 1):
        assert sorted(whole(size, key)) == list(range(size))


@given(st.integers(1, 3000), KEYS)
def test_it_is_a_permutation(size: int, key: int) -> None:
    assert sorted(whole(size, key)) == list(range(size))


@given(st.integers(2, 1 << 61), KEYS, st.lists(st.integers(0, 1 << 61), min_size=2, max_size=50, unique=True))
def test_large_sizes_stay_inside_and_do_not_collide(size: int, key: int, numbers: list[int]) -> None:
    asked = np.array(sorted({n % size for n in numbers}), dtype=np.int64)
    found = permuted(asked, size, np.full(len(asked), key, dtype=np.uint64))
    assert len(set(found.tolist())) == len(asked)
    assert all(0 <= n < size for n in found.tolist())


@given(st.integers(2, 500), KEYS, st.data())
def test_any_stretch_is_that_of_the_whole(size: int, key: int, data: st.DataObject) -> None:
    low = data.draw(st.integers(0, size - 1))
    high = data.draw(st.integers(low, size))
    part = np.arange(low, high, dtype=np.int64)
    assert permuted(part, size, np.full(len(part), key, dtype=np.uint64)).tolist() == whole(size, key)[low:high]


def test_numbers_under_different_keys_keep_apart() -> None:
    """Keys may be mixed in one call: each has its own permutation."""
    size = 200
    keys = np.repeat(np.array([3, 8], dtype=np.uint64), size)
    both = permuted(np.tile(np.arange(size), 2), size, keys).tolist()
    assert both[:size] == whole(size, 3)
    assert both[size:] == whole(size, 8)
    assert both[:size] != both[size:]


def test_other_keys_give_other_orders() -> None:
    assert len({tuple(whole(50, key)) for key in range(100)}) == 100


def test_every_place_is_about_equally_likely() -> None:
    """First number of 20 under 4,000 keys: each place 200 times, give or take six standard deviations."""
    keys = keyed(7, np.arange(4000, dtype=np.uint64))
    places = np.bincount(permuted(np.zeros(4000, dtype=np.int64), 20, keys), minlength=20)
    assert places.min() > 200 - 6 * 14
    assert places.max() < 200 + 6 * 14


def test_nothing_and_one() -> None:
    none = np.array([], dtype=np.int64)
    assert permuted(none, 10, none.astype(np.uint64)).tolist() == []
    assert whole(1, 99) == [0]
