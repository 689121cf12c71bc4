"""From a plan to blocks: stretches of a part's rows, in random order, each stretch on its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from provenli.data.blocks import Block, Chunk, Column, Text
from provenli.data.instances import filled
from provenli.grammar import Word
from provenli.pairs.pattern import Gap, Pattern, Pieces, Told, Turn, capitalised, gap_text
from provenli.pairs.plan import Plan

ROWS = 1 << 17
"""Rows of a stretch, about: enough for numpy to be quick, few enough to be held in memory."""


@dataclass(frozen=True)
class PartRows:
    """The rows of one part, cut into chunks. Chunk c holds of every allotment the rows bounds[c] to bounds[c + 1]."""

    plan: Plan
    number: int
    seed: int
    labels: tuple[str, ...]
    """The label of each schema, as it is written."""
    renamed: dict[Word, Word]
    bounds: NDArray[np.int64]
    starts: NDArray[np.int64]
    tables: dict[tuple[str, int, bool, bool], tuple[str, ...]] = field(default_factory=dict)
    """Forms of all words of a class, once each: rendering knows a table again by its identity."""

    @property
    def chunks(self) -> int:
        return len(self.starts) - 1

    @property
    def rows(self) -> int:
        return int(self.starts[-1])

    def chunk(self, c: int) -> Chunk:
        start, stop = int(self.starts[c]), int(self.starts[c + 1])
        rng = np.random.Generator(np.random.PCG64([self.seed, 3, self.number, c]))
        places = start + rng.permutation(stop - start)
        blocks, used = [], 0
        for k, (low, high) in enumerate(zip(self.bounds[c], self.bounds[c + 1], strict=True)):
            if low < high:
                blocks.append(self._block(k, int(low), int(high), places[used : used + high - low]))
                used += int(high - low)
        return Chunk(start, stop, blocks)

    def samples(self) -> Iterator[Block]:
        """One row of every pattern."""
        for k in range(len(self.plan.parts[self.number].allotments)):
            yield self._block(k, 0, 1, np.zeros(1, dtype=np.int64))

    def _block(self, k: int, low: int, high: int, places: NDArray[np.int64]) -> Block:
        part = self.plan.parts[self.number]
        allotment = part.allotments[k]
        pattern = self.plan.patterns[allotment.pattern]
        settings, serials = allotment.settings[low:high], allotment.serials[low:high]
        slots = filled(pattern, part, self.loose, settings, serials, key_of(self.seed, allotment.pattern))
        turned, kinds = pattern.turned(settings), pattern.kinds(settings)
        schemas = pattern.schema[kinds]

        def text(pieces: Pieces) -> Text:
            return self._text(pattern, pieces, slots, turned, kinds)

        return Block(
            premise=text(pattern.premise),
            hypothesis=text(pattern.hypothesis),
            label=_one(self.labels, schemas, pattern),
            schema=_one(schema_names(len(self.plan.schemas)), schemas, pattern),
            features=(*((n, text(value)) for n, value in pattern.features), ("pattern", (str(allotment.pattern),))),
            positions=places,
        )

    def _forms(self, gap: Gap, name: str) -> tuple[str, ...]:
        key = (name, gap.form, gap.article, gap.capital)
        if key not in self.tables:
            words = self.plan.classes.by_name[name].words
            self.tables[key] = tuple(gap_text(gap, self.renamed.get(w, w)) for w in words)
        return self.tables[key]

    @cached_property
    def loose(self) -> frozenset[str]:
        return frozenset(c.name for c in self.plan.classes.by_name.values() if c.loose)

    def _text(
        self,
        pattern: Pattern,
        pieces: Pieces,
        slots: Sequence[NDArray[np.int64]],
        turned: Sequence[NDArray[np.int64]],
        kinds: NDArray[np.int64],
    ) -> Text:
        out: list[str | Column] = []
        for p in pieces:
            match p:
                case str():
                    out.append(p)
                case Gap(slot):
                    out.append(Column(self._forms(p, pattern.slots[slot]), slots[slot]))
                case Turn(switch, capital):
                    out.append(Column(turns(pattern.switches[switch].words, capital), turned[switch]))
                case Told(values, index):
                    out.append(Column(values, index[kinds]))
        return tuple(out)


def cut(
    plan: Plan, number: int, seed: int, labels: tuple[str, ...], renamed: dict[Word, Word], rows: int = ROWS
) -> PartRows:
    part = plan.parts[number]
    sizes = np.array([len(a.serials) for a in part.allotments], dtype=np.int64)
    chunks = max(1, -(-part.size // rows))
    # Every allotment is spread over all chunks; where it starts to be cut is random, so that chunks come out alike.
    shift = np.random.Generator(np.random.PCG64([seed, 4, number])).integers(0, chunks, size=len(sizes))
    bounds = np.stack([(sizes * c + shift) // chunks for c in range(chunks + 1)])
    starts = np.concatenate([[0], np.cumsum((bounds[1:] - bounds[:-1]).sum(axis=1))])
    return PartRows(plan, number, seed, labels, renamed, bounds, starts)


def key_of(seed: int, pattern: int) -> int:
    return int(np.random.SeedSequence([seed, 5, pattern]).generate_state(1, np.uint64)[0])


def _one(table: tuple[str, ...], index: NDArray[np.int64], pattern: Pattern) -> Text:
    """A fixed text where the pattern has one schema."""
    return (table[int(pattern.schema[0])],) if len(pattern.schema) == 1 else (Column(table, index),)


@lru_cache(maxsize=64)
def schema_names(n: int) -> tuple[str, ...]:
    return tuple(f"s{k}" for k in range(n))


@lru_cache(maxsize=1 << 10)
def turns(texts: tuple[str, ...], capital: bool) -> tuple[str, ...]:
    return tuple(map(capitalised, texts)) if capital else texts
