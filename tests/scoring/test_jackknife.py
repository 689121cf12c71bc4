from __future__ import annotations

import numpy as np
import pytest

from provenli.scoring.intervals import clustered, counts
from provenli.scoring.metrics import MACRO_F1
from provenli.scoring.metrics.metric import GROUPS, ONE_BY_ONE, jackknife
from tests.scoring.files import NOT, E, predictions


def test_of_a_mean_of_equal_schemas_it_is_the_clustered_interval() -> None:
    rng = np.random.default_rng(1)
    clusters, right = np.repeat(np.arange(30), 5), rng.random(150) < 0.7
    found = jackknife(lambda rows: float(right[rows].mean()), clusters)
    expected = clustered(counts(clusters, right))
    assert found is not None
    assert expected is not None
    assert found.of_share(float(right.mean()), 150).to_json() == pytest.approx(expected.to_json(), abs=1e-12)


def test_groups_of_many_schemas_say_about_the_same() -> None:
    rng = np.random.default_rng(2)
    values = rng.normal(size=5000)
    found = jackknife(lambda rows: float(values[rows].mean()), np.arange(5000))
    assert found is not None
    assert (found.df, found.clusters) == (GROUPS - 1, 5000)
    assert found.variance == pytest.approx(1 / 5000, rel=0.4)
    few = jackknife(lambda rows: float(values[rows].mean()), np.arange(5000) % ONE_BY_ONE)
    assert few is not None
    assert few.df == ONE_BY_ONE - 1


def test_one_schema_says_nothing() -> None:
    assert jackknife(lambda rows: float(len(rows)), np.zeros(4, dtype=np.int64)) is None


def test_all_right_is_not_sure() -> None:
    found = MACRO_F1.compute(predictions([E, NOT] * 6, [E, NOT] * 6, [k // 2 for k in range(12)]))
    assert found.value == found.high == 1
    assert found.low is not None
    assert 0.3 < found.low < 0.7


def test_intervals_of_macro_f1_hold_the_truth() -> None:
    """20 schemas of uneven difficulty; the truth is computed from very many."""
    rng = np.random.default_rng(3)

    def drawn(schemas: int) -> tuple[list[str], list[str], list[int]]:
        number = np.repeat(np.arange(schemas), 6)
        right = rng.random(6 * schemas) < rng.beta(4, 2, schemas)[number]
        gold = np.where(number % 4 == 0, E, NOT)
        said = np.where(right, gold, np.where(gold == E, NOT, E))
        return gold.tolist(), said.tolist(), number.tolist()

    truth = MACRO_F1.value(predictions(*drawn(20_000)))
    inside = 0
    for _ in range(300):
        found = MACRO_F1.compute(predictions(*drawn(20)))
        assert found.low is not None
        assert found.high is not None
        inside += found.low <= truth <= found.high
    assert 0.92 <= inside / 300 <= 0.99
