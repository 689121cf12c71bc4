from __future__ import annotations

from dataclasses import asdict

import pytest

from provenli.audits.decisions import decided
from provenli.audits.explanations import TAKEN, described, filled, rescue_words, situation
from provenli.audits.pair_reader import Meant, meant
from provenli.audits.rescues import (
    ATTACHMENT,
    KNOWLEDGE,
    NONE,
    NUMBERS,
    UNSETTLED,
    Rescue,
    changes,
    difference,
    missing_knowledge,
    ordered_readings,
    settled,
    weakest,
)
from provenli.audits.verdicts import change, compared, right
from provenli.audits.word_kinds import WordKind, kinds_of, pleasant, sensible
from provenli.certify import kernel
from provenli.certify.certificates import Countermodels, Nothing, Problem, Verdict, situate
from provenli.certify.smaller_models import in_order
from provenli.library.fragment_shelf import load_fragment
from provenli.logic.formula_parser import parse_formula as formula
from provenli.logic.models import FiniteModel
from provenli.logic.names import Names
from provenli.logic.reading_choices import alternatives
from provenli.logic.readings import DEFAULT, Reading
from provenli.logic.theory import Theory, excludes, isa
from provenli.published.pairs import PublishedPair

IMPORTING = Reading(existential_import="all")


def of(premise: str, hypothesis: str, reading: Reading = DEFAULT) -> Problem:
    return Problem((formula(premise),), formula(hypothesis), reading=reading)


def test_one_change_before_two_and_each_only_once() -> None:
    readings = ordered_readings(IMPORTING)
    single = [r for _, r in alternatives(IMPORTING) if ", " not in difference(IMPORTING, r)[1]]
    assert list(readings[: len(single)]) == single
    assert len(set(readings)) == len(readings)
    for r in readings:
        differing = [k for k, v in asdict(r).items() if v != asdict(IMPORTING)[k]]
        assert len(differing) == (1 if r in single else 2)
        assert difference(IMPORTING, r)[0] == " + ".join(sorted(differing))


def test_a_pair_of_changes_is_as_weak_as_the_stronger() -> None:
    single = [r for _, r in alternatives(DEFAULT) if ", " not in difference(DEFAULT, r)[1]]
    rank = {difference(DEFAULT, r)[1]: k for k, r in enumerate(single)}
    pairs = [difference(DEFAULT, r)[1].split(", ") for r in ordered_readings(DEFAULT)[len(single) :]]
    strongest = [max(rank[c] for c in pair) for pair in pairs]
    assert strongest == sorted(strongest)


def rescue(problems: tuple[Problem, ...], published: str) -> Rescue:
    return weakest(problems, decided(problems[0]), published, False, decided)


def test_existential_import_rescues() -> None:
    found = rescue((of("every x (p(x), q(x))", "some x (p(x), q(x))", IMPORTING),), "neutral")
    assert (found.kind, found.change and found.change.detail) == ("existential_import", "existential_import=no")
    assert found.change
    assert found.verdict
    assert kernel.check(found.change.problem, found.verdict) == ()


def test_missing_knowledge_comes_last() -> None:
    found = rescue((of("some x (odor(x), strong(x))", "some x (smell(x), strong(x))"),), "entailment")
    assert (found.kind, found.change and found.change.detail) == (KNOWLEDGE, "odor=smell")
    assert "‘odor’ implies ‘smell’" in rescue_words(found.kind, "odor=smell")


def test_nothing_helps_is_said_only_where_everything_was_decided() -> None:
    first = of("some x (p(x), q(x))", "every x (p(x), q(x))")
    undecided = Verdict("undecided", Nothing(("tried",)))
    found = weakest((first,), Verdict("neutral", Nothing(())), "entailment", False, lambda _: undecided)
    assert found.kind == UNSETTLED
    assert "not decided: " in rescue_words(found.kind, "; ".join(found.undecided))


