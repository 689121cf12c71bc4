from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from itertools import permutations
from typing import Any

import pytest

from provenli.certify.certificates import (
    Attested,
    Countermodels,
    EngineWord,
    Nothing,
    Problem,
    Proved,
    Verdict,
    situate,
)
from provenli.certify.codec import Json, verdict_from_json, verdict_to_json
from provenli.certify.decide import decide
from provenli.certify.kernel import check
from provenli.certify.proofs import HERE, Closed, Exclusion, Sum, Witness
from provenli.certify.propagation import normal
from provenli.errors import FormulaError, Refused
from provenli.logic.formula_parser import parse_formula
from provenli.logic.formulas import Bound, Cardinal, Formula, Var, substitute
from provenli.logic.models import FiniteModel, model_from_json
from provenli.logic.theory import Theory, isa
from provenli.logic.truth import broken_clause, holds
from tests.logic.models import well_formed

WORDS = Theory(isa("poodle", "dog", "animal"))


def problem(*texts: str) -> Problem:
    *premises, hypothesis = map(parse_formula, texts)
    return Problem(tuple(premises), hypothesis, WORDS)


PROBLEMS = {
    "chain": problem("every x (dog(x), ran(x))", "every x (poodle(x), ran(x))"),
    "sum": problem("most x (dog(x), ran(x))", "most x (dog(x), barked(x))", "some x (ran(x), barked(x))"),
    "cases": problem("p(ann) | q(ann)", "p(ann) | ~q(ann)", "~p(ann) | q(ann)", "p(ann) & q(ann)"),
    "exclusion": problem(
        "some x (dog(x), every y (cat(y), see(x, y)))",
        "some y (cat(y), black(y))",
        "some x (dog(x), some y (cat(y), see(x, y)))",
    ),
    "witness": problem("some x (dog(x), ~see(x, x))", "~all x. see(x, x)"),
    "contradiction": problem("more[tall](ann, bob)", "more[tall](bob, cy)", "more[tall](cy, ann)"),
    "neutral": problem("every x (dog(x), ran(x))", "some x (dog(x), ran(x))"),
    "inconsistent": problem("every x (cat(x), slept(x))", "some x (cat(x), old(x) & ~slept(x))", "dog(ann)"),
    "vague": problem("many x (dog(x), ran(x))", "at least 3 x (dog(x), true)"),
}


def fact(text: str) -> Formula:
    return normal(parse_formula(text))


def by_witness() -> Verdict:
    """Where decide finds a shorter way, this is the long one."""
    same, see = (normal(substitute(parse_formula(t), Var("x"), HERE)) for t in ("?x = @1", "see(?x, ?x)"))
    e = Exclusion(((same, True), (see, True)), (fact("~see(@1, @1)"),), Closed())
    inner = Sum(((fact("all x. see(x, x)"), 1), (fact("[-#x.(x = @1) <= -1]"), 1)), (e,))
    proof = Witness((fact("some x (dog(x), ~see(x, x))"),), inner)
    witness = FiniteModel(1, {"dog": frozenset({(0,)}), "animal": frozenset({(0,)})})
    return Verdict("entailment", Proved(proof, witness))


def verdict(name: str) -> Verdict:
    p = PROBLEMS[name]
    return by_witness() if name == "witness" else decide(p.premises, p.hypothesis, p.theory)


VERDICTS = {name: verdict(name) for name in PROBLEMS}
OTHERS = {
    "word": Verdict("entailment", Proved(EngineWord(("z3", "E")), FiniteModel(1))),
    "attested": Verdict("contradiction", Attested("a crowd")),
    "undecided": Verdict("undecided", Nothing(("a model: sat models: out of time",))),
    "agreed": Verdict("entailment", VERDICTS["chain"].certificate, ("z3", "cvc5")),
}


def accepted(p: Problem, value: Json) -> bool:
    try:
        check(p, verdict_from_json(value))
    except Refused:
        return False
    return True


def test_the_examples_are_of_the_kinds_they_are_named_after() -> None:
    rules = {n: verdict_to_json(v)["certificate"].get("proof", {}).get("rule") for n, v in VERDICTS.items()}
    assert rules == {
        "chain": "chain",
        "sum": "sum",
        "cases": "cases",
        "exclusion": "sum",
        "witness": "witness",
        "contradiction": "sum",
        "neutral": None,
        "inconsistent": "sum",
        "vague": "sum",
    }
    assert isinstance(VERDICTS["neutral"].certificate, Countermodels)
    for name, v in VERDICTS.items():
        assert check(PROBLEMS[name], v) == ()


