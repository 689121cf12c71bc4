from __future__ import annotations

import ast
from pathlib import Path

import pytest

import provenli.replies as replies
from provenli.replies import answer_of


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        ("yes", "yes"),
        ("Yes, because there is no dog.", "yes"),
        ("**No**", "no"),
        ("The answer is no.", "no"),
        ("I first thought yes. Answer: No", "no"),
        ("It does, so yes", "yes"),
        ("I do Not know", None),
        ("None of this", None),
        ("It may be yes and it may be no", None),
        ("", None),
        ("<think>no, no, no</think>\nyes", "yes"),
        ("<think>no, and so on without end", None),
    ],
)
def test_plain_answers(reply: str, answer: str | None) -> None:
    assert answer_of(reply, ("yes", "no")) == answer


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        ("No dog ran, so every cat did.\nAnswer: yes", "yes"),
        ("No dog ran.\nSo the hypothesis follows: yes", "yes"),
        ("No dog ran and yes, I am unsure.", None),
        ("Yes at first.\nAnswer: no\nAnswer: yes", "yes"),
    ],
)
def test_answers_after_reasoning(reply: str, answer: str | None) -> None:
    assert answer_of(reply, ("yes", "no"), reasoning=True) == answer


def test_letters_are_capitals_and_long_answers_come_first() -> None:
    assert answer_of("a dog is B", ("A", "B")) == "B"
    assert answer_of("A", ("A", "B")) == "A"
    assert answer_of("non-entailment", ("entailment", "non-entailment")) == "non-entailment"
    assert answer_of("It is entailment.", ("entailment", "non-entailment")) == "entailment"


def test_exports_can_carry_the_file() -> None:
    """It imports nothing but the standard library."""
    tree = ast.parse(Path(replies.__file__).read_text())
    named = {n.module or "" for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)}
    assert {m.split(".")[0] for m in named} <= {"__future__", "collections"}
