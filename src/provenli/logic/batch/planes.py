"""Bits and binary digits, 64 models to a word: packing, adding, comparing."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Words: TypeAlias = NDArray[np.uint64]
Symbol: TypeAlias = tuple[str, int]
"""A predicate: name and number of places."""
Columns: TypeAlias = dict[int, list[Words]]
"""Bits to be added, by the power of two that they count."""

# Little-endian words on any machine: the same seed gives the same bytes.
WORD = np.dtype("<u8")
ONES = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
MOST_MODELS = 1 << 24
"""As many models as `all_models` will list."""


def packed(bits: NDArray[np.uint8]) -> Words:
    """(…, models) of 0 and 1 -> (…, W)."""
    room = -bits.shape[-1] % 64
    padded = np.pad(bits, [(0, 0)] * (bits.ndim - 1) + [(0, room)])
    return np.ascontiguousarray(np.packbits(padded, axis=-1, bitorder="little")).view(WORD)


def bits_of(words: Words, models: int) -> NDArray[np.uint8]:
    octets = np.ascontiguousarray(words, dtype=WORD).view(np.uint8)
    return np.unpackbits(octets, axis=-1, bitorder="little")[..., :models]


def all_ones(models: int) -> Words:
    return packed(np.ones(models, dtype=np.uint8))


def one_hot(element: NDArray[np.int64], size: int) -> Words:
    return packed((np.arange(size)[:, None] == element).astype(np.uint8))


def planes_of(numbers: NDArray[np.int64]) -> Words:
    """(…, models) of numbers -> (digits, …, W)."""
    digits = max(1, int(numbers.max(initial=0)).bit_length())
    return np.stack([packed((numbers >> d & 1).astype(np.uint8)) for d in range(digits)])


def sum_of(columns: Columns) -> list[Words]:
    """The binary digits of the sum of all bits, lowest first, by full and half adders."""
    planes: list[Words] = []
    column, power = columns.get(0, []), 0
    while column or power < max(columns, default=-1):
        column, carry = list(column), []
        while len(column) > 2:
            a, b, c = column.pop(), column.pop(), column.pop()
            either = a ^ b
            column.insert(0, either ^ c)
            carry.append(a & b | either & c)
        if len(column) == 2:
            a, b = column
            column = [a ^ b]
            carry.append(a & b)
        planes.append(column[0] if column else np.zeros(1, dtype=WORD))
        power += 1
        column = carry + columns.get(power, [])
    return planes


def not_above(low: list[Words], high: list[Words]) -> Words:
    """Where the number `low` is at most the number `high`: digits from the lowest up, each overruling those before."""
    zero = np.zeros(1, dtype=WORD)
    result = np.full(1, ONES, dtype=WORD)
    for k in range(max(len(low), len(high))):
        a = low[k] if k < len(low) else zero
        b = high[k] if k < len(high) else zero
        result = (~a & b) | (~(a ^ b) & result)
    return result


def at_most(terms: list[tuple[int, Columns]], limit: int) -> Words:
    """Where sum(coefficient * number) <= limit: what counts against it on one side, what counts for it on the other."""
    low: Columns = {}
    high: Columns = {}
    ones = np.full(1, ONES, dtype=WORD)
    for coefficient, columns in (*terms, (-limit, {0: [ones]})):
        side = low if coefficient > 0 else high
        for shift in range(abs(coefficient).bit_length()):
            if abs(coefficient) >> shift & 1:
                for power, bits in columns.items():
                    side.setdefault(power + shift, []).extend(bits)
    return not_above(sum_of(low), sum_of(high))
