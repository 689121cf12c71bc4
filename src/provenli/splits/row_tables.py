"""What is known about every row of a data set before it is cut: its place in its file, and the features that matter.

This takes one pass over the files; some 30 bytes a row are kept. Features are columns of numbers, so that a condition
is answered for all rows at once.
"""

from __future__ import annotations

import hashlib
import json
import re
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from provenli.data.generate import CERTIFICATES, LEFT_OUT, PATTERNS
from provenli.data.manifest import NAME, Manifest, read_manifest
from provenli.data.readers import FileStretch, rows
from provenli.errors import InputError, suggestion
from provenli.files import neighbours, read_file, regular, resolved
from provenli.progress import Progress
from provenli.splits.protocol import Need, Protocol
from provenli.splits.record import is_split_directory
from provenli.splits.where import EVERY, Value, Where, allowed, frozen

FEATURES, LABEL, START = b', "features": ', b', "label": "', b'{"id": "'
OWN = ("label", "part")
"""Columns that are no features."""


@dataclass(frozen=True)
class RowFeature:
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
    """All rows of one data set. `name`: the beginning of row ids. `rank`: the random order in which rows are taken."""

    name: str
    shown: str
    sources: tuple[RowFile, ...]
    starts: NDArray[np.int64]
    lengths: NDArray[np.int32]
    columns: dict[str, RowFeature]
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

    def column(self, feature: str) -> RowFeature:
        if feature not in self.columns:
            raise InputError(f"{self.shown}: no row records {feature!r}; {suggestion(feature, self.columns)}")
        return self.columns[feature]

    def values(self, feature: str) -> tuple[Value, ...]:
        """The values that occur, in order; a feature that no row has is an error."""
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
    """Numbers values in the order in which they are met."""

    table: dict[Any, int] = field(default_factory=dict)
    codes: array[int] = field(default_factory=lambda: array("i"))

    def add(self, value: Any) -> None:
        # 1, 1.0 and True are one key in Python, so the type is part of it; texts and lists of texts need none.
        key = frozen(value) if isinstance(value, (list, dict)) else value
        if not isinstance(key, (str, tuple)):
            key = (type(key), key)
        self.codes.append(self.table.setdefault(key, len(self.table)))

    def column(self) -> RowFeature:
        typed = (isinstance(k, tuple) and len(k) == 2 and isinstance(k[0], type) for k in self.table)
        values = tuple(k[1] if t else k for k, t in zip(self.table, typed, strict=True))
        return RowFeature(values, np.frombuffer(self.codes, dtype=np.int32))


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
                label, values = _read(line, FileStretch(place, place + len(line), number), path)
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
        return open(path, "rb", opener=regular)
    except OSError as e:
        raise InputError(f"{path} cannot be read: {e.strerror}") from e


def _read(line: bytes, stretch: FileStretch, path: Path) -> tuple[str, dict[str, Any]]:
    """Label and features of a line, without reading its sentences: quotes inside these are escaped, so the markers
    cannot stand there. A line that our own writer would write differently goes to the strict reader, which says why."""
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


# --- The data sets that are cut: which plays which role, and whether they are as they were written. ---


SHORT = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")


def copied_of(manifest: Manifest) -> tuple[str, ...]:
    """The files that a split keeps of a data set beside its manifest, so that it can be checked on its own."""
    return (PATTERNS, CERTIFICATES, *([LEFT_OUT] if LEFT_OUT in manifest.files else []))


@dataclass(frozen=True)
class Parent:
    """`name`: its short name, with which row ids begin. `digest`: the hash of its manifest."""

    name: str
    directory: Path
    manifest: Manifest
    digest: str
    role: str


