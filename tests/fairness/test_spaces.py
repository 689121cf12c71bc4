from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from provenli.errors import InputError
from provenli.fairness.check import check_columns
from provenli.fairness.codes import taken
from provenli.fairness.composition_trees import (
    CompositionLeaf,
    CompositionTree,
    Inner,
    compose,
    compose_columns,
    composition_tree,
)
from provenli.fairness.pools import exposing
from provenli.fairness.spaces import random_even_split, training_space
from tests.fairness.propositional import TREE
from tests.fairness.trees import composition_trees

ratios = st.sampled_from([0.0, 1 / 16, 0.25, 0.5, 0.9, 1.0])
seeds = st.integers(0, 2**32)


@given(composition_trees(), ratios, seeds)
def test_every_training_space_is_fair(tree: CompositionTree, ratio: float, seed: int) -> None:
    space = training_space(tree, ratio, np.random.default_rng(seed))
    everything = tree.all_columns()
    inside = space.contains(everything)
    report = check_columns(tree, taken(everything, inside))
    assert report.fair
    assert report.routes_agree
    assert ratio < 1 or inside.all()


@given(composition_trees(), ratios, seeds)
def test_numbers_and_inputs_are_the_same_thing(tree: CompositionTree, ratio: float, seed: int) -> None:
    space = training_space(tree, ratio, np.random.default_rng(seed))
    listed = tree.rows(space.inputs(np.arange(space.size)))
    everything = tree.all_columns()
    inside = tree.rows(taken(everything, space.contains(everything)))
    assert len(set(listed)) == len(listed)
    assert set(listed) == set(inside)


@given(composition_trees(), ratios, seeds)
def test_samples_are_in_the_space_and_exposing_inputs_show_all(tree: CompositionTree, ratio: float, seed: int) -> None:
    rng = np.random.default_rng(seed)
    space = training_space(tree, ratio, rng)
    assert space.contains(space.sample(50, rng)).all()
    shown = exposing(space)
    assert space.contains(shown).all()
    assert check_columns(tree, compose_columns(tree, shown)).fair


@given(composition_trees(), seeds)
def test_sizes_are_those_of_the_algorithm_on_lists(tree: CompositionTree, seed: int) -> None:
    """Which elements are shared is random; how many is not, so long as all shares of a class are equally large."""
    rng = np.random.default_rng(seed)
    space = training_space(tree, 0, rng)
    for node, blocks in space.blocks.items():
        for k, child in enumerate(tree.shape.children[node]):
            for value, share in blocks.shares[k].items():
                partial = list(range(int(space.blocks[child].class_sizes(len(tree.domains[child]))[value])))
                lists = random_even_split(partial, range(share.ways), 0, rng)
                here = tree.digits(node, blocks.keys)[k] == value
                assert sorted(blocks.counts[k][here].tolist()) == sorted(map(len, lists.values()))


@pytest.mark.parametrize("seed", range(20))
def test_table_1_is_what_ratio_0_gives(seed: int) -> None:
    """Four sentences; how the right side is realised depends on the left, as in Table 1."""
    space = training_space(TREE, 0, np.random.default_rng(seed))
    assert space.size == 4
    rows = TREE.rows(space.inputs(np.arange(4)))
    found = {(left, compose(TREE, x, "right")): sign for x in rows for left, _, sign, _ in [x]}
    assert len(found) == 4  # every pair of truth values, once
    for value in "TF":
        assert {found["T", value], found["F", value]} == {"¬", "ε"}


def test_sampling_is_uniform() -> None:
    rng = np.random.default_rng(1)
    space = training_space(TREE, 1, rng)
    sample = space.sample(8000, rng)
    counts = np.bincount(TREE.keys("right", sample) * 2 + sample["left"])
    assert ((counts > 820) & (counts < 1180)).all()  # 1000 each, give or take six deviations
    only_false = space.sample(100, rng, np.array([False, True]))
    assert set(compose_columns(TREE, only_false)["sentence"].tolist()) == {1}


def chain(depth: int) -> CompositionTree:
    """`depth` leaves of 100 values, added up modulo 3 one after the other."""
    leaves = [CompositionLeaf(f"l{k}", tuple(range(100))) for k in range(depth)]
    first = Inner("s1", ("l0", "l1"), lambda a, b: (a + b) % 3)
    rest = [Inner(f"s{k}", (f"s{k - 1}", f"l{k}"), lambda a, b: (a + b) % 3) for k in range(2, depth)]
    return composition_tree([*leaves, first, *rest])


@pytest.mark.parametrize("ratio", [0, 0.01, 0.5, 1])
def test_large_spaces_are_described(ratio: float) -> None:
    tree = chain(9)
    rng = np.random.default_rng(3)
    space = training_space(tree, ratio, rng)
    assert tree.size == 100**9
    assert space.size == tree.size if ratio == 1 else space.size < tree.size
    sample = space.sample(1000, rng)
    assert space.contains(sample).all()
    everything = training_space(tree, 1, rng).sample(1000, rng)
    share = space.contains(everything).mean()
    assert abs(share - space.size / tree.size) < 0.1
    assert check_columns(tree, compose_columns(tree, exposing(space))).fair


def test_exact_sizes_beyond_machine_numbers() -> None:
    assert training_space(chain(10), 1, np.random.default_rng(0)).size == 100**10


def test_what_cannot_be_numbered_is_refused() -> None:
    with pytest.raises(InputError, match="node 's9' has more than 2\\^62 partial inputs"):
        training_space(chain(12), 1, np.random.default_rng(0))
    with pytest.raises(InputError, match="the tree is the leaf 'a' alone"):
        training_space(composition_tree([CompositionLeaf("a", (1,))]), 1, np.random.default_rng(0))
    with pytest.raises(InputError, match="ratio must be between 0 and 1, it is 2"):
        training_space(TREE, 2, np.random.default_rng(0))
