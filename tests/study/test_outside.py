"""Published files as data of a study: MED by direction, from files in the published layouts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from provenli.errors import InputError
from provenli.library.study_shelf import SHELVES, load_study
from provenli.report.writing import write_report
from provenli.study.outside import write_outside
from provenli.study.recipes import Outside, key
from provenli.study.record import read_results
from provenli.study.runner import Asked, run
from provenli.study.study import cells_of
from tests.study.here import Here

PARSES = "sentence1_binary_parse\tsentence2_binary_parse\tsentence1_parse\tsentence2_parse"
MED = f"index\tpromptID\tpairID\tgenre\t{PARSES}\tsentence1\tsentence2\tlabel1\tgold_label\n"
WAYS = ("upward_monotone", "downward_monotone:lexical_knowledge")
LABELS = ("entailment", "neutral", "contradiction")


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    rows = [f"{k}\tp{k}\tp{k}e\t{WAYS[k % 2]}\t\t\t\t\tDog {k} ran.\tDog {k} moved.\t{LABELS[k % 2]}\t{LABELS[k % 2]}\n"
            for k in range(8)]  # fmt: skip
    (tmp_path / "MED.tsv").write_text(MED + "".join(rows))
    snli = [{"gold_label": LABELS[k % 3], "sentence1": f"Cat {k} sat.", "sentence2": f"Cat {k} stood.",
             "pairID": str(k), "captionID": str(k), "annotator_labels": [LABELS[k % 3]],
             "sentence1_parse": "", "sentence2_parse": "",
             "sentence1_binary_parse": "", "sentence2_binary_parse": ""} for k in range(40)]  # fmt: skip
    (tmp_path / "snli_1.0_train.jsonl").write_text("".join(json.dumps(r) + "\n" for r in snli))
    return {"med": str(tmp_path / "MED.tsv"), "train": str(tmp_path / "snli_1.0_train.jsonl")}


def test_the_study_of_med(files: dict[str, str], tmp_path: Path) -> None:
    asked = Asked(load_study("med"), "smoke", tmp_path / "run", ("train/majority",), files=files)
    assert run(asked, Here(), SHELVES).finished == 1
    test = read_results(tmp_path / "run")["train/majority"][0]["test"]
    assert {c["values"][0] for c in test["breakdowns"][0]["cells"]} == {
        "upward_monotone", "downward_monotone", "lexical_knowledge"}  # fmt: skip
    write_report(tmp_path / "run", tmp_path / "out")
    assert "paper 002" in (tmp_path / "out" / "index.html").read_text()


def test_labels_parts_and_chance(files: dict[str, str], tmp_path: Path) -> None:
    step = Outside((files["train"],), files["med"], 30)
    for name in ("a", "b"):
        write_outside(step, tmp_path / name)
    parts = {p: [json.loads(x) for x in (tmp_path / "a" / f"{p}.jsonl").read_text().splitlines()]
             for p in ("train", "dev", "test")}  # fmt: skip
    assert [len(rows) for rows in parts.values()] == [27, 3, 8]
    assert not {r["id"] for r in parts["train"]} & {r["id"] for r in parts["dev"]}
    assert {r["label"] for r in parts["train"]} == set(LABELS)
    assert {r["label"] for r in parts["test"]} == {"entailment", "non-entailment"}
    for part in parts:
        assert (tmp_path / "a" / f"{part}.jsonl").read_bytes() == (tmp_path / "b" / f"{part}.jsonl").read_bytes()


def test_without_its_files_one_line_says_which(files: dict[str, str], tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"without its files: --file med=PATH \(MED, the test pairs\), --file train"):
        cells_of(load_study("med"), "smoke", {})
    with pytest.raises(InputError, match="cannot be read"):
        key(Outside((files["train"],), str(tmp_path / "none.tsv")))
