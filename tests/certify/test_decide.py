from __future__ import annotations

import json
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from provenli.certify.certificates import Countermodels, EngineWord, Nothing, Problem, Proved, Verdict, situate
from provenli.certify.codec import verdict_from_json, verdict_to_json
from provenli.certify.decide import Budget, decide, evidence_of
from provenli.certify.kernel import check
from provenli.logic.formula_parser import parse_formula
from provenli.logic.formulas import Formula, Pred, Var
from provenli.logic.readings import DEFAULT, Reading
from provenli.logic.theory import Theory, excludes, isa
from provenli.logic.truth import broken_clause, holds
from tests.strategies import formulas, small_models, theories

WORDS = Theory((*isa("poodle", "dog", "animal"), excludes("dog", "cat"), *isa("adore", "love", arity=2)))
E, C, N, I = "entailment", "contradiction", "neutral", "inconsistent"  # noqa: E741
TALLER = [f"more[tall](p{k}, p{k + 1})" for k in range(14)]

PROBLEMS: list[tuple[list[str], str, str]] = [
    # every quantifier
    (["every x (dog(x), ran(x))"], "every x (poodle(x), ran(x))", E),
    (["every x (dog(x), ran(x))"], "every x (animal(x), ran(x))", N),
    (["every x (dog(x), ran(x))", "some x (dog(x), true)"], "some x (dog(x), ran(x))", E),
    (["every x (dog(x), ran(x))"], "not every x (dog(x), ran(x))", C),
    (["some x (poodle(x), ran(x))"], "some x (dog(x), ran(x))", E),
    (["some x (dog(x), ran(x))"], "no x (animal(x), ran(x))", C),
    (["some x (dog(x), ran(x))"], "every x (dog(x), ran(x))", N),
    (["no x (dog(x), ran(x))"], "no x (poodle(x), ran(x))", E),
    (["no x (poodle(x), ran(x))"], "no x (dog(x), ran(x))", N),
    (["not every x (poodle(x), ran(x))"], "not every x (dog(x), ran(x))", E),
    (["some but not all x (dog(x), ran(x))"], "not every x (dog(x), ran(x))", E),
    (["some but not all x (dog(x), ran(x))"], "no x (dog(x), ran(x))", C),
    # numbers
    (["at least 3 x (dog(x), ran(x))"], "at least 2 x (animal(x), ran(x))", E),
    (["at least 2 x (dog(x), ran(x))"], "at least 3 x (dog(x), ran(x))", N),
    (["exactly 3 x (dog(x), ran(x))"], "at most 3 x (poodle(x), ran(x))", E),
    (["exactly 3 x (dog(x), ran(x))"], "fewer than 3 x (dog(x), ran(x))", C),
    (["more than 3 x (dog(x), true)", "at most 1 x (dog(x), ~ran(x))"], "more than 2 x (dog(x), ran(x))", E),
    (["less than 3 x (dog(x), ran(x))"], "at most 2 x (dog(x), ran(x))", E),
    (["exactly 5 x (dog(x), true)", "exactly 2 x (dog(x), ran(x))"], "exactly 3 x (dog(x), ~ran(x))", E),
    (["exactly 4 x (dog(x), true)", "exactly 4 x (cat(x), true)"], "at least 8 x (true, true)", E),
    # most
    (["most x (dog(x), ran(x))"], "some x (dog(x), ran(x))", E),
    (["most x (dog(x), ran(x))", "most x (dog(x), barked(x))"], "some x (dog(x), ran(x) & barked(x))", E),
    (["most x (dog(x), ran(x))"], "most x (poodle(x), ran(x))", N),
    (["most x (dog(x), ran(x))"], "most x (dog(x), ~ran(x))", C),
    (["most x (dog(x), ran(x))", "exactly 4 x (dog(x), true)"], "at least 3 x (dog(x), ran(x))", E),
    # vague words
    (["many x (dog(x), ran(x))"], "several x (dog(x), ran(x))", E),
    (["several x (dog(x), ran(x))"], "many x (dog(x), ran(x))", N),
    (["several x (dog(x), ran(x))"], "at least 3 x (dog(x), true)", E),
    (["a few x (dog(x), ran(x))"], "at least 2 x (dog(x), ran(x))", E),
    (["a few x (dog(x), ran(x))"], "exactly 1 x (dog(x), ran(x))", C),
    (["few x (dog(x), ran(x))"], "many x (poodle(x), ran(x))", C),
    (["few x (dog(x), ran(x))"], "some x (dog(x), ran(x))", N),
    # the, both, names, equality
    (["the x (dog(x), ran(x))"], "every x (dog(x), ran(x))", E),
    (["the x (dog(x), ran(x))"], "at least 2 x (dog(x), true)", C),
    (["both x (dog(x), ran(x))"], "exactly 2 x (dog(x), ran(x))", E),
    (["both x (dog(x), ran(x))"], "the x (dog(x), ran(x))", C),
    (["name x (x = rex, dog(x))", "every x (dog(x), ran(x))"], "ran(rex)", E),
    (["poodle(rex)"], "cat(rex)", C),
    (["dog(rex)"], "some x (animal(x), true)", E),
    (["rex = fido", "dog(rex)"], "dog(fido)", E),
    (["dog(rex)", "cat(tom)"], "rex = tom", C),
    (["dog(rex)", "dog(fido)", "at most 1 x (dog(x), true)"], "rex = fido", E),
    (["dog(rex)", "dog(fido)", "~(rex = fido)"], "at least 2 x (dog(x), true)", E),
    # comparatives
    (TALLER, "more[tall](p0, p14)", E),
    (TALLER, "at_least[tall](p14, p0)", C),
    (TALLER[:7] + TALLER[8:], "more[tall](p0, p14)", N),
    (["equal[tall](ann, bob)", "more[tall](bob, cy)"], "more[tall](ann, cy)", E),
    (["every x (dog(x), more[tall](x, ann))", "dog(rex)"], "more[tall](ann, rex)", C),
    # connectives
    (["p(ann) -> q(ann)", "p(ann)"], "q(ann)", E),
    (["p(ann) -> q(ann)", "~q(ann)"], "p(ann)", C),
    (["p(ann) -> q(ann)", "q(ann)"], "p(ann)", N),
    (["p(ann) | q(ann)", "p(ann) -> r(ann)", "q(ann) -> r(ann)"], "r(ann)", E),
    (["some x (dog(x), ran(x)) -> p(ann)", "~p(ann)"], "some x (poodle(x), ran(x))", C),
    (["~~dog(rex)"], "~~animal(rex)", E),
    (["~no x (dog(x), ~ran(x))"], "~every x (dog(x), ran(x))", E),
    # nesting
    (["every x (dog(x), some y (cat(y), adore(x, y)))"], "every x (poodle(x), some y (cat(y), love(x, y)))", E),
    (["some x (dog(x), every y (cat(y), see(x, y)))"], "every y (cat(y), some x (dog(x), see(x, y)))", E),
    (["every y (cat(y), some x (dog(x), see(x, y)))"], "some x (dog(x), every y (cat(y), see(x, y)))", N),
    (
        ["no x (dog(x), some y (cat(y), every z (bird(z), give(x, y, z))))"],
        "some x (poodle(x), some y (cat(y), every z (bird(z), give(x, y, z))))",
        C,
    ),
    (
        ["at least 3 x (dog(x), at most 2 y (animal(y), no z (cat(z), show(x, y, z))))"],
        "at least 2 x (dog(x), at most 3 y (poodle(y), no z (cat(z), show(x, y, z))))",
        E,
    ),
    # two numbers
    (["between 2 and 5 x (dog(x), ran(x))"], "at least 2 x (dog(x), ran(x))", E),
    (["between 2 and 5 x (dog(x), ran(x))"], "at most 5 x (poodle(x), ran(x))", E),
    (["exactly 3 x (dog(x), ran(x))"], "between 2 and 5 x (dog(x), ran(x))", E),
    (["between 3 and 4 x (dog(x), ran(x))"], "between 2 and 5 x (dog(x), ran(x))", E),
    (["at least 2 x (dog(x), ran(x))", "less than 6 x (dog(x), ran(x))"], "between 2 and 5 x (dog(x), ran(x))", E),
    (["at least 2 x (dog(x), ran(x))"], "between 2 and 5 x (dog(x), ran(x))", N),
    (["at most 5 x (dog(x), ran(x))"], "between 2 and 5 x (dog(x), ran(x))", N),
    (["between 2 and 5 x (dog(x), ran(x))"], "exactly 3 x (dog(x), ran(x))", N),
    (["between 2 and 5 x (dog(x), ran(x))"], "between 2 and 5 x (poodle(x), ran(x))", N),
    (["between 2 and 5 x (dog(x), ran(x))"], "more than 5 x (dog(x), ran(x))", C),
    (["between 2 and 5 x (dog(x), ran(x))"], "~between 1 and 6 x (dog(x), ran(x))", C),
    # premises that cannot be
    (["every x (dog(x), ran(x))", "some x (poodle(x), ~ran(x))"], "p(ann)", I),
    (["some x (poodle(x), cat(x))"], "p(ann)", I),
    (["false"], "true", I),
    ([*TALLER, "more[tall](p14, p0)"], "more[tall](p0, p1)", I),
    # what needs no premise
    ([], "dog(rex) | ~dog(rex)", E),
    ([], "dog(rex) & ~dog(rex)", C),
    ([], "dog(rex)", N),
    ([], "exists x. true", E),
]


