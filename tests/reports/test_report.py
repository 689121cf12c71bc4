"""Reports: the numbers are those of the run, what was not run is said, the page needs nothing from outside."""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from collections.abc import Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from provenli.errors import InputError
from provenli.reports.numbers import number, shown, shown_difference, shown_published
from provenli.reports.page_templates import rendered
from provenli.reports.report import ShownItem, write_report
from provenli.reports.study_files import farthest
from provenli.reports.study_item import StudyItem, judged, only_run, same_settings, with_epochs
from provenli.reports.tables import csv_lines, entries, output_markdown, study_lines
from provenli.studies.recipes import Data, Parts, Training
from provenli.studies.record import StudyRecord, claim, read_results, write_failure, write_result
from provenli.studies.study import Cell, Entry, Epochs, Figure, Finding, Line, Published, Study, Table, TableRow
from tests.cli.test_train import run as run_command
from tests.studies.here import run_mine

PAPER = Published(80.0, 7.5, "Geiger et al. 2019, Table 3, A", "95% interval")


def scores(right: int, n: int = 100, model: str = "m") -> dict[str, Any]:
    run = {"model": model, "preset": "p", "settings": {"epochs": 1}, "rows": 5, "history": []}
    by = [{"by": ["depth"], "cells": [{"values": ["1"], "n": 10, "right": 4, "clustered": [0.1, 0.7]}]}]
    return {
        "n": n,
        "right": right,
        "accuracy": right / n,
        "clustered": None,
        "wilson": [0.1, 0.9],
        "majority": 0.5,
        "run": run,
        "breakdowns": by,
        "artifact": "scores-1",
    }


RESULTS = {
    "a": {0: {"test": scores(70), "dev": scores(50)}, 1: {"test": scores(80), "dev": scores(50)}},
    "b": {0: {"test": scores(30, model="n")}},
}


def test_mean_over_seeds_with_interval() -> None:
    n = number(Entry(("a",), published=PAPER), RESULTS)
    assert (n.mean, n.seeds, n.pairs, n.of) == (75.0, 2, 100, "over seeds and schemas")
    assert (n.low, n.high) == pytest.approx(
        (10.0, 90.0)
    )  # nothing says how much seeds matter: what the runs' own intervals hold
    assert n.majority == 50.0
    assert (shown_difference(n), shown_published(n.published)) == ("−5.0", "80.0 ± 7.5")


def test_one_seed_several_tests_cells_and_values() -> None:
    assert shown(number(Entry(("b",)), RESULTS)) == "30.0 [10.0, 90.0]"
    assert number(Entry(("a",), ("test", "dev")), RESULTS).mean == 62.5
    both = number(Entry(("a", "b")), RESULTS)
    assert (both.mean, both.seeds) == (50.0, 1)
    assert both.low is not None
    assert 10 < both.low < 40  # of a mean over cells too
    assert number(Entry(("b",), by="depth=1"), RESULTS).mean == 40.0


def test_epoch_by_epoch() -> None:
    """As many points as every seed has epochs."""
    shares = {0: (0.25, 0.5, 0.75), 1: (0.75, 1.0)}
    runs = {s: {"test": scores(1)} for s in shares}
    for seed, found in shares.items():
        runs[seed]["test"]["run"]["history"] = [{"number": k, "dev_accuracy": a} for k, a in enumerate(found, 1)]
    lines = (Line("A", (("", Entry(("a",))),)), Line("C", (("", Entry(("c",))),)))
    figure = with_epochs(Epochs("e", "By epoch", "epoch", lines), {"a": runs})
    points = {(row, x): number(e, {"a": runs}) for row, x, e in entries(figure)}
    assert {at: n.mean for at, n in points.items()} == {("A", "1"): 50.0, ("A", "2"): 75.0, ("C", "1"): None}
    assert (points["A", "1"].seeds, points["A", "1"].of, shown(points["C", "1"])) == (2, "", "not run")
    assert shown(number(Entry(("a",), (), epoch=3), {"a": runs})) == "no such epoch"


