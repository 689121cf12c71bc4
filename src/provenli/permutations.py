"""Random order without memory: a keyed permutation of 0 ... n - 1, computed number by number.

The k-th pair of a pattern takes the words that number permuted(k) stands for. Nothing repeats, nothing is remembered,
and any worker can make any stretch. A Feistel network over the next power of four, walked until the number falls below
n (Black and Rogaway 2002); rounds mix with the finaliser of splitmix64 (Steele, Lea and Flood 2014).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import perm
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Words64 = NDArray[np.uint64]
ROUNDS = 4
GOLDEN = 0x9E3779B97F4A7C15
FOURS = 4 ** np.arange(1, 32)
STEPS = tuple(np.uint64(r * GOLDEN & (1 << 64) - 1) for r in range(ROUNDS))


def mixed(x: Words64) -> Words64:
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


def keyed(keys: Words64, x: Words64) -> Words64:
    """One random-looking number for each number under its key."""
    return mixed(x * np.uint64(GOLDEN) + keys)


def permuted(numbers: NDArray[np.int64], sizes: NDArray[np.int64], keys: Words64) -> NDArray[np.int64]:
    """For each number, which is below its size, its place under the permutation that belongs to its size and key.
    Numbers with the same size and key never collide."""
    half, limit = _half_bits(sizes), sizes.astype(np.uint64)
    out = _feistel(numbers.astype(np.uint64), half, keys)
    out[sizes <= 1] = 0
    todo = np.flatnonzero((out >= limit) & (sizes > 1))
    while len(todo):
        out[todo] = again = _feistel(out[todo], half[todo], keys[todo])
        todo = todo[again >= limit[todo]]
    return out.astype(np.int64)


def _half_bits(sizes: NDArray[np.int64]) -> Words64:
    """Half the bits, rounded up, of the largest number below each size."""
    return (np.searchsorted(FOURS, sizes) + 1).astype(np.uint64)


def _feistel(x: Words64, half: Words64, keys: Words64) -> Words64:
    mask = (np.uint64(1) << half) - np.uint64(1)
    left, right = x >> half, x & mask
    for step in STEPS:
        left, right = right, left ^ (mixed(right + (keys + step)) & mask)
    return (left << half) | right


# --- Random orders that can be asked both ways, at any place, without being written down. ---


Numbers: TypeAlias = NDArray[np.int64]
TABLE = 2**16


@dataclass(frozen=True, slots=True)
class PermutationTable:
    """The places of 0 ... n - 1, and back."""

    places: Numbers
    numbers: Numbers

    def place(self, numbers: Numbers) -> Numbers:
        return self.places[numbers]

    def number(self, places: Numbers) -> Numbers:
        return self.numbers[places]


@dataclass(frozen=True, slots=True)
class Network:
    size: int
    key: int

    @property
    def half(self) -> np.uint64:
        return np.uint64(max(1, ((self.size - 1).bit_length() + 1) // 2))

    def place(self, numbers: Numbers) -> Numbers:
        return self._walked(numbers, back=False)

    def number(self, places: Numbers) -> Numbers:
        return self._walked(places, back=True)

    def _walked(self, numbers: Numbers, *, back: bool) -> Numbers:
        out = numbers.astype(np.uint64)
        todo = np.arange(len(out))
        while len(todo):
            out[todo] = self._backward(out[todo]) if back else self._forward(out[todo])
            todo = todo[out[todo] >= np.uint64(self.size)]
        return out.astype(np.int64)

    def _forward(self, x: NDArray[np.uint64]) -> NDArray[np.uint64]:
        half, mask = self.half, (np.uint64(1) << self.half) - np.uint64(1)
        left, right = x >> half, x & mask
        for key in self._keys():
            left, right = right, left ^ (mixed(right + key) & mask)
        return (left << half) | right

    def _backward(self, x: NDArray[np.uint64]) -> NDArray[np.uint64]:
        half, mask = self.half, (np.uint64(1) << self.half) - np.uint64(1)
        left, right = x >> half, x & mask
        for key in reversed(self._keys()):
            left, right = right ^ (mixed(left + key) & mask), left
        return (left << half) | right

    def _keys(self) -> list[np.uint64]:
        return [np.uint64((self.key + int(step)) % 2**64) for step in STEPS]


Order: TypeAlias = PermutationTable | Network


def random_order(size: int, rng: np.random.Generator, table: int = TABLE) -> Order:
    """For 0 ... size - 1; sizes up to `table` are written down."""
    if size > table:
        return Network(size, int(rng.integers(0, 2**63)))
    numbers = rng.permutation(size)
    places = np.empty(size, dtype=np.int64)
    places[numbers] = np.arange(size)
    return PermutationTable(places, numbers)


# --- From numbers to words: which word each slot of a pattern holds in the pair with a given setting and serial number.
# All rows of a chunk are computed at once, whatever their patterns: many fragments have hundreds of patterns and few
# rows of each. ---


Cells: TypeAlias = NDArray[np.int32]
MOST = 1 << 61
"""Up to this number, fillings are numbered; slots beyond it are filled at random."""
LISTED = 1 << 16
"""Up to this number, the ways to fill the slots of a class are numbered in alphabetical order; more are numbered with
the first slot counting least."""
BITS = 40
"""How many bits of a row's noise are used before it is mixed again."""


