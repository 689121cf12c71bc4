"""The manifests of a split directory: OUT/manifest.json for the whole, OUT/SPLIT/manifest.json for each split.

No times, hosts or paths outside of the directory: equal runs, equal bytes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from dataclasses import field as slot
from html import escape
from pathlib import Path
from typing import Any

from provenli.data.dataset import DataPart, Dataset
from provenli.data.formats.layout import Written
from provenli.data.manifest import NAME
from provenli.data.strict_json import Kinds, keyed, strict_json
from provenli.data.subject import VerificationReport
from provenli.errors import InputError, UnknownName
from provenli.files import file_hash, plain_name, read_file
from provenli.splits.protocol import Check
from provenli.splits.where import Where

PARENTS = "../parents"
"""The folder of the data sets that a split was cut from, each by its name."""
HASH = re.compile("[0-9a-f]{64}")


def _number(value: Any) -> bool:
    return type(value) is int and value >= 0


OUTSIDE: Kinds = {"file": str, "sha256": str, "rows": _number, "repeated": _number}
ANSWERS: Kinds = {"parts": list, "labels": list, "values": dict, "counts": list}
COUNT: Kinds = {"where": list, "rows": _number}
ABOUT: Kinds = {
    "provenli": str,
    "protocol": str,
    "source": lambda value: value is None or (type(value) is str and HASH.fullmatch(value) is not None),
    "options": dict,
    "seed": lambda value: type(value) is int and value >= 0,
    "outside": dict,
    "parents": dict,
    "notes": lambda value: type(value) is list and {*map(type, value)} <= {str},
}
WHOLE: Kinds = {**ABOUT, "asked": dict, "splits": lambda value: type(value) is dict and bool(value)}
ONE: Kinds = {**ABOUT, "split": str, "about": str, "parts": dict, "checks": list}
PARENT: Kinds = {"path": str, "role": str, "fragment": str, "manifest": str}
PART: Kinds = {
    "file": str,
    "rows": _number,
    "labels": lambda value: type(value) is dict and all(map(_number, value.values())),
    "flipped": _number,
    "draws": list,
    "bytes": _number,
    "sha256": str,
}
DRAW: Kinds = {"parent": str, "where": list, "rows": _number}
WHATS = ("pair", "features", "elements", "names")


@dataclass(frozen=True)
class SplitPartRecord:
    """`draws`: which rows of which data set, and how many. `flipped`: rows whose label is deliberately wrong."""

    rows: int
    labels: Mapping[str, int]
    flipped: int
    draws: tuple[Mapping[str, Any], ...]
    written: Written

    def to_json(self, name: str) -> dict[str, Any]:
        return {
            "file": f"{name}.jsonl",
            "rows": self.rows,
            "labels": dict(self.labels),
            "flipped": self.flipped,
            "draws": [dict(d) for d in self.draws],
            "bytes": self.written.bytes,
            "sha256": self.written.sha256,
        }


def flips_told(records: Mapping[str, SplitPartRecord]) -> list[str]:
    """The notes about flipped labels of a split."""
    return [
        f"{name}: the labels of {r.flipped:,} of {r.rows:,} rows are deliberately wrong (feature flipped: true)"
        for name, r in records.items()
        if r.flipped
    ]


def is_split_directory(directory: Path) -> bool:
    """Whether its manifest is that of all splits; a data set's has no protocol."""
    return {"protocol", "splits"} <= _keys(directory)


def is_one_split(directory: Path) -> bool:
    return "parents" in (found := _keys(directory)) and "splits" not in found


def _keys(directory: Path) -> set[str]:
    """The keys of its manifest; none if there is none that can be read."""
    try:
        value = json.loads(read_file(directory / NAME))
    except (OSError, ValueError, RecursionError):
        return set()
    return set(value) if isinstance(value, dict) else set()


def read_record(path: Path) -> dict[str, Any]:
    try:
        value = strict_json(read_file(path))
    except OSError as e:
        raise InputError(f"{path} cannot be read ({e.strerror}): expected a directory made by `provenli split`") from e
    except (ValueError, RecursionError) as e:
        raise InputError(f"{path} is no JSON ({e}): cut the data set again") from e
    if not isinstance(value, dict):
        raise InputError(f"{path}: expected an object, found {json.dumps(value)[:60]}")
    return value


