"""What must not be shared is found in the files, with both lines."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from provenli.splits.overlaps import Shared, asked_of, capitals, facts_of, shared
from provenli.splits.protocol import Check
from provenli.splits.where import where

Line = tuple[str, str, dict[str, Any]]


def part(path: Path, lines: list[Line]) -> Path:
    values = [
        {
            "id": f"x:x-pairs-{k:08}",
            "premise": p,
            "hypothesis": h,
            "label": "entailment",
            "schema": f"s{len(p)}",
            "features": f,
        }
        for k, (p, h, f) in enumerate(lines)
    ]
    path.write_text("".join(json.dumps(v) + "\n" for v in values))
    return path


def found(check: Check, one: list[Line], two: list[Line], folder: Path) -> Shared | None:
    a, b = part(folder / "a.jsonl", one), part(folder / "b.jsonl", two)
    return shared(check, facts_of(a, asked_of("a", [check])), facts_of(b, asked_of("b", [check])))


ONE: list[Line] = [("p", "q", {"v": "know", "d": 1}), ("Ann ran.", "Every x saw Bob.", {"v": ["no", "some"], "d": 2})]


@pytest.mark.parametrize(
    ("check", "two", "lines", "what"),
    [
        (Check("pair", ("a", "b")), [("q", "p", {}), ("p", "q", {})], (1, 2), "the same pair"),
        (Check("features", ("a", "b"), ("v",)), [("x", "y", {"v": "know"})], (1, 1), "v know"),
        (
            Check("features", ("a", "b"), ("v", "d")),
            [("x", "y", {"v": ["no", "some"], "d": 2})],
            (2, 1),
            "v no, some; d 2",
        ),
        (Check("features", ("a", "b"), ("schema",)), [("x", "y", {})], (1, 1), "schema x:s1"),
        (Check("elements", ("a", "b"), ("v",)), [("x", "y", {"v": ["few", "some"]})], (2, 1), "v some"),
        (Check("names", ("a", "b")), [("Every z ran.", "z", {}), ("The z saw Ann.", "z", {})], (2, 2), "the name Ann"),
        (Check("names", ("a", "b")), [("Bob ran.", "z", {})], (2, 1), "the name Bob"),
    ],
)
def test_what_both_have(check: Check, two: list[Line], lines: tuple[int, int], what: str, tmp_path: Path) -> None:
    hit = found(check, ONE, two, tmp_path)
    assert hit is not None
    assert (hit.lines, hit.what) == (lines, what)
    assert hit.told(("a.jsonl", "b.jsonl")) == (
        f"a.jsonl, line {lines[0]}, and b.jsonl, line {lines[1]}: {what} in both, which the protocol forbids"
    )


@pytest.mark.parametrize(
    ("check", "two"),
    [
        (Check("pair", ("a", "b")), [("q", "p", {}), ("p", "q.", {})]),
        (Check("features", ("a", "b"), ("v", "d")), [("x", "y", {"v": "know", "d": 2})]),
        (Check("features", ("a", "b"), ("v",), where(d=2)), [("x", "y", {"v": "know", "d": 2})]),
        (Check("elements", ("a", "b"), ("v",)), [("x", "y", {"v": ["few"]})]),
        (Check("names", ("a", "b")), [("Every z ran.", "z", {}), ("Cleo ran.", "x", {})]),
    ],
)
def test_what_they_do_not_share(check: Check, two: list[Line], tmp_path: Path) -> None:
    assert found(check, ONE, two, tmp_path) is None


def test_words_with_a_capital() -> None:
    assert capitals("Every person saw New-York, or Ann.") == (["Every"], ["New-York", "Ann"])


def test_checks_say_what_they_check() -> None:
    assert str(Check("features", ("a", "b"), ("depth",))) == "no depth in both"
    assert str(Check("features", ("a", "b"), ("q", "r"), where(d=1))) == "no combination of q and r in both (where d 1)"
