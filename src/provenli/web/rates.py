"""Limits how often somebody may ask: a bucket that fills by the minute. Buckets are kept in memory; forgotten ones are
full again."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict

MOST_BUCKETS = 20_000


class Rate:
    def __init__(self, a_minute: int) -> None:
        self._a_minute = a_minute
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def allows(self, who: str, now: float | None = None) -> bool:
        now = time.monotonic() if now is None else now
        with self._lock:
            left, then = self._buckets.pop(who, (float(self._a_minute), now))
            left = min(self._a_minute, left + (now - then) * self._a_minute / 60)
            self._buckets[who] = (left - 1 if left >= 1 else left, now)
            if len(self._buckets) > MOST_BUCKETS:
                self._buckets.popitem(last=False)
            return left >= 1
