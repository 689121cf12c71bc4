"""Lines of a text file with their numbers, however long the file is. Only \\n ends one: sentences may hold others."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from provenli.errors import InputError
from provenli.published.pairs import Unreadable

LONGEST = 1 << 24
"""Bytes of a line. A longer one is no row of sentences, and would fill the memory."""
BOM = b"\xef\xbb\xbf"


def opened(path: Path) -> BinaryIO:
    try:
        return path.open("rb")
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}; expected an NLI file") from error


def numbered(path: Path) -> Iterator[tuple[int, bytes, str | Unreadable | None]]:
    """Number, bytes as they stand, and text without byte order mark and line end; None for the rest of a line that is
    too long."""
    with opened(path) as file:
        number, whole = 0, True
        while raw := file.readline(LONGEST):
            begins, whole = whole, raw.endswith(b"\n") or len(raw) < LONGEST
            number += begins
            if not begins:
                yield number, raw, None
            elif not whole:
                yield number, raw, Unreadable(number, f"the line has more than {LONGEST:,} bytes; expected one row")
            else:
                yield number, raw, _text(raw, number)


def _text(raw: bytes, number: int) -> str | Unreadable:
    if number == 1:
        raw = raw.removeprefix(BOM)
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        return Unreadable(number, f"not UTF-8 at byte {error.start + 1} of the line")
    if text.endswith("\n"):
        text = text[:-2] if text.endswith("\r\n") else text[:-1]
    elif text.endswith("\r"):
        text = text[:-1]
    return text


def ending(raw: bytes) -> bytes:
    """The line end: \\n, \\r\\n or nothing."""
    return raw[len(raw.rstrip(b"\r\n")) :] if raw.endswith((b"\n", b"\r")) else b""
