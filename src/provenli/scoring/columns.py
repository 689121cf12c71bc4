"""From batches of texts to numbered values, with every label known by name and no id twice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from provenli.errors import InputError
from provenli.labels import NO_LABEL, label_named, ordered, unknown_label
from provenli.scoring.batches import PredictionBatch, Role
from provenli.scoring.predictions import FeatureColumn, Numbers


@dataclass(frozen=True, eq=False)
class PredictionColumns:
    """One file. Gold labels and predicted labels have tables of their own; either may be None."""

    path: str
    size: int
    ids: Any
    gold: FeatureColumn | None
    label: FeatureColumn | None
    schema: FeatureColumn | None
    features: Mapping[str, FeatureColumn]
    probabilities: Mapping[str, Numbers] | None = None
    """By label; None unless every row has them for the same labels."""


class _Growing:
    """A column that comes in batches; texts are numbered at once, so that they need not be kept."""

    def __init__(self) -> None:
        self.chunks: list[tuple[int, Any, Any]] = []
        self.listed = False

    def add(self, start: int, column: Any) -> None:
        rows = None
        if pa.types.is_list(column.type):
            self.listed = True
            values, rows = column.flatten(), pc.list_parent_indices(column).to_numpy().astype(np.int64) + start
            if values.null_count:
                kept = pc.is_valid(values).to_numpy(zero_copy_only=False)
                values, rows = values.drop_null(), rows[kept]
            column = values
        self.chunks.append((start, rows, column.dictionary_encode()))

    def feature(self, size: int) -> FeatureColumn:
        """The column as one; the batches are let go."""
        chunks, self.chunks = self.chunks, []
        kind = pa.dictionary(pa.int32(), pa.string())
        whole = pa.chunked_array([c for _, _, c in chunks], kind).unify_dictionaries()
        parts = [np.asarray(c.indices.fill_null(-1), dtype=np.int64) for c in whole.chunks]
        values = tuple(whole.chunk(0).dictionary.to_pylist())
        if not self.listed:
            codes = np.full(size, -1, dtype=np.int64)
            for (start, _, _), part in zip(chunks, parts, strict=True):
                codes[start : start + len(part)] = part
            return FeatureColumn(values, codes)
        rows = [np.arange(s, s + len(p)) if r is None else r for (s, r, _), p in zip(chunks, parts, strict=True)]
        all_rows, codes = np.concatenate(rows), np.concatenate(parts)
        valued = codes >= 0
        return (
            FeatureColumn(values, codes, all_rows)
            if valued.all()
            else FeatureColumn(values, codes[valued], all_rows[valued])
        )


def encoded(batches: Iterable[PredictionBatch], path: str, own: tuple[str, ...]) -> PredictionColumns:
    ids: list[Any] = []
    columns: dict[Role, _Growing] = {}
    features: dict[str, _Growing] = {}
    shares: list[Mapping[str, Any] | None] = []
    size = 0
    for batch in batches:
        shares.append(batch.probabilities)
        for role, column in batch.columns.items():
            if role == "id":
                ids.append(column)
            else:
                columns.setdefault(role, _Growing()).add(size, column)
        for name, column in batch.features.items():
            features.setdefault(name, _Growing()).add(size, column)
        size += batch.size
    if not size:
        raise InputError(f"{path}: the file has no rows")
    first = 2 if path.endswith((".csv", ".tsv", ".txt")) else 1
    found = {role: column.feature(size) for role, column in columns.items()}
    gold, label, schema = (found.get(role) for role in ("gold", "label", "schema"))
    return PredictionColumns(
        path,
        size,
        _without_repetition(pa.chunked_array(ids), path, first) if ids else None,
        _with_names(gold, path, first, own, NO_LABEL) if gold else None,
        _with_names(label, path, first, own, ()) if label else None,
        schema if schema is not None and (schema.codes >= 0).any() else None,
        {name: column.feature(size) for name, column in features.items()},
        _probabilities(shares, own),
    )


def _probabilities(batches: Iterable[Mapping[str, Any] | None], own: tuple[str, ...]) -> dict[str, Numbers] | None:
    found: dict[str, list[Numbers]] = {}
    names: dict[str, str] | None = None
    for batch in batches:
        if batch is None or (names is not None and names.keys() != batch.keys()):
            return None
        names = names or {text: label_named(text, own) or "" for text in batch}
        for text, column in batch.items():
            found.setdefault(names[text], []).append(column.to_numpy(zero_copy_only=False))
    whole = {name: np.concatenate(parts) for name, parts in found.items()}
    sound = "" not in whole and len(whole) == len(names or ()) and not any(np.isnan(p).any() for p in whole.values())
    return whole if whole and sound else None


def _without_repetition(ids: Any, path: str, first: int) -> Any:
    # Ids of our own data sets go up, which is seen at once.
    if pc.all(pc.less(ids[:-1], ids[1:])).as_py() is not False:
        return ids
    number = pc.count_distinct(ids).as_py()
    if number == len(ids):
        return ids
    codes = np.asarray(ids.combine_chunks().dictionary_encode().indices)
    seen = np.unique(codes, return_index=True)[1]
    again = int(np.setdiff1d(np.arange(len(codes)), seen)[0])
    before = int(np.flatnonzero(codes == codes[again])[0])
    raise InputError(
        f"{path}, line {again + first}: the id {ids[again].as_py()!r} stands already in line {before + first} "
        f"({len(ids) - number:,} ids come again); each pair may have one prediction"
    )


def _with_names(
    column: FeatureColumn, path: str, first: int, own: tuple[str, ...], none: tuple[str, ...]
) -> FeatureColumn:
    """The same column with its labels named as usual; a text that is no label is refused, with its line."""
    names = [None if v in none else label_named(v, own) for v in column.values]
    for code in _unknown(column, names, none):
        line = int(np.flatnonzero(column.codes == code)[0]) + first
        raise InputError(f"{path}, line {line}: {unknown_label(column.values[code], own)}{_own_hint(own)}")
    labels = ordered(n for n in names if n is not None)
    table = np.array([-1 if n is None else labels.index(n) for n in names] + [-1], dtype=np.int64)
    return FeatureColumn(labels, table[column.codes])


def _unknown(column: FeatureColumn, names: list[str | None], none: tuple[str, ...]) -> list[int]:
    """Values that are no label, the one that comes first in the file first."""
    bad = [k for k, (v, n) in enumerate(zip(column.values, names, strict=True)) if n is None and v not in none]
    return sorted(bad, key=lambda code: int(np.argmax(column.codes == code)))


def _own_hint(own: tuple[str, ...]) -> str:
    return "" if own else " (--labels A,B,C names labels of your own, numbered from 0)"
