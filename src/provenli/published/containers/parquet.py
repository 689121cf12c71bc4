"""Parquet, as on the Hugging Face hub. Records are numbered from 1; batches keep memory small."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from provenli.errors import InputError
from provenli.published.containers.protocol import SAMPLE, Change, Head, Key
from provenli.published.containers.tab_lines import named
from provenli.published.pairs import Item, RawRecord

BATCH = 1 << 14


@dataclass(frozen=True)
class Parquet:
    def head(self, path: Path) -> Head:
        with _told(path):
            file = _opened(path)
            names = file.schema_arrow.names
            batch = next(file.iter_batches(batch_size=SAMPLE), None)
            rows = _rows(batch) if batch is not None else []
        sample = tuple(RawRecord(k, row) for k, row in enumerate(rows, 1))
        return Head(named(names), sample)

    def records(self, path: Path) -> Iterator[Item]:
        number = 0
        for rows in _batches(path):
            for row in rows:
                number += 1
                yield RawRecord(number, row)

    def rewrite(self, path: Path, file: IO[bytes], label: Key, change: Change) -> None:
        """Same rows, schema, metadata and row groups; the bytes are those that this machine's Parquet writes."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        old = _opened(path)
        codec = old.metadata.row_group(0).column(0).compression if old.metadata.num_row_groups else "SNAPPY"
        number = 0
        with pq.ParquetWriter(file, old.schema_arrow, compression=codec) as writer:
            for group in range(old.metadata.num_row_groups):
                with _told(path):
                    table = old.read_row_group(group)
                assert isinstance(label, int)
                of = table.schema.field(label)
                typed = int if pa.types.is_integer(of.type) else float if pa.types.is_floating(of.type) else str
                values: list[Any] = []
                for row in _rows(table):
                    number += 1
                    new = change(RawRecord(number, row))
                    values.append(row[label] if new is None else typed(new))
                writer.write_table(table.set_column(label, of, pa.array(values, of.type)), len(table) or None)


def _opened(path: Path) -> Any:
    with _told(path):
        import pyarrow.parquet as pq

        return pq.ParquetFile(path)


def _batches(path: Path) -> Iterator[list[tuple[Any, ...]]]:
    with _told(path):
        for batch in _opened(path).iter_batches(batch_size=BATCH):
            yield _rows(batch)


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """A page in the middle may be damaged, which shows only when it is read; texts may not be UTF-8."""
    try:
        import pyarrow as pa
    except ModuleNotFoundError as error:
        raise InputError(f"{path}: reading Parquet needs pyarrow: pip install 'provenli[parquet]'") from error

    try:
        yield
    except (pa.ArrowException, OSError, UnicodeDecodeError, OverflowError) as error:
        what = (str(error).splitlines() or [type(error).__name__])[0][:120]
        raise InputError(f"{path}: expected Parquet: {what}; copy the file again") from error


def _rows(batch: Any) -> list[tuple[Any, ...]]:
    return list(zip(*(column.to_pylist() for column in batch.columns), strict=True))


def names_in(path: Path, column: str) -> tuple[str, ...] | None:
    """Names of numbered labels, which `datasets` keeps in the metadata of the schema."""
    import json

    metadata = _opened(path).schema_arrow.metadata or {}
    try:
        features = json.loads(metadata[b"huggingface"])["info"]["features"]
        return tuple(map(str, features[column]["names"]))
    except (KeyError, ValueError, TypeError):
        return None
