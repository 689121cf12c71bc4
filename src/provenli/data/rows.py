"""From a plan to blocks: stretches of a part's rows, in random order, each stretch on its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import permutations
from math import perm
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from provenli.data.blocks import Block, Chunk, Column, Text
from provenli.grammar import Word
from provenli.pairs.pattern import Gap, Pattern, Pieces, Told, Turn, capitalised, gap_text
from provenli.pairs.plan import Plan
from provenli.permutations import keyed, mixed, permuted

# From numbers to words: which word each slot of a pattern holds in the pair with a given setting and serial
# number.


Numbers = NDArray[np.int64]
Noise = NDArray[np.uint64]
MOST = 1 << 61
"""Up to this number, fillings are numbered; slots beyond it are filled at random."""
LISTED = 1 << 16
"""Up to this number, the ways to fill the slots of a class are listed in a table; more are computed digit by digit."""
BITS = 40
"""How many bits of a row's noise are used before it is mixed again."""


@dataclass(frozen=True)
class Filling:
    """How the slots of one pattern are filled from the words of one part, prepared once."""

    groups: tuple[tuple[str, tuple[int, ...]], ...]
    """Slots of one class, which hold different words; the serial number tells which."""
    rest: tuple[tuple[int, str], ...]
    """Slots that are filled at random: loose ones, and those that would make the number too large."""
    words: Mapping[str, Numbers]
    loose: frozenset[str]
    size: int
    """How many fillings the serial number tells apart."""

    def slots(self, codes: Numbers, noise: Noise) -> list[Numbers]:
        """The number of the word in each slot, within its class."""
        out: dict[int, Numbers] = {}
        taken: dict[str, list[Numbers]] = {}
        for name, slots in self.groups:
            room = len(self.words[name])
            codes, digit = np.divmod(codes, perm(room, len(slots)))
            found = _different(room, len(slots), digit)
            taken[name] = list(np.sort(found, axis=0))
            out.update(zip(slots, found, strict=True))
        self._random(out, taken, noise)
        return [self.words[name][out[k]] for k, name in self.named]

    @cached_property
    def named(self) -> list[tuple[int, str]]:
        return sorted([*self.rest, *((slot, name) for name, slots in self.groups for slot in slots)])

    def _random(self, out: dict[int, Numbers], taken: dict[str, list[Numbers]], noise: Noise) -> None:
        used = 0
        for slot, name in self.rest:
            before = [] if name in self.loose else taken.setdefault(name, [])
            room = len(self.words[name]) - len(before)
            used += room.bit_length()
            if used > BITS:
                noise, used = mixed(noise), room.bit_length()
            noise, digit = np.divmod(noise, np.uint64(room))
            out[slot] = _free(digit.astype(np.int64), before)


def filling(pattern: Pattern, words: Mapping[str, Sequence[int]], loose: frozenset[str]) -> Filling:
    by_class: dict[str, list[int]] = {}
    for slot, name in enumerate(pattern.slots):
        by_class.setdefault(name, []).append(slot)
    groups: list[tuple[str, tuple[int, ...]]] = []
    rest: list[tuple[int, str]] = []
    size = 1
    for name, slots in by_class.items():
        most = 0 if name in loose else len(slots)
        told = next(k for k in range(most, -1, -1) if size * perm(len(words[name]), k) <= MOST)
        size *= perm(len(words[name]), told)
        if told:
            groups.append((name, tuple(slots[:told])))
        rest += [(slot, name) for slot in slots[told:]]
    table = {name: np.asarray(words[name], dtype=np.int64) for name in by_class}
    return Filling(tuple(groups), tuple(rest), table, loose, size)


def codes_of(serials: Numbers, settings: Numbers, sizes: Numbers, keys: Noise) -> tuple[Numbers, Noise]:
    """For rows of any patterns at once: which filling each row takes, and noise for what the filling leaves open."""
    own = keyed(keys, settings.astype(np.uint64))
    return permuted(serials, sizes, own), keyed(own, serials.astype(np.uint64))


def _different(room: int, slots: int, digit: Numbers) -> list[Numbers]:
    """`slots` different numbers below `room`, as the digit says."""
    if perm(room, slots) <= LISTED:
        return list(_listed(room, slots)[:, digit])
    out: list[Numbers] = []
    taken: list[Numbers] = []
    for k in range(slots):
        digit, own = np.divmod(digit, room - k)
        out.append(_free(own, taken))
    return out


