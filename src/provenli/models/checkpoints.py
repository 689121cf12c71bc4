"""Arrays and a JSON value in one safetensors file, written whole or not at all.

The JSON value is in the file's own header, so arrays and value can never come from different moments.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from provenli.errors import InputError
from provenli.files import write_whole
from provenli.models.protocol import Saved

KEY = "provenli"
STATE, WEIGHTS = "state.safetensors", "model.safetensors"
"""The state of a training, and the model that it gave; both lie in the training's directory."""


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
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path} is damaged (its header is no JSON): train again") from error
    if not isinstance(value, dict):
        raise InputError(f"{path} is damaged (its header is no JSON object): train again")
    return Saved(arrays, value)
