"""What a premise says by one word of it (managed to, knows that, because, only); what is near to it is not proved."""

from __future__ import annotations

import pytest

from provenli.english.decision import Solver, solver_for
from provenli.english.spacy_reader import has_spacy
from provenli.english.wordnet import wordnet_directory

pytestmark = pytest.mark.skipif(wordnet_directory() is None, reason="no WordNet files on this machine")
BACKENDS = ["ccg", pytest.param("spacy", marks=pytest.mark.skipif(not has_spacy(), reason="spaCy is not installed"))]
E, C, N = "entailment", "contradiction", "neutral"
PROVED = (
    ("Ann managed to sell the boat.", "Ann sold the boat.", E),
    ("Ann managed to sell the old boat.", "Ann sold a boat.", E),
    ("Ann did not manage to sell the boat.", "Ann sold the boat.", C),
    ("Every farmer managed to sell a boat.", "Every farmer sold a boat.", E),
    ("No farmer managed to sell a boat.", "No farmer sold a boat.", E),
    ("Bob forgot to feed the goat.", "Bob did not feed the goat.", E),
    ("Bob didn't forget to feed the goat.", "Bob fed the goat.", E),
    ("The driver failed to stop the truck.", "The driver stopped the truck.", C),
    ("The king refused to leave the castle.", "The king left the castle.", C),
    ("Ann knows that the shop is open.", "The shop is open.", E),
    ("Ann does not know that the shop is open.", "The shop is open.", E),
    ("Ann noticed that a poodle barked.", "A dog barked.", E),
    ("The goat ran because a wolf howled.", "A wolf howled.", E),
    ("Only Ann sang a song.", "Ann sang a song.", E),
    ("Only Ann sang a song.", "Bob sang a song.", C),
    ("Only Ann sang a song.", "Bob did not sing a song.", E),
    ("Nobody but Ann sang.", "Ann sang.", E),
    ("Everyone but the pilot was awake.", "The pilot was not awake.", E),
)
NOT_PROVED = (
    ("Ann tried to sell the boat.", "Ann sold the boat."),
    ("Ann did not refuse to sell the boat.", "Ann sold the boat."),
    ("Ann almost managed to sell the boat.", "Ann sold the boat."),
    ("Ann believes that the shop is open.", "The shop is open."),
    ("Ann may know that the shop is open.", "The shop is open."),
    ("If Ann knows that the shop is open, she left.", "The shop is open."),
    ("Ann knows that the shop is open or Bob lied.", "The shop is open."),
    ("The goat did not run because a wolf howled.", "A wolf howled."),
    ("Ann said that the goat ran because a wolf howled.", "A wolf howled."),
    ("Every farmer failed to sell a boat.", "No farmer sold a boat."),
    ("Only Ann sang a song.", "Nobody sang a song."),
)


@pytest.fixture(scope="module", params=BACKENDS)
def solver(request: pytest.FixtureRequest) -> Solver:
    return solver_for(request.param)


@pytest.mark.parametrize(("premise", "hypothesis", "label"), PROVED)
def test_what_one_word_says_is_proved(solver: Solver, premise: str, hypothesis: str, label: str) -> None:
    answer = solver.decide((premise,), hypothesis)
    assert (answer.label, answer.verdict) == (label, "proved"), answer.why
    assert answer.premises == (premise,)
    assert all(p.checked for p in answer.proofs)


@pytest.mark.parametrize(("premise", "hypothesis"), NOT_PROVED)
def test_what_another_word_leaves_open_is_not(solver: Solver, premise: str, hypothesis: str) -> None:
    answer = solver.decide((premise,), hypothesis)
    assert answer.verdict != "proved" or answer.label == ("contradiction" if premise.startswith("Only") else N)


def test_the_fact_that_it_rests_on_is_given() -> None:
    answer = solver_for().decide(("Ann managed to sell the boat.",), "Ann sold the boat.")
    assert [str(f) for f in answer.given] == ["'manage to' says that it is so [its signature]"]
    assert answer.steps[0].startswith("'manage to' says that it is so: Ann sold the boat.")
