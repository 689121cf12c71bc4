"""Intervals against hand-computed values, statsmodels, and what they promise."""

from __future__ import annotations

import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.proportion import proportion_confint

from provenli.scoring.intervals import Counts, bootstrapped, clustered, counts, effective, mean_interval, wilson
from provenli.scoring.predictions import Codes
from provenli.scoring.significance import quantile


def test_wilson_by_hand() -> None:
    # 8 of 10, z = 1.96: (0.8 + 0.19208 ± 1.96·sqrt(0.016 + 0.009604)) / 1.38416
    found = wilson(8, 10, 1.96)
    assert (found.low, found.high) == (pytest.approx(0.49016, abs=1e-5), pytest.approx(0.94331, abs=1e-5))


@given(st.integers(1, 10**6), st.data())
def test_wilson_is_statsmodels(size: int, data: st.DataObject) -> None:
    right = data.draw(st.integers(0, size))
    found = wilson(right, size)
    assert (found.low, found.high) == pytest.approx(proportion_confint(right, size, method="wilson"), abs=1e-9)
    assert right / size in found


def test_nothing_known_of_no_answers() -> None:
    assert wilson(0, 0).to_json() == [0.0, 1.0]


def test_counts() -> None:
    found = counts(np.array([7, 3, 7, 7]), np.array([True, False, True, False]))
    assert (found.sizes.tolist(), found.right.tolist()) == ([1, 3], [0, 2])


def test_the_variance_is_that_of_statsmodels() -> None:
    """The same residuals as a regression on a constant with cluster-robust errors."""
    rng = np.random.default_rng(3)
    groups = np.repeat(np.arange(12), rng.integers(2, 20, 12))
    right = rng.random(len(groups)) < np.repeat(rng.random(12), np.bincount(groups))
    fit = sm.OLS(right.astype(float), np.ones(len(right))).fit(
        cov_type="cluster", cov_kwds={"groups": groups, "use_correction": False}
    )
    p, n = right.mean(), len(right)
    worth = p * (1 - p) / (fit.bse[0] ** 2 * 12 / 11)
    assert worth < n
    expected = wilson(p * worth, worth, quantile(11))
    found = clustered(counts(groups, right))
    assert found is not None
    assert found.to_json() == pytest.approx(expected.to_json(), abs=1e-12)


def test_clustered_by_hand() -> None:
    # Four schemas of two pairs, answered alike: 3 right, 1 wrong. p = 6/8, residuals 0.5, 0.5, 0.5, -1.5: squares 3.
    # Variance 4/3 · 3/64 = 1/16; worth 0.1875 · 16 = 3 independent answers.
    found = clustered(Counts(np.full(4, 2), np.array([2, 2, 2, 0])))
    assert found == wilson(0.75 * 3, 3, quantile(3))


def test_one_schema_says_nothing() -> None:
    assert clustered(Counts(np.array([50]), np.array([40]))) is None


def test_all_right_is_not_certain() -> None:
    """The variance is 0; each schema then counts as one answer."""
    found = clustered(Counts(np.full(10, 1000), np.full(10, 1000)))
    assert found is not None
    assert found == wilson(10, 10, quantile(9))
    assert found.low < 0.7


@given(st.lists(st.tuples(st.integers(1, 30), st.floats(0, 1)), min_size=2, max_size=40))
def test_never_narrower_than_wilson(given_: list[tuple[int, float]]) -> None:
    sizes = np.array([s for s, _ in given_])
    right = np.array([int(s * f) for s, f in given_])
    found, plain = clustered(Counts(sizes, right)), wilson(int(right.sum()), int(sizes.sum()))
    assert found is not None
    assert found.low <= plain.low + 1e-12
    assert found.high >= plain.high - 1e-12
    assert right.sum() / sizes.sum() in found


@given(st.permutations(range(8)))
def test_the_order_of_schemas_does_not_matter(order: list[int]) -> None:
    sizes, right = np.arange(3, 11), np.array([3, 0, 2, 6, 1, 8, 9, 5])
    given_, mixed = Counts(sizes, right), Counts(sizes[order], right[order])
    first, second = clustered(given_), clustered(mixed)
    assert first is not None
    assert second is not None
    assert first.to_json() == pytest.approx(second.to_json(), abs=1e-12)
    one, two = (bootstrapped(c, 50, np.random.default_rng(1)) for c in (given_, mixed))
    assert one == two


def test_the_bootstrap_is_the_same_for_a_seed() -> None:
    found = Counts(np.arange(2, 30), np.arange(2, 30) // 2)
    one, two, other = (bootstrapped(found, 300, np.random.default_rng(s)) for s in (5, 5, 6))
    assert one == two != other


def test_the_bootstrap_is_that_of_drawing_schemas() -> None:
    """Drawing kinds of schemas is drawing schemas: compared with the plain way, by Monte Carlo."""
    rng = np.random.default_rng(0)
    sizes = rng.integers(1, 5, 60)
    right = rng.binomial(sizes, 0.7)
    drawn = rng.integers(0, 60, (20_000, 60))
    plain = np.quantile(right[drawn].sum(1) / sizes[drawn].sum(1), [0.025, 0.975])
    found = bootstrapped(Counts(sizes, right), 20_000, np.random.default_rng(1))
    assert found.to_json() == pytest.approx(plain.tolist(), abs=0.006)


def test_the_mean_of_seeds_by_hand() -> None:
    # Mean 0.7, sd 0.1, t for 2 degrees of freedom 4.3027: half 4.3027 · 0.1 / √3
    found = mean_interval(np.array([0.6, 0.7, 0.8]))
    assert found is not None
    assert found.to_json() == pytest.approx([0.7 - 0.24841, 0.7 + 0.24841], abs=1e-5)
    assert mean_interval(np.array([0.7])) is None
    far = mean_interval(np.array([0.5, 0.9]))
    assert far is not None
    assert far.to_json() == [0.0, 1.0]


def drawn_schemas(rng: np.random.Generator, groups: int) -> tuple[Codes, Codes]:
    """Schemas of uneven size, each with a difficulty of its own around 0.75."""
    sizes = rng.integers(5, 60, groups)
    return sizes, rng.binomial(sizes, rng.beta(3, 1, groups))


@pytest.mark.slow
@pytest.mark.parametrize("groups", [5, 12, 40, 200])
def test_the_clustered_interval_covers(groups: int) -> None:
    """Of 95% intervals about 95% hold the truth, where Wilson's hold far fewer."""
    rng = np.random.default_rng(groups)
    trials, hits, plain = 4000, 0, 0
    for _ in range(trials):
        sizes, right = drawn_schemas(rng, groups)
        found = clustered(Counts(sizes, right))
        hits += found is not None and 0.75 in found
        plain += 0.75 in wilson(int(right.sum()), int(sizes.sum()))
    assert 0.925 <= hits / trials <= 0.975
    assert plain / trials < 0.6


def test_worth_of_equal_schemas() -> None:
    """No variance between schemas: the pairs are worth no more than they are."""
    assert effective(0.5, 100, 10, 0.0) == wilson(50, 100, quantile(9))
