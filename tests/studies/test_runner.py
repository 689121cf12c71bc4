"""Runs: everything once, nothing twice; what is killed goes on; what is damaged is said."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

import provenli
from provenli.errors import InputError
from provenli.library.study_shelf import SHELVES, load_study
from provenli.reports.study_item import study_item
from provenli.studies.artifacts import Store, processor_kind
from provenli.studies.recipes import Cut, Data, Parts, Training
from provenli.studies.record import read_costs, read_processors, read_record, read_results
from provenli.studies.runner import Moment, StudyOrder, run
from provenli.studies.study import Ask, Cell, Study
from tests.studies.here import MINE, Here, contents, run_mine


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("study") / "run"
    outcome = run_mine(out)
    assert (outcome.cells, outcome.finished, outcome.made, outcome.reused) == (2, 2, 8, 0)
    return out


def test_results(finished: Path) -> None:
    results = read_results(finished)
    assert set(results) == set(read_record(finished).cells) == {"shallow/majority", "shallow/bag_of_words"}
    tests = results["shallow/bag_of_words"][0]
    assert tests["test-depth-1"]["n"] > 20
    assert tests["test-depth-2"]["right"] / tests["test-depth-2"]["n"] == tests["test-depth-2"]["accuracy"]
    assert [c["values"] for c in tests["test-depth-2"]["breakdowns"][0]["cells"]] == [["downward"], ["upward"]]


def test_a_finished_run_is_not_run_again(finished: Path) -> None:
    before = contents(finished)
    outcome = run_mine(finished)
    assert (outcome.finished, outcome.made, outcome.reused) == (2, 0, 8)
    assert contents(finished) == before


def test_cells_by_pattern_and_more_later(finished: Path, tmp_path: Path) -> None:
    outcome = run_mine(tmp_path / "run", "*/majority")
    assert (outcome.finished, outcome.made) == (1, 5)
    outcome = run_mine(tmp_path / "run")
    assert (outcome.finished, outcome.made, outcome.reused) == (2, 3, 5)
    assert contents(tmp_path / "run") == contents(finished)


def test_records_alone_go_on_elsewhere(finished: Path, tmp_path: Path) -> None:
    """Without its artifacts, a run is not run again; what it lacks is, and a report is made of both."""
    packed = tmp_path / "packed"
    run_mine(packed, "*/majority")
    shutil.rmtree(packed / "artifacts")
    shutil.rmtree(packed / "work")
    outcome = run_mine(packed, "*/majority")
    assert (outcome.finished, outcome.made) == (1, 0)
    outcome = run_mine(packed)
    assert (outcome.finished, outcome.made) == (2, 5)
    same = {name: content for name, content in contents(packed).items() if name.startswith("cells/")}
    assert same == {name: content for name, content in contents(finished).items() if name.startswith("cells/")}
    item = study_item(packed)
    assert set(item.results) == {"shallow/majority", "shallow/bag_of_words"}
    assert {cell for cell, _ in item.examples} == {"shallow/bag_of_words"}
    assert item.core_minutes >= sum(read_costs(packed).values()) / 60 > 0


@pytest.mark.parametrize(
    "text", ["[]", '{"core_seconds": []}', '{"core_seconds": {"run-1": "2"}}', '{"core_seconds": {"run-1": NaN}}']
)
def test_costs_that_are_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "made.json").write_text(text)
    with pytest.raises(InputError, match="is damaged"):
        read_costs(tmp_path)


def test_trainings_record_their_processor(finished: Path, tmp_path: Path) -> None:
    """A report tells it, also where older records lack it."""
    kinds = read_processors(finished)
    trainings = {name for name in read_costs(finished) if name.startswith("run-")}
    assert set(kinds) == trainings
    assert set(kinds.values()) == {processor_kind()}
    assert f"{processor_kind()} ({len(trainings)})." in study_item(finished).markdown(())
    copy = tmp_path / "run"
    shutil.copytree(finished, copy)
    made = json.loads((copy / "made.json").read_text())
    del made["processors"][sorted(trainings)[0]]
    (copy / "made.json").write_text(json.dumps(made))
    assert "not recorded (1)." in study_item(copy).markdown(())
    (copy / "made.json").write_text(json.dumps(made | {"processors": {"run-1": 2}}))
    with pytest.raises(InputError, match="is damaged"):
        study_item(copy)


def test_costs_of_replaced_steps_do_not_count(finished: Path, tmp_path: Path) -> None:
    """Such as a training with settings that a cell had earlier. Records from before steps were told count all costs."""
    copy = tmp_path / "run"
    shutil.copytree(finished, copy)
    made, before = json.loads((copy / "made.json").read_text()), study_item(copy)
    more = {"core_seconds": {"run-old": 60.0}, "processors": {"run-old": "x"}}
    (copy / "made.json").write_text(json.dumps({name: made[name] | more[name] for name in made}))
    item = study_item(copy)
    assert (item.core_minutes, item.trained_on) == (before.core_minutes, before.trained_on)
    for path in (copy / "cells").iterdir():
        value = json.loads(path.read_text())
        assert value.pop("steps")
        path.write_text(json.dumps(value))
    item = study_item(copy)
    assert item.core_minutes == pytest.approx(before.core_minutes + 1)
    assert "x (1)" in item.trained_on


def test_results_of_other_settings_are_named(finished: Path, tmp_path: Path) -> None:
    """A call that leaves them as they are says so; one that runs their cells replaces them."""
    copy = tmp_path / "run"
    shutil.copytree(finished, copy)
    path = copy / "cells" / "shallow--bag_of_words@0.json"
    value = json.loads(path.read_text())
    value["tests"]["test-depth-1"]["artifact"] = "scores-of-another-recipe"
    path.write_text(json.dumps(value))
    assert run_mine(copy, "*/majority").older == ("shallow/bag_of_words, seed 0",)
    assert run_mine(copy).older == ()


@pytest.mark.parametrize(
    "change", [{"cell": "another"}, {"tests": {"test": "x"}}, {"tests": {"test": {"run": {"settings": [1]}}}}]
)
def test_a_damaged_record_is_named(finished: Path, tmp_path: Path, change: dict[str, object]) -> None:
    copy = tmp_path / "run"
    shutil.copytree(finished, copy)
    path = copy / "cells" / "shallow--majority@0.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    with pytest.raises(InputError, match=r"shallow--majority@0.json is damaged"):
        run_mine(copy)


@pytest.mark.parametrize("seconds", [-5, "2", float("inf")])
def test_a_step_whose_time_is_none_is_named(finished: Path, tmp_path: Path, seconds: object) -> None:
    """It is not copied into the records of the run."""
    copy = tmp_path / "run"
    shutil.copytree(finished, copy)
    told = next((copy / "artifacts").glob("run-*")) / "made.json"
    told.write_text(json.dumps(json.loads(told.read_text()) | {"core_seconds": seconds}))
    (copy / "made.json").unlink()
    with pytest.raises(InputError, match="core_seconds is no time"):
        run_mine(copy)
    assert all(0 <= took < 1000 for took in read_costs(copy).values())


def test_what_was_removed_of_a_cell_is_made_anew(finished: Path, tmp_path: Path) -> None:
    """Its training is still there: so somebody removed what was damaged."""
    copy = tmp_path / "run"
    shutil.copytree(finished, copy)
    tests = read_results(copy)["shallow/bag_of_words"][0]
    shutil.rmtree(copy / "artifacts" / tests["test-depth-2"]["artifact"])
    assert run_mine(copy).made == 1


def test_a_record_of_other_tests_is_run_again(finished: Path, tmp_path: Path) -> None:
    copy = tmp_path / "run"
    shutil.copytree(finished, copy)
    shutil.rmtree(copy / "artifacts")
    path = copy / "cells" / "shallow--majority@0.json"
    value = json.loads(path.read_text())
    value["tests"]["test-depth-1"]["artifact"] = "scores-of-another-recipe"
    path.write_text(json.dumps(value))
    assert run_mine(copy).made == 5


@pytest.mark.parametrize(("change", "made"), [({}, 0), ({"l2": 0.5}, 5), ({"gone": 1}, 5)])
def test_a_record_of_other_settings_is_run_again(
    finished: Path, tmp_path: Path, change: dict[str, float], made: int
) -> None:
    """A recipe names a preset, and what the preset means may have changed since. A setting that the record does not
    have is newer, so it had its default."""
    copy = tmp_path / "run"
    shutil.copytree(finished, copy)
    shutil.rmtree(copy / "artifacts")
    path = copy / "cells" / "shallow--bag_of_words@0.json"
    value = json.loads(path.read_text())
    for test in value["tests"].values():
        del test["run"]["settings"]["decay"]
        test["run"]["settings"] |= change
    path.write_text(json.dumps(value))
    assert run_mine(copy).made == made


def test_killed_at_any_moment_and_called_again(finished: Path, tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "provenli",
        "study",
        MINE,
        "--scale",
        "smoke",
        "--out",
        str(tmp_path / "run"),
        "--workers",
        "2",
    ]
    for artifacts in (1, 3):  # once while data are made, once among trainings and scores
        child = subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        while child.poll() is None and len(list((tmp_path / "run" / "work").glob("*-*.lock"))) < artifacts:
            time.sleep(0.02)
        child.kill()
        child.wait()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "2 of 2 cells finished" in done.stdout
    assert {k: v for k, v in contents(tmp_path / "run").items() if not k.startswith("work/")} == contents(finished)


def test_a_cell_is_there_before_the_run_ends(tmp_path: Path) -> None:
    out = tmp_path / "run"

    def stop(_: Moment) -> None:
        if read_results(out):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(StudyOrder(load_study(MINE), "smoke", out), Here(), SHELVES, stop)
    assert len(read_results(out)) == 1
    assert run_mine(out).finished == len(read_results(out)) == 2


def test_two_commands_at_once(finished: Path, tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "provenli",
        "study",
        MINE,
        "--scale",
        "smoke",
        "--out",
        str(tmp_path / "run"),
        "--workers",
        "1",
    ]
    both = [subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    told = [child.communicate() for child in both]
    assert [child.returncode for child in both] == [0, 0], told
    assert {k: v for k, v in contents(tmp_path / "run").items() if not k.startswith("work/")} == contents(finished)


def test_a_run_whose_record_is_damaged_goes_on(finished: Path, tmp_path: Path) -> None:
    shutil.copytree(finished, tmp_path / "run")
    record = tmp_path / "run" / "study.json"
    for text in ("{", "{}", "[]", '{"provenli": 2}'):
        record.write_text(text)
        with pytest.raises(InputError, match=r"study.json is damaged: remove this file .* what is finished is kept"):
            run_mine(tmp_path / "run")
    record.unlink()
    assert run_mine(tmp_path / "run").made == 0


def test_damage_is_one_line(tmp_path: Path) -> None:
    run_mine(tmp_path / "run", "*/majority")
    scores = next((tmp_path / "run" / "artifacts").glob("scores-*"))
    whole = (scores / "scores.json").read_bytes()
    (scores / "scores.json").write_bytes(whole[:-9])
    with pytest.raises(InputError, match=r"is damaged \(scores.json has .* bytes, expected .*\): remove it"):
        run_mine(tmp_path / "run", "*/majority")
    (scores / "made.json").write_text("{")
    with pytest.raises(InputError, match=r"is damaged \(made.json"):
        run_mine(tmp_path / "run", "*/majority")
    for file in scores.iterdir():
        file.unlink()
    scores.rmdir()
    assert run_mine(tmp_path / "run", "*/majority").made == 1
    assert (scores / "scores.json").read_bytes() == whole


def test_another_study_scale_version_or_directory(finished: Path, tmp_path: Path) -> None:
    mine = load_study(MINE)
    for other in (StudyOrder(replace(mine, name="other"), "smoke", finished), StudyOrder(mine, "small", finished)):
        with pytest.raises(InputError, match="is of study 'bags' at scale 'smoke': choose another out"):
            run(other, Here(), SHELVES)
    renamed = replace(mine, cells=lambda s, f: [replace(c, key=f"x{c.key}") for c in mine.cells(s, f)])
    with pytest.raises(InputError, match="other cells than the study has now"):
        run(StudyOrder(renamed, "smoke", finished), Here(), SHELVES)
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match="is no run of `provenli study`"):
        run_mine(tmp_path)
    (tmp_path / "old").mkdir()
    value = json.loads((finished / "study.json").read_text()) | {"provenli": "0.0.1"}
    (tmp_path / "old" / "study.json").write_text(json.dumps(value))
    with pytest.raises(InputError, match=f"was made by provenli 0.0.1, this is {provenli.__version__}"):
        run_mine(tmp_path / "old")


def cells_of_bad_parts(scale: str, files: object) -> list[Cell]:
    del scale, files
    good = Parts(Data("fair", 300, 1, (("ratio", "0"), ("cover", "most"))))
    training = Training("majority", good)
    return [Cell("good", training), Cell("bad", training, (Ask("test"), Ask("test", ids="nobody", name="none")))]


def test_one_failure_does_not_stop_the_rest(tmp_path: Path) -> None:
    seen: list[Moment] = []
    asked = StudyOrder(Study("s", "", "", cells_of_bad_parts), "smoke", tmp_path / "run")
    outcome = run(asked, Here(), SHELVES, seen.append)
    assert (outcome.finished, list(outcome.failed)) == (1, ["bad, seed 0"])
    assert "no rows whose id begins with 'nobody'" in outcome.failed["bad, seed 0"]
    assert (seen[-1].done, seen[-1].total) == (4, 4)
    assert set(read_results(tmp_path / "run")) == {"good"}


@pytest.mark.parametrize(
    ("learner", "message"),
    [
        (Training("majorty", Parts(Data("fair"))), "unknown model 'majorty'; did you mean 'majority'"),
        (Training("majority", Parts(Data("fair")), "odd"), "majority has no preset 'odd'"),
        (Training("majority", Parts(Data("fair")), settings=(("epoch", "1"),)), "no setting 'epoch'; did you mean"),
        (Training("majority", Parts(Data("fare"))), "unknown fragment 'fare'"),
        (
            Training("majority", Parts(Data("fair", options=(("ratios", "1"),)))),
            "no option 'ratios'; did you mean 'ratio'",
        ),
        (Training("majority", Parts(Data("fair", options=(("ratio", "x"),)))), "option ratio: "),
    ],
)
def test_recipes_are_checked_before_anything_is_made(learner: Training, message: str, tmp_path: Path) -> None:
    study = Study("s", "", "", lambda *_: [Cell("a", learner)])
    with pytest.raises(Exception, match=message):
        run(StudyOrder(study, "smoke", tmp_path / "run"), Here(), SHELVES)
    assert not (tmp_path / "run").exists()


def test_a_split_that_is_not_there(tmp_path: Path) -> None:
    data = Data("systematicity", 200, 0, (("depth", "1-2"),))
    training = Training("majority", Parts(Cut("productivity", (("pairs", data),)), "D9"))
    study = Study("s", "", "", lambda *_: [Cell("a", training)])
    outcome = run(StudyOrder(study, "smoke", tmp_path / "run"), Here(), SHELVES)
    assert outcome.failed["a, seed 0"].startswith("there is no split 'D9'; ")
    assert "D1" in outcome.failed["a, seed 0"]


def test_seeds_are_added(finished: Path, tmp_path: Path) -> None:
    asked = StudyOrder(load_study(MINE), "smoke", tmp_path / "run", ("*/majority",), 2)
    assert run(asked, Here(), SHELVES).finished == 2
    assert set(read_results(tmp_path / "run")["shallow/majority"]) == {0, 1}
    assert read_record(tmp_path / "run").seeds == 2
    with pytest.raises(InputError, match="seeds: expected 1 or more"):
        run(replace(asked, seeds=0), Here(), SHELVES)
    assert Store(finished).seconds(Data("fair")) is None


def test_a_slow_cell_may_have_fewer_seeds(tmp_path: Path) -> None:
    """Unless a number of seeds is asked for."""
    training = Training("majority", Parts(Data("fair", 600, 1, (("ratio", "0"), ("cover", "most")))))
    cells = (Cell("slow", training, seeds=1), Cell("fast", training))
    study = Study("s", "", "", lambda *_: cells, seeds={"smoke": 2})
    run(StudyOrder(study, "smoke", tmp_path / "run"), Here(), SHELVES)
    assert {c: list(seeds) for c, seeds in read_results(tmp_path / "run").items()} == {"slow": [0], "fast": [0, 1]}
    run(StudyOrder(study, "smoke", tmp_path / "run", seeds=2), Here(), SHELVES)
    assert list(read_results(tmp_path / "run")["slow"]) == [0, 1]
