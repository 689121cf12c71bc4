"""Random formulas and theories for hypothesis, shared by all tests."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from hypothesis import strategies as st

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
    Term,
    Threshold,
    Truth,
    Var,
    constants,
    predicates,
    scales,
    thresholds,
)
from provenli.logic.models import FiniteModel
from provenli.logic.quantifiers import MANY, MOST, NUMERIC, PLAIN, TWO_NUMBERS, Quantifier
from provenli.logic.theory import Clause, Theory

PREDICATES = (("dog", 1), ("cat", 1), ("see", 2))
CONSTANTS = ("ann", "bob")
FIRST_ORDER = tuple(q for q in PLAIN if q != MOST and not any(i.threshold for i in q.inequalities))


def quantifiers(*, first_order: bool = False, most: int = 3) -> st.SearchStrategy[Quantifier]:
    numeric = st.builds(lambda make, n: make(n), st.sampled_from(tuple(NUMERIC.values())), st.integers(0, most))
    ranges = st.lists(st.integers(0, most), min_size=2, max_size=2).map(sorted)
    paired = st.builds(lambda make, ends: make(*ends), st.sampled_from(tuple(TWO_NUMBERS.values())), ranges)
    return st.one_of(st.sampled_from(FIRST_ORDER if first_order else PLAIN), numeric, paired)


@st.composite
def formulas(draw: st.DrawFn, *, first_order: bool = False, levels: int = 3, scope: tuple[str, ...] = ()) -> Formula:
    """A closed formula (but for the variables in `scope`) over two nouns, a verb, two names and a scale.

    `first_order`: no most, no vague words, no bounds, no marks.
    """
    if levels == 0 or draw(st.integers(0, 4)) == 0:
        return draw(_atoms(scope))
    below = formulas(first_order=first_order, levels=levels - 1, scope=scope)
    kinds = ["not", "and", "or", "implies", "all", "some", "quant", "quant", "quant"]
    match draw(st.sampled_from(kinds if first_order else [*kinds, "mark", "bound"])):
        case "not":
            return Not(draw(below))
        case "and":
            return And(tuple(draw(st.lists(below, min_size=2, max_size=3))))
        case "or":
            return Or(tuple(draw(st.lists(below, min_size=2, max_size=3))))
        case "implies":
            return Implies(draw(below), draw(below))
        case "mark":
            return Mark(draw(st.sampled_from(["0.1", "1", "", "a b"])), draw(below))
        case "bound":
            return draw(_bounds(scope, levels))
        case kind:
            return _bind(draw, kind, scope, levels, first_order)


def _bind(draw: st.DrawFn, kind: str, scope: tuple[str, ...], levels: int, first_order: bool) -> Formula:
    name = draw(st.sampled_from(["x", "y", "z"]))
    inner = formulas(first_order=first_order, levels=levels - 1, scope=tuple({*scope, name}))
    if kind == "all":
        return Forall(Var(name), draw(inner))
    if kind == "some":
        return Exists(Var(name), draw(inner))
    return Quant(draw(quantifiers(first_order=first_order)), Var(name), draw(inner), draw(inner))


def terms(scope: tuple[str, ...]) -> st.SearchStrategy[Term]:
    constants: st.SearchStrategy[Term] = st.sampled_from([Const(c) for c in CONSTANTS])
    # Bound variables are what makes a formula interesting.
    variables: list[st.SearchStrategy[Term]] = [st.sampled_from([Var(v) for v in sorted(scope)])] * 3 if scope else []
    return st.one_of(*variables, constants)


@st.composite
def _atoms(draw: st.DrawFn, scope: tuple[str, ...]) -> Formula:
    term = terms(scope)
    match draw(st.integers(0, 9)):
        case 0:
            return Truth(draw(st.booleans()))
        case 1:
            return Equal(draw(term), draw(term))
        case 2:
            relation = draw(st.sampled_from(["more", "at_least", "equal"]))
            return Compare("tall", relation, draw(term), draw(term))  # type: ignore[arg-type]
        case _:
            name, places = draw(st.sampled_from(PREDICATES))
            return Pred(name, tuple(draw(term) for _ in range(places)))


@st.composite
def _bounds(draw: st.DrawFn, scope: tuple[str, ...], levels: int) -> Formula:
    found: list[tuple[int, Cardinal | Threshold | Degree]] = []
    for _ in range(draw(st.integers(0, 2))):
        name = draw(st.sampled_from(["x", "y", "z"]))
        body = draw(formulas(levels=levels - 1, scope=tuple({*scope, name})))
        quantity = draw(st.sampled_from([Cardinal(Var(name), body), Threshold("a few"), Threshold(MANY.name)]))
        found.append((draw(st.integers(-2, 2)), quantity))
    if draw(st.booleans()):
        low, high = Degree("tall", draw(terms(scope))), Degree("tall", draw(terms(scope)))
        found += [(1, low), (-1, high)]
    return Bound(tuple(found), draw(st.integers(-3, 3)))


def theories() -> st.SearchStrategy[Theory]:
    nouns = st.sampled_from([frozenset({"dog"}), frozenset({"cat"}), frozenset({"animal"})])
    clause = st.builds(Clause, nouns, st.one_of(nouns, st.just(frozenset[str]())))
    return st.builds(Theory, st.lists(clause, max_size=2).map(tuple))


def names() -> st.SearchStrategy[str]:
    """Any text may be the name of a predicate."""
    odd = ["dog", "good[dog]", "moved-towards", "every", "and", "x", "@1"]
    return st.one_of(st.sampled_from(odd), st.text(max_size=5))


def small_models(facts: tuple[Formula, ...], largest: int = 2) -> Iterator[FiniteModel]:
    """Every model of these facts' vocabulary up to a size (degrees below the size, thresholds up to 3)."""
    symbols = sorted(frozenset[tuple[str, int]]().union(*(predicates(f) for f in facts)))
    called = sorted(frozenset[str]().union(*(constants(f) for f in facts)))
    measured = sorted(frozenset[str]().union(*(scales(f) for f in facts)))
    vague = sorted(frozenset[str]().union(*(thresholds(f) for f in facts)))
    for size in range(1, largest + 1):
        relations = [_subsets(list(product(range(size), repeat=places))) for _, places in symbols]
        elements = range(size)
        for chosen in product(*relations):
            for names in product(elements, repeat=len(called)):
                for degrees in product(product(elements, repeat=size), repeat=len(measured)):
                    for limits in product(range(4), repeat=len(vague)):
                        yield FiniteModel(
                            size,
                            {name: r for (name, _), r in zip(symbols, chosen, strict=True)},
                            dict(zip(called, names, strict=True)),
                            dict(zip(measured, degrees, strict=True)),
                            dict(zip(vague, limits, strict=True)),
                        )


def _subsets(tuples: list[tuple[int, ...]]) -> list[frozenset[tuple[int, ...]]]:
    return [frozenset(c) for k in range(len(tuples) + 1) for c in combinations(tuples, k)]


@st.composite
def models(draw: st.DrawFn, *, largest: int = 3) -> FiniteModel:
    """A model of everything that `formulas` may speak of."""
    size = draw(st.integers(1, largest))
    element = st.integers(0, size - 1)
    relations = {n: draw(st.frozensets(st.tuples(*[element] * places))) for n, places in (*PREDICATES, ("animal", 1))}
    return FiniteModel(
        size,
        relations,
        {n: draw(element) for n in CONSTANTS},
        {"tall": tuple(draw(st.integers(-1, 2)) for _ in range(size))},
        {q: draw(st.integers(0, 3)) for q in ("many", "few", "several", "a few")},
    )
