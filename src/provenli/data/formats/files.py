"""Files that know their length and hash when they are finished, without being read again."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self


@dataclass(frozen=True, slots=True)
class Written:
    bytes: int
    sha256: str


class Sink(Protocol):
    """Where the rendered chunks of a part go, in order. Leaving it after an error lets the file go unfinished."""

    def append(self, rendered: bytes) -> None: ...

    def finish(self) -> Written: ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class HashedFile:
    """A new file for writing; also enough of a Python file for pyarrow to write into."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = path.open("xb")
        self._hash = hashlib.sha256()
        self._bytes = 0
        self._dropped = False

    def write(self, data: bytes) -> int:
        if self._dropped:
            return len(data)
        self._file.write(data)
        self._hash.update(data)
        self._bytes += len(data)
        return len(data)

    def tell(self) -> int:
        return self._bytes

    def flush(self) -> None:
        if not self._dropped:
            self._file.flush()

    def close(self) -> None:
        self._file.close()

    def drop(self) -> None:
        """Close without a word: what is written from here on goes nowhere, for the file will be removed."""
        self._dropped = True
        with suppress(OSError):
            self._file.close()

    @property
    def closed(self) -> bool:
        return self._file.closed and not self._dropped

    def written(self) -> Written:
        return Written(self._bytes, self._hash.hexdigest())


class LineSink:
    """A text file: a heading, then the chunks as they come."""

    def __init__(self, path: Path, heading: bytes = b"") -> None:
        self._file = HashedFile(path)
        if heading:
            self._file.write(heading)

    def append(self, rendered: bytes) -> None:
        self._file.write(rendered)

    def finish(self) -> Written:
        self._file.close()
        return self._file.written()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.drop()


def write_hashed(path: Path, content: bytes) -> Written:
    """A small file at once, such as a card or a manifest."""
    with LineSink(path) as sink:
        sink.append(content)
        return sink.finish()
