"""manifest.json: how a data set was made and what its files are. No times, hosts or paths: equal runs, equal bytes."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from provenli.data.formats.layout import Written
from provenli.data.strict_json import same_json, strict_json
from provenli.errors import InputError, suggestion
from provenli.files import neighbours, plain_name, plain_path, read_file
from provenli.logic.readings import Reading
from provenli.options import as_word
from provenli.pairs.fragment import Fragment

NAME = "manifest.json"
OLD = "0.1.0"
"""The version that did not record the reading under which labels were decided."""
FEW_UNDECIDED = 300
"""Up to one schema in this many may be recorded as undecided. With more, whoever made the data could leave out any."""
ENGLISH = "english"
"""Stands in place of a fragment if pairs are made from any English sentences."""


@dataclass(frozen=True, slots=True)
class PartRecord:
    """`labels`: rows by label. `files`: by path within the data set's directory."""

    rows: int
    labels: Mapping[str, int]
    files: Mapping[str, Written]


@dataclass(frozen=True, slots=True)
class Manifest:
    """`source`: the hash of a user's own fragment file. `files`: those that belong to all parts together. `reading`:
    the reading under which labels were decided; None in data of 0.1.0 (`read_as`). `left_out`: how many decided schemas
    no row shows; None if that was not recorded."""

    provenli: str
    fragment: str
    source: str | None
    seed: int
    size: int
    options: Mapping[str, Any]
    parts: Mapping[str, PartRecord]
    schemas: int
    patterns: int
    certificates: Mapping[str, Any]
    balance: Mapping[str, Any]
    notes: tuple[str, ...] = ()
    files: Mapping[str, Written] = field(default_factory=dict)
    reading: Reading | None = None
    left_out: int | None = None

    def read_as(self, fragment: Fragment) -> Fragment:
        """The fragment with the reading under which the data set was made, and with its parts."""
        if "parts" in self.options:  # --parts: rare, and nothing else needs what deals pairs out
            from provenli.pairs.random_parts import read_shares, with_shares

            fragment = with_shares(fragment, read_shares(as_word(self.options["parts"])))
        reading = self.reading
        if self.provenli == OLD and fragment.changed:
            raise InputError(
                f"{NAME}: data of {fragment.name!r} by ProveNLI {OLD} have other words or meanings than now (since "
                f"{fragment.changed}); make them again: provenli generate {fragment.name} --size {self.size} "
                f"--seed {self.seed} --out NEW"
            )
        if reading is None:  # 0.1.0: existential import was of all noun phrases
            return replace(fragment, reading=fragment.published_reading)
        if reading != fragment.reading and not getattr(fragment.pairs, "rereads", False):
            raise InputError(f"{NAME}: fragment {fragment.name!r} has labels under its own reading only")
        return replace(fragment, reading=reading)

    def to_json(self) -> str:
        value = {f.name: getattr(self, f.name) for f in fields(self)}
        value["parts"] = {name: _part_value(part) for name, part in self.parts.items()}
        value["files"] = _files_value(self.files)
        value["reading"] = self.reading and self.reading.to_json()
        if self.left_out is None:
            del value["left_out"]
        return written_json(value, sort_keys=True).decode()

    @staticmethod
    def from_json(text: str | bytes, where: str = NAME) -> Manifest:
        """Strict: exactly these keys, each of its type. `where` is named in errors."""
        try:
            value = strict_json(text)
        except (ValueError, RecursionError) as error:
            raise InputError(f"{where} is no JSON ({error}): make the data set again") from error
        old = isinstance(value, dict) and value.get("provenli") == OLD and "reading" not in value
        found = _object({**value, "reading": None} if old else value, _keys(value), where)
        return Manifest(**found)


def written_json(value: Any, sort_keys: bool = False) -> bytes:
    """A manifest: a data set's has its keys sorted; in that of a split, splits and parts keep their order."""
    text = json.dumps(value, indent=2, sort_keys=sort_keys, ensure_ascii=False, allow_nan=False)
    return f"{text}\n".encode()


def too_many_undecided(number: int, of: int) -> bool:
    return number * FEW_UNDECIDED > of


def read_manifest(directory: Path) -> Manifest:
    path = directory / NAME
    try:
        content = read_file(path)
    except OSError as error:
        raise InputError(_no_data_set(directory, error)) from error
    return Manifest.from_json(content, str(path))


