from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics

from provenli.scoring.confusion import confusion, label_scores, permuted
from provenli.scoring.scores import score
from tests.scoring.files import NOT, C, E, N, predictions

LABELS = (E, N, C, NOT)
PAIRS = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=60)


def test_by_hand() -> None:
    found = confusion(LABELS, np.array([0, 0, 0, 1, 1, 2]), np.array([0, 0, 1, 1, 0, 1]))
    assert found.labels == (E, N, C)
    assert found.table == ((2, 1, 0), (1, 1, 0), (0, 1, 0))
    first, second, third = label_scores(found)
    assert (first.precision, first.recall, first.f1) == (2 / 3, 2 / 3, 2 / 3)
    assert (second.precision, second.recall, second.f1) == (1 / 3, 1 / 2, 2 / 5)
    assert (third.precision, third.recall, third.f1, third.gold, third.predicted) == (None, 0.0, 0.0, 1, 0)


@pytest.mark.filterwarnings("ignore:A single label was found")
@given(PAIRS)
def test_scikit_learn_agrees(pairs: list[tuple[int, int]]) -> None:
    gold, said = ([LABELS[p[k]] for p in pairs] for k in (0, 1))
    found = score(predictions(gold, said))
    names = list(found.confusion.labels)
    assert found.accuracy == pytest.approx(metrics.accuracy_score(gold, said))
    assert found.macro_f1 == pytest.approx(metrics.f1_score(gold, said, average="macro", labels=names, zero_division=0))
    assert [list(r) for r in found.confusion.table] == metrics.confusion_matrix(gold, said, labels=names).tolist()
    expected = metrics.precision_recall_fscore_support(gold, said, labels=names, zero_division=0)
    for k, label in enumerate(found.labels):
        shown = (label.precision or 0.0, label.recall or 0.0, label.f1, label.gold)
        assert shown == pytest.approx(tuple(column[k] for column in expected))


@given(PAIRS, st.randoms(use_true_random=False))
def test_the_order_of_rows_does_not_matter(pairs: list[tuple[int, int]], random: object) -> None:
    mixed = list(pairs)
    random.shuffle(mixed)  # type: ignore[attr-defined]
    one, two = (score(predictions([LABELS[g] for g, _ in p], [LABELS[a] for _, a in p])) for p in (pairs, mixed))
    assert one == two


def answered(rows: list[tuple[str, str, int]]) -> tuple[list[str], list[str]]:
    return [g for g, _, n in rows for _ in range(n)], [p for _, p, n in rows for _ in range(n)]


def warned(rows: list[tuple[str, str, int]], two_way: bool = False) -> str:
    return " ".join(score(predictions(*answered(rows)), two_way=two_way).warnings)


def test_permuted_labels_are_noticed() -> None:
    said = warned([(E, C, 90), (E, E, 10), (N, N, 80), (N, C, 20), (C, E, 85), (C, N, 15)])
    assert "reading entailment as contradiction, contradiction as entailment would score 85.0% instead of 30.0%" in said


def test_a_cycle_is_noticed() -> None:
    assert "labels look permuted" in warned([(E, N, 50), (N, C, 50), (C, E, 50)])


def test_permuted_before_folding() -> None:
    """Three-way answers to two-way gold labels: the permutation is that of the model's three labels."""
    said = warned([(E, C, 90), (E, N, 10), (NOT, E, 60), (NOT, N, 40)])
    assert "reading entailment as contradiction, contradiction as entailment would score 95.0%" in said


@pytest.mark.parametrize(
    "rows",
    [
        [(E, E, 90), (N, N, 80), (C, C, 85), (C, N, 15)],  # right as it is
        [(E, N, 200), (N, N, 50), (C, N, 50)],  # one answer for everything: any renaming is only the majority
        [(E, E, 30), (E, N, 30), (E, C, 30), (N, E, 30), (N, N, 30), (N, C, 30)],  # guessing
        [(E, C, 3), (C, E, 3), (N, N, 3)],  # too few to be sure
        [(E, E, 45), (E, NOT, 55), (NOT, NOT, 48), (NOT, E, 52)],  # a little below chance
    ],
)
def test_no_false_alarm(rows: list[tuple[str, str, int]]) -> None:
    assert warned(rows) == ""


def test_many_labels_are_not_tried() -> None:
    labels = tuple("abcdefgh")
    assert permuted(confusion(labels, np.arange(8), np.arange(8)[::-1].copy()), False) is None
