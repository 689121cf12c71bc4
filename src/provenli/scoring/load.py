"""Loading predictions, and joining them with gold labels."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow as pa

from provenli.errors import InputError
from provenli.scoring.batches import FOR_GOLD, FOR_PREDICTIONS, Keys, PredictionBatch, Role, keys_of, refuse
from provenli.scoring.columns import PredictionColumns, encoded
from provenli.scoring.join import joined
from provenli.scoring.json_predictions import batch_of, json_batches
from provenli.scoring.predictions import Predictions

# Tables with a header: columns divided by tabs (no quoting, as MultiNLI) or by commas. Other columns are
# features.


CHUNK = 100_000
TEXTS = ("premise", "hypothesis", "sentence1", "sentence2", "sentence_A", "sentence_B")


def table_batches(path: Path, roles: Mapping[Role, tuple[str, ...]], comma: bool) -> Iterator[PredictionBatch]:
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
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
        wanted = "id and label, or gold and label" if "label" in keys else "id and label"
        refuse(path, 1, f"expected a header with the columns {wanted}, found {', '.join(header)[:80] or 'nothing'}")
    return {role: key for role, key in keys.items() if key in header}


def _batch(lines: list[list[str]], first: int, header: Sequence[str], keys: Keys, path: Path) -> PredictionBatch:
    for k, cells in enumerate(lines):
        if len(cells) != len(header):
            what = f"expected {len(header)} columns, found {len(cells)}" if cells else "the line is empty"
            refuse(path, first + k, what)
        if any("\n" in cell for cell in cells):
            refuse(path, first + k, "a cell has a line end in it; put each row on one line")
    texts = dict(zip(header, zip(*lines, strict=True), strict=True))
    columns = {role: pa.array(texts[key], pa.string()) for role, key in keys.items()}
    names = [c for c in header if c not in keys.values() and c not in TEXTS]
    return PredictionBatch(
        len(lines), columns, {n: pa.array([t or None for t in texts[n]], pa.string()) for n in names}
    )


TABLES = {".csv": True, ".tsv": False, ".txt": False}


def load(
    path: str | Path,
    gold: str | Path | PredictionColumns | None = None,
    *,
    labels: Sequence[str] = (),
    partial: bool = False,
    name: str | None = None,
) -> Predictions:
    """Predictions from JSON lines, .tsv or .csv, with the gold labels of the file itself or of `gold`.

    `labels` replaces the known label names by your own. `partial` keeps the ids that both files have, where otherwise
    a missing or superfluous prediction is an error.
    """
    own = tuple(labels)
    columns = read_columns(path, FOR_PREDICTIONS, own)
    answers = load_gold(gold, labels=own) if isinstance(gold, (str, Path)) else gold
    return joined(columns, answers, name or str(path), partial)


def predictions_of(
    rows: Sequence[Mapping[str, Any]], *, labels: Sequence[str] = (), name: str = "predictions"
) -> Predictions:
    """Predictions in memory: rows with id, gold and label, and where there are some with probabilities, schema and
    features, as in a line of a predictions file."""
    if not rows:
        raise InputError(f"{name}: no rows; expected at least one prediction")
    batch = batch_of(rows, 1, keys_of(rows[0], FOR_PREDICTIONS), name)
    return joined(encoded([batch], name, tuple(labels)), None, name, False)


def load_gold(path: str | Path, *, labels: Sequence[str] = ()) -> PredictionColumns:
    """The gold labels, schemas and features of a data file; read once, they serve many files of predictions."""
    return read_columns(path, FOR_GOLD, tuple(labels))


def read_columns(
    path: str | Path, roles: Mapping[Role, tuple[str, ...]], own: tuple[str, ...] = ()
) -> PredictionColumns:
    file = Path(path)
    try:
        return encoded(_batches(file, roles), str(path), own)
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from error


def _batches(file: Path, roles: Mapping[Role, tuple[str, ...]]) -> Iterable[PredictionBatch]:
    if file.is_dir():
        raise InputError(f"{file} is a directory; expected a file (.jsonl, .tsv or .csv)")
    if file.suffix in TABLES:
        return table_batches(file, roles, TABLES[file.suffix])
    return json_batches(file, roles)
