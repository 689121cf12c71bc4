"""Accuracy along a row of settings, as a study asks for it: a line for each model, with intervals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias

from provenli.reports.figures.canvas import COLOURS, MARKS, Picture, ReportFigure
from provenli.reports.numbers import EntryNumber, number
from provenli.reports.study_item import StudyItem
from provenli.reports.tables import points
from provenli.scoring.metrics import metric_named
from provenli.studies.study import Figure

Points: TypeAlias = Sequence[tuple[str, EntryNumber]]


def pictures(item: StudyItem) -> Iterator[Picture]:
    """No picture for a figure of which nothing has been run."""
    for figure in item.record.outputs:
        if not isinstance(figure, Figure):
            continue
        found = {line.label: [(x, number(e, item.results)) for x, e in line.points] for line in figure.lines}
        if any(n.mean is not None for line in found.values() for _, n in line):
            yield Picture(figure.name, figure.title, partial(_draw, figure, found), tuple(found))


def _draw(figure: Figure, found: Mapping[str, Points], axes: Any, ink: str) -> None:
    names = list(points(figure))
    for k, (label, line) in enumerate(found.items()):
        _line(axes, names, label, [(x, n) for x, n in line if n.mean is not None], k)
    axes.set_xticks(range(len(names)), names)
    axes.set_xlim(-0.4, len(names) - 0.6)
    axes.set(xlabel=figure.across, **_scale(figure))
    axes.grid(axis="y", color=ink, alpha=0.12)


def _scale(figure: Figure) -> dict[str, Any]:
    metrics = [metric_named(name) for name in dict.fromkeys(e.metric for line in figure.lines for _, e in line.points)]
    names = ", ".join(m.name for m in metrics)
    return {"ylabel": f"{names}, %", "ylim": (-2, 102)} if all(m.percent for m in metrics) else {"ylabel": names}


def _line(axes: Any, names: list[str], label: str, line: Points, k: int) -> None:
    if not line:
        return
    aside = (k % len(COLOURS) - len(COLOURS) // 2) * 0.03  # so that intervals of equal points can be told apart
    xs, means = [names.index(x) + aside for x, _ in line], [n.mean or 0.0 for _, n in line]
    ends = [
        [m - (n.low if n.low is not None else m) for (_, n), m in zip(line, means, strict=True)],
        [(n.high if n.high is not None else m) - m for (_, n), m in zip(line, means, strict=True)],
    ]
    ends = [[max(0.0, e) for e in side] for side in ends]
    style = {"color": COLOURS[k % len(COLOURS)], "marker": MARKS[k % len(MARKS)], "markersize": 5}
    axes.errorbar(xs, means, ends, label=label, capsize=3, linewidth=1.5, **style)


STUDY_LINES = ReportFigure("accuracy along the settings of a study", StudyItem, pictures)
