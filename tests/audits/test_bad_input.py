"""A user's mistake is one line that says what to do, and nothing is written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.audits.files import BAT, command, write_pairs

HARD = ("--fragment", "monotonicity_hard")


def empty(place: Path) -> Path:
    (place / "empty.jsonl").touch()
    return place / "empty.jsonl"


def binary(place: Path) -> Path:
    (place / "data.tsv").write_bytes(bytes(range(256)) * 20)
    return place / "data.tsv"


def folder(place: Path) -> Path:
    (place / "folder").mkdir()
    return place / "folder"


def two_labels(place: Path) -> Path:
    rows = "premise\thypothesis\tlabel\tgold_label\nEvery dog ran.\tSome dog ran.\tneutral\tentailment\n"
    (place / "two.tsv").write_text(rows, encoding="utf-8")
    return place / "two.tsv"


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (empty, "empty"),
        (binary, "binary"),
        (folder, "no file with pairs"),
        (two_labels, "disagree"),
        (lambda place: place / "missing.tsv", "no such file"),
    ],
)
def test_files(make: Callable[[Path], Path], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = make(tmp_path)
    assert command(file, *HARD, "--out", tmp_path / "out") == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert said in err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--fragment", "monotonicty_hard"), "did you mean 'monotonicity_hard'"),
        ((), "--fragment"),
        ((*HARD, "--reading", "existential=no"), "did you mean 'existential_import'"),
        ((*HARD, "--reading", "the=every"), "expected unique"),
        ((*HARD, "--workers", "0"), "--workers"),
        ((*HARD, "--limit", "-1"), "--limit"),
        ((*HARD, "--columns", "premise"), "expected NAME=VALUE"),
        ((*HARD, "--corrected", "no/such/place"), "is no directory"),
        ((*HARD, "--out", "/proc/nothing"), "cannot be made"),
    ],
)
def test_words(words: tuple[str, ...], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write_pairs(tmp_path / "pairs.jsonl", (BAT,))
    assert command(file, *words) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert said in err


def test_a_directory_with_other_things_in_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write_pairs(tmp_path / "pairs.jsonl", (BAT,))
    assert command(file, *HARD, "--out", tmp_path) == 2
    assert "holds no audit" in capsys.readouterr().err
    assert sorted(tmp_path.iterdir()) == [file]
    assert command(file, *HARD, "--out", file) == 2


def test_large_files_are_announced(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("provenli.audits.audit.LARGE", 10)
    file = write_pairs(tmp_path / "pairs.jsonl", (BAT, BAT))
    assert command(file, *HARD) == 0
    assert "about 2 lines: this takes long; with --out DIR" in capsys.readouterr().err
