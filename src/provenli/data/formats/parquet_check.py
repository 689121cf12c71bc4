"""What stands in a Parquet file around its rows, held against what is written: a reader may go by any of it.

Statistics let a reader pass over groups of rows, metadata names labels, and bytes between the columns are read by
nobody, so whoever changes the rows' surroundings can hide rows or tell of others. Nothing here depends on the version
of pyarrow that wrote the file.
"""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator
from typing import BinaryIO

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from provenli.errors import InputError

HEAD, TAIL = 4, 8
"""PAR1; the length of the footer, and PAR1 again."""
STORED_SCHEMA = b"ARROW:schema"


def checked_groups(raw: BinaryIO, schema: pa.Schema, rows_in_group: int) -> Iterator[pa.Table]:
    """The groups of rows of a file that is as `ParquetSink` writes it, of just this schema."""
    with pq.ParquetFile(raw) as file:
        footer, begins = _footer(raw)
        _check_schema(file, schema, footer)
        _check_places(file.metadata, begins, rows_in_group)
        for number in range(file.metadata.num_row_groups):
            table = file.read_row_group(number)
            _check_statistics(file.metadata.row_group(number), table)
            yield table


def _footer(raw: BinaryIO) -> tuple[bytes, int]:
    """And where it begins."""
    end = raw.seek(-TAIL, io.SEEK_END)
    length = int.from_bytes(raw.read(HEAD), "little")
    raw.seek(end - length)
    return raw.read(length), end - length


def _empty(schema: pa.Schema) -> io.BytesIO:
    out = io.BytesIO()
    pq.ParquetWriter(out, schema).close()  # a table without rows would load pandas
    return out


def _check_schema(file: pq.ParquetFile, schema: pa.Schema, footer: bytes) -> None:
    """Types and metadata stand in several places: all must say the same, and no key may come twice."""
    raw = _empty(schema)
    empty, written = pq.ParquetFile(raw), _footer(raw)[0]
    found, expected = file.metadata.metadata or {}, empty.metadata.metadata
    keys = set(expected)
    stored = found.get(STORED_SCHEMA, b"")
    right = (
        set(found) == keys
        and all(found[key] == expected[key] for key in keys - {STORED_SCHEMA})
        and all(footer.count(key) == written.count(key) for key in keys)
        and pa.ipc.read_schema(pa.py_buffer(base64.b64decode(stored))).equals(schema, check_metadata=True)
        and file.schema.equals(empty.schema)
    )
    if not right:
        raise InputError("its columns, their types or the names of its labels are others than were written")


def _check_places(m: pq.FileMetaData, end: int, rows_in_group: int) -> None:
    place, left = HEAD, m.num_rows
    for number in range(m.num_row_groups):
        group = m.row_group(number)
        if group.num_rows != min(left, rows_in_group):
            raise InputError(f"its groups of rows are not of {rows_in_group:,} rows each")
        left -= group.num_rows
        for column in (group.column(k) for k in range(group.num_columns)):
            start = column.dictionary_page_offset if column.has_dictionary_page else column.data_page_offset
            if start != place or column.file_path:
                raise InputError("it has bytes between its columns, or columns elsewhere")
            place += column.total_compressed_size
    if left or place != end:
        raise InputError("it has bytes beside its columns, or fewer rows than it says")


def _check_statistics(group: pq.RowGroupMetaData, table: pa.Table) -> None:
    leaves = [_leaf(column) for column in table.columns]
    for k, values in enumerate(leaves):
        told = group.column(k).statistics
        if told is None:
            continue
        real = pc.min_max(values)
        wrong = told.has_min_max and (told.min, told.max) != (real["min"].as_py(), real["max"].as_py())
        if wrong or (told.has_null_count and told.null_count < values.null_count):
            raise InputError(f"{table.column_names[k]}: its statistics are not those of its rows")


def _leaf(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """What Parquet keeps of a column: of lists their elements, of names their texts."""
    if pa.types.is_list(column.type):
        return pc.list_flatten(column)
    return column.cast(column.type.value_type) if pa.types.is_dictionary(column.type) else column
