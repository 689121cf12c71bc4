"""The studies `fragments` and `shelf`: a smoke run of each, and the page says how settings were chosen."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from provenli.errors import InputError
from provenli.library.studies import fragments, shelf
from provenli.library.studies.fragments_data import published_parts
from provenli.library.study_shelf import SHELVES, load_study
from provenli.reports.report import write_report
from provenli.studies.recipes import Chosen, Outside
from provenli.studies.record import claim, read_record, read_results
from provenli.studies.runner import StudyOrder, run
from provenli.studies.study import Published, Table, cells_of
from tests.studies.here import Here


def test_the_shelf(tmp_path: Path) -> None:
    outcome = run(StudyOrder(load_study("shelf"), "smoke", tmp_path / "run"), Here(), SHELVES)
    assert (outcome.finished, outcome.failed) == (6, {})


def test_fragments(tmp_path: Path) -> None:
    outcome = run(StudyOrder(load_study("fragments"), "smoke", tmp_path / "run"), Here(), SHELVES)
    assert (outcome.finished, outcome.failed) == (10, {})
    dose = read_results(tmp_path / "run")["dose-quantifier-60/decomposable_attention"][0]
    choice = dose["original"]["run"]["choice"]
    means = [sum(c["dev"]) / 2 for c in choice["candidates"]]
    assert means[choice["chosen"]] == max(means)
    assert dose["challenge"]["run"]["choice"] == choice  # one model answers both
    write_report([tmp_path / "run"], tmp_path / "report")
    page = (tmp_path / "report" / "index.html").read_text()
    assert f"chosen on dev, number {choice['chosen'] + 1} of 2 (" in page
    best = read_results(tmp_path / "run")["best-quantifier/decomposable_attention"][0]["original"]["run"]["choice"]
    assert len(best["candidates"]) == 4  # two doses, two settings of each


@pytest.mark.parametrize("scale", ["small", "medium", "paper"])
def test_epochs_are_judged_on_both_tasks(scale: str) -> None:
    for cell in cells_of(fragments.STUDY, scale, {}):
        if isinstance(cell.learner, Chosen):
            assert len(cell.learner.judged_on) == 2
            assert all(c.judged_on == cell.learner.judged_on for c in cell.learner.candidates)


def published(directory: Path, name: str, parts: tuple[str, ...]) -> None:
    for part in parts:
        lines = [f"{part}-{k}\tAnn met Bob {k}\tBob met Ann {k}\t{LABELS[k % 3]}" for k in range(60)]
        (directory / f"{name}_{part}.tsv").write_text("\n".join(lines) + "\n")


LABELS = ("ENTAILMENT", "NEUTRAL", "CONTRADICTION")


def test_published_files(tmp_path: Path) -> None:
    """Without a test part dev is tested, and training gives a tenth; boolean is our boolean_coordination."""
    published(tmp_path, "boolean", ("train", "dev"))
    published(tmp_path, "quantifier", ("train", "dev", "test"))
    found = published_parts("boolean_coordination", {"boolean_coordination": str(tmp_path)})
    assert found is not None
    assert isinstance(found.made, Outside)
    assert (Path(str(found.made.test)).name, found.made.dev) == ("boolean_dev.tsv", "")
    found = published_parts("quantifier", {"fragments": str(tmp_path)})
    assert found is not None
    assert isinstance(found.made, Outside)
    assert Path(found.made.dev).name == "quantifier_dev.tsv"
    with pytest.raises(InputError, match=r"no train part of negation; expected negation_train\.tsv"):
        published_parts("negation", {"negation": str(tmp_path)})


def test_a_study_of_published_files(tmp_path: Path) -> None:
    published(tmp_path, "quantifier", ("train", "dev", "test"))
    (tmp_path / "nli").mkdir()
    published(tmp_path / "nli", "snli", ("train", "test"))
    nli = tmp_path / "nli"
    files = {
        "quantifier": str(tmp_path),
        "original": f"{nli}/snli_train.tsv{os.pathsep}{nli}/snli_test.tsv",
        "original-test": f"{nli}/snli_test.tsv",
        "breaking": f"{nli}/snli_test.tsv",
    }
    outcome = run(StudyOrder(load_study("fragments"), "smoke", tmp_path / "run", files=files), Here(), SHELVES)
    assert outcome.failed == {}
    results = read_results(tmp_path / "run")
    assert {"breaking/decomposable_attention", "best-quantifier/decomposable_attention"} <= set(results)
    assert results["scratch-quantifier/majority"][0]["test"]["n"] == 60
    assert results["before/decomposable_attention"][0]["original"]["run"]["rows"] == 108
    assert set(read_record(tmp_path / "run").files) == set(files)
    note = (tmp_path / "run" / "study.json").read_text()
    told = [e.unlike for e in _original(note)]
    assert told
    assert all("on a part" in t or "BERT" in t for t in told), "the files are the paper's, the size is not"


def _original(text: str) -> list[Published]:
    table = json.loads(text)["outputs"][0]
    found = [r["entries"]["Original task"]["published"] for r in table["rows"] if "Original task" in r["entries"]]
    return [Published(**p) for p in found if p]


def _averaged(run: Path, files: dict[str, str]) -> dict[str, tuple[str, ...]]:
    """The cells behind each number of ESIM after re-training, as the run's record names them."""
    claim(run, fragments.STUDY, "medium", 1, cells_of(fragments.STUDY, "medium", files))
    table = next(o for o in read_record(run).outputs if o.name == "table-1")
    assert isinstance(table, Table)
    row = next(r for r in table.rows if r.label == "ESIM, re-trained")
    return {column: entry.cells for column, entry in row.entries.items()}


