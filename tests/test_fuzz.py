"""A thousand hostile inputs over all commands: each ends with exit status 0, 1 or 2, one line at most, and nothing
half-written. Ten thousand in the slow job, 500 of them in processes of their own.

One case again: FUZZ_CASE=123 pytest tests/test_fuzz.py
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.fuzz.artifacts import make
from tests.fuzz.cases import Failure, run_case

pytestmark = pytest.mark.filterwarnings("default")  # as a user's Python has it: a warning is no error
QUICK, MANY, APART, PIECE = 1_000, 10_000, 500, 500


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("good")
    make(root)
    return root


def failures(
    seeds: Iterable[int], good: Path, place: Path, monkeypatch: pytest.MonkeyPatch, apart: bool = False
) -> list[Failure]:
    """Of the cases with these numbers; how many there were is printed."""
    found, count = [], 0
    for seed in seeds:
        place.mkdir()
        monkeypatch.chdir(place)
        failure = run_case(seed, good, place, apart)
        found += [failure] if failure else []
        monkeypatch.chdir(place.parent)
        shutil.rmtree(place)
        count += 1
    print(f"{count:,} hostile inputs{' in processes of their own' if apart else ''}, {len(found)} ended badly")
    return found


def check(found: list[Failure], capsys: pytest.CaptureFixture[str]) -> None:
    said = capsys.readouterr().out
    with capsys.disabled():
        print(f"\n{said}", end="")
    assert not found, "\n".join(map(str, found))


def test_a_thousand_hostile_inputs(
    good: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    one = os.environ.get("FUZZ_CASE")
    seeds = [int(one)] if one else range(QUICK)
    check(failures(seeds, good, tmp_path / "case", monkeypatch), capsys)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(QUICK, QUICK + APART, PIECE // 5))
def test_hostile_inputs_in_processes_of_their_own(
    first: int, good: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    check(failures(range(first, first + PIECE // 5), good, tmp_path / "case", monkeypatch, apart=True), capsys)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(QUICK + APART, QUICK + MANY, PIECE))
def test_ten_thousand_hostile_inputs(
    first: int, good: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    check(failures(range(first, first + PIECE), good, tmp_path / "case", monkeypatch), capsys)
