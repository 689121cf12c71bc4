"""How numbers, labels and breakdowns are shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from provenli.scoring.breakdown import SMALL_CLUSTERS, SMALL_SIZE, Breakdown, ScoredCell
from provenli.scoring.confusion import Confusion, LabelScore
from provenli.scoring.grids import Grid, Part
from provenli.scoring.intervals import Interval, against
from provenli.scoring.metrics import accuracy, macro_f1
from provenli.scoring.metrics.metric import Estimate

MOST_ROWS = 40
"""Longer tables are cut on screen; --json and --csv have every row."""
ACCURACY, MACRO_F1 = accuracy.ACCURACY.name, macro_f1.MACRO_F1.name


def percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.1f}"


def ends(interval: Interval | None) -> str:
    return "–" if interval is None else f"{100 * interval.low:.1f} to {100 * interval.high:.1f}"


def others(metrics: Mapping[str, Estimate]) -> dict[str, Estimate]:
    """Metrics to be shown beside accuracy, which always is."""
    return {name: found for name, found in metrics.items() if name != ACCURACY}


def number(value: float | None, per_cent: bool, sign: str = "") -> str:
    if value is None:
        return "–"
    return f"{100 * value:{sign}.1f}" if per_cent else f"{value:{sign}.3f}"


def reach(found: Estimate) -> str:
    low, high = found.low, found.high
    return "–" if low is None else f"{number(low, found.percent)} to {number(high, found.percent)}"


def metric_header(metrics: Mapping[str, Estimate]) -> tuple[str, ...]:
    return tuple(text for name in others(metrics) for text in (name, "95%"))


def metric_columns(metrics: Mapping[str, Estimate]) -> tuple[str, ...]:
    return tuple(t for e in others(metrics).values() for t in (number(e.value, e.percent), reach(e)))


def label_grid(labels: Sequence[LabelScore]) -> Grid:
    rows = tuple(
        (x.label, f"{x.gold:,}", f"{x.predicted:,}", percent(x.precision), percent(x.recall), percent(x.f1))
        for x in labels
    )
    return Grid(("label", "gold", "predicted", "precision", "recall", "F1"), rows)


def confusion_grid(found: Confusion) -> Grid:
    rows = tuple((g, *(f"{n:,}" for n in row)) for g, row in zip(found.labels, found.table, strict=True))
    return Grid(("gold \\ predicted", *found.labels), rows)


def breakdown_parts(found: Breakdown) -> list[Part]:
    cells = found.cells[:MOST_ROWS]
    rows = tuple(
        (
            *c.values,
            f"{c.size:,}",
            percent(c.accuracy),
            ends(c.interval),
            *metric_columns(c.metrics),
            percent(c.majority),
            percent(c.chance),
            remark(c, found.by),
        )
        for c in cells
    )
    header = (*found.by, "pairs", ACCURACY, "95%", *metric_header(cells[0].metrics), "majority", "chance", "")
    return [Grid(header, rows, len(found.by), remark=True), *_below(found, cells)]


def _below(found: Breakdown, cells: Sequence[ScoredCell]) -> list[str]:
    notes = [cut(len(found.cells) - len(cells))] if len(cells) < len(found.cells) else []
    if found.overlapping:
        notes.append("note: a pair with several values counts in each of their rows")
    if any(c.small for c in cells):
        notes.append(f"note: small = fewer than {SMALL_SIZE} pairs or {SMALL_CLUSTERS} schemas")
    return notes


def cut(rows: int) -> str:
    return f"note: {rows:,} more rows; --json and --csv have them all"


def remark(cell: ScoredCell, by: Sequence[str]) -> str:
    """If all pairs have one label, nothing can be above majority, so only `below` is said. All cells by gold label are
    like that by definition: there the majority says nothing."""
    found = ["small"] if cell.small else []
    said = unless_above(against(cell.interval, cell.majority))
    if "label" not in by and (cell.majority < 1 or said == "below majority"):
        found.append(said)
    return ", ".join(filter(None, found))


def unless_above(said: str) -> str:
    return "" if said == "above majority" else said
