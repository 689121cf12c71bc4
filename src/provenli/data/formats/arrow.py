"""Chunks as Arrow tables, and Parquet files from them: what parquet.py and hf.py share.

A chunk is rendered as JSON lines and read by Arrow's own JSON reader, so tables hold what the JSON files hold, and
JSON is decoded in one place that is not ours.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.json as pj
import pyarrow.parquet as pq

from provenli.data.blocks import Block, Chunk
from provenli.data.formats.jsonl import named
from provenli.data.formats.layout import FIXED, HashedFile, Kind, Layout, StoredRow, Written
from provenli.data.renderer import Line, Plain, Quoted, escaped, rendered
from provenli.data.strict_json import strict_json
from provenli.errors import InputError
from provenli.files import regular

TYPES: dict[Kind, pa.DataType] = {
    "whole": pa.int64(),
    "real": pa.float64(),
    "truth": pa.bool_(),
    "text": pa.string(),
    "texts": pa.list_(pa.string()),
    "wholes": pa.list_(pa.int64()),
    "json": pa.string(),
}

# Row groups are cut by row number alone, so the file does not depend on how the rows were chunked.
GROUP = 65_536
NO_THREAD = "Failed to launch worker thread"
CHUNK = 8_192
"""Rows that are turned into Python values at a time."""


def columns(layout: Layout) -> pa.Schema:
    texts = [(name, pa.string()) for name in FIXED]
    return pa.schema([*texts, *((name, TYPES[kind]) for name, kind in layout.features)])


def render(chunk: Chunk, layout: Layout) -> bytes:
    """The chunk as an Arrow IPC stream, labels as text."""
    out = io.BytesIO()
    with pa.ipc.new_stream(out, columns(layout)) as stream:
        stream.write_table(_table(chunk, layout))
    return out.getvalue()


def _table(chunk: Chunk, layout: Layout) -> pa.Table:
    lines = rendered(chunk, lambda block: _line(block, layout))
    schema = columns(layout)
    if not lines:
        return schema.empty_table()
    reading = pj.ReadOptions(use_threads=False, block_size=len(lines) + 1)
    parsing = pj.ParseOptions(explicit_schema=schema, unexpected_field_behavior="error")
    try:
        with _threads_told():
            return pj.read_json(pa.BufferReader(lines), reading, parsing)
    except pa.ArrowInvalid as error:
        kinds = ", ".join(f"{name}: {kind}" for name, kind in layout.features)
        rows = f"rows {chunk.start} to {chunk.stop - 1}"
        what = " ".join(str(error).split())
        raise InputError(f"{rows} do not fit the features ({kinds}): {what}") from error


@contextmanager
def _threads_told() -> Iterator[None]:
    """Arrow starts threads even for a single reader, and calls it an unknown error if there is no room for one."""
    try:
        yield
    except pa.ArrowException as error:
        if NO_THREAD in str(error):
            raise MemoryError from error
        raise


def _line(block: Block, layout: Layout) -> Line:
    kinds = dict(layout.features)
    features: list[str | Plain | Quoted] = []
    for name, value in block.features:
        if kinds.get(name) == "json":
            features += [f', "{escaped(name)}": "', Quoted(value), '"']
        else:
            features += [f', "{escaped(name)}": ', Plain(value)]
    return (
        '{"id": "',
        *named(layout),
        '", "premise": "',
        Quoted(block.premise),
        '", "hypothesis": "',
        Quoted(block.hypothesis),
        '", "label": "',
        Quoted(block.label),
        '", "schema": "',
        Quoted(block.schema),
        '"',
        *features,
        "}",
    )


def label_ids(labels: pa.Array, layout: Layout) -> pa.Array:
    ids = pc.index_in(labels, value_set=pa.array(layout.labels, pa.string()))
    if ids.null_count:
        strange = sorted(set(pc.unique(labels).to_pylist()) - set(layout.labels))
        raise ValueError(f"label {strange[0]!r} is none of {', '.join(layout.labels)}")
    return ids


def stored_rows(path: Path, schema: pa.Schema, layout: Layout) -> Iterator[StoredRow]:
    """The rows of a file that has exactly this schema, its metadata included, which name the labels; a numbered label
    becomes its name."""
    try:
        with _threads_told(), open(path, "rb", opener=regular) as raw, pq.ParquetFile(raw) as file:
            found = file.schema_arrow
            if not found.equals(schema) or (found.metadata or {}) != (schema.metadata or {}):
                raise InputError("its columns, their types or the names of its labels are others than were written")
            for batch in file.iter_batches(CHUNK):
                yield from (_stored(value, layout) for value in batch.to_pylist())
    except pa.ArrowException as error:
        raise InputError(f"no Parquet: {' '.join(str(error).split())[:100]}") from error


def _stored(value: dict[str, Any], layout: Layout) -> StoredRow:
    fixed = {name: value.pop(name) for name in FIXED}
    number = fixed["label"]
    if isinstance(number, int):
        fixed["label"] = layout.labels[number] if 0 <= number < len(layout.labels) else str(number)
    for name, kind in layout.features:
        if kind == "json" and isinstance(value[name], str):
            value[name] = strict_json(value[name])
    return StoredRow(**fixed, features=value)


class ParquetSink:
    """`labelled` turns the label texts into the column that this format wants."""

    def __init__(self, path: Path | None, schema: pa.Schema, labelled: Callable[[pa.Array], pa.Array]) -> None:
        self._schema, self._labelled = schema, labelled
        self._waiting: list[pa.Table] = []
        self._file = HashedFile(path)
        self._writer = pq.ParquetWriter(pa.PythonFile(self._file, mode="w"), schema, compression="zstd")

    def append(self, rendered: bytes) -> None:
        with pa.ipc.open_stream(rendered) as stream:
            self._waiting.append(stream.read_all())
        while sum(t.num_rows for t in self._waiting) >= GROUP:
            table = pa.concat_tables(self._waiting)
            self._write(table.slice(0, GROUP))
            self._waiting = [table.slice(GROUP)]

    def _write(self, table: pa.Table) -> None:
        # One piece a column: page limits are looked at by piece.
        whole = table.combine_chunks()
        place = whole.schema.get_field_index("label")
        labels = self._labelled(whole.column(place).combine_chunks())
        arrays = [labels if k == place else column for k, column in enumerate(whole.columns)]
        self._writer.write_table(pa.Table.from_arrays(arrays, schema=self._schema), row_group_size=GROUP)

    def finish(self) -> Written:
        rest = pa.concat_tables(self._waiting) if self._waiting else None
        if rest is not None and rest.num_rows:
            self._write(rest)
        self._waiting = []
        self._writer.close()
        self._file.close()
        return self._file.written()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.drop()
        with suppress(OSError, pa.ArrowException):
            self._writer.close()
