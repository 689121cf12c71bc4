"""From a plan to chunks: stretches of a part's rows, in random order, each stretch on its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise

import numpy as np

from provenli.data.blocks import Block, Chunk, Column, Text
from provenli.grammar import Word
from provenli.pairs.pattern import Gap, Pattern, Pieces, Switch, Told, Turn, capitalised, gap_text
from provenli.pairs.plan import Plan
from provenli.permutations import Cells, Fillings, Numbers, codes_of

ROWS = 1 << 17
"""About how many rows a stretch has: enough for numpy to be quick, few enough to be held in memory."""
SMALL = 1 << 19
"""Up to this many rows in all, stretches are twice as long."""


@dataclass(frozen=True, slots=True)
class PatternRows:
    """A pattern with everything about it that does not change from row to row."""

    block: Block
    told: Numbers
    """What depends on the kinds of the switches' words, by combination of kinds: the schema comes first."""
    filling: int
    """The number of its filling among those of the part."""
    key: int
    turned: int
    """The number of its switches among those of the part, or -1 if it has none."""


@dataclass(frozen=True)
class PartRows:
    """The rows of one part, cut into chunks. Chunk c holds of every allotment the rows bounds[c] to bounds[c + 1].

    The cells of a row: the words of its slots, then those of its switches, then its schema and what else it is told.
    """

    plan: Plan
    number: int
    seed: int
    labels: tuple[str, ...]
    """The label of each schema, as it is written."""
    renamed: dict[Word, Word]
    bounds: Numbers
    starts: Numbers

    @property
    def chunks(self) -> int:
        return len(self.starts) - 1

    @property
    def rows(self) -> int:
        return int(self.starts[-1])

    def chunk(self, c: int) -> Chunk:
        rng = np.random.Generator(np.random.PCG64([self.seed, 3, self.number, c]))
        made = self._rows(int(self.starts[c]), self.bounds[c], self.bounds[c + 1])
        order = np.empty(len(made.of), np.int64)
        order[rng.permutation(len(order))] = np.arange(len(order))
        return Chunk(made.start, made.blocks, made.of[order], made.cells.take(order, axis=1))

    def samples(self) -> Chunk:
        """One row of every pattern."""
        first = np.zeros(self.bounds.shape[1], dtype=np.int64)
        return self._rows(0, first, first + 1)

    def _rows(self, start: int, low: Numbers, high: Numbers) -> Chunk:
        """Block by block. Cells are computed for all blocks at once: many small computations would take longer."""
        chosen = np.flatnonzero(low < high)
        allotments = [self.plan.parts[self.number].allotments[k] for k in chosen]
        patterns = [self._patterns[a.pattern] for a in allotments]
        ranges = [slice(i, j) for i, j in zip(low[chosen], high[chosen], strict=True)]
        of = np.repeat(np.arange(len(chosen)), high[chosen] - low[chosen])
        cells = np.zeros((self._depth, len(of)), np.int32)
        if allotments:
            settings = np.concatenate([a.settings[r] for a, r in zip(allotments, ranges, strict=True)])
            serials = np.concatenate([a.serials[r] for a, r in zip(allotments, ranges, strict=True)])
            self._fill(cells, patterns, of, settings, serials)
            self._turn(cells, patterns, of, settings)
        for k, (a, r) in enumerate(zip(allotments, ranges, strict=True)):
            if a.words is not None:
                cells[: a.words.shape[1], of == k] = a.words[r].T
        return Chunk(start, [p.block for p in patterns], of, cells)

    def _fill(
        self, cells: Cells, patterns: Sequence[PatternRows], of: Numbers, settings: Numbers, serials: Numbers
    ) -> None:
        kinds = np.array([p.filling for p in patterns])[of]
        keys = np.array([p.key for p in patterns], np.uint64)[of]
        self._fillings.fill(cells, kinds, *codes_of(serials, settings, self._fillings.sizes[kinds], keys))

    def _turn(self, cells: Cells, patterns: Sequence[PatternRows], of: Numbers, settings: Numbers) -> None:
        """Only patterns with switches have anything here, and they are few, with many rows each."""
        which = np.array([p.turned for p in patterns])[of]
        for k, pattern in enumerate(self._turned.values()):
            rows = np.flatnonzero(which == k)
            for switch, digits in enumerate(pattern.turned(settings[rows])):
                cells[self._fillings.width + switch, rows] = digits
            kinds, ends = pattern.kinds(settings[rows]), np.flatnonzero(np.diff(of[rows], append=-1)) + 1
            for low, high in pairwise([0, *ends.tolist()]):
                told = patterns[of[rows[low]]].told
                cells[self._told : self._told + len(told), rows[low:high]] = told.take(kinds[low:high], axis=1)

    # --- What is prepared once ---

    @cached_property
    def _used(self) -> dict[int, Pattern]:
        return {a.pattern: self.plan.patterns[a.pattern] for a in self.plan.parts[self.number].allotments}

    @cached_property
    def _fillings(self) -> Fillings:
        """One for all patterns with the same slots."""
        loose = frozenset(c.name for c in self.plan.classes.by_name.values() if c.loose)
        slots = dict.fromkeys(p.slots for p in self._used.values())
        return Fillings(tuple(slots), self.plan.parts[self.number].words, loose)

    @cached_property
    def _turned(self) -> dict[tuple[Switch, ...], Pattern]:
        """One pattern for all with the same switches."""
        return {p.switches: p for p in self._used.values() if p.switches}

    @cached_property
    def _told(self) -> int:
        """The first cell behind those of slots and switches."""
        return self._fillings.width + max(map(len, self._turned), default=0)

    @cached_property
    def _depth(self) -> int:
        return self._told + max((len(p.told) for p in self._patterns.values()), default=0)

    @cached_property
    def _patterns(self) -> dict[int, PatternRows]:
        fillings = {slots: k for k, slots in enumerate(self._fillings.classes)}
        turned = {switches: k for k, switches in enumerate(self._turned)}
        return {
            number: PatternRows(
                *self._written(number, p), fillings[p.slots], key_of(self.seed, number), turned.get(p.switches, -1)
            )
            for number, p in self._used.items()
        }

    def _written(self, number: int, pattern: Pattern) -> tuple[Block, Numbers]:
        told = [pattern.schema]
        premise, hypothesis = (self._text(pattern, p, told) for p in (pattern.premise, pattern.hypothesis))
        features = [(name, self._text(pattern, value, told)) for name, value in pattern.features]
        label, schema = (self._of_schema(pattern, t) for t in (self.labels, schema_names(len(self.plan.schemas))))
        block = Block(premise, hypothesis, label, schema, (*features, ("pattern", (str(number),))))
        return block, np.stack(told)

    def _of_schema(self, pattern: Pattern, table: tuple[str, ...]) -> Text:
        """A fixed text if the pattern has one schema."""
        return (table[int(pattern.schema[0])],) if len(pattern.schema) == 1 else (Column(table, self._told),)

    def _text(self, pattern: Pattern, pieces: Pieces, told: list[Numbers]) -> Text:
        out: list[str | Column] = []
        for p in pieces:
            found = p if isinstance(p, str) else self._column(pattern, p, told)
            if isinstance(found, Column) and len(found.table) == 1:
                found = found.table[0]
            if isinstance(found, str) and out and isinstance(before := out[-1], str):
                out[-1] = before + found
            else:
                out.append(found)
        return tuple(out)

    def _column(self, pattern: Pattern, piece: Gap | Turn | Told, told: list[Numbers]) -> str | Column:
        match piece:
            case Gap(slot):
                return Column(self._forms(piece, pattern.slots[slot]), slot)
            case Turn(switch, capital):
                return Column(turns(pattern.switches[switch].words, capital), self._fillings.width + switch)
            case Told(values, index) if len(index) == 1:
                return values[int(index[0])]
            case Told(values, index):
                told.append(index)
                return Column(values, self._told + len(told) - 1)

    @cached_property
    def _tables(self) -> dict[tuple[str, int, bool, bool], tuple[str, ...]]:
        """The forms of all words of a class. Each table is made once, since rendering knows a table by identity."""
        return {}

    def _forms(self, gap: Gap, name: str) -> tuple[str, ...]:
        key = (name, gap.form, gap.article, gap.capital)
        if key not in self._tables:
            words = self.plan.classes.by_name[name].words
            self._tables[key] = tuple(gap_text(gap, self.renamed.get(w, w)) for w in words)
        return self._tables[key]


