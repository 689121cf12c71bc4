from __future__ import annotations

import pytest

from provenli.audits.plain_steps import plainly
from provenli.english.decision import solver_from

NARROWER = "It stands under ‘not’, and who denies the wider denies the narrower too."
WIDER = "It stands under ‘not’, so that the hypothesis denies more than the premise does."
FOLLOWS = "So whenever the premise is true, the hypothesis is true."
OPEN = "So the premise can be true while the hypothesis is false."


@pytest.mark.parametrize(
    ("premise", "hypothesis", "told"),
    [
        (
            "Tom isn't a speaker of French.",
            "Tom isn't a fluent speaker of French.",
            f"The hypothesis adds ‘fluent’. {NARROWER} {FOLLOWS}",
        ),
        (
            "Tom isn't a fluent speaker of French.",
            "Tom isn't a speaker of French.",
            f"The hypothesis leaves out ‘fluent’. {WIDER} {OPEN}",
        ),
        (
            "Every dog barked.",
            "Every old dog barked.",
            "The hypothesis adds ‘old’. It stands under ‘every’, where what holds of the wider holds of the narrower "
            f"too. {FOLLOWS}",
        ),
        ("Tom slept.", "Tom slept.", f"Both sentences say the same. {FOLLOWS}"),
        (
            "Some old dog barked.",
            "Some dog barked.",
            f"The hypothesis leaves out ‘old’. That says no more than the premise does. {FOLLOWS}",
        ),
        (
            "Some dog barked.",
            "Some old dog barked.",
            f"The hypothesis adds ‘old’. That says more than the premise does. {OPEN}",
        ),
    ],
)
def test_what_changes_and_whether_it_says_more(premise: str, hypothesis: str, told: str) -> None:
    answer = solver_from("ccg", (), (), None, "sound").decide((premise,), hypothesis)
    assert answer.verdict == "proved"
    assert plainly(answer) == told


def test_the_steps_themselves_where_the_plain_words_do_not_fit() -> None:
    answer = solver_from("ccg", (), (), None, "sound").decide(("A dog barked.",), "No dog barked.")
    assert answer.label == "contradiction"
    assert plainly(answer).lower() == answer.explanation.lower()
