"""What the light install leaves out is named in one line where it is needed, and nowhere else."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from provenli.cli.main import main

ABSENT = ("pyarrow", "cvc5", "torch", "transformers", "matplotlib")
WITH_ARROW = ("arrow", "parquet", "hf")


@pytest.fixture
def light(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A working directory in which the extras cannot be imported."""
    for name in ABSENT:
        monkeypatch.setitem(sys.modules, name, None)
    for name in WITH_ARROW:
        monkeypatch.delitem(sys.modules, f"provenli.data.formats.{name}", raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as left:
        main(list(words))
    said = capsys.readouterr()
    return int(left.value.code or 0), said.out, said.err


def test_data_are_made_verified_and_scored(light: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "generate", "boolean", "--size", "40", "--out", "data")[0] == 0
    assert run(capsys, "verify", "data")[0] == 0
    rows = [json.loads(line) for line in (light / "data/pairs.jsonl").read_text().splitlines()]
    answers = [{"id": r["id"], "label": "entailment", "features": {"words": ["a", None, "b"]}} for r in rows]
    (light / "answers.jsonl").write_text("".join(json.dumps(a) + "\n" for a in answers))
    code, said, _ = run(capsys, "score", "answers.jsonl", "--gold", "data/pairs.jsonl", "--json")
    assert code == 0
    assert '"accuracy"' in said
    sys.modules.pop("pyarrow")  # undone with the rest of the fixture
    assert run(capsys, "score", "answers.jsonl", "--gold", "data/pairs.jsonl", "--json")[1] == said


def test_a_second_opinion_is_said_to_be_missing(light: Path, capsys: pytest.CaptureFixture[str]) -> None:
    del light
    code, said, _ = run(capsys, "entails", "--engines", "5", "boolean", "Ann and Bob swam.", "Ann swam.")
    assert code == 0
    assert "5 provers were asked for" in said


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("generate boolean --size 4 --format hf --out d", "hf needs pyarrow: pip install 'provenli[parquet]'"),
        ("generate boolean --size 4 --format parquet --out d", "the format parquet needs pyarrow: pip install"),
        ("anomalies a.parquet", "a.parquet: reading Parquet needs pyarrow: pip install 'provenli[parquet]'"),
    ],
)
def test_parquet_is_asked_for_by_name(
    words: str, message: str, light: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (light / "a.parquet").write_bytes(b"PAR1")
    code, _, said = run(capsys, *words.split())
    assert code == 2
    assert message in said
    assert said.count("\n") == 1
    assert not (light / "d").exists()