@lru_cache(maxsize=64)
def _listed(room: int, slots: int) -> Numbers:
    return np.array(list(permutations(range(room), slots)), dtype=np.int64).reshape(-1, slots).T.copy()


def _free(digit: Numbers, taken: list[Numbers]) -> Numbers:
    """The digit-th of the words that are not taken; it is taken from then on.

    `taken` is kept in ascending order row by row, by one pass of insertion: to sort it anew for each slot costs more.
    """
    out = digit
    for t in taken:
        out = out + (out >= t)
    rest = out
    for k, t in enumerate(taken):
        taken[k], rest = np.minimum(t, rest), np.maximum(t, rest)
    taken.append(rest)
    return out


ROWS = 1 << 17
"""About how many rows a stretch has: enough for numpy to be quick, few enough to be held in memory."""
SMALL = 1 << 19
"""Up to this many rows in all, stretches are twice as long."""


Prepared: TypeAlias = tuple[int, int, str | tuple[str, ...] | Told]
"""What a piece is, the number of its slot or switch, and its text or texts."""
FIXED, SLOT, SWITCH, TOLD = range(4)


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
        return Chunk(start, stop, list(self._blocks(self.bounds[c], self.bounds[c + 1], places)))

    def samples(self) -> Iterator[Block]:
        """One row of every pattern."""
        first = np.zeros(self.bounds.shape[1], dtype=np.int64)
        yield from self._blocks(first, first + 1, np.zeros(len(first), dtype=np.int64))

    def _blocks(self, low: NDArray[np.int64], high: NDArray[np.int64], places: NDArray[np.int64]) -> Iterator[Block]:
        """Which filling a row takes is computed for all blocks at once; many small computations would take longer."""
        chosen = np.flatnonzero(low < high)
        if not len(chosen):
            return
        allotments = [self.plan.parts[self.number].allotments[k] for k in chosen]
        ranges = list(zip(low[chosen].tolist(), high[chosen].tolist(), strict=True))
        counts = high[chosen] - low[chosen]
        settings = np.concatenate([a.settings[i:j] for a, (i, j) in zip(allotments, ranges, strict=True)])
        serials = np.concatenate([a.serials[i:j] for a, (i, j) in zip(allotments, ranges, strict=True)])
        prepared = [self._prepared(a.pattern) for a in allotments]
        codes, noise = codes_of(
            serials,
            settings,
            np.repeat(np.array([p.filling.size for p in prepared], dtype=np.int64), counts),
            np.repeat(np.array([p.key for p in prepared], dtype=np.uint64), counts),
        )
        ends = np.cumsum(counts).tolist()
        spans = [slice(begin, end) for begin, end in zip([0, *ends[:-1]], ends, strict=True)]
        filled = self._filled([p.filling for p in prepared], [a.words is None for a in allotments], spans, codes, noise)
        for k, (p, a, (i, j), span) in enumerate(zip(prepared, allotments, ranges, spans, strict=True)):
            slots = filled[k] if a.words is None else list(a.words[i:j].T)
            yield p.block(slots, settings[span], places[span])

    def _filled(
        self, fillings: list[Filling], drawn: list[bool], spans: list[slice], codes: Numbers, noise: Noise
    ) -> dict[int, list[Numbers]]:
        """The words of each drawn block. Blocks that are filled alike are filled together: many fragments have hundreds
        of patterns with the same slots, and few rows of each."""
        alike: dict[int, list[int]] = {}
        for k, filling in enumerate(fillings):
            if drawn[k]:
                alike.setdefault(id(filling), []).append(k)
        out: dict[int, list[Numbers]] = {}
        for members in alike.values():
            rows = [spans[k] for k in members]
            slots = fillings[members[0]].slots(
                np.concatenate([codes[r] for r in rows]), np.concatenate([noise[r] for r in rows])
            )
            stop = 0
            for k, r in zip(members, rows, strict=True):
                begin, stop = stop, stop + r.stop - r.start
                out[k] = [s[begin:stop] for s in slots]
        return out

    @cached_property
    def _loose(self) -> frozenset[str]:
        return frozenset(c.name for c in self.plan.classes.by_name.values() if c.loose)

    @cached_property
    def _known(self) -> dict[int, PatternRows]:
        return {}

    @cached_property
    def _tables(self) -> dict[tuple[str, int, bool, bool], tuple[str, ...]]:
        """The forms of all words of a class. Each table is made once, since rendering knows a table by identity."""
        return {}

    def _prepared(self, number: int) -> PatternRows:
        if number not in self._known:
            pattern = self.plan.patterns[number]
            fields = [("premise", pattern.premise), ("hypothesis", pattern.hypothesis), *pattern.features]
            self._known[number] = PatternRows(
                pattern,
                tuple((name, self._pieces(pattern, pieces)) for name, pieces in fields),
                ("pattern", (str(number),)),
                self._filling(pattern),
                key_of(self.seed, number),
                self.labels,
                schema_names(len(self.plan.schemas)),
            )
        return self._known[number]

    @cached_property
    def _fillings(self) -> dict[tuple[str, ...], Filling]:
        return {}

    def _filling(self, pattern: Pattern) -> Filling:
        """One object for all patterns with the same slots."""
        if pattern.slots not in self._fillings:
            words = self.plan.parts[self.number].words
            self._fillings[pattern.slots] = filling(pattern, words, self._loose)
        return self._fillings[pattern.slots]

    def _pieces(self, pattern: Pattern, pieces: Pieces) -> tuple[Prepared, ...]:
        out: list[Prepared] = []
        for p in pieces:
            match p:
                case Gap(slot):
                    out.append((SLOT, slot, self._forms(p, pattern.slots[slot])))
                case Turn(switch, capital):
                    out.append((SWITCH, switch, turns(pattern.switches[switch].words, capital)))
                case Told():
                    out.append((TOLD, 0, p))
                case _:
                    out.append((FIXED, 0, str(p)))
        return tuple(out)

    def _forms(self, gap: Gap, name: str) -> tuple[str, ...]:
        key = (name, gap.form, gap.article, gap.capital)
        if key not in self._tables:
            words = self.plan.classes.by_name[name].words
            self._tables[key] = tuple(gap_text(gap, self.renamed.get(w, w)) for w in words)
        return self._tables[key]


