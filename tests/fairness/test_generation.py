from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from provenli.errors import InputError
from provenli.fairness.check import check_columns
from provenli.fairness.codes import Columns, length, taken
from provenli.fairness.composition_trees import CompositionTree
from provenli.fairness.generation import FairSplit, Sizes, fair_space, fair_split, fingerprints
from provenli.fairness.tasks import CompositionTask
from tests.fairness.propositional import TREE
from tests.fairness.test_spaces import chain
from tests.fairness.trees import composition_trees

TASK = CompositionTask(TREE)
PAIRS = CompositionTask(chain(4), cut=("s1",))


def made(
    task: CompositionTask, ratio: float, sizes: tuple[int, int, int], seed: int = 1, *, unrestricted: bool = False
) -> FairSplit:
    return fair_split(task, ratio, Sizes(*sizes), np.random.default_rng(seed), unrestricted=unrestricted)


def rows(task: CompositionTask, columns: Columns) -> list[tuple[object, ...]]:
    return task.tree.rows(columns)


@given(composition_trees(), st.sampled_from([0.0, 0.25, 0.5, 1.0]), st.integers(0, 2**32))
def test_any_tree_can_be_split(tree: CompositionTree, ratio: float, seed: int) -> None:
    """Without balance of labels, so that the whole space can be asked for."""
    task = CompositionTask(tree, label=lambda _: "any")
    rng = np.random.default_rng(seed)
    space = fair_space(task, ratio, rng)
    everything = tree.all_columns()
    inside = space.contains(everything)
    held = tree.size - space.schema_count
    if not held:
        with pytest.raises(InputError, match="every input may be trained on"):
            fair_split(task, ratio, Sizes(1, 1, 1), np.random.default_rng(seed))
        return
    split = fair_split(task, ratio, Sizes(space.schema_count, held // 2, held - held // 2), np.random.default_rng(seed))
    assert set(rows(task, split.train)) == set(rows(task, taken(everything, inside)))
    assert set(rows(task, split.dev)) | set(rows(task, split.test)) == set(rows(task, taken(everything, ~inside)))
    assert check_columns(tree, split.train, split.test).fair
    assert check_columns(tree, split.train).fair


@pytest.mark.parametrize("ratio", [0, 0.25, 0.5, 0.9])
def test_parts_are_balanced_distinct_and_disjoint(ratio: float) -> None:
    split = made(PAIRS, ratio, (40_000, 301, 300))
    train, dev, test = (rows(PAIRS, c) for c in (split.train, split.dev, split.test))
    assert (len(train), len(dev), len(test)) == (40_000, 301, 300)
    assert len(set(train) | set(dev) | set(test)) == 40_601
    assert np.bincount(split.test["s3"]).tolist() == [100, 100, 100]
    assert np.bincount(split.dev["s3"]).tolist() == [101, 100, 100]
    assert split.space.contains(split.train).all()
    assert not split.space.contains(split.dev).any()
    assert not split.space.contains(split.test).any()
    assert check_columns(PAIRS.tree, split.train).fair


def test_a_cut_restricts_schemas_and_leaves_words_free() -> None:
    space = fair_space(PAIRS, 0, np.random.default_rng(1))
    assert PAIRS.parts.above.leaves == ("s1", "l2", "l3")
    assert PAIRS.parts.above.size == 3 * 100 * 100
    assert space.schema_count == 300  # a class has 100 schemas, for 100 words beside it: one for each
    assert space.input_count == sum(PAIRS.parts.fillings("s1")) * 100
    free = fair_space(CompositionTask(chain(3)), 0, np.random.default_rng(1))
    assert free.schema_count == free.input_count == 10_000


def test_the_same_seed_gives_the_same_split() -> None:
    one, two, other = (made(PAIRS, 0, (900, 90, 90), seed) for seed in (1, 1, 2))
    assert rows(PAIRS, one.train) == rows(PAIRS, two.train)
    assert rows(PAIRS, one.test) == rows(PAIRS, two.test)
    assert rows(PAIRS, one.train) != rows(PAIRS, other.train)


def test_balanced_nodes_have_equally_frequent_values() -> None:
    task = CompositionTask(chain(3), balanced=("s1",), label=lambda _: "any")
    assert np.ptp(np.bincount(made(task, 0.5, (30_000, 0, 0)).train["s1"])) < 900  # six deviations


def test_spaces_too_large_to_list_are_sampled() -> None:
    task = CompositionTask(chain(6))
    split = made(task, 0.1, (45_000, 300, 300))
    assert split.space.schema_count > 10**8
    assert split.space.contains(split.train).all()
    assert not split.space.contains(split.test).any()
    assert np.bincount(split.train["s5"]).tolist() == [15_000, 15_000, 15_000]
    assert check_columns(task.tree, split.train).fair
    assert split.report.fair


def test_unrestricted_tests_are_no_training_examples() -> None:
    split = made(CompositionTask(TREE, label=lambda _: "any"), 1, (4, 2, 2), unrestricted=True)
    prints = [fingerprints(TREE, c) for c in (split.train, split.dev, split.test)]
    assert len(np.unique(np.concatenate(prints))) == 8


def test_no_dev_and_test_are_fine() -> None:
    split = made(PAIRS, 1, (300, 0, 0))
    assert [length(c) for c in (split.train, split.dev, split.test)] == [300, 0, 0]


@pytest.mark.parametrize(
    ("task", "ratio", "sizes", "said"),
    [
        (TASK, 1.5, (1, 1, 1), "ratio must be between 0 and 1, it is 1.5"),
        (TASK, -1, (1, 1, 1), "ratio must be between 0 and 1, it is -1"),
        (TASK, 1, (1, 1, 1), "what ratio 1 leaves for dev and test would be empty"),
        (TASK, 0, (8, 1, 1), "the training space at ratio 0 has 3 examples labelled T, not 4"),
        (TASK, 0, (2, -1, 1), "sizes must not be negative: dev -1, test 1"),
        (TASK, 0, (0, 1, 1), "the training set would be empty: its size is 0"),
        (CompositionTask(TREE, cut=("left", "nose")), 0, (1, 1, 1), "cannot be cut at 'nose', which is no node of it"),
        (CompositionTask(TREE, cut=("sentence",)), 0, (1, 1, 1), "cannot be cut at its root 'sentence'"),
        (
            CompositionTask(TREE, cut=("right",), balanced=("value",)),
            0,
            (1, 1, 1),
            "node 'value' is to be balanced, but",
        ),
        (CompositionTask(TREE, labels=("T",)), 0, (1, 1, 1), "label 'F' is none of T"),
        (
            CompositionTask(chain(6), balanced=("s1",)),
            0.5,
            (1, 1, 1),
            "nodes can be balanced only among at most 2,097,152",
        ),
    ],
)
def test_what_cannot_be_split_is_refused_in_one_line(
    task: CompositionTask, ratio: float, sizes: tuple[int, int, int], said: str
) -> None:
    with pytest.raises(InputError) as e:
        made(task, ratio, sizes)
    assert said in str(e.value)
    assert "\n" not in str(e.value)
