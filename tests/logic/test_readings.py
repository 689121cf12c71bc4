from __future__ import annotations

import pytest
from hypothesis import given, settings

from provenli.certify.decide import decide
from provenli.errors import InputError
from provenli.logic.formula_parser import parse_formula
from provenli.logic.formulas import Formula, free_variables
from provenli.logic.models import FiniteModel
from provenli.logic.reading_choices import alternatives, open_choices, stored_reading, with_choices
from provenli.logic.readings import DEFAULT, Reading, interpret, name_axioms, negation_first, object_first, of_a_name
from provenli.logic.truth import holds
from tests.strategies import formulas, models


def read(text: str, *choices: str, premise: bool = False) -> tuple[Formula, tuple[Formula, ...]]:
    found = interpret(parse_formula(text), with_choices(DEFAULT, choices), premise=premise)
    return found.asserted, found.presupposed


def texts(asserted: str, *presupposed: str) -> tuple[Formula, tuple[Formula, ...]]:
    return parse_formula(asserted), tuple(map(parse_formula, presupposed))


def label(premises: list[str], hypothesis: str, *choices: str) -> str:
    reading = with_choices(DEFAULT, choices)
    return decide([parse_formula(p) for p in premises], parse_formula(hypothesis), reading=reading).label


# --- what each reading does to a formula ------------------------------------------------------------------------------


@given(formulas())
@settings(max_examples=50, deadline=None)
def test_the_default_reading_changes_nothing(f: Formula) -> None:
    found = interpret(f, DEFAULT, premise=True)
    assert found.asserted == f
    assert all(of_a_name(p) for p in found.presupposed)  # the sort of a name, which no reading leaves out


def test_existential_import_presupposes_closed_noun_phrases() -> None:
    f = "every x (dog(x) & ~no y (cat(y), see(x, y)), some z (see(z, x), true))"
    assert read(f, "existential_import=all") == texts(
        f, "some x (dog(x) & ~no y (cat(y), see(x, y)), true)", "some y (cat(y), true)"
    )


@pytest.mark.parametrize("imported", ["no", "strong", "all"])
def test_the_sort_of_a_name_is_presupposed_under_every_reading(imported: str) -> None:
    """A name is that of somebody, whether or not 'every person' is about somebody."""
    f = "every x (person('Tim'), true) & swim('Tim')"
    assert read(f, f"existential_import={imported}") == texts(f, "some x (person('Tim'), true)")


@pytest.mark.parametrize("determiner", ["every", "not every", "most", "no", "the", "both"])
def test_strong_determiners_presuppose(determiner: str) -> None:
    f = f"{determiner} x (dog(x), ran(x))"
    assert read(f, "existential_import=strong") == texts(f, "some x (dog(x), true)")


@pytest.mark.parametrize(
    "determiner",
    ["some", "several", "a few", "few", "many", "at least 2", "at most 3", "exactly 1", "some but not all"],
)
def test_weak_determiners_presuppose_nothing(determiner: str) -> None:
    f = f"{determiner} x (dog(x), ran(x))"
    assert read(f, "existential_import=strong") == texts(f)
    assert read(f, "existential_import=all") == texts(f, "some x (dog(x), true)")


def test_a_determiner_is_as_strong_as_it_is_read() -> None:
    """'the dog' read as 'some dog' leaves open whether there are dogs."""
    f = "the x (dog(x), ran(x))"
    assert read(f, "existential_import=strong", "the=existential") == texts("some x (dog(x), ran(x))")
    assert read("both x (dog(x), ran(x))", "existential_import=strong", "the=existential")[1] != ()


def test_every_cat_slept_says_nothing_of_dogs_that_ran() -> None:
    cats, dogs = "every x (cat(x), slept(x))", "some x (dog(x) & ran(x), dog(x))"
    assert label([cats], dogs, "existential_import=strong") == "neutral"
    assert label([cats], dogs, "existential_import=all") == "entailment"
    most = "most x (dog(x) & ran(x), dog(x))"
    assert label([cats], most, "existential_import=strong") == "entailment"
    assert label([cats], most, "existential_import=strong", "granted=no") == "neutral"


