"""Syllogisms: the traditional names, two routes that agree, and an audit that finds wrong labels."""

from __future__ import annotations

from pathlib import Path

import pytest

import provenli as nli
from provenli.labels import CONTRADICTION, ENTAILMENT, NEUTRAL
from provenli.library.fragments.syllogism import FORMS, FRAGMENT, KINDS, derived
from provenli.pairs.entails import entails

ROOT = Path(__file__).parents[2]
# Valid without import, by mood of the premises, figure and conclusion (Barbara … Fresison).
VALID = {
    *(("AA", 1, "A"), ("EA", 1, "E"), ("AI", 1, "I"), ("EI", 1, "O")),
    *(("EA", 2, "E"), ("AE", 2, "E"), ("EI", 2, "O"), ("AO", 2, "O")),
    *(("IA", 3, "I"), ("AI", 3, "I"), ("OA", 3, "O"), ("EI", 3, "O")),
    *(("AE", 4, "E"), ("IA", 4, "I"), ("EI", 4, "O")),
}


def test_fifteen_forms_are_valid() -> None:
    found = {(mood, figure, asked) for mood, figure, asked, turned, _ in FORMS[ENTAILMENT] if not turned}
    assert found == VALID
    assert {label: len(forms) for label, forms in FORMS.items()} == {ENTAILMENT: 30, CONTRADICTION: 30, NEUTRAL: 452}


def test_contradictions_deny_entailments() -> None:
    opposite = {"A": "O", "O": "A", "E": "I", "I": "E"}
    for _, _, _, _, (first, second, (kind, a, b)) in FORMS[ENTAILMENT]:
        assert derived(first, second, (opposite[kind], a, b)) == CONTRADICTION


def sentence(kind: str, a: str, b: str) -> str:
    return f"{KINDS[kind].removesuffix(' not')} {a} are {'not ' * (kind == 'O')}{b}"


@pytest.mark.parametrize("label", [ENTAILMENT, CONTRADICTION, NEUTRAL])
def test_derived_labels_are_the_decided_ones(label: str) -> None:
    terms = ("dogs", "fish", "wizards")
    for _, _, _, _, claims in FORMS[label][:: max(1, len(FORMS[label]) // 8)]:
        first, second, asked = (sentence(kind, terms[a], terms[b]) for kind, a, b in claims)
        answer = entails(FRAGMENT, f"{first}, and {second}.", f"{asked}.", FRAGMENT.reading)
        assert answer.label == label, (first, second, asked)


def test_import_changes_what_follows() -> None:
    premise, hypothesis = "All cats are mammals; all mammals are animals.", "Some cats are animals."
    assert nli.entails("syllogism", premise, hypothesis).label == NEUTRAL
    assert nli.entails("syllogism", premise, hypothesis, reading={"existential_import": "strong"}).label == ENTAILMENT


def test_an_audit_finds_the_wrong_labels() -> None:
    found = nli.audit(ROOT / "examples" / "syllogisms.tsv", "syllogism", workers=1)
    assert "8 pairs, 5 agree, 3 disputed" in repr(found)
