"""Batches of models: what they hold, and one model taken out of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from provenli.logic.formulas import Formula, constants, predicates, scales, thresholds
from provenli.logic.models import FiniteModel
from provenli.logic.theory import Theory

# --- Bits and binary digits, 64 models to a word: packing, adding, comparing. ---


Words: TypeAlias = NDArray[np.uint64]
Symbol: TypeAlias = tuple[str, int]
"""A predicate: name and number of places."""
Columns: TypeAlias = dict[int, list[Words]]
"""Bits to be added, by the power of two that they count."""

# Little-endian words on any machine: the same seed gives the same bytes.
WORD = np.dtype("<u8")
ONES = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
MOST_MODELS = 1 << 24
"""The most models that `all_models` will list."""


def packed(bits: NDArray[np.uint8]) -> Words:
    """(…, models) of 0 and 1 -> (…, W)."""
    room = -bits.shape[-1] % 64
    padded = np.pad(bits, [(0, 0)] * (bits.ndim - 1) + [(0, room)]) if room else bits
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
    """Where the number `low` is at most the number `high`: digits from the lowest up, each overruling those before
    it."""
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


@dataclass(frozen=True, slots=True)
class Signature:
    """The predicates, constants, scales and thresholds that a model must cover."""

    predicates: tuple[Symbol, ...] = ()
    constants: tuple[str, ...] = ()
    thresholds: tuple[str, ...] = ()
    scales: tuple[str, ...] = ()


def signature_of(formulas: Iterable[Formula], theory: Theory = Theory()) -> Signature:  # noqa: B008  frozen value
    """Everything that occurs in the formulas, and in the part of the theory that is about them."""
    given = tuple(formulas)
    about = theory.about(given)
    every = (*given, *about.axioms)
    tied = {(n, c.arity) for c in about.clauses for n in c.body | c.head}
    return Signature(
        tuple(sorted(tied.union(*(predicates(f) for f in every)))),
        tuple(sorted({c for f in every for c in constants(f)})),
        tuple(sorted({t for f in every for t in thresholds(f)})),
        tuple(sorted({s for f in every for s in scales(f)})),
    )


@dataclass(frozen=True, slots=True)
class ModelBatch:
    """`models` models of `size` elements, in W words; bits beyond the last model are 0."""

    size: int
    models: int
    relations: Mapping[Symbol, Words]
    """(n, …, W): one axis per place."""
    names: Mapping[str, Words] = field(default_factory=dict)
    """(n, W): in which models the constant stands for that element."""
    degrees: Mapping[str, Words] = field(default_factory=dict)
    """(digits, n, W): binary digits of each element's degree, lowest first."""
    thresholds: Mapping[str, Words] = field(default_factory=dict)
    """(digits, W)."""

    @property
    def words(self) -> int:
        return -(-self.models // 64)

    def mask(self) -> Words:
        """1 where there is a model."""
        return all_ones(self.models)


def indices(words: Words, batch: ModelBatch) -> list[int]:
    """The models whose bit is set."""
    return [int(i) for i in np.flatnonzero(bits_of(words, batch.models))]


def pick(batch: ModelBatch, index: int) -> FiniteModel:
    """One model of the batch, as an ordinary model."""
    if not 0 <= index < batch.models:
        raise IndexError(f"model {index} of a batch of {batch.models}")

    def bit(words: Words) -> NDArray[np.bool_]:
        return (words[..., index // 64] >> np.uint64(index % 64) & np.uint64(1)).astype(np.bool_)

    def number(planes: Words) -> NDArray[np.int64]:
        shape = (-1,) + (1,) * (planes.ndim - 2)
        digits: NDArray[np.int64] = bit(planes).astype(np.int64) << np.arange(len(planes)).reshape(shape)
        return np.asarray(digits.sum(axis=0))

    relations: dict[str, frozenset[tuple[int, ...]]] = {}
    for (name, _), words in batch.relations.items():
        tuples = frozenset(tuple(map(int, t)) for t in np.argwhere(bit(words)))
        relations[name] = relations.get(name, frozenset()) | tuples
    return FiniteModel(
        batch.size,
        relations,
        {n: int(bit(w).argmax()) for n, w in batch.names.items()},
        {s: tuple(map(int, number(d))) for s, d in batch.degrees.items()},
        {t: int(number(p)) for t, p in batch.thresholds.items()},
    )


def select(batch: ModelBatch, wanted: Words) -> ModelBatch:
    """The models whose bit is set in `wanted`, in order."""
    keep = bits_of(wanted, batch.models).astype(np.bool_)
    if keep.all():
        return batch

    def chosen(table: Mapping[str, Words]) -> dict[str, Words]:
        return {k: packed(bits_of(w, batch.models)[..., keep]) for k, w in table.items()}

    relations = {k: packed(bits_of(w, batch.models)[..., keep]) for k, w in batch.relations.items()}
    return ModelBatch(
        batch.size, int(keep.sum()), relations, chosen(batch.names), chosen(batch.degrees), chosen(batch.thresholds)
    )
