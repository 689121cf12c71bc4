"""The Python of docs/published_files.md runs and says what it says it does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def test_the_python_of_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = (ROOT / "docs" / "published_files.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    exec(block, {})
    assert capsys.readouterr().out.splitlines()[-1] == "1"
    before, after = (Path(p).read_text(encoding="utf-8") for p in ("examples/odd_pairs.tsv", "corrected.tsv"))
    assert after == before.replace("Every poodle ran.\tneutral", "Every poodle ran.\tentailment")
