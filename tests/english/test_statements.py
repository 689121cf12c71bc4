"""Sentences of plain shapes: what newcomers expect to exclude or to follow is proved; what is near to it is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from provenli.english.decision import Solver, solver_for
from provenli.english.wordnet import wordnet_directory

pytestmark = pytest.mark.skipif(wordnet_directory() is None, reason="no WordNet files on this machine")
E, C, N = "entailment", "contradiction", "neutral"
LABELS = {"E": E, "C": C, "N": N}
TYPED = tuple(tuple(line.split("\t")) for line in (Path(__file__).parent / "typed_pairs.tsv").read_text().splitlines())
PROVED = (
    ("Exactly two people came.", "Exactly three people came.", C),
    ("Exactly two men entered the bank.", "Three men entered the bank.", C),
    ("Exactly five boats sank.", "At most six boats sank.", E),
    ("Few students passed.", "Many students passed.", C),
    ("Neither of the twins is tall.", "Both twins are tall.", C),
    ("Not every seat was free.", "Some seats were not free.", E),
    ("He rarely eats breakfast.", "He often eats breakfast.", C),
    ("Tom is taller than Bill.", "Bill is taller than Tom.", C),
    ("Tom is taller than Bill.", "Bill is shorter than Tom.", E),
    ("My sister is older than me.", "I am younger than my sister.", E),
    ("The meeting is on Monday.", "The meeting is on Tuesday.", C),
    ("The war ended in 1945.", "The war ended in 1946.", C),
    ("The old man is alive.", "The old man is dead.", C),
    ("The king is dead.", "The king is not alive.", E),
    ("Peter's bike is green.", "Peter's bike is yellow.", C),
    ("She is my sister.", "She is my brother.", C),
    ("She no longer smokes.", "She smokes.", C),
    ("She no longer smokes.", "She does not smoke.", E),
    ("Neither Ann nor Bob came.", "Ann didn't come.", E),
    ("Seven goats slept in the barn.", "More than four goats slept in the barn.", E),
    ("No more than four boats sank.", "Nine boats sank.", C),
    ("No fewer than twelve boats sank.", "At least ten boats sank.", E),
    ("Fewer than three farmers remember the song.", "At most two farmers remember the song.", E),
    ("It is false that Ann won.", "Ann won.", C),
)
NOT_PROVED = (
    ("The meetings are on Monday.", "The meetings are on Tuesday."),
    ("He called me on Friday.", "He called me on Saturday."),
    ("He wore a black hat.", "He wore a white hat."),
    ("A hat is black.", "A hat is white."),
    ("Two men entered the bank.", "Exactly three men entered the bank."),
    ("The soup is not hot.", "The soup is cold."),
    ("She does not smoke.", "She no longer smokes."),
    ("She does not smoke.", "She does not smoke anymore."),
    ("The person is not going.", "The man is going."),
    ("Tom thinks that the door is open.", "Tom thinks that the door is closed."),
    ("If the door is open, Tom sleeps.", "If the door is closed, Tom sleeps."),
    ("He is a buyer.", "He is a seller."),
)


@pytest.fixture(scope="module")
def solver() -> Solver:
    return solver_for("ccg")


@pytest.mark.parametrize(("premise", "hypothesis", "label"), PROVED)
def test_plain_statements_are_proved(solver: Solver, premise: str, hypothesis: str, label: str) -> None:
    answer = solver.decide((premise,), hypothesis)
    assert (answer.label, answer.verdict) == (label, "proved")
    assert all(proof.checked for proof in answer.proofs)
    assert answer.proofs


@pytest.mark.parametrize(("premise", "hypothesis"), NOT_PROVED)
def test_what_is_near_to_them_is_not(solver: Solver, premise: str, hypothesis: str) -> None:
    answer = solver.decide((premise,), hypothesis)
    assert answer.verdict != "proved" or answer.label == N


def test_a_list_is_given_as_the_source(solver: Solver) -> None:
    given = solver.decide(("The concert is in June.",), "The concert is in July.").given
    assert [str(f) for f in given] == ["no june is a july [the list of months]"]


def test_a_person_who_does_not_go_is_not_the_man_who_does(solver: Solver) -> None:
    assert solver.decide(("The person is not going.",), "The man is going.").label == N


@pytest.mark.parametrize(("premise", "hypothesis", "allowed"), TYPED)
def test_nothing_is_wrongly_proved(solver: Solver, premise: str, hypothesis: str, allowed: str) -> None:
    answer = solver.decide((premise,), hypothesis)
    assert answer.verdict != "proved" or answer.label in [LABELS[a] for a in allowed], answer.explanation