def test_settings_that_never_differ_are_said_once() -> None:
    found: list[Mapping[str, Any]] = [{"batch": 8, "clip": 1.0, "vectors": ""}, {"batch": 9, "clip": 1.0, "layers": 2}]
    assert same_settings(found) == {"clip": 1.0, "layers": 2}
    runs = {c: {0: {"test": scores(1)}} for c in "ab"}
    for cell, settings in zip("ab", found, strict=True):
        runs[cell][0]["test"]["run"]["settings"] = settings
    item = StudyItem(StudyRecord("s", "", "", "paper", 1, ("a", "b", "c"), (), ()), (), runs, {}, 0.0)
    text = rendered("report.html.j2", items=[ShownItem(Path("run"), "study", item)], link=str)
    for shown_text in ("has them: clip=1.0, layers=2.<", ">batch=8<", ">batch=9<", ">not run<"):
        assert shown_text in text, shown_text


def test_not_run_is_said() -> None:
    assert shown(number(Entry(("c",), published=PAPER), RESULTS)) == "not run"
    assert shown(number(Entry(("a", "c")), RESULTS)) == "not run: 1 of 2 cells are there"


def test_what_the_run_does_not_have() -> None:
    with pytest.raises(InputError, match="shows the test 'none' of cell 'a', which has test, dev"):
        number(Entry(("a",), ("none",)), RESULTS)
    with pytest.raises(InputError, match="was not broken down in that way"):
        number(Entry(("a",), by="width=7"), RESULTS)
    assert shown(number(Entry(("a",), by="depth=7"), RESULTS)) == "no such pairs"


def runs(*shares: int, wide: float = 0.02) -> dict[int, dict[str, Any]]:
    """Of one cell, by seed, each with an interval of that width."""
    ends = [[max(0, r / 1000 - wide / 2), min(1, r / 1000 + wide / 2)] for r in shares]
    return {k: {"test": scores(r, 1000) | {"clustered": e}} for k, (r, e) in enumerate(zip(shares, ends, strict=True))}


def test_two_equal_runs_are_no_certainty() -> None:
    """Never [40.4, 40.4]: other pairs would give another number."""
    n = number(Entry(("a",)), {"a": runs(404, 404)})
    assert n.low is not None
    assert n.high is not None
    assert n.low < 40 < 40.8 < n.high


def test_two_runs_that_differ_do_not_span_everything_where_like_cells_say_how_much_seeds_matter() -> None:
    alone = {"a": runs(400, 420)}
    like = alone | {f"x{k}": runs(500, 520, 510) for k in range(3)}
    n = number(Entry(("a",)), like)
    assert n.low is not None
    assert n.high is not None
    assert 36 < n.low < 40 < 42 < n.high < 46
    assert number(Entry(("a",)), alone).low == pytest.approx(39.0)


def test_seeds_that_differ_much_widen_the_interval() -> None:
    steady, shaky = (number(Entry(("a",)), {"a": r}) for r in (runs(500, 501, 499), runs(300, 500, 700)))
    assert steady.low is not None
    assert shaky.low is not None
    assert 48 < steady.low < 49.1
    assert shaky.low < 20


def test_one_run_borrows_from_like_cells() -> None:
    results = {"a": runs(500), **{f"x{k}": runs(400, 500, 600) for k in range(3)}}
    n = number(Entry(("a",)), results)
    assert n.of == "over seeds and schemas"
    assert n.low is not None
    assert n.low < 35


def test_cells_asked_the_same_pairs_go_wrong_together() -> None:
    results = {"a": runs(500), "b": runs(500)}
    apart = number(Entry(("a", "b")), results)
    for cell in results.values():
        cell[0]["test"]["data"] = "d test"
    same = number(Entry(("a", "b")), results)
    assert apart.low is not None
    assert same.low is not None
    assert same.low == pytest.approx(49.0, abs=0.01)
    assert apart.low == pytest.approx(50 - 1 / 2**0.5, abs=0.01)


