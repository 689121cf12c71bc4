"""Joint projectivity: how f(A1, B1) and g(A2, B2) are related, given how A1, A2 and B1, B2 are (Geiger et al. 2019,
Appendix B).

Nothing is written down by hand: small models are exhausted. A quantifier only sees counts, so a model is a number of
elements of each of sixteen types (in A1? A2? B1? B2?), and all that matters of it are the values of the linear forms in
the definitions of f and g and which types of A and of B are inhabited. Models are grown element by element, and models
that agree in what matters are kept once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from provenli.errors import FormulaError, UnknownName
from provenli.logic.quantifiers import (
    NUMERIC,
    TWO_NUMBERS,
    Quantifier,
    largest_number,
    quantifier,
    threshold_choices,
    vague_words,
)
from provenli.logic.relations import CELLS, Cell, Relation, classify

Type: TypeAlias = tuple[Cell, Cell]
"""The type of an element: its cell of A1/A2 and its cell of B1/B2."""
Sense: TypeAlias = Literal["known", "exact"]
"""What it means to be given a relation. `known`: the cells that it says are empty are empty, and nothing is known about
the others: ⊏ is ⊆, # is no knowledge. This is what a lexicon or a phrase below can promise, and how Figure 6 of Geiger
et al. 2019 is to be read. `exact`: all other cells are inhabited too, as Table 2 of Geiger et al. 2019 defines: x # y
then promises an overlap."""
Arguments: TypeAlias = Literal[1, 2]
Terms: TypeAlias = tuple[bool, bool, bool, bool]
"""Which of A1, A2, B1, B2 are known to be neither empty nor universal."""

EQUAL = Relation.EQUIVALENCE
LARGEST_PLAIN = 4
"""Numerals up to here are taken as they are."""


def project(
    f: Quantifier, g: Quantifier, first: Relation, second: Relation, *, nontrivial: bool = True, sense: Sense = "known"
) -> Relation:
    """The relation of f(A1, B1) to g(A2, B2) where A1 `first` A2 and B1 `second` B2.

    `nontrivial`: none of A1, A2, B1, B2 is empty or universal (Geiger et al. 2019, section 4.2).
    """
    return project_terms(f, g, first, second, (nontrivial,) * 4, sense)


def project_terms(
    f: Quantifier, g: Quantifier, first: Relation, second: Relation, nontrivial: Terms, sense: Sense = "known"
) -> Relation:
    f, g = small_numerals(f, g)
    return _project(f, g, first, second, nontrivial, sense, model_size(f, g))


def model_size(f: Quantifier, g: Quantifier) -> int:
    """The size at which models stop growing for `most`, whose form |A−B| − |A∩B| is never settled by enough elements. n
    elements inside, for "at least n" beside it, need n outside to outweigh them; four more leave room for something in
    each term and something outside each. Tests find no cell that larger models change, and cells that smaller models
    do."""
    vague = 2 if vague_words(f, g) else 0  # thresholds range two above the least
    return max(8, 2 * (largest_number(f, g) + vague) + 4)


def joint(
    f: Quantifier, g: Quantifier, argument: Arguments, *, nontrivial: bool = True, sense: Sense = "known"
) -> dict[Relation, Relation]:
    """The joint projectivity signature P_{f/g} of one argument, the other being the same on both sides."""
    pairs = {r: (r, EQUAL) if argument == 1 else (EQUAL, r) for r in Relation}
    return {r: project(f, g, a, b, nontrivial=nontrivial, sense=sense) for r, (a, b) in pairs.items()}


def projectivity(
    f: Quantifier, argument: Arguments, *, nontrivial: bool = True, sense: Sense = "known"
) -> dict[Relation, Relation]:
    return joint(f, f, argument, nontrivial=nontrivial, sense=sense)


BOOLEAN: dict[str, Callable[[bool, bool], bool]] = {
    "ε": lambda p, _: p,  # a phrase without modifier, a clause without negation
    "not": lambda p, _: not p,
    "and": lambda p, q: p and q,  # also an intersective adjective p with its noun q: "black dog"
    "or": lambda p, q: p or q,
    "implies": lambda p, q: not p or q,
}


def project_boolean(f: str, g: str, first: Relation, second: Relation = EQUAL) -> Relation:
    """The relation of f(P1, Q1) to g(P2, Q2): sentences in every situation, or phrases at every element.

    An intersective modifier Q of a noun P is "and" where it stands and "ε" where it does not: P_{ε/adj} is
    project_boolean("ε", "and", …).
    """
    for name in (f, g):
        if name not in BOOLEAN:
            raise UnknownName("connective", name, BOOLEAN)
    possible = _types(first, second)
    return classify((BOOLEAN[f](p1, q1), BOOLEAN[g](p2, q2)) for (p1, p2), (q1, q2) in possible)


def small_numerals(f: Quantifier, g: Quantifier, plain: int = LARGEST_PLAIN) -> tuple[Quantifier, Quantifier]:
    """The same two quantifiers with large numerals made small, in a way that no table can notice.

    What a pair can notice is which numerals are equal, which larger, and which adjacent ("more than 5" is "at least
    6"); also against the small counts that other definitions mention. So numerals above `plain` are moved down to at
    most two above the next smaller one.
    """
    new: dict[int, int] = {}
    below, shown = plain, plain
    for n in sorted({*f.numbers, *g.numbers}):
        new[n] = n if n <= plain else shown + min(n - below, 2)
        below, shown = (n, new[n]) if n > plain else (below, shown)
    return _renumbered(f, new), _renumbered(g, new)


def _renumbered(q: Quantifier, new: dict[int, int]) -> Quantifier:
    if not q.numbers:
        return q
    names = (*NUMERIC, *TWO_NUMBERS)
    if q.name not in names:
        raise FormulaError(f"quantifier {q} has a number but none of the names {', '.join(names)}")
    return quantifier(q.name, *(new[n] for n in q.numbers))


def _types(first: Relation, second: Relation) -> tuple[Type, ...]:
    """The types of element that the two relations leave room for."""
    return tuple(product((c for c in CELLS if c not in first.empty), (c for c in CELLS if c not in second.empty)))


@cache
def _project(
    f: Quantifier, g: Quantifier, first: Relation, second: Relation, nontrivial: Terms, sense: Sense, largest: int
) -> Relation:
    values, cells = _models(f, g, first, second, largest)
    kept = _admitted(first, second, nontrivial, sense)[cells]
    pairs = _truth_pairs(f, g, values[kept])
    # A relation that no model can have leaves nothing to say; nothing is then claimed.
    return classify(pairs) if pairs else Relation.INDEPENDENCE


@cache
def _models(
    f: Quantifier, g: Quantifier, first: Relation, second: Relation, largest: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """All models, as far as f and g can tell them apart: values of forms (models, forms), inhabited cells (models).

    A form whose signs agree is cut off above every number it is compared with, which changes no truth value; so growing
    comes to an end by itself and all finite models are covered. Only with `most` does `largest` end it.
    """
    top = largest_number(f, g) + 3
    mixed = [i.inside * i.outside < 0 for q in (f, g) for i in q.inequalities]
    bound = np.array([largest if m else top for m in mixed], dtype=np.int64)
    forms, inhabited = _steps(f, g, first, second)
    radix = 2 * bound + 1
    place = np.cumprod(np.concatenate([np.array([256], dtype=np.int64), radix[:-1]]))
    known = fresh = {int((bound * place).sum())}  # the empty model: every form is 0
    size = 0
    while fresh and not (any(mixed) and size == largest):
        frontier = np.fromiter(fresh, dtype=np.int64)
        values, cells = (frontier[:, None] // place) % radix - bound, frontier % 256
        grown = np.minimum(np.maximum(values[:, None] + forms, -bound), bound) + bound
        codes = (grown * place).sum(axis=2) + (cells[:, None] | inhabited)
        fresh = set(codes.ravel().tolist()) - known  # of the few hundred there are, quicker than sorted arrays
        known = known | fresh
        size += 1
    every = np.array(sorted(known), dtype=np.int64)
    return (every[:, None] // place) % radix - bound, every % 256


def _steps(
    f: Quantifier, g: Quantifier, first: Relation, second: Relation
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """What one more element of each possible type adds to the forms of f and g (types, forms), and which cells it
    inhabits (types)."""
    types = _types(first, second)
    forms = [
        [(i.inside if b[s] else i.outside) if a[s] else 0 for s, q in enumerate((f, g)) for i in q.inequalities]
        for a, b in types
    ]
    inhabited = [1 << CELLS.index(a) | 1 << 4 + CELLS.index(b) for a, b in types]
    return np.array(forms, dtype=np.int64), np.array(inhabited, dtype=np.int64)


@cache
def _admitted(first: Relation, second: Relation, nontrivial: Terms, sense: Sense) -> NDArray[np.bool_]:
    """Whether the assumptions hold in each of the 256 sets of inhabited cells."""

    def admitted(mask: int) -> bool:
        a = frozenset(c for k, c in enumerate(CELLS) if mask >> k & 1)
        b = frozenset(c for k, c in enumerate(CELLS) if mask >> 4 + k & 1)
        if not a or (sense == "exact" and (classify(a), classify(b)) != (first, second)):
            return False
        shown = ({x for x, _ in a}, {y for _, y in a}, {x for x, _ in b}, {y for _, y in b})
        return all(len(s) == 2 for s, needed in zip(shown, nontrivial, strict=True) if needed)

    return np.array([admitted(mask) for mask in range(256)])


def _truth_pairs(f: Quantifier, g: Quantifier, values: NDArray[np.int64]) -> set[Cell]:
    pairs: set[Cell] = set()
    split = len(f.inequalities)
    for chosen in threshold_choices(vague_words(f, g), largest_number(f, g) + 2):
        limits = [i.limit - i.weight * chosen.get(i.threshold, 0) for q in (f, g) for i in q.inequalities]
        true = values <= np.array(limits, dtype=np.int64)
        codes = np.unique(2 * true[:, :split].all(axis=1) + true[:, split:].all(axis=1))
        pairs |= {(bool(code & 2), bool(code & 1)) for code in codes.tolist()}
    return pairs
