"""Negation moved inward through quantifiers: no and not every are gone; what says the same looks the same."""

from __future__ import annotations

from provenli.logic.formulas import Formula, Not, Quant
from provenli.logic.quantifiers import EVERY, NO, NOT_EVERY, SOME

AS_PLAIN = {NO: (EVERY, True), NOT_EVERY: (SOME, True), EVERY: (EVERY, False), SOME: (SOME, False)}
DUAL = {EVERY: SOME, SOME: EVERY}


def inward(f: Formula, negative: bool = False) -> Formula:
    """`f`, or its negation, with every negation that stands over a quantifier pushed into its body."""
    match f:
        case Not(body):
            return inward(body, not negative)
        case Quant(q, x, restrictor, body) if q in AS_PLAIN:
            plain, turned = AS_PLAIN[q]
            return Quant(DUAL[plain] if negative else plain, x, restrictor, inward(body, turned != negative))
        case _:
            return Not(f) if negative else f
