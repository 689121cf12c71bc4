from __future__ import annotations

import json
from pathlib import Path

import pytest

from provenli.audits import audit
from tests.audits.files import BAT, PAIRS, command, lines_of, write_pairs

HARD = ("--fragment", "monotonicity_hard", "--workers", "1")


def test_only_disputed_labels_change_and_each_says_why(tmp_path: Path) -> None:
    file = write_pairs(tmp_path / "pairs.jsonl", (BAT, PAIRS[1], PAIRS[3], PAIRS[6], PAIRS[8]))
    assert command(file, *HARD, "--corrected", tmp_path / "right.jsonl") == 0
    before, after = lines_of(file), lines_of(tmp_path / "right.jsonl")
    assert [r["gold_label"] for r in after] == ["neutral", "entailment", "entailment", "neutral", "-"]
    assert [{**r, "gold_label": ""} for r in after] == [{**r, "gold_label": ""} for r in before]
    log = (tmp_path / "right.jsonl.log").read_text(encoding="utf-8").splitlines()
    assert len(log) == 2
    assert log[0].startswith("line 1 (p1): contradiction -> neutral. Both sentences can be true")
    assert "existential_import=no" in log[1]


def test_a_corrected_file_agrees_with_the_audit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write_pairs(tmp_path / "pairs.jsonl")
    assert command(file, *HARD, "--corrected", tmp_path / "right.jsonl") == 0
    capsys.readouterr()
    assert command(tmp_path / "right.jsonl", *HARD, "--json", "--strict") == 0
    assert json.loads(capsys.readouterr().out)["disputed"] == 0


def test_a_repeated_run_finds_its_own_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, right = write_pairs(tmp_path / "pairs.jsonl", (BAT, PAIRS[3])), tmp_path / "right.jsonl"
    assert command(file, *HARD, "--corrected", right) == 0
    kept = {p.name: p.read_bytes() for p in tmp_path.iterdir()}
    assert command(file, *HARD, "--corrected", right) == 0
    assert {p.name: p.read_bytes() for p in tmp_path.iterdir()} == kept
    right.write_bytes(kept["right.jsonl"] + b"\n")
    capsys.readouterr()
    assert command(file, *HARD, "--corrected", right) == 2
    assert f"{right} exists" in capsys.readouterr().err
    assert right.read_bytes() == kept["right.jsonl"] + b"\n"
    assert (tmp_path / "right.jsonl.log").read_bytes() == kept["right.jsonl.log"]


def test_a_repeated_run_finds_its_own_directory(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "set").mkdir()
    for name in ("train.jsonl", "test.jsonl"):
        write_pairs(tmp_path / "set" / name, (BAT, PAIRS[3]))
    words = (tmp_path / "set", *HARD, "--corrected", tmp_path / "right")
    assert [command(*words), command(*words)] == [0, 0]
    (tmp_path / "right" / "mine.txt").write_text("kept", encoding="utf-8")
    assert command(*words) == 2
    assert f"{tmp_path / 'right'} exists" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("place", "told"),
    [(".", "expected that of a new file or directory"), ("/", "expected that of a new file"), ("", "expected a path")],
)
def test_a_place_without_a_name(place: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command(write_pairs(tmp_path / "pairs.jsonl", (BAT,)), *HARD, "--corrected", place) == 2
    assert told in capsys.readouterr().err


def test_no_corrected_file_without_its_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, right = write_pairs(tmp_path / "pairs.jsonl", (BAT,)), tmp_path / "right.jsonl"
    (tmp_path / "right.jsonl.log").mkdir()
    assert command(file, *HARD, "--corrected", right) == 2
    assert "right.jsonl.log: Is a directory; write elsewhere" in capsys.readouterr().err
    assert not right.exists()


def test_the_log_has_found_room_before_the_corrected_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = []

    def look(*_: object) -> int:
        sizes.extend(p.stat().st_size for p in tmp_path.glob(".right.jsonl.log*"))
        return 0

    monkeypatch.setattr(audit, "rewrite", look)
    command(write_pairs(tmp_path / "pairs.jsonl", (BAT,)), *HARD, "--corrected", tmp_path / "right.jsonl")
    assert len(sizes) == 1
    assert sizes[0] == (tmp_path / "right.jsonl.log").stat().st_size > 0


def test_nothing_is_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write_pairs(tmp_path / "pairs.jsonl", (BAT,))
    before = file.read_bytes()
    assert command(file, *HARD, "--corrected", file) == 2
    assert "is the file that is audited" in capsys.readouterr().err
    other = write_pairs(tmp_path / "other.jsonl", (BAT,))
    assert command(file, *HARD, "--corrected", other) == 2
    assert f"{other} exists" in capsys.readouterr().err
    assert file.read_bytes() == before
