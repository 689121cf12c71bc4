"""Agreement beyond chance, against numbers that are published."""

from __future__ import annotations

import pytest

from provenli.scoring.judgements import alpha, interval, mean_pearson, nominal

# Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability", section C: four observers, twelve units.
OBSERVERS = (
    (1, 2, 3, 3, 2, 1, 4, 1, 2, None, None, None),
    (1, 2, 3, 3, 2, 2, 4, 1, 2, 5, None, 3),
    (None, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, None),
    (1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, None),
)
UNITS = [[v for v in unit if v is not None] for unit in zip(*OBSERVERS, strict=True)]


def test_alpha_is_what_krippendorff_computes() -> None:
    assert alpha(UNITS, nominal) == pytest.approx(0.743, abs=5e-4)
    assert alpha(UNITS, interval) == pytest.approx(0.849, abs=5e-4)


def test_alpha_without_variation_says_nothing() -> None:
    assert alpha([[1, 1], [1, 1]], nominal) is None
    assert alpha([[1], [2]], nominal) is None


def test_perfect_and_opposite() -> None:
    assert alpha([["a", "a"], ["b", "b"]], nominal) == 1
    assert mean_pearson([[1, 1, 2], [2, 2, 4], [3, 3, 6]]) == pytest.approx(1)
    assert mean_pearson([[1, 3], [2, 2], [3, 1]]) == pytest.approx(-1)
    assert mean_pearson([[1, 1], [1, 2]]) is None
