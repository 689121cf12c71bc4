from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from provenli.errors import InputError
from provenli.labels import KNOWN, folded, label_named, must_fold, ordered, unknown_label
from tests.scoring.files import NOT, C, E, N


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("entailment", E),
        ("NEUTRAL", N),
        (" Contradiction ", C),
        ("not_entailment", NOT),
        ("non_entailment", NOT),
        ("0", None),
        ("entails", None),
        ("", None),
    ],
)
def test_spellings(text: str, label: str | None) -> None:
    assert label_named(text, ()) == label


def test_own_labels_are_taken_exactly() -> None:
    assert label_named("yes", ("yes", "unk")) == "yes"
    assert label_named("Yes", ("yes", "unk")) is None
    assert label_named(E, ("yes", "unk")) is None


def test_numbers_are_refused_with_a_reason() -> None:
    assert "by name" in unknown_label("2", ())
    assert "did you mean 'entailment'" in unknown_label("entailmant", ())


@given(st.sampled_from([*KNOWN, "own"]))
def test_folding_twice_changes_nothing(label: str) -> None:
    assert folded(folded(label)) == folded(label)


def test_what_must_be_folded() -> None:
    assert must_fold({E, NOT}, {E, N, C}, "run")
    assert not must_fold({E, NOT}, {E, NOT}, "run")
    assert not must_fold({E, N, C}, {E, N}, "run")
    assert not must_fold({E}, {E, N}, "run")
    with pytest.raises(InputError, match="predictions say 'non-entailment'"):
        must_fold({E, N, C}, {E, NOT}, "run")
    with pytest.raises(InputError, match="two-way in some rows"):
        must_fold({E, N, NOT}, {E}, "run")


def test_order() -> None:
    assert ordered(["z", C, "a", E]) == (E, C, "a", "z")
