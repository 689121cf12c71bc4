"""What every reader of predictions returns: a batch of rows as columns of numbered texts."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NoReturn, TypeAlias

import numpy as np

from provenli.errors import InputError
from provenli.scoring.predictions import FeatureColumn, Ids, Numbers

Role: TypeAlias = Literal["id", "gold", "label", "schema"]
Keys: TypeAlias = Mapping[Role, str]
"""The key or column for each role in one file."""

# Published files and other people's tables use several names; the first that a file has counts. A column `label` holds
# predictions, unless another column says that it does: then `label` is the gold label, as data files call it.
FOR_PREDICTIONS: dict[Role, tuple[str, ...]] = {
    "id": ("id", "pairID"),
    "label": ("prediction", "pred", "predicted", "predicted_label", "label"),
    "gold": ("gold", "gold_label", "label"),
    "schema": ("schema",),
}
FOR_GOLD: dict[Role, tuple[str, ...]] = {
    "id": ("id", "pairID"),
    "gold": ("gold", "gold_label", "label"),
    "schema": ("schema",),
}


@dataclass(frozen=True, eq=False)
class PredictionBatch:
    """`size` rows; `columns` are of all roles but the id. A feature may have several texts a row."""

    size: int
    ids: Ids | None
    columns: Mapping[Role, FeatureColumn]
    features: Mapping[str, FeatureColumn]
    probabilities: Mapping[str, Numbers] | None = None
    """By label, with NaN where a row has none; None if there are none, or something else is under that key."""


def numbered(texts: Iterable[str | None], rows: Sequence[int] | None = None) -> FeatureColumn:
    """Each text as its number in a table of texts, in the order in which they first come."""
    table: dict[str | None, int] = {None: -1}
    codes = np.array([table.setdefault(text, len(table) - 1) for text in texts], dtype=np.int64)
    values = tuple(text for text in table if text is not None)
    return FeatureColumn(values, codes, None if rows is None else np.array(rows, dtype=np.int64))


def as_ids(texts: Sequence[str | None]) -> Ids:
    """Texts as Python objects: as a type of fixed width they would all take the room of the longest."""
    found: Ids = np.empty(len(texts), dtype=object)
    found[:] = texts
    return found


def keys_of(found: Any, roles: Mapping[Role, tuple[str, ...]]) -> Keys:
    """Which of a role's names a file uses, by its first row; no column has two roles. If it uses none, the names that
    we write ourselves."""
    keys: dict[Role, str] = {}
    for role, names in roles.items():
        usual = "label" if role == "label" else names[0]
        keys[role] = next((n for n in names if n in found and n not in keys.values()), usual)
    return keys


def shown(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)[:60]


def refuse(path: object, line: int, what: str) -> NoReturn:
    raise InputError(f"{path}, line {line}: {what}")


# --- With pyarrow a block of regular JSON lines is parsed at once. ---

PIECE = 1 << 20
"""How much one thread of Arrow parses at a time; a longer line is left to the other reader."""


def quick_batch(block: bytes, keys: Keys) -> PredictionBatch | None:
    """None if Arrow would refuse the block, or might read it differently than json does."""
    import pyarrow as pa
    from pyarrow import json as arrow_json

    schema = pa.schema([(key, pa.string()) for key in keys.values()])
    options = arrow_json.ParseOptions(explicit_schema=schema, unexpected_field_behavior="infer")
    reading = arrow_json.ReadOptions(block_size=PIECE)
    try:
        block.decode()
        table = arrow_json.read_json(io.BytesIO(block), reading, options)
        table.validate(full=True)  # Arrow 26 makes broken arrays of lists such as [null, "a"]
    except (pa.ArrowException, UnicodeDecodeError):  # also where the system gives it no threads
        return None
    if table.num_rows != block.count(b"\n") + (not block.endswith(b"\n")):
        return None  # an empty line, or an object over several lines
    columns = {role: table[key].combine_chunks() for role, key in keys.items()}
    if any(columns[role].null_count for role in ("id", "label") if role in columns):
        return None
    features = _features(table)
    if features is None:
        return None
    ids = columns["id"].to_numpy(zero_copy_only=False) if "id" in columns else None
    others: dict[Role, FeatureColumn] = {role: _numbered(column) for role, column in columns.items() if role != "id"}
    return PredictionBatch(table.num_rows, ids, others, features, _probabilities(table))


def _probabilities(table: Any) -> dict[str, Numbers] | None:
    import pyarrow as pa
    import pyarrow.compute as pc

    if "probabilities" not in table.column_names or not pa.types.is_struct(table["probabilities"].type):
        return None
    whole = table["probabilities"].combine_chunks()
    numeric = (pa.types.is_floating, pa.types.is_integer, pa.types.is_null)
    if not all(any(test(field.type) for test in numeric) for field in whole.type):
        return None
    columns = {f.name: pc.struct_field(whole, [f.name]).cast(pa.float64(), safe=False) for f in whole.type}
    return {name: column.to_numpy(zero_copy_only=False) for name, column in columns.items()}


def _features(table: Any) -> dict[str, FeatureColumn] | None:
    import pyarrow as pa
    import pyarrow.compute as pc

    if "features" not in table.column_names or pa.types.is_null(table["features"].type):
        return {}
    whole = table["features"].combine_chunks()
    if not pa.types.is_struct(whole.type):
        return None
    found: dict[str, FeatureColumn] = {}
    for field in whole.type:
        column = _texts(pc.struct_field(whole, [field.name]))
        if column is None:
            return None
        found[field.name] = _numbered(column)
    return found


def _numbered(column: Any) -> FeatureColumn:
    """For an Arrow column of texts or of lists of texts; members of lists that are null are left out."""
    import pyarrow as pa
    import pyarrow.compute as pc

    rows = None
    if pa.types.is_list(column.type):
        rows, column = pc.list_parent_indices(column).to_numpy().astype(np.int64), column.flatten()
        rows, column = rows[pc.is_valid(column).to_numpy(zero_copy_only=False)], column.drop_null()
    coded = column.dictionary_encode()
    codes = np.asarray(coded.indices.fill_null(-1), dtype=np.int64)
    return FeatureColumn(tuple(coded.dictionary.to_pylist()), codes, rows)


def _texts(column: Any) -> Any:
    """The column as texts, or lists of texts; None for kinds of values that JSON would show differently."""
    import pyarrow as pa

    kind = column.type
    if pa.types.is_list(kind):
        values = None if pa.types.is_list(kind.value_type) else _texts(column.values)
        if values is None:
            return None
        return pa.ListArray.from_arrays(column.offsets, values, mask=column.is_null() if column.null_count else None)
    simple = (pa.types.is_string, pa.types.is_int64, pa.types.is_boolean, pa.types.is_null)
    return column.cast(pa.string()) if any(test(kind) for test in simple) else None
