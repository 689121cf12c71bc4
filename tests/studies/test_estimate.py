"""Estimates: what they rest on, what a budget leaves out, and that nothing is run for them."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
import torch

from provenli.library.study_shelf import SHELVES, STUDIES, load_study
from provenli.studies import estimate as reckoning
from provenli.studies.estimate import (
    BUDGET,
    LEFT_OUT,
    Speeds,
    cost,
    estimated,
    part_rows,
    read_speeds,
    training_kind,
    within_budget,
)
from provenli.studies.recipes import Cut, Data, Outside, Parts, Test, Training
from provenli.studies.runner import StudyOrder, estimate, planned
from tests.cli.test_train import run as run_command
from tests.studies.here import MINE, run_mine

FAIR = Parts(Data("fair", 52_000))
SMALL = {"fairness": 28.2, "systematicity": 22.8, "transitivity": 16.9, "fragments": 22.7, "med": 11.2, "shelf": 33.1}
"""Core-minutes of the runs in docs/results."""


@pytest.fixture(autouse=True)
def same_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also without a parser: the runs on record have no column for it."""
    monkeypatch.setattr(reckoning, "machine_factor", lambda: 1.0)
    monkeypatch.setattr("provenli.library.studies.systematicity.parser_version", lambda: None)


def speeds(**training: float) -> Speeds:
    return Speeds(
        {
            "data": {},
            "rows": {},
            "training": {k: dict.fromkeys(("read", "train", "answer"), v) for k, v in training.items()},
        }
    )


@pytest.mark.parametrize("name", STUDIES)
def test_small_runs_took_about_what_is_reckoned(name: str) -> None:
    found = estimate(StudyOrder(load_study(name), "small", Path("no-such-run")), SHELVES)
    assert 1 / 1.5 < found.core_minutes / SMALL[name] < 1.5


@pytest.mark.parametrize("name", STUDIES)
def test_medium_is_within_three_core_hours(name: str) -> None:
    found = estimate(StudyOrder(load_study(name), "medium", Path("no-such-run")), SHELVES)
    assert 20 < found.core_minutes <= BUDGET / 60 + 1
    assert set(found.left_out.values()) <= {LEFT_OUT}


def test_what_is_too_dear_is_left_out_and_said() -> None:
    cells = planned(StudyOrder(load_study("fairness"), "medium", Path()), SHELVES)
    assert {c.left_out for c in cells} <= {"", LEFT_OUT}
    tests = {
        name: [{"test": Test(Training("lstm", FAIR, settings=(("epochs", epochs),)), FAIR, "test")}]
        for name, epochs in (("a", "2"), ("dear", "1000000"), ("b", "3"))
    }
    assert within_budget(tests, lambda t: int(dict(t.settings)["epochs"])) == {"a", "b"}


def test_like_steps_are_found_from_like_to_less_like() -> None:
    training = Training("lstm", FAIR, "default", (("epochs", "9"), ("hidden", "200")))
    assert training_kind(training) == "lstm|default|hidden=200|fair"
    table = {"lstm|default|hidden=200|fair": 3.0, "lstm|default||fair": 1.0, "cbow|default||fair": 9.0}
    assert speeds(**table).training(training)["train"] == 3.0
    del table["lstm|default|hidden=200|fair"]
    assert speeds(**table).training(training)["train"] == pytest.approx(2**1.2)  # twice as wide


def test_rows_that_a_sample_leaves_out_are_read_and_not_trained() -> None:
    table = speeds(**{"lstm|default||fair": 1.0})
    whole, some = (cost(Training("lstm", FAIR, most=most), table, lambda _: 1).seconds for most in (None, 100))
    rows = part_rows(FAIR, "train", table)
    assert whole - some == rows - 100


def test_every_verb_more_has_its_rows() -> None:
    """As records of SICK's 12,000 rows have them: both-08 7,573 and neither-01 156."""
    cut = Cut("verb-augmentation", (("pairs", Data("transitivity", 12_000)),))
    found = {s: part_rows(Parts(cut, s), "train", read_speeds()) for s in ("both-00", "both-08", "neither-01")}
    assert found == {
        "both-00": 6_300,
        "both-08": pytest.approx(7_573, rel=0.02),
        "neither-01": pytest.approx(156, abs=9),
    }


def test_files_are_counted(tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_text("x\n" * 200)
    parts = Parts(Outside((str(tmp_path / "a.tsv"),), str(tmp_path / "a.tsv"), 100))
    assert [part_rows(parts, p, read_speeds()) for p in ("train", "dev", "test")] == [90, 10, 200]


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.tsv")
    parts = Parts(Outside((str(tmp_path / "pipe.tsv"),), str(tmp_path / "pipe.tsv")))
    assert part_rows(parts, "train", read_speeds()) == 0


def test_a_machine_is_measured_on_one_thread_and_left_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    threads, state = torch.get_num_threads(), torch.get_rng_state()
    assert 0.25 <= reckoning.machine_factor() <= 4
    assert torch.get_num_threads() == threads
    assert torch.equal(torch.get_rng_state(), state)


def test_times_of_the_run_itself_say_how_fast_the_machine_is() -> None:
    steps = [Training("esim", FAIR, seed=k) for k in range(3)]
    plain = estimated(steps, {}, lambda _: 1, 3, {})
    assert not plain.recorded
    slow = {steps[0]: 3 * cost(steps[0], read_speeds(), lambda _: 1).seconds}
    found = estimated(steps, slow, lambda _: 1, 3, {})
    assert (found.recorded, found.done) == (True, 1)
    assert found.core_minutes / plain.core_minutes == pytest.approx(2, rel=0.1)


def test_the_command_runs_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "run"
    told = run_command(capsys, "study", MINE, "--scale", "smoke", "--out", out, "--estimate")
    assert "about " in told
    assert not out.exists()
    assert run_mine(out).finished == 2
    found = json.loads(run_command(capsys, "study", MINE, "--scale", "smoke", "--out", out, "--estimate", "--json"))
    assert (found["steps"], found["core_minutes"]) == (found["steps_done"], 0.0)
