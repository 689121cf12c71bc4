"""Distinct numbers and which of them each number is: `np.unique`, without sorting where the numbers are small."""

from __future__ import annotations

import numpy as np

from provenli.scoring.predictions import Codes


def numbered(codes: Codes) -> tuple[Codes, Codes]:
    """(kinds in ascending order, the place of each code among them). Codes are -1 or more."""
    span = int(codes.max()) + 2
    if span > 4 * len(codes) + 1024:
        kinds, places = np.unique(codes, return_inverse=True)
        return kinds, places
    present = np.bincount(codes + 1, minlength=span) > 0
    return np.flatnonzero(present) - 1, (np.cumsum(present) - 1)[codes + 1]