@pytest.mark.parametrize(
    ("first", "second", "points", "near", "verdict"),
    [
        ("sure", Entry(("b",)), 45, False, "open: the interval has both"),  # 75 [74, 76] and 30 [10, 90]
        ("sure", Entry(("b",)), 67, False, "does not"),
        ("sure", 74.0, 0, False, "comes out"),
        ("sure", 74.5, 0, False, "open: the interval has both"),
        ("sure", 74.0, 2, True, "comes out"),
        ("sure", 74.0, 1, True, "open: the interval has both"),
        ("sure", 70.0, 4.5, True, "open: the interval has both"),
        ("sure", 70.0, 3, True, "does not"),
        ("b", 33.0, 2, True, "open: the interval has both"),
        ("sure", Entry(("sure", "b")), 10, False, "open: the interval has both"),  # a mean of cells has an interval
        ("b", Entry(("c",)), 45, True, "open: not run"),
        ("b", Entry(("d",)), 45, True, "open: failed: no memory"),
    ],
)
def test_findings(first: str, second: Entry | float, points: float, near: bool, verdict: str) -> None:
    results = {"b": RESULTS["b"], "sure": {0: {"test": scores(75) | {"clustered": [0.74, 0.76]}}}}
    absent = {"d": "failed: no memory"}
    assert judged(Finding("f", "s", Entry((first,)), second, points, near), results, absent).told == verdict


def test_findings_show_intervals() -> None:
    found = judged(Finding("f", "s", Entry(("b",)), 41.4, 5), RESULTS)
    assert found.ours.startswith("30.0 [10.0, 90.0] against 41.4")
    assert found.apart == "−11.4 [−31.4, 48.6]"


def test_unlike_data_are_not_compared() -> None:
    unlike = Published(80.0, None, "Geiger et al. 2019, Table 3", unlike="ours is of other data")
    n = number(Entry(("a",), published=unlike), RESULTS)
    assert (n.difference, shown_published(n.published)) == (None, "80.0, not comparable")
    table = Table("t", "T", ("x",), (TableRow("A", {"x": Entry(("a",), published=unlike)}),))
    assert "Not comparable: ours is of other data." in output_markdown(table, RESULTS)


def test_where_the_majority_stands() -> None:
    results = {c: {0: {"test": scores(60) | {"majority": m}}} for c, m in (("a", 0.5), ("b", 0.5), ("c", 0.6))}
    by_row = Table(
        "t",
        "T",
        ("x", "y"),
        (TableRow("A", {"x": Entry(("a",)), "y": Entry(("b",))}), TableRow("C", {"x": Entry(("c",))})),
    )
    assert "|  | x | y | majority |" in output_markdown(by_row, results)
    by_column = Table("t", "T", ("x", "y"), (TableRow("A", {"x": Entry(("a",)), "y": Entry(("c",))}),))
    assert "| majority | 50.0 | 60.0 |" in output_markdown(by_column, results)
    neither = Table("t", "T", ("x", "y"), (*by_column.rows, TableRow("B", {"x": Entry(("c",)), "y": Entry(("b",))})))
    assert output_markdown(neither, results).count(" · majority ") == 4


def test_parts_of_one_label_have_no_majority_in_common() -> None:
    """Of the four kinds of composites one is all entailments: together their majority is 75, not 100."""
    one = {"majority": 1.0}
    results = {"a": {0: {"yes": scores(60) | one, "unk": scores(60) | one, "test": scores(60)}}}
    assert number(Entry(("a",), ("yes",)), results).majority == 100.0
    assert number(Entry(("a",), ("yes", "unk")), results).majority is None


def test_a_majority_among_the_models_is_not_told_twice() -> None:
    results = {c: {0: {"test": scores(60) | {"majority": 0.5}}} for c in "ab"}
    table = Table("t", "T", ("majority", "x"), (TableRow("A", {"majority": Entry(("a",)), "x": Entry(("b",))}),))
    assert output_markdown(table, results).count("majority") == 1


def test_a_table_of_nothing_is_a_line() -> None:
    row = {"x": Entry(("a",)), "y": Entry(("b",))}
    table = Table("t", "T", ("x", "y"), (TableRow("A", row),), "A note.")
    assert output_markdown(table, {}) == "## T\n\nNot run.\n\nA note.\n"
    assert "failed: no memory" in output_markdown(table, {}, {"b": "failed: no memory"})
    known = Table("t", "T", ("x",), (TableRow("A", {"x": Entry(("a",), published=Published(80.0, None, "s"))}),))
    assert "not run · paper 80.0" in output_markdown(known, {})