def test_two_changes_at_once() -> None:
    """Who visited Rome only did not visit Oslo, if Oslo is not Rome."""
    found = rescue((of("visit(ann, rome)", "~visit(ann, oslo)"),), "entailment")
    assert found.kind == "closed_world + distinct_names"
    assert {what for what, label in found.tried if label in ("neutral", "not entailment")} >= {
        "closed_world=yes",
        "distinct_names=yes",
    }


def test_what_is_proved_stays_proved_with_more_facts() -> None:
    """Only the weaker readings of the premise are decided: closed world, import and distinct names add facts."""
    problem = of("visit(ann, rome) & every x (p(x), q(x))", "visit(ann, rome)", Reading(distinct_names=True))
    found = rescue((problem,), "neutral")
    assert found.kind == NONE
    assert [detail for detail, _ in found.tried] == ["distinct_names=no"]


def test_settled_is_right_for_every_change() -> None:
    """Whatever is not decided has one of the labels that are known of it."""
    for premise, hypothesis in (
        ("every x (p(x), q(x))", "some x (p(x), q(x))"),
        ("visit(ann, rome) & visit(ann, oslo)", "at least 2 x (place(x), visit(ann, x))"),
        ("the x (p(x), some y (q(y), r(x, y)))", "some x (q(x), every y (p(y), r(y, x)))"),
        ("as[tall](ann, bob)", "more[tall](bob, ann)"),
        ("~exists x. p(x)", "every x (p(x), q(x))"),
    ):
        for reading in (DEFAULT, IMPORTING, Reading(distinct_names=True, closed_world=True, the="presupposed")):
            first = of(premise, hypothesis, reading)
            label = decided(first).label
            for other in changes((first,)):
                known = settled(situate(first), label, situate(other.problem))
                assert not known or decided(other.problem).label in known


def test_more_facts_may_rule_out_what_a_hypothesis_presupposes() -> None:
    problem = of("~exists x. p(x)", "every x (p(x), q(x))")
    assert decided(problem).label == "entailment"
    assert rescue((problem,), "contradiction").kind == "existential_import"


def test_what_no_reading_rescues() -> None:
    problem = of("more[tall](ann, bob) & as[tall](bob, eve)", "more[tall](ann, eve)")
    found = rescue((problem,), "contradiction")
    assert (found.kind, found.change, found.verdict) == (NONE, None, None)
    assert ("as_tall_as=at_least", "entailment") in found.tried


def test_another_attachment_is_the_weakest_rescue() -> None:
    first, second = of("p(c)", "q(c)", IMPORTING), of("p(c) & q(c)", "q(c)", IMPORTING)
    found = rescue((first, second), "entailment")
    assert (found.kind, found.tried) == (ATTACHMENT, (("attachment 2 of 2", "entailment"),))
    assert next(c.kind for c in changes((first, second))) == ATTACHMENT


@pytest.mark.parametrize(
    ("premise", "hypothesis", "published", "kind"),
    [
        ("Tom has visited 13 places", "Tom has visited less than fifteen places", "entailment", NUMBERS),
        ("Tom has visited 13 places", "Tom has visited 12 places", "contradiction", NUMBERS),
        ("Tom has visited at least 13 places", "Tom has visited less than fifteen places", "entailment", NONE),
        ("Tom has visited 13 places", "Tom has visited more than 5 places", "contradiction", NONE),
    ],
)
def test_a_bare_number_may_be_exact(premise: str, hypothesis: str, published: str, kind: str) -> None:
    counting = load_fragment("counting")
    found = meant(
        counting, counting.published_reading, PublishedPair(1, "1", premise, hypothesis, published, published)
    )
    assert isinstance(found, Meant)
    assert rescue(found.problems, published).kind == kind


