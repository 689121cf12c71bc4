from __future__ import annotations

import pytest

import provenli as nli
from provenli.english.decision import Solver, solver_for, solver_from
from provenli.english.spacy_reader import has_spacy
from provenli.english.wordnet import wordnet_directory
from provenli.errors import UnknownName
from provenli.labels import folded
from tests.english.newcomer_pairs import MORE_PAIRS, PAIRS

pytestmark = pytest.mark.skipif(wordnet_directory() is None, reason="no WordNet files on this machine")
BACKENDS = ["ccg", pytest.param("spacy", marks=pytest.mark.skipif(not has_spacy(), reason="spaCy is not installed"))]


@pytest.fixture(scope="module", params=BACKENDS)
def solver(request: pytest.FixtureRequest) -> Solver:
    return solver_for(request.param)


def test_fifty_pairs_that_a_newcomer_types(solver: Solver) -> None:
    answers = [(solver.decide((p,), h), expected) for p, h, expected in PAIRS]
    wrong = [a for a, expected in answers if a.verdict == "proved" and a.label != expected]
    assert wrong == []
    assert sum(a.label == expected for a, expected in answers) >= 46
    assert sum(a.verdict == "proved" for a, _ in answers) >= 25


def test_fifty_more_pairs() -> None:
    solver = solver_for("ccg")
    answers = [(solver.decide((p,), h), expected) for p, h, expected in MORE_PAIRS]
    assert [a for a, expected in answers if a.verdict == "proved" and a.label != expected] == []
    assert sum(a.label == expected for a, expected in answers) >= 46
    assert sum(a.verdict == "proved" for a, _ in answers) >= 20


def test_what_is_given_is_listed_with_its_source(solver: Solver) -> None:
    answer = solver.decide(("Every student who read a book smiled.",), "Every student who read a novel smiled.")
    assert (answer.label, answer.verdict) == ("entailment", "proved")
    assert [str(f).split(" [")[0] for f in answer.given] == ["every novel is a book"]
    assert "every" in answer.explanation
    assert answer.explanation.endswith("so it follows.")
    assert len(answer.proofs) == 1


def test_a_users_word_is_taken() -> None:
    solver = solver_from("ccg", ["zorg=blick"], [], None, "sound")
    answer = solver.decide(("Every blick is red.",), "Every zorg is red.")
    assert (answer.label, answer.verdict) == ("entailment", "proved")
    assert "--isa" in str(answer.given[0])


def test_an_unknown_word_is_not_covered(solver: Solver) -> None:
    answer = solver.decide(("Every blick is red.",), "Every zorg is red.")
    assert answer.verdict == "not covered"
    assert "blick" in answer.why


def test_learned_answers_are_marked_and_never_proved() -> None:
    sound, learned = solver_from("ccg", [], [], None, "sound"), solver_from("ccg", [], [], None, "learned")
    pair = ("Tom had no choice.",), "Tom had no chance."
    assert sound.decide(*pair).label == "neutral"
    answer = learned.decide(*pair)
    assert (answer.label, answer.estimated, answer.verdict) == ("entailment", True, "not covered")


def test_several_premises_give_one_answer(solver: Solver) -> None:
    answer = solver.decide(("The sun shines.", "Every dog barks."), "Every poodle barks.")
    assert (answer.label, answer.verdict) == ("entailment", "proved")
    assert len(answer.premises) == 2


@pytest.mark.parametrize(
    "text",
    [
        "",
        "    ",
        "😀 😀 😀",
        "<b>Every dog</b> runs.",
        "Каждая собака лает.",
        "每只狗都叫。",
        "word " * 200,
        "It rained. We went home. Nobody was there. So we left.",
        "...",
        "12345",
    ],
)
def test_what_is_no_sentence_is_not_covered(solver: Solver, text: str) -> None:
    answer = solver.decide((text,), "Every dog barks.")
    assert answer.verdict == "not covered"
    assert answer.why


@pytest.mark.parametrize("text", ["Every dog", "running fast", "Jeder Hund bellt laut.", "the", "because of the"])
def test_half_a_sentence_proves_nothing_about_another(solver: Solver, text: str) -> None:
    assert solver.decide((text,), "The moon is made of green cheese.").verdict != "proved"


def test_probabilities_are_between_nought_and_one(solver: Solver) -> None:
    for p, h, _ in PAIRS[:10]:
        assert 0 < solver.decide((p,), h).probability < 1


def test_unknown_names_are_told() -> None:
    with pytest.raises(UnknownName, match="backend"):
        solver_from("spicy", [], [], None, "sound")
    with pytest.raises(UnknownName, match="answers"):
        solver_from("ccg", [], [], None, "wise")