def digest_of(path: Path) -> str:
    try:
        return file_hash(path)
    except OSError as e:
        raise InputError(f"{path} cannot be read: {e.strerror}") from e


def field(value: Any, key: str, kind: type | tuple[type, ...], where: str) -> Any:
    """The entry of an object, which must be there and of that kind."""
    if not isinstance(value, dict) or key not in value:
        raise InputError(f"{where}: the key {key!r} is missing")
    found = value[key]
    if not isinstance(found, kind) or (isinstance(found, bool) and kind is int):
        raise InputError(f"{where}: {key}: found {json.dumps(found, ensure_ascii=False)[:60]}")
    return found


def named(value: Any, key: str, where: str) -> dict[str, Any]:
    """The entry, an object whose keys become names of files or directories."""
    found: dict[str, Any] = field(value, key, dict, where)
    return {plain_name(name, f"{where}: {key}"): v for name, v in found.items()}


def split_names(directory: Path) -> list[str]:
    """The splits of a directory, each the name of a directory in it."""
    return list(named(read_record(directory / NAME), "splits", str(directory / NAME)))


def read_part(name: str, value: Any, where: str) -> SplitPartRecord:
    found = keyed(value, PART, f"{where}: parts: {name}")
    if found["file"] != f"{name}.jsonl":
        raise InputError(f"{where}: parts: {name}: file: expected {name}.jsonl, found {found['file']!r:.60}")
    draws = tuple(keyed(draw, DRAW, f"{where}: parts: {name}: draws") for draw in found["draws"])
    written = Written(found["bytes"], found["sha256"])
    return SplitPartRecord(found["rows"], found["labels"], found["flipped"], draws, written)


def read_check(value: Any, where: str) -> Check:
    what, between = field(value, "what", str, where), field(value, "between", list, where)
    if what not in WHATS or len(between) != 2:
        raise InputError(f"{where}: no check: {json.dumps(value, ensure_ascii=False)[:60]}")
    features = field({"features": [], **value}, "features", list, where)
    only = Where.from_json(value.get("only", [{}]), where)
    return Check(what, (str(between[0]), str(between[1])), tuple(map(str, features)), only)


# --- Splits as values ---


@dataclass(frozen=True)
class Splits(Mapping[str, Dataset]):
    """All that a protocol cut, in one directory."""

    directory: Path
    protocol: str
    splits: Mapping[str, Dataset]
    verified: Callable[[], VerificationReport] = slot(repr=False)

    def __getitem__(self, name: str) -> Dataset:
        if name not in self.splits:
            raise UnknownName("split", name, self.splits)
        return self.splits[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.splits)

    def __len__(self) -> int:
        return len(self.splits)

    def verify(self) -> VerificationReport:
        """Every row against its certificate, and that no part has what the protocol forbids."""
        return self.verified()

    def __repr__(self) -> str:
        names = ", ".join(list(self.splits)[:6]) + (f" and {len(self.splits) - 6} more" if len(self.splits) > 6 else "")
        return f"<{self.protocol}: {len(self.splits)} splits ({names}) in {self.directory}>"

    def _repr_html_(self) -> str:
        listed = "".join(f"<li>{escape(name)}: {escape(repr(split))}</li>" for name, split in self.splits.items())
        return f"<p>{escape(repr(self))}</p><ul>{listed}</ul>"


def read_splits(directory: Path, verified: Callable[[], VerificationReport]) -> Splits:
    """Open what `provenli split` has written."""
    where = str(directory / NAME)
    record = read_record(directory / NAME)
    found = {name: read_split(directory / name, verified) for name in named(record, "splits", where)}
    return Splits(directory, field(record, "protocol", str, where), found, verified)


def read_split(directory: Path, verified: Callable[[], VerificationReport]) -> Dataset:
    """One split: its parts are the files that its own manifest names."""
    where = str(directory / NAME)
    parts = {}
    for name, value in named(read_record(directory / NAME), "parts", where).items():
        record = read_part(name, value, where)
        parts[name] = DataPart(name, directory / f"{name}.jsonl", record.rows, record.labels)
    return Dataset(directory, f"split {directory.name}", parts, verified)
