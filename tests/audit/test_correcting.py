from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.audit.files import BAT, PAIRS, command, lines_of, write_pairs

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


def test_nothing_is_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write_pairs(tmp_path / "pairs.jsonl", (BAT,))
    before = file.read_bytes()
    assert command(file, *HARD, "--corrected", file) == 2
    assert "is the file that is audited" in capsys.readouterr().err
    other = write_pairs(tmp_path / "other.jsonl", (BAT,))
    assert command(file, *HARD, "--corrected", other) == 2
    assert f"{other} exists" in capsys.readouterr().err
    assert file.read_bytes() == before
