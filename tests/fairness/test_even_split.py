from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from provenli.errors import InputError
from provenli.fairness.spaces import even_split, random_even_split
from provenli.permutations import random_order

ratios = st.one_of(st.sampled_from([0.0, 1 / 16, 1 / 8, 0.25, 0.5, 0.75, 1.0]), st.floats(0, 1))
seeds = st.integers(0, 2**32)


@given(st.integers(1, 60), st.integers(1, 60), ratios, seeds)
def test_it_has_every_property_that_the_paper_states(size: int, ways: int, ratio: float, seed: int) -> None:
    elements, takers = [f"e{k}" for k in range(size)], [f"d{k}" for k in range(ways)]
    f = random_even_split(elements, takers, ratio, np.random.default_rng(seed))
    assert list(f) == takers
    assert all(f.values())  # nothing in the range is empty
    assert set().union(*f.values()) == set(elements)  # together they are S
    assert all(len(set(subset)) == len(subset) for subset in f.values())
    shared = {e for e in elements if all(e in subset for subset in f.values())}
    assert len(shared) >= round(ratio * size - 1e-9)  # P1 is in every one
    used = Counter(e for subset in f.values() for e in subset)
    rest = [used[e] for e in elements if e not in shared]
    sizes = [len(subset) for subset in f.values()]
    assert max(sizes) - min(sizes) <= 1  # P2 is shared out evenly
    assert not rest or max(rest) - min(rest) <= 1


@given(st.integers(1, 60), st.integers(2, 60), ratios, seeds)
def test_no_one_gets_more_than_the_ratio_asks_for(size: int, ways: int, ratio: float, seed: int) -> None:
    split = even_split(size, ways, ratio, np.random.default_rng(seed))
    assert abs(split.shared - ratio * size) <= 0.5
    total = int(split.counts(np.arange(ways)).sum())
    assert total == (ways if split.reused else split.shared * ways + split.rest)


@given(st.integers(1, 40), st.integers(1, 40), ratios, seeds, st.sampled_from([0, 2**16]))
def test_numbering_goes_both_ways(size: int, ways: int, ratio: float, seed: int, table: int) -> None:
    split = even_split(size, ways, ratio, np.random.default_rng(seed), table)
    takers, elements = (c.ravel() for c in np.meshgrid(np.arange(ways), np.arange(size)))
    indices = split.indices_of(takers, elements)
    inside = indices >= 0
    assert np.array_equal(np.bincount(takers[inside], minlength=ways), split.counts(np.arange(ways)))
    assert np.array_equal(split.elements_of(takers[inside], indices[inside]), elements[inside])
    assert (indices < split.counts(takers)).all()
    everyone = np.arange(size)
    assert (split.indices_of(split.takers_of(everyone), everyone) >= 0).all()


@given(st.integers(1, 3000), seeds, st.sampled_from([0, 2**16]))
def test_an_order_is_a_permutation_and_its_inverse(size: int, seed: int, table: int) -> None:
    order = random_order(size, np.random.default_rng(seed), table)
    places = order.place(np.arange(size))
    assert sorted(places.tolist()) == list(range(size))
    assert np.array_equal(order.number(places), np.arange(size))


@given(st.integers(2**40, 2**62), seeds)
def test_an_order_of_astronomical_size(size: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    numbers = np.unique(rng.integers(0, size, 100))
    order = random_order(size, rng)
    places = order.place(numbers)
    assert len(set(places.tolist())) == len(numbers)
    assert ((places >= 0) & (places < size)).all()
    assert np.array_equal(order.number(places), numbers)


def test_every_element_is_as_likely_as_any_other_for_a_taker() -> None:
    rng = np.random.default_rng(0)
    got = Counter(e for _ in range(3000) for e in random_even_split("abcdef", (0, 1, 2), 0, rng)[0])
    assert all(850 < got[e] < 1150 for e in "abcdef")  # 1000 each, give or take six deviations


@pytest.mark.parametrize("ratio", [-0.1, 1.1, float("nan")])
def test_a_ratio_outside_0_to_1_is_refused(ratio: float) -> None:
    with pytest.raises(InputError, match="ratio must be between 0 and 1, it is"):
        random_even_split("ab", "cd", ratio, np.random.default_rng(0))


def test_there_must_be_something_to_split() -> None:
    with pytest.raises(InputError, match="needs elements and takers, there are 0 and 2"):
        random_even_split("", "cd", 0, np.random.default_rng(0))