@pytest.mark.parametrize("name", [*VERDICTS, *OTHERS])
def test_there_and_back(name: str) -> None:
    v = {**VERDICTS, **OTHERS}[name]
    text = json.dumps(verdict_to_json(v))
    assert text.isascii()
    assert verdict_from_json(json.loads(text)) == v


# --- mutations --------------------------------------------------------------------------------------------------------

Place = tuple[str | int, ...]
OTHER_FORMULA = "[#x1.(zebra(x1)) <= 0]"
NAMES = ("rule", "kind", "label")


def mutations(value: Any, place: Place = ()) -> Iterator[tuple[Place, str, Any]]:
    """Every small change: where, what, and the value in its place."""
    match value:
        case bool():
            yield place, "flip", not value
        case int():
            yield place, "+1", value + 1
            yield place, "-1", value - 1
        case str() if place[-1] not in NAMES:
            yield place, "exchange", OTHER_FORMULA
        case list():
            for k, item in enumerate(value):
                yield place, f"drop {k}", value[:k] + value[k + 1 :]
                yield from mutations(item, (*place, k))
        case dict():
            for k, item in value.items():
                yield from mutations(item, (*place, k))


def changed(value: Json, place: Place, new: Any) -> Json:
    out = deepcopy(value)
    inner: Any = out
    for k in place[:-1]:
        inner = inner[k]
    inner[place[-1]] = new
    return out


def mutated(value: Json, *kept: str) -> Iterator[tuple[str, Json]]:
    """The changes in one part of a certificate, each with a description."""
    part: Any = value
    for k in kept:
        part = part[k]
    for place, what, new in mutations(part, kept):
        yield ".".join(map(str, place[len(kept) :])) + " " + what, changed(value, place, new)


def true_in(p: Problem, m: Json, facts: tuple[Formula, ...]) -> bool:
    """The independent judge of models: evaluation of each fact by the definition of truth."""
    model = model_from_json(m)
    return (
        well_formed(model) and broken_clause(situate(p).theory, model) is None and all(holds(f, model) for f in facts)
    )


@pytest.mark.parametrize("name", [n for n in VERDICTS if n not in ("neutral", "inconsistent")])
def test_a_changed_witness_is_accepted_only_where_the_facts_are_still_true(name: str) -> None:
    p, value = PROBLEMS[name], verdict_to_json(VERDICTS[name])
    s = situate(p)
    facts = s.with_hypothesis() if value["label"] == "entailment" else s.premises
    outcomes = set()
    for what, other in mutated(value, "certificate", "witness"):
        expected = true_in(p, other["certificate"]["witness"], facts)
        assert accepted(p, other) is expected, what
        outcomes.add(expected)
    assert False in outcomes


@pytest.mark.parametrize("side", ["with_hypothesis", "without_hypothesis"])
def test_a_changed_countermodel_is_accepted_only_where_the_facts_are_still_true(side: str) -> None:
    p, value = PROBLEMS["neutral"], verdict_to_json(VERDICTS["neutral"])
    s = situate(p)
    facts = s.with_hypothesis() if side == "with_hypothesis" else s.without_hypothesis()
    outcomes = set()
    for what, other in mutated(value, "certificate", side):
        expected = true_in(p, other["certificate"][side], facts)
        assert accepted(p, other) is expected, what
        outcomes.add(expected)
    assert False in outcomes


def harmless(proof: Json, place: Place = ()) -> Iterator[str]:
    """Counting once more that there is none of something adds nothing to the limit and nothing negative to a region.

    No other change in these proofs may be accepted.
    """
    for k, part in proof.items() if isinstance(proof, dict) else enumerate(proof):
        if k == "weights":
            for i, (text, _) in enumerate(part):
                b = parse_formula(text)
                if isinstance(b, Bound) and b.limit == 0 and all(isinstance(q, Cardinal) and c > 0 for c, q in b.terms):
                    yield ".".join(map(str, (*place, k, i, 1))) + " +1"
        elif isinstance(part, dict | list):
            yield from harmless(part, (*place, k))


@pytest.mark.parametrize("name", [n for n in VERDICTS if n != "neutral"])
def test_a_changed_proof_is_refused_unless_it_still_proves(name: str) -> None:
    p, value = PROBLEMS[name], verdict_to_json(VERDICTS[name])
    proof = value["certificate"]["proof"]
    tried = dict(mutated(value, "certificate", "proof"))
    assert tried
    assert {what for what, other in tried.items() if accepted(p, other)} == set(harmless(proof))


