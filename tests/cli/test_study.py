"""The commands study and report, from outside; mistakes are one line and status 2."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from provenli.library.study_shelf import STUDIES
from tests.cli.test_train import refused, run
from tests.studies.here import MINE


def test_the_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert [s["study"] for s in json.loads(run(capsys, "study", "--json"))] == list(STUDIES)
    assert "--file mnli=PATH" in run(capsys, "study")


def test_the_whole_way(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("study", MINE, "--scale", "smoke", "--out", tmp_path / "run", "--workers", "1")
    assert "2 of 2 cells finished" in run(capsys, *words)
    again = json.loads(run(capsys, *words, "--json"))
    assert (again["finished"], again["steps_made"], again["failed"]) == (2, 0, {})
    found = json.loads(run(capsys, "report", tmp_path / "run", "--json"))
    assert Path(found["page"]).is_file()
    assert "2 of 2 cells" in run(capsys, "report", tmp_path / "run", "--out", tmp_path / "elsewhere")


def test_the_cells_of_a_study(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(run(capsys, "study", "fairness", "--list", "--only", "hardest/*", "--json"))
    assert {"cell": "hardest/memorising", "tests": ["train", "dev", "test"]} in found
    assert run(capsys, "study", "fairness", "--list", "--only", "without/cbow") == "without/cbow  test\n"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("SIZES[scale]", "{}[scale]", "mine.py, line 17: KeyError: 'smoke'"),
        ('(f"shallow/{model}",)', '(f"shalow/{model}",)', "'shalow/majority', which it has at no scale; did you mean"),
        (
            '("test-depth-1",),',
            '("test-depth-7",),',
            "the test 'test-depth-7' of 'shallow/majority', which is not asked;",
        ),
    ],
)
def test_slips_in_ones_own_study(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, message: str
) -> None:
    text = Path(MINE).read_text()
    assert old in text
    (tmp_path / "mine.py").write_text(text.replace(old, new, 1))
    said = refused(capsys, "study", tmp_path / "mine.py", "--scale", "smoke", "--out", tmp_path / "run")
    assert message in said
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("fairnes", "--out", "x"), "unknown study 'fairnes'; did you mean 'fairness'"),
        (("fairness",), "--out is missing"),
        (("fairness", "--out", "x", "--scale", "tiny"), "unknown scale 'tiny'"),
        (
            ("fairness", "--out", "x", "--only", "hardest/cbw"),
            "--only: no cell 'hardest/cbw'; did you mean 'hardest/cbow'",
        ),
        (("fairness", "--out", "x", "--executor", "rey"), "unknown executor 'rey'; did you mean 'ray'"),
        (("fairness", "--out", "x", "--workers", "0"), "--workers: expected 1 or more"),
        (("fairness", "--out", "x", "--seeds", "0"), "--seeds: expected 1 or more"),
        (("transitivity", "--out", "x", "--file", "pairs"), "--file pairs: expected NAME=PATH"),
        (("transitivity", "--out", "x", "--file", "pairs="), "--file pairs=: expected NAME=PATH"),
        (("transitivity", "--out", "x", "--file", "pairs=a:b"), "--file pairs=a:b: expected a path without ':'"),
        (("transitivity", "--out", "x", "--file", "pairs=none.txt"), "no such file; expected NLI pairs"),
        (("none.py", "--out", "x"), "none.py: no such file; expected a Python file that defines STUDY"),
    ],
)
def test_mistakes(
    words: tuple[str, ...],
    message: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert message in refused(capsys, "study", *words)
    assert not (tmp_path / "x").exists()


def test_no_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "cannot be reported on" in refused(capsys, "report", tmp_path)
    assert "defines no STUDY" in refused(capsys, "study", __file__, "--out", tmp_path / "x")
