"""The data sets that are cut: which plays which role, and whether they are as they were written."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from provenli.data.generate import CERTIFICATES, PATTERNS
from provenli.data.manifest import NAME, Manifest, read_manifest
from provenli.errors import InputError
from provenli.progress import Progress
from provenli.splits.protocol import Need, Protocol
from provenli.splits.record import is_split_directory
from provenli.splits.row_tables import RowTable, TableReader

SHORT = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")
COPIED = (NAME, PATTERNS, CERTIFICATES)
"""What a split keeps of a data set, so that it can be checked on its own."""


@dataclass(frozen=True)
class Parent:
    """`name`: its short name, which row ids begin with. `digest`: the hash of its manifest."""

    name: str
    directory: Path
    manifest: Manifest
    digest: str
    role: str


def parents_of(words: Sequence[str], protocol: Protocol) -> dict[str, Parent]:
    """By role. A word is a directory, or NAME=DIRECTORY where directories are called alike."""
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
        digest = hashlib.sha256((directory / NAME).read_bytes()).hexdigest()
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
        raise InputError(f"{directory}: {wrong}; expected a data set made by `provenli generate`")
    name = given or directory.resolve().name
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
    made = [n for n in fitting if all(_same(manifest.options.get(k), v) for k, v in n.options.items())]
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


def _same(found: object, wanted: object) -> bool:
    return found == wanted or (isinstance(found, list) and wanted == tuple(found))


def read_table(parent: Parent, need: Need, seed: Sequence[int], progress: Progress) -> RowTable:
    """Every row of the data set, whose files must be those that its manifest speaks of."""
    reader = TableReader(parent.name, str(parent.directory), (*need.features, *need.also))
    for name, part in parent.manifest.parts.items():
        path = parent.directory / f"{name}.jsonl"
        if not path.is_file():
            raise InputError(f"{path} is missing; the manifest of {parent.directory} lists it")
        read = reader.file(path, name, progress, parent.manifest.size)
        written = part.files.get(path.name)
        if written is None or written.sha256 != read.sha256:
            raise InputError(
                f"{path} is not the file that its manifest speaks of: its hash differs; "
                f"`provenli verify {parent.directory}` says more"
            )
    table = reader.table(seed)
    for feature in need.features:
        if not table.values(feature):
            raise InputError(f"{parent.directory}: no row records the feature {feature!r}, which the protocol needs")
    return table


def check_copied(parent: Parent) -> None:
    for name in (PATTERNS, CERTIFICATES):
        path, written = parent.directory / name, parent.manifest.files.get(name)
        if not path.is_file():
            raise InputError(f"{path} is missing; the manifest of {parent.directory} lists it")
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        if written is None or written.sha256 != digest:
            raise InputError(f"{path} is not the file that its manifest speaks of: its hash differs")
