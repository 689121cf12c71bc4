"""Student's t against tables and against scipy."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from provenli.scoring.significance import quantile, two_sided


@pytest.mark.parametrize(("df", "printed"), [(1, 12.706), (2, 4.303), (4, 2.776), (9, 2.262), (1000, 1.962)])
def test_the_printed_table(df: int, printed: float) -> None:
    assert quantile(df) == pytest.approx(printed, abs=5e-4)


@given(st.integers(1, 200), st.floats(0, 50))
def test_the_distribution_is_scipys(df: int, t: float) -> None:
    assert two_sided(t, df) == pytest.approx(2 * stats.t.sf(t, df), abs=1e-12)


@given(st.integers(1, 10**7))
def test_the_quantile_is_scipys(df: int) -> None:
    assert quantile(df) == pytest.approx(stats.t.ppf(0.975, df), abs=1e-6)
