"""The Python that docs/scoring.md shows does what the page says."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def test_the_page_on_scoring_runs_as_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    result = doctest.testfile(str(ROOT / "docs" / "scoring.md"), module_relative=False, encoding="utf-8")
    assert result.failed == 0
    assert result.attempted == 18
