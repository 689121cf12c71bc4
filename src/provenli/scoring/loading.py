"""Loading predictions, and joining them with gold labels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from provenli.errors import InputError
from provenli.scoring.batches import FOR_GOLD, FOR_PREDICTIONS, Batch, Role
from provenli.scoring.encoding import Columns, encoded
from provenli.scoring.joining import joined
from provenli.scoring.predictions import Predictions
from provenli.scoring.reading_json import json_batches
from provenli.scoring.reading_tables import table_batches

TABLES = {".csv": True, ".tsv": False, ".txt": False}


def load(
    path: str | Path,
    gold: str | Path | Columns | None = None,
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


def load_gold(path: str | Path, *, labels: Sequence[str] = ()) -> Columns:
    """The gold labels, schemas and features of a data file; read once, they serve many files of predictions."""
    return read_columns(path, FOR_GOLD, tuple(labels))


def read_columns(path: str | Path, roles: Mapping[Role, tuple[str, ...]], own: tuple[str, ...] = ()) -> Columns:
    file = Path(path)
    try:
        return encoded(_batches(file, roles), str(path), own)
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from error


def _batches(file: Path, roles: Mapping[Role, tuple[str, ...]]) -> Iterable[Batch]:
    if file.is_dir():
        raise InputError(f"{file} is a directory; expected a file (.jsonl, .tsv or .csv)")
    if file.suffix in TABLES:
        return table_batches(file, roles, TABLES[file.suffix])
    return json_batches(file, roles)
