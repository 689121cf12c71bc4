"""Judgements of people: what counts as yes, two ways of counting, and files that are not as they should be."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from provenli.cli.main import main
from provenli.errors import InputError
from provenli.scoring.human_tables import TABLE_10, human_tables
from provenli.scoring.judgements import NEEDED, read_judgements

EXAMPLE = Path(__file__).parents[2] / "examples" / "judgements.tsv"
ROW = {
    "pair_ID": "7",
    "genre": "past.fph.entailment.act.pos.non-factive",
    "verb": "thought",
    "sentence1": "Someone thought that a cat slept",
    "sentence2": "An animal slept",
    "gold_label": "neutral",
    "crowd_score": "[5, 3, 4]",
}


def written(path: Path, *changes: dict[str, str], end: str = "\r\n") -> Path:
    rows = [NEEDED, *([*({**ROW, **c}.values())] for c in changes)]
    path.write_text(end.join("\t".join(r) for r in rows), encoding="utf-8", newline="")
    return path


def test_majority_and_annotation_are_counted_apart(tmp_path: Path) -> None:
    """Gold is unk; two of three say yes, then one of three."""
    found = human_tables(read_judgements(written(tmp_path / "h.tsv", {}, {"crowd_score": "[3, 3, 4]"})))
    cell = found.cells[False, True]
    assert (cell.pairs, cell.majority, cell.annotation) == (2, 0.5, 0.5)
    found = human_tables(read_judgements(written(tmp_path / "h.tsv", {}, {})))
    assert (found.whole.majority, round(found.whole.annotation, 3)) == (0.0, 0.333)


def test_four_is_yes_and_three_is_not(tmp_path: Path) -> None:
    (row,) = read_judgements(written(tmp_path / "h.tsv", {"crowd_score": "[3, 4, 1]"}, end="\n")).rows
    assert row.answers == (False, True, False)
    assert not row.majority


def test_forms_of_a_verb_are_one_row(tmp_path: Path) -> None:
    given = written(tmp_path / "h.tsv", {}, {"verb": "thinks", "genre": "present.fpp.neutral.act.pos.non-factive"})
    found = human_tables(read_judgements(given))
    first, second = found.verbs["think"]
    assert first is not None
    assert second is not None
    assert (first.pairs, second.pairs) == (1, 1)


def test_labels_that_scores_do_not_give_are_counted(tmp_path: Path) -> None:
    text = EXAMPLE.read_text(encoding="utf-8").replace("['entailment', 'entailment', 'entailment']", "['neutral']", 1)
    (tmp_path / "h.tsv").write_text(text, encoding="utf-8")
    assert human_tables(read_judgements(tmp_path / "h.tsv")).contrary == 1
    assert human_tables(read_judgements(EXAMPLE)).contrary == 0


def test_which_way_the_paper_counts_is_found_from_the_numbers(tmp_path: Path) -> None:
    """1,000 pairs a cell, as many right as the paper has; of unk/yes 400 are right, and 147 in the eyes of one of
    three."""
    rows = []
    for (first, second), share in TABLE_10.items():
        gold = first and second
        genre = f"past.fph.{'entailment' if second else 'neutral'}.act.pos.{'factive' if first else 'non-factive'}"
        mixed = (first, second) == (False, True)
        for k in range(1000):
            agree = 3 if k < (400 if mixed else round(share * 10)) else 1 if mixed and k < 547 else 0
            yes = agree if gold else 3 - agree
            label = "entailment" if gold else "neutral"
            rows.append({"genre": genre, "gold_label": label, "crowd_score": str([5] * yes + [1] * (3 - yes))})
    told = human_tables(read_judgements(written(tmp_path / "h.tsv", *rows))).mixed
    assert "mixes two ways" in told
    assert "by majority: yes/yes, yes/unk, unk/unk; by annotation: unk/yes" in told
    assert "85.525" in told


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"crowd_score": "__import__('os')"}, "line 2: expected scores from 1 to 5"),
        ({"crowd_score": "[5, 6, 1]"}, "line 2: expected scores from 1 to 5"),
        ({"genre": "past.fxx.neutral.act.pos.factive"}, "line 2: expected a genre such as"),
        ({"gold_label": "yes"}, "line 2: expected the gold label"),
        ({"verb": "a\tb"}, "line 2: expected 7 columns"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(tmp_path: Path, change: dict[str, str], said: str) -> None:
    with pytest.raises(InputError, match=said):
        read_judgements(written(tmp_path / "h.tsv", change))


def test_other_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "x.tsv").write_text("a\tb\n1\t2\n")
    with pytest.raises(InputError, match="'pair_ID' is not in the first line"):
        read_judgements(tmp_path / "x.tsv")
    with pytest.raises(InputError, match="expected 3 scores as in line 2, found 2"):
        read_judgements(written(tmp_path / "h.tsv", {}, {"crowd_score": "[1, 2]"}))
    with pytest.raises(InputError, match="found none"):
        read_judgements(written(tmp_path / "h.tsv"))


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["judgements", str(EXAMPLE), "--json"])
    found = json.loads(capsys.readouterr().out)
    assert not ended.value.code
    assert [c["pairs"] for c in found["table_10"]] == [4, 4, 4, 4, 16]
    with pytest.raises(SystemExit) as ended:
        main(["judgements", str(tmp_path / "none.tsv")])
    assert ended.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1
