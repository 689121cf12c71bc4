"""The grid of paper 001, section 5: each setting was run for three epochs, and the best on dev was trained in full."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from provenli.models.settings import S

DROPOUTS = (0.0, 0.1, 0.2, 0.3)
LEARNING_RATES = (1e-2, 3e-3, 1e-3, 3e-4)
L2S = (0.0, 1e-4, 1e-3, 1e-2)
ACTIVATIONS = ("relu", "tanh")
EPOCHS = 3


def fair_grid(settings: S) -> Iterator[S]:
    """128 settings, which otherwise are as the given one."""
    for dropout, rate, l2, f in product(DROPOUTS, LEARNING_RATES, L2S, ACTIVATIONS):
        yield replace(settings, dropout=dropout, learning_rate=rate, l2=l2, activation=f, epochs=EPOCHS)
