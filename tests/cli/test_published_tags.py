from __future__ import annotations

import json
from pathlib import Path

import pytest

from provenli.cli.main import main
from provenli.english.wordnet import wordnet_directory
from tests.published.written import MED_COLUMNS

pytestmark = pytest.mark.skipif(wordnet_directory() is None, reason="no WordNet files on this machine")
ROWS = (
    ("crowd:downward_monotone", "I never eat meat.", "I never eat red meat.", "entailment"),
    ("crowd:upward_monotone:lexical_knowledge", "Tom saw a poodle.", "Tom saw a dog.", "entailment"),
    ("crowd:upward_monotone:conjunction", "Tom saw a dog and a cat.", "Tom saw a dog.", "entailment"),
    (
        "crowd:downward_monotone:conditionals:npi",
        "If a dog ever barks, I run.",
        "If a big dog ever barks, I run.",
        "entailment",
    ),
    ("crowd:upward_monotone:disjunction", "Tom saw a dog.", "Tom saw a dog or a cat.", "entailment"),
)


def med_file(tmp_path: Path) -> Path:
    rows = [
        [str(k), str(k), str(k), g, "", "", "", "", p, h, "", "", "", "", "", x]
        for k, (g, p, h, x) in enumerate(ROWS, 1)
    ]
    path = tmp_path / "pairs.tsv"
    path.write_text("".join("\t".join(r) + "\n" for r in [MED_COLUMNS, *rows]), encoding="utf-8")
    return path


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main(list(words))
    out, err = capsys.readouterr()
    return int(ended.value.code or 0), out, err


def test_tags_and_directions_are_those_that_med_has(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, out, _ = run(capsys, "tag", str(med_file(tmp_path)), "--json")
    found = [json.loads(line) for line in out.splitlines()]
    assert status == 0
    expected = [set(genre.split(":")) - {"crowd"} for genre, *_ in ROWS]
    assert [{*row["tags"], row["direction"]} for row in found] == expected


def test_the_summary_compares_with_the_files_own(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    _, out, _ = run(capsys, "tag", str(med_file(tmp_path)))
    assert out.startswith("5 pairs, 5 of them with tags of their own\n")
    assert "lexical_knowledge       1   the file's own      1, agreed 100.0%" in out


def test_no_file_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = run(capsys, "tag", "nowhere.tsv")
    assert status == 2
    assert err.startswith("provenli: nowhere.tsv: no such file")


@pytest.mark.parametrize("head", ["premise\thypothesis\n", ""])
def test_a_file_without_labels_is_tagged(capsys: pytest.CaptureFixture[str], tmp_path: Path, head: str) -> None:
    path = tmp_path / "pairs.tsv"
    path.write_text(head + "No dog barked.\tNo poodle barked.\n")
    with pytest.raises(SystemExit):
        main(["tag", str(path), "--json"])
    row = json.loads(capsys.readouterr().out)
    assert (row["direction"], row["tags"]) == ("downward_monotone", ["lexical_knowledge"])
