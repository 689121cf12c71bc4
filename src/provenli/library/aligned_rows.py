"""How many rows of what (paper 001): labels equally often, within a label every case, within a case every phrase pair.

A row is a pattern and a setting of its switches; rows of one pattern and setting differ in their serial number, which
stands for their words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from provenli.errors import InputError
from provenli.library.aligned_cases import KINDS, PHRASES, RELATIONS, Numbers, Tables, relation
from provenli.logic.relations import Relation
from provenli.pairs.plan import Allotment
from provenli.pairs.sharing import PLENTY, evenly


@dataclass(frozen=True, slots=True)
class Rows:
    pattern: NDArray[np.int32]
    kinds: NDArray[np.int32]


def share(
    size: int, names: Sequence[str], tables: Tables, labels: NDArray[np.str_], rng: np.random.Generator
) -> Rows:
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
    return Rows(np.concatenate(patterns), np.concatenate(kinds))


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


def grouped(rows: Rows, room: Numbers) -> Iterator[Allotment]:
    """Rows by pattern; within pattern and setting the serial numbers count from 0."""
    order = np.lexsort((rows.kinds, rows.pattern))
    pattern, kinds = rows.pattern[order], rows.kinds[order].astype(np.int64)
    new = np.flatnonzero(np.diff(pattern.astype(np.int64) * KINDS + kinds, prepend=-1))
    serial = np.arange(len(order)) - np.repeat(new, np.diff(new, append=len(order)))
    ends = np.flatnonzero(np.diff(pattern, append=-1)) + 1
    start = 0
    for end in map(int, ends):
        p = int(pattern[start])
        if int(serial[start:end].max()) >= room[p]:
            raise InputError(f"too few distinct pairs: {serial[start:end].max() + 1} of one kind are asked for, "
                             f"there are {room[p]}; ask for a smaller --size")  # fmt: skip
        yield Allotment(p, kinds[start:end], serial[start:end])
        start = end