def judged(premises: list[str], hypothesis: str, theory: Theory = WORDS, reading: Reading = DEFAULT) -> Verdict:
    """The verdict, after it passed the kernel once more, straight and by way of JSON."""
    p = Problem(tuple(map(parse_formula, premises)), parse_formula(hypothesis), theory, reading)
    v = decide(p.premises, p.hypothesis, theory, reading)
    check(p, v)
    copy = verdict_from_json(json.loads(json.dumps(verdict_to_json(v))))
    assert copy == v
    check(p, copy)
    return v


@pytest.mark.parametrize(("premises", "hypothesis", "label"), PROBLEMS)
def test_labels(premises: list[str], hypothesis: str, label: str) -> None:
    assert judged(premises, hypothesis).label == label


def test_no_label_rests_on_a_bare_word() -> None:
    words = [(p, h) for p, h, _ in PROBLEMS if any("word" in k for k in evidence_of([judged(p, h)]))]
    assert words == []


def test_what_the_hypothesis_presupposes_is_granted() -> None:
    reading = Reading(the="presupposed")
    assert judged(["every x (dog(x), ran(x))"], "the x (dog(x), ran(x))", reading=reading).label == E
    assert judged(["every x (dog(x), ran(x))"], "~the x (dog(x), ran(x))", reading=reading).label == C


