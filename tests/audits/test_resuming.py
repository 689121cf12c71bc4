"""A killed run goes on, and its files are those of a run that was left alone; so for any number of workers."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest

from provenli.audits.journal import NAME, open_journal
from provenli.errors import InputError
from tests.audits.files import command, lines_of

FILES = ("audit.json", "rows.jsonl", "certificates.jsonl", "audit.html")
OWNER = {"file": "a", "fragment": "b", "version": "1", "reading": {}}


def same(one: Path, two: Path) -> bool:
    return all((one / f).read_bytes() == (two / f).read_bytes() for f in FILES)


def test_killed_and_resumed(audited: Path, tmp_path: Path) -> None:
    words = [
        sys.executable,
        "-m",
        "provenli",
        "audit",
        str(audited / "pairs.jsonl"),
        "--fragment",
        "monotonicity_hard",
        "--out",
        str(tmp_path / "out"),
        "--workers",
        "2",
    ]
    journal = tmp_path / "out" / NAME
    run = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until = monotonic() + 60
    while not (journal.exists() and journal.read_bytes().count(b"\n") > 3) and run.poll() is None:
        assert monotonic() < until
        sleep(0.005)
    os.kill(run.pid, signal.SIGKILL)
    run.wait()
    kept = journal.read_bytes()
    journal.write_bytes(kept + b'{"key": "torn", "verd')
    assert command(*words[4:]) == 0
    assert journal.read_bytes().startswith(kept[: kept.rindex(b"\n") + 1])
    assert b"torn" not in journal.read_bytes()
    assert same(audited / "out", tmp_path / "out")


def test_false_records_of_a_journal_are_decided_again(audited: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    kept = (audited / "out" / NAME).read_text(encoding="utf-8")
    (out / NAME).write_text(kept.replace('"label": "neutral"', '"label": "entailment"'), encoding="utf-8")
    assert command(audited / "pairs.jsonl", "--fragment", "monotonicity_hard", "--out", out, "--workers", "1") == 0
    assert same(audited / "out", out)


def test_a_journal_of_something_else_is_left_alone(audited: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = (audited / "out" / NAME).read_bytes()
    words = (audited / "pairs.jsonl", "--fragment", "monotonicity_hard", "--out", audited / "out")
    assert command(*words, "--reading", "the=existential") == 2
    assert "holds the audit of" in capsys.readouterr().err
    assert (audited / "out" / NAME).read_bytes() == before


def test_journal_keeps_and_finds(tmp_path: Path) -> None:
    journal = open_journal(tmp_path / NAME, OWNER, "x")
    journal.add("k", {"verdict": "ü"})
    assert journal["k"]["verdict"] == "ü"
    journal.add("k", {"verdict": "later"})
    journal.close()
    again = open_journal(tmp_path / NAME, OWNER, "x")
    assert again["k"]["verdict"] == "later"
    assert again.get("other") is None
    again.close()
    assert len(lines_of(tmp_path / NAME)) == 3


def test_two_runs_do_not_write_one_journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("provenli.audits.journal.TRIES", 2)
    first = open_journal(tmp_path / NAME, OWNER, "x")
    with pytest.raises(InputError, match="being written by another run"):
        open_journal(tmp_path / NAME, OWNER, "x")
    first.close()
