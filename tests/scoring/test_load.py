"""Predictions in memory are scored as those of a file, and a score shows itself."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from provenli.cli.main import main
from provenli.errors import InputError
from provenli.scoring import load, predictions_of, score
from tests.scoring.files import E, N

FILE = Path(__file__).parents[2] / "examples" / "predictions" / "tree-seed0.jsonl"


def rows() -> list[dict[str, object]]:
    return [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


def test_rows_are_scored_as_a_file_is() -> None:
    by = ["depth", ("quantifiers", "monotonicity")]
    assert score(predictions_of(rows(), name="run"), by) == score(load(FILE, name="run"), by)


def test_a_score_prints_what_the_command_prints(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["score", str(FILE), "--by", "depth"])
    found = score(load(FILE), ["depth"])
    assert f"{found}\n" == capsys.readouterr().out
    assert repr(found) == f"<Scores of {FILE}: 70 of 80 right, 87.5% [77.9 to 93.3], above majority>"


def test_html_is_escaped() -> None:
    few = [{"id": "a", "gold": E, "label": N, "features": {"<b>": "<script>"}}]
    text = score(predictions_of(few, name="x & y"), ["<b>"])._repr_html_()
    assert "<script>" not in text
    assert "&lt;script&gt;" in text
    assert "x &amp; y: 1 pair<" in text
    assert text.count("<table>") == text.count("</table>") == 3


def test_rows_that_are_no_predictions() -> None:
    with pytest.raises(InputError, match="predictions: no rows"):
        predictions_of([])
    with pytest.raises(InputError, match="predictions, line 2: the key 'label' is missing"):
        predictions_of([{"id": "a", "gold": E, "label": E}, {"id": "b", "gold": E}])
    with pytest.raises(InputError, match="no gold labels"):
        predictions_of([{"id": "a", "label": E}])
