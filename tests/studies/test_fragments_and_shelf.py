"""The studies `fragments` and `shelf`: a smoke run of each, and the page says how settings were chosen."""

from __future__ import annotations

from pathlib import Path

import pytest

from provenli.errors import InputError
from provenli.library.studies import fragments, shelf
from provenli.library.study_shelf import SHELVES, load_study
from provenli.reports.report import write_report
from provenli.studies.recipes import Chosen, Outside
from provenli.studies.record import read_results
from provenli.studies.runner import StudyOrder, run
from provenli.studies.study import cells_of
from tests.studies.here import Here


def test_the_shelf(tmp_path: Path) -> None:
    outcome = run(StudyOrder(load_study("shelf"), "smoke", tmp_path / "run"), Here(), SHELVES)
    assert (outcome.finished, outcome.failed) == (6, {})


def test_fragments(tmp_path: Path) -> None:
    outcome = run(StudyOrder(load_study("fragments"), "smoke", tmp_path / "run"), Here(), SHELVES)
    assert (outcome.finished, outcome.failed) == (9, {})
    dose = read_results(tmp_path / "run")["dose-quantifier-60/decomposable_attention"][0]
    choice = dose["original"]["run"]["choice"]
    means = [sum(c["dev"]) / 2 for c in choice["candidates"]]
    assert means[choice["chosen"]] == max(means)
    assert dose["challenge"]["run"]["choice"] == choice  # one model answers both
    write_report([tmp_path / "run"], tmp_path / "report")
    page = (tmp_path / "report" / "index.html").read_text()
    assert f"chosen on dev, number {choice['chosen'] + 1} of 2 (" in page


@pytest.mark.parametrize("scale", ["small", "paper"])
def test_the_first_model_knows_the_words_of_every_challenge(scale: str) -> None:
    for cell in cells_of(fragments.STUDY, scale, {}):
        if isinstance(cell.learner, Chosen):
            for candidate in cell.learner.candidates:
                assert candidate.start is not None
                assert set(cell.learner.judged_on) <= set(candidate.start.knows)
            assert len({c.settings for c in cell.learner.candidates}) == len(cell.learner.candidates) >= 3


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
