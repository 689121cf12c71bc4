"""JSON lines one by one: for blocks that the quick reader does not take, and to say in which line a fault is."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pyarrow as pa

from provenli.scoring.batches import Batch, Keys, Role, refuse, shown


def read_lines(block: bytes, first: int, keys: Keys, path: object) -> Batch:
    """A batch from whole lines of which the first has the number `first`."""
    lines = block.removesuffix(b"\n").split(b"\n")
    columns: dict[Role, list[str | None]] = {role: [] for role in keys}
    features: dict[str, dict[int, Any]] = {}
    for k, line in enumerate(lines):
        value = parsed(line, first + k, path)
        for role, key in keys.items():
            columns[role].append(_text(value, role, key, first + k, path))
        for name, found in _features(value, first + k, path).items():
            features.setdefault(name, {})[k] = found
    shape = {role: pa.array(texts, pa.string()) for role, texts in columns.items()}
    return Batch(len(lines), shape, {name: _column(found, len(lines)) for name, found in features.items()})


def parsed(line: bytes, number: int, path: object) -> dict[str, Any]:
    if not line.strip():
        refuse(path, number, "the line is empty")
    try:
        text = line.decode()
        value = json.loads(text)
        if "\\ud" in text.lower():
            json.dumps(value, ensure_ascii=False).encode()  # half a surrogate pair is no text
    except UnicodeDecodeError as error:
        refuse(path, number, f"not UTF-8 at byte {error.start + 1}")
    except UnicodeEncodeError:
        refuse(path, number, "half a surrogate pair is no text")
    except json.JSONDecodeError as error:
        refuse(path, number, f"no JSON at column {error.colno} ({error.msg.removesuffix(' at')})")
    except (ValueError, RecursionError) as error:
        refuse(path, number, f"no JSON ({error})")
    if not isinstance(value, dict):
        refuse(path, number, f"expected an object with id and label, found {shown(value)}")
    return value


def _text(value: dict[str, Any], role: Role, key: str, number: int, path: object) -> str | None:
    found = value.get(key)
    if role == "id" and type(found) is int:
        return str(found)
    if found is None and (role in ("gold", "schema")):
        return None
    if role == "label" and type(found) is int:
        return str(found)  # refused later as every unknown label is, with what to do
    if key not in value:
        refuse(path, number, f"the key {key!r} is missing; found {', '.join(map(repr, value)) or 'no keys'}")
    if not isinstance(found, str):
        refuse(path, number, f"{key}: expected a text, found {shown(found)}")
    return found


def _features(value: dict[str, Any], number: int, path: object) -> dict[str, Any]:
    found = value.get("features")
    if found is None:
        return {}
    if not isinstance(found, dict):
        refuse(path, number, f"features: expected an object, found {shown(found)}")
    return found


def _column(found: dict[int, Any], size: int) -> Any:
    values: Sequence[Any] = [found.get(k) for k in range(size)]
    if any(isinstance(v, list) for v in values):
        members = [v if isinstance(v, list) else [] if v is None else [v] for v in values]
        return pa.array([[as_text(m) for m in row if m is not None] for row in members], pa.list_(pa.string()))
    return pa.array([None if v is None else as_text(v) for v in values], pa.string())


def as_text(value: Any) -> str:
    """A feature's value as it is shown: a text as it stands, everything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
