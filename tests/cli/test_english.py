"""`provenli parse english`: one sentence drawn, many as JSON, bad input told in a line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import provenli as nli
from provenli.cli.main import main
from provenli.english.analysis import Analysis


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main(list(words))
    out, err = capsys.readouterr()
    return int(ended.value.code or 0), out, err


def test_one_sentence_is_drawn_with_its_reasons(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "parse", "english", "No painter saw a boat.")
    assert status == 0
    assert out.startswith("No↑ painter↓ saw↓ a↓ boat↓.\n")
    assert "no turns its noun and its scope downward: painter↓ saw↓ a↓ boat↓" in out
    assert "meaning: no x (painter(x), some y (boat(y)," in out


def test_scope_only_says_what_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "parse", "english", "She wants to sleep.")
    assert "scope only; meaning: want: what is inside it" in out


def test_a_file_gives_one_json_value_a_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "sentences.txt"
    path.write_text("Every painter saw a boat.\n\nNot every painter slept\r\n")
    status, out, _ = run(capsys, "parse", "english", "--file", str(path), "--json")
    rows = [json.loads(line) for line in out.splitlines()]
    assert status == 0
    assert [row["tokens"] for row in rows] == [
        ["Every", "painter", "saw", "a", "boat."],
        ["Not", "every", "painter", "slept"],
    ]
    assert [row["polarity"] for row in rows] == [list("+-+++"), list("+-+-")]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "needs one sentence, --file or --derivations"),
        (("A dog ran.", "--profile", "nobody's"), "no profile"),
        (("--file", "nowhere.txt"), "expected a file of sentences"),
    ],
)
def test_bad_input_gets_one_line(capsys: pytest.CaptureFixture[str], words: tuple[str, ...], told: str) -> None:
    status, _, err = run(capsys, "parse", "english", *words)
    assert status == 2
    assert told in err
    assert len(err.strip().splitlines()) == 1


def test_derivations_of_another_parser(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "parsed.auto"
    path.write_text("ID=1\n(<T S[dcl] 1 2> (<L NP NN NN Nobody NP>) (<L S[dcl]\\NP VBD VBD slept S[dcl]\\NP>) )\n")
    status, out, _ = run(capsys, "parse", "english", "--derivations", str(path))
    assert (status, out) == (0, "Nobody↑ slept↓\n")


def test_what_a_sentence_contains_is_escaped(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "parse", "english", "A dog\x1b[31m ran.")
    assert "\x1b" not in out


def test_python_says_the_same() -> None:
    found = nli.parse("english", "No dog barked.")
    assert isinstance(found, Analysis)
    assert found.polarity == ("+", "-", "-")


@pytest.mark.parametrize("words", [("entails", "english", "", "A dog ran."), ("entails", "english", "A dog ran.", " ")])
def test_nothing_to_read_is_one_line(capsys: pytest.CaptureFixture[str], words: tuple[str, ...]) -> None:
    status, out, err = run(capsys, *words)
    assert (status, out) == (2, "")
    assert "is empty; expected an English sentence" in err