def test_a_failed_presupposition_contradicts() -> None:
    reading = Reading(the="presupposed")
    for hypothesis in ("the x (dog(x), ran(x))", "~the x (dog(x), ran(x))"):
        assert judged(["at least 2 x (dog(x), true)"], hypothesis, reading=reading).label == C
        assert judged(["no x (dog(x), true)"], hypothesis, reading=reading).label == C
    importing = Reading(existential_import="all")
    assert judged(["~exists x. dog(x) | cat(x)"], "every x (dog(x), ran(x))", reading=importing).label == C


def test_axioms_of_the_theory_count() -> None:
    strict = Theory(axioms=(parse_formula("all x. all y. see(x, y) -> see(y, x)"),))
    assert judged(["see(ann, bob)"], "see(bob, ann)", strict).label == E
    assert judged(["see(ann, bob)"], "see(bob, ann)", Theory()).label == N


def test_without_time_it_is_undecided_and_says_what_was_tried() -> None:
    premises = [parse_formula(t) for t in ("most x (dog(x), ran(x))", "most x (dog(x), barked(x))")]
    hypothesis = parse_formula("some x (ran(x), barked(x))")
    v = decide(premises, hypothesis, budget=Budget(seconds=0))
    assert v.label == "undecided"
    assert isinstance(v.certificate, Nothing)
    assert "entailment: venn: no time left" in v.certificate.tried
    assert any("z3" in t for t in v.certificate.tried)
    assert check(Problem(tuple(premises), hypothesis), v) == ()


