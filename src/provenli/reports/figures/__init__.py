"""In: items of a report. Out: pictures on their pages. Read first: canvas.py, feature_bars.py.

A new one is a file here that defines a ReportFigure of a StudyItem, RunItem, PredictionsItem, AskedItem or AuditItem,
named in FIGURES; that is all.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from provenli.reports.figures.canvas import Picture, ReportFigure
from provenli.reports.figures.feature_bars import FEATURE_BARS
from provenli.reports.figures.learning_curve import LEARNING_CURVE
from provenli.reports.figures.study_lines import STUDY_LINES
from provenli.reports.item import ReportItem

FIGURES: tuple[ReportFigure[Any], ...] = (STUDY_LINES, LEARNING_CURVE, FEATURE_BARS)


def pictures_of(item: ReportItem) -> Iterator[Picture]:
    for figure in FIGURES:
        if isinstance(item, figure.of):
            yield from figure.pictures(item)
