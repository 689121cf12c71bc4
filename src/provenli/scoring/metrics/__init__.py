"""In: predictions. Out: a number with its interval. Read first: metric.py, macro_f1.py.

A new metric is one file beside this one and its name in METRICS.
"""

from __future__ import annotations

from collections.abc import Iterable

from provenli.errors import UnknownName
from provenli.scoring.metrics.accuracy import ACCURACY
from provenli.scoring.metrics.log_loss import LOG_LOSS
from provenli.scoring.metrics.macro_f1 import MACRO_F1
from provenli.scoring.metrics.metric import Metric

METRICS: tuple[Metric, ...] = (ACCURACY, MACRO_F1, LOG_LOSS)


def metric_named(name: str) -> Metric:
    known = {m.name: m for m in METRICS}
    if name not in known:
        raise UnknownName("metric", name, known)
    return known[name]


def chosen_metrics(given: Iterable[str | Metric]) -> tuple[Metric, ...]:
    """By name or as they are, each once."""
    return tuple({m.name: m for m in (metric_named(g) if isinstance(g, str) else g for g in given)}.values())
