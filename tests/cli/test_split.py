"""`provenli split`, `verify` and `leakage` from the command line: one clear line for every mistake."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from provenli.cli.main import main
from provenli.splits.protocols import PROTOCOLS
from tests.splits.conftest import Data

EXAMPLE = Path(__file__).parents[2] / "examples" / "my_protocol.py"
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def command(*words: object) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as e:
            main([str(w) for w in words])
        printed = capsys.readouterr()
        return int(e.value.code or 0), printed.out, printed.err

    return command


def test_the_list_names_every_protocol_and_what_it_needs(run: Run) -> None:
    for words in (("split",), ("split", "--list")):
        status, out, _ = run(*words)
        assert status == 0
        assert all(f"{name} (" in out for name in PROTOCOLS)
    _, out, _ = run("split", "--list", "--json")
    listed = {p["name"]: p for p in json.loads(out)}
    assert set(listed) == set(PROTOCOLS)
    assert listed["localism"]["needs"][0]["features"] == ["depth"]


def test_cut_verify_and_look_for_leaks(run: Run, data: Data, tmp_path: Path) -> None:
    out = tmp_path / "out"
    status, text, _ = run("split", "productivity", data("deep"), "--test-size", "20", "--out", out, "--seed", "3")
    assert status == 0
    assert text.startswith(f"3 splits by productivity in {out}\n")
    assert "test-depth-3 20" in text
    status, text, _ = run("verify", out)
    assert (status, "everything checks" in text) == (0, True)
    status, text, _ = run("leakage", out / "D1")
    assert (status, "also in train: pairs 0" in text) == (0, True)
    status, text, _ = run("leakage", out / "D1", "--json")
    assert {len(json.loads(text)), json.loads(text)[0]["shared"]["pairs"]} == {4, 0}
    path = out / "D1" / "train.jsonl"
    path.write_text(path.read_text().replace('"label": "entailment"', '"label": "non-entailment"', 1))
    status, text, _ = run("verify", out)
    assert status == 1
    assert "D1/train.jsonl, line " in text
    refused(run("verify", out / "D1"), f"{out / 'D1'} is one of several splits: call `provenli verify {out}`")


def test_json_is_the_manifest(run: Run, data: Data, tmp_path: Path) -> None:
    _, text, _ = run("split", "localism", data("deep"), "--out", tmp_path / "out", "--json")
    assert json.loads(text) == json.loads((tmp_path / "out" / "manifest.json").read_text())


def test_a_protocol_of_ones_own(run: Run, data: Data, tmp_path: Path) -> None:
    status, text, _ = run("split", EXAMPLE, data("flat"), "--test-rows=20", "--out", tmp_path / "out")
    assert status == 0
    assert "first-argument: train on the first argument, test on the second" in text
    assert run("verify", tmp_path / "out")[0] == 1
    assert run("verify", tmp_path / "out", "--protocol", EXAMPLE)[0] == 0
    assert json.loads((tmp_path / "out" / "manifest.json").read_text())["source"]


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("PROTOCOL = 3", "PROTOCOL is of type int; expected PROTOCOL = Protocol(name=…"),
        ("x = 1", "defines no PROTOCOL"),
        (
            "from provenli.splits.protocol import *\n"
            "PROTOCOL = Protocol('x', '', '', (Need('pairs'),), lambda i:\n  i.rows['no'])",
            "line 3: KeyError: 'no'",
        ),
        ("x = 1\nx.y", "line 2: AttributeError"),
        ("x = = 1", "line 1, column 5"),
    ],
)
def test_a_protocol_that_cannot_be_read(run: Run, data: Data, tmp_path: Path, content: str, told: str) -> None:
    (tmp_path / "p.py").write_text(content)
    refused(run("split", tmp_path / "p.py", data("deep"), "--out", tmp_path / "out"), f"{tmp_path / 'p.py'}", told)


def refused(result: tuple[int, str, str], *said: str) -> None:
    status, out, err = result
    assert (status, out) == (2, "")
    assert err.startswith("provenli: ")
    assert err.count("\n") == 1, err
    for text in said:
        assert text in err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("split productvity DEEP --out OUT", "unknown protocol 'productvity'; did you mean 'productivity'?"),
        ("split productivity DEEP", "--out is missing"),
        (
            "split productivity --out OUT",
            "needs data sets made by `provenli generate`: any fragment that records depth",
        ),
        ("split productivity nowhere --out OUT", "nowhere: no such directory"),
        ("split productivity DEEP --trainsize 3 --out OUT", "no such option: --trainsize; did you mean '--train-size'"),
        ("split productivity DEEP --train-size ten --out OUT", "--train-size: expected a whole number"),
        ("split productivity DEEP --train-size --out OUT", "--train-size needs a value"),
        (
            "split productivity DEEP --train-size 5000 --out OUT",
            "split 'D1', part 'train': asked for 5,000 rows (depth 1)",
        ),
        ("split productivity DEEP --seed -1 --out OUT", "--seed: expected 0 or more"),
        ("split productivity FLAT --out OUT", "has depth 1 only; productivity needs deeper rows: --depth 1-5"),
        ("split productivity DEEP FLAT --out OUT", "are both data sets of any fragment that records depth; give one"),
        ("split localism FLAT --out OUT", "has no row of depth 3 or more"),
        ("split embedding-quantifiers FLAT --out OUT", "has no row of depth 2"),
        (
            "split predicate-replacements BOOLEAN --out OUT",
            "is a data set of 'boolean'; protocol 'predicate-replacements'",
        ),
        ("split predicate-replacements ADVERB --out OUT", "also needs a data set of systematicity --frame plain"),
        ("split predicate-replacements FLAT --q sme --out OUT", "--q: no row has 'sme'; did you mean 'some'?"),
        ("split transitivity BOOLEAN --out OUT", "data sets of veridical and transitivity are missing"),
        ("split transitivity BOOLEAN BOOLEAN --out OUT", "two data sets are called 'boolean'"),
        ("split transitivity BOOLEAN x=BOOLEAN --out OUT", "are both data sets of boolean"),
        ("split mixing DEEP --out OUT", "--outside FILE is missing"),
        ("split mixing DEEP --outside nowhere.tsv --out OUT", "--outside: nowhere.tsv: no such file"),
        ("split mixing:nothing DEEP --out OUT", "unknown protocol 'nothing'"),
        ("split direction-ratio BOOLEAN --out OUT", "no row records the feature 'monotonicity'"),
        (
            "split direction-ratio DEEP --ratios 50,20 --out OUT",
            "--ratios: expected each number once, the smaller first",
        ),
        ("split inoculation BOOLEAN --doses 5000 --out OUT", "asked for 5,000 rows"),
        ("split productivity nowhere.py --out OUT", "nowhere.py: no such directory"),
        ("split nowhere.py DEEP --out OUT", "nowhere.py: no such file; expected a Python file that defines PROTOCOL"),
        ("leakage nowhere", "expected a directory made by `provenli split`, or two files"),
        ("leakage nowhere nowhere2", "nowhere: no such file"),
    ],
)
def test_one_line_for_every_mistake(run: Run, data: Data, tmp_path: Path, words: str, said: str) -> None:
    names = {n.upper(): data(n) for n in ("deep", "flat", "adverb", "boolean") if n.upper() in words}
    given = words.replace("OUT", str(tmp_path / "out"))
    for name, path in names.items():
        given = given.replace(name, str(path))
    refused(run(*given.split()), said)
    assert not (tmp_path / "out").exists()


def test_a_directory_that_exists_is_left_alone(run: Run, data: Data, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine").write_text("x")
    refused(run("split", "productivity", data("deep"), "--out", tmp_path / "out"), "exists and is not empty")
