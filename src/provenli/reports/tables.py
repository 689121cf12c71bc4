"""Tables and figures of a study as Markdown and CSV: the same numbers as on the page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from provenli.reports.guarded_text import markdown_table, plain_markdown, prose_markdown
from provenli.reports.numbers import EntryNumber, Results, number, shown, shown_difference, shown_published, shown_seeds
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
    "metric",
)
"""Of tables.csv. What other items than studies have no word for is empty."""


def csv_lines(lines: Iterable[Sequence[object]]) -> list[Sequence[object]]:
    """With their header; where all numbers are accuracies, the column says so and no metric is named."""
    found = list(lines)
    if all(line[-1] in ("", ACCURACY.name) for line in found):
        return [COLUMNS[:-1], *(line[:-1] for line in found)]
    return [["value" if c == ACCURACY.name else c for c in COLUMNS], *found]


def study_lines(outputs: tuple[Output, ...], results: Results) -> Iterator[list[object]]:
    for output in outputs:
        for row, column, entry in entries(output):
            yield _line(output.name, row, column, entry, number(entry, results))


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
        entry.metric,
    ]


def plain(value: float | None, digits: int = 2) -> str:
    return "" if value is None else f"{value:.{digits}f}"


def other_line(**values: object) -> list[object]:
    """A line of an item that is no study; `values` by the names of columns."""
    return [values.get(c, "") for c in COLUMNS]


def grid(output: Output, results: Results) -> dict[str, dict[str, EntryNumber]]:
    """Numbers by row and column; lines of a figure are rows."""
    found: dict[str, dict[str, EntryNumber]] = {}
    for row, column, entry in entries(output):
        found.setdefault(row, {})[column] = number(entry, results)
    return found


def columns_of(output: Output) -> tuple[str, ...]:
    return output.columns if isinstance(output, Table) else points(output)


def points(figure: Figure) -> tuple[str, ...]:
    return tuple(dict.fromkeys(x for line in figure.lines for x, _ in line.points))


def output_markdown(output: Output, results: Results) -> str:
    columns = columns_of(output)
    head = "" if isinstance(output, Table) else output.across
    rows = (
        [row, *(_cell(cells[c]) if c in cells else "" for c in columns)] for row, cells in grid(output, results).items()
    )
    lines = [f"## {plain_markdown(output.title)}", "", *markdown_table([head, *columns], rows)]
    return "\n".join([*lines, "", *([prose_markdown(output.note), ""] if output.note else [])])


def _cell(n: EntryNumber) -> str:
    told = [shown(n) + (f" ({shown_seeds(n)})" if n.seeds > 1 else "")]
    if n.published:
        told.append(f"paper {shown_published(n.published)}")
    if n.difference is not None:
        told.append(shown_difference(n))
    return " · ".join(told)
