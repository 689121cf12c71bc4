"""The criteria of a run's findings, fixed before the run: RUN/findings.json, and its hash in study.json.

The file is written before the first step and never changed, so a run is judged by what was said before it. If a study's
findings have changed since, an old run is judged by the old ones.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from provenli.errors import InputError
from provenli.files import read_file, write_whole
from provenli.studies.artifacts import read_json
from provenli.studies.study import Finding

FINDINGS = "findings.json"
RULE = (
    "comes out: the whole 95% interval of first minus second is as wanted; does not: none of it is; open: otherwise, "
    "or not run. Wanted: at least `points`, or, if `near`, not further than `points` from 0. Intervals: seeds and "
    "schemas together."
)


def fix(run: Path, findings: Sequence[Finding], known: str) -> str:
    """The hash of the criteria, which are written if there are none. `known`: the hash on record, if any."""
    path = run / FINDINGS
    value = {"rule": RULE, "findings": [dataclasses.asdict(f) for f in findings]}
    text = json.dumps(value, indent=1, ensure_ascii=False).encode() + b"\n"
    if not path.is_file():
        if known:
            raise InputError(f"{path} is missing, and the run was begun with it: choose another --out")
        write_whole(path, text)
    found = hashed(path)
    if found != (known or hashlib.sha256(text).hexdigest()):
        raise _changed(path)
    return found


def hashed(path: Path) -> str:
    return hashlib.sha256(read_file(path)).hexdigest()


def read_criteria(run: Path, known: str) -> list[Mapping[str, Any]]:
    """As JSON values; refused if they are not those that the run began with."""
    path = run / FINDINGS
    if not path.is_file() or hashed(path) != known:
        raise _changed(path)
    found: list[Mapping[str, Any]] = read_json(path, path)["findings"]
    return found


def _changed(path: Path) -> InputError:
    return InputError(
        f"{path} is not what was fixed before the run: findings are judged by criteria that stay; choose another --out"
    )
