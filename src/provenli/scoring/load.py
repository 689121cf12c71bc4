"""Loading predictions, and joining them with gold labels."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from provenli.errors import InputError
from provenli.files import regular
from provenli.scoring.batches import (
    FOR_GOLD,
    FOR_PREDICTIONS,
    Keys,
    PredictionBatch,
    Role,
    as_ids,
    keys_of,
    numbered,
    quick_batch,
    refuse,
    shown,
)
from provenli.scoring.columns import PredictionColumns, encoded
from provenli.scoring.harness_logs import is_harness_log, log_rows
from provenli.scoring.join import joined
from provenli.scoring.predictions import FeatureColumn, Numbers, Predictions

# --- JSON lines one by one: for blocks that the quick reader does not take, and to say in which line a fault is. ---


def read_lines(block: bytes, first: int, keys: Keys, path: object) -> PredictionBatch:
    """A batch from whole lines; `first` is the number of the first line."""
    lines = block.removesuffix(b"\n").split(b"\n")
    return batch_of((parsed(line, first + k, path) for k, line in enumerate(lines)), first, keys, path)


def batch_of(values: Iterable[Mapping[str, Any]], first: int, keys: Keys, path: object) -> PredictionBatch:
    """A batch from rows; `first` is the number of the first row."""
    columns: dict[Role, list[str | None]] = {role: [] for role in keys}
    features: dict[str, dict[int, Any]] = {}
    shares: list[Any] = []
    for k, value in enumerate(values):
        shares.append(value.get("probabilities"))
        for role, key in keys.items():
            columns[role].append(_text(value, role, key, first + k, path))
        for name, found in _line_features(value, first + k, path).items():
            features.setdefault(name, {})[k] = found
    size = len(shares)
    named = {name: _column(found, size) for name, found in features.items()}
    return batch_from(size, columns, named, _row_probabilities(shares))


def batch_from(
    size: int,
    columns: Mapping[Role, Sequence[str | None]],
    features: Mapping[str, FeatureColumn],
    probabilities: Mapping[str, Numbers] | None = None,
) -> PredictionBatch:
    ids = as_ids(columns["id"]) if "id" in columns else None
    others: dict[Role, FeatureColumn] = {role: numbered(texts) for role, texts in columns.items() if role != "id"}
    return PredictionBatch(size, ids, others, features, probabilities)


def _row_probabilities(rows: Sequence[Any]) -> dict[str, Numbers] | None:
    """As `_probabilities` finds them. A value that is no object of numbers is no error, since any key may be there."""
    given = [row for row in rows if row is not None]
    if not given or not all(isinstance(row, Mapping) for row in given):
        return None
    shares = [p for row in given for p in row.values()]
    if not all(p is None or type(p) is float or (type(p) is int and p in (0, 1)) for p in shares):
        return None
    names = dict.fromkeys(name for row in given for name in row)
    no: Mapping[str, Any] = {}
    # As floats, None becomes NaN.
    return {name: np.array([(row or no).get(name) for row in rows], dtype=np.float64) for name in names}


def parsed(line: bytes, number: int, path: object) -> dict[str, Any]:
    if not line.strip():
        refuse(path, number, "the line is empty")
    try:
        text = line.decode()
        value = json.loads(text)
        if "\\ud" in text.lower():
            json.dumps(value, ensure_ascii=False).encode()  # half a surrogate pair is no text
    except UnicodeDecodeError as error:
        refuse(path, number, f"not UTF-8 at byte {error.start + 1}")
    except UnicodeEncodeError:
        refuse(path, number, "half a surrogate pair is no text")
    except json.JSONDecodeError as error:
        refuse(path, number, f"no JSON at column {error.colno} ({error.msg.removesuffix(' at')})")
    except (ValueError, RecursionError) as error:
        refuse(path, number, f"no JSON ({error})")
    if not isinstance(value, dict):
        refuse(path, number, f"expected an object with id and label, found {shown(value)}")
    return value


def _text(value: Mapping[str, Any], role: Role, key: str, number: int, path: object) -> str | None:
    found = value.get(key)
    if role == "id" and type(found) is int:
        return str(found)
    if found is None and (role in ("gold", "schema")):
        return None
    if role in ("label", "gold") and type(found) is int:
        return str(found)  # a number in a declared order; else refused later, with what to do
    if key not in value:
        named = " (a prediction may also be called prediction or pred)" if role == "label" else ""
        refuse(path, number, f"the key {key!r} is missing; found {', '.join(map(repr, value)) or 'no keys'}{named}")
    if not isinstance(found, str):
        refuse(path, number, f"{key}: expected a text, found {shown(found)}")
    return found


def _line_features(value: Mapping[str, Any], number: int, path: object) -> Mapping[str, Any]:
    found = value.get("features")
    if found is None:
        return {}
    if not isinstance(found, Mapping):
        refuse(path, number, f"features: expected an object, found {shown(found)}")
    return found


def _column(found: dict[int, Any], size: int) -> FeatureColumn:
    if any(isinstance(v, list | tuple) for v in found.values()):
        several = ((k, v if isinstance(v, list | tuple) else [v]) for k, v in sorted(found.items()))
        members = [(k, as_text(m)) for k, row in several for m in row if m is not None]
        return numbered((text for _, text in members), [k for k, _ in members])
    values: Sequence[Any] = [found.get(k) for k in range(size)]
    return numbered(None if v is None else as_text(v) for v in values)


def as_text(value: Any) -> str:
    """A feature's value as it is shown: texts as they are, everything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


