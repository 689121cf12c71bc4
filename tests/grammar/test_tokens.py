import pytest

from provenli.errors import SentenceError
from provenli.grammar import MAX_WORDS
from provenli.grammar.tokens import check_articles, split, tokens


def test_places() -> None:
    found = tokens("Ann, Bob  ran. ")
    assert [(t.text, t.key, t.number, t.column) for t in found] == [
        ("Ann", "ann", 1, 1),
        (",", ",", 1, 4),
        ("Bob", "bob", 2, 6),
        ("ran", "ran", 3, 11),
    ]
    assert str(found[1]) == "the comma after word 1 (column 4)"


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("A dog didn’t run!", "a dog did not run"),
        ("an owl WASN'T old?", "a owl was not old"),
        ("it can't, won't", "it can not , will not"),
        ("ran ...", "ran"),
    ],
)
def test_keys(text: str, keys: str) -> None:
    assert " ".join(t.key for t in tokens(text)) == keys


@pytest.mark.parametrize("text", ["", "  ", ".", "?!"])
def test_empty(text: str) -> None:
    with pytest.raises(SentenceError, match="the sentence is empty"):
        tokens(text)


def test_too_long() -> None:
    assert len(tokens("a " * MAX_WORDS)) == MAX_WORDS
    with pytest.raises(SentenceError, match=f"has 10000 words; at most {MAX_WORDS} are read"):
        tokens("a " * 10_000)


@pytest.mark.parametrize("text", ["a dog", "an owl", "An hour", "a unit", "a , owl"])
def test_right_articles(text: str) -> None:
    assert check_articles(split(text), {}) is None


def test_a_letter_that_looks_right_is_not_looked_up() -> None:
    """Reading stays fast at the price of letting 'a hour' pass."""
    assert check_articles(split("a hour"), {}) is None


def test_capitals_are_looked_up_as_the_lexicon_writes_them() -> None:
    assert check_articles(split("A UNIT"), {"unit": "unit"}) is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("saw an dog", "'an' (word 2, column 5) must be 'a' before 'dog'"),
        ("A owl", "'A' (word 1, column 1) must be 'an' before 'owl'"),
    ],
)
def test_wrong_articles(text: str, message: str) -> None:
    with pytest.raises(SentenceError) as caught:
        check_articles(split(text), {})
    assert str(caught.value) == message