def _no_data_set(directory: Path, error: OSError) -> str:
    expected = "expected a data set made by `provenli generate`"
    if directory.is_file():
        if directory.suffix == ".py":
            return f"{directory} is a file: {expected}; your own fragment goes with --fragment {directory}"
        around = f" such as {directory.parent}" if (directory.parent / NAME).is_file() else ""
        return f"{directory} is a file: {expected}, which is a directory{around}"
    if directory.is_dir() and (directory / NAME).exists():
        return f"{directory / NAME} cannot be read ({error.strerror}): {expected}"
    what = "has no manifest.json" if directory.is_dir() else "is no directory"
    return f"{directory} {what}: {expected}{neighbours(directory, NAME)}"


def _part_value(part: PartRecord) -> dict[str, Any]:
    return {"rows": part.rows, "labels": dict(part.labels), "files": _files_value(part.files)}


def _files_value(files: Mapping[str, Written]) -> dict[str, Any]:
    return {name: {"bytes": written.bytes, "sha256": written.sha256} for name, written in files.items()}


Read = Callable[[Any, str], Any]


def _object(value: Any, keys: Mapping[str, Read], where: str) -> dict[str, Any]:
    """Exactly these keys, each read by its reader."""
    found = _mapping(value, where)
    for name in found:
        if name not in keys:
            raise InputError(f"{where}: unexpected key {name!r}; {suggestion(name, keys)}")
    for name in keys:
        if name not in found:
            raise InputError(f"{where}: the key {name!r} is missing")
    return {name: read(found[name], f"{where}: {name}") for name, read in keys.items()}


def _wrong(value: Any, expected: str, where: str) -> InputError:
    return InputError(f"{where}: expected {expected}, found {json.dumps(value, ensure_ascii=False)[:60]}")


def _mapping(value: Any, where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _wrong(value, "an object", where)
    return value


def _text(value: Any, where: str) -> str:
    if not isinstance(value, str):
        raise _wrong(value, "a text", where)
    return value


def _hash(value: Any, where: str) -> str:
    if not isinstance(value, str) or len(value) != 64 or set(value) - set("0123456789abcdef"):
        raise _wrong(value, "a SHA-256 in 64 hexadecimal digits", where)
    return value


def _hash_or_none(value: Any, where: str) -> str | None:
    return None if value is None else _hash(value, where)


def _count(value: Any, where: str) -> int:
    if type(value) is not int or value < 0:
        raise _wrong(value, "a whole number from 0", where)
    return value


def _texts(value: Any, where: str) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise _wrong(value, "a list of texts", where)
    return tuple(_text(v, where) for v in value)


def _each(read: Read, key: Read = _text) -> Read:
    """`key`: reads the names; those that become paths are plain."""

    def mapping(value: Any, where: str) -> dict[str, Any]:
        return {key(name, where): read(v, f"{where}: {name}") for name, v in _mapping(value, where).items()}

    return mapping


def _written(value: Any, where: str) -> Written:
    return Written(**_object(value, {"bytes": _count, "sha256": _hash}, where))


def _part(value: Any, where: str) -> PartRecord:
    keys: dict[str, Read] = {"rows": _count, "labels": _each(_count), "files": _each(_written, plain_path)}
    part = PartRecord(**_object(value, keys, where))
    if sum(part.labels.values()) != part.rows:
        raise InputError(f"{where}: the labels count {sum(part.labels.values())} rows, rows says {part.rows}")
    return part


def _reading(value: Any, where: str) -> Reading | None:
    if value is None:
        return None
    try:
        found = Reading(**_mapping(value, where))
    except (TypeError, InputError) as error:
        raise InputError(f"{where}: {' '.join(str(error).split())[:100]}") from error
    if not same_json(found.to_json(), value):
        raise _wrong(value, "every choice of a reading", where)
    return found


KEYS: dict[str, Read] = {
    "provenli": _text,
    "fragment": _text,
    "source": _hash_or_none,
    "seed": _count,
    "size": _count,
    "options": _mapping,
    "parts": _each(_part, plain_name),
    "schemas": _count,
    "patterns": _count,
    "certificates": _mapping,
    "balance": _mapping,
    "notes": _texts,
    "files": _each(_written, plain_path),
    "reading": _reading,
    "left_out": _count,
}


def _keys(value: Any) -> Mapping[str, Read]:
    """`left_out` may be missing: the data sets of earlier versions have none."""
    there = isinstance(value, dict) and "left_out" in value
    return KEYS if there else {name: read for name, read in KEYS.items() if name != "left_out"}
