"""Parts of SNLI and MultiNLI by the hash of the premise, on tiny files in their layouts."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "tools" / "nli_parts.py"


def run(*words: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, str(SCRIPT), *map(str, words)], capture_output=True, text=True, check=False)


def expected(premise: str) -> str:
    rest = int.from_bytes(hashlib.sha256(premise.encode("utf-8")).digest(), "big") % 10
    return "train" if rest < 6 else "dev" if rest < 8 else "test"


def pairs(path: Path, names: list[str], label: str = "neutral") -> Path:
    rows = [
        {"gold_label": label, "sentence1": n, "sentence2": f"{n} again", "pairID": str(k)} for k, n in enumerate(names)
    ]
    path.write_text("".join(json.dumps(r, ensure_ascii=False) + "\n" for r in rows))
    return path


PREMISES = [f"A premise with the number {k}, naïvely." for k in range(40)]


def test_snli_dev_trains_and_test_is_cut_by_premise(tmp_path: Path) -> None:
    dev = pairs(tmp_path / "dev.jsonl", ["Only for training."] * 2)
    test = pairs(tmp_path / "test.jsonl", [p for p in PREMISES for _ in range(2)])
    with test.open("a") as file:
        file.write(json.dumps({"gold_label": "-", "sentence1": "No label.", "sentence2": "None."}) + "\n")
    done = run("snli", "--dev", dev, "--test", test, "--out", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    found = {p: (tmp_path / "out" / f"{p}.jsonl").read_text().splitlines() for p in ("train", "dev", "test")}
    assert found["train"][:2] == dev.read_text().splitlines()
    for name, lines in found.items():
        cut = [line for line in lines if "number" in line]
        assert cut == [
            x for x in test.read_text().splitlines() if "number" in x and expected(json.loads(x)["sentence1"]) == name
        ]
        assert cut
    assert sum(map(len, found.values())) == 82
    assert done.stdout.endswith(f"dev {len(found['dev'])}, test {len(found['test'])}\n")


def test_mnli_tables_keep_header_and_quotation_marks(tmp_path: Path) -> None:
    table = tmp_path / "dev_matched.txt"
    rows = [f'neutral\t"{p}\tHe said "so"' for p in PREMISES]
    table.write_bytes(("gold_label\tsentence1\tsentence2\r\n" + "".join(f"{r}\r\n" for r in rows)).encode())
    assert run("mnli", "--dev", table, "--out", tmp_path / "out").returncode == 0
    kept = []
    for name in ("train", "dev", "test"):
        header, *lines = (tmp_path / "out" / f"{name}.tsv").read_text().splitlines()
        assert header == "gold_label\tsentence1\tsentence2"
        assert {expected(line.split("\t")[1]) for line in lines} == {name}
        kept += lines
    assert sorted(kept) == sorted(rows)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["snli", "--dev", "{good}"], "snli needs its dev and its test part"),
        (["mnli", "--dev", "{good}", "--test", "{good}"], "mnli is made of its matched dev part alone"),
        (["mnli", "--dev", "{bad}"], "bad.jsonl, line 1: no JSON"),
        (["mnli", "--dev", "{other}"], "other.jsonl, line 1: expected a text sentence1, found none"),
        (["mnli", "--dev", "{none}"], "cannot be read"),
    ],
)
def test_bad_input_is_one_line_and_nothing_is_written(tmp_path: Path, words: list[str], said: str) -> None:
    files = {n: tmp_path / f"{n}.jsonl" for n in ("good", "bad", "other", "none")}
    pairs(files["good"], PREMISES[:3])
    files["bad"].write_text("{\n")
    files["other"].write_text('{"premise": "x"}\n')
    done = run(*(w.format(**files) for w in words), "--out", tmp_path / "out")
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "out").exists()
