from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import provenli as nli
from provenli.cli.main import app
from provenli.outside.linked_rows import AnsweredRow, consistencies
from provenli.outside.run_scores import run_scores
from tests.outside.server import Body, Said, serving


def answered(name: str, premise: str, hypothesis: str, right: bool = True, **more: Any) -> AnsweredRow:
    given = {"schema": "", "features": {}, **more}
    said = "entailment" if right else "neutral"
    return AnsweredRow(name, premise, hypothesis, "entailment", said, "", given["schema"], given["features"], right)


def counted(rows: list[AnsweredRow]) -> dict[str, tuple[int, int]]:
    return {c.kind: (c.groups, c.right) for c in consistencies(rows)}


def test_groups_are_right_only_where_all_rows_are() -> None:
    rows = [answered(str(k), f"p{k}", "h", k != 1, schema=s) for k, s in enumerate("aabbc")]
    assert counted(rows) == {"schemas": (2, 1)}  # c has one row: it says nothing of consistency
    assert counted([replace(r, schema="") for r in rows]) == {}


def test_a_pair_and_the_same_swapped() -> None:
    rows = [answered("1", "a", "b"), answered("2", "b", "a", False), answered("3", "c", "d"), answered("4", "d", "c")]
    assert counted([*rows, answered("5", "e", "f"), answered("6", "e", "f")]) == {"swapped pairs": (2, 1)}


def test_four_cells_of_one_inference() -> None:
    def row(k: int, quantifier: str, way: str, change: str, noun: str = "dogs", right: bool = True) -> AnsweredRow:
        pair = (f"{quantifier} {noun} ran.", f"{quantifier} animals ran.")
        told = {"quantifiers": [quantifier.lower()], "monotonicity": way, "change": change}
        premise, hypothesis = pair if change == "generalise" else pair[::-1]
        return answered(str(k), premise, hypothesis, right, features=told)

    cells = [("Some", "upward"), ("No", "downward")]
    rows = [row(k, *cell, change) for k, cell in enumerate(cells) for change in ("generalise", "specialise")]
    assert counted(rows)["four cells"] == (1, 1)
    assert counted([*rows, row(5, "Few", "downward", "specialise", right=False)])["four cells"] == (1, 0)
    assert "four cells" not in counted(rows[:3])
    named = [answered(str(k), f"p{k}", "h", features={"cell": c}) for k, c in enumerate(("y/y", "y/u", "u/y", "u/u"))]
    assert counted(named)["four cells"] == (1, 1)


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
    assert re.search(r"two-way +schemas +4 +100\.0", shown)
    assert "label order turned: two-way 100.0, two-way-turned 50.0" in shown


def test_a_run_without_a_finished_prompt(tmp_path: Path) -> None:
    (tmp_path / "run.json").write_text(json.dumps({"prompts": {"two-way": {}}}))
    (tmp_path / "log.jsonl").write_text("")
    with pytest.raises(nli.ProveNLIError, match="no prompt has been asked to its end"):
        run_scores(tmp_path)