@pytest.mark.parametrize("name", VERDICTS)
def test_another_label_is_refused(name: str) -> None:
    value = verdict_to_json(VERDICTS[name])
    for label in {"entailment", "contradiction", "neutral", "inconsistent", "undecided", "maybe"} - {value["label"]}:
        assert not accepted(PROBLEMS[name], {**value, "label": label})


def test_the_two_countermodels_are_not_exchanged() -> None:
    value = verdict_to_json(VERDICTS["neutral"])
    yes, no = value["certificate"]["with_hypothesis"], value["certificate"]["without_hypothesis"]
    for a, b in ((no, yes), (yes, yes), (no, no)):
        swapped = {"kind": "countermodels", "with_hypothesis": a, "without_hypothesis": b}
        assert not accepted(PROBLEMS["neutral"], {**value, "certificate": swapped})


def test_proofs_of_other_problems_are_refused() -> None:
    for mine, other in permutations((n for n in VERDICTS if n != "neutral"), 2):
        value = verdict_to_json(VERDICTS[mine])
        proof = verdict_to_json(VERDICTS[other])["certificate"]["proof"]
        assert not accepted(PROBLEMS[mine], changed(value, ("certificate", "proof"), proof)), (mine, other)


def test_witnesses_of_other_problems_count_where_the_facts_are_true_in_them() -> None:
    proved = [n for n in VERDICTS if n not in ("neutral", "inconsistent")]
    for mine, other in permutations(proved, 2):
        value = verdict_to_json(VERDICTS[mine])
        witness = verdict_to_json(VERDICTS[other])["certificate"]["witness"]
        s = situate(PROBLEMS[mine])
        facts = s.with_hypothesis() if value["label"] == "entailment" else s.premises
        try:
            expected = true_in(PROBLEMS[mine], witness, facts)
        except FormulaError:  # the model does not speak of all names
            expected = False
        assert accepted(PROBLEMS[mine], changed(value, ("certificate", "witness"), witness)) is expected


def test_multiplied_weights_still_prove() -> None:
    for name in ("sum", "contradiction", "inconsistent", "exclusion"):
        value = verdict_to_json(VERDICTS[name])
        for pair in value["certificate"]["proof"]["weights"]:
            pair[1] *= 3
        assert accepted(PROBLEMS[name], value)


# --- malformed JSON ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", VERDICTS)
def test_a_missing_or_misshapen_part_is_refused(name: str) -> None:
    value = verdict_to_json(VERDICTS[name])

    def keys(part: Any, place: Place) -> Iterator[Place]:
        if isinstance(part, dict):
            for k, v in part.items():
                yield (*place, k)
                yield from keys(v, (*place, k))

    for place in keys(value, ()):
        for wrong in (None, 3.5, {"kind": "magic", "rule": "magic"}):
            if place[-1] in ("relations", "names", "degrees", "thresholds") and isinstance(wrong, dict):
                continue
            assert not accepted(PROBLEMS[name], changed(value, place, wrong)), place


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ({}, "cannot be read: KeyError"),
        ({"label": "perhaps", "certificate": {}}, "'perhaps' is no label"),
        ({"label": "neutral"}, "cannot be read: KeyError"),
        ({"label": "neutral", "certificate": {"kind": "magic"}}, "'magic' is no kind of certificate"),
        ({"label": "inconsistent", "certificate": {"kind": "inconsistent", "proof": {"rule": "magic"}}}, "no rule"),
        (
            {
                "label": "inconsistent",
                "certificate": {
                    "kind": "inconsistent",
                    "proof": {
                        "rule": "cases",
                        "formula": "p(",
                        "if_true": {"rule": "closed"},
                        "if_false": {"rule": "closed"},
                    },
                },
            },
            "FormulaError",
        ),
        (
            {
                "label": "inconsistent",
                "certificate": {
                    "kind": "inconsistent",
                    "proof": {
                        "rule": "cases",
                        "formula": "p(ann)",
                        "if_true": {"rule": "word", "engines": ["z3"]},
                        "if_false": {"rule": "closed"},
                    },
                },
            },
            "'word' is no rule of proof",
        ),
        (
            {
                "label": "inconsistent",
                "certificate": {
                    "kind": "inconsistent",
                    "proof": {"rule": "chain", "start": -1, "goal": 0, "steps": []},
                },
            },
            "-1 is no number of a proof",
        ),
        (
            {
                "label": "inconsistent",
                "certificate": {
                    "kind": "inconsistent",
                    "proof": {"rule": "sum", "weights": [["p(ann)", True]], "exclusions": []},
                },
            },
            "True is no number of a proof",
        ),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_reason(value: Json, why: str) -> None:
    with pytest.raises(Refused, match=why):
        verdict_from_json(value)
