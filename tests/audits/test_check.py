"""Everything an audit says can be checked again; what was changed afterwards is found."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from provenli.audits.problems import problem_from_json, problem_to_json
from provenli.certify.certificates import Countermodels, situate
from provenli.certify.codec import verdict_from_json
from provenli.logic.truth import broken_clause, holds
from tests.audits.files import command, lines_of


def test_every_countermodel_is_one(audited: Path) -> None:
    """By evaluation here, without the kernel: theory, premises and hypothesis in each model."""
    found = 0
    for value in lines_of(audited / "out" / "certificates.jsonl"):
        if value.get("verdict", {}).get("label") != "neutral":
            continue
        problem = problem_from_json(value["problem"])
        s, certificate = situate(problem), verdict_from_json(value["verdict"]).certificate
        assert isinstance(certificate, Countermodels)
        for model, facts in (
            (certificate.with_hypothesis, s.with_hypothesis()),
            (certificate.without_hypothesis, s.without_hypothesis()),
        ):
            assert broken_clause(s.theory, model) is None
            assert all(holds(f, model) for f in facts)
            found += 1
    assert found >= 8


def test_problems_come_back_from_json(audited: Path) -> None:
    for value in lines_of(audited / "out" / "certificates.jsonl"):
        if "problem" in value:
            assert problem_to_json(problem_from_json(value["problem"])) == value["problem"]


def test_a_finished_audit_checks(audited: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command(audited / "out", "--check", "--json") == 0
    value = json.loads(capsys.readouterr().out)
    assert value["sound"]
    assert value["rows"] == len(lines_of(audited / "out" / "rows.jsonl"))


def flip_label(value: Any) -> None:
    value["verdict"]["label"] = "contradiction" if value["label"] != "contradiction" else "entailment"


def other_text(value: Any) -> None:
    value["hypothesis"] = "No dog was happy."


def other_label(value: Any) -> None:
    value["published"] = "neutral" if value["published"] != "neutral" else "entailment"


@pytest.mark.parametrize(
    ("file", "fault"), [("certificates.jsonl", flip_label), ("rows.jsonl", other_text), ("rows.jsonl", other_label)]
)
def test_changes_are_found(
    file: str, fault: Callable[[Any], None], audited: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    shutil.copytree(audited / "out", out)
    values = lines_of(out / file)
    fault(values[0])
    (out / file).write_text("".join(json.dumps(v) + "\n" for v in values), encoding="utf-8")
    assert command(out, "--check") == 1
    assert f"{file}, line 1" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("rows.jsonl", '"verdict": "', '"verdict": "agrees", "verdict": "', "'verdict' comes twice"),
        ("audit.json", '"disputed": ', '"disputed": 1', "disputed: 1"),
        ("audit.json", '"decided": "', '"decided": "not ', "another row in its place"),
    ],
)
def test_what_is_told_twice_or_counted(
    file: str, old: str, new: str, said: str, audited: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    shutil.copytree(audited / "out", out)
    text = (out / file).read_text(encoding="utf-8")
    (out / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    assert command(out, "--check") in (1, 2)
    shown = capsys.readouterr()
    assert said in shown.out + shown.err


def test_a_directory_without_an_audit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command(tmp_path, "--check") == 2
    assert "holds no finished audit" in capsys.readouterr().err
