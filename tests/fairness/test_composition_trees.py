from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from provenli.errors import InputError
from provenli.fairness.composition_trees import (
    CompositionLeaf,
    CompositionTree,
    Inner,
    compose,
    compose_all,
    compose_columns,
    composition_tree,
    labelled,
)
from tests.fairness.propositional import TREE
from tests.fairness.trees import composition_trees

BITS = (0, 1)


def literally(tree: CompositionTree, node: str, x: tuple[object, ...]) -> object:
    """Algorithm 1 as the paper writes it."""
    if node in tree.leaves:
        return x[tree.leaves.index(node)]
    return tree.function(node, *(literally(tree, c, x) for c in tree.shape.children[node]))


@given(composition_trees(), st.data())
def test_composition_is_the_recursion_of_the_paper(tree: CompositionTree, data: st.DataObject) -> None:
    x = tuple(data.draw(st.sampled_from(tree.domains[leaf])) for leaf in tree.leaves)
    assert compose_all(tree, x) == {node: literally(tree, node, x) for node in tree.shape.order}
    assert compose(tree, x) == literally(tree, tree.root, x)


@given(composition_trees())
def test_columns_are_composed_as_rows_are(tree: CompositionTree) -> None:
    rows = list(tree.inputs())
    columns = labelled(tree, rows)
    assert tree.rows(columns) == rows
    assert all(np.array_equal(columns[n], c) for n, c in tree.all_columns().items())
    for k in range(0, len(rows), 7):
        assert {n: tree.values(n, columns[n])[k] for n in columns} == compose_all(tree, rows[k])


@given(composition_trees())
def test_possible_local_inputs_are_those_that_occur(tree: CompositionTree) -> None:
    columns = tree.all_columns()
    for node in tree.inner:
        assert set(tree.possible(node).tolist()) == set(tree.keys(node, columns).tolist())
        assert set(np.flatnonzero(tree.reached[node]).tolist()) == set(columns[node].tolist())


def test_a_local_input_is_found_again_from_its_number() -> None:
    keys = tree_keys = TREE.possible("sentence")
    assert [TREE.local("sentence", int(k)) for k in tree_keys] == [
        ("T", "⇒", "T"),
        ("T", "⇒", "F"),
        ("F", "⇒", "T"),
        ("F", "⇒", "F"),
    ]
    assert [d.tolist() for d in TREE.digits("sentence", keys)] == [[0, 0, 1, 1], [0, 0, 0, 0], [0, 1, 0, 1]]


def test_a_function_may_be_a_table_and_its_domain_what_it_gives() -> None:
    tree = composition_tree([CompositionLeaf("a", BITS), Inner("r", ("a",), {(0,): "zero", (1,): "one"})])
    assert tree.domains["r"] == ("zero", "one")
    assert compose(tree, (1,)) == "one"


A, B = CompositionLeaf("a", BITS), CompositionLeaf("b", BITS)


@pytest.mark.parametrize(
    ("nodes", "said"),
    [
        ([A, Inner("r", ("a",), {(0,): 1})], "the function of node 'r' is undefined for (1)"),
        ([A, B, Inner("r", ("a", "b"), lambda a, b: a // b)], "the function of node 'r' is undefined for (0, 0)"),
        ([A, Inner("r", ("a",), lambda _: None)], "the function of node 'r' is undefined for (0)"),
        ([A, Inner("r", ("a",), lambda a: a + 1, BITS)], "node 'r': (1) gives 2, which is not in the node's domain"),
        ([A, Inner("r", ("a",), lambda _: [])], "the function of node 'r' is undefined for (0)"),
        ([A, Inner("r", ("c",), max)], "node 'r' has the child 'c', which is no node of the tree"),
        ([A, B], "a tree has one root, this has 2: 'a', 'b'"),
        ([A, A], "two nodes of the tree are called 'a'"),
        ([A, Inner("r", ("a", "a"), max)], "node 'a' is a child twice, of 'r' and of 'r'"),
        ([Inner("r", ("s",), max), Inner("s", ("r",), max)], "the tree has a cycle: 'r' below 's' below 'r'"),
        ([A, Inner("r", ("s",), max), Inner("s", ("r",), max)], "the tree has a cycle"),
        ([Inner("r", (), max)], "node 'r' has a function but no children; make it a leaf"),
        ([CompositionLeaf("a", ()), Inner("r", ("a",), max)], "the domain of node 'a' is empty"),
        ([CompositionLeaf("a", (1, 1)), Inner("r", ("a",), max)], "the domain of node 'a' has 1 twice"),
        ([], "the tree has no nodes"),
    ],
)
def test_what_is_no_composition_tree_is_refused_in_one_line(nodes: list[CompositionLeaf | Inner], said: str) -> None:
    with pytest.raises(InputError) as e:
        composition_tree(nodes)
    assert said in str(e.value)
    assert "\n" not in str(e.value)


def test_a_function_with_too_many_local_inputs_is_refused() -> None:
    many = tuple(range(5000))
    with pytest.raises(InputError, match="25,000,000 local inputs"):
        composition_tree([CompositionLeaf("a", many), CompositionLeaf("b", many), Inner("r", ("a", "b"), max)])


def test_inputs_outside_the_domains_are_refused() -> None:
    with pytest.raises(InputError, match="input 1: '∨' is not in the domain of leaf 'arrow'"):
        labelled(TREE, [("T", "⇒", "ε", "T"), ("T", "∨", "ε", "T")])
    with pytest.raises(InputError, match="input 0 has 3 values, the tree has 4 leaves"):
        compose(TREE, ("T", "⇒", "T"))
    with pytest.raises(InputError, match="no column for leaf 'arrow'"):
        compose_columns(TREE, {"left": np.zeros(1, dtype=np.int32)})
    with pytest.raises(InputError, match="no local input"):
        TREE.function("right", "¬", "?")
