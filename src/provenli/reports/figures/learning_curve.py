"""How a training went: accuracy on dev and the loss, after each epoch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from provenli.reports.figures.canvas import COLOURS, MARKS, Picture, ReportFigure
from provenli.reports.run_item import RunItem
from provenli.reports.study_files import EpochLine

LEGEND = ("dev accuracy, %", "training loss, % of the first epoch's")


def pictures(item: RunItem) -> Iterator[Picture]:
    """A single epoch is no curve."""
    if len(item.epochs) > 1:
        yield Picture("learning-curve", "Epoch by epoch", partial(_draw, item.epochs), LEGEND, 3.4)


def _draw(epochs: Sequence[EpochLine], axes: Any, ink: str) -> None:
    numbers = [e["number"] for e in epochs]
    first = max(epochs[0]["loss"], 1e-6)
    lines = [[100 * e["dev_accuracy"] for e in epochs], [100 * e["loss"] / first for e in epochs]]
    for k, (label, values) in enumerate(zip(LEGEND, lines, strict=True)):
        axes.plot(numbers, values, label=label, color=COLOURS[k], marker=MARKS[k], markersize=4, linewidth=1.5)
    axes.set(xlabel="epoch", ylim=(-2, max(102.0, *lines[1]) + 2))
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.grid(axis="y", color=ink, alpha=0.12)


LEARNING_CURVE = ReportFigure("dev accuracy and loss of a training, epoch by epoch", RunItem, pictures)
