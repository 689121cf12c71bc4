"""Room for deep trees.

Formulas are built and renamed by recursive functions, which is what makes them readable; a sentence of 200 words can
nest deeper than Python's default of 1000 calls. Only such a sentence raises the limit, and only while it is read.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from provenli.errors import SentenceError

ORDINARY = 40
"""Trees up to this height fit into the default limit with room to spare."""
CALLS_A_LEVEL = 60
"""Marks double the height of a formula, and each level of one takes a few calls to rename."""
MOST_CALLS = 12_000
"""Beyond this the C stack itself is in danger."""


@contextmanager
def room_for(height: int) -> Iterator[None]:
    before = sys.getrecursionlimit()
    wanted = min(MOST_CALLS, 1000 + CALLS_A_LEVEL * height)
    raised = height > ORDINARY and wanted > before
    if raised:
        sys.setrecursionlimit(wanted)
    try:
        yield
    except RecursionError:
        raise SentenceError(f"the sentence nests too deeply ({height} levels); shorten it") from None
    finally:
        if raised:
            sys.setrecursionlimit(before)
