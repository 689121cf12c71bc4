"""Study files: what a typo, an empty source, another's database and a port in use are told as."""

from __future__ import annotations

import re
import socket
import sqlite3
import tomllib
from pathlib import Path

import pytest

from provenli.cli.main import main
from provenli.english.readers import reader_named
from provenli.errors import InputError
from provenli.library.fragment_shelf import load_fragment
from provenli.web.collect.premise_spans import offered, spans_in_english, spans_in_fragment
from provenli.web.collect.study import open_study
from provenli.web.collect.study_file import PremiseChoice, StudyFile, study_from, study_text
from tests.web.people import changed, client, fields, made


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """One line on standard error, status 2."""
    with pytest.raises(SystemExit) as end:
        main(["collect", *words])
    told = capsys.readouterr().err
    assert end.value.code == 2
    assert told.count("\n") == 1, told
    assert "Traceback" not in told
    return told


def test_what_is_written_is_what_is_read() -> None:
    study = StudyFile('A "study"', ("rewrite", "validate"), "yes\nno", premises=PremiseChoice(too_general=("one", "é")))
    assert study_from(tomllib.loads(study_text(study)), "study.toml") == study


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("people = 3", "poeple = 3", "unknown key 'poeple'; did you mean 'people'?"),
        ("[serving]", "[servign]", "unknown key 'servign'; did you mean 'serving'?"),
        ('"validate"]', '"valdate"]', "unknown task 'valdate'; did you mean 'validate'?"),
        ("questions = 10", 'questions = "10"', "questions: expected a whole number from 0, found '10'"),
        ("questions = 10", "questions = 99", "questions: 99, but tests.jsonl has 10"),
        ("title = ", "title ", "no TOML"),
        ('database = "sqlite"', 'database = "mysql://x"', "expected 'sqlite' or postgresql"),
        ('public_url = ""', 'public_url = "study.org"', "expected http://"),
    ],
)
def test_a_typo_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, told: str) -> None:
    _, study = made(tmp_path)
    changed(study, {old: new})
    assert told in said(capsys, "serve", str(study))


def test_no_premise_qualifies(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "s.txt"
    source.write_text("Is it so, or is it really not so?\nShort one.\nXyzzy one two three four five six.\n")
    told = said(capsys, "new", str(tmp_path / "x"), "--from", str(source), "--fragment", "monotonicity_hard")
    assert "no premise qualifies (1 × no declarative sentence" in told
    assert not (tmp_path / "x").exists()
    assert "no such file" in said(capsys, "new", str(tmp_path / "x"), "--from", str(tmp_path / "nothing"))
    for size in ("0", "-3"):
        told = said(capsys, "new", str(tmp_path / "x"), "--from", str(source), "--size", size)
        assert f"--size: expected 1 or more, found {size}" in told


def test_a_database_of_another_version(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, place = made(tmp_path)
    open_study(place).database.engine.dispose()
    with sqlite3.connect(place / "answers.sqlite") as c:
        c.execute("UPDATE meta SET value = '7'")
    assert "a database of version 7, expected 1" in said(capsys, "serve", str(place))
    (place / "answers.sqlite").write_bytes(b"no database at all" * 100)
    for left in place.glob("answers.sqlite-*"):
        left.unlink()
    assert "cannot be opened" in said(capsys, "export", str(place), "--out", str(tmp_path / "out"))


def test_a_database_that_others_have_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its entries are damaged, or it stands elsewhere: one line, and nothing is written there."""
    _, study = made(tmp_path)
    open_study(study)
    answers, out = study / "answers.sqlite", str(tmp_path / "out")
    with sqlite3.connect(answers) as c:
        c.execute("INSERT INTO log (at, kind, value) VALUES (0, 'x', 'no JSON')")
    assert "has entries that `provenli collect serve` does not write (JSONDecodeError" in said(
        capsys, "export", str(study), "--out", out
    )
    elsewhere = answers.rename(tmp_path / "mine.sqlite")
    for name in ("answers.sqlite", "answers.sqlite-wal"):
        (study / name).unlink(missing_ok=True)
        (study / name).symlink_to(elsewhere)
        assert f"{name} is no regular file" in said(capsys, "export", str(study), "--out", out)
        (study / name).unlink()
    assert not (tmp_path / "out").exists()


def test_a_fault_is_a_page_and_no_traceback(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    study = open_study(made(tmp_path)[1])
    with sqlite3.connect(study.directory / "answers.sqlite") as c:
        c.execute("DROP TABLE workers")
    with client(study) as browser:  # which raises what a server would print
        assert browser.get("/").status_code == 200
        answer = browser.post("/join", data={**fields(browser.get("/").text), "agree": "yes"})
    assert (answer.status_code, "Something went wrong" in answer.text) == (500, True)
    assert caplog.messages == ["/join: OperationalError"]


def test_a_port_in_use(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, place = made(tmp_path)
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert f"port {port}: it is in use; choose another with --port" in said(
            capsys, "serve", str(place), "--port", str(port)
        )


def test_test_questions_carry_no_label_of_their_own(tmp_path: Path) -> None:
    """An owner who edits one is told what is proved."""
    _, place = made(tmp_path)
    tests = place / "tests.jsonl"
    tests.write_text(tests.read_text().replace('"gold": "entailment"', '"gold": "non-entailment"', 1))
    with pytest.raises(InputError, match="t1: gold: expected 'entailment', which is proved"):
        open_study(place)


def test_secrets_are_the_owners_alone(tmp_path: Path) -> None:
    told, place = made(tmp_path)
    assert (place / "secrets.json").stat().st_mode & 0o077 == 0
    assert told.password not in (place / "secrets.json").read_text()
    study = open_study(place)
    assert study.is_owner(told.password)
    assert not study.is_owner(told.password + "x")


def test_spans_come_from_the_meaning() -> None:
    find = spans_in_fragment(load_fragment("monotonicity_hard"))
    text = "No dog who saw at most 2 cats ran."
    found = {s.span: s.direction for s in find(text)}
    assert found["dog"] == "down"
    assert found["cats"] == "up"
    assert not {s for s in found if re.match("(no|at most|who)", s, re.IGNORECASE)}
    assert all(s.sentence == text for s in find(text))


def test_spans_of_english_sentences() -> None:
    find = spans_in_english(reader_named())
    text = "Every spectator buys a ticket at the door."
    found = {s.span: s.direction for s in find(text)}
    assert found["spectator"] == "down"
    assert found["ticket"] == "up"
    assert all(s.sentence == text for s in find(text))
    assert {s.turned for s in find("Nobody in the village owns a car.") if s.span == "car"} == {1}


def test_what_is_too_general_is_not_offered() -> None:
    find = spans_in_fragment(load_fragment("monotonicity_hard"))
    text = "No dog who saw a cat ran."
    (first,), _ = offered(text, find, PremiseChoice("monotonicity_hard"))
    (second,), _ = offered(text, find, PremiseChoice("monotonicity_hard", too_general=(first.span.upper(),)))
    assert second.span != first.span
