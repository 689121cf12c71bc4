"""The value every reader gives."""

from __future__ import annotations

import json

from provenli.english.analysis import Analysis, EnglishToken, EnglishTree, ScopeOperator
from provenli.logic.formulas import Pred, Var

NO = ScopeOperator(0, 1, "no", ("down", "down"), ((1, "down"), (2, "down")), "no turns its noun and its scope downward")
READ = Analysis(
    "No dog ran",
    (
        EnglishToken("No", "no", "DET", 0, 2),
        EnglishToken("dog", "dog", "NOUN", 3, 6),
        EnglishToken("ran", "run", "VERB", 7, 10),
    ),
    EnglishTree("S", 0, 3, (EnglishTree("NP", 0, 2), EnglishTree("VP", 2, 3))),
    ("+", "-", "-"),
    (NO,),
    Pred("run", (Var("x"),)),
    "full",
    "",
    "ccg",
)


def test_an_operator_says_what_it_does_to_a_token() -> None:
    assert NO.effect_on(1) == "down"
    assert NO.effect_on(0) is None


def test_constituents_come_outermost_first() -> None:
    assert READ.tree is not None
    assert [t.category for t in READ.tree.constituents()] == ["S", "NP", "VP"]


def test_the_json_has_a_mark_a_token_and_survives_writing() -> None:
    row = json.loads(json.dumps(READ.to_json()))
    assert row["tokens"] == ["No", "dog", "ran"]
    assert row["polarity"] == ["+", "-", "-"]
    assert row["meaning"].startswith("run(")
    assert row["operators"][0]["scope"] == [[1, "down"], [2, "down"]]
