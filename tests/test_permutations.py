"""permuted: every number once, for any size and key, and the same whichever stretch is asked for."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from provenli.permutations import permuted

KEYS = st.integers(0, (1 << 64) - 1)


def whole(size: int, key: int) -> list[int]:
    return placed(np.arange(size, dtype=np.int64), size, key)


def placed(numbers: NDArray[np.int64], size: int, key: int) -> list[int]:
    return permuted(numbers, np.full(len(numbers), size), np.full(len(numbers), key, dtype=np.uint64)).tolist()


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
    found = placed(asked, size, key)
    assert len(set(found)) == len(asked)
    assert all(0 <= n < size for n in found)


@given(st.integers(2, 500), KEYS, st.data())
def test_any_stretch_is_that_of_the_whole(size: int, key: int, data: st.DataObject) -> None:
    low = data.draw(st.integers(0, size - 1))
    high = data.draw(st.integers(low, size))
    part = np.arange(low, high, dtype=np.int64)
    assert placed(part, size, key) == whole(size, key)[low:high]


def test_sizes_and_keys_may_be_mixed_in_one_call() -> None:
    """Each size and key has its own permutation."""
    cases = [(200, 3), (200, 8), (1, 3), (2, 3), (1000, 8), (17, 1 << 63)]
    numbers = np.concatenate([np.arange(size) for size, _ in cases])
    sizes = np.concatenate([np.full(size, size) for size, _ in cases])
    keys = np.concatenate([np.full(size, key, dtype=np.uint64) for size, key in cases])
    found = permuted(numbers, sizes, keys).tolist()
    assert found == [n for size, key in cases for n in whole(size, key)]
    assert whole(200, 3) != whole(200, 8)


def test_other_keys_give_other_orders() -> None:
    assert len({tuple(whole(50, key)) for key in range(100)}) == 100


def test_every_place_is_about_equally_likely() -> None:
    """First number of 20 under 4,000 keys: each place 200 times, give or take six standard deviations."""
    keys = np.random.default_rng(7).integers(0, 1 << 63, size=4000).astype(np.uint64)
    places = np.bincount(permuted(np.zeros(4000, dtype=np.int64), np.full(4000, 20), keys), minlength=20)
    assert places.min() > 200 - 6 * 14
    assert places.max() < 200 + 6 * 14


def test_nothing_and_one() -> None:
    none = np.array([], dtype=np.int64)
    assert permuted(none, none, none.astype(np.uint64)).tolist() == []
    assert whole(1, 99) == [0]
