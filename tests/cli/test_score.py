"""The `score` command from outside: what it prints, its JSON and CSV, one line for every mistake."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from provenli.cli.main import main
from provenli.cli.results import _show_table
from provenli.scoring.grids import Grid, plain
from provenli.scoring.side_by_side import shortened
from tests.scoring.files import NOT, C, E, N, answers, write_lines

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def call(*words: object) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            main(["score", *map(str, words)])
        printed = capsys.readouterr()
        return int(ended.value.code or 0), printed.out, printed.err

    return call


def two_way(path: Path, right: int, size: int = 60) -> Path:
    """Pairs of six schemas; the first `right` are answered as they should be."""
    gold = [E if k % 2 else NOT for k in range(size)]
    said = [g if k < right else (E if g == NOT else NOT) for k, g in enumerate(gold)]
    more: dict[str, list[Any]] = {
        "schema": [f"s{k % 6}" for k in range(size)],
        "features": [{"depth": k % 2 + 1, "words": ["no", "some"][: k % 3]} for k in range(size)],
    }
    return answers(path, list(zip(gold, said, strict=True)), **more)


def test_one_run(run: Run, tmp_path: Path) -> None:
    status, out, err = run(two_way(tmp_path / "p.jsonl", 51), "--by", "depth,words", "--by", "label")
    assert (status, err) == (0, "")
    assert "accuracy  85.0% (95%: " in out
    assert "clustered by schema" in out
    assert "majority  50.0% (entailment), chance 50.0%: above majority" in out
    assert "note: a pair with several values counts in each of their rows" in out
    assert "(none)" in out
    assert all(len(line) < 120 for line in out.splitlines() if not line.startswith("accuracy"))


def test_not_above_majority_is_said(run: Run, tmp_path: Path) -> None:
    _, out, _ = run(two_way(tmp_path / "p.jsonl", 32))
    assert ": not above majority" in out


def test_json_is_one_value(run: Run, tmp_path: Path) -> None:
    _, out, _ = run(two_way(tmp_path / "p.jsonl", 51), "--json", "--bootstrap", 50, "--seed", 4)
    value = json.loads(out)
    assert value["runs"][0]["accuracy"] == 0.85
    assert len(value["runs"][0]["bootstrap"]) == 2
    assert value["comparisons"] == []


def test_csv(run: Run, tmp_path: Path) -> None:
    run(two_way(tmp_path / "p.jsonl", 51), "--by", "depth", "--csv", tmp_path / "o.csv")
    with (tmp_path / "o.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [(r["by"], r["value"], r["n"]) for r in rows] == [("", "", "60"), ("depth", "1", "30"), ("depth", "2", "30")]
    assert float(rows[0]["accuracy"]) == 0.85
    assert {p.name for p in tmp_path.iterdir()} == {"p.jsonl", "o.csv"}
    status, _, err = run(tmp_path / "p.jsonl", "--csv", tmp_path / "none" / "o.csv")
    assert (status, err.count("\n")) == (2, 1)


def test_names_and_values_are_neither_run_nor_steer(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = two_way(tmp_path / "=p.jsonl", 51)
    path.write_text(path.read_text().replace('"depth": 1', '"depth": "@\\u001b[31m"'))
    run(path, "--by", "depth", "--csv", tmp_path / "o.csv")
    written = (tmp_path / "o.csv").read_text()
    assert "=p.jsonl,depth,'@\\u001b[31m," in written
    capsys.readouterr()
    _show_table(Grid(("\x1b[31m",), (("\x1b]0;x\x07",),)))
    shown = capsys.readouterr().out
    assert shown.count("\\x1b") == 2
    assert "\x1b" not in shown


def test_runs_are_compared(run: Run, tmp_path: Path) -> None:
    files = [two_way(tmp_path / f"{n}.jsonl", n) for n in (20, 40, 50)]
    _, out, _ = run(*files, "--json")
    found = json.loads(out)["comparisons"]
    assert [(c["only_first"], c["only_second"]) for c in found] == [(0, 20), (0, 30), (0, 10)]
    assert all(c["holm"] >= c["p"] for c in found)
    _, out, _ = run(*files[1:], "--baseline", files[0], "--by", "depth")
    assert out.count("<0.0001") == 4
    assert "McNemar p  Holm p" in out.replace("   ", "  ")


def test_seeds(run: Run, tmp_path: Path) -> None:
    files = [two_way(tmp_path / f"{m}-seed{k}.jsonl", n + k) for m, n in (("a", 30), ("b", 40)) for k in (0, 1)]
    _, out, _ = run(*files, "--json")
    value = json.loads(out)
    assert [len(g["runs"]) for g in value["groups"]] == [2, 2]
    assert value["groups"][0]["accuracy"]["mean"] == pytest.approx(30.5 / 60)
    assert len(value["comparisons"]) == 4
    assert [d["difference"] for d in value["differences"]] == [pytest.approx(10 / 60)]
    _, out, _ = run(*files, "--seeds", "--by", "depth")
    assert "all runs" in out
    assert "McNemar" not in out
    _, out, _ = run(*files, "--group", r"([ab])-seed", "--json")
    assert [g["name"] for g in json.loads(out)["groups"]] == ["a", "b"]


def test_other_ids(run: Run, tmp_path: Path) -> None:
    one, two = two_way(tmp_path / "a.jsonl", 30, 60), two_way(tmp_path / "b.jsonl", 30, 50)
    status, out, _ = run(one, two)
    assert status == 0
    assert "note: runs are not compared" in out
    assert "50 ids are in both, 10 in one only" in out
    status, out, err = run(two, "--baseline", one)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    status, out, _ = run(two, "--baseline", one, "--partial")
    assert "10 ids that only one run of a comparison has are left out" in out


def test_a_minimal_file_and_gold(run: Run, tmp_path: Path) -> None:
    gold = write_lines(
        tmp_path / "g.jsonl",
        [
            {"id": f"g{k}", "premise": "P.", "hypothesis": "H.", "label": label, "schema": "s", "features": {}}
            for k, label in enumerate([E, NOT, NOT])
        ],
    )
    (tmp_path / "p.tsv").write_text(f"id\tlabel\ng0\t{E}\ng1\t{C}\ng2\t{N}\n", encoding="utf-8")
    status, out, _ = run(tmp_path / "p.tsv", "--gold", gold)
    assert status == 0
    assert "accuracy  100.0%" in out
    assert "all pairs are of one schema" in out
    assert "note: contradiction and neutral counted as non-entailment, since gold labels are two-way" in out


def test_permuted_labels(run: Run, tmp_path: Path) -> None:
    path = answers(tmp_path / "p.jsonl", [(E, C), (N, N), (C, E)] * 40)
    _, out, _ = run(path)
    assert "warning: labels look permuted: reading entailment as contradiction" in out
    assert "below majority" not in out
    _, out, _ = run(path, answers(tmp_path / "q.jsonl", [(E, E), (N, N), (C, C)] * 40))
    assert "warning: p: labels look permuted" in out


def test_cells_below_majority(run: Run, tmp_path: Path) -> None:
    rows = [(N, E)] * 32 + [(N, N)] * 16 + [(E, E)] * 40
    path = answers(tmp_path / "p.jsonl", rows, features=[{"r": "#" if k < 48 else "="} for k in range(88)])
    _, out, _ = run(path, "--by", "r", "--by", "label")
    by_feature, by_label = out.split("\n\n")[-2:]
    assert [line.endswith("below majority") for line in by_feature.splitlines()[1:]] == [True, False]
    assert "majority" not in by_label.partition("\n")[2]
    assert "not above" not in by_feature


def test_own_labels(run: Run, tmp_path: Path) -> None:
    path = answers(tmp_path / "p.jsonl", [("yes", "yes"), ("unk", "yes")])
    status, _, err = run(path)
    assert status == 2
    assert "--labels entailment,neutral,contradiction" in err
    _, out, _ = run(path, "--labels", "yes,unk")
    assert "accuracy  50.0%" in out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--by", "dept"], "did you mean 'depth'"),
        (["--by", "depth,words,label"], "one feature or two"),
        (["--seeds", "--group", "x"], "does not go with"),
        (["--group", "zzz"], "does not match"),
        (["--bootstrap", "-1"], "0 or more"),
        (["--gold", "none.jsonl"], "cannot be read"),
    ],
)
def test_mistakes_are_one_line(words: list[str], message: str, run: Run, tmp_path: Path) -> None:
    status, out, err = run(two_way(tmp_path / "p.jsonl", 30), *words)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert message in err


def test_a_file_named_twice(run: Run, tmp_path: Path) -> None:
    path = two_way(tmp_path / "p.jsonl", 30)
    assert "named twice" in run(path, path)[2]


def test_long_tables_are_cut(run: Run, tmp_path: Path) -> None:
    path = answers(tmp_path / "p.jsonl", [(E, E)] * 60, features=[{"k": k} for k in range(60)])
    assert "note: 20 more rows; --json and --csv have them all" in run(path, "--by", "k")[1]


def test_short_names() -> None:
    assert shortened(["r/x/a.jsonl", "r/x/b.jsonl"]) == {"r/x/a.jsonl": "a", "r/x/b.jsonl": "b"}
    assert list(shortened(["r/a/p.jsonl", "r/b/p.jsonl"]).values()) == ["a", "b"]
    assert list(shortened(["r/a/q/p.jsonl", "r/b/q/p.jsonl"]).values()) == ["a", "b"]
    assert list(shortened(["a.jsonl", "b.csv"]).values()) == ["a.jsonl", "b.csv"]
    assert list(shortened(["p.jsonl", "r/p.jsonl"]).values()) == ["p.jsonl", "r"]


def test_plain_columns() -> None:
    grid = Grid(("name", "n", ""), (("a", "1", "small"), ("bcdef", "10", "")), remark=True)
    assert plain([grid]) == "name    n\na       1  small\nbcdef  10"


def test_a_trained_model_has_to_predict_first(run: Run, tmp_path: Path) -> None:
    (tmp_path / "model.safetensors").write_bytes(b"")
    (tmp_path / "metrics.jsonl").write_text('{"epoch": 1}\n')
    status, out, err = run(tmp_path)
    assert (status, out) == (2, "")
    assert f"is a trained model: first provenli predict {tmp_path}" in err