def test_long_rows_are_told_by_their_ends() -> None:
    model = FiniteModel(
        9, {"P1": frozenset((e,) for e in range(1, 7)), "P2": frozenset((0, e) for e in range(1, 7))}, {}
    )
    told = situation(model, of("P1(C1)", "P1(C1)"), {"P1": WordKind("noun", "place", "place")})
    assert told.startswith("a and b to g (each: place)")
    assert "P2: a → b to g" in told


def test_elements_alike_stand_side_by_side() -> None:
    odd, even = frozenset({(1,), (3,)}), frozenset({(0,), (2,), (4,)})
    model = FiniteModel(
        5, {"dog": odd, "cat": even, "see": frozenset({(4, 1), (0, 3)})}, {"Tom": 3}, {"tall": (5, 4, 3, 2, 1)}
    )
    found = in_order(model)
    assert found.relations == {
        "cat": frozenset({(0,), (1,), (2,)}),
        "dog": frozenset({(3,), (4,)}),
        "see": frozenset({(1, 3), (0, 4)}),
    }
    assert (found.names, found.degrees) == ({"Tom": 4}, {"tall": (5, 1, 3, 4, 2)})


def test_changes_that_change_nothing_are_not_decided() -> None:
    found = rescue((of("p(c)", "~p(c)"),), "entailment")
    assert found.kind == NONE
    assert found.tried == ()


def test_comparing() -> None:
    assert compared("neutral", "contradiction", True) == "agrees"
    assert compared("neutral", "contradiction", False) == "disputed"
    assert compared("non-entailment", "contradiction", False) == "agrees"
    assert compared(None, "neutral", False) == "no label"
    assert compared("neutral", "inconsistent", False) == "inconsistent"
    assert compared("neutral", "undecided", False) == "undecided"
    assert right("entailment", "entailment", True)
    assert change("entailment", "neutral", True) == "entailment->non-entailment"
    assert change("contradiction", "neutral", False) == "contradiction->neutral"


def test_words() -> None:
    relations = {"P1": frozenset({(0,), (1,)}), "P2": frozenset({(0, 1), (0, 0)})}
    model = FiniteModel(2, relations, {"C1": 1}, {"tall": (1, 2)}, {"many": 4})
    told = situation(model, of("P1(C1)", "P1(C1)"), {})
    assert told == "a and C1 (each: P1), where P2: a → a and C1; tall: C1 > a; many here means 4 or more."
    assert filled("P1 and P11 of C1", {"P1": "dog", "P11": "run", "C1": "Ann"}) == "dog and run of Ann"
    assert "existential_import=no" in rescue_words("existential_import", "existential_import=no")
    assert rescue_words(NONE, "") == "No change of reading makes the published label right: only the decided one is."


def test_a_situation_is_told_as_people_would() -> None:
    kinds = {"P1": WordKind("noun", "animal", "dog"), "P2": WordKind("adjective", "", "black")}
    kinds |= {"P3": WordKind("verb", "animal", "slept"), "P4": WordKind("verb", "", "saw")}
    relations = {"P1": frozenset({(0,), (1,), (2,)}), "P2": frozenset({(2,)}), "P3": frozenset({(2,)})}
    model = FiniteModel(3, {**relations, "P4": frozenset({(0, 2), (1, 2)})})
    told = situation(model, of("some x (P1(x), P3(x))", "some x (P1(x), ~P3(x))"), kinds)
    assert told == (
        "a and b (each: dog), and c (black dog that slept), where a and b saw c. c is the dog that makes the premise "
        "true; a and b are others, and make the hypothesis true."
    )


def test_what_a_deed_implies_is_told_with_it() -> None:
    kinds = {"P1": WordKind("noun", "animal", "dog"), "P2": WordKind("verb", "", "saw")}
    kinds |= {"P3": WordKind("verb", "", "stared at")}
    dogs, seen = frozenset({(0,), (1,), (2,)}), frozenset({(0, 1), (0, 2)})
    model = FiniteModel(3, {"P1": dogs, "P2": seen, "P3": frozenset({(0, 2)})})
    pair = of("some x (P1(x), some y (P1(y), P2(x, y)))", "some x (P1(x), some y (P1(y), P3(x, y)))")
    told = situation(model, Problem(pair.premises, pair.hypothesis, Theory(isa("P3", "P2", arity=2))), kinds)
    assert "where a saw b; a stared at (and so saw) c." in told


