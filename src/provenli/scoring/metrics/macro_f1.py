"""F1 of each label, and the mean of them: a rare label counts as much as a frequent one."""

from __future__ import annotations

import numpy as np

from provenli.labels import ABSTAINED
from provenli.scoring.metrics.metric import Metric
from provenli.scoring.predictions import Predictions


def _value(given: Predictions) -> float:
    """Over labels among the gold labels or the answers, as in scikit-learn; abstaining is no label."""
    width = len(given.labels)
    gold, predicted = (np.bincount(codes, minlength=width) for codes in (given.gold, given.predicted))
    right = np.bincount(given.gold[given.correct], minlength=width)
    real = [k for k, label in enumerate(given.labels) if label != ABSTAINED and gold[k] + predicted[k]]
    return float(np.mean(2 * right[real] / (gold[real] + predicted[real])))


MACRO_F1 = Metric("macro_f1", "the mean of the labels' F1", _value)
