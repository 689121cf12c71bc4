"""Polarity: which way truth moves when a part of a formula is widened.

It is computed from how the part occurs in the meaning: under an even or odd number of downward arguments, or under one
that is neither. The directions come from the quantifiers' definitions; nothing is annotated.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from provenli.logic.formulas import Bound, Cardinal, Formula, Implies, Mark, Not, Quant, children, with_children

Polarity: TypeAlias = Literal[1, -1, 0]
Path: TypeAlias = tuple[int, ...]
"""Which child at each step down from the root."""

ARROWS: dict[int, str] = {1: "↑", -1: "↓", 0: "="}


def directions(f: Formula) -> tuple[int, ...]:
    """For each direct subformula: +1 if the whole grows with it, -1 if it shrinks, 0 if neither is sure."""
    match f:
        case Not():
            return (-1,)
        case Implies():
            return (-1, 1)
        case Quant(q, _, _, _):
            return q.monotonicity()
        case Bound(terms, _):
            return tuple(-1 if c > 0 else 1 for c, q in terms if isinstance(q, Cardinal))
        case _:
            return tuple(1 for _ in children(f))


def occurrences(f: Formula, sign: int = 1, path: Path = ()) -> Iterator[tuple[Path, Formula, int]]:
    """Every subformula with its path and polarity, outermost first."""
    yield path, f, sign
    for k, (child, direction) in enumerate(zip(children(f), directions(f), strict=True)):
        yield from occurrences(child, sign * direction, (*path, k))


def at(f: Formula, path: Path) -> Formula:
    for k in path:
        f = children(f)[k]
    return f


def polarity_at(f: Formula, path: Path) -> int:
    sign = 1
    for k in path:
        sign *= directions(f)[k]
        f = children(f)[k]
    return sign


def replace_at(f: Formula, path: Path, new: Formula) -> Formula:
    if not path:
        return new
    below = list(children(f))
    below[path[0]] = replace_at(below[path[0]], path[1:], new)
    return with_children(f, tuple(below))


def mark_polarities(f: Formula) -> dict[str, int]:
    """The polarity of the part that each mark in the formula marks; 0 if its occurrences disagree."""
    found: dict[str, set[int]] = {}
    for _, g, sign in occurrences(f):
        if isinstance(g, Mark):
            found.setdefault(g.tag, set()).add(sign)
    return {tag: signs.pop() if len(signs) == 1 else 0 for tag, signs in found.items()}