def test_no_cat_is_a_dog_where_that_can_be_helped() -> None:
    problem = of("some x (cat(x), run(x))", "some x (dog(x), run(x))")
    kinds = {n: WordKind("noun", "animal", n) for n in ("cat", "dog")}
    both = FiniteModel(1, {n: frozenset({(0,)}) for n in ("cat", "dog", "run")})
    only = FiniteModel(1, {n: frozenset({(0,)}) for n in ("cat", "run")})
    found = pleasant(problem, Verdict("neutral", Countermodels(both, only)), kinds, "contradiction")
    kernel.check(problem, found)
    assert isinstance(found.certificate, Countermodels)
    told = found.certificate.with_hypothesis
    assert not told.relations["cat"] & told.relations["dog"]


def test_things_that_are_two_at_once_are_split_where_there_are_many() -> None:
    pair = of("at least 9 x (cat(x), some y (dog(y), see(x, y)))", "at least 9 x (dog(x), some y (cat(y), see(x, y)))")
    everything = frozenset((e,) for e in range(9))
    each = frozenset((e, e) for e in range(9))
    both = FiniteModel(9, {"cat": everything, "dog": everything, "see": each})
    only = FiniteModel(10, {"cat": everything, "dog": frozenset({(9,)}), "see": frozenset((e, 9) for e in range(9))})
    kinds = {n: WordKind("noun", "animal", n) for n in ("cat", "dog")} | {"see": WordKind("verb", "", "saw")}
    found = pleasant(pair, Verdict("neutral", Countermodels(both, only)), kinds, "contradiction")
    kernel.check(pair, found)
    assert isinstance(found.certificate, Countermodels)
    told = found.certificate.with_hypothesis
    assert (len(told.relations["cat"]), len(told.relations["dog"])) == (9, 9)
    assert not told.relations["cat"] & told.relations["dog"]
    assert situation(told, pair, kinds).startswith(
        "a to i (each: cat) and j to r (each: dog), where a to i saw r; j to r saw i."
    )


def test_what_is_a_nice_person_is_not_told_to_be_a_person_too() -> None:
    kinds = kinds_of([], Names({"person": "P1", "nice person": "P2"}))
    assert described(["P1", "P2"], Theory(), kinds) == "nice person"
    kinds |= {"P3": WordKind("adjective", "", "old"), "P4": WordKind("adjective", "", "very old")}
    assert described(["P1", "P3", "P4"], Theory(), kinds) == "very old person"


def test_knowledge_that_nobody_would_add_rescues_nothing() -> None:
    """All animals are dogs; or a word that excludes another implies it, so that nothing falls under it."""
    theory = Theory((*isa("dog", "animal"), excludes("walk", "run")))
    pair = of("some x (animal(x), walk(x))", "some x (dog(x), run(x))")
    problem = Problem(pair.premises, pair.hypothesis, theory)
    assert [c.detail for c in missing_knowledge(problem)] == ["animal=run", "walk=dog", "dog=walk", "run=animal"]


def test_knowledge_is_missing_only_of_words_that_are_not_known_and_of_one_kind() -> None:
    """Not that all bats are horses, of which it is known what they are; nor that every whippet is a walk."""
    theory = Theory((*isa("dog", "animal"), *isa("bat", "animal"), excludes("walk", "run")))
    kinds = {n: WordKind("noun", "animal", n) for n in ("whippet", "dog", "bat")}
    kinds |= {n: WordKind("verb", "animal", n) for n in ("walk", "run")}
    pair = of("some x (bat(x), whippet(x) & walk(x))", "some x (dog(x), run(x))")
    problem = Problem(pair.premises, pair.hypothesis)
    may = sensible({n: n for n in kinds}, kinds, theory)
    assert [c.detail for c in missing_knowledge(problem, may)] == ["whippet=dog", "dog=whippet"]


