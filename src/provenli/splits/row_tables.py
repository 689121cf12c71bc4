"""What is known of every row of a data set before it is cut: where it stands in its file, and the features that matter.

One pass over the files; some 30 bytes a row are kept. Features are columns of numbers, so that a condition is answered
for all rows at once.
"""

from __future__ import annotations

import hashlib
import json
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from provenli.data.readers import Stretch, rows
from provenli.errors import InputError, suggestion
from provenli.progress import Progress
from provenli.splits.where import EVERY, Value, Where, allowed, frozen

FEATURES, LABEL, START = b', "features": ', b', "label": "', b'{"id": "'
OWN = ("label", "part")
"""Columns that are no features."""


@dataclass(frozen=True)
class FeatureColumn:
    values: tuple[Value, ...]
    codes: NDArray[np.int32]

    def mask(self, values: tuple[Value, ...]) -> NDArray[np.bool_]:
        allow = np.array([allowed(v, values) for v in self.values], dtype=np.bool_)
        found: NDArray[np.bool_] = allow[self.codes]
        return found


@dataclass(frozen=True)
class RowFile:
    """One file of rows; its rows are numbered from `first` in the table."""

    path: Path
    part: str
    first: int
    rows: int


@dataclass(frozen=True)
class RowTable:
    """All rows of one data set. `name`: what row ids begin with. `rank`: the random order in which rows are taken."""

    name: str
    shown: str
    sources: tuple[RowFile, ...]
    starts: NDArray[np.int64]
    lengths: NDArray[np.int32]
    columns: dict[str, FeatureColumn]
    rank: NDArray[np.int64]
    _known: dict[Where, NDArray[np.bool_]] = field(default_factory=dict)

    @property
    def size(self) -> int:
        return len(self.starts)

    @cached_property
    def parts(self) -> tuple[str, ...]:
        return tuple(s.part for s in self.sources)

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(str(v) for v in self.values("label"))

    def column(self, feature: str) -> FeatureColumn:
        if feature not in self.columns:
            raise InputError(f"{self.shown}: no row records {feature!r}; {suggestion(feature, self.columns)}")
        return self.columns[feature]

    def values(self, feature: str) -> tuple[Value, ...]:
        """Those that occur, in order; a feature that no row has is an error."""
        return tuple(sorted((v for v in self.column(feature).values if v is not None), key=_key))

    def matching(self, meant: Where) -> NDArray[np.bool_]:
        if meant not in self._known:
            if len(self._known) > 64:  # a protocol with many splits asks many things, most of them once
                self._known.clear()
            self._known[meant] = self._matching(meant)
        return self._known[meant]

    def _matching(self, meant: Where) -> NDArray[np.bool_]:
        found = np.zeros(self.size, dtype=np.bool_)
        for clause in meant.alternatives:
            here = np.ones(self.size, dtype=np.bool_)
            for feature, values in clause:
                here &= self.column(feature).mask(values)
            found |= here
        return found

    def count(self, meant: Where = EVERY) -> int:
        return int(self.matching(meant).sum())


def _key(value: Value) -> tuple[bool, Any]:
    """Numbers before texts; both in their own order."""
    number = isinstance(value, (int, float))
    return (False, value) if number else (True, json.dumps(value, ensure_ascii=False))


@dataclass
class Coder:
    """Values become numbers in the order in which they are met."""

    table: dict[Any, int] = field(default_factory=dict)
    codes: array[int] = field(default_factory=lambda: array("i"))

    def add(self, value: Any) -> None:
        # 1, 1.0 and True are one key in Python, so the type is part of it; texts and lists of texts need none.
        key = frozen(value) if isinstance(value, (list, dict)) else value
        if not isinstance(key, (str, tuple)):
            key = (type(key), key)
        self.codes.append(self.table.setdefault(key, len(self.table)))

    def column(self) -> FeatureColumn:
        typed = (isinstance(k, tuple) and len(k) == 2 and isinstance(k[0], type) for k in self.table)
        values = tuple(k[1] if t else k for k, t in zip(self.table, typed, strict=True))
        return FeatureColumn(values, np.frombuffer(self.codes, dtype=np.int32))


@dataclass(frozen=True)
class Hashed:
    bytes: int
    sha256: str


class TableReader:
    """Reads the files of one data set, one after the other, hashing on the way."""

    def __init__(self, name: str, shown: str, features: Iterable[str]) -> None:
        self.name, self.shown = name, shown
        self.coders = {f: Coder() for f in (*OWN, *features) if f not in ("schema",)}
        self.starts, self.lengths = array("q"), array("i")
        self.sources: list[RowFile] = []

    def file(self, path: Path, part: str, progress: Progress, total: int) -> Hashed:
        first, place, digest = len(self.starts), 0, hashlib.sha256()
        features = [(f, c) for f, c in self.coders.items() if f not in OWN]
        with _opened(path) as file:
            for number, line in enumerate(file, 1):
                digest.update(line)
                label, values = _read(line, Stretch(place, place + len(line), number), path)
                self.starts.append(place)
                self.lengths.append(len(line))
                place += len(line)
                self.coders["label"].add(label)
                self.coders["part"].add(part)
                for name, coder in features:
                    coder.add(values.get(name))
                if not number & 0x3FFF:
                    progress(f"reading {self.name}", len(self.starts), total)
        self.sources.append(RowFile(path, part, first, len(self.starts) - first))
        return Hashed(place, digest.hexdigest())

    def table(self, seed: Sequence[int]) -> RowTable:
        rng = np.random.Generator(np.random.PCG64(list(seed)))
        return RowTable(
            self.name,
            self.shown,
            tuple(self.sources),
            np.frombuffer(self.starts, dtype=np.int64) if self.starts else np.zeros(0, dtype=np.int64),
            np.frombuffer(self.lengths, dtype=np.int32) if self.lengths else np.zeros(0, dtype=np.int32),
            {name: coder.column() for name, coder in self.coders.items()},
            rng.permutation(len(self.starts)),
        )


def _opened(path: Path) -> BinaryIO:
    try:
        return path.open("rb")
    except OSError as e:
        raise InputError(f"{path} cannot be read: {e.strerror}") from e


def _read(line: bytes, stretch: Stretch, path: Path) -> tuple[str, dict[str, Any]]:
    """Label and features of a line, without reading its sentences: quotes inside these are escaped, so what is looked
    for cannot stand there. A line that is not as our own writer has it goes to the strict reader, which says why."""
    end = line.rfind(FEATURES)
    begin = line.rfind(LABEL, 0, end)
    if line.startswith(START) and 0 < begin < end and line.endswith(b"}\n"):
        label = line[begin + len(LABEL) : line.find(b'"', begin + len(LABEL))]
        try:
            return label.decode(), json.loads(line[end + len(FEATURES) : -2])
        except (ValueError, RecursionError):
            pass
    next(rows(path, stretch))
    raise InputError(f"{path}, line {stretch.line}: not as `provenli generate` writes it; make the data set again")
