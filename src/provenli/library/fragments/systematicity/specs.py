"""Pairs by replacement (Yanaka et al. 2020): one phrase of a sentence made more general or more specific, however
embedded.

A `Spec` says everything about a pair but its words: how deep, how embedded, what is replaced where and which way. What
the calculus says of it follows from the direction of each quantifier above the replaced phrase.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

NOMINAL = ("hyponym", "adjective", "preposition", "relative clause")
VERBAL = ("adverb", "preposition", "disjunction", "conjunction")
FRAMES = ("plain", "adverb", "preposition", "object")
OUTER = ("none", "negation", "antecedent", "consequent")
DEEPEST = 8
"""Nine nouns and eight verbs at most: in a pair no content word comes twice, and there are ten of each."""


@dataclass(frozen=True, slots=True)
class Spec:
    """`shapes`: of each embedded clause, outermost first. `position`: which quantified phrase, from 1. `change`: what
    the hypothesis does to the premise. `depth` counts an outer negation or conditional as one."""

    depth: int
    shapes: tuple[str, ...]
    replacement: str
    argument: str
    position: int
    change: str
    frame: str = "plain"
    outer: str = "none"

    @property
    def phrases(self) -> int:
        """How many quantified phrases there are on the way down."""
        return len(self.shapes) + 1

    @property
    def sign(self) -> int:
        """What the surroundings of the outermost phrase do to its direction."""
        return -1 if self.outer in ("negation", "antecedent") else 1


def specs(depth: int, replacements: Sequence[str], frame: str, outer: str) -> Iterator[Spec]:
    phrases = depth - (outer != "none")
    if phrases < 1:
        return
    for shapes in product(("subject", "object"), repeat=phrases - 1):
        for argument, names in (("first", NOMINAL), ("second", VERBAL)):
            if argument == "second" and (phrases > 1 or frame == "object"):
                continue
            for name, position in product((n for n in names if n in replacements), range(1, phrases + 1)):
                for change in ("generalise", "specialise"):
                    yield Spec(depth, shapes, name, argument, position, change, frame, outer)


def polarities(spec: Spec) -> NDArray[np.int64]:
    """The direction of the replaced position for each combination of upward and downward quantifiers."""
    bits = (np.arange(2**spec.phrases)[:, None] >> np.arange(spec.phrases)) & 1
    return np.asarray(spec.sign * np.prod(1 - 2 * bits[:, : spec.position], axis=1), dtype=np.int64)


def derived(spec: Spec) -> NDArray[np.bool_]:
    """Whether the calculus says entailment: widening an upward position, or narrowing a downward one."""
    return np.asarray((polarities(spec) > 0) == (spec.change == "generalise"))
