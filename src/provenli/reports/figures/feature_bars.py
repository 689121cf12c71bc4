"""Accuracy by the values of each feature, with intervals and what the most frequent label would get."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from provenli.reports.figures.canvas import COLOURS, Picture, ReportFigure
from provenli.reports.predictions_item import PredictionsItem
from provenli.scoring.breakdown import Breakdown

LEGEND = ("accuracy, with its 95% interval", "always the most frequent label")
LONGEST = 28


def pictures(item: PredictionsItem) -> Iterator[Picture]:
    for found in item.score.breakdowns:
        height = 1.3 + 0.3 * len(found.cells)
        yield Picture(f"by-{found.by[0]}", f"By {found.by[0]}", partial(_draw, found), LEGEND, height)


def _draw(found: Breakdown, axes: Any, ink: str) -> None:
    rows, means = range(len(found.cells)), [100 * c.accuracy for c in found.cells]
    low = [max(0.0, m - 100 * c.interval.low) for m, c in zip(means, found.cells, strict=True)]
    high = [max(0.0, 100 * c.interval.high - m) for m, c in zip(means, found.cells, strict=True)]
    style = {"capsize": 3, "ecolor": ink, "error_kw": {"linewidth": 1}}
    axes.barh(rows, means, 0.6, xerr=[low, high], label=LEGEND[0], color=COLOURS[0], **style)
    most = [100 * c.majority for c in found.cells]
    axes.plot(most, rows, "|", label=LEGEND[1], color=COLOURS[1], markersize=14, markeredgewidth=2)
    axes.set_yticks(rows, [_short(c.values[0]) for c in found.cells])
    axes.invert_yaxis()
    axes.set(xlabel="accuracy, %", xlim=(0, 102))
    axes.grid(axis="x", color=ink, alpha=0.12)


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


FEATURE_BARS = ReportFigure("accuracy by each feature of few values", PredictionsItem, pictures)
