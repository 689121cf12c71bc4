"""A file of predictions: accuracy with intervals, labels, every feature of few values, and some wrong answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from provenli.errors import InputError, many
from provenli.reports.guarded_text import markdown_table, plain_markdown
from provenli.reports.item import ItemKind
from provenli.reports.tables import other_line, plain
from provenli.scoring import score
from provenli.scoring.batches import FOR_PREDICTIONS
from provenli.scoring.breakdown import SMALL_CLUSTERS, SMALL_SIZE, ScoredCell
from provenli.scoring.harness_logs import EVAL
from provenli.scoring.intervals import Interval
from provenli.scoring.join import joined
from provenli.scoring.load import read_columns
from provenli.scoring.predictions import FeatureColumn, Predictions
from provenli.scoring.scores import Scores

ENDINGS = (".jsonl", ".json", ".tsv", ".csv", ".txt", EVAL)
MOST_VALUES = 12
"""A feature with more values is not broken down: the table would be long, with small numbers."""
WRONG = 12
"""How many wrong answers are shown, from as many schemas as possible."""


@dataclass(frozen=True)
class WrongAnswer:
    name: str
    gold: str
    said: str
    features: str


@dataclass(frozen=True)
class PredictionsItem:
    path: Path
    score: Scores
    wrong: tuple[WrongAnswer, ...]
    template: str = "predictions.html.j2"
    small: str = f"small: fewer than {SMALL_SIZE} pairs or {SMALL_CLUSTERS} schemas"

    @property
    def title(self) -> str:
        return str(self.path)

    @property
    def notes(self) -> tuple[str, ...]:
        return (*self.score.warnings, *self.score.notes)

    @property
    def summary(self) -> str:
        s = self.score
        return f"accuracy {percent(s.accuracy)}% {ends(s.interval)} on {many(s.size, 'pair')}, {s.against_majority}"

    @property
    def head(self) -> tuple[tuple[str, str], ...]:
        s = self.score
        schemas = [(f"{s.clusters:,}", "schemas")] if s.clusters is not None else []
        return (
            (f"{percent(s.accuracy)}", f"accuracy, % {ends(s.interval)}"),
            (f"{percent(s.majority)}", f"majority, % ({s.majority_label})"),
            (f"{percent(s.chance)}", "chance, %"),
            (f"{percent(s.macro_f1)}", "macro F1"),
            (f"{s.size:,}", "pairs"),
            *schemas,
        )

    @property
    def interval_is(self) -> str:
        if self.score.clustered is not None:
            return "with pairs of one schema counted together"
        return "as if pairs were independent: " + (
            "all pairs are of one schema" if self.score.clusters == 1 else "the file names no schemas"
        )

    def facts(self) -> dict[str, Any]:
        return self.score.to_json()

    def csv_lines(self) -> Iterator[list[object]]:
        yield self._line("all", "", self.score)
        yield from (self._line(b.by[0], c.values[0], c) for b in self.score.breakdowns for c in b.cells)

    def _line(self, row: str, column: str, found: Scores | ScoredCell) -> list[object]:
        numbers = {
            "accuracy": plain(100 * found.accuracy),
            "low": plain(100 * found.interval.low),
            "high": plain(100 * found.interval.high),
            "interval": "over pairs" if found.clustered is None else "over schemas",
            "pairs": found.size,
        }
        by = f"{row}={column}" if column else ""
        return other_line(output=str(self.path), row=row, column=column, by=by, status="run", **numbers)

    def markdown(self, notes: tuple[str, ...]) -> str:
        s = self.score
        lines = [f"# {plain_markdown(self.title)}", "", plain_markdown(f"{self.summary}; {self.interval_is}."), ""]
        lines += [f"**{plain_markdown(n)}**\n" for n in notes]
        rows = [[g, *map(str, row)] for g, row in zip(s.confusion.labels, s.confusion.table, strict=True)]
        lines += [*markdown_table(["gold \\ predicted", *s.confusion.labels], rows), ""]
        for b in s.breakdowns:
            cells = [(c.values[0], f"{c.size:,}", percent(c.accuracy), ends(c.interval)) for c in b.cells]
            lines += [*markdown_table((b.by[0], "pairs", "accuracy, %", "95%"), cells), ""]
        return "\n".join(lines)

    # --- what the template asks for ---

    def percent(self, share: float | None) -> str:
        return percent(share)

    def ends(self, interval: Interval) -> str:
        return ends(interval)


def percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.1f}"


def ends(interval: Interval) -> str:
    return f"[{100 * interval.low:.1f}, {100 * interval.high:.1f}]"


def predictions_item(path: Path) -> PredictionsItem:
    columns = read_columns(path, FOR_PREDICTIONS)
    if columns.gold is None or not (columns.gold.codes >= 0).any():
        raise InputError(f"{path}: no gold labels; expected the key or column 'gold', as `provenli predict` writes it")
    given = joined(columns, None, str(path), False)
    found = score(given, [n for n, f in given.features.items() if is_told(f)])
    return PredictionsItem(path, found, tuple(wrong_answers(given)))


def is_told(feature: FeatureColumn) -> bool:
    """Whether the feature has few values, and more than one."""
    used = np.unique(feature.codes)
    missing = feature.rows is not None or -1 in used
    return 2 <= len(used) + (feature.rows is not None and len(used) == 1 and missing) <= MOST_VALUES


def wrong_answers(given: Predictions) -> Iterator[WrongAnswer]:
    """The first of each schema, then others, in the order of the file."""
    places = np.flatnonzero(~given.correct)
    if given.clusters is not None:
        first = np.sort(np.unique(given.clusters[places], return_index=True)[1])
        places = np.concatenate([places[first], np.delete(places, first)])
    for k in np.sort(places[:WRONG]):
        name = f"row {k + 1}" if given.ids is None else given.ids[int(k)]
        told = (f"{n} {text}" for n, f in given.features.items() if (text := _value(f, int(k))))
        yield WrongAnswer(name, given.labels[given.gold[k]], given.labels[given.predicted[k]], ", ".join(told))


def _value(feature: FeatureColumn, k: int) -> str:
    codes = feature.codes[[k]] if feature.rows is None else feature.codes[feature.rows == k]
    return " and ".join(feature.values[c] for c in codes if c >= 0)


PREDICTIONS_KIND = ItemKind(
    "predictions",
    "a file of predictions (.jsonl, .tsv, .csv)",
    lambda path: path.is_file() and path.suffix in ENDINGS,
    predictions_item,
)
