from __future__ import annotations

from itertools import chain, combinations, product

import pytest

from provenli.logic.relations import CELLS, Relation, classify, converse, join, joins, label

UNIVERSE = frozenset(range(4))
SUBSETS = [frozenset(s) for s in chain.from_iterable(combinations(UNIVERSE, k) for k in range(5))]
NONTRIVIAL = [s for s in SUBSETS if s and s != UNIVERSE]

# MacCartney and Manning (2009), "An extended model of natural logic", table of joins; rows first, columns second,
# in the order ≡ ⊏ ⊐ ^ | ⌣ #. Several symbols: every one of them is possible.
PUBLISHED_JOINS = """
≡  ≡ ⊏ ⊐ ^ | ⌣ #
⊏  ⊏ ⊏ ≡⊏⊐|# | | ⊏^|⌣# ⊏|#
⊐  ⊐ ≡⊏⊐⌣# ⊐ ⌣ ⊐^|⌣# ⌣ ⊐⌣#
^  ^ ⌣ | ≡ ⊐ ⊏ #
|  | ⊏^|⌣# | ⊏ ≡⊏⊐|# ⊏ ⊏|#
⌣  ⌣ ⌣ ⊐^|⌣# ⊐ ⊐ ≡⊏⊐⌣# ⊐⌣#
#  # ⊏⌣# ⊐|# # ⊐|# ⊏⌣# ≡⊏⊐^|⌣#
"""


def published_joins() -> dict[tuple[Relation, Relation], frozenset[Relation]]:
    table = {}
    for line in PUBLISHED_JOINS.strip().splitlines():
        row, *cells = line.split()
        for column, cell in zip(Relation, cells, strict=True):
            table[Relation(row), column] = frozenset(Relation(c) for c in cell)
    return table


def table_2(x: frozenset[int], y: frozenset[int]) -> Relation:
    """Geiger et al. 2019, Table 2, word for word (⊂ is proper)."""
    if x == y:
        return Relation.EQUIVALENCE
    if x < y:
        return Relation.FORWARD
    if x > y:
        return Relation.REVERSE
    if not x & y:
        return Relation.NEGATION if x | y == UNIVERSE else Relation.ALTERNATION
    return Relation.COVER if x | y == UNIVERSE else Relation.INDEPENDENCE


def relation_between(x: frozenset[int], y: frozenset[int]) -> Relation:
    return classify((e in x, e in y) for e in UNIVERSE)


def test_relations_of_sets_are_those_of_table_2() -> None:
    for x, y in product(NONTRIVIAL, repeat=2):
        assert relation_between(x, y) == table_2(x, y)


def test_every_relation_occurs_in_a_universe_of_four() -> None:
    assert {relation_between(x, y) for x, y in product(NONTRIVIAL, repeat=2)} == set(Relation)


def test_converse_swaps_the_sets() -> None:
    for x, y in product(NONTRIVIAL, repeat=2):
        assert relation_between(y, x) == converse(relation_between(x, y))


def test_every_claim_of_an_empty_cell_is_true_also_of_empty_and_universal_terms() -> None:
    for count in range(5):
        for cells in combinations(CELLS, count):
            assert not classify(cells).empty & set(cells)


def test_labels_say_what_the_truth_pairs_say() -> None:
    for count in range(1, 5):
        for pairs in combinations(CELLS, count):
            if not any(p for p, _ in pairs):
                continue  # a premise that is never true has no label worth the name
            entailed = all(h for p, h in pairs if p)
            contradicted = not any(h for p, h in pairs if p)
            expected = "entailment" if entailed else "contradiction" if contradicted else "neutral"
            relation = classify(pairs)
            assert label(relation) == expected


def test_labels_of_the_seven() -> None:
    assert [label(r)[0] for r in Relation] == list("eenccnn")


def test_joins_are_the_published_ones() -> None:
    for (r, s), possible in published_joins().items():
        assert joins(r, s) == possible, (r, s)


def test_join_is_the_published_one_where_there_is_one_and_independence_where_there_are_several() -> None:
    for (r, s), possible in published_joins().items():
        if len(possible) > 1:
            assert Relation.INDEPENDENCE in possible
            assert join(r, s) == Relation.INDEPENDENCE
        else:
            assert {join(r, s)} == possible


def test_joins_found_by_listing_sets_of_a_small_universe_are_among_the_derived_ones() -> None:
    found: dict[tuple[Relation, Relation], set[Relation]] = {}
    for x, y, z in product(NONTRIVIAL, repeat=3):
        pair = relation_between(x, y), relation_between(y, z)
        found.setdefault(pair, set()).add(relation_between(x, z))
    for pair, seen in found.items():
        assert seen <= joins(*pair)


@pytest.mark.parametrize("relation", list(Relation))
def test_names_and_symbols(relation: Relation) -> None:
    assert Relation(relation.symbol) is relation
    assert str(relation) == relation.symbol
    assert Relation[relation.name] is relation
