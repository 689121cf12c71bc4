from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import provenli as nli
from provenli.cli.main import app
from provenli.outside.run_scores import consistency, run_scores
from provenli.scoring.load import predictions_of
from tests.outside.server import Body, Said, serving


def test_groups_are_right_only_where_all_rows_are() -> None:
    rows = [
        {"id": str(k), "gold": "neutral", "label": "neutral" if k != 1 else "entailment", "schema": schema}
        for k, schema in enumerate("aabbc")
    ]
    found = consistency(predictions_of(rows))
    assert found is not None
    assert (found.groups, found.right) == (2, 1)  # c has one row: it says nothing of consistency
    assert consistency(predictions_of([{k: v for k, v in row.items() if k != "schema"} for row in rows])) is None


def test_prompts_side_by_side(pairs: Path, tmp_path: Path) -> None:
    def behave(_: int, body: Body) -> Said:
        text = body["messages"][0]["content"]
        if "with no or yes" in text:
            return Said(text="no")
        return Said(text="Hm" if "(hidden)" in text else "yes" if "moved" in text else "no")

    names = ["two-way", "two-way-turned", "two-way-premise-only"]
    with serving(behave) as heard:
        nli.ask(pairs, "openai:m", tmp_path / "run", base_url=heard.url, how="chat", prompts=names)
    found = run_scores(tmp_path / "run")
    assert [(p.name, p.accuracy, p.answered) for p in found.prompts] == [
        ("two-way", 1.0, 1.0),
        ("two-way-turned", 0.5, 1.0),
        ("two-way-premise-only", 0.0, 0.0),
    ]
    assert found.spread == (0.5, 1.0)  # of prompts that show both sides
    result = CliRunner().invoke(app, ["score", str(tmp_path / "run"), "--json"])
    assert json.loads(result.output)["asked"][0]["spread"] == [0.5, 1.0]
    shown = CliRunner().invoke(app, ["score", str(tmp_path / "run")]).output
    assert "spread over 2 prompts: 50.0 to 100.0" in shown
    assert "premise only" in shown


def test_a_run_without_a_finished_prompt(tmp_path: Path) -> None:
    (tmp_path / "run.json").write_text(json.dumps({"prompts": {"two-way": {}}}))
    (tmp_path / "log.jsonl").write_text("")
    with pytest.raises(nli.ProveNLIError, match="no prompt has been asked to its end"):
        run_scores(tmp_path)
