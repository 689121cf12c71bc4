"""A data set as a value: its parts by name, its rows, its manifest. What `nli.generate` and `nli.load` give."""

from __future__ import annotations

import shutil
import tempfile
import weakref
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

from provenli.data.manifest import read_manifest
from provenli.data.readers import Row, rows
from provenli.data.subject import VerificationReport
from provenli.errors import InputError, UnknownName, many

SHOWN = 5
"""Rows that a notebook shows."""
COLUMNS = ("premise", "hypothesis", "label")


@dataclass(frozen=True)
class DataPart:
    """One file of pairs, such as train."""

    name: str
    path: Path
    size: int
    labels: Mapping[str, int]

    def __len__(self) -> int:
        return self.size

    def __iter__(self) -> Iterator[Row]:
        return rows(self.path)

    def __repr__(self) -> str:
        return f"<{self.name}: {told(self.labels)}>"

    def to_pandas(self) -> Any:
        """A data frame: one row a pair, one column a feature."""
        return frame(row_values(r) for r in self)

    def _repr_html_(self) -> str:
        return f"<p>{escape(repr(self))}</p>{table_html(self)}"


@dataclass(frozen=True)
class Dataset(Mapping[str, DataPart]):
    """Parts by name. `origin` says in a few words what the pairs are; `verified` proves everything again."""

    directory: Path
    origin: str
    parts: Mapping[str, DataPart]
    verified: Callable[[], VerificationReport] = field(repr=False)

    def __getitem__(self, name: str) -> DataPart:
        if name not in self.parts:
            raise UnknownName("part", name, self.parts)
        return self.parts[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.parts)

    def __len__(self) -> int:
        return len(self.parts)

    @property
    def size(self) -> int:
        return sum(p.size for p in self.parts.values())

    def verify(self) -> VerificationReport:
        """Every certificate and every row checked again, with the kernel and no engine."""
        return self.verified()

    def export(self, formats: str, out: str | Path) -> dict[str, int]:
        """Write all parts in formats of other tools, such as "lm-eval,inspect"; returns the number of rows by part."""
        from provenli.data.export import export
        from provenli.data.format_names import read_formats

        return export(self.directory, read_formats(formats), Path(out))

    def to_pandas(self) -> Any:
        """A data frame of all parts: one row a pair, one column a feature, and the part."""
        return frame({"part": p.name, **row_values(r)} for p in self.parts.values() for r in p)

    def __repr__(self) -> str:
        parts = ", ".join(f"{p.name} {p.size:,}" for p in self.parts.values())
        return f"<{self.origin}: {many(self.size, 'pair')} ({parts}) in {self.directory}>"

    def _repr_html_(self) -> str:
        first = next(iter(self.parts.values()), None)
        listed = "".join(
            f"<tr><td>{escape(p.name)}</td><td>{p.size:,}</td><td>{escape(told(p.labels))}</td></tr>"
            for p in self.parts.values()
        )
        head = "<tr><th>part</th><th>pairs</th><th>labels</th></tr>"
        rest = table_html(first) if first is not None else ""
        return f"<p>{escape(repr(self))}</p><table>{head}{listed}</table>{rest}"


def told(labels: Mapping[str, int]) -> str:
    return ", ".join(f"{label} {n:,}" for label, n in labels.items())


def table_html(part: DataPart) -> str:
    head = "".join(f"<th>{c}</th>" for c in COLUMNS)
    found = [row for row, _ in zip(part, range(SHOWN), strict=False)]
    body = "".join("<tr>" + "".join(f"<td>{escape(getattr(r, c))}</td>" for c in COLUMNS) + "</tr>" for r in found)
    return f"<table><tr>{head}</tr>{body}</table>"


def row_values(row: Row) -> dict[str, Any]:
    """The features beside the other values, as columns; a feature may not hide what every row has."""
    own = {"id": row.id, "premise": row.premise, "hypothesis": row.hypothesis, "label": row.label, "schema": row.schema}
    return {**row.features, **own}


def frame(values: Iterator[dict[str, Any]]) -> Any:
    try:
        import pandas  # type: ignore[import-untyped]
    except ImportError as error:
        raise InputError("to_pandas needs pandas, which is not installed: pip install pandas") from error
    found = pandas.DataFrame(list(values))
    first = [c for c in ("part", "id", *COLUMNS, "schema") if c in found]
    return found[[*first, *(c for c in found if c not in first)]]


def read_dataset(directory: Path, verified: Callable[[], VerificationReport]) -> Dataset:
    """Open a data set that `provenli generate` has written."""
    manifest = read_manifest(directory)
    parts = {
        name: DataPart(name, directory / f"{name}.jsonl", record.rows, record.labels)
        for name, record in manifest.parts.items()
    }
    return Dataset(directory, manifest.fragment, parts, verified)


def passing_directory(owner: str) -> tuple[Path, Callable[[object], None]]:
    """A temporary directory, and what removes it together with the value that needs it."""
    place = Path(tempfile.mkdtemp(prefix=f"provenli-{owner}-"))

    def tie(value: object) -> None:
        weakref.finalize(value, shutil.rmtree, place, True)

    return place, tie
