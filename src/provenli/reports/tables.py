"""Tables and figures of a study as Markdown and CSV: the same numbers as on the page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from types import MappingProxyType

from provenli.reports.guarded_text import markdown_table, plain_markdown, prose_markdown
from provenli.reports.numbers import (
    Absent,
    EntryNumber,
    Results,
    number,
    shown,
    shown_difference,
    shown_published,
    shown_seeds,
)
from provenli.scoring.metrics.accuracy import ACCURACY
from provenli.studies.study import Entry, Figure, Output, Table, entries

COLUMNS = (
    "output",
    "row",
    "column",
    "accuracy",
    "low",
    "high",
    "interval",
    "seeds",
    "pairs",
    "published",
    "published_spread",
    "spread_is",
    "source",
    "difference",
    "cells",
    "tests",
    "by",
    "status",
    "majority",
    "metric",
)
"""The columns of tables.csv. Items other than studies leave some of them empty."""


def csv_lines(lines: Iterable[Sequence[object]]) -> list[Sequence[object]]:
    """The lines with their header. If all numbers are accuracies, the column says so and no metric is named."""
    found = list(lines)
    if all(line[-1] in ("", ACCURACY.name) for line in found):
        return [COLUMNS[:-1], *(line[:-1] for line in found)]
    return [["value" if c == ACCURACY.name else c for c in COLUMNS], *found]


def study_lines(
    outputs: tuple[Output, ...], results: Results, absent: Absent = MappingProxyType({})
) -> Iterator[list[object]]:
    for output in outputs:
        for row, column, entry in entries(output):
            yield _line(output.name, row, column, entry, number(entry, results, absent))


def _line(output: str, row: str, column: str, entry: Entry, n: EntryNumber) -> list[object]:
    p = n.published
    return [
        output,
        row,
        column,
        plain(n.mean, n.digits + 1),
        plain(n.low, n.digits + 1),
        plain(n.high, n.digits + 1),
        n.of,
        n.seeds,
        n.pairs,
        plain(p.value if p else None),
        plain(p.spread if p else None),
        p.kind if p else "",
        p.source if p else "",
        plain(n.difference),
        " ".join(entry.cells),
        " ".join(entry.tests),
        entry.by,
        n.why or "run",
        plain(n.majority),
        entry.metric,
    ]


def plain(value: float | None, digits: int = 2) -> str:
    return "" if value is None else f"{value:.{digits}f}"


def other_line(**values: object) -> list[object]:
    """A line of an item that is not a study; `values` by the names of columns."""
    return [values.get(c, "") for c in COLUMNS]


def grid(output: Output, results: Results, absent: Absent = MappingProxyType({})) -> dict[str, dict[str, EntryNumber]]:
    """Numbers by row and column; lines of a figure are rows."""
    found: dict[str, dict[str, EntryNumber]] = {}
    for row, column, entry in entries(output):
        found.setdefault(row, {})[column] = number(entry, results, absent)
    return found


def columns_of(output: Output) -> tuple[str, ...]:
    return output.columns if isinstance(output, Table) else points(output)


def points(figure: Figure) -> tuple[str, ...]:
    return tuple(dict.fromkeys(x for line in figure.lines for x, _ in line.points))


MAJORITY = "majority"


class MajorityPlace(Enum):
    """Where the share of the most frequent label is shown: one number for each row, for each column, or for each
    cell."""

    COLUMN, ROW, CELLS, NOWHERE = range(4)


def majority_place(found: Mapping[str, Mapping[str, EntryNumber]]) -> MajorityPlace:
    columns: dict[str, list[EntryNumber]] = {}
    for cells in found.values():
        for column, n in cells.items():
            columns.setdefault(column, []).append(n)
    if MAJORITY in found or MAJORITY in columns:  # it stands there as one of the models
        return MajorityPlace.NOWHERE
    if not any(n.majority is not None for cells in found.values() for n in cells.values()):
        return MajorityPlace.NOWHERE
    if all(len(_majorities(cells.values())) <= 1 for cells in found.values()):
        return MajorityPlace.COLUMN
    if all(len(_majorities(cells)) <= 1 for cells in columns.values()):
        return MajorityPlace.ROW
    return MajorityPlace.CELLS


def _majorities(numbers: Iterable[EntryNumber]) -> set[str]:
    return {f"{n.majority:.1f}" for n in numbers if n.majority is not None}


def shown_majority(numbers: Iterable[EntryNumber]) -> str:
    """The one that they share, if any is on record."""
    return next(iter(_majorities(numbers)), "")


def not_comparable(found: Mapping[str, Mapping[str, EntryNumber]]) -> str:
    """Why published numbers are not compared, each reason once."""
    told = [n.published.unlike for cells in found.values() for n in cells.values() if n.published]
    return " ".join(f"Not comparable: {why}." for why in dict.fromkeys(filter(None, told)))


def is_run(found: Mapping[str, Mapping[str, EntryNumber]]) -> bool:
    return any(n.mean is not None for cells in found.values() for n in cells.values())


def output_markdown(output: Output, results: Results, absent: Absent = MappingProxyType({})) -> str:
    """A table becomes one line if nothing in it was run, for one reason, and nothing is published."""
    found = grid(output, results, absent)
    numbers = [n for cells in found.values() for n in cells.values()]
    reasons = {n.why for n in numbers}
    one = len(reasons) == 1 and not is_run(found) and not any(n.published for n in numbers)
    body = [f"{plain_markdown(reasons.pop().capitalize())}."] if one else _markdown_rows(output, found)
    notes = [prose_markdown(note) for note in (output.note, not_comparable(found)) if note]
    title = f"## {plain_markdown(output.title)}"
    return "\n".join([title, "", *body, "", *(text for note in notes for text in (note, ""))])


def _markdown_rows(output: Output, found: Mapping[str, Mapping[str, EntryNumber]]) -> list[str]:
    columns = columns_of(output)
    head = "" if isinstance(output, Table) else output.across
    place = majority_place(found)
    rows = [
        [
            row,
            *(_cell(cells[c], place is MajorityPlace.CELLS) if c in cells else "" for c in columns),
            *([shown_majority(cells.values())] if place is MajorityPlace.COLUMN else []),
        ]
        for row, cells in found.items()
    ]
    if place is MajorityPlace.ROW:
        rows.append([MAJORITY, *(shown_majority(cells[c] for cells in found.values() if c in cells) for c in columns)])
    return markdown_table([head, *columns, *([MAJORITY] if place is MajorityPlace.COLUMN else [])], rows)


def _cell(n: EntryNumber, majority: bool = False) -> str:
    told = [shown(n) + (f" ({shown_seeds(n)})" if n.seeds > 1 else "")]
    if majority and n.majority is not None:
        told.append(f"majority {n.majority:.1f}")
    if n.published:
        told.append(f"paper {shown_published(n.published)}")
    if n.difference is not None:
        told.append(shown_difference(n))
    return " · ".join(told)
