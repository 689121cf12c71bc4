"""Pairs of an outside NLI file as rows, so that they can be cut like a data set. Labels are attested, not proved."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from provenli.errors import InputError
from provenli.files import read_file
from provenli.progress import silent
from provenli.splits.row_tables import RowTable, TableReader

ATTESTED = "attested"
"""The schema of rows that have no certificate."""
TWO_WAY = {"entailment", "non-entailment"}


class OutsidePair(Protocol):
    """A row of an NLI file, as a reader must give it: two sentences, a label by name, and its place."""

    @property
    def s1(self) -> str: ...

    @property
    def s2(self) -> str: ...

    @property
    def relation(self) -> str: ...

    @property
    def source(self) -> str: ...


@dataclass(frozen=True)
class OutsideRecord:
    file: str
    sha256: str
    rows: int
    repeated: int
    """Pairs that had come before and are left out."""

    def to_json(self) -> dict[str, Any]:
        return {"file": self.file, "sha256": self.sha256, "rows": self.rows, "repeated": self.repeated}


def outside_table(
    pairs: Sequence[OutsidePair], path: Path, role: str, labels: Sequence[str], folder: Path, seed: Sequence[int]
) -> tuple[RowTable, OutsideRecord]:
    """Each pair once, with the labels that our data sets have."""
    folder.mkdir(exist_ok=True)
    target = folder / f"{role}.jsonl"
    seen: set[tuple[str, str]] = set()
    with target.open("xb") as file:
        for pair in pairs:
            if (pair.s1, pair.s2) not in seen:
                file.write(_line(pair, len(seen), labels, path))
                seen.add((pair.s1, pair.s2))
    reader = TableReader(role, str(path), ("source",))
    reader.file(target, "pairs", silent, len(pairs))
    return reader.table(seed), OutsideRecord(path.name, _digest(path), len(seen), len(pairs) - len(seen))


def _line(pair: OutsidePair, number: int, labels: Sequence[str], path: Path) -> bytes:
    row = {
        "id": f"{path.stem}-{number:08}",
        "premise": pair.s1,
        "hypothesis": pair.s2,
        "label": _label(pair, labels),
        "schema": ATTESTED,
        "features": {"source": pair.source},
    }
    return json.dumps(row, ensure_ascii=False).encode() + b"\n"


def _label(pair: OutsidePair, labels: Sequence[str]) -> str:
    """Labels by name. With two-way data, contradiction is non-entailment (Yanaka et al. 2021, footnote 2)."""
    if set(labels) <= TWO_WAY:
        return "entailment" if pair.relation == "entailment" else "non-entailment"
    if pair.relation not in labels:
        raise InputError(f"{pair.source}: the label {pair.relation!r} is none of {', '.join(labels)}")
    return pair.relation


def _digest(path: Path) -> str:
    digest = hashlib.sha256()
    for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
        if file.is_file():
            digest.update(read_file(file))
    return digest.hexdigest()