def parents_of(words: Sequence[str], protocol: Protocol) -> dict[str, Parent]:
    """Data sets by role. A word is a directory, or NAME=DIRECTORY if two directories have the same name."""
    if not words:
        needed = "; ".join(map(str, protocol.needs))
        raise InputError(f"protocol {protocol.name!r} needs data sets made by `provenli generate`: {needed}")
    found: dict[str, Parent] = {}
    names: set[str] = set()
    for word in words:
        name, directory = _named(word)
        if name in names:
            raise InputError(f"{word}: two data sets are called {name!r}; say how to call this one: NAME={directory}")
        names.add(name)
        if is_split_directory(directory):
            raise InputError(f"{directory} was made by `provenli split`; expected what `provenli generate` makes")
        manifest = read_manifest(directory)
        role = _role(directory, manifest, protocol, found)
        digest = hashlib.sha256(read_file(directory / NAME)).hexdigest()
        found[role] = Parent(name, directory, manifest, digest, role)
    for need in protocol.needs:
        if need.role not in found and not need.optional:
            raise InputError(
                f"protocol {protocol.name!r} also needs a data set of {need}: "
                f"make one with `provenli generate` and name its directory"
            )
    return found


def _named(word: str) -> tuple[str, Path]:
    given, equals, path = word.partition("=")
    if not equals or "/" in given or Path(word).is_dir():
        given, path = "", word
    directory = Path(path)
    if not directory.is_dir():
        wrong = "is a file" if directory.is_file() else "no such directory"
        near = neighbours(directory, NAME)
        raise InputError(f"{directory}: {wrong}; expected a data set made by `provenli generate`{near}")
    name = given or resolved(directory).name
    if not SHORT.fullmatch(name):
        raise InputError(f"{directory}: row ids cannot begin with {name!r}; give another name: NAME={directory}")
    return name, directory


def _role(directory: Path, manifest: Manifest, protocol: Protocol, taken: Mapping[str, Parent]) -> str:
    fitting = [n for n in protocol.needs if not n.fragments or manifest.fragment in n.fragments]
    if not fitting:
        wanted = ", ".join(dict.fromkeys(f for n in protocol.needs for f in n.fragments))
        raise InputError(
            f"{directory} is a data set of {manifest.fragment!r}; protocol {protocol.name!r} needs {wanted}"
        )
    made = [n for n in fitting if n.fits(manifest.fragment, manifest.options)]
    if not made:
        wanted = " or ".join(f"--{k} {v}" for n in fitting for k, v in n.options.items())
        names = dict.fromkeys(k for n in fitting for k in n.options)
        found = " ".join(f"--{k} {manifest.options.get(k)}" for k in names)
        raise InputError(f"{directory} was made with {found}; protocol {protocol.name!r} needs {wanted}")
    free = [n for n in made if n.role not in taken]
    if not free:
        other = taken[made[0].role].directory
        raise InputError(f"{directory} and {other} are both data sets of {made[0]}; give one of them")
    return free[0].role


def read_table(parent: Parent, need: Need, seed: Sequence[int], progress: Progress) -> RowTable:
    """Every row of the data set, whose files must be those that its manifest names."""
    reader = TableReader(parent.name, str(parent.directory), (*need.features, *need.also))
    for name, part in parent.manifest.parts.items():
        path = parent.directory / f"{name}.jsonl"
        if not path.is_file():
            raise InputError(f"{path} is missing; the manifest of {parent.directory} lists it")
        read = reader.file(path, name, progress, parent.manifest.size)
        written = part.files.get(path.name)
        if written is None or written.sha256 != read.sha256:
            raise InputError(
                f"{path} is not the file that its manifest lists: its hash differs; "
                f"`provenli verify {parent.directory}` says more"
            )
    table = reader.table(seed)
    for feature in need.features:
        if not table.values(feature):
            raise InputError(f"{parent.directory}: no row records the feature {feature!r}, which the protocol needs")
    return table


def check_copied(parent: Parent) -> None:
    for name in copied_of(parent.manifest):
        path, written = parent.directory / name, parent.manifest.files.get(name)
        if not path.is_file():
            raise InputError(f"{path} is missing; the manifest of {parent.directory} lists it")
        with open(path, "rb", opener=regular) as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        if written is None or written.sha256 != digest:
            raise InputError(f"{path} is not the file that its manifest lists: its hash differs")