def cut(plan: Plan, number: int, seed: int, labels: tuple[str, ...], renamed: dict[Word, Word]) -> PartRows:
    part = plan.parts[number]
    rows = 2 * ROWS if part.size <= SMALL else ROWS
    sizes = np.array([len(a.serials) for a in part.allotments], dtype=np.int64)
    chunks = max(1, -(-part.size // rows))
    # Every allotment is spread over all chunks; where it starts to be cut is random, so that chunks come out alike.
    shift = np.random.Generator(np.random.PCG64([seed, 4, number])).integers(0, chunks, size=len(sizes))
    bounds = np.stack([(sizes * c + shift) // chunks for c in range(chunks + 1)])
    starts = np.concatenate([[0], np.cumsum((bounds[1:] - bounds[:-1]).sum(axis=1))])
    return PartRows(plan, number, seed, labels, renamed, bounds, starts)


def key_of(seed: int, pattern: int) -> int:
    return int(np.random.SeedSequence([seed, 5, pattern]).generate_state(1, np.uint64)[0])


@lru_cache(maxsize=64)
def schema_names(n: int) -> tuple[str, ...]:
    return tuple(f"s{k}" for k in range(n))


@lru_cache(maxsize=1 << 10)
def turns(texts: tuple[str, ...], capital: bool) -> tuple[str, ...]:
    return tuple(map(capitalised, texts)) if capital else texts
