"""Numbers as published files write them: 35, thirty-five, thirty five."""

from __future__ import annotations

SMALL = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
)
TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
HIGHEST = 100


def spellings(n: int) -> tuple[str, ...]:
    """Digits first, then words."""
    if n < len(SMALL):
        words: tuple[str, ...] = (SMALL[n],)
    elif n < 100:
        tens, ones = TENS[n // 10 - 2], n % 10
        words = (f"{tens}-{SMALL[ones]}", f"{tens} {SMALL[ones]}") if ones else (tens,)
    else:
        words = ("one hundred", "a hundred") if n == 100 else ()
    return (str(n), *words)