def test_a_second_opinion_is_recorded() -> None:
    v = decide(
        [parse_formula("every x (dog(x), ran(x))")],
        parse_formula("every x (poodle(x), ran(x))"),
        WORDS,
        budget=Budget(opinions=2),
    )
    assert v.label == E
    assert len(v.agreed) == 1
    assert v.agreed[0] in ("z3", "cvc5")
    assert verdict_from_json(verdict_to_json(v)) == v
    plain = decide([parse_formula("every x (dog(x), ran(x))")], parse_formula("every x (poodle(x), ran(x))"), WORDS)
    assert plain.agreed == ()


def test_evidence_is_counted_by_kind() -> None:
    verdicts = [judged(["dog(rex)"], "animal(rex)"), judged(["dog(rex)"], "ran(rex)"), judged(["false"], "true")]
    word = Verdict(E, Proved(EngineWord(("z3", "E")), judged(["dog(rex)"], "ran(rex)").certificate.with_hypothesis))  # type: ignore[union-attr]
    undecided = Verdict("undecided", Nothing(()))
    assert evidence_of([*verdicts, word, undecided]) == {
        "checked proof": 2,
        "models": 1,
        "word of z3, E": 1,
        "nothing": 1,
    }


@given(st.lists(formulas(levels=2), max_size=2).map(tuple), formulas(levels=2), theories())
@settings(max_examples=40, deadline=None)
def test_labels_agree_with_all_small_models(premises: tuple[Formula, ...], hypothesis: Formula, theory: Theory) -> None:
    p = Problem(premises, hypothesis, theory)
    v = decide(premises, hypothesis, theory, budget=Budget(seconds=3))
    check(p, v)
    assert verdict_from_json(json.loads(json.dumps(verdict_to_json(v)))) == v
    s = situate(p)
    words = tuple(Pred(n, (Var("x"),)) for c in theory.clauses for n in sorted(c.body | c.head))
    # The order of the small models is fixed and begins with the emptiest: the first thousands are looked at.
    seen = {
        holds(hypothesis, m)
        for m in islice(small_models((*premises, hypothesis, *words)), 2000)
        if broken_clause(theory, m) is None and all(holds(f, m) for f in s.premises)
    }
    allowed: dict[str, set[bool]] = {E: {True}, C: {False}, I: set()}
    assert seen <= allowed.get(v.label, {True, False})
    if isinstance(v.certificate, Countermodels):
        for m, wanted in ((v.certificate.with_hypothesis, True), (v.certificate.without_hypothesis, False)):
            assert all(holds(f, m) for f in premises)
            assert holds(hypothesis, m) is wanted
            assert broken_clause(theory.about((*premises, hypothesis)), m) is None


def test_odd_variable_names_do_not_change_the_label() -> None:
    odd = parse_formula("all x. all '#1'. see(x, '#1')")
    assert decide((parse_formula("all x. see(x, x)"),), odd).label == "neutral"


def test_closed_parts_inside_closed_parts() -> None:
    assert decide((parse_formula("all x. all y. dog(bob)"),), parse_formula("dog(bob)")).label == "entailment"


def test_a_clause_is_about_one_number_of_places() -> None:
    theory = Theory(isa("see", "look"))
    assert decide((parse_formula("see(ann)"),), parse_formula("see(ann, bob)"), theory).label == "neutral"
