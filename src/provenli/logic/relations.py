"""The seven semantic relations of MacCartney and Manning (2009), for sets and for sentences.

Whether two sets (or sentences) can share, miss or divide anything is a matter of four cells: what is in both, in the
first alone, in the second alone, in neither. A relation says which cells are empty. A sentence is the set of situations
in which it is true, so sentences are related in the same way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from functools import cache
from itertools import combinations, product
from typing import Literal, TypeAlias

Cell: TypeAlias = tuple[bool, bool]
"""In the first? In the second?"""
Label: TypeAlias = Literal["entailment", "contradiction", "neutral"]
TwoWayLabel: TypeAlias = Literal["entailment", "non-entailment"]

BOTH, FIRST, SECOND, NEITHER = CELLS = ((True, True), (True, False), (False, True), (False, False))


class Relation(Enum):
    EQUIVALENCE = "≡"
    FORWARD = "⊏"
    REVERSE = "⊐"
    NEGATION = "^"
    ALTERNATION = "|"
    COVER = "⌣"
    INDEPENDENCE = "#"

    @property
    def symbol(self) -> str:
        return self.value

    def __str__(self) -> str:
        return self.value

    @property
    def empty(self) -> frozenset[Cell]:
        """The cells that the relation says are empty (Geiger et al. 2019, Table 2)."""
        return EMPTY[self]


EMPTY: dict[Relation, frozenset[Cell]] = {
    Relation.EQUIVALENCE: frozenset({FIRST, SECOND}),
    Relation.NEGATION: frozenset({BOTH, NEITHER}),
    Relation.FORWARD: frozenset({FIRST}),
    Relation.ALTERNATION: frozenset({BOTH}),
    Relation.REVERSE: frozenset({SECOND}),
    Relation.COVER: frozenset({NEITHER}),
    Relation.INDEPENDENCE: frozenset(),
}


def classify(cells: Iterable[Cell]) -> Relation:
    """The relation for which exactly these cells are inhabited. Of terms that are neither empty nor universal exactly
    one relation is true, and it is returned. Otherwise several are (the empty set is included in everything, and
    excludes everything). Then the first in the order of EMPTY is returned, in which relations that say something about
    the second term given the first come first: so a hypothesis that is never true is contradicted by a premise that can
    be true (|, not ⊐), and one that is always true is entailed (⊏, not ⌣)."""
    inhabited = frozenset(cells)
    return next(r for r, empty in EMPTY.items() if not empty & inhabited)


def converse(relation: Relation) -> Relation:
    """The relation of y to x, given that of x to y."""
    return next(r for r, empty in EMPTY.items() if empty == {(b, a) for a, b in relation.empty})


def label(relation: Relation) -> Label:
    """The label of a pair whose premise has this relation to its hypothesis: ⊐ and ⌣ leave the hypothesis open, as #
    does."""
    if FIRST in relation.empty:
        return "entailment"
    return "contradiction" if BOTH in relation.empty else "neutral"


def joins(first: Relation, second: Relation) -> frozenset[Relation]:
    """Every relation that x can have to z where x `first` y and y `second` z, by exhausting models.

    x, y, z are neither empty nor universal (MacCartney and Manning 2009, section 2). A relation only sees which of the
    eight regions of three sets are inhabited, so the 255 ways to inhabit them stand for all universes of any size.
    """
    return _join_table()[first, second]


def join(first: Relation, second: Relation) -> Relation:
    """The one possible relation, or # where there are several.

    # then says that nothing is known, not that all four cells are inhabited. Nothing stronger would be right: wherever
    several relations are possible, # is one of them (tests), so no cell is sure to be empty.
    """
    possible = joins(first, second)
    return next(iter(possible)) if len(possible) == 1 else Relation.INDEPENDENCE


@cache
def _join_table() -> dict[tuple[Relation, Relation], frozenset[Relation]]:
    table: dict[tuple[Relation, Relation], set[Relation]] = {(r, s): set() for r in Relation for s in Relation}
    for regions in _three_sets():
        xy = classify((x, y) for x, y, _ in regions)
        yz = classify((y, z) for _, y, z in regions)
        table[xy, yz].add(classify((x, z) for x, _, z in regions))
    return {pair: frozenset(found) for pair, found in table.items()}


def _three_sets() -> Iterator[tuple[tuple[bool, ...], ...]]:
    """Inhabited regions of three sets, each set with something in it and something outside."""
    regions = tuple(product((True, False), repeat=3))
    for count in range(1, len(regions) + 1):
        for inhabited in combinations(regions, count):
            if all(len({region[k] for region in inhabited}) == 2 for k in range(3)):
                yield inhabited
