"""Anomalies, each by example and all against a plain finder that compares every row with every row."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from provenli.published.anomalies import KINDS, Anomalies, FileReport, find
from provenli.published.pairs import comparable
from provenli.published.sentences import cut, damage, ends, is_empty
from provenli.published.source import open_published
from provenli.published.tallies import Lengths, effect
from tests.cli.test_main import Run, refused, run
from tests.published import written
from tests.published.written import Pair

__all__ = ["run"]
E, N, C, NOT = "entailment", "neutral", "contradiction", "non-entailment"


def report(where: Path, *files: list[Pair]) -> Anomalies:
    paths = [where / f"{k}.jsonl" for k in range(len(files))]
    for path, pairs in zip(paths, files, strict=True):
        rows = [
            {"id": f"i{k % 7}", "premise": p.premise, "hypothesis": p.hypothesis, "label": p.label}
            for k, p in enumerate(pairs)
        ]
        path.write_text("".join(json.dumps(r) + "\n" for r in rows))
    return find([open_published(p, labels={N: N}) for p in paths])


def only(where: Path, pairs: list[Pair]) -> FileReport:
    (file,) = report(where, pairs).files
    return file


def found(file: FileReport, kind: str) -> tuple[int, list[tuple[int, ...]]]:
    (finding,) = [f for f in file.findings if f.kind == kind] or [None]
    return (finding.count, [e.lines for e in finding.examples]) if finding else (0, [])


# --- against a plain finder -------------------------------------------------------------------------------------------


def disagree(labels: set[str]) -> bool:
    return (E in labels and len(labels - {"-"}) > 1) or {N, C} <= labels


def slowly(pairs: list[Pair]) -> dict[str, int]:
    texts = [(comparable(p.premise), comparable(p.hypothesis)) for p in pairs]
    rows = list(zip(texts, (p.label for p in pairs), strict=True))
    both = {t for t, label in rows if label == E for u, other in rows if other == E and u == t[::-1] and t[0] != t[1]}
    broken = {t for t, label in rows if label == E for u, other in rows if other == C and u == t[::-1] and t[0] != t[1]}
    return {
        "duplicate": sum(row in rows[:k] for k, row in enumerate(rows)),
        "conflict": sum(disagree({x for u, x in rows if u == t}) for t in set(texts)),
        "unlike itself": sum(t[0] == t[1] and label in (N, C, NOT) for t, label in rows),
        "equivalence": len({frozenset(t) for t in both}),
        "inconsistent": len(broken),
    }


WORDS = st.sampled_from(["A b.", "C d.", "E f.", "Zoë g.", "Zoe\u0308 g.", "Los~Angeles h.", "Los Angeles h."])
PAIRS = st.lists(st.builds(Pair, WORDS, WORDS, st.sampled_from([E, N, C, NOT, "-"])), min_size=1, max_size=14)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(PAIRS)
def test_as_a_plain_finder_finds_them(tmp_path: Path, pairs: list[Pair]) -> None:
    file = only(tmp_path, pairs)
    assert {kind: file.count(kind) for kind in slowly(pairs)} == slowly(pairs)
    for finding in file.findings:
        for example in finding.examples:
            assert all(1 <= n <= len(pairs) for n in example.lines)
    for _, lines in (found(file, k) for k in ("duplicate", "conflict")):
        for group in lines:
            assert len({tuple(map(comparable, pairs[n - 1][:2])) for n in group}) == 1
            assert list(group) == sorted(group)


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(PAIRS, min_size=2, max_size=3))
def test_overlap_as_a_plain_finder_finds_it(tmp_path: Path, files: list[list[Pair]]) -> None:
    expected = []
    for (a, one), (b, two) in combinations(enumerate(files), 2):
        keys = [{tuple(map(comparable, p[:2])) for p in f} for f in (one, two)]
        shared = keys[0] & keys[1]
        labels = {t: {p.label for p in (*one, *two) if tuple(map(comparable, p[:2])) == t} for t in shared}
        if shared:
            expected.append((f"{a}.jsonl", f"{b}.jsonl", len(shared), sum(map(disagree, labels.values()))))
    got = report(tmp_path, *files).overlaps
    assert [(Path(o.one).name, Path(o.two).name, o.pairs, o.disagree) for o in got] == expected


# --- one by one -------------------------------------------------------------------------------------------------------


def test_lines_of_examples(tmp_path: Path) -> None:
    pairs = [
        Pair("A b.", "C d.", E),
        Pair("C d.", "A b.", E),
        Pair("A b.", "C d.", N),
        Pair("A  b.", "C d.", E),
        Pair("E f.", "E f.", C),
        Pair("G h.", "A b.", E),
        Pair("A b.", "G h.", C),
    ]
    file = only(tmp_path, pairs)
    assert found(file, "duplicate") == (1, [(1, 4)])
    assert found(file, "conflict") == (1, [(1, 3, 4)])
    assert found(file, "equivalence") == (1, [(1, 2)])
    assert found(file, "unlike itself") == (1, [(5,)])
    assert found(file, "inconsistent") == (1, [(6, 7)])
    assert file.labels == {E: 4, N: 1, C: 2}


def test_repeated_ids(tmp_path: Path) -> None:
    pairs = [Pair(f"A {k}.", "B c.", C) for k in range(9)]
    assert found(only(tmp_path, pairs), "repeated id") == (2, [(1, 8), (2, 9)])
    assert found(only(tmp_path, pairs[:7]), "repeated id") == (0, [])


def test_overlap_shows_lines_of_both(tmp_path: Path) -> None:
    train = [Pair("A b.", "C d.", E), Pair("E f.", "G h.", C)]
    test = [Pair("X y.", "Z.", C), Pair("E f.", "G h.", E)]
    (overlap,) = report(tmp_path, train, test).overlaps
    assert (overlap.pairs, overlap.disagree) == (1, 1)
    assert [(e.lines, e.text) for e in overlap.examples] == [((2, 2), "E f. → G h. (contradiction, entailment)")]


def test_overlap_shows_what_disagrees(tmp_path: Path) -> None:
    same = [Pair(f"A {k}.", "C d.", E) for k in range(6)]
    one = [*same, Pair("E f.", "G h.", E), Pair("E f.", "G h.", N)]
    two = [*same, Pair("E f.", "G h.", "-"), Pair("E f.", "G h.", E)]
    (overlap,) = report(tmp_path, one, two).overlaps
    assert (overlap.pairs, overlap.disagree) == (7, 1)
    assert [(e.lines, e.text) for e in overlap.examples] == [((8, 8), "E f. → G h. (neutral, entailment)")]
    (agreed,) = report(tmp_path, same, same).overlaps
    assert [(e.lines, e.text) for e in agreed.examples][:1] == [((1, 1), "A 0. → C d. (entailment)")]


def test_labels_and_lengths(tmp_path: Path) -> None:
    even = [Pair("A b.", f"Cd {k}.", x) for k in range(30) for x in (E, N, C)]
    assert found(only(tmp_path, even), "label skew")[0] == 0
    assert found(only(tmp_path, even), "length skew")[0] == 0
    skewed = [p for k, p in enumerate(even) if p.label == N or k % 2]
    (finding,) = [f for f in only(tmp_path, skewed).findings if f.kind == "label skew"]
    assert finding.note == "50% are neutral; an even share is 33%"
    longer = [
        Pair(p.premise, f"{'so ' * (8 + k // 3 % 3)}ran." if p.label == N else f"Cd {k % 4}.", p.label)
        for k, p in enumerate(even)
    ]
    file = only(tmp_path, longer)
    (finding,) = [f for f in file.findings if f.kind == "length skew"]
    assert finding.note.startswith("mean words of a hypothesis: entailment 2.0, neutral ")
    assert file.effects["premise"] == 0
    assert file.effects["hypothesis"] > 0.5


def test_effect() -> None:
    one, two = Lengths(), Lengths()
    for n in (1, 2, 3):
        one.add(n)
        two.add(n + 2)
    assert (one.mean, one.variance, effect(two, one)) == (2, 1, 2)
    assert effect(Lengths(), Lengths()) == 0
    three, four = Lengths(), Lengths()
    for _ in range(3):
        three.add(3)
        four.add(4)
    assert (effect(four, three), effect(three, four), effect(three, three)) == (99, -99, 0)


@pytest.mark.parametrize(
    ("text", "is_cut"),
    [
        ("A dog ran.", False),
        ("A dog ran", False),
        ("A dog ran and", True),
        ("He saw the", True),
        ("He ran,", True),
        ('He said "no.', True),
        ('He said "no."', False),
        ("He (or she ran.", True),
        ("“He ran.", True),
        ("The knife she cut it with", False),
        ("It is what he wants it to be, she said of", True),
        ("of", True),
    ],
)
def test_cut(text: str, is_cut: bool) -> None:
    assert bool(cut(text)) == is_cut


@pytest.mark.parametrize(
    ("text", "damaged"),
    [
        ("He didnâ€™t run.", True),
        ("CafÃ© is open.", True),
        ("A\ufffdb", True),
        ("a\x92b", True),
        ("Tom &amp; Ann", True),
        ("Zoë’s café — “open” in São Paulo, Ångström, 5 °C", False),
        ("SÃO PAULO", False),
        ("AT&T; ok", False),
        ("Â£5", True),
        ("x \ud800", True),
        ("ðŸ˜€", True),
        ("naïve", False),
        ("Rock & Roll", False),
        ("âge", False),
    ],
)
def test_damage(text: str, damaged: bool) -> None:
    assert bool(damage(text)) == damaged


def test_empty_and_ended() -> None:
    assert all(map(is_empty, ("", "  ", "n/a", "N/A", "#NAME?", ".")))
    assert not any(map(is_empty, ("No.", "a", "None left.")))
    assert all(map(ends, ("A.", "A!", 'He said "a."', "(A.)", "What? ")))
    assert not any(map(ends, ("A", "A,", "", '"a"')))


def test_sentences_of_a_file(tmp_path: Path) -> None:
    good = [Pair(f"A {k}.", f"B {k}.", C) for k in range(40)]
    odd = [Pair("No stop", "B.", C), Pair("", "B.", C), Pair("Donâ€™t.", "B.", C), Pair("He saw the", "B.", C)]
    file = only(tmp_path, [*good, *odd])
    assert found(file, "no final punctuation") == (1, [(41,)])
    assert found(file, "empty sentence") == (1, [(42,)])
    assert found(file, "encoding damage") == (1, [(43,)])
    assert found(file, "cut short") == (1, [(44,)])
    # Where others have no full stop either, that is how the file is written.
    assert found(only(tmp_path, [Pair(f"A {k}", "B", C) for k in range(40)]), "no final punctuation") == (0, [])


def test_unreadable_rows(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_text(written.plain_tsv() + "x\ty\tmaybe\n")
    (file,) = find([open_published(path)]).files
    assert found(file, "unreadable") == (1, [(5,)])
    assert (file.rows, file.path) == (3, str(path))


# --- the command ------------------------------------------------------------------------------------------------------


def test_the_command(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "a.tsv"
    path.write_text(written.plain_tsv())
    r = run("anomalies", path)
    assert (r.status, r.err) == (0, "")
    assert r.out == f"{path}: 3 pairs (tsv, three-way): entailment 1, neutral 1, contradiction 1\n  nothing found\n"
    assert run("anomalies", path, "--strict").status == 0
    path.write_text(written.plain_tsv([*written.THREE, written.THREE[0]]))
    assert run("anomalies", path).status == 0
    assert run("anomalies", path, "--strict").status == 1
    value = run("anomalies", path, "--json").json()
    assert set(value) == {"found", "files", "overlaps"}
    (finding,) = value["files"][0]["findings"]
    assert (finding["kind"], finding["count"], finding["examples"][0]["lines"]) == ("duplicate", 1, [2, 5])
    assert finding["kind"] in KINDS


def test_the_command_with_options(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "a.csv"
    path.write_text("a,b,c\nDogs ran.,Cats ran.,0\nDogs sat.,Cats sat.,1\n")
    said = ("--columns", "premise=a,hypothesis=b,label=c", "--labels", "0=entailment,1=contradiction")
    assert "entailment 1, contradiction 1" in run("anomalies", path, *said).out
    refused(run("anomalies", path), "expected a column premise", "--columns premise=COLUMN")
    refused(run("anomalies", path, "--columns", "premise=a,hypothesis=b,label=c"), "labels are numbers (0, 1)")
    refused(run("anomalies", path, "--columns", "premise"), "expected NAME=VALUE")
    refused(run("anomalies", path, "--layout", "cvs"), "did you mean 'csv'")
    refused(run("anomalies", tmp_path / "none"), "no such file")


def test_a_directory_shows_the_overlap_of_its_files(tmp_path: Path, run: Run) -> None:
    for name in ("test", "train"):
        (tmp_path / f"{name}.tsv").write_text(written.plain_tsv())
    out = run("anomalies", tmp_path).out
    assert f"{tmp_path / 'test.tsv'} and {tmp_path / 'train.tsv'} share 3 pairs\n" in out


def test_many_files_are_not_all_shown(tmp_path: Path, run: Run) -> None:
    for k in range(22):
        (tmp_path / f"{k:02}.tsv").write_text(written.plain_tsv())
    odd = [p._replace(label=C) for p in written.THREE]
    (tmp_path / "22.tsv").write_text(written.plain_tsv([*odd, odd[0]]))
    out = run("anomalies", tmp_path).out
    assert out.startswith(f"{tmp_path / '22.tsv'}: 4 pairs")
    assert "\nand 3 more files; --json has all\n" in out
    assert out.count(" share 3 pairs, 2 of them with labels that disagree\n") == 20
    assert "\nand 233 more pairs of files that share pairs; --json has all\n" in out
    value = run("anomalies", tmp_path, "--json").json()
    assert (len(value["files"]), len(value["overlaps"])) == (23, 253)


def test_strange_signs_do_not_reach_the_terminal(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "a.jsonl"
    row = json.dumps({"premise": "\x1b[31m \ud800 red", "hypothesis": "x", "label": C})
    path.write_text(f"{row}\n{row}\n")
    assert "\x1b" not in run("anomalies", path).out
    assert run("anomalies", path, "--json").status == 0


def test_labels_that_the_crowd_does_not_share(tmp_path: Path) -> None:
    file = tmp_path / "judged.tsv"
    rows = (
        "A dog ran.\tA cat ran.\tneutral\tentailment",
        "A dog ran.\tAn animal ran.\tentailment\t['entailment', 'neutral', 'entailment']",
        "A dog ran.\tA dog sat.\tneutral\t['entailment', 'neutral']",
        "A dog ran.\tNo dog ran.\tcontradiction\tneutral",
    )
    file.write_text("sentence1\tsentence2\tgold_label\tcrowd_label\n" + "\n".join(rows) + "\n")
    (found,) = [a for a in find([open_published(file)]).files[0].findings if a.kind == "crowd"]
    assert (found.count, [e.lines for e in found.examples]) == (2, [(2,), (5,)])


def test_gold_labels_that_those_who_judged_do_not_share(tmp_path: Path) -> None:
    """One column for each of them, as in SNLI and MultiNLI; two against two is no majority."""
    file = tmp_path / "judged.tsv"
    rows = (
        "c\tp1\tA dog ran.\tA cat ran.\tneutral\tneutral\tneutral\tentailment\tneutral\tneutral",
        "c\tp2\tA dog ran.\tAn animal ran.\tneutral\tentailment\tentailment\tneutral\tentailment\t",
        "c\tp3\tA dog ran.\tA dog sat.\tneutral\tcontradiction\tneutral\tcontradiction\tneutral\t",
    )
    heading = "captionID\tpairID\tsentence1\tsentence2\tgold_label\tlabel1\tlabel2\tlabel3\tlabel4\tlabel5"
    file.write_text("\n".join((heading, *rows)) + "\n")
    (found,) = [a for a in find([open_published(file)]).files[0].findings if a.kind == "crowd"]
    assert (found.count, [e.lines for e in found.examples]) == (1, [(3,)])
