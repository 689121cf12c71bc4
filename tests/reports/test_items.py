"""Reports of trainings, audits and predictions, alone and together."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from provenli.errors import InputError
from provenli.reports.report import default_out, write_report
from tests.audits.files import PAIRS, command, write_pairs
from tests.cli.test_train import refused
from tests.cli.test_train import run as run_command
from tests.reports.test_report import Tags, a_run

EPOCHS = [{"number": k, "loss": 1 / k, "dev_accuracy": 0.25 * k} for k in (1, 2, 3)]


def write_run(place: Path, finished: bool = True, **changes: Any) -> Path:
    place.mkdir()
    config = {"model": "cbow", "seed": 7, "settings": {"epochs": 3, "vectors": "", "clip": 0.5}, "data": {}}
    (place / "config.json").write_text(json.dumps(config | changes))
    (place / "metrics.jsonl").write_text("".join(json.dumps(e) + "\n" for e in EPOCHS[:2]))
    if finished:
        result = {"model": "cbow", "rows": 1234, "labels": ["a"], "dev_accuracy": 0.75, "history": EPOCHS}
        (place / "result.json").write_text(json.dumps(result))
    return place


def write_predictions(path: Path, **changes: Any) -> Path:
    """Twelve rows of three schemas, nine of them right."""
    lines = [
        {
            "id": f"i{k}",
            "gold": "neutral",
            "label": "entailment" if k % 4 == 0 else "neutral",
            "schema": f"s{k % 3}",
            "features": {"depth": k % 2, "name": f"n{k}", "same": "x"},
        }
        for k in range(12)
    ]
    features = {"depth": 0, "name": "n", "same": "x"}
    lines += [lines[0] | {"id": f"j{k}", "gold": "entailment", "features": features} | changes for k in range(14)]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


@pytest.fixture(scope="module")
def audit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("audit")
    file = write_pairs(place / "pairs.jsonl", PAIRS[1:6])
    assert command(file, "--fragment", "monotonicity_hard", "--out", place / "out", "--workers", "1") == 0
    return place / "out"


def page(out: Path) -> str:
    text = (out / "index.html").read_text()
    tags = Tags()
    tags.feed(text)
    assert tags.open == []
    return text


def lines(out: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO((out / "tables.csv").read_text())))


def test_a_training(tmp_path: Path) -> None:
    found = write_report([write_run(tmp_path / "run")], tmp_path / "out")
    text = page(tmp_path / "out")
    for told in ("cbow, seed 7", "<b>75.0</b>dev accuracy, %", "<b>1,234</b>training pairs", "<dt>clip</dt>", "0.3333"):
        assert told in text, told
    assert "vectors" not in text
    assert [Path(f).name for f in found["figures"]] == ["learning-curve.svg", "learning-curve.png"]
    assert [(x["column"], x["accuracy"]) for x in lines(tmp_path / "out")] == [
        ("epoch 1", "25.00"),
        ("epoch 2", "50.00"),
        ("epoch 3", "75.00"),
    ]
    assert found["items"][0]["dev_accuracy"] == 0.75


def test_a_training_that_is_not_finished(tmp_path: Path) -> None:
    found = write_report([write_run(tmp_path / "run", finished=False)], tmp_path / "out")
    assert "This run is not finished" in found["notes"][0]
    assert found["items"][0]["summary"] == "cbow, dev accuracy 50.0%, 2 epochs, not finished"
    (tmp_path / "run" / "metrics.jsonl").write_text("{}\n")
    with pytest.raises(InputError, match=r"metrics.jsonl: 1.dev_accuracy is missing"):
        write_report([tmp_path / "run"], tmp_path / "out")


def test_predictions(tmp_path: Path) -> None:
    found = write_report([write_predictions(tmp_path / "p.jsonl")], tmp_path / "out")
    text = page(tmp_path / "out")
    (item,) = found["items"]
    assert (item["n"], item["right"], item["schemas"]) == (26, 23, 3)
    assert [b["by"] for b in item["breakdowns"]] == [["depth"]], "names are too many, what is the same tells nothing"
    for told in (
        "with pairs of one schema counted together",
        "<h2>By depth</h2>",
        "said entailment, is neutral",
        "i4 · depth 0, name n4, same x",
        "majority, % (entailment)",
        '<td class="good">14</td>',
    ):
        assert told in text, told
    rows = {(x["row"], x["column"]): x for x in lines(tmp_path / "out")}
    assert rows["all", ""]["accuracy"] == "88.46"
    assert rows["depth", "1"]["pairs"] == "6"
    assert "| neutral | 3 | 9 |" in (tmp_path / "out" / "tables.md").read_text()


def test_an_audit(audit: Path, tmp_path: Path) -> None:
    found = write_report([audit], tmp_path / "out")
    text = page(tmp_path / "out")
    assert found["items"][0]["disputed"] == 3
    assert "<b>3</b>disputed: the label is wrong under this reading" in text
    assert "neutral → entailment" in text
    href = text.split('<a href="')[1].split('"')[0]
    assert (tmp_path / "out" / href).resolve() == (audit / "audit.html").resolve()
    assert {(x["row"], x["column"]): x["pairs"] for x in lines(tmp_path / "out")}["disputed", ""] == "3"


def test_all_together_on_one_page(audit: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    items = (
        a_run(tmp_path / "study", "paper"),
        write_run(tmp_path / "run"),
        audit,
        write_predictions(tmp_path / "p.jsonl"),
    )
    told = run_command(capsys, "report", *items, "--out", tmp_path / "out").splitlines()
    assert told[0] == str(tmp_path / "out" / "index.html")
    assert told[-1].startswith(f"{items[3]}: accuracy 88.5% [")
    text = page(tmp_path / "out")
    assert text.count("<article") == text.count('<a href="#item-') == 4
    again = write_run(tmp_path / "again")
    found = write_report([items[1], again], tmp_path / "two")
    assert [Path(f).name for f in found["figures"][::2]] == ["learning-curve.svg", "learning-curve-2.svg"]


def test_what_cannot_be_reported_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "x.pdf").write_text("")
    for path, found in ((tmp_path / "none", "nothing"), (tmp_path / "x.pdf", "a file"), (tmp_path, "a directory")):
        told = refused(capsys, "report", path, "--out", tmp_path / "out")
        assert f"{path} cannot be reported on: expected a directory of `provenli study` (study.json), or" in told
        assert f"; found {found}" in told
    run = write_run(tmp_path / "run")
    with pytest.raises(InputError, match="named twice"):
        write_report([run, run], tmp_path / "out")
    with pytest.raises(InputError, match="nothing to report on"):
        write_report([], tmp_path / "out")
    file = write_predictions(tmp_path / "p.jsonl", gold=None)
    assert default_out([run]) == run / "report"
    assert "--out is missing" in refused(capsys, "report", file)
    file.write_text('{"id": "a", "label": "neutral"}\n')
    assert "no gold labels; expected the key or column 'gold'" in refused(
        capsys, "report", file, "--out", tmp_path / "o"
    )
    assert not (tmp_path / "out").exists()
