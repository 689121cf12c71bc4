from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from provenli.errors import InputError
from provenli.fairness.codes import taken
from provenli.fairness.composition_trees import CompositionTree, compose
from provenli.fairness.learner import UNKNOWN, ShownExample, first_rows, learn, learn_columns
from tests.fairness.propositional import TEST, TRAIN, TREE, examples
from tests.fairness.trees import composition_trees, parts


@given(composition_trees(), st.data())
def test_it_is_right_or_says_that_it_does_not_know(tree: CompositionTree, data: st.DataObject) -> None:
    shown = data.draw(parts(tree))
    learned = learn(tree.shape, examples(tree, shown))
    assert all(learned.predict(x) == compose(tree, x) for x in shown)
    asked = data.draw(parts(tree))[:20]
    assert all(learned.predict(x) in (compose(tree, x), UNKNOWN) for x in asked)


@given(composition_trees(), st.data())
def test_columns_and_values_give_the_same_predictions(tree: CompositionTree, data: st.DataObject) -> None:
    everything = tree.all_columns()
    rows = np.array(data.draw(st.lists(st.integers(0, tree.size - 1), min_size=1)))
    bulk = learn_columns(tree, taken(everything, rows)).predict_columns(everything)[tree.root]
    inputs = list(tree.inputs())
    single = learn(tree.shape, examples(tree, [inputs[k] for k in rows]))
    for k in range(0, tree.size, 5):
        value = tree.domains[tree.root][bulk[k]] if bulk[k] >= 0 else UNKNOWN
        assert single.predict(inputs[k]) == value


def test_table_1_is_enough_to_learn_every_sentence() -> None:
    learned = learn(TREE.shape, examples(TREE, TRAIN))
    assert all(learned.predict(x) == compose(TREE, x) for x in TEST)


def test_what_was_never_shown_is_unknown_and_so_is_what_is_above() -> None:
    learned = learn(TREE.shape, examples(TREE, [("T", "⇒", "ε", "F"), ("F", "⇒", "ε", "F")]))
    assert learned.predict(("T", "⇒", "ε", "F")) == "F"
    assert learned.predict(("T", "⇒", "¬", "F")) is UNKNOWN  # the function below
    assert learned.predict(("T", "⇒", "ε", "T")) is UNKNOWN  # a word
    assert learned.predict(("?", "⇒", "ε", "F")) is UNKNOWN  # not even a word


def test_an_unknown_part_is_not_taken_for_another_known_one() -> None:
    """With digits 1 and -1 a local input must not be numbered like the one with digits 0 and 1."""
    two = np.array([1], dtype=np.int32)
    assert TREE.keys("right", {"sign": two, "value": np.array([-1], dtype=np.int32)}).tolist() == [-1]
    assert TREE.keys("right", {"sign": -two, "value": two}).tolist() == [-1]
    shown = [("T", "⇒", "ε", "T"), ("F", "⇒", "¬", "T"), ("T", "⇒", "¬", "T")]
    assert learn(TREE.shape, examples(TREE, shown)).predict(("F", "⇒", "ε", "?")) is UNKNOWN


def test_contradictory_labels_name_node_input_and_examples() -> None:
    made = examples(TREE, TRAIN)
    wrong = ShownExample(made[0].input, {"right": "F", "sentence": "T"})
    with pytest.raises(InputError) as e:
        learn(TREE.shape, [*made, wrong])
    assert str(e.value) == (
        "contradictory labels for node 'sentence' with local input (T, ⇒, F): "
        "F in training example 0, T in training example 4"
    )


def test_missing_labels_are_named() -> None:
    with pytest.raises(InputError, match="training example 1 has no label for node 'right'; fairness needs a label"):
        learn(TREE.shape, [*examples(TREE, TRAIN[:1]), ShownExample(TRAIN[1], {"sentence": "T"})])
    columns = dict(TREE.all_columns())
    columns["right"] = columns["right"].copy()
    columns["right"][3] = -1
    with pytest.raises(InputError, match="training example 3 has no label for node 'right'"):
        learn_columns(TREE, columns)
    del columns["right"]
    with pytest.raises(InputError, match="no training example has a label for node 'right'"):
        learn_columns(TREE, columns)


def test_nothing_can_be_learned_from_nothing() -> None:
    with pytest.raises(InputError, match="the training set is empty"):
        learn(TREE.shape, [])
    with pytest.raises(InputError, match="training example 0 has 2 values"):
        learn(TREE.shape, [ShownExample(("T", "F"), {"right": "T", "sentence": "T"})])


@given(st.lists(st.integers(0, 20), min_size=1))
def test_first_rows_with_and_without_sorting(keys: list[int]) -> None:
    column = np.array(keys)
    for size in (21, 2**23):
        distinct, rows = first_rows(column, size)
        assert distinct.tolist() == sorted(set(keys))
        assert rows.tolist() == [keys.index(k) for k in sorted(set(keys))]
