"""Making batches: random models that obey a theory, or all models of a size."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce
from itertools import islice
from math import prod

import numpy as np
from numpy.typing import NDArray

from provenli.errors import FormulaError
from provenli.logic.batch.evaluation import truth
from provenli.logic.batch.models import (
    MOST_MODELS,
    ONES,
    WORD,
    ModelBatch,
    Signature,
    Symbol,
    Words,
    all_ones,
    not_above,
    one_hot,
    packed,
    planes_of,
    select,
)
from provenli.logic.quantifiers import threshold_choices
from provenli.logic.theory import Clause, Theory, clause_formula


def random_batch(
    rng: np.random.Generator,
    signature: Signature,
    size: int,
    models: int,
    theory: Theory = Theory(),  # noqa: B008  frozen value
) -> ModelBatch:
    """At most `models` random models in which the theory holds.

    How full a predicate is varies from model to model, so that models with hardly any and with nearly all elements in a
    predicate are all drawn. Clauses are then repaired; whatever breaks a clause or axiom after that is left out, so a
    theory with strong axioms gives fewer models.
    """
    shape = {p: (size,) * p[1] for p in signature.predicates}
    clauses = tuple(c for c in theory.clauses if all((n, c.arity) in shape for n in c.body | c.head))
    relations = {p: _random_bits(rng, s, models) for p, s in shape.items()}
    _repair(rng, relations, clauses, models)
    names = {c: one_hot(rng.integers(0, size, models), size) for c in signature.constants}
    degrees = {s: planes_of(rng.integers(0, size, (size, models))) for s in signature.scales}
    choices = tuple(threshold_choices(signature.thresholds, max(size, 3) + 1))
    drawn = rng.integers(0, len(choices), models)
    limits = {t: planes_of(np.array([c[t] for c in choices])[drawn]) for t in signature.thresholds}
    ones = all_ones(models)
    batch = ModelBatch(size, models, {p: w & ones for p, w in relations.items()}, names, degrees, limits)
    laws = (*(clause_formula(c) for c in clauses if not c.body), *theory.axioms)  # the others hold, repaired
    return select(batch, reduce(np.bitwise_and, (truth(law, batch) for law in laws), batch.mask()))


def _random_bits(rng: np.random.Generator, shape: tuple[int, ...], models: int) -> Words:
    """Bits that are 1 with a probability of k/8, k drawn for each model; compared bit-sliced, like all numbers here."""
    words = -(-models // 64)
    density = _noise(rng, (3, *(1 for _ in shape), words))
    full = _noise(rng, ((1,) * len(shape)) + (words,))  # turns 0 … 7/8 into 1/8 … 1 in half of the models
    draw = _noise(rng, (3, *shape, words))
    return np.asarray(~not_above(list(density), list(draw)) ^ full, dtype=WORD)


def _noise(rng: np.random.Generator, shape: tuple[int, ...]) -> Words:
    return rng.integers(0, 1 << 64, shape, dtype=np.uint64).astype(WORD, copy=False)


def _repair(rng: np.random.Generator, relations: dict[Symbol, Words], clauses: tuple[Clause, ...], models: int) -> None:
    """First what is missing above is added, in one pass along the chains; then what is too much is removed.

    Only in half of the models is anything added (except by clauses without a body), or general words would always be
    full. Removing only ever removes, so it ends, and then every clause with a body holds.
    """
    upwards = _noise(rng, (-(-models // 64),))
    for c in _bottom_up(clauses):
        head = (min(c.head), c.arity)
        missing = _violations(c, relations, models)
        relations[head] = relations[head] | (missing & upwards if c.body else missing)
    changed = True
    while changed:
        changed = False
        for c in clauses:
            wrong = _violations(c, relations, models)
            if c.body and wrong.any():
                changed = True
                for b in sorted(c.body)[1:]:  # from which of the words it is removed is left to chance
                    hit = wrong & _noise(rng, wrong.shape)
                    relations[b, c.arity] = relations[b, c.arity] & ~hit
                    wrong = wrong & ~hit
                last = (min(c.body), c.arity)
                relations[last] = relations[last] & ~wrong


def _violations(c: Clause, relations: Mapping[Symbol, Words], models: int) -> Words:
    everything = next((relations[n, c.arity] for n in sorted(c.body | c.head)), np.zeros(-(-models // 64), dtype=WORD))
    wrong = np.full_like(everything, ONES)
    for n in c.body:
        wrong = wrong & relations[n, c.arity]
    for n in c.head:
        wrong = wrong & ~relations[n, c.arity]
    return wrong


def _bottom_up(clauses: tuple[Clause, ...]) -> Iterator[Clause]:
    """Clauses with a head, those first whose body no other clause still waits to fill; cycles are cut anywhere."""
    waiting = [c for c in clauses if c.head]
    while waiting:
        ready = next((c for c in waiting if not any(d.head & c.body for d in waiting if d != c)), waiting[0])
        waiting.remove(ready)
        yield ready


def all_models(signature: Signature, size: int) -> ModelBatch:
    """Every model of that size: degrees below `size`, thresholds up to one above it (or above 3, where many starts)."""
    shape = {p: (size,) * p[1] for p in signature.predicates}
    choices = tuple(threshold_choices(signature.thresholds, max(size, 3) + 1))
    radices = [2] * sum(prod(s) for s in shape.values()) + [size] * len(signature.constants)
    radices += [size] * (size * len(signature.scales)) + [len(choices)]
    models = prod(radices)
    if models > MOST_MODELS:
        raise FormulaError(f"{models} models of size {size}; at most {MOST_MODELS} are listed, so draw some at random")
    digits = _digits(radices, models)

    def block(inner: tuple[int, ...]) -> NDArray[np.int64]:
        return np.stack(list(islice(digits, prod(inner)))).reshape(*inner, models)

    relations = {p: packed(block(s).astype(np.uint8)) for p, s in shape.items()}
    names = {c: one_hot(next(digits), size) for c in signature.constants}
    degrees = {s: planes_of(block((size,))) for s in signature.scales}
    chosen = next(digits)
    limits = {t: planes_of(np.array([c[t] for c in choices])[chosen]) for t in signature.thresholds}
    return ModelBatch(size, models, relations, names, degrees, limits)


def _digits(radices: list[int], models: int) -> Iterator[NDArray[np.int64]]:
    """The digits of the numbers of all models, lowest first."""
    rest = np.arange(models, dtype=np.int64)
    for radix in radices:
        yield rest % radix
        rest = rest // radix
