"""Directories that somebody spoilt, given to the second checker: it refuses them, and says why in one line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

TOOL = Path(__file__).parents[2] / "tools" / "second_checker.py"
MODEL = {"size": 1, "relations": {"p": [[0]]}, "names": {"ann": 0}, "degrees": {}, "thresholds": {}}
CERTIFICATE = {"kind": "proof", "proof": {"rule": "closed"}, "witness": MODEL}
LINE: dict[str, Any] = {
    "schema": "s0",
    "label": "entailment",
    "premise": "p(ann)",
    "hypothesis": "p(ann)",
    "theory": [],
    "verdict": {"label": "entailment", "certificate": CERTIFICATE},
    "strictly": None,
}
MANIFEST: dict[str, Any] = {"fragment": "boolean", "reading": {"the": "unique", "granted": True}, "schemas": 1}


def written(directory: Path, line: str, manifest: str) -> Path:
    (directory / "certificates.jsonl").write_text(line + "\n", encoding="utf-8")
    (directory / "manifest.json").write_text(manifest, encoding="utf-8")
    return directory


def run(directory: Path) -> tuple[int, str]:
    command = [sys.executable, "-I", str(TOOL), str(directory)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    said = done.stdout + done.stderr
    assert "Traceback" not in said
    assert all(c.isprintable() or c == "\n" for c in said)
    return done.returncode, said


def test_what_is_right_is_accepted(tmp_path: Path) -> None:
    assert run(written(tmp_path, json.dumps(LINE), json.dumps(MANIFEST)))[0] == 0


LINES: dict[str, Callable[[str], str]] = {
    "a label twice": lambda s: s.replace('"label": ', '"label": "neutral", "label": ', 1),
    "a premise twice": lambda s: s.replace('"premise": ', '"premise": "false", "premise": '),
    "a size twice": lambda s: s.replace('"size": ', '"size": 9, "size": '),
    "NaN": lambda s: s.replace('"theory"', '"people": NaN, "theory"'),
    "deep lists": lambda _: "[" * 100_000,
    "deep formula": lambda s: s.replace('"p(ann)"', f'"{"~" * 100_000}p(ann)"'),
    "colours": lambda s: s.replace('"closed"', '"\\u001b[2J"'),
    "a true size": lambda s: s.replace('"size": 1', '"size": true'),
}


@pytest.mark.parametrize("what", LINES)
def test_lines_that_show_nothing(tmp_path: Path, what: str) -> None:
    status, said = run(written(tmp_path, LINES[what](json.dumps(LINE)), json.dumps(MANIFEST)))
    assert (status, "certificates.jsonl:1: refused" in said) == (1, True), said


@pytest.mark.parametrize(
    "manifest",
    [
        "[]",
        "[" * 100_000,
        json.dumps(MANIFEST).replace('"reading": ', '"reading": {"granted": false}, "reading": '),
        json.dumps(MANIFEST | {"reading": 1}),
        json.dumps(MANIFEST | {"reading": False}),
        json.dumps(MANIFEST | {"reading": {"\x1b[2J": 1}}),
        json.dumps(MANIFEST | {"reading": {"the": "sometimes"}}),
        json.dumps(MANIFEST | {"reading": {"granted": "no"}}),
        json.dumps(MANIFEST | {"reading": {"granted": 1}}),
        json.dumps(MANIFEST | {"reading": None, "fragment": ["boolean"]}),
    ],
    ids=lambda text: text[:60],
)
def test_manifests_that_are_none(tmp_path: Path, manifest: str) -> None:
    status, said = run(written(tmp_path, json.dumps(LINE), manifest))
    assert (status, said.count("\n")) == (2, 1), said


def test_a_count_is_a_whole_number(tmp_path: Path) -> None:
    for number in (1.0, True, "1"):
        assert run(written(tmp_path, json.dumps(LINE), json.dumps(MANIFEST | {"schemas": number})))[0] == 1


@pytest.mark.parametrize("name", ["manifest.json", "certificates.jsonl"])
def test_a_pipe_is_not_waited_for(tmp_path: Path, name: str) -> None:
    written(tmp_path, json.dumps(LINE), json.dumps(MANIFEST))
    (tmp_path / name).unlink()
    os.mkfifo(tmp_path / name)
    assert run(tmp_path)[0] == 2