@dataclass(frozen=True, slots=True)
class ToldSlot:
    """A slot that the number of the filling tells: number // divisor % room."""

    slot: int
    divisor: int
    room: int


@dataclass(frozen=True, slots=True)
class RandomSlot:
    """A slot that noise fills. `fresh`: the noise is mixed again before."""

    slot: int
    room: int
    fresh: bool


@dataclass(frozen=True, slots=True)
class Filling:
    """How slots of these classes are filled from the words of one part.

    Told and random slots get a number below their room. Slots of one class hold different words: there the number is
    that of the word among those which the slots before it have left.
    """

    told: tuple[ToldSlot, ...]
    random: tuple[RandomSlot, ...]
    alike: tuple[tuple[int, ...], ...]
    """The slots of each class that has several and is not loose."""
    size: int
    """How many fillings the number tells apart."""


def filling(slots: Sequence[str], words: Mapping[str, Sequence[int]], loose: frozenset[str]) -> Filling:
    by_class: dict[str, list[int]] = {}
    for slot, name in enumerate(slots):
        by_class.setdefault(name, []).append(slot)
    told: list[ToldSlot] = []
    rest: list[tuple[int, int]] = []
    size = 1
    for name, own in by_class.items():
        room, most = len(words[name]), 0 if name in loose else len(own)
        n = next(k for k in range(most, -1, -1) if size * perm(room, k) <= MOST)
        listed = perm(room, n) <= LISTED
        for k, slot in enumerate(own[:n]):
            told.append(ToldSlot(slot, size * (perm(room - 1 - k, n - 1 - k) if listed else perm(room, k)), room - k))
        rest += [(slot, room - (0 if name in loose else n + k)) for k, slot in enumerate(own[n:])]
        size *= perm(room, n)
    alike = (tuple(own) for name, own in by_class.items() if len(own) > 1 and name not in loose)
    return Filling(tuple(told), tuple(_random(rest)), tuple(alike), size)


def _random(rest: Iterable[tuple[int, int]]) -> Iterable[RandomSlot]:
    used = 0
    for slot, room in rest:
        used += room.bit_length()
        fresh = used > BITS
        used = room.bit_length() if fresh else used
        yield RandomSlot(slot, room, fresh)


def codes_of(serials: Numbers, settings: Numbers, sizes: Numbers, keys: Words64) -> tuple[Numbers, Words64]:
    """For rows of any patterns at once: which filling each row takes, and noise for what the filling leaves open."""
    own = keyed(keys, settings.astype(np.uint64))
    return permuted(serials, sizes, own), keyed(own, serials.astype(np.uint64))


