"""The smoke runs of two studies: every cell finishes, and the page shows what the run has."""

from __future__ import annotations

import csv
from pathlib import Path

from provenli.library.study_shelf import SHELVES, load_study
from provenli.reports.report import write_report
from provenli.studies.record import read_record, read_results
from provenli.studies.runner import StudyOrder, run
from tests.studies.here import Here


def finished(name: str, out: Path, only: tuple[str, ...] = (), files: dict[str, str] | None = None) -> Path:
    outcome = run(StudyOrder(load_study(name), "smoke", out, only, files=files or {}), Here(), SHELVES)
    assert outcome.failed == {}
    assert outcome.finished == outcome.cells > 0
    return out


def shown(out: Path) -> dict[tuple[str, str, str], dict[str, str]]:
    """By output, row and column."""
    write_report([out], out / "report")
    with (out / "report" / "tables.csv").open() as file:
        return {(line["output"], line["row"], line["column"]): line for line in csv.DictReader(file)}


def test_fairness(tmp_path: Path) -> None:
    out = finished("fairness", tmp_path / "run")
    assert set(read_results(out)) == set(read_record(out).cells)
    found = shown(out)
    assert found["table-3", "memorising learner", "Train"]["accuracy"] == "100.00"
    for model in ("CBoW", "CompTreeNN", "label bottleneck (ours)"):  # one epoch: it is the one that is kept
        by_epoch = found["figure-5-left", model, "1"]
        assert by_epoch["accuracy"] == found["table-3", model, "Dev"]["accuracy"]
        assert ("figure-5-left", model, "2") not in found
    assert found["figure-5-left", "LSTM encoder", "1"]["status"] == "not run"
    assert found["wide", "CBoW", "200"]["cells"] == "wide/cbow"
    settings = read_results(out)["wide/cbow"][0]["test"]["run"]["settings"]
    assert (settings["embedding"], settings["hidden"]) == (200, 200)
    assert (out / "report" / "figure-5-left.svg").is_file()


def test_systematicity(tmp_path: Path) -> None:
    out = finished("systematicity", tmp_path / "run")
    found = shown(out)
    columns = ("LSTM", "TreeLSTM", "label bottleneck (ours)", "state tree (ours)", "memorising learner")
    for column in columns:
        assert found["productivity", "D1+D2 → D3", column]["status"] == "run"
    assert found["productivity", "D1+D2 → D3 (up)", "TreeLSTM"]["status"] == "run"
    assert found["replacements-label_bottleneck", "(d) object", "S3"]["status"] == "run"
    assert found["embedded", "memorising learner", "S0"]["status"] == "run"
    assert {line["status"] for (name, *_), line in found.items() if name == "table-5"} == {"not run"}


def test_an_nli_file_mixed_in(tmp_path: Path) -> None:
    labels = ("entailment", "neutral", "contradiction")
    for name in ("train", "test"):
        rows = (f"Man {k} of {name} ran\tMan {k} moved\t{labels[k % 3]}\n" for k in range(60))
        (tmp_path / f"{name}.tsv").write_text("premise\thypothesis\tgold_label\n" + "".join(rows))
    files = {"mnli": str(tmp_path / "train.tsv"), "mnli-test": str(tmp_path / "test.tsv")}
    out = finished("systematicity", tmp_path / "run", ("mixed-*",), files)
    found = shown(out)
    for trained in ("MNLI", "D1+D2+MNLI", "D1+D2+D3+MNLI"):
        assert found["table-5", f"{trained} → MNLI-test", "LSTM"]["pairs"] == "60"
        assert found["table-5", f"{trained} → D5", "LSTM"]["status"] == "run"
    assert found["table-5", "D1+D2+MNLI → MNLI-test", "BERT"]["published"] == "84.40"
    assert found["table-5", "MNLI → D1", "TreeLSTM, parsed"]["status"] == "not run"  # smoke leaves the parser out