def test_what_is_not_granted_must_follow() -> None:
    choices = ("the=presupposed", "granted=no")
    assert label(["every x (dog(x), ran(x))"], "the x (dog(x), ran(x))", *choices) == "neutral"
    assert label(["every x (dog(x), ran(x)) & exactly 1 x (dog(x), true)"], "the x (dog(x), ran(x))", *choices) == (
        "entailment"
    )


def test_yes_is_what_all_was_called() -> None:
    assert with_choices(DEFAULT, ["existential_import=yes"]) == Reading(existential_import="all")
    stored = {**DEFAULT.to_json(), "existential_import": True}
    assert stored_reading(stored) == Reading(existential_import="all")
    assert stored_reading({**stored, "existential_import": False}) == DEFAULT
    with pytest.raises(InputError, match=r"expected no, strong, all .what was True is now 'all'"):
        Reading(existential_import=True)  # type: ignore[arg-type]


def test_names_presuppose_nothing() -> None:
    f = "name x (x = ann, every y (dog(y), see(x, y)))"
    assert read(f, "existential_import=all") == texts(f, "some y (dog(y), true)")


def test_a_presupposition_is_kept_once() -> None:
    f = "every x (dog(x), ran(x)) & no x (dog(x), slept(x))"
    assert read(f, "existential_import=all") == texts(f, "some x (dog(x), true)")


def test_the() -> None:
    f = "the x (dog(x), ran(x))"
    assert read(f, "the=unique") == texts(f)
    assert read(f, "the=existential") == texts("some x (dog(x), ran(x))")
    assert read(f, "the=presupposed") == texts("every x (dog(x), ran(x))", "exactly 1 x (dog(x), true)")


def test_both() -> None:
    f = "both x (dog(x), ran(x))"
    assert read(f, "the=existential") == texts(f)
    assert read(f, "the=presupposed") == texts("every x (dog(x), ran(x))", "exactly 2 x (dog(x), true)")


def test_the_inside_a_restrictor_is_closed_in_the_presupposition_too() -> None:
    f = "the x (dog(x) & the y (cat(y), see(x, y)), ran(x))"
    inner = "every y (cat(y), see(x, y))"
    assert read(f, "the=presupposed") == texts(
        f"every x (dog(x) & {inner}, ran(x))", f"exactly 1 x (dog(x) & {inner}, true)", "exactly 1 y (cat(y), true)"
    )


def test_a_dependent_restrictor_presupposes_nothing() -> None:
    f = "every x (dog(x), the y (tail(y) & of(y, x), black(y)))"
    assert read(f, "the=presupposed") == texts(f)


def test_as_tall_as() -> None:
    f = "~as[tall](ann, bob)"
    assert read(f) == texts("~equal[tall](ann, bob)")
    assert read(f, "as_tall_as=at_least") == texts("~at_least[tall](ann, bob)")


def test_closed_world_closes_premises_only() -> None:
    f = "visited(ann, rome) & visited(ann, oslo) & visited(bob, rome) & tall(ann)"
    assert read(f, "closed_world=yes") == texts(f)
    assert read(f, "closed_world=yes", premise=True) == texts(
        f,
        "all y. visited(ann, y) -> y = rome | y = oslo",
        "at most 2 y (visited(ann, y), true)",
        "all y. visited(bob, y) -> y = rome",
        "at most 1 y (visited(bob, y), true)",
    )
    assert read("visited(ann, rome) & visited(ann, rome)", "closed_world=yes", premise=True)[1] == (
        parse_formula("all y. visited(ann, y) -> y = rome"),
        parse_formula("at most 1 y (visited(ann, y), true)"),
    )
    assert read("~visited(ann, rome)", "closed_world=yes", premise=True)[1] == ()


