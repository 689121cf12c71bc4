"""Predictions with gold labels: by id, complete, and in agreement where a label is given twice."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from provenli.errors import InputError
from provenli.files import read_file
from provenli.labels import ordered
from provenli.scoring.columns import PredictionColumns
from provenli.scoring.predictions import Codes, FeatureColumn, Ids, Numbers, Predictions, taken_ids


def joined(answers: PredictionColumns, gold: PredictionColumns | None, name: str, partial: bool) -> Predictions:
    notes: list[str] = []
    keep = np.arange(answers.size)
    right, schema, features = answers.gold, answers.schema, dict(answers.features)
    if gold is not None:
        keep, places = _matched(answers, gold, partial, notes)
        right = _agreed(answers, gold, keep, places)
        schema = gold.schema.taken(places) if gold.schema else schema and schema.taken(keep)
        features = {n: f.taken(keep) for n, f in features.items()}
        features |= {n: f.taken(places) for n, f in gold.features.items()}
    if right is None or not (right.codes >= 0).any():
        raise InputError(
            f"{name}: no gold labels; give the data file with --gold FILE (a data set alone has no predictions: "
            "`provenli predict` and `provenli ask` make some)"
        )
    assert answers.label is not None
    shares = answers.probabilities
    labels = ordered({*right.values, *answers.label.values, *(shares or ())})
    predicted = FeatureColumn(answers.label.values, answers.label.codes[keep])
    whole = Predictions(
        name,
        taken_ids(answers.ids, keep),
        labels,
        _recoded(right, labels),
        _recoded(predicted, labels),
        schema,
        features,
        probabilities=_matrix(shares, labels, keep) if shares else None,
    )
    return _with_gold_only(whole, notes)


def _matrix(shares: Mapping[str, Numbers], labels: tuple[str, ...], keep: Codes) -> Numbers:
    """A column for each label; 0 for one that the model does not know."""
    return np.stack([shares[name][keep] if name in shares else np.zeros(len(keep)) for name in labels], axis=1)


def places_of(ids: Ids, among: Ids) -> Codes:
    """The place of each id in another column of ids; -1 if it is not there."""
    place = {name: k for k, name in enumerate(among)}
    return np.fromiter((place.get(name, -1) for name in ids), dtype=np.int64, count=len(ids))


def _matched(
    answers: PredictionColumns, gold: PredictionColumns, partial: bool, notes: list[str]
) -> tuple[Codes, Codes]:
    places = places_of(_needed_ids(answers), _needed_ids(gold))
    keep = np.flatnonzero(places >= 0)
    strange, missing = answers.size - len(keep), gold.size - len(keep)
    if (strange or missing) and (not partial or not len(keep)):
        raise InputError(_difference(answers, gold, places, strange, missing))
    if missing:
        notes.append(f"{missing:,} of the {gold.size:,} pairs of {gold.path} have no prediction and are left out")
    if strange:
        notes.append(f"{strange:,} predictions are of pairs that {gold.path} does not have; they are left out")
    return keep, places[keep]


def _needed_ids(columns: PredictionColumns) -> Ids:
    if columns.ids is None:
        raise InputError(f"{columns.path}: a column 'id' is needed to join predictions with gold labels")
    return columns.ids


def _difference(answers: PredictionColumns, gold: PredictionColumns, places: Codes, strange: int, missing: int) -> str:
    if len(places) == strange:
        return f"{answers.path}: none of its {strange:,} ids is in {gold.path}{_where_else(answers, gold)}"
    advice = "; --partial scores the ids that both have"
    if Path(gold.path).is_dir():
        advice += "; --gold also takes one file of the directory, such as the part that was predicted"
    if missing:
        have = np.zeros(gold.size, dtype=bool)
        have[places[places >= 0]] = True
        first = _needed_ids(gold)[int(np.argmin(have))]
        also = f", and {strange:,} predictions are of no pair there" if strange else ""
        return (
            f"{answers.path}: {missing:,} of the {gold.size:,} pairs of {gold.path} have no prediction (the first: "
            f"{first!r}){also}{advice}"
        )
    first = _needed_ids(answers)[int(np.argmin(places))]
    return f"{answers.path}: {strange:,} predictions are of pairs that {gold.path} lacks (the first: {first!r}){advice}"


def _where_else(answers: PredictionColumns, gold: PredictionColumns) -> str:
    """The data file beside the gold file that has the first id, if there is one."""
    first, place = str(_needed_ids(answers)[0]), Path(gold.path)
    told = f" (the first: {first!r})"
    for file in sorted(place.parent.glob("*.jsonl")) if place.is_file() else ():
        content = read_file(file)
        row, _, _ = content.partition(b"\n")
        if b'"premise"' in row and json.dumps(first, ensure_ascii=False).encode() in content:
            return f"{told}; {file} has it: --gold {file}"
    return f"{told}; --gold names the data that were predicted"


def _agreed(answers: PredictionColumns, gold: PredictionColumns, keep: Codes, places: Codes) -> FeatureColumn:
    """The gold labels of the data file. If the predictions have some too, they must be the same."""
    if gold.gold is None:
        raise InputError(f"{gold.path}: no gold labels; expected the key or column 'label'")
    right = gold.gold.taken(places)
    if answers.gold is not None:
        labels = ordered({*right.values, *answers.gold.values})
        said, true = _recoded(answers.gold.taken(keep), labels), _recoded(right, labels)
        wrong = np.flatnonzero((said >= 0) & (true >= 0) & (said != true))
        if len(wrong):
            first = _needed_ids(answers)[int(keep[wrong[0]])]
            raise InputError(
                f"{answers.path}: {len(wrong):,} gold labels differ from those of {gold.path} (the first: "
                f"{first!r}); one of the files is not of this data set"
            )
    return right


def _with_gold_only(given: Predictions, notes: list[str]) -> Predictions:
    keep = np.flatnonzero(given.gold >= 0)
    if len(keep) < given.size:
        notes.append(f"{given.size - len(keep):,} of {given.size:,} rows have no gold label and are left out")
    elif not notes:
        return given
    return given.taken(keep, tuple(notes))


def _recoded(column: FeatureColumn, labels: tuple[str, ...]) -> Codes:
    table = np.array([labels.index(v) for v in column.values] + [-1], dtype=np.int64)
    return table[column.codes]
