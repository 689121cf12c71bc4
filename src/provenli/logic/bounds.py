"""Quantifiers and comparatives unfolded into linear bounds over the integers.

After `unfold`, a formula holds only Truth, Pred, Equal, Bound, And, Or, and Not before Pred and Equal: the language of
the kernel.
"""

from __future__ import annotations

from provenli.errors import FormulaError
from provenli.logic.formulas import (
    FALSE,
    TRUE,
    And,
    Bound,
    Cardinal,
    Compare,
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
    Threshold,
    Truth,
    conj,
    disj,
    negate,
)
from provenli.logic.quantifiers import Inequality


def unfold(f: Formula) -> Formula:
    match f:
        case Truth() | Pred():
            return f
        case Equal(left, right):
            return TRUE if left == right else f
        case Not(body):
            return opposite(unfold(body))
        case And(parts):
            return conj(*(unfold(p) for p in parts))
        case Or(parts):
            return disj(*(unfold(p) for p in parts))
        case Implies(left, right):
            return disj(opposite(unfold(left)), unfold(right))
        case Mark(_, body):
            return unfold(body)
        case Forall(var, body):
            return at_most(Cardinal(var, opposite(unfold(body))), 0)
        case Exists(var, body):
            return at_least(Cardinal(var, unfold(body)), 1)
        case Quant(q, _, _, _):
            return conj(*(_unfold_inequality(f, i) for i in q.inequalities))
        case Compare(scale, relation, left, right):
            return _unfold_compare(relation, Degree(scale, left), Degree(scale, right))
        case Bound(terms, limit):
            return bound(tuple((c, _unfold_quantity(q)) for c, q in terms), limit)


def opposite(f: Formula) -> Formula:
    """The negation of an unfolded formula, unfolded: negation is pushed down to the atoms."""
    match f:
        case And(parts):
            return disj(*(opposite(p) for p in parts))
        case Or(parts):
            return conj(*(opposite(p) for p in parts))
        case _:
            return negate(f)


def at_most(q: Quantity, n: int) -> Formula:
    return bound(((1, q),), n)


def at_least(q: Quantity, n: int) -> Formula:
    return bound(((-1, q),), -n)


def bound(terms: tuple[tuple[int, Quantity], ...], limit: int) -> Formula:
    """A bound with like terms joined and empty ones dropped; a constant if nothing is left or nothing can fail."""
    joined: dict[Quantity, int] = {}
    for c, q in terms:
        if not (isinstance(q, Cardinal) and q.body == FALSE):
            joined[q] = joined.get(q, 0) + c
    kept = tuple((c, q) for q, c in joined.items() if c)
    if not kept:
        return Truth(limit >= 0)
    unsigned = not any(isinstance(q, Degree) for _, q in kept)
    if unsigned and all(c < 0 for c, _ in kept) and limit >= 0:
        return TRUE
    if unsigned and all(c > 0 for c, _ in kept) and limit < 0:
        return FALSE
    return Bound(kept, limit)


def _unfold_quantity(q: Quantity) -> Quantity:
    return Cardinal(q.var, unfold(q.body)) if isinstance(q, Cardinal) else q


def _unfold_inequality(f: Quant, i: Inequality) -> Formula:
    a, b = unfold(f.restrictor), unfold(f.body)
    terms: list[tuple[int, Quantity]] = []
    if i.inside == i.outside:  # both together count the restrictor alone
        terms.append((i.inside, Cardinal(f.var, a)))
    else:
        terms.append((i.inside, Cardinal(f.var, conj(a, b))))
        terms.append((i.outside, Cardinal(f.var, conj(a, opposite(b)))))
    if i.threshold:
        terms.append((i.weight, Threshold(i.threshold)))
    return bound(tuple(terms), i.limit)


def _unfold_compare(relation: str, left: Degree, right: Degree) -> Formula:
    # Only order matters, and every finite order embeds in the integers: "more" is "at least one more".
    not_less, not_more = bound(((1, right), (-1, left)), 0), bound(((1, left), (-1, right)), 0)
    more = bound(((1, right), (-1, left)), -1)
    unfolded = {"more": more, "at_least": not_less, "equal": conj(not_less, not_more)}
    if relation not in unfolded:
        raise FormulaError(f"comparison {relation!r} is open; a reading must say whether 'as' is equal or at_least")
    return unfolded[relation]
