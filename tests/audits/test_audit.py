"""The whole way: a file with known wrong labels in, the right counts out, however it is computed."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from provenli.audits.pair_reader import read_pair
from provenli.audits.rescues import ATTACHMENT, NONE, difference, missing_knowledge, ordered_readings
from provenli.audits.verdicts import change, compared, right
from provenli.audits.word_kinds import kinds_of, sensible
from provenli.certify.certificates import Problem
from provenli.certify.decide import decide
from provenli.errors import SentenceError
from provenli.library.fragment_shelf import load_fragment
from provenli.logic.formulas import predicates
from provenli.logic.names import Names
from provenli.logic.reading_choices import with_choices
from provenli.logic.readings import Reading
from provenli.pairs.fragment import Fragment
from provenli.published.pairs import PublishedPair
from tests.audits.files import BAT, IMPOSSIBLE, PAIRS, Pair, command, lines_of, write_pairs

HARD = "monotonicity_hard"


def test_json_has_what_is_promised(audited: Path) -> None:
    value = json.loads((audited / "out" / "audit.json").read_text(encoding="utf-8"))
    assert value["file"] == str(audited / "pairs.jsonl")
    promised = "pairs read covered agree disputed inconsistent undecided by_change rescued_by rows"
    assert set(promised.split()) <= set(value)
    assert value["pairs"] == value["read"] == len(PAIRS) + 1
    parts = ("agree", "disputed", "inconsistent", "undecided", "not_covered", "no_label")
    assert sum(value[p] for p in parts) == value["read"]
    assert sum(value["by_change"].values()) == sum(value["rescued_by"].values()) == value["disputed"]
    assert value["rows"] == lines_of(audited / "out" / "rows.jsonl")
    row = "line id premise hypothesis published decided verdict why rescue schema certificate"
    assert all(set(row.split()) <= set(r) for r in value["rows"])


def test_json_on_standard_output_is_that_of_the_directory(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write_pairs(tmp_path / "pairs.jsonl", PAIRS[:6])
    assert command(file, "--fragment", HARD, "--out", tmp_path / "out", "--json") == 0
    assert capsys.readouterr().out == (tmp_path / "out" / "audit.json").read_text(encoding="utf-8")


def test_the_pair_of_the_paper(audited: Path) -> None:
    row = lines_of(audited / "out" / "rows.jsonl")[0]
    assert (row["published"], row["decided"], row["verdict"]) == ("contradiction", "neutral", "disputed")
    assert row["rescue"] in ("coreference", "scope", NONE)
    assert row["why"].startswith("Both sentences can be true: take ")
    assert "is the quadruped that makes the premise true" in row["why"]
    assert "inspected" in row["why"]  # as it stands in a sentence, not as a name of a relation


def test_verdicts_and_reasons(audited: Path) -> None:
    rows = {(r["premise"], r["hypothesis"]): r for r in lines_of(audited / "out" / "rows.jsonl")}
    assert rows[IMPOSSIBLE[:2]]["verdict"] == "inconsistent"
    assert rows["Ran dog every.", "Some poodle ran."]["verdict"] == "not covered"
    assert "premise: no parse" in rows["Ran dog every.", "Some poodle ran."]["why"]
    assert "word 1" in rows["Ran dog every.", "Some poodle ran."]["why"]
    unlabelled = rows["Each dog saw a cat.", "A cat was happy."]
    assert (unlabelled["verdict"], unlabelled["decided"]) == ("no label", "neutral")
    imported = rows["Every dog ran.", "Some dog ran."]
    assert (imported["rescue"], imported["rescue_reading"]) == ("existential_import", "existential_import=no")


def test_pairs_that_differ_in_words_share_a_schema(audited: Path) -> None:
    rows = {(r["premise"], r["hypothesis"]): r for r in lines_of(audited / "out" / "rows.jsonl")}
    one, two = rows["Every dog ran.", "Some dog ran."], rows["Every cat moved.", "Some cat moved."]
    assert (one["schema"], one["certificate"]) == (two["schema"], two["certificate"])
    certificates = lines_of(audited / "out" / "certificates.jsonl")
    named = certificates[int(one["certificate"].partition(":")[2]) - 1]
    assert (named["schema"], named["label"]) == (one["schema"], "entailment")


# --- the same without schemas, pair by pair ---


def decided(problem: Problem) -> str:
    return decide(problem.premises, problem.hypothesis, problem.theory, problem.reading).label


def expected(fragment: Fragment, reading: Reading, pair: Pair) -> tuple[str, str | None, str | None]:
    """Verdict, change and rescue, with every problem decided over its own words and under every reading in turn."""
    premise, hypothesis, published = pair
    try:
        together, _ = read_pair(fragment, PublishedPair(1, "", premise, hypothesis, published, ""))
    except SentenceError:
        return "not covered", None, None

    def label(parsed: tuple[Any, ...], under: Reading) -> str:
        return decided(Problem((parsed[0].meaning,), parsed[1].meaning, fragment.theory, under))

    first = label(together[0], reading)
    verdict = compared(published, first, False)
    if verdict != "disputed" or published is None:
        return verdict, None, None
    problem = Problem((together[0][0].meaning,), together[0][1].meaning, fragment.theory, reading)
    words = {n: n for d in together[0] for n, _ in predicates(d.meaning)}
    may = sensible(words, kinds_of(together[0], Names(words)), fragment.theory)
    rescues = (
        *(ATTACHMENT for other in together[1:] if right(published, label(other, reading), False)),
        *(
            difference(reading, r)[0]
            for r in ordered_readings(reading)
            if right(published, label(together[0], r), False)
        ),
        *(c.kind for c in missing_knowledge(problem, may) if right(published, decided(c.problem), False)),
    )
    return verdict, change(published, first, False), next(iter(rescues), NONE)


@pytest.mark.parametrize("choices", [(), ("existential_import=no",), ("the=existential",), ("scope=inverse",)])
def test_counts_equal_those_computed_pair_by_pair(
    choices: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write_pairs(tmp_path / "pairs.jsonl")
    words = [w for c in choices for w in ("--reading", c)]
    assert command(file, "--fragment", HARD, "--json", *words) == 0
    value = json.loads(capsys.readouterr().out)
    fragment = load_fragment(HARD)
    reading = with_choices(fragment.reading, choices)
    told = [expected(fragment, reading, pair) for pair in PAIRS]
    names = {"agrees": "agree", "not covered": "not_covered", "no label": "no_label"}
    assert Counter({k: value[names.get(k, k)] for k, _, _ in told}) == Counter(v for v, _, _ in told)
    assert value["by_change"] == Counter(c for _, c, _ in told if c)
    assert Counter(value["rescued_by"]) == Counter(r for _, _, r in told if r)


# --- other files ---


def test_two_way_files_fold_before_comparing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pairs: tuple[Pair, ...] = (
        ("No dog ran.", "Some poodle ran.", "non-entailment"),
        ("Every dog ran.", "Every poodle ran.", "non-entailment"),
        ("Most cats danced.", "Some cats did not dance.", "non-entailment"),
        ("Every dog ran.", "Every animal ran.", "entailment"),
    )
    file = write_pairs(tmp_path / "two.jsonl", pairs)
    assert command(file, "--fragment", HARD, "--json", "--strict") == 1
    value = json.loads(capsys.readouterr().out)
    assert (value["two_way"], value["agree"], value["disputed"]) == (True, 2, 2)
    assert value["by_change"] == {"entailment->non-entailment": 1, "non-entailment->entailment": 1}


def test_limit_and_strict(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write_pairs(tmp_path / "pairs.jsonl", (PAIRS[3], BAT))
    assert command(file, "--fragment", HARD, "--json", "--limit", "1", "--strict") == 0
    assert json.loads(capsys.readouterr().out)["pairs"] == 1
    assert command(file, "--fragment", HARD, "--json", "--strict") == 1


def test_summary_in_words(audited: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command(audited / "pairs.jsonl", "--fragment", HARD, "--out", tmp_path / "out") == 0
    text = capsys.readouterr().out
    assert f"{len(PAIRS) + 1} pairs" in text
    assert "inconsistent: the premise cannot be true" in text
    assert "‘every dog ran’ may be said where there is no dog (existential_import=no)" in text
    assert str(tmp_path / "out" / "audit.html") in text


def test_the_commonest_reason_why_pairs_are_not_covered(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write_pairs(tmp_path / "n.jsonl", (PAIRS[6], PAIRS[1], ("Some dog ran.", "No dog ran.", "neutral")))
    assert command(file, "--fragment", "fair") == 0
    text = capsys.readouterr().out
    assert "not covered, 2 of 3: unknown word 'dog'; for instance line 2:\n  premise:    Every dog ran.\n" in text
    assert "\n  premise: unknown word 'dog' (word 2, column 7)" in text


def test_one_is_not_many(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write_pairs(tmp_path / "one.jsonl", (BAT,))
    file.write_text(file.read_text(encoding="utf-8") + "{}\n", encoding="utf-8")
    assert command(file, "--fragment", HARD, "--limit", "1", "--out", tmp_path / "out") == 0
    assert command(tmp_path / "out", "--check") == 0
    text = capsys.readouterr().out
    assert "1 pair, 1 covered by monotonicity_hard, 1 schema\n" in text
    assert "1 row, " in text
    assert "<p>1 pair, 1 covered" in (tmp_path / "out" / "audit.html").read_text(encoding="utf-8")
    assert command(file, "--fragment", HARD) == 0
    text = capsys.readouterr().out
    assert "1 unreadable: " in text
    assert "in the file: rows that cannot be read: 1 (first in line 2)" in text


def test_names_and_closed_worlds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pair = ("Laurie has visited Nephi.", "Laurie didn't visit Calistoga.", "entailment")
    file = write_pairs(tmp_path / "n.jsonl", (pair,))
    assert command(file, "--fragment", "negation", "--json") == 0
    row = json.loads(capsys.readouterr().out)["rows"][0]
    assert (row["decided"], row["verdict"]) == ("neutral", "disputed")
    assert "closed_world" in row["rescue"]


def test_damaged_texts_are_kept_as_they_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    some = {"hypothesis": "Some dog ran."}
    lines = [
        {"premise": "Every d\udc80g ran.", "label": "neutral", **some},
        {"premise": "Every dog ran.", "label": "contradiction", "id": "\udc80", **some},
    ]
    (tmp_path / "d.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    assert command(tmp_path / "d.jsonl", "--fragment", HARD, "--out", tmp_path / "out") == 0
    assert [r["premise"] for r in lines_of(tmp_path / "out" / "rows.jsonl")] == [line["premise"] for line in lines]
    assert command(tmp_path / "out", "--check") == 0
    assert "1 disputed" in capsys.readouterr().out


def test_a_name_of_either_sort_proves_no_label_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    people, places = "Everyone has visited every person", "Everyone has visited every place"
    pairs: tuple[Pair, ...] = (
        (people, "Angel didn't visit Jordan", "contradiction"),
        (places, "Angel didn't visit Jordan", "contradiction"),
        (places, "Peter didn't visit Chad", "neutral"),
        (places, "Lloyd didn't visit Herman", "neutral"),
        (people, "Angel didn't visit Jordan", "entailment"),
        (people, "Angel didn't visit Oslo", "contradiction"),
    )
    file = write_pairs(tmp_path / "pairs.jsonl", pairs)
    given = ("--reading", "existential_import=all")
    assert command(file, "--fragment", "quantifier", "--out", tmp_path / "out", *given) == 0
    rows = lines_of(tmp_path / "out" / "rows.jsonl")
    assert [r["verdict"] for r in rows] == [*["agrees"] * 4, *["disputed"] * 2]
    assert [r["overlooked"] for r in rows[:4]] == [
        ["a person or a place in ‘Jordan’"],
        [],
        ["a person or a place in ‘Chad’"],
        ["a person or a place in ‘Herman’"],
    ]
    assert command(tmp_path / "out", "--check") == 0
    assert "6 rows" in capsys.readouterr().out


def test_what_a_dispute_rests_on_is_said_in_words(tmp_path: Path) -> None:
    pairs: tuple[Pair, ...] = (
        ("At least 2 animals ran.", "The animal ran.", "neutral"),
        ("At least 2 dogs ran.", "At least 2 dogs slept.", "contradiction"),
    )
    file = write_pairs(tmp_path / "pairs.jsonl", pairs)
    assert command(file, "--fragment", HARD, "--out", tmp_path / "out") == 0
    the, those = lines_of(tmp_path / "out" / "rows.jsonl")
    assert the["why"].endswith("‘The animal’ says that there is exactly one animal.")
    assert "are those that make the premise true" in those["why"]