def test_averages_have_every_fragment_that_is_not_the_original_task(tmp_path: Path) -> None:
    """With files of another original task monotonicity_simple is a challenge like the rest."""
    own = _averaged(tmp_path / "own", {})
    assert own["Monotonicity (avg. of 2)"] == ("best-monotonicity_hard/esim",)
    assert len(own["Original task"]) == 7
    published(tmp_path, "snli", ("train", "test"))
    nli = {"original": f"{tmp_path}/snli_train.tsv", "original-test": f"{tmp_path}/snli_test.tsv"}
    found = _averaged(tmp_path / "files", {**nli, "mnli-test": f"{tmp_path}/snli_test.tsv"})
    assert found["Monotonicity (avg. of 2)"] == ("best-monotonicity_simple/esim", "best-monotonicity_hard/esim")
    assert len(found["Original task"]) == len(found["MNLI"]) == 8


def test_models_of_few_examples_are_asked_about_the_whole_dev_file(tmp_path: Path) -> None:
    """A tenth of 50 examples says nothing."""
    published(tmp_path, "quantifier", ("train", "dev"))
    for files, part in (({"quantifier": str(tmp_path)}, "test"), ({}, "dev")):
        cells = {c.key: c for c in cells_of(fragments.STUDY, "medium", files)}
        (ask,) = cells["scratch-quantifier-50/esim"].asks
        assert (ask.known_as, ask.part) == ("dev", part)


@pytest.mark.parametrize("scale", ["small", "paper"])
def test_the_first_model_knows_the_words_of_every_challenge(scale: str) -> None:
    for cell in cells_of(fragments.STUDY, scale, {}):
        if isinstance(cell.learner, Chosen):
            for candidate in cell.learner.candidates:
                assert candidate.start is not None
                if candidate.model != "transformer":  # whose tokenizer knows them
                    assert set(cell.learner.judged_on) <= set(candidate.start.knows)
            tried = {(c.settings, c.parts) for c in cell.learner.candidates}
            assert len(tried) == len(cell.learner.candidates) >= 3


def test_the_original_task_may_be_a_file() -> None:
    files = {"original": __file__, "original-test": __file__}
    cells = {c.key: c for c in cells_of(fragments.STUDY, "small", files)}
    assert isinstance(cells["before/esim"].learner.parts.made, Outside)
    assert {f"before-{f}/esim" for f in fragments.ALL} <= set(cells)
    with pytest.raises(InputError, match="files original-test=PATH is missing"):
        cells_of(fragments.STUDY, "small", {"original": __file__})


def test_every_model_is_a_row_and_every_fragment_a_column() -> None:
    keys = {c.key for c in cells_of(shelf.STUDY, "paper", {})}
    lacking = {f"{f}/{k}" for f in shelf.FRAGMENTS for k in shelf.KINDS} - keys
    assert {k.partition("/")[2] for k in lacking} == {"comp_tree_ntn"}
