"""Logs of lm-evaluation-harness and of Inspect, of runs on exported tasks, as rows of predictions.

Exported rows carry id, label, schema, features and what the answers mean, so that a log says all that a score needs.
Logs are read as data: nothing in them is run.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from provenli.errors import InputError
from provenli.files import read_file, regular
from provenli.labels import ABSTAINED
from provenli.replies import answer_of

EVAL = ".eval"
START = 1 << 16
Row = dict[str, Any]


def is_harness_log(path: Path) -> bool:
    """Decided by the first line, or by the name: Inspect's own format is a zip."""
    if path.suffix == EVAL:
        return True
    with open(path, "rb", opener=regular) as file:
        start = file.read(START)
    if path.suffix == ".jsonl":
        return all(key in start.split(b"\n", 1)[0] for key in (b'"doc_id"', b'"filtered_resps"', b'"doc"'))
    return path.suffix == ".json" and b'"eval"' in start and b'"version"' in start


def log_rows(path: Path) -> list[Row]:
    """One row for each prediction; a log of other tasks is refused, with what is missing."""
    try:
        found = _lm_eval(path) if path.suffix == ".jsonl" else _inspect(path)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, RecursionError) as error:
        said = " ".join(str(error).split())[:80]
        raise InputError(
            f"{path}: a log, but not of a task that `provenli export` wrote ({type(error).__name__}: {said}); "
            f"score a file of predictions instead"
        ) from error
    if not found:
        raise InputError(f"{path}: the log has no samples")
    return found


def _lm_eval(path: Path) -> list[Row]:
    found = []
    for line in read_file(path).splitlines():
        sample = json.loads(line)
        doc, given = sample["doc"], sample["filtered_resps"]
        answers: Mapping[str, str] = json.loads(doc["answers"])
        features = {name[2:]: json.loads(value) for name, value in doc.items() if name.startswith("f_")}
        if isinstance(given[0], list):
            scores = [float(score) for score, *_ in given]
            word: str | None = list(answers)[scores.index(max(scores))]
        else:
            word = answer_of(given[0], tuple(answers))
        found.append(_row(doc, answers, word, features))
    return found


def _inspect(path: Path) -> list[Row]:
    samples: Iterable[Any] = _eval_samples(path) if path.suffix == EVAL else json.loads(read_file(path))["samples"]
    found = []
    for sample in samples:
        about = dict(sample["metadata"])
        answers: Mapping[str, str] = json.loads(about.pop("answers"))
        said = next(iter(sample["scores"].values())).get("answer")  # left out where there is none
        doc = {"id": sample["id"], "label": about.pop("label"), "schema": about.pop("schema")}
        found.append(_row(doc, answers, said, {name: _listed(value) for name, value in about.items()}))
    return found


def _eval_samples(path: Path) -> list[Any]:
    """Inspect's zip is packed in a way that Python 3.11 cannot read: its own library does."""
    try:
        from inspect_ai.log import read_eval_log
    except ImportError as error:
        raise InputError(
            f"{path}: to read this log, pip install inspect-ai; or convert it: inspect log convert --to json"
        ) from error
    return [sample.model_dump() for sample in read_eval_log(str(path)).samples or ()]


def _listed(value: Any) -> Any:
    return json.loads(value) if isinstance(value, str) and value.startswith("[") else value


def _row(doc: Mapping[str, Any], answers: Mapping[str, str], word: str | None, features: Mapping[str, Any]) -> Row:
    label = ABSTAINED if word is None else answers[word]
    return {
        "id": str(doc["id"]),
        "gold": doc["label"],
        "label": label,
        "schema": doc["schema"],
        "features": dict(features),
    }