def test_distinct_names() -> None:
    said = [parse_formula("see(ann, bob)"), parse_formula("dog(ann)")]
    assert name_axioms(said, DEFAULT) == ()
    assert name_axioms(said, Reading(distinct_names=True)) == (parse_formula("~(ann = bob)"),)


@pytest.mark.parametrize(
    ("surface", "inverse"),
    [
        ("every x (dog(x), some y (cat(y), see(x, y)))", "some y (cat(y), every x (dog(x), see(x, y)))"),
        ("every x (dog(x), ~some y (cat(y), see(x, y)))", "some y (cat(y), every x (dog(x), ~see(x, y)))"),
        ("~every x (dog(x), ran(x))", "every x (dog(x), ~ran(x))"),
        ("every x (dog(x), ran(x))", "every x (dog(x), ran(x))"),
        ("every x (dog(x), some y (cat(y) & see(y, x), p(y)))", "every x (dog(x), some y (cat(y) & see(y, x), p(y)))"),
        ("every x (dog(x), some x (cat(x), p(x)))", "every x (dog(x), some x (cat(x), p(x)))"),
        ("p(ann) & no x (dog(x), most y (cat(y), see(x, y)))", "p(ann) & most y (cat(y), no x (dog(x), see(x, y)))"),
    ],
)
def test_inverse_scope_puts_the_object_first(surface: str, inverse: str) -> None:
    assert object_first(parse_formula(surface)) == parse_formula(inverse)
    assert read(surface, "scope=inverse") == texts(inverse)


@given(formulas())
@settings(max_examples=150, deadline=None)
def test_readings_leave_formulas_closed(f: Formula) -> None:
    for _, reading in alternatives(DEFAULT):
        found = interpret(f, reading, premise=True)
        assert not any(free_variables(g) for g in (found.asserted, *found.presupposed))


@given(formulas(), models())
@settings(max_examples=150, deadline=None)
def test_where_the_presupposition_holds_presupposed_and_unique_agree(f: Formula, m: FiniteModel) -> None:
    found = interpret(f, Reading(the="presupposed"))
    if all(holds(p, m) for p in found.presupposed):
        assert holds(found.asserted, m) == holds(f, m)


# --- choices ----------------------------------------------------------------------------------------------------------


def test_choices() -> None:
    assert with_choices(DEFAULT, []) == DEFAULT
    assert with_choices(DEFAULT, ["existential_import=all", "the=existential", "scope=inverse"]) == Reading(
        existential_import="all", the="existential", scope="inverse"
    )
    assert with_choices(Reading(distinct_names=True), ["distinct_names=false"]) == DEFAULT
    assert with_choices(DEFAULT, ["closed_world=true"]).closed_world


