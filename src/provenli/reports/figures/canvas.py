"""What a figure is, and how one is drawn by matplotlib: SVG whose text takes the page's colour, and PNG."""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

INK = "#010203"
"""Stands for the page's own text colour, light or dark."""
COLOURS = ("#3b7dd8", "#d9822b", "#3a9d5d", "#c2489a", "#8a63d2", "#b8860b", "#d64545", "#2a9d9d", "#7f7f7f")
MARKS = "osD^vPX*h"
CONTROLS = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]")
"""Control characters, which XML does not allow."""

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Picture:
    """One drawing. `name`: that of its files. `draw(axes, ink)` puts it on matplotlib's axes. `legend`: the labels that
    need a legend."""

    name: str
    title: str
    draw: Callable[[Any, str], None]
    legend: tuple[str, ...] = ()
    height: float = 4.4


@dataclass(frozen=True, slots=True)
class ReportFigure(Generic[Item]):
    """`shows`: what it is, in a line. `of`: the kind of item that has it. `pictures`: as many as an item gives."""

    shows: str
    of: type[Item]
    pictures: Callable[[Item], Iterable[Picture]]


def drawn(picture: Picture, salt: str) -> tuple[bytes, bytes]:
    """SVG and PNG. `salt` makes the names within the SVG unique: several stand on one page."""
    plot = _matplotlib()
    style = {
        "svg.fonttype": "none",
        "svg.hashsalt": salt,
        "font.size": 10,
        "font.family": "sans-serif",
        "text.parse_math": False,  # a $ in a label is a $
    }
    with plot.rc_context(style), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing")  # of the PNG's font; the SVG has the page's
        svg = CONTROLS.sub(b"", _file(plot, picture, INK, "svg"))
        return svg.replace(INK.encode(), b"currentColor"), _file(plot, picture, "black", "png")


def _file(plot: Any, picture: Picture, ink: str, kind: str) -> bytes:
    paper, axes = plot.subplots(figsize=(6.4, picture.height), layout="constrained")
    try:
        picture.draw(axes, ink)
        _inked(axes, ink)
        if picture.legend:
            columns = max(1, min(3, 90 // max(1, *map(len, picture.legend))))  # so many of the longest fit
            paper.legend(frameon=False, labelcolor=ink, loc="outside lower center", ncols=columns, fontsize=9)
        file = io.BytesIO()
        plain = {"Date": None} if kind == "svg" else {}
        paper.savefig(file, format=kind, transparent=kind == "svg", dpi=150, metadata=plain)
    finally:
        plot.close(paper)
    return file.getvalue()


def _inked(axes: Any, ink: str) -> None:
    axes.tick_params(colors=ink)
    axes.xaxis.label.set_color(ink)
    axes.yaxis.label.set_color(ink)
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
