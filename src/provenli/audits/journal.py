"""What an audit has decided so far, kept as it goes: a killed run goes on where it stopped.

One JSON value a line, only ever appended. The first line says whose journal it is. A last line without its end was
being written when the run was killed: it is cut off. Only keys, labels and places are held in memory; the evidence is
read again from the file when it is needed.
"""

from __future__ import annotations

import fcntl
import json
import os
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import sleep
from typing import Any, BinaryIO

from provenli.errors import InputError
from provenli.files import OWN, regular

NAME = "journal.jsonl"
TRIES = 40
Json = dict[str, Any]


@dataclass
class Journal:
    path: Path
    file: BinaryIO
    places: dict[str, int] = field(default_factory=dict)
    """Where the record of a key begins."""

    def __getitem__(self, key: str) -> Json:
        self.file.seek(self.places[key])
        value: Json = json.loads(self.file.readline())
        return value

    def get(self, key: str) -> Json | None:
        return self[key] if key in self.places else None

    def add(self, key: str, record: Json) -> None:
        """Write a record and hand it to the system at once, so that it survives the end of the process."""
        place = self.file.seek(0, os.SEEK_END)
        self.file.write(json.dumps({"key": key, **record}).encode() + b"\n")
        self.file.flush()
        self.places[key] = place

    def close(self) -> None:
        """Close the file. Every record was flushed, so at most one is lost that a full disk has refused, and that was
        reported."""
        with suppress(OSError):
            self.file.close()


def open_journal(path: Path, owner: Json, shown: str) -> Journal:
    """Open the journal at the path, new or from an earlier run. `shown`: what the user calls the place."""
    try:
        file = os.fdopen(os.open(path, OWN, 0o644), "r+b")
    except OSError as e:
        raise InputError(f"{shown}: cannot be written: {e.strerror}; choose another --out") from e
    if not _locked(file):
        file.close()
        raise InputError(f"{shown} is being written by another run: wait for it or choose another --out")
    journal = Journal(path, file)
    first, places, end = _scan(file)
    if first is not None and first != owner:
        file.close()
        raise InputError(f"{shown} holds the audit of {_of(first)}: remove it or choose another --out")
    file.truncate(end)
    journal.places.update(places)
    if first is None:
        _begin(journal, owner, shown)
    return journal


def _begin(journal: Journal, owner: Json, shown: str) -> None:
    try:
        journal.file.seek(0)
        journal.file.write(json.dumps(owner).encode() + b"\n")
        journal.file.flush()
    except OSError as e:
        journal.close()
        raise InputError(f"{shown}: cannot be written: {e.strerror}; free some space or choose another --out") from e


def owner_of(path: Path) -> Json:
    """The first line, which says whose journal it is; empty if there is no journal."""
    try:
        with open(path, "rb", opener=regular) as file:
            return _value(file.readline()) or {}
    except FileNotFoundError:
        return {}
    except OSError as e:
        raise InputError(f"{path} cannot be read: {e.strerror}") from e


def _locked(file: BinaryIO) -> bool:
    """Workers of a run that was killed just now hold its lock for a moment longer."""
    for _ in range(TRIES):
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            sleep(0.05)
        else:
            return True
    return False


def _of(owner: Json) -> str:
    reading = owner.get("reading", {})
    told = [f"{k}={v}" for k, v in reading.items()] if isinstance(reading, dict) else []
    return f"{owner.get('file')} by {owner.get('fragment')} of ProveNLI {owner.get('version')} ({', '.join(told)})"


def _scan(file: BinaryIO) -> tuple[Json | None, dict[str, int], int]:
    """The owner, the places of the records, and where the last whole line ends."""
    owner: Json | None = None
    places: dict[str, int] = {}
    end = 0
    for line in file:
        value = _value(line)
        if value is None:  # torn; what follows a torn line cannot be trusted to begin where it should
            break
        if owner is None:
            owner = value
        elif "key" in value:
            places[str(value["key"])] = end
        end += len(line)
    return owner, places, end


def _value(line: bytes) -> Json | None:
    if not line.endswith(b"\n"):
        return None
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
