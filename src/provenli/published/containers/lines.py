"""Lines of a text file with their numbers, however long the file is. Only \\n ends one: sentences may hold others."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from provenli.errors import InputError
from provenli.files import regular
from provenli.published.pairs import Unreadable

LONGEST = 1 << 24
"""The most bytes that a line may have. A longer one is no row of sentences, and would fill the memory."""
BOM = b"\xef\xbb\xbf"


def opened(path: Path) -> BinaryIO:
    try:
        return open(path, "rb", opener=regular)
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}; expected an NLI file") from error


def numbered(path: Path) -> Iterator[tuple[int, bytes, str | Unreadable | None]]:
    """Number, bytes as they stand, and text without byte order mark and line end; None for the rest of a line that is
    too long."""
    with opened(path) as file:
        number, whole, longest = 0, True, LONGEST
        while raw := file.readline(longest):
            if not whole:
                whole = raw.endswith(b"\n")
                yield number, raw, None
                continue
            number += 1
            whole = len(raw) < longest or raw.endswith(b"\n")
            body = raw[: len(raw) - len(ending(raw))] if whole else b""
            try:
                text = (body.removeprefix(BOM) if number == 1 else body).decode()
            except UnicodeDecodeError as error:
                yield number, raw, Unreadable(number, f"not UTF-8 at byte {error.start + 1} of the line")
                continue
            yield number, raw, text if whole else Unreadable(number, f"more than {longest:,} bytes; expected one row")


def ending(raw: bytes) -> bytes:
    """The line end: \\n, \\r\\n, or at the end of a file \\r or nothing."""
    if raw.endswith(b"\n"):
        return b"\r\n" if raw.endswith(b"\r\n") else b"\n"
    return b"\r" if raw.endswith(b"\r") else b""
