"""PART.parquet: the same rows as columns; each feature is a column of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa

from provenli.data.formats.arrow import ParquetSink, columns, label_ids, render, stored_rows
from provenli.data.formats.layout import Format, Layout, StoredRow

LABEL = pa.dictionary(pa.int32(), pa.string())


def sink(path: Path | None, layout: Layout) -> ParquetSink:
    def labelled(labels: pa.Array) -> pa.Array:
        return pa.DictionaryArray.from_arrays(label_ids(labels, layout), pa.array(layout.labels, pa.string()))

    return ParquetSink(path, described(layout), labelled)


def described(layout: Layout) -> pa.Schema:
    schema = columns(layout)
    return schema.set(schema.get_field_index("label"), pa.field("label", LABEL))


def read(path: Path, layout: Layout) -> Iterator[StoredRow]:
    return stored_rows(path, described(layout), layout)


FORMAT = Format("parquet", lambda layout: f"{layout.part}.parquet", render, sink, read)
