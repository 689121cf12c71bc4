from provenli.grammar.derivation import joined, sentence, with_articles


def test_sentence() -> None:
    tokens = ("Ann", ",", "Bob", ",", "and", "a", "owl", "ran")
    assert sentence(tokens) == "Ann, Bob, and an owl ran."
    assert sentence(("every", "dog", "ran"), capital=False, stop=False) == "every dog ran"
    assert sentence(("every", "dog", "ran"), stop=False) == "Every dog ran"


def test_articles_look_at_the_next_word_only() -> None:
    assert with_articles(("a", "honest", "dog", "saw", "a", "young", "owl")) == (
        "an",
        "honest",
        "dog",
        "saw",
        "a",
        "young",
        "owl",
    )
    assert with_articles(("a",)) == ("a",)


def test_only_a_space_before_a_comma_goes() -> None:
    assert joined(("a", ",", "b")) == "a, b"
