"""The pairs that a model is asked about: from a data set, from a part of a split, or from any published file."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from heapq import nsmallest
from itertools import islice
from pathlib import Path
from typing import Any, Literal, TypeAlias

from provenli.data.manifest import NAME
from provenli.data.readers import rows
from provenli.errors import InputError, suggestion
from provenli.files import read_file
from provenli.labels import ENTAILMENT, NOT, folded, ordered
from provenli.published.pairs import Unreadable
from provenli.published.source import open_published

FIRST = ("test", "pairs")
"""The parts that are preferred if a directory has several and none is named."""
NO_PART = {"certificates", "patterns"}
OURS = "provenli"
RowChoice: TypeAlias = Literal["by label", "first"]
BY_LABEL: RowChoice = "by label"
FIRST_ROWS: RowChoice = "first"
"""How a limit takes rows. Runs of 0.1.0 took the first ones, and continue with them."""
SPARE = 1000


@dataclass(frozen=True, slots=True)
class AskedRow:
    """`name` belongs to this row alone. `gold` is None if the file has no label."""

    name: str
    premise: str
    hypothesis: str
    gold: str | None
    schema: str = ""
    features: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class AskedRows:
    """`labels`: those that occur. `sha256`: the hash of the file."""

    path: Path
    rows: tuple[AskedRow, ...]
    labels: tuple[str, ...]
    sha256: str

    @property
    def two_way(self) -> bool:
        return NOT in self.labels or set(self.labels) <= {ENTAILMENT}


def file_of(data: Path, part: str | None) -> Path:
    """The file with pairs; in a directory, that of the part asked for."""
    if not data.is_dir() or not (data / NAME).is_file():
        if part is not None:
            raise InputError(f"--part {part}: {data} is no data set or split; leave it out")
        return data
    parts = sorted(p.stem for p in data.glob("*.jsonl") if p.stem not in NO_PART and "." not in p.stem)
    if part is not None and part not in parts:
        raise InputError(f"--part: {data} has no part {part!r}; {suggestion(part, parts)}")
    chosen = part or next((name for name in FIRST if name in parts), parts[0] if len(parts) == 1 else None)
    if chosen is None:
        raise InputError(f"{data} has {len(parts)} parts: say which with --part; {suggestion('', parts)}")
    return data / f"{chosen}.jsonl"


def read_rows(
    data: Path, part: str | None, limit: int | None, two_way: bool, choice: RowChoice = BY_LABEL
) -> AskedRows:
    """All rows, or `limit` of them: equally many of each label, or the first ones."""
    path = file_of(data, part)
    source = open_published(path)
    found = _ours(path) if source.layout == OURS else _published(path)
    meant = (r if not two_way else _folded(r) for r in found)
    kept = tuple(meant if limit is None else islice(meant, limit) if choice == FIRST_ROWS else _even(meant, limit))
    if not kept:
        raise InputError(f"{path}: no pairs; choose another file")
    labels = ordered(r.gold for r in kept if r.gold is not None)
    if NOT in labels and len(labels) > 2:
        raise InputError(f"{path}: labels are two-way in some rows and three-way in others; --two-way folds them")
    return AskedRows(path, kept, labels, file_hash(path))


def _ours(path: Path) -> Iterator[AskedRow]:
    for row in rows(path):
        yield AskedRow(row.id, row.premise, row.hypothesis, row.label, row.schema, row.features)


def _published(path: Path) -> Iterator[AskedRow]:
    """Ids of published files may be missing or come twice; then the number of the row is its name."""
    seen: set[str] = set()
    for number, row in enumerate(open_published(path).rows(), 1):
        if isinstance(row, Unreadable):
            raise InputError(f"{path}, line {row.line}: {row.why}; mend the line or take it out")
        name = row.id if row.id and row.id not in seen else f"row {number}"
        seen.add(name)
        yield AskedRow(name, row.premise, row.hypothesis, row.label, "", dict(row.tags))


def _even(found: Iterable[AskedRow], limit: int) -> list[AskedRow]:
    """Equally many rows of each label, as far as there are some, in the file's order. A hash of their names chooses
    them: the same limit takes the same rows, and a larger limit adds to them. Rows without a label come last."""
    by_label: dict[str, list[tuple[bytes, int, AskedRow]]] = defaultdict(list)
    for place, row in enumerate(found):
        kept = by_label[row.gold or ""]
        kept.append((hashlib.sha256(row.name.encode("utf-8", "surrogatepass")).digest(), place, row))
        if len(kept) > 2 * limit + SPARE:  # so that memory does not grow with the file
            kept[:] = nsmallest(limit, kept)
    turns = [
        (not label, turn, label, place, row)
        for label, kept in by_label.items()
        for turn, (_, place, row) in enumerate(nsmallest(limit, kept))
    ]
    taken = sorted((place, row) for *_, place, row in nsmallest(limit, turns, key=lambda t: t[:4]))
    return [row for _, row in taken]


def _folded(row: AskedRow) -> AskedRow:
    return row if row.gold is None else replace(row, gold=folded(row.gold))


def file_hash(path: Path) -> str:
    digest = hashlib.sha256()
    for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
        if file.is_file():
            digest.update(read_file(file))
    return digest.hexdigest()