@pytest.mark.parametrize("text", ["a" * 10_000 + " barked.", "The \ud800 dog barked."])
def test_what_is_no_text_is_not_covered(solver: Solver, text: str) -> None:
    """As argument bytes that are no UTF-8 come, and a word that no feature of the estimate should see."""
    assert solver.decide((text,), "A dog barked.").verdict == "not covered"
    assert solver.read(0, "The \ud800 dog barked.").coverage == "none"


FRAGMENT_PAIRS = (
    ("systematicity", "Few tigers escaped or screamed.", "Few tigers escaped."),
    ("systematicity", "Some dogs which kissed no cats ran.", "Some animals which kissed no cats ran."),
    ("systematicity", "At most three dogs ran.", "At most three small dogs ran."),
    ("systematicity", "No dogs which kissed a few cats ran.", "No dogs which kissed a few animals ran."),
    (
        "systematicity",
        "Few dogs at least three cats which touched at most three bears which hated the sun followed ran.",
        "Few dogs at least three cats which touched at most three bears followed ran.",
    ),
    ("boolean", "It is not the case that Ann or Bob swam.", "Ann did not swim."),
    ("boolean", "Ann and Bob swam.", "Bob swam."),
    ("boolean", "Ann or Bob swam.", "Bob swam."),
    ("veridical", "Someone remembers that Ann or Bob swims.", "Ann or Bob swims."),
    ("veridical", "Someone hoped that Ann swam.", "Ann swam."),
    ("transitivity", "Someone noticed that Ann and Bob did not swim.", "Bob did not swim."),
    ("transitivity", "Someone claimed that Ann and Bob swam.", "Bob swam."),
    ("negation", "Dave has only visited Israel.", "Dave did not visit Russia."),
    ("boolean_coordination", "Dan and Henry have only visited Georgia.", "Dan did not visit Rwanda."),
    ("boolean_coordination", "Dan and Henry have only visited Georgia.", "Henry did not visit Georgia."),
    ("quantifier", "Someone has visited every person.", "A person has visited Mark."),
    ("counting", "Nellie has visited Carrie, Billie, John and Mike.", "Nellie has visited more than 3 people."),
    ("counting", "Nellie has visited Carrie and Billie.", "Nellie has visited more than 3 people."),
    ("conditional", "If Francisco has visited Potsdam then Tyrone has visited Pampa.", "Tyrone has visited Pampa."),
    ("comparative", "John is taller than Gordon and Erik.", "John is taller than Erik."),
    ("comparative", "John is taller than Gordon.", "Gordon is as tall as John."),
    ("monotonicity_simple", "Every dog who saw some cat ran.", "Every poodle who saw some cat ran."),
    ("monotonicity_simple", "No dog ran.", "No animal ran."),
    ("monotonicity_hard", "All black mammals saw exactly 5 stallions.", "All black mammals saw exactly 5 horses."),
    ("monotonicity_hard", "At least 2 horses who danced did not run.", "At least 2 horses did not run."),
    ("monotonicity_hard", "No dogs who were sad ran.", "No dogs who were sad did not run."),
    ("syllogism", "All dogs are mammals, and no mammals are insects.", "No dogs are insects."),
    ("syllogism", "All doctors are lions, and all bakers are doctors.", "Some bakers are not lions."),
)


@pytest.fixture(scope="module")
def in_both() -> tuple[tuple[str, str, str], ...]:
    """Of each pair: what its fragment proves, and the label and the verdict of English."""
    solver = solver_for("ccg")
    found = [(nli.entails(f, p, h).label, solver.decide((p,), h)) for f, p, h in FRAGMENT_PAIRS]
    return tuple((told, folded(a.label, told == "non-entailment"), a.verdict) for told, a in found)


def test_english_refutes_no_proof_of_a_fragment(in_both: tuple[tuple[str, str, str], ...]) -> None:
    wrong = [
        (pair, told, label)
        for pair, (told, label, verdict) in zip(FRAGMENT_PAIRS, in_both, strict=True)
        if verdict == "proved" and told != "undecided" and label != told
    ]
    assert not wrong
    assert sum(verdict == "proved" for _, _, verdict in in_both) >= 8


def test_a_negated_sentence_is_told_of_without_its_negation() -> None:
    fish = solver_from("ccg", ["salmon=fish"], [], None, "sound")
    answer = fish.decide(("John did not cook fish.",), "John cooked salmon.")
    assert answer.label == "contradiction"
    assert answer.explanation.startswith("without the negation 'fish' stands upward; 'fish' becomes 'salmon': ")
    assert "so the second implies the first; the premise denies the first; so they cannot both" in answer.explanation
    assert "need not follow" not in answer.explanation


def test_what_has_stopped_is_named() -> None:
    answer = solver_for("ccg").decide(("John stopped smoking.",), "John used to smoke.")
    assert answer.verdict == "not covered"
    assert "need not be one" not in answer.explanation