# --- JSON lines in blocks. Where pyarrow is installed (the extra `parquet`) it parses a block of regular lines at once,
# four times as fast; any other block is read line by line, with the same result. ---

BLOCK = 1 << 23
"""How much text is held at a time."""


def json_batches(
    path: Path, roles: Mapping[Role, tuple[str, ...]], block_size: int = BLOCK
) -> Iterator[PredictionBatch]:
    """The rows of a file in batches; memory holds one block of text at a time."""
    with open(path, "rb", opener=regular) as file:
        keys: Keys | None = None
        line, quick = 1, find_spec("pyarrow") is not None
        while block := file.read(block_size):
            block += file.readline()
            if keys is None:
                block = block.removeprefix(b"\xef\xbb\xbf")
                keys = keys_of(parsed(block.split(b"\n", 1)[0], 1, path), roles)
            batch = (quick_batch(block, keys) if quick else None) or read_lines(block, line, keys, path)
            line += batch.size
            yield batch
        if keys is None:
            raise InputError(f"{path}: the file is empty; expected one JSON object a line, with id and label")


# Tables with a header: columns divided by tabs (no quoting, as MultiNLI) or by commas. Other columns are
# features.


CHUNK = 100_000
TEXTS = ("premise", "hypothesis", "sentence1", "sentence2", "sentence_A", "sentence_B")


def table_batches(path: Path, roles: Mapping[Role, tuple[str, ...]], comma: bool) -> Iterator[PredictionBatch]:
    try:
        with open(path, encoding="utf-8-sig", newline="", opener=regular) as file:
            kind = csv.excel if comma else csv.excel_tab
            rows = csv.reader(file, kind, quoting=csv.QUOTE_MINIMAL if comma else csv.QUOTE_NONE, strict=True)
            header = next(rows, None)
            if header is None:
                raise InputError(f"{path}: the file is empty; expected a header and rows")
            keys = _checked(header, keys_of(header, roles), path)
            first = 2
            while lines := list(islice(rows, CHUNK)):
                yield _batch(lines, first, header, keys, path)
                first += len(lines)
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8 ({error.reason}); save it as UTF-8") from error
    except csv.Error as error:
        raise InputError(f"{path}, line {rows.line_num}: {error}") from error


def _checked(header: Sequence[str], keys: Keys, path: Path) -> Keys:
    twice = next((c for k, c in enumerate(header) if c in header[:k]), None)
    if twice is not None:
        refuse(path, 1, f"the column {twice!r} comes twice")
    needed = keys["label"] if "label" in keys else keys["gold"]
    if needed not in header:
        wanted = "id and label (or prediction, pred), and gold" if "label" in keys else "id and label (or gold)"
        found = ", ".join(header)[:80] or "nothing"
        refuse(path, 1, f"expected a header with the columns {wanted}, found {found}; rename yours")
    return {role: key for role, key in keys.items() if key in header}


def _batch(lines: list[list[str]], first: int, header: Sequence[str], keys: Keys, path: Path) -> PredictionBatch:
    for k, cells in enumerate(lines):
        if len(cells) != len(header):
            what = f"expected {len(header)} columns, found {len(cells)}" if cells else "the line is empty"
            refuse(path, first + k, what)
        if any("\n" in cell for cell in cells):
            refuse(path, first + k, "a cell has a line end in it; put each row on one line")
    texts = dict(zip(header, zip(*lines, strict=True), strict=True))
    columns = {role: texts[key] for role, key in keys.items()}
    names = [c for c in header if c not in keys.values() and c not in TEXTS]
    return batch_from(len(lines), columns, {n: numbered(t or None for t in texts[n]) for n in names})