def test_what_a_small_run_leaves_out_of_a_figure_is_only_named() -> None:
    points = (("1", Entry(("a",))), ("2", Entry(("c",))))
    figure = Figure("f", "F", "x", (Line("A", points), Line("C", (("1", Entry(("c",))),))), "A note.")
    shown_figure = only_run(figure, RESULTS)
    assert isinstance(shown_figure, Figure)
    assert shown_figure.lines == (Line("A", points[:1]),)
    assert shown_figure.note == "A note. Not run: C, 2."
    assert only_run(figure, {}) == figure


class Tags(HTMLParser):
    """Every tag is closed, nothing is fetched, nothing runs."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag not in ("script", "link", "img", "iframe")
        assert not {"src", "onclick"} & {name for name, _ in attrs}
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return a_run(tmp_path_factory.mktemp("report") / "run", "paper")


def a_run(run: Path, scale: str) -> Path:
    """Of three cells, one of them not run, with awkward names."""
    training = Training("majority", Parts(Data("fair")))
    rows = (
        TableRow("A <b>", {"x": Entry(("a",), published=PAPER)}),
        TableRow("C", {"x": Entry(("c",), published=PAPER)}),
    )
    line = Line("A & b", (("1", Entry(("a",))), ("2", Entry(("b",))), ("3", Entry(("c",)))))
    outputs = (
        Table("t", "Title", ("x", "y"), rows, "a note on `a < b` and `c`"),
        Figure("f", "Along", "x", (line,)),
        Figure("g", "Empty", "x", (Line("C", (("1", Entry(("c",))),)),)),
    )
    cells = (*(Cell(k, training) for k in "abcd"), Cell("e", training, left_out="too dear"))
    findings = (
        Finding("A beats B & all", "Geiger et al. 2019", Entry(("a",)), Entry(("b",)), 5),
        Finding("B is right", "Geiger et al. 2019", Entry(("b",)), 100.0, 5, near=True),
    )
    claim(run, Study("s", "what?", "Geiger et al. 2019", lambda *_: cells, outputs, findings=findings), scale, 2, cells)
    for cell, seeds in RESULTS.items():
        for seed, tests in seeds.items():
            write_result(run, cell, seed, tests, {"scores-1": 90.0})
    write_failure(run, "d", 0, "no <memory>")
    (run / "artifacts" / "scores-1").mkdir(parents=True)
    (run / "artifacts" / "scores-1" / "made.json").write_text(json.dumps({"files": {}, "core_seconds": 90}))
    wrong = {
        "premise": "P <",
        "hypothesis": "no↑ dog↓ the= cat",
        "id": "i",
        "gold": "neutral",
        "label": "entailment",
        "probabilities": {"entailment": 0.75},
    }
    (run / "artifacts" / "scores-1" / "examples.json").write_text(json.dumps({"right": [], "wrong": [wrong]}))
    return run


def test_the_page(made: Path, tmp_path: Path) -> None:
    found = write_report([made], tmp_path / "out")
    text = (tmp_path / "out" / "index.html").read_text()
    tags = Tags()
    tags.feed(text)
    assert tags.open == []
    assert not re.search(r"(?:href|src)=\"https?://|@import|url\(http", text.replace("http://www.w3.org", ""))
    for shown_text in (
        "A &lt;b&gt;",
        "75.0",
        "paper 80.0 ± 7.5, −5.0",
        "not run",
        ">2 seeds<",
        "P &lt;",
        "a, on test<",
        "a note on <code>a &lt; b</code> and <code>c</code>",
        "said entailment (75%)",
        "2 of 5",
        "prefers-color-scheme",
        "@media print",
        "currentColor",
        "A &amp; b",
        'dog<span class="down">↓</span> the<span class="flat">=</span>',
        "when ↑ is widened",
        "<b>1.5</b>core-minutes",
        "A beats B &amp; all",
        '<span class="ends">30.0 [10.0, 90.0]</span>',
        '<span class="unsure">open: the interval has both</span>',
        '<span class="bad">does not</span>',
        "What counts was fixed before the run (findings.json, sha256",
        "failed: no &lt;memory&gt;",
        "not run: too dear",
        '<th scope="col">majority</th>',
    ):
        assert shown_text in text, shown_text
    assert [Path(f).name for f in found["figures"]] == ["f.svg", "f.png"]
    assert (tmp_path / "out" / "f.png").read_bytes().startswith(b"\x89PNG")


def test_tables_have_the_same_numbers(made: Path, tmp_path: Path) -> None:
    write_report([made], tmp_path)
    lines = list(csv.DictReader(io.StringIO((tmp_path / "tables.csv").read_text())))
    first = lines[0]
    columns = ("accuracy", "published", "difference", "seeds")
    assert tuple(first[c] for c in columns) == ("75.00", "80.00", "-5.00", "2")
    assert first["source"] == "Geiger et al. 2019, Table 3, A"
    assert [x["status"] for x in lines if x["output"] == "g"] == ["not run"]
    markdown = (tmp_path / "tables.md").read_text()
    assert "\nwhat? (Geiger et al. 2019)\n\nScale paper; 2 of 5 cells (1 failed, 1 left out)" in markdown
    assert (
        "| B is right (Geiger et al. 2019) | within 5 points | 30.0 [10.0, 90.0] against 100.0 "
        "| −70.0 [−90.0, −10.0] | does not |" in markdown
    )
    assert "] (2 seeds) · paper 80.0 ± 7.5 · −5.0 |" in markdown
    assert "| 30.0 [10.0, 90.0] |" in markdown
    assert "| C | not run · paper 80.0 ± 7.5 |" in markdown


def test_other_metrics_have_columns_of_their_own() -> None:
    loss = {"log_loss": {"value": 0.5, "low": 0.25, "high": 0.75}}
    entries_of = {"x": Entry(("b",)), "y": Entry(("b",), metric="log_loss")}
    table = Table("t", "T", ("x", "y"), (TableRow("B", entries_of),))
    lines = csv_lines(study_lines((table,), {"b": {0: {"test": scores(30) | {"metrics": loss}}}}))
    assert (lines[0][3], lines[0][-1]) == ("value", "metric")
    assert [(line[3], line[4], line[-1]) for line in lines[1:]] == [
        ("30.00", "10.00", "accuracy"),
        ("0.5000", "0.2500", "log_loss"),
    ]


@pytest.mark.parametrize(
    ("scale", "warning", "judges"),
    [("smoke", "This is a smoke run", False), ("small", "This is a small run", True), ("paper", "", True)],
)
def test_scales(scale: str, warning: str, judges: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What a scale is not good for is said everywhere; a smoke run is not held against the paper."""
    terminal = run_command(capsys, "report", a_run(tmp_path / "run", scale))
    texts = (terminal, *((tmp_path / "run" / "report" / n).read_text() for n in ("index.html", "tables.md")))
    for text in texts:
        assert ("This is a s" in text, warning in text) == (bool(warning), True)
        assert ("B is right" in text, "does not" in text) == (judges, judges)


