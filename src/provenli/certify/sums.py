"""Regions of the domain, and what a weighted sum of bounds counts in them.

Part of what is trusted: the kernel's rule `Sum` rests on `negative_regions`. The region of an element is which of some
properties (atoms over HERE) it has; a sum that counts zero or more in every possible region cannot be below zero.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from provenli.certify.proofs import HERE, Cube
from provenli.logic.bounds import at_least, at_most
from provenli.logic.formulas import (
    TRUE,
    And,
    Bound,
    Cardinal,
    Const,
    Equal,
    Formula,
    Not,
    Or,
    Pred,
    Truth,
    Var,
    canonical,
    negate,
    substitute,
)
from provenli.logic.theory import Theory, lexically_possible

Region = Mapping[Formula, bool]


def always_true(names: Iterable[str]) -> Iterator[Formula]:
    """Bounds that hold in every model: the domain is not empty, and a name names exactly one element."""
    x = Var("x1")
    yield at_least(Cardinal(x, TRUE), 1)
    for n in sorted(names):
        yield at_least(Cardinal(x, Equal(x, Const(n))), 1)
        yield at_most(Cardinal(x, Equal(x, Const(n))), 1)


@lru_cache(maxsize=1 << 14)
def concept(var: Var, body: Formula) -> Formula:
    """The body said of HERE, so that concepts from different quantifiers share their atoms."""
    return canonical(substitute(body, var, HERE))


def negative_regions(
    cardinals: Sequence[tuple[int, Formula]],
    cubes: Sequence[Cube],
    theory: Theory,
    looked: Callable[[], None] = lambda: None,
) -> Iterator[Region]:
    """Regions (truth values for all atoms) that neither theory nor cubes exclude and that count below zero.

    Depth first; a branch is left as soon as no completion can count below zero or the region is excluded. `looked` is
    called at every step: a search can give up by raising there, where a check goes on to the end.
    """
    counted = (a for _, f in cardinals for a in atoms_of(f))
    atoms = list(dict.fromkeys((*counted, *(a for cube in cubes for a, _ in cube))))

    def search(k: int, region: dict[Formula, bool]) -> Iterator[Region]:
        looked()
        if least(cardinals, region) >= 0 or excluded(region, cubes, theory):
            return
        if k == len(atoms):
            yield dict(region)
            return
        for value in (True, False):
            region[atoms[k]] = value
            yield from search(k + 1, region)
        del region[atoms[k]]

    yield from search(0, {})


def atoms_of(f: Formula) -> Iterator[Formula]:
    """The parts of a concept that are no Boolean combinations. A bound and its negation are one atom."""
    match f:
        case Truth():
            return
        case Not(body):
            yield from atoms_of(body)
        case And(parts) | Or(parts):
            for p in parts:
                yield from atoms_of(p)
        case Bound():
            yield positive(f)
        case _:
            yield f


def positive(b: Bound) -> Formula:
    """The bound or its negation: the one whose first coefficient is positive."""
    return b if b.terms[0][0] > 0 else negate(b)


def least(cardinals: Sequence[tuple[int, Formula]], region: Region) -> int:
    """The least that a completion of the partial region can count."""
    values = ((c, value_in(f, region)) for c, f in cardinals)
    return sum([min(c, 0) if value is None else c * value for c, value in values])


def value_in(f: Formula, region: Region) -> bool | None:
    """Three-valued truth of a concept in a partial region."""
    match f:
        case Truth(value):
            return value
        case Not(body):
            inner = value_in(body, region)
            return None if inner is None else not inner
        case And(parts):
            values = [value_in(p, region) for p in parts]
            return False if False in values else None if None in values else True
        case Or(parts):
            values = [value_in(p, region) for p in parts]
            return True if True in values else None if None in values else False
        case Bound() if f not in region:
            other = region.get(negate(f))
            return None if other is None else not other
        case _:
            return region.get(f)


def excluded(region: Region, cubes: Sequence[Cube], theory: Theory) -> bool:
    if any(all(region.get(a) is v for a, v in cube) for cube in cubes):
        return True
    return not lexically_possible(((a, v) for a, v in region.items() if isinstance(a, Pred)), theory)
