from __future__ import annotations

from itertools import product

import pytest

from provenli.errors import InputError
from provenli.fairness.check import check_columns
from provenli.logic.relations import Relation
from tests.fairness.unfair_tasks import (
    QUANTIFIERS,
    HoldOut,
    de_morgan_out,
    everything,
    pair_out,
    quantified_tree,
    subclass_out,
)

EQUAL, NARROWER, OPPOSITE = Relation.EQUIVALENCE, Relation.FORWARD, Relation.NEGATION

PAIRS = list(product(QUANTIFIERS, repeat=2))


def missing(task: HoldOut, node: str = "sentence") -> set[tuple[object, ...]]:
    return set(next(n for n in task.report.nodes if n.node == node).missing)


def unfair(task: HoldOut) -> bool:
    """By both routes, with every held-out example lost."""
    report = task.report
    return not report.fair and report.routes_agree and report.accuracy == 0


def test_all_examples_together_are_fair_and_show_all_seven_relations() -> None:
    assert check_columns(quantified_tree(), everything()).fair
    assert set(quantified_tree().domains["nouns"]) == set(quantified_tree().domains["verbs"]) == set(Relation)


@pytest.mark.parametrize(("p", "h"), PAIRS)
def test_subclass_out_is_unfair(p: str, h: str) -> None:
    task = subclass_out(p, h, NARROWER, EQUAL)
    assert unfair(task)
    assert missing(task) == {(f"{p}/{h}", NARROWER, EQUAL)}


@pytest.mark.parametrize(("p", "h"), PAIRS)
def test_pair_out_is_unfair(p: str, h: str) -> None:
    task = pair_out(p, h)
    assert unfair(task)
    assert missing(task) == {(f"{p}/{h}", *relations) for relations in product(Relation, repeat=2)}
    assert missing(task, "signature") == {(p, h)}


def test_the_de_morgan_hold_out_is_unfair() -> None:
    """Only these examples show all/no and not all/some, in either order, with ≡ and ^ (Appendix A)."""
    task = de_morgan_out()
    assert unfair(task)
    pairs = ("all/no", "no/all", "some/not all", "not all/some")
    assert missing(task) == {(pair, EQUAL, OPPOSITE) for pair in pairs}


def test_what_does_not_exist_cannot_be_held_out() -> None:
    with pytest.raises(InputError, match="all/few is no value of signature"):
        pair_out("all", "few")
