"""Arrays and a JSON value in one safetensors file, written whole or not at all.

The JSON value is in the file's own header, so arrays and value can never be of different moments.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from provenli.errors import InputError
from provenli.files import FULL
from provenli.models.protocol import Saved

KEY = "provenli"


def write_saved(path: Path, saved: Saved) -> None:
    from safetensors.numpy import save

    header = {KEY: json.dumps(saved.value, sort_keys=True, ensure_ascii=False)}
    arrays = {name: np.ascontiguousarray(a) for name, a in sorted(saved.arrays.items())}
    write_whole(path, save(arrays, header))


def read_saved(path: Path, what: str = "a checkpoint") -> Saved:
    from safetensors import SafetensorError, safe_open

    if not path.is_file():
        raise InputError(f"{path}: no such file; expected {what} made by `provenli train`")
    try:
        with safe_open(path, framework="numpy") as file:
            header = file.metadata() or {}
            arrays = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118 - not a mapping
    except (SafetensorError, OSError, ValueError) as error:
        raise InputError(f"{path} is damaged ({' '.join(str(error).split())[:80]}): train again") from error
    if KEY not in header:
        raise InputError(f"{path} is not {what} made by `provenli train`: its header says nothing of provenli")
    try:
        value = json.loads(header[KEY])
    except ValueError as error:
        raise InputError(f"{path} is damaged (its header is no JSON): train again") from error
    return Saved(arrays, value)


def write_json(path: Path, value: Mapping[str, Any]) -> None:
    write_whole(path, (json.dumps(value, indent=2, ensure_ascii=False, sort_keys=True) + "\n").encode())


def write_whole(path: Path, content: bytes) -> None:
    """Under another name first: a run that is killed here leaves the old file."""
    part = path.with_name(f".{path.name}.unfinished")
    try:
        with part.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        what = "free some space or write elsewhere" if error.errno in FULL else "write elsewhere"
        raise InputError(f"cannot write {path}: {error.strerror}; {what}") from error
