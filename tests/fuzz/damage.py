"""What can happen to a file: bytes, JSON values, the file itself."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

INSERTED = (
    b"\x00",
    b"\x1b[31m",
    b"\xff\xfe",
    b"\xed\xa0\x80",
    b"\\ud800",
    "\u202e\u2066".encode(),
    b"1" + b"0" * 400,
    b"1e999",
    b"NaN",
    b"-Infinity",
    b"[" * 100_000,
    b'{"a":' * 100_000,
    b"\n",
    b"\r",
    b"\t",
    b'"',
    b"\xef\xbb\xbf",
    b"x" * 200_000,
)
VALUES: tuple[Any, ...] = (
    None,
    -1,
    0,
    2**31,
    2**70,
    10**400,
    1.5,
    float("inf"),
    float("nan"),
    True,
    "",
    "x",
    "\x1b[31m",
    "\u202e",
    "\ud800",
    "a\x00b",
    "../../etc",
    "x" * 300,
    [],
    {},
    [None],
    {"x": 1},
    [[[[[]]]]],
)


def _truncated(data: bytes, rng: Random) -> bytes:
    return data[: rng.randrange(len(data) + 1)]


def _flipped(data: bytes, rng: Random) -> bytes:
    out = bytearray(data)
    for _ in range(rng.randint(1, 6) if out else 0):
        out[rng.randrange(len(out))] = rng.randrange(256)
    return bytes(out)


def _inserted(data: bytes, rng: Random) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + rng.choice(INSERTED) + data[at:]


def _lines(data: bytes, rng: Random) -> bytes:
    """A line twice, gone, or at another place."""
    lines = data.split(b"\n")
    line = lines.pop(rng.randrange(len(lines)))
    for _ in range(rng.randrange(3)):
        lines.insert(rng.randrange(len(lines) + 1), line)
    return b"\n".join(lines)


def _valued(data: bytes, rng: Random) -> bytes:
    """Another value, or none, somewhere in a JSON value: in the whole file or in one of its lines."""
    for parts in ([data], data.split(b"\n")):
        k = rng.randrange(len(parts))
        try:
            value = json.loads(parts[k])
        except ValueError:
            continue
        parts[k] = json.dumps(_changed(value, rng)).encode()
        return b"\n".join(parts)
    return _flipped(data, rng)


def _changed(value: Any, rng: Random) -> Any:
    if isinstance(value, dict) and value and rng.random() < 0.85:
        key = rng.choice(list(value))
        what = rng.random()
        if what < 0.1:
            return {k: v for k, v in value.items() if k != key}
        if what < 0.15:
            return {**value, rng.choice(("x", "\x1b", "", "a" * 300)): value[key]}
        return {**value, key: _changed(value[key], rng)}
    if isinstance(value, list) and value and rng.random() < 0.7:
        k = rng.randrange(len(value))
        return [*value[:k], _changed(value[k], rng), *value[k + 1 :]]
    return rng.choice(VALUES)


BYTES: tuple[Callable[[bytes, Random], bytes], ...] = (
    _truncated,
    _flipped,
    _inserted,
    _lines,
    _valued,
    _valued,
    _valued,
)


def _replaced(path: Path, rng: Random, other: Path) -> str:
    """By nothing, a directory, a pipe, a link to itself, a file of another kind, or it has another name."""
    what = rng.choice(("gone", "directory", "pipe", "loop", "empty", "renamed", "another", "another"))
    if what == "renamed":
        path.rename(path.with_name(rng.choice(("x", "\x1b[31m", "y" * 200, f"{path.name}.gz"))))
        return what
    path.unlink()
    if what == "directory":
        path.mkdir()
    elif what == "pipe":
        os.mkfifo(path)
    elif what == "loop":
        path.symlink_to(path.name)
    elif what == "empty":
        path.touch()
    elif what == "another":
        shutil.copyfile(other, path)
    return what


def damage(path: Path, rng: Random, other: Path) -> str:
    """Says what was done to it. `other`: some other good file."""
    if rng.random() < 0.25:
        return f"{path.name}: {_replaced(path, rng, other)}"
    how = rng.choice(BYTES)
    path.write_bytes(how(path.read_bytes(), rng))
    return f"{path.name}: {how.__name__}"
