"""Figures, drawn by matplotlib: SVG whose text takes the page's colour, and PNG for other uses."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import Any

from provenli.report.numbers import Number, Results, number
from provenli.report.tables import points
from provenli.scoring.metrics import metric_named
from provenli.study.study import Figure

INK = "#010203"
"""Stands for the page's own text colour, light or dark."""
COLOURS = ("#3b7dd8", "#d9822b", "#3a9d5d", "#c2489a", "#8a63d2", "#b8860b", "#d64545", "#2a9d9d", "#7f7f7f")
MARKS = "osD^vPX*h"


def drawn(figure: Figure, results: Results) -> tuple[str, bytes] | None:
    """SVG and PNG; None if nothing of it has been run."""
    found = {line.label: [(x, number(e, results)) for x, e in line.points] for line in figure.lines}
    if not any(n.mean is not None for line in found.values() for _, n in line):
        return None
    plot = _matplotlib()
    style = {"svg.fonttype": "none", "svg.hashsalt": figure.name, "font.size": 10, "font.family": "sans-serif"}
    with plot.rc_context(style):
        return _file(plot, figure, found, INK, "svg").decode(), _file(plot, figure, found, "black", "png")


def _file(plot: Any, figure: Figure, found: dict[str, list[tuple[str, Number]]], ink: str, kind: str) -> bytes:
    picture, axes = plot.subplots(figsize=(6.4, 4.4), layout="constrained")
    try:
        names = list(points(figure))
        for k, (label, line) in enumerate(found.items()):
            _line(axes, names, label, [(x, n) for x, n in line if n.mean is not None], k)
        axes.set_xticks(range(len(names)), names)
        axes.set_xlim(-0.4, len(names) - 0.6)
        axes.set(xlabel=figure.across, **_scale(figure))
        _inked(axes, ink)
        picture.legend(frameon=False, labelcolor=ink, loc="outside lower center", ncols=_columns(found), fontsize=9)
        file = io.BytesIO()
        plain = {"Date": None} if kind == "svg" else {}
        picture.savefig(file, format=kind, transparent=kind == "svg", dpi=150, metadata=plain)
    finally:
        plot.close(picture)
    return file.getvalue().replace(INK.encode(), b"currentColor") if kind == "svg" else file.getvalue()


def _scale(figure: Figure) -> dict[str, Any]:
    metrics = [metric_named(name) for name in dict.fromkeys(e.metric for line in figure.lines for _, e in line.points)]
    names = ", ".join(m.name for m in metrics)
    return {"ylabel": f"{names}, %", "ylim": (-2, 102)} if all(m.percent for m in metrics) else {"ylabel": names}


def _columns(labels: Iterable[str]) -> int:
    """So many of the longest label fit side by side below the figure."""
    return max(1, min(3, 90 // max(map(len, labels))))


def _line(axes: Any, names: list[str], label: str, line: list[tuple[str, Number]], k: int) -> None:
    if not line:
        return
    aside = (k % len(COLOURS) - len(COLOURS) // 2) * 0.03  # so that intervals of equal points can be told apart
    xs, means = [names.index(x) + aside for x, _ in line], [n.mean or 0.0 for _, n in line]
    ends = [
        [m - (n.low if n.low is not None else m) for (_, n), m in zip(line, means, strict=True)],
        [(n.high if n.high is not None else m) - m for (_, n), m in zip(line, means, strict=True)],
    ]
    ends = [[max(0.0, e) for e in side] for side in ends]
    colour = COLOURS[k % len(COLOURS)]
    axes.errorbar(
        xs, means, ends, label=label, color=colour, marker=MARKS[k % len(MARKS)], markersize=5, capsize=3, linewidth=1.5
    )


def _inked(axes: Any, ink: str) -> None:
    axes.tick_params(colors=ink)
    axes.xaxis.label.set_color(ink)
    axes.yaxis.label.set_color(ink)
    axes.grid(axis="y", color=ink, alpha=0.12)
    for name, side in axes.spines.items():
        side.set_color(ink)
        side.set_visible(name in ("left", "bottom"))


def _matplotlib() -> Any:
    try:
        import matplotlib
    except ImportError as error:
        raise ImportError("matplotlib is not installed (pip install 'provenli[report]')") from error
    matplotlib.use("agg")
    from matplotlib import pyplot

    return pyplot