TABLES = {".csv": True, ".tsv": False, ".txt": False}
NO_ROWS = ("certificates.jsonl", "patterns.jsonl")
"""Files of a data set that hold no rows."""


def load(
    path: str | Path,
    gold: str | Path | PredictionColumns | None = None,
    *,
    labels: Sequence[str] = (),
    partial: bool = False,
    name: str | None = None,
) -> Predictions:
    """Predictions from JSON lines, .tsv or .csv, with the gold labels of the file itself or of `gold`. `labels`
    replaces the known label names by your own. `partial` keeps the ids that both files have; otherwise a missing or
    superfluous prediction is an error."""
    own = tuple(labels)
    columns = read_columns(path, FOR_PREDICTIONS, own)
    answers = load_gold(gold, labels=own) if isinstance(gold, (str, Path)) else gold
    return joined(columns, answers, name or str(path), partial)


def rows_of(given: Any) -> list[Mapping[str, Any]]:
    """Rows as mappings: a list of them, or a data frame."""
    if hasattr(given, "to_dict") and hasattr(given, "columns"):
        given = given.to_dict("records")
    found = list(given) if isinstance(given, Iterable) and not isinstance(given, Mapping) else None
    if found is None or not all(isinstance(row, Mapping) for row in found):
        raise InputError(
            f"--predictions: expected a file, what predict gave, or rows with id, gold and label; "
            f"found {type(given).__name__}"
        )
    return found


def predictions_of(
    rows: Sequence[Mapping[str, Any]],
    gold: str | Path | None = None,
    *,
    labels: Sequence[str] = (),
    name: str = "predictions",
) -> Predictions:
    """Predictions in memory: rows with id, gold and label, and optionally probabilities, schema and features, as in a
    line of a predictions file."""
    if not rows:
        raise InputError(f"{name}: no rows; expected at least one prediction")
    batch = batch_of(rows, 1, keys_of(rows[0], FOR_PREDICTIONS), name)
    answers = None if gold is None else load_gold(gold, labels=labels)
    return joined(encoded([batch], name, tuple(labels)), answers, name, False)


def load_gold(path: str | Path, *, labels: Sequence[str] = ()) -> PredictionColumns:
    """The gold labels, schemas and features of a data file; read once, they serve for many files of predictions."""
    return read_columns(path, FOR_GOLD, tuple(labels))


def read_columns(
    path: str | Path, roles: Mapping[Role, tuple[str, ...]], own: tuple[str, ...] = ()
) -> PredictionColumns:
    file = Path(path)
    try:
        return encoded(_batches(file, roles), str(path), own)
    except OSError as error:
        expected = "expected predictions (.jsonl, .tsv, .csv), a directory of them, or a run of `provenli ask`"
        raise InputError(f"{path} cannot be read: {error.strerror}; {expected}") from error


def _of_directory(directory: Path, roles: Mapping[Role, tuple[str, ...]]) -> Iterator[PredictionBatch]:
    """The files of a directory one after the other, each row with the name of its file as the feature `part`."""
    files = sorted(p for p in directory.iterdir() if p.suffix in (".jsonl", *TABLES) and p.name not in NO_ROWS)
    if (directory / "model.safetensors").is_file():
        raise InputError(f"{directory} is a trained model: first provenli predict {directory} FILE --out ANSWERS")
    if not files:
        raise InputError(f"{directory} has no .jsonl, .tsv or .csv file; expected a directory of predictions")
    for file in files:
        for batch in _batches(file, roles):
            part = FeatureColumn((file.stem,), np.zeros(batch.size, dtype=np.int64))
            yield replace(batch, features={"part": part, **batch.features})


def _batches(file: Path, roles: Mapping[Role, tuple[str, ...]]) -> Iterable[PredictionBatch]:
    if file.is_dir():
        return _of_directory(file, roles)
    if is_harness_log(file):
        found = log_rows(file)
        return [batch_of(found, 1, keys_of(found[0], roles), file)]
    if file.suffix in TABLES:
        return table_batches(file, roles, TABLES[file.suffix])
    return json_batches(file, roles)
