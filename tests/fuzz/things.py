"""What can be where a path leads: instead of a file or directory, in the bytes of a file, in the place of an output."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
from collections.abc import Callable
from pathlib import Path

Thing = Callable[[Path], object]
"""Puts it there; what was there is gone."""


def _text(path: Path) -> None:
    path.write_text("a file\n")


def _deep_directory(path: Path) -> None:
    (path / "x" / "y").mkdir(parents=True)
    (path / "x" / "manifest.json").mkdir()


def _socket(path: Path) -> None:
    """Names of sockets are short: it is made beside, and renamed."""
    here = os.open(path.parent, os.O_RDONLY)
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(f"/proc/self/fd/{here}/s")
        os.rename("s", path.name, src_dir_fd=here, dst_dir_fd=here)
    finally:
        os.close(here)


INSTEAD: dict[str, Thing] = {
    "missing": lambda _: None,
    "a file": _text,
    "empty": Path.touch,
    "an empty directory": Path.mkdir,
    "directories": _deep_directory,
    "a pipe": os.mkfifo,
    "a loop": lambda path: path.symlink_to(path.name),
    "a socket": _socket,
    "a broken link": lambda path: path.symlink_to("nowhere"),
    "a device": lambda path: path.symlink_to("/dev/full"),
    "an endless device": lambda path: path.symlink_to("/dev/zero"),
    "unreadable memory": lambda path: path.symlink_to("/proc/self/mem"),
    "a link to all files": lambda path: path.symlink_to("/proc"),
}
"""In the place of an input or of an output."""
WORDS = ("", "x" * 300, "/dev/full", "/dev/null/x", "missing/x", "a\x1b[31m\u202e", "\udcff", "-", ".", "..", "/")
"""Paths that are odd themselves."""


def replace(path: Path, thing: str) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
    INSTEAD[thing](path)


Spoilt = Callable[[bytes], bytes]
BYTES: dict[str, Spoilt] = {
    "not UTF-8": lambda data: data[: len(data) // 2] + b"\xff\xfe\xed\xa0\x80" + data[len(data) // 2 :],
    "not UTF-8 at the start": lambda data: b"\xff\xfe" + data,
    "UTF-16": lambda data: data.decode(errors="replace").encode("utf-16"),
    "NUL": lambda data: data[: len(data) // 2] + b"\0" + data[len(data) // 2 :],
    "only NULs": lambda data: bytes(len(data)),
    "a byte-order mark": lambda data: b"\xef\xbb\xbf" + data,
    "carriage returns": lambda data: data.replace(b"\n", b"\r\n"),
    "old carriage returns": lambda data: data.replace(b"\n", b"\r"),
    "one long line": lambda data: data.rstrip(b"\n") + b"x" * 10_000_000,
    "one line": lambda data: data.replace(b"\n", b" "),
    "nested lists": lambda _: b"[" * 100_000,
    "nested objects": lambda _: b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
    "brackets": lambda data: b"(" * 100_000 + data,
    "NaN": lambda data: _numbers(data, b"NaN"),
    "Infinity": lambda data: _numbers(data, b"-Infinity"),
    "numbers beyond 64 bits": lambda data: _numbers(data, str(2**70).encode()),
    "numbers of 5,000 digits": lambda data: _numbers(data, b"9" * 5000),
    "controls": lambda data: data.replace(b'": "', b'": "\x1b[31m\xe2\x80\xae').replace(b"A", b"\\u001bA"),
    "half": lambda data: data[: len(data) // 2],
    "all but one byte": lambda data: data[:-1] if data.strip() != data else data[:-2],
    "twice": lambda data: data + data,
    "null": lambda _: b"null\n",
    "a list": lambda _: b"[]\n",
    "a list of lists": lambda _: b"[[]]\n",
    "an object": lambda _: b"{}\n",
    "a number": lambda _: b"1\n",
    "a text": lambda _: b'"x"\n',
    "an empty line first": lambda data: b"\n" + data,
}
"""In the bytes of a file that is read."""


def _numbers(data: bytes, by: bytes) -> bytes:
    """Every number that is a value of JSON, or a cell of a table, is that one."""
    return re.sub(rb"(?<=[:\[,\t] |.[:\[,\t])-?\d+(\.\d+)?(?=[,\]}\t\n])", by, data)


OTHERS: tuple[object, ...] = (
    None,
    True,
    -1,
    2**70,
    1.5,
    float("nan"),
    "x",
    "\ud800",
    [],
    {},
    ["x"],
    [[1]],
    {"x": {"x": 1}},
)
"""Values of other types, for a key of JSON."""


def mutations(value: object, limit: int = 3) -> list[object]:
    """The JSON value with each key, and each of the first items of each list, of each other type, or missing."""
    found: list[object] = []
    inner = list(
        value.items() if isinstance(value, dict) else enumerate(value[:limit]) if isinstance(value, list) else ()
    )
    for key, item in inner:
        others = [o for o in OTHERS if type(o) is not type(item) or isinstance(item, str | int | list | dict)]
        found += [_with(value, key, other) for other in (*others, *mutations(item, limit))]
        if isinstance(value, dict):
            found.append({k: v for k, v in value.items() if k != key})
    return found


def _with(value: object, key: object, other: object) -> object:
    if isinstance(value, dict):
        return {k: other if k == key else v for k, v in value.items()}
    assert isinstance(value, list)
    return [other if k == key else v for k, v in enumerate(value)]


def mutated_files(data: bytes) -> list[Callable[[], bytes]]:
    """Of a JSON file, or of the first line of JSON lines; written when they are needed."""
    first, _, rest = data.partition(b"\n")
    for text, after in ((data, b""), (first, rest)):
        try:
            return [
                lambda v=v, after=after: json.dumps(v).encode() + b"\n" + after for v in mutations(json.loads(text))
            ]
        except ValueError:
            continue
    return []
