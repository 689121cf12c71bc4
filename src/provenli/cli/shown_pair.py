"""A pair of a fragment, decided and shown: arrows, reading, evidence, and what other readings would give."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from provenli.certify.decide import Budget
    from provenli.logic.formulas import Formula
    from provenli.logic.readings import Reading
    from provenli.pairs.entails import Answer
    from provenli.pairs.fragment import Fragment


def decide_one(
    fragment: Fragment,
    premise: str,
    hypothesis: str,
    reading: Reading,
    budget: Budget,
    as_json: bool,
    further: tuple[str, ...] = (),
) -> str:
    from provenli.pairs.entails import entails, tidied

    answer = tidied(entails(fragment, premise, hypothesis, reading, budget, further))
    return json.dumps(answer.to_json(), ensure_ascii=False) if as_json else shown_pair(answer, reading, budget)


def shown_pair(answer: Answer, reading: Reading, budget: Budget) -> str:
    from provenli.grammar.arrows import with_arrows
    from provenli.logic.reading_choices import reading_text

    return "\n".join(
        [
            *(f"premise:    {with_arrows(p, reading)}" for p in (answer.premise, *answer.further)),
            f"hypothesis: {with_arrows(answer.hypothesis, reading)}",
            f"reading:    {reading_text(reading)}",
            *settled_scope(answer),
            "",
            answer.evidence,
            *missing_opinions(answer, budget),
            *both_scopes(answer),
            *other_readings(answer),
        ]
    )


def settled_scope(answer: Answer) -> list[str]:
    """Said where a sentence has two quantifiers, or one and a negation, whose order English leaves open."""
    scope = answer.problem.reading.scope
    sides = (answer.premise, *answer.further, answer.hypothesis)
    if answer.other_scope is not None or not any(_has_scopes(d.meaning) for d in sides):
        return []
    taken = {"surface": "in the order of the words", "inverse": "the object first", "negated": "negation first"}
    other = "--reading scope=inverse takes the object first" if scope == "surface" else "--reading scope=surface"
    return [f"scope:      {taken[scope]} ({other})"]


def _has_scopes(f: Formula) -> bool:
    """Whether another order of subject and object is another meaning: not for names, nor for two of a kind."""
    from provenli.logic.formulas import Not, Quant
    from provenli.logic.quantifiers import EVERY, NAME, SOME
    from provenli.logic.readings import object_first

    if isinstance(f, Not) or (isinstance(f, Quant) and f.quantifier == NAME):
        return False
    if not isinstance(f, Quant) or not isinstance(f.body, Quant):
        return object_first(f) != f
    return f.body.quantifier != NAME and not f.quantifier == f.body.quantifier in (SOME, EVERY)


def missing_opinions(answer: Answer, budget: Budget) -> list[str]:
    """Said where fewer provers agree than were asked for: others gave up, cannot say it, or are not installed."""
    from provenli.certify.certificates import Inconsistent, Proved

    agree = len(answer.verdict.agreed) + 1
    if isinstance(answer.verdict.certificate, Proved | Inconsistent) and agree < budget.opinions:
        return ["", f"{budget.opinions} provers were asked for; {agree} could say so, the kernel's check included."]
    return []


def both_scopes(answer: Answer) -> list[str]:
    from provenli.pairs.scope import OTHER, TAKEN

    other = answer.other_scope
    if other is None:
        return []
    return [
        "",
        "A negated verb has an indefinite object, which can be understood in two ways:",
        f"  taken: {TAKEN}",
        *_other(answer),
        f"  the other: {OTHER}",
        *_other(other),
    ]


def other_readings(answer: Answer) -> list[str]:
    if not answer.others:
        return []
    total = len(answer.others) + 1
    if all(o.label == answer.label for o in answer.others):
        return ["", f"The text has {total} readings (what attaches to what); all have the same label."]
    return [
        "",
        f"The text has {total} readings; the one above attaches everything as closely as possible. The others:",
        *(line for o in answer.others for line in _other(o)),
    ]


def _other(answer: Answer) -> list[str]:
    from provenli.logic.formula_printer import show_pretty

    return [
        f"  {answer.verdict.label}",
        f"    premise:    {show_pretty(answer.premise.meaning)}",
        f"    hypothesis: {show_pretty(answer.hypothesis.meaning)}",
    ]
