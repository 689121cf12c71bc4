from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import statsmodels.api as sm

from provenli.errors import InputError
from provenli.scoring import compare, load
from provenli.scoring.metrics.accuracy import difference_interval
from provenli.scoring.significance import quantile
from tests.scoring.files import NOT, C, E, N, answers, predictions, write_lines


def test_by_hand() -> None:
    gold = [E] * 8
    one, two = predictions(gold, [E, E, N, N, N, N, N, E]), predictions(gold, [N, E, E, E, E, E, E, E])
    (found,) = compare(one, two)
    assert (found.only_first, found.only_second, found.shared, found.difference) == (1, 5, 8, 0.5)
    assert found.p == found.holm == 14 / 64


def test_holm_over_all() -> None:
    gold = [E] * 8
    one, two, three = (predictions(gold, [E] * n + [N] * (8 - n)) for n in (0, 6, 7))
    found = compare(one, two, three)
    assert [c.p for c in found] == [2 / 64, 2 / 128]
    assert [c.holm for c in found] == [2 / 64, 4 / 128]


def test_ids_in_any_order(tmp_path: Path) -> None:
    first = answers(tmp_path / "a.jsonl", [(E, E), (N, N), (C, E)])
    rows = [{"id": f"p{k}", "gold": g, "label": p} for k, g, p in ((2, C, C), (0, E, N), (1, N, N))]
    (found,) = compare(load(first), load(write_lines(tmp_path / "b.jsonl", rows)))
    assert (found.only_first, found.only_second) == (1, 1)


def test_other_ids_are_refused(tmp_path: Path) -> None:
    one, two = (load(answers(tmp_path / f"{n}.jsonl", [(E, E)] * n)) for n in (3, 5))
    with pytest.raises(InputError, match="3 ids are in both, 2 in one only"):
        compare(one, two)
    (found,) = compare(one, two, partial=True)
    assert (found.shared, found.left_out) == (3, 2)
    strange = load(write_lines(tmp_path / "s.jsonl", [{"id": "q", "gold": E, "label": E}]))
    with pytest.raises(InputError, match="no id in common"):
        compare(one, strange, partial=True)


def test_other_gold_labels_are_refused(tmp_path: Path) -> None:
    one = load(answers(tmp_path / "a.jsonl", [(E, E), (N, N)]))
    with pytest.raises(InputError, match="different gold labels for 1 ids"):
        compare(one, load(answers(tmp_path / "b.jsonl", [(E, E), (C, N)])))


def test_no_ids_no_comparison(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("gold,label\nneutral,neutral\n", encoding="utf-8")
    run = load(tmp_path / "a.csv")
    with pytest.raises(InputError, match="needs a column 'id'"):
        compare(run, run)


def test_folding_on_both_sides() -> None:
    three, two = predictions([E, NOT], [E, C]), predictions([E, NOT], [NOT, NOT])
    assert compare(three, two)[0].only_first == 1


def test_the_interval_of_the_difference_is_statsmodels() -> None:
    rng = np.random.default_rng(5)
    groups, difference = rng.integers(0, 15, 300), rng.integers(-1, 2, 300)
    fit = sm.OLS(difference.astype(float), np.ones(300)).fit(
        cov_type="cluster", cov_kwds={"groups": groups, "use_correction": False}
    )
    half = quantile(14) * fit.bse[0] * np.sqrt(15 / 14)
    found = difference_interval(groups, difference)
    assert found is not None
    assert found.to_json() == pytest.approx([difference.mean() - half, difference.mean() + half], abs=1e-9)
    assert difference_interval(np.zeros(4, dtype=np.int64), difference[:4]) is None
