from __future__ import annotations

import pytest

from provenli.english.decision import Solver, solver_for
from provenli.english.normal_forms import clauses, normal_form
from provenli.english.readers import reader_named
from provenli.english.role_coverage import covered, roles_of
from provenli.english.wordnet import wordnet_directory

pytestmark = pytest.mark.skipif(wordnet_directory() is None, reason="no WordNet files on this machine")


@pytest.fixture(scope="module")
def solver() -> Solver:
    return solver_for("ccg")


def is_covered(solver: Solver, premise: str, hypothesis: str) -> bool:
    p, h = (normal_form(solver.read(0, text), solver.knowledge.net) for text in (premise, hypothesis))
    return covered(h.said, p.said, solver.knowledge) is not None


@pytest.mark.parametrize(
    ("premise", "hypothesis", "expected"),
    [
        ("A goat, which is white, is eating the grass.", "A white goat is eating grass.", True),
        ("The gate made of iron is open.", "The iron gate is open.", True),
        ("The soup is being drunk by a nurse in a red coat.", "A nurse in a red coat is drinking the soup.", True),
        ("A nurse in a red coat is drinking the soup.", "A nurse in a coat is drinking red soup.", False),
        ("The nurse is calling the cook.", "The cook is calling the nurse.", False),
        ("A goat is sitting behind the shed.", "A goat is sitting in the shed.", False),
        ("A cook is eating a sliced onion.", "A cook is slicing an onion.", False),
        ("A stuffed goat is standing in the shed.", "A goat is standing in the shed.", False),
        ("A tailor is folding a coat.", "A tailor is wearing a coat.", False),
    ],
)
def test_words_are_covered_in_their_roles(solver: Solver, premise: str, hypothesis: str, expected: bool) -> None:
    assert is_covered(solver, premise, hypothesis) is expected


def test_a_passive_says_who_does_it() -> None:
    tokens = normal_form(reader_named("ccg", "med").read("The letter is being read by a clerk."), None).said
    found = roles_of(tokens)
    verb = next(k for k, t in enumerate(tokens) if t.low == "read")
    assert [tokens[k].low for k in found.doers[verb]] == ["clerk"]
    assert [tokens[k].low for k in found.things[verb]] == ["letter"]


def test_clauses_that_share_a_subject_get_it() -> None:
    read = reader_named("ccg", "med").read
    assert clauses(read("A clerk is sitting and is not writing.")) == ("a clerk is sitting", "a clerk is not writing")
    assert clauses(read("A goat and a cow are eating.")) == ("a goat and a cow are eating",)


def test_two_denied_clauses_contradict_what_they_deny(solver: Solver) -> None:
    answer = solver.decide(("The clerk is sitting and is writing.",), "The clerk is not sitting and is not writing.")
    assert (answer.label, answer.verdict) == ("contradiction", "supported")
