"""From numbers to words: which word each slot of a pattern holds in the pair with a given setting and serial number."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np
from numpy.typing import NDArray

from provenli.data.permuting import keyed, mixed, permuted
from provenli.pairs.pattern import Pattern
from provenli.pairs.plan import PartPlan

Numbers = NDArray[np.int64]
MOST = 1 << 61
"""A run of slots with at most so many fillings is numbered; slots beyond it are filled at random, on top."""


def filled(
    pattern: Pattern, part: PartPlan, loose: frozenset[str], settings: Numbers, serials: Numbers, key: int
) -> list[Numbers]:
    """For each slot the number of its word within its class. Slots of one class hold different words, if not loose."""
    rooms = [_room(pattern, part, loose, k) for k in range(len(pattern.slots))]
    numbered = _numbered(pattern, loose, rooms)
    keys = keyed(key, settings.astype(np.uint64))
    rest = permuted(serials, prod(rooms[k] for k in numbered), keys)
    out: list[Numbers] = []
    for slot, room in enumerate(rooms):
        if slot in numbered:
            rest, digit = np.divmod(rest, room)
        else:
            noise = mixed(keys + serials.astype(np.uint64) * np.uint64(len(rooms)) + np.uint64(slot))
            digit = (noise % np.uint64(room)).astype(np.int64)
        name = pattern.slots[slot]
        out.append(digit if name in loose else _free(digit, [out[s] for s in range(slot) if pattern.slots[s] == name]))
    return [np.asarray(part.words[c], dtype=np.int64)[o] for c, o in zip(pattern.slots, out, strict=True)]


def _room(pattern: Pattern, part: PartPlan, loose: frozenset[str], slot: int) -> int:
    """How many words are left for a slot when those before it are filled."""
    name = pattern.slots[slot]
    return len(part.words[name]) - (0 if name in loose else pattern.slots[:slot].count(name))


def _numbered(pattern: Pattern, loose: frozenset[str], rooms: Sequence[int]) -> set[int]:
    """The slots whose words the serial number tells."""
    out, size = set[int](), 1
    for slot, room in enumerate(rooms):
        if pattern.slots[slot] not in loose and size * room <= MOST:
            out.add(slot)
            size *= room
    return out


def _free(digit: Numbers, taken: list[Numbers]) -> Numbers:
    """The digit-th of the words that are not taken."""
    if not taken:
        return digit
    out = digit
    for t in np.sort(np.stack(taken), axis=0):
        out = out + (out >= t)
    return out
