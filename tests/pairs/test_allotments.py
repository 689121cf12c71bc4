"""Which pattern gets how many pairs: labels exactly even, cells even within a label, no pair twice."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from provenli.data.generate import Order, generate
from provenli.library.fragment_shelf import load_file
from provenli.options import Options
from provenli.pairs.drawn import Drawn
from provenli.pairs.fragment import Draft, Fragment
from provenli.pairs.parts import Part
from provenli.pairs.plan import Plan, Request, capacity
from tests.pairs.test_drawn import options, plan, toy_file


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Fragment:
    return load_file(toy_file(tmp_path_factory.mktemp("toy")))


def with_maker(toy: Fragment, parts: tuple[Part, ...], balance: Any = "label") -> Fragment:
    """The toy with cells: the quantifier of the premise."""
    old: Any = toy.pairs

    def draw(rng: np.random.Generator, chosen: Options) -> Iterator[Draft]:
        for d in old.draw(rng, chosen):
            first = d.premise.text.split()[0].lower().replace("an", "a")
            yield Draft(d.premise, d.hypothesis, d.features, cell=first)

    maker = Drawn(draw, parts, old.options[:1], patterns=60, balance=balance)
    return Fragment(toy.name, toy.grammar, toy.theory, toy.reading, pairs=maker)


def counts(made: Plan, by: str) -> list[Counter[Any]]:
    out = []
    for part in made.parts:
        found: Counter[Any] = Counter()
        for a in part.allotments:
            p = made.patterns[a.pattern]
            label = made.schemas[int(p.schema[0])].label
            found[{"label": label, "cell": p.cell, "both": (label, p.cell)}[by]] += len(a.serials)
        out.append(found)
    return out


def test_cells_are_even_within_a_label(toy: Fragment) -> None:
    made = plan(with_maker(toy, (Part("all", 10),)), 180)
    (labels,), (both,) = counts(made, "label"), counts(made, "both")
    assert set(labels.values()) == {60}
    for label in labels:
        inside = [n for (x, _), n in both.items() if x == label]
        assert max(inside) - min(inside) <= 1, both


def test_cells_may_be_what_is_balanced(toy: Fragment) -> None:
    (cells,) = counts(plan(with_maker(toy, (Part("all", 10),), "cell"), 91), "cell")
    assert sorted(cells.values()) == [30, 30, 31]


def test_parts_share_in_proportion(toy: Fragment) -> None:
    parts = (Part("a", 3), Part("b", 1), Part("c", 1))
    assert [p.size for p in plan(with_maker(toy, parts), 101).parts] == [61, 20, 20]


def test_serials_of_a_pattern_are_below_its_capacity_and_used_once(toy: Fragment) -> None:
    made = plan(with_maker(toy, (Part("a", 3), Part("b", 1))), 400)
    used: dict[int, list[int]] = {}
    for part in made.parts:
        for a in part.allotments:
            used.setdefault(a.pattern, []).extend(a.serials.tolist())
    for number, serials in used.items():
        room = capacity(made.patterns[number], made.classes, made.parts[0].words)
        assert len(set(serials)) == len(serials)
        assert max(serials) < room


def test_parts_whose_words_overlap_share_no_pair(toy: Fragment, tmp_path: Path) -> None:
    """One part goes without one word, the other without another: most words are in both, so pairs could be, too."""
    parts = (Part("a", 1, frozenset({"dog"})), Part("b", 1, frozenset({"cat"})))
    fragment = with_maker(toy, parts)
    generate(Order(fragment, "toy", Request(1200, 0, options(fragment)), ("jsonl",), tmp_path / "out"))
    texts = [(tmp_path / "out" / f"{n}.jsonl").read_text().splitlines() for n in "ab"]
    found = [{(r["premise"], r["hypothesis"]) for r in map(json.loads, lines)} for lines in texts]
    assert not found[0] & found[1]