@pytest.mark.parametrize(
    ("choice", "complaint"),
    [
        ("existential_inport=yes", "unknown reading 'existential_inport'; did you mean 'existential_import'"),
        ("zzz", "unknown reading 'zzz'; known: as_tall_as"),
        ("existential_import=perhaps", "expected no, strong, all"),
        ("existential_import", "existential_import='': expected no, strong, all"),
        ("the=one", "reading the='one': expected unique, existential, presupposed"),
    ],
)
def test_wrong_choices_are_explained(choice: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        with_choices(DEFAULT, [choice])


def test_alternatives_differ_in_one_choice_or_two() -> None:
    found = alternatives(DEFAULT)
    changed = [sum(r.to_json()[k] != v for k, v in DEFAULT.to_json().items()) for _, r in found]
    assert changed == sorted(changed)
    assert set(changed) == {1, 2}
    assert [name for (name, _), n in zip(found, changed, strict=True) if n == 1] == [
        "distinct_names=yes",
        "existential_import=strong",
        "existential_import=all",
        "as_tall_as=at_least",
        "the=presupposed",
        "the=existential",
        "scope=inverse",
        "scope=negated",
        "coreference=yes",
        "closed_world=yes",
    ]
    for name, reading in found:
        assert with_choices(DEFAULT, name.split(", ")) == reading
    assert len({r for _, r in found}) == len(found)


def test_only_some_choices_are_varied() -> None:
    assert [n for n, _ in alternatives(DEFAULT, ["the"])] == ["the=presupposed", "the=existential"]
    assert alternatives(DEFAULT, []) == ()


@pytest.mark.parametrize(
    ("text", "choices"),
    [
        ("visit(Ann, Bo)", {"distinct_names", "closed_world"}),
        ("as[height](Ann, Bo)", {"distinct_names", "as_tall_as"}),
        ("every x (dog(x), run(x))", {"existential_import", "scope", "coreference"}),
        ("the x (dog(x), run(x))", {"existential_import", "the", "scope", "coreference"}),
    ],
)
def test_choices_that_can_matter(text: str, choices: set[str]) -> None:
    assert open_choices([parse_formula(text)]) == choices


@given(formulas())
@settings(max_examples=60, deadline=None)
def test_other_choices_change_nothing(f: Formula) -> None:
    keys = frozenset(DEFAULT.to_json()) - open_choices([f])
    for _, reading in alternatives(DEFAULT, keys):
        assert interpret(f, reading, premise=True) == interpret(f, DEFAULT, premise=True)


def test_a_reading_survives_json() -> None:
    for _, reading in alternatives(DEFAULT):
        assert Reading(**reading.to_json()) == reading  # type: ignore[arg-type]


# --- labels that turn on a reading ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("premise", "hypothesis", "choice", "by_default", "chosen"),
    [
        ("every x (dog(x), ran(x))", "some x (dog(x), ran(x))", "existential_import=all", "neutral", "entailment"),
        ("every x (dog(x), ran(x))", "no x (dog(x), ran(x))", "existential_import=all", "neutral", "contradiction"),
        ("the x (dog(x), ran(x))", "at most 1 x (dog(x), true)", "the=existential", "entailment", "neutral"),
        ("every x (dog(x), ran(x))", "the x (dog(x), ran(x))", "the=presupposed", "neutral", "entailment"),
        ("at least 2 x (dog(x), ran(x))", "~the x (dog(x), ran(x))", "the=presupposed", "entailment", "contradiction"),
        ("every x (dog(x), ran(x))", "both x (dog(x), ran(x))", "the=presupposed", "neutral", "entailment"),
        ("dog(ann) & cat(bob)", "ann = bob", "distinct_names=yes", "neutral", "contradiction"),
        ("p(ann) & p(bob)", "at least 2 x (p(x), true)", "distinct_names=yes", "neutral", "entailment"),
        (
            "visited(ann, rome)",
            "every x (true, visited(ann, x) -> x = rome)",
            "closed_world=yes",
            "neutral",
            "entailment",
        ),
        ("as[tall](ann, bob)", "as[tall](bob, ann)", "as_tall_as=at_least", "entailment", "neutral"),
        (
            "every x (dog(x), some y (cat(y), see(x, y)))",
            "exists y. cat(y) & all x. dog(x) -> see(x, y)",
            "scope=inverse",
            "neutral",
            "entailment",
        ),
        ("~every x (dog(x), ran(x))", "all x. dog(x) -> ~ran(x)", "scope=inverse", "neutral", "entailment"),
    ],
)
def test_a_reading_turns_the_label(premise: str, hypothesis: str, choice: str, by_default: str, chosen: str) -> None:
    assert label([premise], hypothesis) == by_default
    assert label([premise], hypothesis, choice) == chosen


def test_closed_world_needs_distinct_names_to_deny_a_further_fact() -> None:
    said, denied = ["visited(ann, rome)"], "visited(ann, oslo)"
    assert label(said, denied, "closed_world=yes") == "neutral"
    assert label(said, denied, "closed_world=yes", "distinct_names=yes") == "contradiction"


def test_negation_moves_over_universal_subjects_only() -> None:
    every, some = (parse_formula(f"{q} x (dog(x), ~run(x))") for q in ("every", "some"))
    assert negation_first(every) == parse_formula("~(every x (dog(x), run(x)))")
    assert negation_first(some) == some
