"""From batches of texts to numbered values, with every label known by name and no id twice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from provenli.errors import InputError
from provenli.labels import NO_LABEL, label_named, ordered, unknown_label
from provenli.scoring.batches import PredictionBatch, Role, numbered
from provenli.scoring.predictions import FeatureColumn, Ids, Numbers


@dataclass(frozen=True, eq=False)
class PredictionColumns:
    """One file. Gold labels and predicted labels have tables of their own; either may be None."""

    path: str
    size: int
    ids: Ids | None
    gold: FeatureColumn | None
    label: FeatureColumn | None
    schema: FeatureColumn | None
    features: Mapping[str, FeatureColumn]
    probabilities: Mapping[str, Numbers] | None = None
    """By label; None unless every row has them for the same labels."""


class _Growing:
    """A column that comes in batches, each with a table of its own, joined into one table."""

    def __init__(self) -> None:
        self.table: dict[str, int] = {}
        self.chunks: list[tuple[int, FeatureColumn]] = []

    def add(self, start: int, column: FeatureColumn) -> None:
        table = np.array([self.table.setdefault(v, len(self.table)) for v in column.values] + [-1], dtype=np.int64)
        self.chunks.append((start, replace(column, codes=table[column.codes])))

    def feature(self, size: int) -> FeatureColumn:
        """The column as one; the batches are released."""
        chunks, self.chunks = self.chunks, []
        values = tuple(self.table)
        if any(c.rows is not None for _, c in chunks):
            return _listed(values, chunks)
        codes = np.full(size, -1, dtype=np.int64)
        for start, part in chunks:
            codes[start : start + len(part.codes)] = part.codes
        return FeatureColumn(values, codes)


def _listed(values: tuple[str, ...], chunks: list[tuple[int, FeatureColumn]]) -> FeatureColumn:
    """A column in which some row has several values."""
    rows = [s + (np.arange(len(c.codes)) if c.rows is None else c.rows) for s, c in chunks]
    all_rows, codes = np.concatenate(rows), np.concatenate([c.codes for _, c in chunks])
    valued = codes >= 0
    return FeatureColumn(values, codes[valued], all_rows[valued])


def encoded(batches: Iterable[PredictionBatch], path: str, own: tuple[str, ...]) -> PredictionColumns:
    ids: list[Ids] = []
    columns: dict[Role, _Growing] = {}
    features: dict[str, _Growing] = {}
    shares: list[Mapping[str, Numbers] | None] = []
    size = 0
    for batch in batches:
        shares.append(batch.probabilities)
        if batch.ids is not None:
            ids.append(batch.ids)
        for role, column in batch.columns.items():
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
        _without_repetition(np.concatenate(ids), path, first) if ids else None,
        _with_names(gold, path, first, own, NO_LABEL) if gold else None,
        _with_names(label, path, first, own, ()) if label else None,
        schema if schema is not None and (schema.codes >= 0).any() else None,
        {name: column.feature(size) for name, column in features.items()},
        _probabilities(shares, own),
    )


def _probabilities(batches: Iterable[Mapping[str, Numbers] | None], own: tuple[str, ...]) -> dict[str, Numbers] | None:
    found: dict[str, list[Numbers]] = {}
    names: dict[str, str] | None = None
    for batch in batches:
        if batch is None or (names is not None and names.keys() != batch.keys()):
            return None
        names = names or {text: label_named(text, own) or "" for text in batch}
        for text, column in batch.items():
            found.setdefault(names[text], []).append(column)
    whole = {name: np.concatenate(parts) for name, parts in found.items()}
    sound = "" not in whole and len(whole) == len(names or ()) and not any(np.isnan(p).any() for p in whole.values())
    return whole if whole and sound else None


def _without_repetition(ids: Ids, path: str, first: int) -> Ids:
    # Ids of our own data sets go up, which is seen at once.
    if (ids[:-1] < ids[1:]).all():
        return ids
    number = len(set(ids))
    if number == len(ids):
        return ids
    codes = numbered(ids).codes
    seen = np.unique(codes, return_index=True)[1]
    again = int(np.setdiff1d(np.arange(len(codes)), seen)[0])
    before = int(np.flatnonzero(codes == codes[again])[0])
    raise InputError(
        f"{path}, line {again + first}: the id {ids[again]!r} stands already in line {before + first} "
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
    """Values that are no label, in the order of the file."""
    bad = [k for k, (v, n) in enumerate(zip(column.values, names, strict=True)) if n is None and v not in none]
    return sorted(bad, key=lambda code: int(np.argmax(column.codes == code)))


def _own_hint(own: tuple[str, ...]) -> str:
    told = "--labels entailment,neutral,contradiction says that 0 is entailment; it also takes names of your own"
    return "" if own else f" ({told})"