@dataclass(frozen=True)
class PatternRows:
    """A pattern with everything about it that does not change from block to block."""

    pattern: Pattern
    fields: tuple[tuple[str, tuple[Prepared, ...]], ...]
    own_number: tuple[str, Text]
    filling: Filling
    key: int
    labels: tuple[str, ...]
    schemas: tuple[str, ...]

    def block(
        self, slots: Sequence[NDArray[np.int64]], settings: NDArray[np.int64], places: NDArray[np.int64]
    ) -> Block:
        turned, kinds = self.pattern.turned(settings), self.pattern.kinds(settings)
        (_, premise), (_, hypothesis), *features = (
            (name, _text(pieces, slots, turned, kinds)) for name, pieces in self.fields
        )
        return Block(
            premise,
            hypothesis,
            self._of_schema(self.labels, kinds),
            self._of_schema(self.schemas, kinds),
            (*features, self.own_number),
            places,
        )

    def _of_schema(self, table: tuple[str, ...], kinds: NDArray[np.int64]) -> Text:
        """A fixed text if the pattern has one schema."""
        schema = self.pattern.schema
        return (table[int(schema[0])],) if len(schema) == 1 else (Column(table, schema[kinds]),)


def _text(
    pieces: tuple[Prepared, ...],
    slots: Sequence[NDArray[np.int64]],
    turned: Sequence[NDArray[np.int64]],
    kinds: NDArray[np.int64],
) -> Text:
    out: list[str | Column] = []
    for kind, number, what in pieces:
        if kind == FIXED:
            out.append(what)  # type: ignore[arg-type]
        elif kind == SLOT:
            out.append(Column(what, slots[number]))  # type: ignore[arg-type]
        elif kind == SWITCH:
            out.append(Column(what, turned[number]))  # type: ignore[arg-type]
        else:
            assert isinstance(what, Told)
            out.append(Column(what.values, what.index[kinds]))
    return tuple(out)


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
