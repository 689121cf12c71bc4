"""Files of rows: what the rows have in common (names, labels, kinds of features) and what they are written to."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, NamedTuple, Protocol, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from provenli.data.blocks import Block, Chunk, Column, Text

MNLI_COLUMNS = (
    "index",
    "promptID",
    "pairID",
    "genre",
    "sentence1_binary_parse",
    "sentence2_binary_parse",
    "sentence1_parse",
    "sentence2_parse",
    "sentence1",
    "sentence2",
    "label1",
    "gold_label",
)
"""The columns of MultiNLI with one annotator (Williams et al. 2018); MED's files (Yanaka et al. 2019) have five."""

# --- Files that know their length and hash when they are finished, without being read again ---


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
    """A new file for writing; also enough of a Python file for pyarrow to write into. Without a path nothing is kept
    but length and hash."""

    def __init__(self, path: Path | None) -> None:
        place = path or Path(os.devnull)
        if path:
            path.parent.mkdir(parents=True, exist_ok=True)
        self._file = place.open("xb" if path else "wb")
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
        """Close without an error: the file will be removed, so what is still written to it goes nowhere."""
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

    def __init__(self, path: Path | None, heading: bytes = b"") -> None:
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


# --- What rows have in common ---


Kind: TypeAlias = Literal["whole", "real", "truth", "text", "texts", "wholes", "json"]
"""The type of a feature's values in a table: `json` is text that holds JSON, for values of mixed types."""

Seen: TypeAlias = Kind | Literal["null", "empty"]
Kinds: TypeAlias = tuple[tuple[str, Kind], ...]

FIXED = ("id", "premise", "hypothesis", "label", "schema")


@dataclass(frozen=True, slots=True)
class Layout:
    """One part of a data set. `labels` in the order of their ids; `features` are the same for all its parts."""

    fragment: str
    part: str
    labels: tuple[str, ...]
    features: Kinds
    digest: str = ""
    """Tells this data set from others. `datasets` caches by the names of files: equal names would give other rows."""
    own: bool = False
    """Made with a user's own fragment: whoever wrote it chooses the licence."""

    def __post_init__(self) -> None:
        names = [*FIXED, *(name for name, _ in self.features)]
        twice = sorted({n for n in names if names.count(n) > 1})
        if twice:
            raise ValueError(f"two columns of a table would be called {twice[0]!r}: give the feature another name")


def kinds_of(chunks: Iterable[Chunk]) -> Kinds:
    """The kinds that hold all values of these rows. All blocks must have the same features."""
    seen: dict[str, set[Seen]] = {}
    for number, (block, cells) in enumerate(rows for chunk in chunks for rows in _by_block(chunk)):
        names = [name for name, _ in block.features]
        if number and names != list(seen):
            raise ValueError(f"blocks differ in their features: {list(seen)} and {names}")
        for name, text in block.features:
            seen.setdefault(name, set()).update(_seen(json.loads(value)) for value in _samples(text, cells))
    return tuple((name, _settled(kinds)) for name, kinds in seen.items())


def _by_block(chunk: Chunk) -> Iterator[tuple[Block, NDArray[np.signedinteger[Any]]]]:
    """Each block that has rows, with the cells of its rows."""
    order = np.argsort(chunk.of, kind="stable")
    numbers, first = np.unique(chunk.of[order], return_index=True)
    for number, rows in zip(numbers, np.split(order, first[1:]), strict=False):
        yield chunk.blocks[number], chunk.cells[:, rows]


def _samples(text: Text, cells: NDArray[np.signedinteger[Any]]) -> list[str]:
    """Every value where one column holds whole values; else the first row's, for fixed text gives away the kind."""
    match text:
        case (Column(table, cell),):
            return [table[k] for k in np.unique(cells[cell])]
    return [row_text(text, cells[:, 0].tolist())]


def row_text(text: Text, cells: Sequence[int]) -> str:
    """The text in the row with these cells."""
    return "".join(p if isinstance(p, str) else p.table[cells[p.cell]] for p in text)


def kinds_of_values(rows: Iterable[Mapping[str, Any]]) -> Kinds:
    """The same for features that have been read back."""
    seen: dict[str, set[Seen]] = {}
    for features in rows:
        for name, value in features.items():
            seen.setdefault(name, set()).add(_seen(value))
    return tuple((name, _settled(kinds)) for name, kinds in seen.items())


def _seen(value: Any) -> Seen:
    plain: dict[type, Kind] = {int: "whole", float: "real", bool: "truth", str: "text"}
    if isinstance(value, list):
        inner = {type(v) for v in value}
        return "empty" if not inner else "texts" if inner == {str} else "wholes" if inner == {int} else "json"
    return "null" if value is None else plain.get(type(value), "json")


def _settled(seen: set[Seen]) -> Kind:
    """One kind for all; null goes with every kind, an empty list with every list."""
    named: set[Kind] = {kind for kind in seen if kind != "null" and kind != "empty"}
    if "empty" in seen and named <= {"texts", "wholes"}:
        named = named or {"texts"}
    elif "empty" in seen:
        return "json"
    if named == {"whole", "real"}:
        return "real"
    return "json" if len(named) > 1 else min(named, default="text")


# --- What a format is: a file name, a way to render a chunk, and a sink. jsonl.py is the shortest example. ---


Render: TypeAlias = Callable[[Chunk, Layout], bytes]


class StoredRow(NamedTuple):
    """A row of a table, its label by the name that the table itself gives it."""

    id: str
    premise: str
    hypothesis: str
    label: str
    schema: str
    features: Mapping[str, Any]


Read: TypeAlias = Callable[[Path, Layout], Iterator[StoredRow]]


def _nothing_more(work: Path, parts: Sequence[tuple[Layout, int]]) -> Mapping[str, Written]:
    del work, parts
    return {}


@dataclass(frozen=True, slots=True)
class Format:
    """`render` is pure and runs in worker processes; `sink` runs in the parent, one for each part.

    A sink without a path keeps no file. `read`, for tables, gives back what `render` wrote and refuses, with InputError
    or ValueError, columns and metadata that it would not write. `file`: the path within the data set's directory of a
    part. `around`: writes what belongs to all parts together, given each part and its number of rows.
    """

    name: str
    file: Callable[[Layout], str]
    render: Render
    sink: Callable[[Path | None, Layout], Sink]
    read: Read | None = None
    around: Callable[[Path, Sequence[tuple[Layout, int]]], Mapping[str, Written]] = _nothing_more
