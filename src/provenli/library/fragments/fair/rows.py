"""How many rows of what (Geiger et al. 2019): labels equally often, within a label every case, within a case every
phrase pair.

A row is a pattern and a setting of its switches; rows of one pattern and setting differ in their serial number, which
stands for their words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from provenli.errors import InputError
from provenli.library.fragments.fair.cases import KINDS, PHRASES, RELATIONS, Numbers, Tables, relation
from provenli.logic.relations import Relation
from provenli.pairs.plan import Allotment
from provenli.pairs.shares import PLENTY, evenly


@dataclass(frozen=True, slots=True)
class PatternRows:
    pattern: NDArray[np.int32]
    kinds: NDArray[np.int32]


def share(
    size: int, names: Sequence[str], tables: Tables, labels: NDArray[np.str_], rng: np.random.Generator
) -> PatternRows:
    """Labels equally often; within a label every case equally often; within a case every kind of phrase pair."""
    triples = list(tables)
    table = np.stack([tables[t] for t in triples])
    patterns, kinds = [], []
    for name, n in zip(names, evenly(size, [PLENTY] * len(names)), strict=True):
        cases = np.argwhere(labels[table] == name)
        counts = evenly(int(n), [PLENTY] * len(cases), rng)
        case = np.repeat(np.arange(len(cases), dtype=np.int32), counts)
        patterns.append(_phrases(cases[:, 0][case], triples, rng).astype(np.int32))
        kinds.append(cases[:, 1][case].astype(np.int32))
    return PatternRows(np.concatenate(patterns), np.concatenate(kinds))


def _phrases(triple: Numbers, triples: Sequence[tuple[Relation, ...]], rng: np.random.Generator) -> Numbers:
    """A pattern for each row, by number: for each of the three places a kind of phrase pair with the right relation."""
    out = np.zeros(len(triple), dtype=np.int64)
    for place in range(3):
        chosen = np.zeros(len(triple), dtype=np.int64)
        for r in RELATIONS:
            here = np.array([t[place] is r for t in triples])[triple]
            kinds = np.array([k for k, p in enumerate(PHRASES) if relation(p) is r])
            chosen[here] = kinds[rng.integers(0, len(kinds), size=int(here.sum()))]
        out = out * len(PHRASES) + chosen
    return out


def grouped(rows: PatternRows, room: Numbers) -> Iterator[Allotment]:
    """PatternRows by pattern; within pattern and setting the serial numbers count from 0.

    Which row comes where is settled when they are written, so here they are only counted: sorting in place, and numbers
    of four bytes, keep ten million rows small.
    """
    codes = rows.pattern * np.int32(KINDS) + rows.kinds
    codes.sort()
    starts = np.searchsorted(codes, np.arange(len(PHRASES) ** 3 + 1, dtype=np.int32) * KINDS)
    for p, (start, end) in enumerate(pairwise(starts.tolist())):
        if start < end:
            settings = codes[start:end] % np.int32(KINDS)
            serials = _counted(settings)
            if int(serials.max()) >= room[p]:
                raise InputError(
                    f"too few distinct pairs: {serials.max() + 1} of one kind are asked for, "
                    f"there are {room[p]}; ask for a smaller --size"
                )
            yield Allotment(p, settings, serials)


def _counted(settings: NDArray[np.int32]) -> NDArray[np.int32]:
    """For sorted settings, the how manieth of its kind each is."""
    new = np.flatnonzero(np.diff(settings, prepend=-1))
    first = np.repeat(new, np.diff(new, append=len(settings)))
    return (np.arange(len(settings)) - first).astype(np.int32)
