"""A metric is one value: what it says is right, and it reaches everything that shows numbers."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from sklearn.metrics import f1_score, log_loss

from provenli.cli.main import main
from provenli.errors import InputError, UnknownName
from provenli.reports.numbers import number
from provenli.reports.tables import csv_lines, output_markdown, study_lines
from provenli.scoring import compare, predictions_of, score
from provenli.scoring import metrics as shelf
from provenli.scoring.metrics import ACCURACY, LOG_LOSS, MACRO_F1, METRICS, chosen_metrics
from provenli.scoring.metrics.metric import Metric
from provenli.scoring.predictions import Predictions
from provenli.studies.study import Entry, Table, TableRow
from tests.scoring.files import NOT, C, E, N, answers, predictions


def _whole_schemas(sample: Predictions) -> float:
    assert sample.clusters is not None
    worst = [sample.correct[sample.clusters == k].min() for k in np.unique(sample.clusters)]
    return float(np.mean(worst))


MINE = Metric("whole_schemas", "the share of schemas answered without a mistake", _whole_schemas, needs=("schemas",))


def run_of(path: Path, wrong: set[int]) -> Path:
    """40 pairs of ten schemas; `wrong` schemas have one mistake."""
    gold = [E if k % 2 else NOT for k in range(40)]
    said = [(NOT if g == E else E) if k in wrong else g for k, g in enumerate(gold)]
    more: dict[str, list[Any]] = {
        "schema": [f"s{k % 10}" for k in range(40)],
        "features": [{"half": "first" if k < 20 else "second"} for k in range(40)],
    }
    return answers(path, list(zip(gold, said, strict=True)), **more)


def test_a_new_metric_reaches_everything(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(shelf, "METRICS", (*METRICS, MINE))
    one, two = run_of(tmp_path / "one.jsonl", {1, 2, 3}), run_of(tmp_path / "two.jsonl", {4})

    def call(*words: object) -> str:
        with pytest.raises(SystemExit) as ended:
            main(["score", *map(str, words)])
        assert not ended.value.code
        return capsys.readouterr().out

    told = call(one, two, "--by", "half", "--metric", "whole_schemas,macro_f1", "--json", "--csv", tmp_path / "o.csv")
    value = json.loads(told)
    assert value["runs"][0]["metrics"]["whole_schemas"]["value"] == 0.7
    cells = value["runs"][0]["breakdowns"][0]["cells"]
    assert [c["metrics"]["whole_schemas"]["value"] for c in cells] == [0.7, 1.0]
    found = value["comparisons"][0]["metrics"]["whole_schemas"]
    assert found["value"] == pytest.approx(0.2)
    assert found["low"] < 0.2 < found["high"]
    with (tmp_path / "o.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [float(r["whole_schemas"]) for r in rows] == [0.7, 0.7, 1.0, 0.9, 0.9, 1.0]
    assert all(float(r["whole_schemas_low"]) < 1 for r in rows)
    assert "whole_schemas  70.0 (95%: " in call(one, "--metric", "whole_schemas")
    assert call(one, two, "--by", "half", "--metric", "whole_schemas").count("whole_schemas") == 4
    assert MINE.about in " ".join(call("--help").replace("│", " ").split())

    results = {"m": {0: {"test": value["runs"][0]}}}
    entries = {"whole": Entry(("m",), metric="whole_schemas"), "right": Entry(("m",))}
    entries["late"] = Entry(("m",), by="half=second", metric="whole_schemas")
    table = Table("t", "T", ("whole", "right", "late"), (TableRow("M", entries),))
    assert "| M | 70.0 [" in output_markdown(table, results)
    header, *lines = csv_lines(study_lines((table,), results))
    found = [dict(zip(header, line, strict=True)) for line in lines]
    assert [(r["metric"], r["value"]) for r in found] == [
        ("whole_schemas", "70.00"),
        ("accuracy", "92.50"),
        ("whole_schemas", "100.00"),
    ]


def test_seeds_have_means_of_metrics(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    files = [
        run_of(tmp_path / f"{m}-seed{k}.jsonl", set(range(n + k))) for m, n in (("a", 1), ("b", 6)) for k in (0, 1)
    ]
    with pytest.raises(SystemExit):
        main(["score", *map(str, files), "--by", "half", "--metric", "macro_f1", "--json"])
    value = json.loads(capsys.readouterr().out)
    one = value["groups"][0]["metrics"]["macro_f1"]
    assert one["mean"] == value["groups"][0]["macro_f1"]["mean"]
    assert [c["values"] for c in one["cells"]] == [["first"], ["second"]]
    assert value["differences"][0]["metrics"]["macro_f1"]["value"] < 0


def test_the_default_is_accuracy_alone() -> None:
    run = predictions([E, N], [E, E], [0, 1], depth=["1", "2"])
    assert "metrics" not in json.dumps(score(run, ["depth"]).to_json())
    assert "metrics" not in compare(run, run)[0].to_json()


@given(st.lists(st.tuples(*[st.sampled_from([E, N, C])] * 2, st.integers(0, 5)), min_size=1, max_size=40))
def test_macro_f1_is_that_of_scikit_learn(rows: list[tuple[str, str, int]]) -> None:
    gold, said, schema = ([r[k] for r in rows] for k in range(3))
    found = score(predictions(gold, said, schema), metrics=["macro_f1"])  # type: ignore[arg-type]
    estimate = found.metrics["macro_f1"]
    assert estimate.value == pytest.approx(f1_score(gold, said, average="macro", zero_division=0))
    assert estimate.value == pytest.approx(found.macro_f1)
    if estimate.low is not None and estimate.high is not None:
        assert 0 <= estimate.low <= estimate.value + 1e-9
        assert estimate.value <= estimate.high + 1e-9 <= 1 + 2e-9


@given(st.lists(st.tuples(*[st.sampled_from([E, N, C])] * 2, st.integers(0, 3), st.integers(0, 1)), min_size=2))
def test_accuracy_as_a_metric_is_the_accuracy_of_scores(rows: list[tuple[str, str, int, int]]) -> None:
    gold, said, schema, depth = ([r[k] for r in rows] for k in range(4))
    run = predictions(gold, said, schema, depth=list(map(str, depth)))  # type: ignore[arg-type]
    found = score(run, ["depth"], metrics=[ACCURACY])
    for whole in (found, *found.breakdowns[0].cells):
        estimate = whole.metrics["accuracy"]
        ends = [whole.accuracy, *whole.interval.to_json()]
        assert [estimate.value, estimate.low, estimate.high] == pytest.approx(ends)
    other = predictions(gold, [E] * len(gold), schema)  # type: ignore[arg-type]
    (pair,) = compare(run, other, metrics=["accuracy"])
    assert pair.metrics["accuracy"].value == pytest.approx(pair.difference)
    assert pair.metrics["accuracy"].low == (pair.interval.low if pair.interval else None)


def answered(shares: NDArray[np.float64], gold: list[str]) -> list[dict[str, Any]]:
    names = (E, N, C)
    return [
        {"id": f"p{k}", "gold": g, "label": names[int(p.argmax())], "probabilities": dict(zip(names, p, strict=True))}
        for k, (g, p) in enumerate(zip(gold, shares, strict=True))
    ]


def test_log_loss_is_that_of_scikit_learn() -> None:
    rng = np.random.default_rng(0)
    shares, gold = rng.dirichlet([1, 1, 1], 50), [str(g) for g in rng.choice([E, N, C], 50)]
    rows = [r | {"probabilities": {n: float(p) for n, p in r["probabilities"].items()}} for r in answered(shares, gold)]
    estimate = score(predictions_of(rows), metrics=["log_loss"]).metrics["log_loss"]
    order = [2, 0, 1]  # scikit-learn sorts labels by name
    assert estimate.value == pytest.approx(log_loss(gold, shares[:, order], labels=[C, E, N]))
    assert estimate.low is not None
    assert estimate.high is not None
    assert 0 < estimate.low < estimate.value < estimate.high
    assert not estimate.percent
    folded = score(predictions_of(rows), two_way=True, metrics=["log_loss"]).metrics["log_loss"]
    right = np.where(np.array(gold) == E, shares[:, 0], shares[:, 1] + shares[:, 2])
    assert folded.value == pytest.approx(-np.log(right).mean())


def test_three_way_probabilities_of_two_way_data() -> None:
    """Folded even where no answer has to be."""
    share = {E: 0.5, N: 0.25, C: 0.25}
    rows = [{"id": k, "gold": g, "label": E, "probabilities": share} for k, g in enumerate([E, NOT])]
    found = score(predictions_of(rows), metrics=[LOG_LOSS])
    assert found.metrics["log_loss"].value == pytest.approx(np.log(2))
    assert (found.right, found.notes) == (1, ())


@pytest.mark.parametrize("share", [None, "no", {E: 0.5}, {"strange": 0.5}, {E: None}])
def test_what_a_metric_needs(share: Any) -> None:
    rows = [{"id": "a", "gold": E, "label": E, "probabilities": share}, {"id": "b", "gold": E, "label": E}]
    with pytest.raises(InputError, match="predictions: metric log_loss needs probabilities, which this run lacks"):
        score(predictions_of(rows), metrics=["log_loss"])
    assert score(predictions_of(rows)).accuracy == 1


def _odds(sample: Predictions) -> float:
    return float(sample.correct.sum()) / float((~sample.correct).sum())


@pytest.mark.parametrize("value", [_odds, lambda _: float("nan"), lambda _: np.float64("inf")])
def test_a_metric_without_a_number_is_refused_by_name(value: Callable[[Predictions], float]) -> None:
    """Else `nan` would be printed with an interval, and written where JSON has no such number."""
    run = predictions([E, N, N, E], [E, N, N, E], [0, 1, 2, 3])
    own = Metric("odds", "right answers for each wrong one", value, bounds=(0.0, np.inf))
    for ask in (lambda: score(run, metrics=[own]), lambda: compare(run, run, metrics=[own])):
        with pytest.raises(InputError, match="the metric odds gives no number for 4 pairs"):
            ask()


def test_names() -> None:
    with pytest.raises(UnknownName, match="did you mean 'macro_f1'"):
        chosen_metrics(["macro_f2"])
    assert chosen_metrics(["macro_f1", MACRO_F1]) == (MACRO_F1,)
    assert len({m.name for m in METRICS}) == len(METRICS)


def test_a_report_of_log_loss() -> None:
    measured = {"log_loss": {"value": 0.5, "low": 0.25, "high": 0.75}}
    results = {"m": {0: {"test": {"n": 4, "right": 2, "majority": 0.75, "metrics": measured, "breakdowns": []}}}}
    n = number(Entry(("m",), metric="log_loss"), results)
    assert (n.mean, n.low, n.high, n.of) == (0.5, 0.25, 0.75, "over schemas")
    assert n.majority is None, "an accuracy must not stand beside a loss"
    with pytest.raises(InputError, match="shows macro_f1 of cell 'm', of which there is log_loss"):
        number(Entry(("m",), metric="macro_f1"), results)
    with pytest.raises(UnknownName, match="unknown metric"):
        number(Entry(("m",), metric="none"), results)
