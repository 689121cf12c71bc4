"""What a container is. tab_lines.py is the shortest example.

A container that is text cuts a file into pieces that together are the file, byte for byte; so a corrected file differs
from the published one in nothing but the labels that changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import IO, Protocol, TypeAlias

from provenli.published.pairs import Item, RawRecord, Unreadable

Key: TypeAlias = int | str
Change: TypeAlias = Callable[[RawRecord], str | None]
"""The new content of a row's label, or None to leave it."""
SAMPLE = 200
"""How many rows are looked at to find out what the columns are."""


@dataclass(frozen=True, slots=True)
class Head:
    """The columns by name, how to look each up in a record, and the first rows."""

    columns: Mapping[str, Key]
    sample: tuple[RawRecord, ...]
    unreadable: tuple[Unreadable, ...] = ()


class Container(Protocol):
    def head(self, path: Path) -> Head: ...

    def records(self, path: Path) -> Iterator[Item]: ...

    def rewrite(self, path: Path, file: IO[bytes], label: Key, change: Change) -> None: ...


class TextContainer:
    """Subclasses say how to cut a file (`pieces`) and how to put another label into a piece (`replaced`)."""

    def pieces(self, path: Path) -> Iterator[tuple[bytes, Item | None]]:
        """Cut the file into pieces. None stands for a heading, an empty line, or what stands between rows."""
        raise NotImplementedError

    def replaced(self, raw: bytes, label: Key, new: str) -> bytes:
        raise NotImplementedError

    def columns(self, path: Path, sample: tuple[RawRecord, ...]) -> Mapping[str, Key]:
        raise NotImplementedError

    def records(self, path: Path) -> Iterator[Item]:
        for _, item in self.pieces(path):
            if item is not None:
                yield item

    def head(self, path: Path) -> Head:
        first = list(islice(self.records(path), SAMPLE))
        sample = tuple(r for r in first if isinstance(r, RawRecord))
        bad = tuple(r for r in first if isinstance(r, Unreadable))
        return Head(self.columns(path, sample), sample, bad)

    def rewrite(self, path: Path, file: IO[bytes], label: Key, change: Change) -> None:
        for raw, item in self.pieces(path):
            new = change(item) if isinstance(item, RawRecord) else None
            file.write(raw if new is None else self.replaced(raw, label, new))


def keys_of(sample: tuple[RawRecord, ...]) -> dict[str, Key]:
    """For objects: every key that occurs, in order."""
    return {key: key for record in sample for key in record.values}
