"""Table 5 of Yanaka et al. 2019, counted from a file in MED's layout."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from provenli.cli.main import main
from tests.published.written import MED_COLUMNS


def med(path: Path, rows: list[tuple[str, str]]) -> Path:
    lines = [list(MED_COLUMNS)]
    for k, (genre, label) in enumerate(rows, 1):
        texts = {"genre": genre, "sentence1": f"A cat {k} slept.", "sentence2": "An animal slept.", "gold_label": label}
        lines.append([texts.get(name, str(k) if name.endswith(("index", "ID")) else "") for name in MED_COLUMNS])
    path.write_text("\n".join("\t".join(line) for line in lines) + "\n")
    return path


def test_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [("crowd:upward_monotone", "entailment"), ("paper:FraCaS_GQ:upward_monotone:reverse", "entailment")]
    rows += [("crowd:downward_monotone", "neutral")] * 3
    with pytest.raises(SystemExit) as ended:
        main(["med-counts", str(med(tmp_path / "med.tsv", rows)), "--json"])
    assert not ended.value.code
    found = {(r["direction"], r["label"]): r for r in json.loads(capsys.readouterr().out)}
    first = found["upward_monotone", "entailment"]
    assert (first["crowd"], first["paper"], first["total"], first["published_total"]) == (1, 1, 2, 628)
    assert found["downward_monotone", "non-entailment"]["crowd"] == 3
    assert found["non_monotone", "entailment"]["total"] == 0


def test_another_file_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["med-counts", str(med(tmp_path / "med.tsv", [("fiction", "entailment")]))])
    assert ended.value.code == 2
    assert "expected MED" in capsys.readouterr().err
