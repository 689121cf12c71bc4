"""Batches of models: what they hold, and one model taken out of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from provenli.logic.batch.planes import Symbol, Words, all_ones, bits_of, packed
from provenli.logic.formulas import Formula, constants, predicates, scales, thresholds
from provenli.logic.models import Model
from provenli.logic.theory import Theory, clause_formula


@dataclass(frozen=True, slots=True)
class Signature:
    """What a model has to speak of."""

    predicates: tuple[Symbol, ...] = ()
    constants: tuple[str, ...] = ()
    thresholds: tuple[str, ...] = ()
    scales: tuple[str, ...] = ()


def signature_of(formulas: Iterable[Formula], theory: Theory = Theory()) -> Signature:  # noqa: B008  frozen value
    """Everything that occurs in the formulas, and in the part of the theory that is about them."""
    given = tuple(formulas)
    about = theory.about(given)
    every = (*given, *about.axioms, *(clause_formula(c) for c in about.clauses))
    return Signature(
        tuple(sorted({p for f in every for p in predicates(f)})),
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


def pick(batch: ModelBatch, index: int) -> Model:
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
    return Model(
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
