"""Which pattern gets how many pairs: equally many for each label, evenly over cells within a label and over patterns
within a cell, as far as there are distinct pairs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from provenli.errors import InputError
from provenli.pairs.making import Part
from provenli.pairs.plan import Allotment, PartPlan, Plan, Request, capacity, words_of
from provenli.pairs.sharing import PLENTY, Counts, evenly, proportionally

if TYPE_CHECKING:
    from provenli.pairs.drawn import Drawn, Gathered


def allot(maker: Drawn, labels: tuple[str, ...], found: Gathered, size: int, request: Request) -> Plan:
    from provenli.pairs.drawn import group_of

    rng = np.random.Generator(np.random.PCG64([request.seed, 2]))
    groups = [group_of(maker, labels, p, found.schemas) for p in found.patterns]
    names = sorted(set(groups)) if maker.balance == "cell" else list(labels)
    sizes = proportionally(size, [p.size for p in maker.parts])
    used: dict[frozenset[str], Counts] = {}
    parts = []
    for part, total in zip(maker.parts, sizes, strict=True):
        start = used.setdefault(_vocabulary(part), np.zeros(len(found.patterns), dtype=np.int64))
        counts, words = _shares(found, groups, names, part, int(total), start, rng)
        given = (Allotment(k, np.zeros(n, dtype=np.int64), start[k] + np.arange(n)) for k, n in enumerate(counts) if n)
        parts.append(PartPlan(part, words, tuple(given)))
        start += counts
    return trimmed(Plan(
        found.classes, tuple(found.patterns), tuple(found.schemas), tuple(parts), dict(found.corrections), _notes(found)
    ))  # fmt: skip


def short_of(maker: Drawn, labels: tuple[str, ...], found: Gathered, size: int) -> bool:
    """Whether some group has fewer distinct pairs than will be asked of it; parts over the same words share theirs."""
    from provenli.pairs.drawn import group_of

    groups = [group_of(maker, labels, p, found.schemas) for p in found.patterns]
    needed: dict[frozenset[str], int] = {}
    words = {}
    for part, total in zip(maker.parts, proportionally(size, [p.size for p in maker.parts]), strict=True):
        key = _vocabulary(part)
        needed[key] = needed.get(key, 0) + int(total)
        words[key] = words_of(part, found.classes)
    for key, total in needed.items():
        room: dict[str, int] = {}
        for g, p in zip(groups, found.patterns, strict=True):
            room[g] = room.get(g, 0) + capacity(p, found.classes, words[key])
        # One more for each part: shares are rounded up.
        if min(room.values()) < -(-total // len(set(groups))) + len(maker.parts):
            return True
    return False


def _vocabulary(part: Part) -> frozenset[str]:
    """Parts over the same words must not share serial numbers."""
    return part.without | frozenset(f"{a}={b}" for a, b in part.renamed.items())


def _shares(
    found: Gathered,
    groups: Sequence[str],
    names: Sequence[str],
    part: Part,
    total: int,
    start: Counts,
    rng: np.random.Generator,
) -> tuple[Counts, dict[str, tuple[int, ...]]]:
    words = words_of(part, found.classes)
    room = np.array([capacity(p, found.classes, words) for p in found.patterns], dtype=np.int64) - start
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
    return counts, words


def _sum(room: Counts) -> int:
    return min(PLENTY, sum(map(int, room)))


def _demand(part: Part, name: str, wanted: int, room: Counts, groups: int) -> None:
    there = _sum(room)
    if there < wanted:
        raise InputError(
            f"too few distinct pairs: part {part.name!r} needs {wanted} with {name}, there are {there}; "
            f"ask for a smaller --size (at most {there * groups} in this part), or for more variety"
        )


def _notes(found: Gathered) -> tuple[str, ...]:
    return tuple(f"{n} drawn patterns left out: {why}" for why, n in sorted(found.dropped.items()))


def trimmed(plan: Plan) -> Plan:
    """Only patterns and schemas that the pairs use, numbered anew."""
    used = sorted({a.pattern for p in plan.parts for a in p.allotments})
    kept = sorted({int(s) for k in used for s in np.unique(plan.patterns[k].schema)} - {-1})
    lookup = np.full(len(plan.schemas) + 1, -1, dtype=np.int64)  # the last place is that of schema -1: none
    lookup[kept] = np.arange(len(kept))
    patterns = tuple(replace(plan.patterns[k], schema=lookup[plan.patterns[k].schema]) for k in used)
    number = {old: new for new, old in enumerate(used)}
    parts = tuple(
        replace(p, allotments=tuple(replace(a, pattern=number[a.pattern]) for a in p.allotments)) for p in plan.parts
    )
    return replace(plan, patterns=patterns, schemas=tuple(plan.schemas[k] for k in kept), parts=parts)
