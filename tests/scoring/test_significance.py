from __future__ import annotations

import math
from unittest.mock import patch

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar as reference
from statsmodels.stats.multitest import multipletests

from provenli.scoring.significance import EXACT, holm, mcnemar


def test_by_hand() -> None:
    # 1 of 6: 2 · (1 + 6) / 64
    assert mcnemar(1, 5) == mcnemar(5, 1) == 14 / 64
    assert mcnemar(0, 0) == mcnemar(4, 4) == 1.0


@given(st.integers(0, 500), st.integers(0, 500))
def test_exact_is_scipys_binomial(a: int, b: int) -> None:
    if a + b:
        assert mcnemar(a, b) == pytest.approx(stats.binomtest(a, a + b).pvalue, abs=1e-9)


@given(st.integers(501, 5000), st.integers(501, 5000))
def test_large_counts_are_statsmodels(a: int, b: int) -> None:
    assume(a != b)  # there its correction goes below no difference
    expected = reference([[0, a], [b, 0]], exact=False, correction=True).pvalue
    assert mcnemar(a, b) == pytest.approx(expected, abs=1e-9)


def test_the_two_ways_meet() -> None:
    for less in (430, 460, 480, 500):
        root = (EXACT - 2 * less - 1) / math.sqrt(EXACT)
        assert mcnemar(less, EXACT - less) == pytest.approx(math.erfc(max(0, root) / math.sqrt(2)), rel=0.05)


def test_holm_by_hand() -> None:
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([]) == []


PS = st.lists(st.floats(0, 1), min_size=1, max_size=12)


@settings(max_examples=10)
@given(PS)
def test_holm_is_statsmodels(ps: list[float]) -> None:
    with patch("gc.collect"):  # statsmodels calls it every time, and it takes a second where much was loaded
        theirs = multipletests(ps, method="holm")[1].tolist()
    assert holm(ps) == pytest.approx(theirs, abs=1e-12)


@given(PS)
def test_holm_is_monotone(ps: list[float]) -> None:
    found = holm(ps)
    in_order = [q for _, q in sorted(zip(ps, found, strict=True))]
    assert in_order == sorted(in_order)
    assert all(p <= q + 1e-15 for p, q in zip(ps, found, strict=True))
