"""Numbers, in digits and in words."""

from __future__ import annotations

import re
from collections.abc import Sequence

UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty"
)
NUMBERS = {word: n for n, word in enumerate(UNITS.split(" "))} | {
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "sixty": 60,
    "seventy": 70,
    "eighty": 80,
    "ninety": 90,
    "dozen": 12,
}
SCALES = {"hundred": 100, "thousand": 1000, "million": 10**6}


def number_at(words: Sequence[str], at: int) -> tuple[int, int]:
    """The number that starts there and where it ends; the start itself if there is none."""
    value, end = 0, at
    while end < len(words):
        part = _part(words[end])
        if part is not None:
            value += part
        elif words[end] in SCALES and end > at:
            value = max(value, 1) * SCALES[words[end]]
        else:
            break
        end += 1
    return value, end


def _part(word: str) -> int | None:
    if re.fullmatch(r"[0-9][0-9,]{0,11}", word):
        return int(word.replace(",", ""))
    parts = word.split("-")
    return sum(NUMBERS[p] for p in parts) if len(parts) <= 2 and all(p in NUMBERS for p in parts) else None
