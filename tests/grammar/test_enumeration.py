"""Counting and enumerating, against a second way: all combinations, put together without any table."""

from collections.abc import Iterator
from itertools import islice, product

import pytest

from provenli.grammar import Branch, Grammar, Node, count, count_exactly, count_shapes, enumerate_derivations, shapes

from .toys import animals, boolean, tiny


def naive(g: Grammar, category: str, level: int) -> Iterator[Node]:
    yield from (leaf for leaf in g.flat.leaves.get(category, ()) if leaf.word.sample)
    for f in g.flat.rules.get(category, ()):
        if f.rule.level <= level:
            options = [list(naive(g, i, level - f.rule.level)) if isinstance(i, str) else [i] for i in f.right]
            yield from (Branch(f.rule, category, children) for children in product(*options))


@pytest.mark.parametrize(("grammar", "level"), [(tiny(), 0), (tiny(), 2), (boolean(), 0), (animals(), 0)])
def test_enumeration_is_complete_and_without_repetition(grammar: Grammar, level: int) -> None:
    found = [d.root for d in enumerate_derivations(grammar, level)]
    assert len(found) == len(set(found)) == count(grammar, level)
    assert set(found) == {t for s in grammar.flat.starts for t in naive(grammar, s, level)}


@pytest.mark.parametrize("level", [0, 1, 2])
def test_exact_levels(level: int) -> None:
    g = tiny()
    found = list(enumerate_derivations(g, level, exactly=True))
    assert len(set(found)) == count_exactly(g, level) == count(g, level) - count(g, level - 1)
    assert {d.level for d in found} == {level}


@pytest.mark.parametrize("exactly", [False, True])
def test_shapes_are_those_of_the_derivations(exactly: bool) -> None:
    g = tiny()
    found = list(shapes(g, 2, exactly=exactly))
    assert len(found) == len(set(found)) == count_shapes(g, 2, exactly=exactly)
    assert set(found) == {d.shape for d in enumerate_derivations(g, 2, exactly=exactly)}


def test_a_category_of_ones_own() -> None:
    found = [d.render(capital=False, stop=False) for d in enumerate_derivations(animals(), 0, "NP[num=sg]")]
    assert len(found) == count(animals(), 0, "NP[num=sg]") == 3 * 4 * 3
    assert found[:3] == ["every dog", "every owl", "every mouse"]


def test_enumeration_is_lazy_and_its_order_fixed() -> None:
    first = [d.text for d in islice(enumerate_derivations(animals(), 3), 5)]
    assert first == [d.text for d in islice(enumerate_derivations(animals(), 3), 5)]
    assert count(animals(), 3) > 2**64


def test_unsampled_words_are_not_counted() -> None:
    assert "table" not in {d.text.split()[1] for d in enumerate_derivations(animals(), 0)}
