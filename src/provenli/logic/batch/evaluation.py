"""Truth of formulas in all models of a batch, and batches that obey a theory: random ones, or all models of a size."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import islice
from math import prod

import numpy as np
from numpy.typing import NDArray

from provenli.errors import FormulaError
from provenli.logic.batch.models import (
    MOST_MODELS,
    ONES,
    WORD,
    Columns,
    ModelBatch,
    Signature,
    Symbol,
    Words,
    all_ones,
    at_most,
    bits_of,
    not_above,
    one_hot,
    packed,
    planes_of,
    select,
)
from provenli.logic.formulas import (
    And,
    Bound,
    Cardinal,
    Compare,
    Const,
    Degree,
    Equal,
    Exists,
    Forall,
    Formula,
    Implies,
    Mark,
    Not,
    Or,
    Pred,
    Quant,
    Quantity,
    Term,
    Threshold,
    Truth,
    Var,
    free_variables,
)
from provenli.logic.quantifiers import threshold_choices
from provenli.logic.theory import Clause, Theory, clause_formula


def truth(f: Formula, batch: ModelBatch) -> Words:
    """(W,): in which models the closed formula is true."""
    return Evaluation(batch).truth(f)


def count_true(f: Formula, batch: ModelBatch) -> int:
    return int(bits_of(truth(f, batch), batch.models).sum())


@dataclass(frozen=True, slots=True)
class _Value:
    """The value of a formula: one axis of n (or, if it does not matter, 1) per variable, words last."""

    variables: tuple[Var, ...]
    array: Words

    def along(self, variables: tuple[Var, ...]) -> Words:
        """The same value with axes for these variables, in this order."""
        if variables == self.variables:
            return self.array
        extra = [v for v in variables if v not in self.variables]
        axes = [*self.variables, *extra]
        array = self.array.reshape(*self.array.shape[:-1], *(1 for _ in extra), self.array.shape[-1])
        return array.transpose(*(axes.index(v) for v in variables), array.ndim - 1)


class Evaluation:
    """One evaluation over a batch. Equal subformulas are computed once, even in different formulas."""

    def __init__(self, batch: ModelBatch) -> None:
        self.batch = batch
        self.known: dict[Formula, _Value] = {}

    def truth(self, f: Formula) -> Words:
        """(W,): in which models the closed formula is true."""
        if free_variables(f):
            raise FormulaError(f"variables {sorted(v.name for v in free_variables(f))} are free; close the formula")
        return self.value(f).array & self.batch.mask()

    def value(self, f: Formula) -> _Value:
        if f not in self.known:
            self.known[f] = self._compute(f)
        return self.known[f]

    def _compute(self, f: Formula) -> _Value:
        match f:
            case Pred(name, args):
                return self._lookup(self._relation(name, len(args)), args)
            case And(parts):
                return self._combined(np.bitwise_and, parts, True)
            case Quant():
                return self._quantified(f)
            case Not(body):
                inner = self.value(body)
                return _Value(inner.variables, ~inner.array)
            case Truth(value):
                return _Value((), np.full(self.batch.words, ONES if value else 0, dtype=WORD))
            case Mark(_, body):
                return self.value(body)
            case Or(parts):
                return self._combined(np.bitwise_or, parts, False)
            case Implies(left, right):
                return self.value(Or((Not(left), right)))
            case Forall(var, body):
                return self._reduced(np.bitwise_and, var, body)
            case Exists(var, body):
                return self._reduced(np.bitwise_or, var, body)
            case Equal(left, right):
                return self._lookup(self._identity(), (left, right))
            case Compare(scale, relation, left, right):
                return self._compared(relation, Degree(scale, left), Degree(scale, right))
            case Bound(terms, limit):
                return self._bounded(terms, limit)

    def _combined(self, operation: np.ufunc, parts: tuple[Formula, ...], unit: bool) -> _Value:
        if not parts:
            return self.value(Truth(unit))
        values = [self.value(p) for p in parts]
        variables = _joined(values)
        return _Value(variables, reduce(operation, (v.along(variables) for v in values)))

    def _reduced(self, operation: np.ufunc, var: Var, body: Formula) -> _Value:
        inner = self.value(body)
        if var not in inner.variables:
            return inner  # domains are not empty
        axis = inner.variables.index(var)
        return _Value(_without(inner.variables, var), operation.reduce(inner.array, axis=axis))

    def _quantified(self, f: Quant) -> _Value:
        """Each inequality of the definition is compared on the counts inside and outside the body."""
        values = self.value(f.restrictor), self.value(f.body)
        rest = _without(_joined(values), f.var)
        a, b = (v.along((f.var, *rest)) for v in values)
        result = self.value(Truth(True)).along(rest)
        counted: dict[str, Columns] = {}
        for i in f.quantifier.inequalities:
            terms: list[tuple[int, Columns]] = []
            for coefficient, region in ((i.inside, "inside"), (i.outside, "outside")):
                if coefficient:
                    if region not in counted:
                        counted[region] = {0: self._slices(a & b if region == "inside" else a & ~b)}
                    terms.append((coefficient, counted[region]))
            if i.threshold:
                terms.append((i.weight, self._threshold(i.threshold)))
            result = result & at_most(terms, i.limit)
        return _Value(rest, result)

    def _compared(self, relation: str, left: Degree, right: Degree) -> _Value:
        match relation:
            case "more":
                return self._bounded(((1, right), (-1, left)), -1)
            case "at_least":
                return self._bounded(((1, right), (-1, left)), 0)
            case "equal":
                both = (Bound(((1, right), (-1, left)), 0), Bound(((1, left), (-1, right)), 0))
                return self.value(And(both))
            case _:
                raise FormulaError(f"comparison {relation!r} is open; a reading must close it (equal or at_least)")

    def _bounded(self, terms: tuple[tuple[int, Quantity], ...], limit: int) -> _Value:
        found = [(c, self._quantity(q)) for c, q in terms]
        variables = _joined([v for _, column in found for v in next(iter(column.values()), [])[:1]])
        aligned = [
            (c, {power: [v.along(variables) for v in bits] for power, bits in column.items()}) for c, column in found
        ]
        result = at_most(aligned, limit)
        return _Value(variables, result & self.value(Truth(True)).along(variables))

    def _quantity(self, q: Quantity) -> dict[int, list[_Value]]:
        """The bits that add up to the quantity, by power of two."""
        match q:
            case Cardinal(var, body):
                inner = self.value(body)
                rest = _without(inner.variables, var)
                return {0: [_Value(rest, bit) for bit in self._slices(inner.along((var, *rest)))]}
            case Threshold(name):
                return {power: [_Value((), bits[0])] for power, bits in self._threshold(name).items()}
            case Degree(scale, term):
                if scale not in self.batch.degrees:
                    raise FormulaError(f"the models have no scale {scale!r}")
                planes = self.batch.degrees[scale]
                return {power: [self._lookup(plane, (term,))] for power, plane in enumerate(planes)}

    def _threshold(self, name: str) -> Columns:
        if name not in self.batch.thresholds:
            raise FormulaError(f"the models have no threshold for {name!r}")
        return {power: [plane] for power, plane in enumerate(self.batch.thresholds[name])}

    def _slices(self, array: Words) -> list[Words]:
        """One array per element along the first axis, even if the element makes no difference."""
        return list(np.broadcast_to(array, (self.batch.size, *array.shape[1:])))

    def _relation(self, name: str, places: int) -> Words:
        found = self.batch.relations.get((name, places))
        # As in a single model, a predicate that is not listed holds of nothing.
        return np.zeros((self.batch.size,) * places + (self.batch.words,), dtype=WORD) if found is None else found

    def _identity(self) -> Words:
        same = np.eye(self.batch.size, dtype=np.bool_)[..., None]
        return np.where(same, ONES, np.uint64(0)).astype(WORD) & np.full(self.batch.words, ONES, dtype=WORD)

    def _lookup(self, array: Words, args: tuple[Term, ...]) -> _Value:
        """The relation at these arguments: constants looked up model by model, repeated variables on the diagonal."""
        axes: list[Var] = []
        for term in args:
            here = len(axes)  # the axis of this place, those before being variables met so far
            if isinstance(term, Const):
                array = self._at_constant(array, here, term)
            elif term in axes:
                diagonal = np.diagonal(array, axis1=axes.index(term), axis2=here)
                array = np.moveaxis(diagonal, -1, axes.index(term))
            else:
                axes.append(term)
        return _Value(tuple(axes), array)

    def _at_constant(self, array: Words, axis: int, term: Const) -> Words:
        if term.name not in self.batch.names:
            raise FormulaError(f"the models have no element called {term.name!r}")
        where = self.batch.names[term.name]
        slices = np.moveaxis(array, axis, 0)
        return reduce(np.bitwise_or, (where[e] & slices[e] for e in range(self.batch.size)))


def _joined(values: Iterable[_Value]) -> tuple[Var, ...]:
    return tuple(dict.fromkeys(v for value in values for v in value.variables))


def _without(variables: tuple[Var, ...], var: Var) -> tuple[Var, ...]:
    return tuple(v for v in variables if v != var)


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
    relations = _random_relations(rng, shape, models)
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


def _random_relations(
    rng: np.random.Generator, shapes: Mapping[Symbol, tuple[int, ...]], models: int
) -> dict[Symbol, Words]:
    """Bits that are 1 with a probability of k/8, k drawn for each model; compared bit-sliced, like all numbers here.

    All noise is drawn at once and relations with as many places are compared together: they are many, and small."""
    words = -(-models // 64)
    lengths = [4 + 3 * prod(s) for s in shapes.values()]  # three digits of k, whether it is turned round, three digits
    noise = iter(np.split(_noise(rng, (sum(lengths), words)), np.cumsum(lengths)[:-1]))
    drawn = {p: next(noise) for p in shapes}
    out: dict[Symbol, Words] = {}
    for shape in dict.fromkeys(shapes.values()):
        alike = [p for p, s in shapes.items() if s == shape]
        together = np.stack([drawn[p] for p in alike], axis=1)
        ones = (len(alike), *(1 for _ in shape), words)
        density, full = together[:3].reshape(3, *ones), together[3].reshape(ones)  # 0 … 7/8, or 1/8 … 1
        draw = together[4:].reshape(3, prod(shape), len(alike), words).swapaxes(1, 2).reshape(3, -1, *shape, words)
        bits = ~not_above(list(density), list(draw)) ^ full
        out |= dict(zip(alike, bits.astype(WORD, copy=False), strict=True))
    return {p: out[p] for p in shapes}


def _noise(rng: np.random.Generator, shape: tuple[int, ...]) -> Words:
    return rng.integers(0, 1 << 64, shape, dtype=np.uint64).astype(WORD, copy=False)


def _repair(rng: np.random.Generator, relations: dict[Symbol, Words], clauses: tuple[Clause, ...], models: int) -> None:
    """First add what is missing above, in one pass along the chains; then remove what is too much. Something is added
    in only half of the models (except by clauses without a body), or general words would always be full. Removal only
    ever removes, so it ends, and then every clause with a body holds."""
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


@lru_cache(maxsize=64)
def _bottom_up(clauses: tuple[Clause, ...]) -> tuple[Clause, ...]:
    """Clauses with a head, those first whose body no other clause still has to fill; cycles are cut anywhere."""
    waiting, out = [c for c in clauses if c.head], list[Clause]()
    while waiting:
        ready = next((c for c in waiting if not any(d.head & c.body for d in waiting if d != c)), waiting[0])
        waiting.remove(ready)
        out.append(ready)
    return tuple(out)


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
