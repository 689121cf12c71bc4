from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from provenli.errors import InputError
from provenli.fairness.check import check, check_columns, witnesses
from provenli.fairness.composition_trees import CompositionTree, compose_all, labelled
from provenli.fairness.learner import ShownExample
from tests.fairness.propositional import TEST, TRAIN, TREE, examples
from tests.fairness.trees import composition_trees, parts


def realised(tree: CompositionTree, x: tuple[object, ...]) -> set[tuple[str, tuple[object, ...]]]:
    """Every node with its local input, by the definition."""
    values = compose_all(tree, x)
    return {(node, tuple(values[c] for c in tree.shape.children[node])) for node in tree.inner}


@given(composition_trees(), st.data())
def test_both_routes_agree_with_the_definition_on_any_split(tree: CompositionTree, data: st.DataObject) -> None:
    train, test = data.draw(parts(tree)), data.draw(parts(tree))[:200]
    report = check(tree, examples(tree, train), test)
    shown = set().union(*(realised(tree, x) for x in train))
    dependent = [k for k, x in enumerate(test) if not realised(tree, x) <= shown]
    assert report.dependent.tolist() == report.errors.tolist() == dependent
    assert report.routes_agree
    assert report.fair == (not dependent)
    assert (report.accuracy == 1) == report.fair
    missing = {(n.node, local) for n in report.nodes for local in n.missing}
    assert missing == set().union(*(realised(tree, x) for x in test)) - shown


@given(composition_trees(), st.data())
def test_without_tests_all_inputs_are_meant(tree: CompositionTree, data: st.DataObject) -> None:
    train = data.draw(parts(tree))
    report = check(tree, examples(tree, train))
    shown = set().union(*(realised(tree, x) for x in train))
    everything = set().union(*(realised(tree, x) for x in tree.inputs()))
    assert {(n.node, local) for n in report.nodes for local in n.missing} == everything - shown
    assert sum(n.needed for n in report.nodes) == len(everything)
    assert sum(n.shown for n in report.nodes) == len(shown)
    assert report.routes_agree
    assert report.fair == (everything == shown)


@given(composition_trees(), st.data())
def test_witnesses_stand_for_the_whole_space(tree: CompositionTree, data: st.DataObject) -> None:
    found = witnesses(tree)
    for node in tree.inner:
        assert set(tree.keys(node, found).tolist()) == set(tree.possible(node).tolist())
    train = labelled(tree, data.draw(parts(tree)))
    assert check_columns(tree, train, found).fair == check_columns(tree, train).fair


def test_table_1_is_fair_and_needs_all_its_sentences() -> None:
    assert ["".join(x) for x in TRAIN] == ["T⇒εF", "T⇒¬F", "F⇒¬T", "F⇒εT"]
    assert ["".join(x) for x in TEST] == ["T⇒¬T", "T⇒εT", "F⇒¬F", "F⇒εF"]
    assert set(TRAIN) | set(TEST) == set(TREE.inputs())
    made = examples(TREE, TRAIN)
    assert check(TREE, made, TEST).fair
    assert check(TREE, made).fair
    assert [(n.needed, n.shown, n.missing) for n in check(TREE, made).nodes] == [(4, 4, ()), (4, 4, ())]
    assert not any(check(TREE, made[:k] + made[k + 1 :]).fair for k in range(4))


def test_the_evidence_of_an_unfair_split() -> None:
    train, tests = examples(TREE, TRAIN[:3]), list(TEST)
    report = check(TREE, train, tests)
    assert [tests[k] for k in report.dependent] == [("T", "⇒", "ε", "T"), ("F", "⇒", "¬", "F")]
    assert report.lines() == [
        "unfair: the memorising learner gets 2 of 4 test examples right",
        "  right: 3 of 4 local inputs shown; missing (ε, T)",
        "  sentence: 3 of 4 local inputs shown; missing (F, ⇒, T)",
    ]


def test_labels_that_are_not_those_of_the_tree_are_refused() -> None:
    wrong = [ShownExample(x, {"right": "T", "sentence": "T"}) for x in [("T", "⇒", "ε", "T"), ("T", "⇒", "ε", "F")]]
    with pytest.raises(InputError, match=r"node 'right' with local input \(ε, F\) as T; the tree gives F"):
        check(TREE, wrong)
    with pytest.raises(InputError, match="training example 0 has no label for node 'right'"):
        check(TREE, [ShownExample(TRAIN[0], {"sentence": "F"})])
    with pytest.raises(InputError, match="training example 0 has no label for node 'right' out of the node's domain"):
        check(TREE, [ShownExample(TRAIN[0], {"right": "?", "sentence": "F"})])


def test_missing_lists_are_cut_short_in_lines() -> None:
    lines = check(TREE, examples(TREE, TRAIN[:1])).lines(most=2)
    assert lines[1] == "  right: 1 of 4 local inputs shown; missing (¬, T), (¬, F) and 1 more"
