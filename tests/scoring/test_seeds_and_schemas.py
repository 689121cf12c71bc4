"""Seeds and schemas in one interval: simulated runs of which the truth is known."""

from __future__ import annotations

import numpy as np
import pytest

from provenli.scoring.intervals import Interval, wilson
from provenli.scoring.seeds_and_schemas import (
    SeedVariance,
    combined,
    difference,
    mean_of_cells,
    moderated,
    pooled,
    seed_variance,
    worth,
)


@pytest.mark.parametrize(("right", "size"), [(0, 50), (50, 50), (20, 50), (400, 1000)])
def test_an_interval_is_worth_the_answers_it_is_of(right: int, size: int) -> None:
    assert worth(right / size, wilson(right, size)) == pytest.approx(size, rel=1e-3)


def test_one_run_alone_keeps_its_interval() -> None:
    own = Interval(0.4, 0.6)
    assert combined([0.5], [own], None) == (own, False)


def test_variances_are_pooled_by_their_freedom() -> None:
    assert pooled([SeedVariance(1.0, 1), SeedVariance(4.0, 2)]) == SeedVariance(3.0, 3)
    assert pooled([]) is None
    assert seed_variance([0.5]) is None
    assert moderated(SeedVariance(1.0, 1), SeedVariance(0.0, 100)) == SeedVariance(0.2, 5)


def test_a_difference_of_two() -> None:
    found = difference(50.0, Interval(47.0, 53.0), 40.0, Interval(36.0, 44.0))
    assert (found.low, found.high) == (5.0, 15.0)


def test_a_mean_stays_between_0_and_1() -> None:
    assert mean_of_cells([1.0, 1.0], [Interval(0.9, 1.0)] * 2, ["a", "b"]).high == 1.0


@pytest.mark.parametrize("seeds", [2, 3])
def test_the_truth_is_in_it_about_as_often_as_said(seeds: int) -> None:
    """Pairs are drawn anew and runs trained anew; runs of five like cells say how much seeds matter."""
    rng, hits, trials, size = np.random.default_rng(7), 0, 400, 300
    for _ in range(trials):
        hard = np.clip(rng.normal(0.6, 0.2, size), 0, 1)

        def runs(hard: np.ndarray) -> list[float]:
            return [float((rng.random(size) < np.clip(hard + rng.normal(0, 0.05), 0, 1)).mean()) for _ in range(seeds)]

        like = pooled(v for _ in range(5) if (v := seed_variance(runs(np.clip(rng.normal(0.6, 0.2, size), 0, 1)))))
        shares = runs(hard)
        interval, with_seeds = combined(shares, [wilson(s * size, size) for s in shares], like)
        assert with_seeds
        hits += 0.597 in interval  # the mean of what was clipped
    assert 0.92 <= hits / trials <= 1.0
