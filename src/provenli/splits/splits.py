"""Splits as values: each a data set with its own parts, by name. What `nli.split` gives."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

from provenli.data.dataset import DataPart, Dataset
from provenli.data.manifest import NAME
from provenli.data.subject import VerificationReport
from provenli.errors import UnknownName
from provenli.splits.record import field as entry
from provenli.splits.record import named, read_part, read_record


@dataclass(frozen=True)
class Splits(Mapping[str, Dataset]):
    """All that a protocol cut, in one directory."""

    directory: Path
    protocol: str
    splits: Mapping[str, Dataset]
    verified: Callable[[], VerificationReport] = field(repr=False)

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
    """What `provenli split` has written there."""
    where = str(directory / NAME)
    record = read_record(directory / NAME)
    found = {name: read_split(directory / name, verified) for name in named(record, "splits", where)}
    return Splits(directory, entry(record, "protocol", str, where), found, verified)


def read_split(directory: Path, verified: Callable[[], VerificationReport]) -> Dataset:
    """One split: its parts are the files that its own manifest names."""
    where = str(directory / NAME)
    parts = {}
    for name, value in named(read_record(directory / NAME), "parts", where).items():
        record = read_part(value, where)
        parts[name] = DataPart(name, directory / f"{name}.jsonl", record.rows, record.labels)
    return Dataset(directory, f"split {directory.name}", parts, verified)
