import inflect
import pytest

from provenli.grammar.morphology import article, past, plural, third_person


def test_inflection() -> None:
    assert [plural(w) for w in ("dog", "mouse", "child", "ice cream")] == ["dogs", "mice", "children", "ice creams"]
    assert [past(w) for w in ("see", "stop", "dream", "give up")] == ["saw", "stopped", "dreamed", "gave up"]
    assert [third_person(w) for w in ("see", "try", "give up")] == ["sees", "tries", "gives up"]


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("owl", "an"),
        ("hour", "an"),
        ("honest", "an"),
        ("horse", "a"),
        ("unit", "a"),
        ("European", "a"),
        ("uncle", "an"),
        ("one", "a"),
        ("apple", "an"),
        ("dog", "a"),
    ],
)
def test_article(word: str, expected: str) -> None:
    assert article(word) == expected


WORDS = """
apple ant animal actor aisle iris ice idea island iguana bear cat dog fox goat jaguar koala lion monkey newt
pony quail rat snake tiger vole wolf zebra knight gnome psalm writer small tall young quick mnemonic horse
house hen herb humble egg emu elephant owl onion otter orange hour heir honour honorary honest ewe eunuch
euler one once yellow yttrium ugly uncle unit user union unanimous unimportant unimaginable uninteresting
unidentified ubiquitous urn urine utter utensil university X-ray x-ray FBI MP NASA U-turn U.S. houri honolulu
ounce outer umbrella
"""


def test_the_rule_agrees_with_inflect() -> None:
    words = WORDS.split()
    assert [article(w) for w in words] == [str(inflect.engine().a(w)).split()[0] for w in words]
