from __future__ import annotations

from provenli.logic.drawings import draw
from provenli.logic.formula_parser import parse_formula
from provenli.logic.models import FiniteModel

MODEL = FiniteModel(
    4,
    {
        "black": frozenset({(0,)}),
        "dog": frozenset({(0,), (1,)}),
        "ran": frozenset(),
        "see": frozenset({(0, 1), (0, 2), (1, 0)}),
        "give": frozenset({(0, 1, 2)}),
        "rain": frozenset({()}),
    },
    {"ann": 0, "a": 1, "bob": 1},
    {"tall": (2, 0, 2, 5)},
    {"many": 4, "few": 2, "a few": 3},
)

PICTURE = """\
         dog  black
ann       ✓     ✓
a = bob   ✓
b
c
nothing is: cat, ran
love: (nobody)
give: (ann, a = bob, b)
rain: true
see: ann → a = bob, b;  a = bob → ann;  b, c → (nobody)
tall: c > ann = b > a = bob
many here means 4 or more
few here means 2 or fewer
a few here means 3 or more
"""


def test_the_whole_picture() -> None:
    facts = [parse_formula("every x (dog(x), cat(x) | black(x))"), parse_formula("love(ann, bob) | snow()")]
    assert draw(MODEL, facts) == PICTURE.replace("give:", "snow: false\ngive:")
    assert draw(MODEL, [facts[0], parse_formula("love(ann, bob)")]) == PICTURE


def test_without_formulas_predicates_come_by_name() -> None:
    assert draw(FiniteModel(2, {"dog": frozenset({(1,)}), "cat": frozenset({(0,)})})) == (
        "   cat  dog\na   ✓\nb        ✓\n"
    )


def test_nothing_to_say() -> None:
    assert draw(FiniteModel(2)) == "a\nb\n"


def test_one_name_used_with_one_and_with_two_places() -> None:
    assert draw(FiniteModel(1, {"ran": frozenset({(0,), (0, 0)})})) == "   ran\na   ✓\nran: a → a\n"
