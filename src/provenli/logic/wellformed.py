"""Is a value a formula all the way down? Meanings are a user's own Python, and Python checks no types."""

from __future__ import annotations

from collections.abc import Iterator

from provenli.logic.formulas import Bound, Compare, Const, Equal, Exists, Forall, Pred, Quant, Var, children, is_formula
from provenli.logic.quantifiers import Inequality, Quantifier


def fault(value: object) -> str | None:
    """What is wrong with the value as a formula, in a few words; None where nothing is."""
    return next(_faults(value), None)


def _faults(f: object) -> Iterator[str]:
    if not is_formula(f):
        yield f"expected a formula, found {f!r}"
        return
    match f:
        case Pred(name, args):
            if not isinstance(args, tuple):
                yield f"the arguments of {name!r} must be a tuple of terms, found {args!r}"
            else:
                yield from (_not_a_term(a, name) for a in args if not isinstance(a, Var | Const))
        case Equal(left, right) | Compare(_, _, left, right):
            yield from (_not_a_term(a, "a comparison") for a in (left, right) if not isinstance(a, Var | Const))
        case Quant(q, var, _, _):
            yield from _quantifier_faults(q)
            yield from _variable_faults(var)
        case Forall(var, _) | Exists(var, _):
            yield from _variable_faults(var)
        case Bound(terms, limit):
            if not all(type(n) is int for n in (limit, *(c for c, _ in terms))):
                yield f"a bound counts in whole numbers, found {limit!r}"
    for child in children(f):  # type: ignore[arg-type]  # checked by is_formula above
        yield from _faults(child)


def _not_a_term(value: object, where: str) -> str:
    return f"expected a variable or a constant as argument of {where!r}, found {value!r}"


def _variable_faults(var: object) -> Iterator[str]:
    if not isinstance(var, Var):
        yield f"a quantifier binds a variable, found {var!r}"


def _quantifier_faults(q: object) -> Iterator[str]:
    if not isinstance(q, Quantifier):
        yield f"expected a quantifier such as EVERY or at_most(2), found {q!r}"
        return
    if list(q.numbers) != sorted(q.numbers):
        yield f"quantifier {q} can never hold: the smaller number comes first"
    for i in q.inequalities:
        numbers = (i.inside, i.outside, i.limit, i.weight) if isinstance(i, Inequality) else (None,)
        if not all(type(n) is int for n in numbers):
            yield f"quantifier {q} counts in whole numbers, found {numbers}"