def test_negation_moves_over_universal_subjects_only_and_the_words_say_so() -> None:
    assert "‘every dog did not run’ heard as ‘not every dog ran’" in rescue_words("scope", "scope=negated")
    heard = rescue((of("every x (dog(x), ~run(x))", "some x (dog(x), run(x))", IMPORTING),), "neutral")
    assert heard.change
    assert heard.change.detail == "scope=negated"
    other = rescue((of("some x (dog(x), ~run(x))", "some x (dog(x), run(x))", IMPORTING),), "contradiction")
    assert "scope" not in other.kind


def test_every_choice_of_a_reading_has_words() -> None:
    for default in (DEFAULT, IMPORTING):
        for _, reading in alternatives(default):
            for choice in difference(default, reading)[1].split(", "):
                assert choice in TAKEN, f"say in explaining.TAKEN what {choice} means"


MADE = [
    ("no x (P1(x), P3(x))", "no x (P1(x), P4(x))", "What either sentence denies is true of nobody here."),
    ("no x (P1(x), P3(x))", "some x (P1(x), ~P3(x))", "What the premise denies is true of nobody here; what the"),
    (
        "at most 3 x (P1(x), P3(x))",
        "every x (P1(x), ~P4(x))",
        "What the premise allows of at most 3 is true of nobody here",
    ),
    ("at most 3 x (P1(x), ~P3(x))", "at most 3 x (P1(x), ~P4(x))", "What both sentences allow of at most 3 is true of"),
    (
        "at most 3 x (P1(x), ~P3(x))",
        "every x (P1(x), ~P4(x))",
        "at most 3 is true of a and b alone; what the hypothesis",
    ),
    (
        "every x (P1(x), ~P3(x))",
        "some x (P1(x) & P2(x), P4(x))",
        "the hypothesis does not speak of a, and what it says is not true of b.",
    ),
    ("every x (P1(x), ~P3(x))", "every x (P1(x), ~P4(x))", "What both sentences say is true of a and b."),
    ("every x (P1(x), ~P3(x))", "at least 3 x (P1(x), ~P3(x))", "is true of a and b (2, not at least 3)."),
    ("every x (P1(x), ~P3(x))", "some x (P1(x), P4(x))", "; what the hypothesis says is not true of a and b."),
]


@pytest.mark.parametrize(("premise", "hypothesis", "told"), MADE)
def test_who_makes_the_sentences_true_is_told_as_they_claim_it(premise: str, hypothesis: str, told: str) -> None:
    """Two dogs that neither ran nor slept: a sentence with *no* is true of nobody, and that is what it says."""
    model = FiniteModel(
        2, {"P1": frozenset({(0,), (1,)}), "P2": frozenset({(1,)}), "P3": frozenset(), "P4": frozenset()}
    )
    assert told in situation(model, of(premise, hypothesis), {"P1": WordKind("noun", "animal", "dog")})


def test_a_situation_with_nobody_in_it_is_told_in_words() -> None:
    """Without existential import the smallest situation has no dog at all; 'take .' would say nothing."""
    model, kinds = FiniteModel(1, {"P1": frozenset()}), {"P1": WordKind("noun", "animal", "dog")}
    either = situation(model, of("every x (P1(x), P1(x))", "no x (P1(x), P1(x))"), kinds)
    assert either == "a situation without any dog. Nobody makes either sentence false there."
    false = situation(model, of("every x (P1(x), P1(x))", "some x (P1(x), P1(x))"), {})
    assert "without anybody. Nobody makes the premise false there, and nobody makes the hypothesis true." in false
