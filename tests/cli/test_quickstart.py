"""The quickstart: a claim tried, with and without networks; a second run finds everything made."""

from __future__ import annotations

from pathlib import Path

import pytest

import provenli as nli
from provenli.cli import quickstart
from provenli.reports.page_templates import Tour, TourPair, TourRow, write_tour
from tests.cli.test_train import refused, run
from tests.outside.server import Said, serving


def test_networks_need_torch(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(quickstart, "has_torch", lambda: False)
    assert "pip install 'provenli[models]'" in refused(capsys, "quickstart", "--models")
    assert list(tmp_path.iterdir()) == []


def test_without_networks(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(quickstart, "small_model", lambda: None)
    told = run(capsys, "quickstart", "--no-models")
    for text in ("1. The claim", "everything checks", "The kernel has re-checked this proof.", "gets all of depth 3"):
        assert text in told
    assert quickstart.NO_TORCH in told
    assert quickstart.NO_LANGUAGE_MODEL in told
    page = (tmp_path / "provenli-quickstart" / "page.html").read_text()
    assert "<h1>The bag of words learns nothing" in page
    assert "The kernel has re-checked this proof." in page
    made = {p: p.stat().st_mtime_ns for p in (tmp_path / "provenli-quickstart" / "artifacts").iterdir()}
    assert run(capsys, "quickstart", "--no-models") == told
    assert {p: p.stat().st_mtime_ns for p in made} == made


def test_what_a_language_model_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a run that is there already no server is started."""
    monkeypatch.setattr(quickstart, "small_model", lambda: pytest.fail("asked again"))
    nli.generate("boolean", out=tmp_path / "data", size=8)
    with serving(lambda _, __: Said(text="no")) as heard:
        nli.ask(tmp_path / "data", "openai:a", tmp_path / "run", base_url=heard.url, how="chat")
    asked = quickstart.asked_about(tmp_path / "data" / "pairs.jsonl", tmp_path / "run")
    assert asked is not None
    assert asked.told.endswith("asked about 8 of the same pairs, has 50% right: it always says non-entailment")
    pair = TourPair("Ann swam.", "Ann swam.", "")
    rows = (TourRow("LSTM", "", (50.0,), 124),)
    tour = Tour("title", "claim", pair, "checked", "place", rows, "fair", True, (), asked)
    page = write_tour(tour, tmp_path / "page.html").read_text()
    assert page.count("<svg") == len(asked.maps) > 0
    assert asked.told in page


def test_no_language_model_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    assert quickstart.asked_about(tmp_path / "pairs.jsonl", tmp_path / "run") is None


@pytest.mark.slow
def test_the_whole_way(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "5. The LSTM has" in run(capsys, "quickstart", "--models")
    assert "published 75.4" in (tmp_path / "provenli-quickstart" / "page.html").read_text()


@pytest.mark.parametrize(
    ("numbers", "title"),
    [
        ((100.0, 99.0, 64.5), "The LSTM has 99% right at the depths it was trained on, but 64% one level deeper"),
        ((100.0, 100.0, 98.0), "The LSTM has 100% right at the depths it was trained on, and 98% one level deeper"),
        ((50.0, 51.0, 49.0), "The LSTM learns nothing: 50% right where it was trained, 49% one level deeper"),
    ],
)
def test_the_title_is_what_came_out(numbers: tuple[float, ...], title: str) -> None:
    assert quickstart.finding([TourRow("LSTM", "", numbers, 124)]) == title