@pytest.mark.parametrize(
    ("tests", "name"),
    [
        (("dev", "test", "train"), "test"),
        (("dev", "test-depth-2", "test-depth-3", "train"), "test-depth-3"),
        (("dev", "train"), "train"),
    ],
)
def test_examples_are_not_of_training(tests: tuple[str, ...], name: str) -> None:
    assert farthest(tests) == name


def test_same_run_same_bytes(made: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        write_report([made], tmp_path / name)
    for file in (tmp_path / "one").iterdir():
        assert file.read_bytes() == (tmp_path / "two" / file.name).read_bytes(), file.name


def test_without_matplotlib_the_numbers_are_there(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    found = write_report([made], tmp_path)
    assert found["figures"] == []
    assert "pip install" in found["notes"][0]
    assert "Figures are left out" in (tmp_path / "index.html").read_text()


def test_a_real_run_and_damage(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="found a directory without any of these"):
        write_report([tmp_path], tmp_path / "out")
    run_mine(tmp_path / "run")
    write_report([tmp_path / "run"], tmp_path / "out")
    for name in ("index.html", "tables.md"):  # the example has no paper
        assert not re.search(r"paper\s*[.;)]|no paper", (tmp_path / "out" / name).read_text())
    result = read_results(tmp_path / "run")["shallow/bag_of_words"][0]["test-depth-2"]
    assert f"{100 * result['accuracy']:.1f}" in (tmp_path / "out" / "index.html").read_text()
    cell = next((tmp_path / "run" / "cells").iterdir())
    cell.write_text("{}")
    with pytest.raises(InputError, match="is damaged: remove it"):
        write_report([tmp_path / "run"], tmp_path / "out")
