"""From numbers to words: which word each slot of a pattern holds in the pair with a given setting and serial number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import permutations
from math import perm

import numpy as np
from numpy.typing import NDArray

from provenli.data.permuting import keyed, mixed, permuted
from provenli.pairs.pattern import Pattern

Numbers = NDArray[np.int64]
Noise = NDArray[np.uint64]
MOST = 1 << 61
"""Fillings up to this number are numbered; slots beyond it are filled at random, on top."""
LISTED = 1 << 16
"""So many ways to fill the slots of a class are listed in a table; more are computed digit by digit."""
BITS = 40
"""Of the noise of a row so many bits are used before it is mixed again."""


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
        """For each slot the number of its word within its class."""
        out: dict[int, Numbers] = {}
        taken: dict[str, list[Numbers]] = {}
        for name, slots in self.groups:
            room = len(self.words[name])
            codes, digit = np.divmod(codes, perm(room, len(slots)))
            taken[name] = _different(room, len(slots), digit)
            out.update(zip(slots, taken[name], strict=True))
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
            before.append(out[slot])


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
    for k in range(slots):
        digit, own = np.divmod(digit, room - k)
        out.append(_free(own, out))
    return out


@lru_cache(maxsize=64)
def _listed(room: int, slots: int) -> Numbers:
    return np.array(list(permutations(range(room), slots)), dtype=np.int64).reshape(-1, slots).T.copy()


def _free(digit: Numbers, taken: list[Numbers]) -> Numbers:
    """The digit-th of the words that are not taken."""
    out = digit
    if taken:
        for t in np.sort(np.stack(taken), axis=0):
            out = out + (out >= t)
    return out
