"""Monotonicity derived from models: what happens to a sentence when something enters the restrictor or the body.

This is the second route to `Quantifier.monotonicity`, which reads signs off the definition. Here the definition is only
asked for truth, count by count.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product

from provenli.logic.quantifiers import THRESHOLDS, Quantifier

Directions = frozenset[int]
"""+1: truth survives growth of the argument; -1: shrinking. Both: it does not matter. Neither: non-monotone."""


def directions(q: Quantifier) -> tuple[Directions, Directions]:
    """The sure directions of restrictor and body.

    Growth is a sequence of single steps, so single steps decide: an element enters A inside or outside B; or an element
    of A enters B (what is outside A does not count: quantifiers are conservative by construction).
    """
    return _sure(q, ((1, 0), (0, 1))), _sure(q, ((1, -1),))


def derived_monotonicity(q: Quantifier) -> tuple[int, int]:
    """+1, -1, or 0 for each argument; an argument that does not matter moves nothing and is 0."""
    first, second = directions(q)
    return sum(first), sum(second)


def _sure(q: Quantifier, steps: tuple[tuple[int, int], ...]) -> Directions:
    sure = {1, -1}
    # Truth depends on counts only up to the largest number in the definition (and, for `most`, on which count is
    # larger); all changes of truth value have happened two above it.
    top = largest_number(q) + 2
    for values in threshold_choices(vague_words(q), top):
        for inside, outside in product(range(top + 1), repeat=2):
            before = q.holds(inside, outside, values)
            for more_inside, more_outside in steps:
                if outside + more_outside < 0:
                    continue
                after = q.holds(inside + more_inside, outside + more_outside, values)
                if before != after:
                    sure.discard(1 if before else -1)
    return frozenset(sure)


def vague_words(*quantifiers: Quantifier) -> tuple[str, ...]:
    return tuple(sorted({i.threshold for q in quantifiers for i in q.inequalities if i.threshold}))


def largest_number(*quantifiers: Quantifier) -> int:
    """The largest count that a definition mentions, at least 3 where a vague word may start there."""
    limits = [abs(i.limit) for q in quantifiers for i in q.inequalities]
    return max([*limits, *(3 for _ in vague_words(*quantifiers)), 1])


def threshold_choices(words: Iterable[str], top: int) -> Iterator[Mapping[str, int]]:
    """Every way to fix the thresholds of vague words from 0 to `top` that quantifiers.THRESHOLDS allows."""
    names = tuple(words)
    for values in product(range(top + 1), repeat=len(names)):
        chosen = dict(zip(names, values, strict=True))
        if _allowed(chosen):
            yield chosen


def _allowed(chosen: Mapping[str, int]) -> bool:
    for name, value in chosen.items():
        least, other = THRESHOLDS.get(name, (0, None))
        if value < least or (other in chosen and other is not None and value < chosen[other]):
            return False
    return not {"few", "many"} <= set(chosen) or chosen["few"] < chosen["many"]
