from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

from provenli.errors import InputError
from provenli.scoring import score
from provenli.scoring.seeds import accuracy_spread, group_name, grouped, spread, welch
from tests.scoring.files import E, N, predictions


@pytest.mark.parametrize(
    ("run", "name"),
    [
        ("runs/bert-seed0.jsonl", "runs/bert.jsonl"),
        ("runs/bert_seed=12/predictions.jsonl", "runs/bert/predictions.jsonl"),
        ("bert/seed-3/p.jsonl", "bert/p.jsonl"),
        ("seedless.jsonl", "seedless.jsonl"),
    ],
)
def test_names(run: str, name: str) -> None:
    assert group_name(run) == name


def test_a_pattern() -> None:
    assert group_name("a/lstm.3.jsonl", r"(\w+)\.\d") == "lstm"
    assert group_name("a/lstm.3.jsonl", r"lstm|bert") == "lstm"
    with pytest.raises(InputError, match="does not match 'x'"):
        group_name("x", "y")
    with pytest.raises(InputError, match="no regular expression"):
        group_name("x", "(")


def test_spread_by_hand() -> None:
    found = spread([0.7, 0.8, 0.9])
    assert (found.mean, found.deviation) == (pytest.approx(0.8), pytest.approx(0.1))
    assert found.interval is not None
    assert found.interval.low == pytest.approx(0.55159, abs=1e-5)
    alone = spread([0.7])
    assert (alone.mean, alone.deviation, alone.interval) == (0.7, None, None)


def test_the_accuracy_of_one_run_has_the_interval_of_that_run() -> None:
    run = score(predictions([E, E, N], [E, N, N]))
    assert (accuracy_spread([run]).deviation, accuracy_spread([run]).interval) == (None, run.interval)


@given(*[st.lists(st.floats(0, 1), min_size=2, max_size=8)] * 2)
def test_welch_is_scipys_or_a_little_wider(first: list[float], second: list[float]) -> None:
    x, y = np.array(first), np.array(second)
    assume(x.std() > 1e-6 and y.std() > 1e-6)
    found = welch(x, y)
    expected = stats.ttest_ind(y, x, equal_var=False).confidence_interval(0.95)
    assert found.low <= max(-1, expected.low) + 1e-9
    assert found.high >= min(1, expected.high) - 1e-9
    same = welch(x, x)
    assert same.low == pytest.approx(-same.high, abs=1e-9)


def test_welch_by_hand() -> None:
    # Two runs each, variances 0.02 and 0.02, halved and added 0.02; 2 degrees of freedom: 4.3027 · √0.02
    found = welch(np.array([0.2, 0.4]), np.array([0.4, 0.6]))
    assert found.to_json() == pytest.approx([0.2 - 0.60849, 0.2 + 0.60849], abs=1e-4)
    assert welch(np.array([0.5, 0.5]), np.array([0.75, 0.75])).to_json() == [0.25, 0.25]


def test_the_interval_of_a_mean_has_seeds_and_schemas_in_it() -> None:
    """Three equal runs of 40 pairs: Student's t alone would have no width."""
    runs = [predictions([E] * 40, [E] * 30 + [N] * 10) for _ in range(3)]
    (group,) = grouped([score(run) for run in runs], ["a"] * 3)
    interval = group.accuracy.interval
    assert interval is not None
    assert interval.low < 0.65
    assert interval.high > 0.85
    unlike = [predictions([E] * 40, [E] * n + [N] * (40 - n)) for n in (12, 30, 40)]
    (wide,) = grouped([score(run) for run in unlike], ["a"] * 3)
    assert wide.accuracy.interval is not None
    assert wide.accuracy.interval.high - wide.accuracy.interval.low > interval.high - interval.low


def test_groups_and_their_cells() -> None:
    runs = [predictions([E] * 4, [E] * n + [N] * (4 - n), depth=["1", "1", "2", "2"]) for n in (1, 3, 4)]
    scores = [score(run, ["depth"]) for run in runs]
    first, second = grouped(scores, ["a", "a", "b"])
    assert (first.accuracy.mean, len(first.runs)) == (0.5, 2)
    assert {v: s.mean for _, v, s in first.cells} == {("1",): 0.75, ("2",): 0.25}
    assert second.accuracy.deviation is None
    assert first.to_json()["cells"][0]["by"] == ["depth"]
