"""Pairs that every model gets wrong, and answers that stay the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from provenli.errors import InputError
from provenli.reports.answers import WORD, answers_markdown, kept_answers, missed_by_all

WRONG = {"a": range(8), "b": range(5, 12), "c": range(20)}
"""Pairs that the models get wrong; 5, 6 and 7 are missed by all."""


def scored(
    run: Path, artifact: str, wrong: range, preset: str = "default", data: str = "outside-1 test"
) -> dict[str, Any]:
    rows = [
        {
            "id": str(k),
            "gold": "entailment",
            "label": "neutral" if k in wrong else "entailment",
            "features": {"tags": ["down"] if k < 10 else ["up"]},
        }
        for k in range(40)
    ]
    directory = run / "artifacts" / artifact
    directory.mkdir(parents=True)
    (directory / "predictions.jsonl").write_text("".join(json.dumps(r) + "\n" for r in rows))
    return {"artifact": artifact, "data": data, "run": {"preset": preset, "history": [{}]}}


@pytest.fixture
def run(tmp_path: Path) -> Path:
    texts = [
        {"id": str(k), "premise": f"{'Few' if k < 10 else 'Some'} <dogs> didn't run", "hypothesis": "x"}
        for k in range(40)
    ]
    (tmp_path / "artifacts" / "outside-1" / "set").mkdir(parents=True)
    (tmp_path / "artifacts" / "outside-1" / "set" / "test.jsonl").write_text(
        "".join(json.dumps(t) + "\n" for t in texts)
    )
    return tmp_path


def test_neutral_is_right_where_gold_is_non_entailment(run: Path) -> None:
    results = {f"train/{m}": {0: {"test": scored(run, f"scores-{m}", range(20))}} for m in WRONG}
    for m in WRONG:
        path = run / "artifacts" / f"scores-{m}" / "predictions.jsonl"
        rows = [json.loads(line) for line in path.read_text().splitlines()]
        other = [r | {"gold": "non-entailment"} if int(r["id"]) < 15 else r for r in rows]
        path.write_text("".join(json.dumps(r) + "\n" for r in other))
    (found,) = missed_by_all(run, results)
    assert found.missed == 5  # 15 to 19: gold is entailment


def test_a_contraction_is_one_word() -> None:
    assert WORD.findall("I don’t think Tom's 2 dogs 'ran'.") == ["I", "don’t", "think", "Tom's", "dogs", "ran"]


def test_what_every_model_gets_wrong(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("provenli.reports.answers.OFTEN", 3)
    results = {f"train/{m}": {0: {"test": scored(run, f"scores-{m}", wrong)}} for m, wrong in WRONG.items()}
    results["train/half"] = {0: {"test": scored(run, "scores-half", range(0), "hypothesis-only")}}
    results["other/a"] = results["train/a"]
    (found,) = missed_by_all(run, results)
    assert (found.group, found.pairs, found.missed, len(found.cells)) == ("train", 40, 3, 3)
    assert found.common == (("down", 3, 10), ("“few”", 3, 10))
    assert found.shown[0] == ("Few <dogs> didn't run", "x", "entailment")
    text = answers_markdown([found], ())
    assert "3 of 40" in text
    assert "<dogs>" not in text


def test_a_second_seed_that_is_right_counts(run: Path) -> None:
    results = {f"train/{m}": {0: {"test": scored(run, f"scores-{m}", wrong)}} for m, wrong in WRONG.items()}
    results["train/a"][1] = {"test": scored(run, "scores-a1", range(7, 8))}
    (found,) = missed_by_all(run, results)
    assert found.missed == 1


def test_answers_that_stay(run: Path) -> None:
    before, after = (scored(run, f"scores-{n}", wrong) for n, wrong in (("1", range(10)), ("2", range(5, 20))))
    (found,) = kept_answers(run, {"train/a": {0: {"few": before, "few → a few": after}}})
    assert (found.test, found.same, found.pairs) == ("few → a few", 25, 40)
    assert "62.5% of 40" in answers_markdown((), [found])


def test_damage_is_told(run: Path) -> None:
    results = {f"train/{m}": {0: {"test": scored(run, f"scores-{m}", wrong)}} for m, wrong in WRONG.items()}
    (run / "artifacts" / "scores-b" / "predictions.jsonl").write_text("{\n")
    with pytest.raises(InputError, match="line 1: expected JSON"):
        missed_by_all(run, results)
