"""A plan: every pair of a data set, before any of them is written.

A pair is named by three numbers: its pattern, the setting of the pattern's switches, and a serial number that picks the
words. Different numbers are different pairs, so nothing need be remembered to avoid repetition.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import perm, prod
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from provenli.certify.certificates import Problem
from provenli.logic.calculus import calculus_label
from provenli.options import Options
from provenli.pairs.classes import Classes
from provenli.pairs.parts import Part
from provenli.pairs.pattern import Pattern
from provenli.pairs.schemas import Schema
from provenli.progress import Progress, silent

# --- Sharing out a number of pairs: evenly, but never more than there are. ---


Counts = NDArray[np.int64]
PLENTY = 1 << 62
"""Stands for any larger number of distinct pairs."""


def evenly(total: int, room: Sequence[int] | Counts, rng: np.random.Generator | None = None) -> Counts:
    """`total` over places with limited room: all as equal as the room allows. Without an rng the first get the rest.

    The caller has made sure that there is room: sum(room) >= total.
    """
    left = np.asarray(room, dtype=np.int64).copy()
    given = np.zeros_like(left)
    while total > 0:
        open_ = np.flatnonzero(left > 0)
        share = total // len(open_)
        if share == 0:
            chosen = open_[:total] if rng is None else rng.choice(open_, size=total, replace=False)
            given[chosen] += 1
            break
        taken = np.minimum(left[open_], share)
        given[open_] += taken
        left[open_] -= taken
        total -= int(taken.sum())
    return given


def proportionally(total: int, weights: Sequence[int]) -> Counts:
    """`total` in the proportion of the weights; what rounding leaves goes to the largest remainders."""
    whole = sum(weights)
    out = np.array([total * w // whole for w in weights], dtype=np.int64)
    rest = sorted(range(len(weights)), key=lambda k: (-(total * weights[k] % whole), k))
    for k in rest[: total - int(out.sum())]:
        out[k] += 1
    return out


Answers: TypeAlias = Callable[[Problem], Schema]
"""Earlier decisions, for drawing the same pairs again."""


@dataclass(frozen=True, slots=True)
class Request:
    """`size`: the number of pairs in all parts together; None is the paper's size. `answers`: if given, no engine is
    asked or loaded."""

    size: int | None
    seed: int
    options: Options
    workers: int = 1
    progress: Progress = silent
    answers: Answers | None = None

    def decided(self, problems: Sequence[Problem]) -> list[Schema]:
        if self.answers is not None:
            return [_with_calculus(self.answers(p)) for p in problems]
        from provenli.pairs.decided_schemas import decide_all  # loads the engines

        return decide_all(problems, self.workers, self.progress)


def _with_calculus(s: Schema) -> Schema:
    p = s.problem
    return replace(s, calculus=calculus_label(p.premises[0], p.hypothesis, p.theory, nontrivial=False))


@dataclass(frozen=True, slots=True)
class Allotment:
    """Pairs of one pattern: the setting of each, and its serial number within pattern and setting."""

    pattern: int
    settings: NDArray[np.signedinteger[Any]]
    serials: NDArray[np.signedinteger[Any]]
    words: NDArray[np.int16] | None = None
    """The number of the word in each slot of each pair, if the serial number does not choose the words."""


@dataclass(frozen=True, slots=True)
class PartPlan:
    part: Part
    words: Mapping[str, tuple[int, ...]]
    """The words of this part in each word class, by number."""
    allotments: tuple[Allotment, ...]

    @property
    def size(self) -> int:
        return sum(len(a.serials) for a in self.allotments)


@dataclass(frozen=True, slots=True)
class Plan:
    classes: Classes
    patterns: tuple[Pattern, ...]
    schemas: tuple[Schema, ...]
    parts: tuple[PartPlan, ...]
    corrections: Mapping[str, int]
    """How often a decision differs from the label that the paper's rule derives, counted over patterns."""
    notes: tuple[str, ...] = ()
    left_out: tuple[Schema, ...] = ()
    """Decisions that no pair shows, but on which the choice of pairs depends."""


def words_of(part: Part, classes: Classes) -> dict[str, tuple[int, ...]]:
    return {
        c.name: tuple(
            k
            for k, w in enumerate(c.words)
            for _ in range(c.weights[k] if c.loose else 1)
            if w.lemma not in part.without
        )
        for c in classes.by_name.values()
    }


def capacity(pattern: Pattern, classes: Classes, words: Mapping[str, Sequence[int]]) -> int:
    """In how many ways the slots can be filled, for one setting of the switches; loose slots do not count."""
    needed = Counter(c for c in pattern.slots if not classes.by_name[c].loose)
    return min(PLENTY, prod(perm(len(words[c]), k) for c, k in needed.items()))