@dataclass(frozen=True)
class Fillings:
    """Several ways of filling at once: what they do to a slot stands in one table for all of them."""

    classes: tuple[tuple[str, ...], ...]
    """The class of each slot, for each filling."""
    words: Mapping[str, Sequence[int]]
    loose: frozenset[str]

    @cached_property
    def of(self) -> tuple[Filling, ...]:
        return tuple(filling(slots, self.words, self.loose) for slots in self.classes)

    @cached_property
    def sizes(self) -> Numbers:
        return np.array([f.size for f in self.of], np.int64)

    @cached_property
    def width(self) -> int:
        return max(map(len, self.classes), default=0)

    def fill(self, cells: Cells, kinds: Numbers, codes: Numbers, noise: Words64) -> None:
        """Write the number of the word in each slot, within its class, for rows with these fillings."""
        self._tell(cells, kinds, codes.astype(np.uint64))
        self._draw(cells, kinds, noise)
        self._set_apart(cells, kinds)
        places, words = self._places
        for row, place in zip(cells, places, strict=False):
            row[:] = words.take(place.take(kinds) + row)

    def _tell(self, cells: Cells, kinds: Numbers, codes: Words64) -> None:
        for row, divisors, rooms in zip(cells, *self._told, strict=False):
            if rooms.max() > 1:
                row[:] = codes // divisors.take(kinds) % rooms.take(kinds)

    @cached_property
    def _told(self) -> tuple[Words64, Words64]:
        """Divisor and room, by slot and filling; a slot that is not told gets 0."""
        divisors, rooms = np.ones((2, self.width, len(self.of)), np.uint64)
        for k, f in enumerate(self.of):
            for t in f.told:
                divisors[t.slot, k], rooms[t.slot, k] = t.divisor, t.room
        return divisors, rooms

    def _draw(self, cells: Cells, kinds: Numbers, noise: Words64) -> None:
        for slots, rooms, fresh in self._steps:
            rows = np.flatnonzero(rooms.take(kinds))
            kind, left = kinds[rows], noise[rows]
            left = np.where(fresh.take(kind), mixed(left), left)
            noise[rows], numbers = np.divmod(left, rooms.take(kind))
            cells.ravel()[slots.take(kind) * cells.shape[1] + rows] = numbers

    @cached_property
    def _steps(self) -> list[tuple[Numbers, Words64, NDArray[np.bool_]]]:
        """The k-th random slot of each filling: the slot, its room (0 if there is none), whether noise is mixed."""
        out = []
        for k in range(max((len(f.random) for f in self.of), default=0)):
            step = [f.random[k] if k < len(f.random) else RandomSlot(0, 0, False) for f in self.of]
            slots, rooms = np.array([s.slot for s in step]), np.array([s.room for s in step], np.uint64)
            out.append((slots, rooms, np.array([s.fresh for s in step])))
        return out

    def _set_apart(self, cells: Cells, kinds: Numbers) -> None:
        """From the last slot to the first, move the words of the slots behind it up, past its own."""
        for slots, which in self._alike:
            rows = np.flatnonzero(which.take(kinds) >= 0)
            places = slots.take(which.take(kinds[rows]), axis=1) * cells.shape[1] + rows
            found = cells.ravel().take(places)
            for k in range(len(slots) - 2, -1, -1):
                found[k + 1 :] += found[k + 1 :] >= found[k]
            cells.ravel()[places] = found

    @cached_property
    def _alike(self) -> list[tuple[Numbers, Numbers]]:
        """Slots of one class, one column for each filling that has so many; and which column a filling has, or -1.
        A filling with two such classes comes twice."""
        groups: dict[tuple[int, int], dict[int, tuple[int, ...]]] = {}
        for k, f in enumerate(self.of):
            for n, slots in enumerate(f.alike):
                groups.setdefault((len(slots), n), {})[k] = slots
        out = []
        for found in groups.values():
            which = np.full(len(self.of), -1)
            which[list(found)] = np.arange(len(found))
            out.append((np.array(list(found.values())).T, which))
        return out

    @cached_property
    def _places(self) -> tuple[Numbers, Cells]:
        """Where the words of a slot's class begin, by slot and filling, in one list of all words of the part."""
        names = {name: 0 for classes in self.classes for name in classes}
        listed: list[int] = []
        for name in names:
            names[name] = len(listed)
            listed += self.words[name]
        places = np.zeros((self.width, len(self.of)), np.int64)
        for k, classes in enumerate(self.classes):
            places[: len(classes), k] = [names[c] for c in classes]
        return places, np.array(listed or [0], np.int32)
