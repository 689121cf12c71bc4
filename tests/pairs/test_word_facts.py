"""A proof names the facts of the theory without which it fails, and no others."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from provenli.library.fragment_shelf import load_fragment
from provenli.logic.theory import Clause, Theory, excludes, isa
from provenli.pairs.entails import entails
from provenli.pairs.given import fact_text, facts_used

DINNER = load_fragment(str(Path(__file__).parents[2] / "examples" / "my_fragment.py"))
PAIR = ("Every guest was full.", "No critic was hungry.")


@pytest.mark.parametrize(
    ("premise", "hypothesis", "told"),
    [
        (*PAIR, "given: every critic is a guest; full(x) and hungry(x) exclude each other"),
        ("Every guest was full.", "A guest was hungry.", "given: full(x) and hungry(x) exclude each other"),
        ("No soup was full.", "No bisque was full.", ""),  # a chain shows its facts itself
        ("Some guests were full.", "Some critics were full.", ""),  # neutral: models, no proof
    ],
)
def test_facts(premise: str, hypothesis: str, told: str) -> None:
    lines = entails(DINNER, premise, hypothesis).evidence.splitlines()
    assert [line for line in lines if line.startswith("given: ")] == ([told] if told else [])


def test_without_a_fact_the_pair_is_open() -> None:
    answer = entails(DINNER, *PAIR)
    used = facts_used(answer.problem, answer.verdict)
    assert len(used) == 2
    for fact in used:
        fewer = Theory(tuple(c for c in DINNER.theory.clauses if c != fact), DINNER.theory.axioms)
        assert entails(replace(DINNER, theory=fewer), *PAIR).label == "neutral"


@pytest.mark.parametrize(
    ("fact", "text"),
    [
        (excludes("guest", "dish"), "no dish is a guest"),
        (Clause(frozenset({"bisque"}), frozenset({"dish", "soup"})), "every bisque is a dish or a soup"),
        (isa("devour", "eat", arity=2)[0], "devour(x, y) implies eat(x, y)"),
    ],
)
def test_texts(fact: Clause, text: str) -> None:
    assert fact_text(fact, DINNER.grammar) == text
