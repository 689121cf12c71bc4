"""Tables as Markdown and CSV: the same numbers as on the page."""

from __future__ import annotations

import csv
import io

from provenli.report.numbers import Number, Results, number, shown, shown_difference, shown_published, shown_seeds
from provenli.scoring.metrics.accuracy import ACCURACY
from provenli.study.study import Entry, Figure, Output, Table, entries

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
)


def as_csv(outputs: tuple[Output, ...], results: Results) -> str:
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    shown = [(output.name, *found) for output in outputs for found in entries(output)]
    plain = all(entry.metric == ACCURACY.name for *_, entry in shown)
    writer.writerow(COLUMNS if plain else ["value" if c == ACCURACY.name else c for c in (*COLUMNS, "metric")])
    for name, row, column, entry in shown:
        line = _line(name, row, column, entry, number(entry, results))
        writer.writerow(line if plain else [*line, entry.metric])
    return file.getvalue()


def _line(output: str, row: str, column: str, entry: Entry, n: Number) -> list[object]:
    p = n.published
    return [
        output,
        row,
        column,
        _plain(n.mean, n.digits + 1),
        _plain(n.low, n.digits + 1),
        _plain(n.high, n.digits + 1),
        n.of,
        n.seeds,
        n.pairs,
        _plain(p.value if p else None),
        _plain(p.spread if p else None),
        p.kind if p else "",
        p.source if p else "",
        _plain(n.difference),
        " ".join(entry.cells),
        " ".join(entry.tests),
        entry.by,
        n.why or "run",
    ]


def _plain(value: float | None, digits: int = 2) -> str:
    return "" if value is None else f"{value:.{digits}f}"


def as_markdown(output: Output, results: Results) -> str:
    lines = [f"## {output.title}", ""]
    columns = output.columns if isinstance(output, Table) else points(output)
    head = "" if isinstance(output, Table) else output.across
    lines += [f"| {head} | {' | '.join(columns)} |", f"| --- |{' --- |' * len(columns)}"]
    found: dict[str, dict[str, str]] = {}
    for row, column, entry in entries(output):
        found.setdefault(row, {})[column] = _cell(number(entry, results))
    lines += [f"| {row} | {' | '.join(cells.get(c, '') for c in columns)} |" for row, cells in found.items()]
    return "\n".join([*lines, "", *([output.note, ""] if output.note else [])])


def points(figure: Figure) -> tuple[str, ...]:
    return tuple(dict.fromkeys(x for line in figure.lines for x, _ in line.points))


def _cell(n: Number) -> str:
    told = [shown(n) + (f" ({shown_seeds(n)})" if n.seeds > 1 else "")]
    if n.published:
        told.append(f"paper {shown_published(n.published)}")
    if n.difference is not None:
        told.append(shown_difference(n))
    return " · ".join(told)
