"""Quantifiers by their names, and those with two numbers by brute force."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from provenli.certify.engines.natural_logic import denials
from provenli.errors import FormulaError
from provenli.logic import quantifiers
from provenli.logic.bounds import unfold
from provenli.logic.formula_parser import parse_formula
from provenli.logic.formula_printer import show, show_pretty
from provenli.logic.formulas import Not, Pred, Quant, Var
from provenli.logic.models import FiniteModel
from provenli.logic.polarity import ARROWS
from provenli.logic.projectivity import project
from provenli.logic.quantifiers import NUMERIC, PLAIN, TWO_NUMBERS, Quantifier, at_least, between, exactly, quantifier
from provenli.logic.relations import Relation
from provenli.logic.truth import holds

X = Var("x")
DOGS_RUN = (Pred("dog", (X,)), Pred("run", (X,)))
EQUAL = Relation.EQUIVALENCE
NAMED = (*PLAIN, *(quantifier(n, 2) for n in NUMERIC), *(quantifier(n, 2, 5) for n in TWO_NUMBERS))


def models(size: int) -> Iterator[FiniteModel]:
    """Every choice of dogs and runners among so many."""
    everything = range(size)
    for dogs, runners in product(product((False, True), repeat=size), repeat=2):
        chosen = {"dog": dogs, "run": runners}
        yield FiniteModel(size, {p: frozenset((e,) for e in everything if has[e]) for p, has in chosen.items()})


@pytest.mark.parametrize(("least", "most"), [(0, 0), (0, 2), (1, 1), (1, 3), (2, 3), (2, 5)])
def test_between_counts_both_ends(least: int, most: int) -> None:
    f = Quant(between(least, most), X, *DOGS_RUN)
    for size in range(1, 6):
        for m in models(size):
            running = len(m.relations["dog"] & m.relations["run"])
            assert holds(f, m) == holds(unfold(f), m) == (least <= running <= most)


@pytest.mark.parametrize("q", NAMED, ids=str)
def test_names_lead_back(q: Quantifier) -> None:
    f = Quant(q, X, *DOGS_RUN)
    assert quantifier(q.name, *q.numbers) == q
    assert parse_formula(show(f)) == f
    assert show(f) == show_pretty(f) == f"{q} x (dog(x), run(x))"


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("between", ()),
        ("between", (3,)),
        ("between", (5, 2)),
        ("at least", (-1,)),
        ("at least", (1, 2)),
        ("most", (3,)),
    ],
)
def test_other_names_and_numbers_are_refused(name: str, numbers: tuple[int, ...]) -> None:
    with pytest.raises(FormulaError, match=rf"no quantifier '{name}.*; known: every, .*, between n and m with n <= m"):
        quantifier(name, *numbers)


def test_the_relations_of_two_numbers_to_one_are_derived() -> None:
    wide, inner = between(2, 5), exactly(3)
    assert project(wide, at_least(2), EQUAL, EQUAL) == Relation.FORWARD
    assert project(inner, wide, EQUAL, EQUAL) == Relation.FORWARD
    assert project(wide, between(6, 7), EQUAL, EQUAL) == Relation.ALTERNATION
    assert project(wide, between(4, 7), EQUAL, EQUAL) == Relation.INDEPENDENCE
    assert project(between(3, 3), inner, EQUAL, EQUAL) == EQUAL


def test_only_negation_denies_two_numbers() -> None:
    f = Quant(between(2, 5), X, *DOGS_RUN)
    assert list(denials(f)) == [Not(f)]


PAGE = Path(__file__).parents[2] / "docs" / "own_fragment.md"
ROW = re.compile(r"^\| `q\.(\w+)(?:\(([\d, ]+)\))?` \| ([\w ]+) \| (.) (.) \| ", re.MULTILINE)


def test_the_page_for_users_lists_all_of_them() -> None:
    listed = []
    for attribute, numbers, said, noun, verb in ROW.findall(PAGE.read_text(encoding="utf-8")):
        found = getattr(quantifiers, attribute)
        q = found(*map(int, numbers.split(", "))) if numbers else found
        assert (said, noun, verb) == (str(q), *(ARROWS[sign] for sign in q.monotonicity()))
        listed.append(q)
    assert listed == list(NAMED)


def test_the_page_defines_quantifiers_as_it_says() -> None:
    code = next(
        b for b in re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL) if "DOZENS" in b
    )
    known: dict[str, Quantifier] = {}
    exec(code, {}, known)
    counts = list(product(range(26), repeat=2))
    assert [known["DOZENS"].holds(*c) for c in counts] == [inside >= 24 for inside, _ in counts]
    assert [known["ALL_BUT_ONE"].holds(*c) for c in counts] == [outside == 1 for _, outside in counts]
