"""Do people agree more than by chance? Krippendorff's alpha (Krippendorff 2004, chapter 11), and mean pairwise Pearson.

Both take units with as many values as there were raters; alpha allows missing ones, and so does our Pearson, which
compares the k-th values of units that have both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from itertools import combinations
from typing import TypeAlias, TypeVar

import numpy as np

V = TypeVar("V", bound=Hashable)
Units: TypeAlias = Sequence[Sequence[V]]
"""Values of each unit, by whomever they were given."""


def nominal(a: Hashable, b: Hashable) -> float:
    return float(a != b)


def interval(a: float, b: float) -> float:
    return float(a - b) ** 2


def alpha(units: Units[V], distance: Callable[[V, V], float]) -> float | None:
    """1 is perfect agreement, 0 is chance; None where nothing varies or nobody can be compared."""
    pairable = [u for u in units if len(u) > 1]
    total = sum(map(len, pairable))
    values = Counter(v for u in pairable for v in u)
    expected = sum(2 * values[a] * values[b] * distance(a, b) for a, b in combinations(values, 2))
    if not expected:
        return None
    observed = sum(_within(Counter(u), distance) / (len(u) - 1) for u in pairable)
    return 1 - (total - 1) * observed / expected


def _within(counts: Counter[V], distance: Callable[[V, V], float]) -> float:
    return sum(2 * counts[a] * counts[b] * distance(a, b) for a, b in combinations(counts, 2))


def mean_pearson(units: Units[float]) -> float | None:
    """Of every two columns of raters, averaged; None where scores do not vary."""
    found = []
    for i, j in combinations(range(max(map(len, units), default=0)), 2):
        both = np.array([(u[i], u[j]) for u in units if len(u) > j], dtype=np.float64)
        if len(both) > 1 and both.std(axis=0).all():
            found.append(float(np.asarray(np.corrcoef(both.T))[0, 1]))
    return sum(found) / len(found) if found else None
