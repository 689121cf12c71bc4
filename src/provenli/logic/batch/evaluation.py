"""Truth of formulas in all models of a batch."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce

import numpy as np

from provenli.errors import FormulaError
from provenli.logic.batch.models import ONES, WORD, Columns, ModelBatch, Words, at_most, bits_of
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


def truth(f: Formula, batch: ModelBatch) -> Words:
    """(W,): in which models the closed formula is true."""
    if free_variables(f):
        raise FormulaError(f"variables {sorted(v.name for v in free_variables(f))} are free; close the formula")
    return _Evaluation(batch).value(f).array & batch.mask()


def count_true(f: Formula, batch: ModelBatch) -> int:
    return int(bits_of(truth(f, batch), batch.models).sum())


@dataclass(frozen=True, slots=True)
class _Value:
    """What a formula comes to: one axis of n (or, where it does not matter, 1) per variable, words last."""

    variables: tuple[Var, ...]
    array: Words

    def along(self, variables: tuple[Var, ...]) -> Words:
        """The same with axes for these variables, in this order."""
        if variables == self.variables:
            return self.array
        extra = [v for v in variables if v not in self.variables]
        axes = [*self.variables, *extra]
        array = self.array.reshape(*self.array.shape[:-1], *(1 for _ in extra), self.array.shape[-1])
        return array.transpose(*(axes.index(v) for v in variables), array.ndim - 1)


class _Evaluation:
    """One evaluation over a batch; equal subformulas are computed once."""

    def __init__(self, batch: ModelBatch) -> None:
        self.batch = batch
        self.known: dict[Formula, _Value] = {}

    def value(self, f: Formula) -> _Value:
        if f not in self.known:
            self.known[f] = self._compute(f)
        return self.known[f]

    def _compute(self, f: Formula) -> _Value:
        match f:
            case Truth(value):
                return _Value((), np.full(self.batch.words, ONES if value else 0, dtype=WORD))
            case Mark(_, body):
                return self.value(body)
            case Not(body):
                inner = self.value(body)
                return _Value(inner.variables, ~inner.array)
            case And(parts):
                return self._combined(np.bitwise_and, parts, True)
            case Or(parts):
                return self._combined(np.bitwise_or, parts, False)
            case Implies(left, right):
                return self.value(Or((Not(left), right)))
            case Forall(var, body):
                return self._reduced(np.bitwise_and, var, body)
            case Exists(var, body):
                return self._reduced(np.bitwise_or, var, body)
            case Quant():
                return self._quantified(f)
            case Pred(name, args):
                return self._lookup(self._relation(name, len(args)), args)
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
        """One array per element along the first axis, also where the element makes no difference."""
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
