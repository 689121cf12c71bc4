"""Reading PART.jsonl back, line by line; a file that is not as it was written is refused with file and line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, NoReturn

from provenli.data.strict_json import shown, strict_line
from provenli.errors import InputError
from provenli.files import regular

KEYS = ("id", "premise", "hypothesis", "label", "schema", "features")


class Row(NamedTuple):
    """A tuple because millions are made. `line` counts from 1."""

    line: int
    id: str
    premise: str
    hypothesis: str
    label: str
    schema: str
    features: dict[str, Any]
    text: str
    """The line as it stands in the file."""


@dataclass(frozen=True, slots=True)
class FileStretch:
    """Bytes `start` to `stop` of a file (None is its end), and the number of the first line."""

    start: int
    stop: int | None
    line: int


def rows(path: str | Path, stretch: FileStretch | None = None) -> Iterator[Row]:
    """The rows of a file as `jsonl` writes it, or of a stretch of it; memory does not grow with the file."""
    where = stretch or FileStretch(0, None, 1)
    with _opened(path) as file:
        file.seek(where.start)
        left = where.stop - where.start if where.stop is not None else None
        for number, line in enumerate(file, start=where.line):
            if left is not None:
                if left <= 0:
                    return
                left -= len(line)
            yield _row(line, number, path)


def stretches(path: str | Path, size: int = 1 << 23) -> list[FileStretch]:
    """The file cut at line ends into pieces of about `size` bytes, so that several processes can read it."""
    out: list[FileStretch] = []
    start, line = 0, 1
    with _opened(path) as file:
        while block := file.read(size):
            block += file.readline()
            out.append(FileStretch(start, start + len(block), line))
            start += len(block)
            line += block.count(b"\n")
    return out


def _opened(path: str | Path) -> BinaryIO:
    try:
        return open(path, "rb", opener=regular)
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from error


def _row(line: bytes, number: int, path: str | Path) -> Row:
    if not line.endswith(b"\n"):
        _refuse(path, number, "the last line does not end: the file was cut short; make or copy it again")
    try:
        text = line.decode()
        value = strict_line(line)
        row = Row(
            number,
            value["id"],
            value["premise"],
            value["hypothesis"],
            value["label"],
            value["schema"],
            value["features"],
            text,
        )
        right = len(value) == 6 and type(row[6]) is dict and set(map(type, row[1:6])) == {str}
    except (ValueError, RecursionError, TypeError, KeyError) as error:
        _explain(line, number, path, error)
    if not right:
        _explain(line, number, path, None)
    return row


def _explain(line: bytes, number: int, path: str | Path, error: Exception | None) -> NoReturn:
    """The fault of a line that is known to be wrong. This is slow, so it is not done for every line."""
    if not line.strip():
        _refuse(path, number, "the line is empty")
    if isinstance(error, UnicodeDecodeError):
        _refuse(path, number, f"not UTF-8 at byte {error.start + 1}")
    if isinstance(error, json.JSONDecodeError):
        _refuse(path, number, f"no JSON at column {error.colno} ({error.msg.removesuffix(' at')})")
    if isinstance(error, (ValueError, RecursionError)):
        _refuse(path, number, f"no JSON ({error})")
    value = strict_line(line)
    if not isinstance(value, dict):
        _refuse(path, number, f"expected an object with {', '.join(KEYS)}, found {shown(value)}")
    for key in KEYS:
        kind, name = (dict, "an object") if key == "features" else (str, "a text")
        if key not in value:
            _refuse(path, number, f"the key {key!r} is missing")
        if not isinstance(value[key], kind):
            _refuse(path, number, f"{key}: expected {name}, found {shown(value[key])}")
    strange = next(key for key in value if key not in KEYS)
    _refuse(path, number, f"unexpected key {strange!r}; expected {', '.join(KEYS)}")


def _refuse(path: str | Path, number: int, what: str) -> NoReturn:
    raise InputError(f"{path}, line {number}: {what}")
