from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import provenli as nli
from provenli.errors import InputError

ANSWERS = json.dumps({"yes": "entailment", "no": "non-entailment"})


def doc(k: int) -> dict[str, Any]:
    label = ("entailment", "non-entailment")[k % 2]
    features = {"f_depth": str(k % 2 + 1), "f_quantifiers": '["every"]'}
    return {"id": f"r{k}", "label": label, "schema": f"s{k % 3}", "gold": k % 2, "answers": ANSWERS, **features}


def lm_eval(path: Path, resps: list[Any]) -> Path:
    lines = [{"doc_id": k, "doc": doc(k), "filtered_resps": r, "acc": 0.0} for k, r in enumerate(resps)]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def test_choices_of_lm_eval(tmp_path: Path) -> None:
    resps = [[["-1.0", "False"], ["-2.0", "False"]]] * 4
    found = nli.score(lm_eval(tmp_path / "samples_x.jsonl", resps), by=["depth"])
    assert (found.right, found.size, found.clusters) == (2, 4, 3)
    assert [c.accuracy for c in found.breakdowns[0].cells] == [1.0, 0.0]


def test_replies_of_lm_eval(tmp_path: Path) -> None:
    found = nli.score(lm_eval(tmp_path / "samples_x.jsonl", [["Yes."], ["no"], ["Hm"], ["maybe yes, maybe no"]]))
    assert found.right == 2
    assert {x.label: x.predicted for x in found.labels}["abstained"] == 2


def test_a_log_of_inspect(tmp_path: Path) -> None:
    samples = []
    for k, said in enumerate(["yes", "yes", None, "no"]):
        about = {"schema": "s0", "label": doc(k)["label"], "answers": ANSWERS, "depth": k, "quantifiers": '["no"]'}
        scores = {"exact": {"value": "C", **({} if said is None else {"answer": said})}}  # as Inspect writes it
        samples.append({"id": f"r{k}", "metadata": about, "scores": scores})
    path = tmp_path / "log.json"
    path.write_text(json.dumps({"version": 2, "status": "success", "eval": {}, "samples": samples}))
    found = nli.score(path, by=["quantifiers"])
    assert (found.right, found.size) == (2, 4)
    assert {x.label: x.predicted for x in found.labels}["abstained"] == 1


@pytest.mark.parametrize(
    "text",
    ['{"doc_id": 0, "doc": {"id": 1}, "filtered_resps": [1]}\n', '{"doc_id": 0, "doc": [], "filtered_resps": {}}\n'],
)
def test_logs_of_other_tasks_are_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "samples.jsonl"
    path.write_text(text)
    with pytest.raises(InputError, match="not of a task that") as error:
        nli.score(path)
    assert "\n" not in str(error.value)


def test_inspects_own_format_needs_inspect(tmp_path: Path) -> None:
    path = tmp_path / "log.eval"
    path.write_bytes(b"PK\x03\x04")
    with pytest.raises(InputError, match="inspect"):
        nli.score(path)
