"""How surprised the probabilities are by the gold labels: the mean of -log p, in nats. Sure and wrong costs most."""

from __future__ import annotations

import math

import numpy as np

from provenli.scoring.metrics.metric import Metric
from provenli.scoring.predictions import Predictions

LEAST = 1e-6
"""Predictions are written with six digits: a probability written as 0 may be as large as this."""


def _value(given: Predictions) -> float:
    assert given.probabilities is not None
    of_gold = given.probabilities[np.arange(given.size), given.gold]
    return float(-np.log(np.clip(of_gold, LEAST, 1)).mean())


LOG_LOSS = Metric(
    "log_loss",
    "the mean of -log of the gold label's probability",
    _value,
    needs=("labels", "probabilities"),
    better="lower",
    bounds=(0.0, math.inf),
)
