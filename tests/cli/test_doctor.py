"""`provenli doctor` says what is there and how to get what is not."""

from __future__ import annotations

import json
from importlib.metadata import version
from pathlib import Path

import pytest
from click.testing import CliRunner

from provenli.cli.main import app, doctor  # by way of main, which fixes the order in which --help lists commands


def test_what_is_there_has_a_version() -> None:
    found = json.loads(CliRunner().invoke(app, ["doctor", "--json"]).stdout)
    parts = {p["name"]: p for p in found["parts"]}
    assert parts["z3"]["found"] == version("z3-solver")
    assert set(parts) == {p.name for p in doctor.PARTS}


def test_what_is_missing_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("WORDNET", str(tmp_path))
    lines = CliRunner().invoke(app, ["doctor"]).stdout.splitlines()
    found = {name: next(line for line in lines if line.startswith(name)) for name in ("E ", "WordNet")}
    for line, get in ((found["E "], "apt-get install eprover"), (found["WordNet"], "apt-get install wordnet-base")):
        assert line.split()[1] == "missing"
        assert line.endswith(f": {get}")
