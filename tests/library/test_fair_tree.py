from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np
import pytest

from provenli.fairness.check import check_columns
from provenli.fairness.codes import Columns
from provenli.fairness.composition_trees import compose_all, compose_columns
from provenli.fairness.generation import FairSpace, Sizes, fair_space, fair_split
from provenli.fairness.tasks import CompositionTask
from provenli.library.fragments.fair import CLASSES, FRAGMENT, STEMS
from provenli.library.fragments.fair import tree as g
from provenli.library.fragments.fair.cases import EQUAL, KINDS, RELATIONS, Sides, composed
from provenli.library.fragments.fair.tree import NEGATIONS, QUANTIFIERS


@cache
def task(words: int = 6) -> CompositionTask:
    return g.task(g.invented(words))


@cache
def space(ratio: float, seed: int = 1) -> FairSpace:
    return fair_space(task(), ratio, np.random.default_rng(seed))


def schemas(found: FairSpace) -> Columns:
    return compose_columns(task().parts.above, found.schemas.inputs(np.arange(found.schema_count)))


def test_the_words_are_those_of_the_fragment() -> None:
    words = {category: [stem + ending for stem in STEMS] for category, ending in CLASSES.items()}
    tree = g.tree(words)
    assert tree.size > 10**26
    premise, hypothesis = (s.split() for s in FRAGMENT.example)
    values = compose_all(tree, [word for pair in zip(premise, hypothesis, strict=True) for word in pair])
    assert [str(values[n]) for n in ("subject", "adverb and verb", "object", "verb phrase")] == ["≡", "⊏", "⊐", "⊏"]
    assert g.label_of(values["sentence"]) == "entailment"


def test_domains_are_trimmed_and_counted_as_the_paper_does() -> None:
    tree = task().tree
    assert all(tree.reached[node].all() for node in tree.inner)
    local = {n: tree.locals_of(n) for n in ("subject", "verb phrase", "negated verb phrase", "sentence")}
    assert local == {"subject": 8, "verb phrase": 256, "negated verb phrase": 28, "sentence": 448}
    assert task().parts.above.size == 16**2 * 4 * 8**3 == 524_288


def test_composition_is_that_of_the_data_sets() -> None:
    """On every triple of phrase relations, with quantifiers and negations drawn at random."""
    above, rng = task().parts.above, np.random.default_rng(5)
    for s, v, o in product(RELATIONS, repeat=3):
        sides = Sides.of(kinds := int(rng.integers(KINDS)))
        qs, neg, qo = (
            "/".join(tuple(words)[k] for k in pair)
            for words, pair in ((QUANTIFIERS, sides.subject), (NEGATIONS, sides.negation), (QUANTIFIERS, sides.object))
        )
        values = compose_all(above, (qs, s, EQUAL, neg, v, EQUAL, qo, o, EQUAL))
        found = tuple(values[n] for n in ("verb phrase", "negated verb phrase", "sentence"))
        assert found == composed((s, v, o), kinds)


@pytest.mark.parametrize("seed", range(5))
def test_ratio_0_gives_536_schemas_and_none_can_be_spared(seed: int) -> None:
    """Each shows a local input that no other does. And 536 is the least: an example shows one local input of a node; of
    the 256 at the verb phrase 152 give #, which stays # under negation; the six other relations of the negated verb
    phrase meet 64 quantifier pairs and subjects each: 152 + 6 * 64."""
    above, found = task().parts.above, schemas(space(0, seed))
    assert len(found["sentence"]) == 536
    assert check_columns(above, found).fair
    needed = np.zeros(536, dtype=np.bool_)
    for node in above.inner:
        keys = above.keys(node, found)
        needed |= np.bincount(keys)[keys] == 1
    assert needed.all()


def test_ratio_1_gives_everything() -> None:
    assert space(1).schema_count == 524_288
    assert space(1).input_count == task().tree.size


@pytest.mark.parametrize("ratio", [0, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 3 / 4])
def test_a_split_is_fair_balanced_and_disjoint(ratio: float) -> None:
    split = fair_split(task(), ratio, Sizes(12_000, 300, 300), np.random.default_rng(2))
    tree = task().tree
    for columns, count in ((split.train, 4000), (split.dev, 100), (split.test, 100)):
        assert np.bincount(task().label_of_value[columns["sentence"]]).tolist() == [count] * 3
    assert split.space.contains(split.train).all()
    assert not (split.space.contains(split.dev) | split.space.contains(split.test)).any()
    everything, tests = check_columns(tree, split.train), check_columns(tree, split.train, split.test)
    assert everything.fair
    assert tests.fair
    assert everything.routes_agree
    assert tests.accuracy == 1
    assert len(set(tree.rows(split.train) + tree.rows(split.test))) == 12_300


def test_without_one_local_input_the_learner_fails_where_it_is_needed() -> None:
    split = fair_split(task(), 1 / 2, Sizes(12_000, 300, 300), np.random.default_rng(2))
    tree = task().tree
    key = int(tree.keys("verb phrase", split.test)[0])
    kept = tree.keys("verb phrase", split.train) != key
    report = check_columns(tree, {n: c[kept] for n, c in split.train.items()}, split.test)
    assert tree.local("verb phrase", key) in next(n for n in report.nodes if n.node == "verb phrase").missing
    assert 0 in report.dependent
    assert report.accuracy < 1
    assert report.routes_agree


def test_relations_of_phrases_are_equally_likely_before_labels_are_balanced() -> None:
    pool = space(1 / 2).training_pool()
    weights, columns = pool.weights, pool.columns  # type: ignore[attr-defined]
    for node in g.PHRASES:
        shares = np.bincount(columns[node], weights=weights)
        assert np.allclose(shares, shares.mean())
