"""The quickstart's second part: the whole way with models, and what is said without torch."""

from __future__ import annotations

from pathlib import Path

import pytest

from provenli.cli import quickstart
from tests.cli.test_train import refused, run


def test_without_torch_one_line_says_how_to_get_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(quickstart, "has_torch", lambda: False)
    assert "pip install 'provenli[models]'" in refused(capsys, "quickstart", "--models")
    assert list(tmp_path.iterdir()) == []
    assert run(capsys, "quickstart").splitlines()[-1] == quickstart.NO_TORCH


@pytest.mark.slow
def test_the_whole_way(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    told = run(capsys, "quickstart", "--models")
    assert "40,000 pairs, 1,184 certificates: everything checks" in told
    assert "In one sentence: " in told
    page = (tmp_path / "provenli-quickstart-models" / "report" / "index.html").read_text()
    assert "label bottleneck" in page
