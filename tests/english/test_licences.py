"""What may be called proved: only steps of kinds that are known to be safe."""

from __future__ import annotations

import pytest

from provenli.english.decision import Solver, solver_for
from provenli.english.knowledge import WordKnowledge
from provenli.english.word_kinds import describes, is_kind_of, one_thing
from provenli.english.wordnet import WordNet, wordnet, wordnet_directory

needs_wordnet = pytest.mark.skipif(wordnet_directory() is None, reason="no WordNet on this machine")


@pytest.fixture(scope="module")
def solver() -> Solver:
    return solver_for()


@pytest.fixture(scope="module")
def net() -> WordNet:
    return wordnet()


ORDINARY = (
    ("Every dog barked.", "Every small dog barked.", "entailment"),
    ("Every small dog barked.", "Every dog barked.", "neutral"),
    ("No dog barked.", "No French dog barked.", "entailment"),
    ("A woman is singing loudly.", "A woman is singing.", "entailment"),
    ("A woman is singing beautifully.", "A woman is singing.", "entailment"),
    ("Nobody left the house.", "Nobody left the house quickly.", "entailment"),
    ("Most of the farmers drank warm milk.", "Most of the farmers drank milk.", "entailment"),
    ("Every guest who did not eat beef left.", "Every guest who did not eat meat left.", "entailment"),
    ("The goat ran because it was hungry.", "The goat ran.", "entailment"),
    ("No boat sank.", "A small boat sank.", "contradiction"),
    ("The children are playing in the park.", "The children are playing.", "entailment"),
    ("A man who wore a hat smiled.", "A man smiled.", "entailment"),
    ("She bought a kitchen knife.", "She bought a knife.", "entailment"),
    ("He saw a sleeping dog.", "He saw a dog.", "entailment"),
    ("At least two cats slept.", "At least two animals slept.", "entailment"),
    ("A man is playing a guitar.", "A man is playing an instrument.", "entailment"),
    ("Two boys are running.", "Two children are running.", "entailment"),
    ("She doesn't drink alcohol.", "She doesn't drink wine.", "entailment"),
    ("Mary saw a black cat.", "Mary saw an animal.", "entailment"),
    ("Only Ann sang.", "Ann sang.", "entailment"),
)


@needs_wordnet
@pytest.mark.parametrize(("premise", "hypothesis", "label"), ORDINARY)
def test_what_is_ordinary_is_proved(solver: Solver, premise: str, hypothesis: str, label: str) -> None:
    found = solver.decide((premise,), hypothesis)
    assert (found.label, found.verdict) == (label, "proved"), found.why


UNKNOWN_KINDS = (
    ("He bought a chocolate rabbit.", "He bought a rabbit.", "only adds"),
    ("He behaves badly.", "He behaves.", "only adds"),
    ("The shop is open on weekdays.", "The shop is open.", "only adds"),
    ("It is hard to find a good doctor.", "It is hard to find a doctor.", "hard to"),
    ("It is possible that a black cat slept.", "It is possible that a cat slept.", "possible that"),
    ("My mouse stopped working.", "My rodent stopped working.", "meant otherwise"),
    ("She bought a hot dog.", "She bought an animal.", "hot"),
    ("He has a fear of spiders.", "He has a fear of animals.", "all of them"),
    ("They fed the bears.", "They fed the animals.", "all of them"),
    ("You may take tea or coffee.", "You may take tea.", "allowed"),
    ("Anna has sung.", "Anna is singing.", "no phrases"),
    ("He praised the father of the bride and the groom.", "He praised the father of the groom.", "the first of two"),
    ("They left one month after the war.", "They left two months after the war.", ""),
    ("Two pandas are lying down.", "Two panda bears are lying down.", "go without saying"),
    ("A man is riding a horse.", "The person is not riding the horse.", ""),
    ("The person is not riding the horse.", "A man is riding a horse.", ""),
)


@needs_wordnet
@pytest.mark.parametrize(("premise", "hypothesis", "why"), UNKNOWN_KINDS)
def test_what_is_of_no_known_kind_is_not_proved(solver: Solver, premise: str, hypothesis: str, why: str) -> None:
    found = solver.decide((premise,), hypothesis)
    assert found.verdict != "proved"
    assert why in found.why


@needs_wordnet
def test_adjectives_that_describe_leave_a_thing_what_it_is(net: WordNet) -> None:
    assert all(describes(word, net) for word in ("small", "red", "French", "medical", "broken", "sleeping", "friendly"))
    assert not any(describes(word, net) for word in ("fake", "former", "alleged", "expected", "acting", "decoy"))


@needs_wordnet
def test_words_with_one_meaning_in_use(net: WordNet) -> None:
    assert all(one_thing(word, "n", net) for word in ("dog", "poodle", "rifle", "elephant"))
    assert not any(one_thing(word, "n", net) for word in ("mouse", "bank", "pitcher", "zorg"))


@needs_wordnet
def test_a_dark_horse_is_no_horse(net: WordNet) -> None:
    assert is_kind_of("mountain_bike", "bike", net)
    assert not is_kind_of("dark_horse", "horse", net)
    assert not is_kind_of("hot_dog", "dog", net)


@needs_wordnet
def test_everyday_kinds_come_with_their_source() -> None:
    knowledge = WordKnowledge(net=wordnet())
    (listed,) = knowledge.relation("boy", "child", ("n",)).facts
    assert listed.everyday
    assert listed.source == "the list of everyday kinds"
    (usual,) = knowledge.relation("poodle", "dog", ("n",)).facts
    assert usual.everyday
    assert usual.source == "WordNet poodle#1 < dog#1"


def test_without_the_dictionary_listed_adjectives_are_still_known() -> None:
    solver = Solver(solver_for().readers, WordKnowledge())
    assert solver.decide(("Every dog barked.",), "Every small dog barked.").verdict == "proved"
    assert solver.decide(("Every dog barked.",), "Every kitchen dog barked.").verdict != "proved"
