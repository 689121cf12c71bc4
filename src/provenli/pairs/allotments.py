"""Which pattern gets how many pairs: equally many for each label, evenly over cells within a label and over patterns
within a cell, as far as there are distinct pairs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from provenli.certify.certificates import Problem
from provenli.errors import InputError
from provenli.labels import folded_into
from provenli.pairs.classes import Classes
from provenli.pairs.parts import Part
from provenli.pairs.pattern import Pattern
from provenli.pairs.plan import (
    PLENTY,
    Allotment,
    Counts,
    PartPlan,
    Plan,
    Request,
    capacity,
    evenly,
    proportionally,
    words_of,
)
from provenli.pairs.schemas import Schema


@dataclass
class Gathered:
    """Patterns found so far, their schemas, and what was left out."""

    classes: Classes
    patterns: list[Pattern] = field(default_factory=list)
    schemas: list[Schema] = field(default_factory=list)
    numbers: dict[Problem, int] = field(default_factory=dict)
    texts: set[object] = field(default_factory=set)
    corrections: Counter[str] = field(default_factory=Counter)
    dropped: Counter[str] = field(default_factory=Counter)
    drawn: int = 0

    def groups(self, balance: str, labels: tuple[str, ...]) -> Counter[str]:
        return Counter(group_of(balance, labels, p, self.schemas) for p in self.patterns)


def group_of(balance: str, labels: tuple[str, ...], p: Pattern, schemas: list[Schema]) -> str:
    return p.cell if balance == "cell" else folded_into(schemas[int(p.schema[0])].label, labels)


def allot(
    parts: Sequence[Part], balance: str, labels: tuple[str, ...], found: Gathered, size: int, request: Request
) -> Plan:
    rng = np.random.Generator(np.random.PCG64([request.seed, 2]))
    groups = [group_of(balance, labels, p, found.schemas) for p in found.patterns]
    names = sorted(set(groups)) if balance == "cell" else list(labels)
    sizes = proportionally(size, [p.size for p in parts])
    rooms = Rooms(parts, found)
    plans = []
    for number, (part, total) in enumerate(zip(parts, sizes, strict=True)):
        start, room = rooms.left(number)
        counts = _shares(found, groups, names, part, int(total), room, rng)
        given = (Allotment(k, np.zeros(n, dtype=np.int64), start[k] + np.arange(n)) for k, n in enumerate(counts) if n)
        plans.append(PartPlan(part, rooms.words[number], tuple(given)))
        rooms.take(number, counts)
    return trimmed(
        Plan(
            found.classes,
            tuple(found.patterns),
            tuple(found.schemas),
            tuple(plans),
            dict(found.corrections),
            _notes(found),
        )
    )


def short_of(parts: Sequence[Part], balance: str, labels: tuple[str, ...], found: Gathered, size: int) -> bool:
    """Whether some group may have fewer distinct pairs than will be asked of it."""
    groups = np.array([group_of(balance, labels, p, found.schemas) for p in found.patterns])
    rooms = Rooms(parts, found)
    for number, total in enumerate(proportionally(size, [p.size for p in parts])):
        _, room = rooms.left(number)
        for name in set(groups):
            mine = np.flatnonzero(groups == name)
            wanted = -(-int(total) // len(set(groups)))
            if _sum(room[mine]) < wanted:
                return True
            taken = np.zeros(len(groups), dtype=np.int64)
            taken[mine] = evenly(wanted, room[mine])
            rooms.take(number, taken)
    return False


def room_in(parts: Sequence[Part], balance: str, labels: tuple[str, ...], found: Gathered) -> tuple[int, str]:
    """The most pairs that the patterns can give with all groups equally large, and the group that sets the limit."""
    rooms = Rooms(parts, found)
    best = np.max([rooms.left(k)[1] for k in range(len(parts))], axis=0)
    groups: Counter[str] = Counter()
    for pattern, room in zip(found.patterns, best, strict=True):
        groups[group_of(balance, labels, pattern, found.schemas)] += int(room)
    scarce = min(groups, key=lambda name: groups[name], default="")
    return min(PLENTY, groups[scarce] * len(groups)), scarce


class Rooms:
    """How many pairs of each pattern are left for each part, so that no two parts get the same pair.

    Parts that fill a pattern from the same words share its serial numbers. If they fill it from different vocabularies
    that could give the same pair, the pattern goes to only one of them. Otherwise they cannot collide.
    """

    def __init__(self, parts: Sequence[Part], found: Gathered) -> None:
        self.words = [words_of(p, found.classes) for p in parts]
        written = [_written(p, w, found.classes) for p, w in zip(parts, self.words, strict=True)]
        self._home = np.zeros((len(parts), len(found.patterns)), dtype=np.int64)
        self._room = np.zeros_like(self._home)
        for k, pattern in enumerate(found.patterns):
            needed = sorted(set(pattern.slots))
            vocabularies = [tuple(w[c] for c in needed) for w in written]
            for p, own in enumerate(vocabularies):
                self._home[p, k] = vocabularies.index(own)
                rivals = sorted({vocabularies.index(v) for v in vocabularies if _meet(own, v)})
                if rivals and rivals[k % len(rivals)] == self._home[p, k]:  # none: a class has no word in this part
                    self._room[p, k] = capacity(pattern, found.classes, self.words[p])
        self._used = np.zeros_like(self._home)

    def left(self, part: int) -> tuple[Counts, Counts]:
        """The first free serial number of each pattern, and how many pairs there are from there on."""
        start = self._used[self._home[part], np.arange(self._home.shape[1])]
        return start, np.maximum(self._room[part] - start, 0)

    def take(self, part: int, counts: Counts) -> None:
        np.add.at(self._used, (self._home[part], np.arange(self._home.shape[1])), counts)


def _written(part: Part, words: dict[str, tuple[int, ...]], classes: Classes) -> dict[str, frozenset[str]]:
    """The words of each class as this part writes them."""
    return {
        name: frozenset(part.renamed.get(w.lemma, w.lemma) for w in (classes.by_name[name].words[k] for k in numbers))
        for name, numbers in words.items()
    }


def _meet(a: tuple[frozenset[str], ...], b: tuple[frozenset[str], ...]) -> bool:
    return all(x & y for x, y in zip(a, b, strict=True))


def _shares(
    found: Gathered,
    groups: Sequence[str],
    names: Sequence[str],
    part: Part,
    total: int,
    room: Counts,
    rng: np.random.Generator,
) -> Counts:
    counts = np.zeros(len(found.patterns), dtype=np.int64)
    wanted = evenly(total, [PLENTY] * len(names))
    for name, n in zip(names, wanted, strict=True):
        mine = np.array([k for k, g in enumerate(groups) if g == name], dtype=np.int64)
        _demand(part, name, int(n), room[mine], len(names))
        cells = sorted({found.patterns[k].cell for k in mine})
        inside = [np.array([k for k in mine if found.patterns[k].cell == c], dtype=np.int64) for c in cells]
        per_cell = evenly(int(n), [_sum(room[i]) for i in inside])
        for i, m in zip(inside, per_cell, strict=True):
            counts[i] = evenly(int(m), room[i], rng)
    return counts


def _sum(room: Counts) -> int:
    return min(PLENTY, sum(map(int, room)))


def _demand(part: Part, name: str, wanted: int, room: Counts, groups: int) -> None:
    there = _sum(room)
    if there < wanted:
        raise InputError(
            f"too few distinct pairs: part {part.name!r} needs {wanted:,} with {name}, there are {there:,}; "
            f"ask for a smaller --size (at most {there * groups:,} in this part), or for more variety"
        )


def _notes(found: Gathered) -> tuple[str, ...]:
    return tuple(f"{n} drawn patterns left out: {why}" for why, n in sorted(found.dropped.items()))


def trimmed(plan: Plan) -> Plan:
    """The plan with only the patterns and schemas that its pairs use, numbered anew."""
    used = sorted({a.pattern for p in plan.parts for a in p.allotments})
    kept = sorted({int(s) for k in used for s in np.unique(plan.patterns[k].schema)} - {-1})
    lookup = np.full(len(plan.schemas) + 1, -1, dtype=np.int64)  # the last place is that of schema -1: none
    lookup[kept] = np.arange(len(kept))
    patterns = tuple(replace(plan.patterns[k], schema=lookup[plan.patterns[k].schema]) for k in used)
    number = {old: new for new, old in enumerate(used)}
    parts = tuple(
        replace(p, allotments=tuple(replace(a, pattern=number[a.pattern]) for a in p.allotments)) for p in plan.parts
    )
    schemas, others = (tuple(plan.schemas[k] for k in some) for some in (kept, _without(kept, len(plan.schemas))))
    return replace(plan, patterns=patterns, schemas=schemas, parts=parts, left_out=(*plan.left_out, *others))


def _without(kept: Sequence[int], number: int) -> list[int]:
    return sorted(set(range(number)) - set(kept))
