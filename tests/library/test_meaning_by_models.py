"""Labels of generated rows against an evaluator that shares nothing with provenli (small_models.py)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from provenli.data.generate import Order, generate
from provenli.data.readers import Row, rows, stretches
from provenli.library.fragment_shelf import load_fragment
from provenli.logic.readings import Reading
from provenli.pairs.plan import Request
from tests.library.small_models import Models, NotRead, read

SIZES, COUNT = (1, 2, 3, 4), 3000


def rows_under(fragment_name: str, strength: str, out: Path) -> list[Row]:
    fragment = load_fragment(fragment_name)
    assert fragment.pairs is not None
    fragment = replace(fragment, reading=Reading(existential_import=strength))  # type: ignore[arg-type]
    options = {o.name: o.default for o in fragment.pairs.options}
    generate(Order(fragment, fragment_name, Request(150, 5, options, 1), ("jsonl",), out))
    return [row for path in sorted(out.glob("t*.jsonl")) for s in stretches(path) for row in rows(path, s)]


def seen(row: Row, strength: str, granted: bool = True) -> set[bool]:
    """Whether the hypothesis is true, in models where the premise and what is presupposed are."""
    out: set[bool] = set()
    for size in SIZES:
        rng = np.random.default_rng([size, row.line])
        models = Models(COUNT, size, rng)
        premise, hypothesis = read(row.premise, models), read(row.hypothesis, models)
        where = premise.true & premise.presupposed(strength)
        if granted:
            where &= hypothesis.presupposed(strength)
        out |= set(map(bool, np.unique(hypothesis.true[where])))
    return out


WRONG = {"entailment": {False}, "contradiction": {True}, "neutral": set[bool]()}


@pytest.mark.parametrize("strength", ["no", "strong", "all"])
def test_labels_are_right_under_each_existential_import(strength: str, tmp_path: Path) -> None:
    checked = confirmed = neutral = resting = told = 0
    for row in rows_under("monotonicity_simple", strength, tmp_path / strength):
        try:
            found = seen(row, strength)
        except NotRead:
            continue
        checked += 1
        assert not found & WRONG[row.label], f"{row.label}: {row.premise} / {row.hypothesis}"
        rests = bool(row.features.get("given"))
        strictly = seen(row, strength, granted=False) & WRONG[row.label]
        assert not strictly or rests, f"{row.label} rests on something: {row.premise} / {row.hypothesis}"
        told += rests and bool(strictly)
        resting += rests
        if row.label == "neutral":
            neutral += 1
            confirmed += found == {True, False}
    assert checked > 60
    assert neutral > 20
    assert (resting > 0) == (strength != "no")
    assert told >= 0.8 * resting, "what a label rests on should be missing in some of so many models"
    # Chance seldom makes long premises true; where it does, most neutral pairs are seen both ways.
    assert confirmed > 0.6 * neutral, "neutral pairs should have models both ways among so many"


def test_the_second_reading_tells_the_strengths_apart() -> None:
    row = Row(1, "", "Every cat slept.", "Some dog who ran moved.", "", "", {}, "")
    assert seen(row, "all") == {True}
    assert seen(row, "strong") == {True, False}
