import subprocess
import sys
from collections import defaultdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from provenli.errors import NoParse, ProveNLIError, SentenceError, UnknownWord
from provenli.grammar import Derivation, Grammar, enumerate_derivations, parse, readings, sample
from provenli.grammar.chart import Chart
from provenli.grammar.tokens import tokens

from .toys import animals, boolean, tiny

seeds = st.integers(0, 2**32)


@given(seeds, st.integers(0, 2), st.sampled_from([boolean(), animals(), tiny()]))
def test_what_is_written_can_be_read(seed: int, level: int, g: Grammar) -> None:
    d = sample(g, np.random.default_rng(seed), level)
    assert d in parse(g, d.text, limit=10_000)


def test_all_derivations_are_found_and_no_others() -> None:
    g = tiny()
    by_text: dict[str, set[Derivation]] = defaultdict(set)
    for d in enumerate_derivations(g, 2):
        by_text[d.text].add(d)
    for text, expected in by_text.items():
        found = parse(g, text)
        assert len(found) == len(set(found))
        assert {d for d in found if d.level <= 2} == expected


def test_unsampled_words_and_variants_are_read_but_not_written() -> None:
    (d,) = parse(animals(), "Each dog near at least three tables ran")
    assert d.text == "Every dog near at least 3 tables ran."


def test_case_and_contractions() -> None:
    (d,) = parse(animals(), "EVERY DOG DIDN’T RUN!")
    assert d.text == "Every dog did not run."


def test_number_agreement() -> None:
    assert len(parse(animals(), "no dogs were young")) == 1
    with pytest.raises(NoParse, match="'were'"):
        parse(animals(), "no dog were young")


def test_readings_come_closest_attachment_first() -> None:
    found = parse(animals(), "every dog near a mouse who saw an owl ran")
    low, high = readings(found)
    assert [d.root for d in found] == [low[0].root, high[0].root]
    assert "mouse who saw an owl" in {text for _, _, text in low[0].nodes()}
    assert low[0].meaning != high[0].meaning


def test_readings_join_derivations_that_mean_the_same() -> None:
    g = animals()
    derivations = parse(g, "every dog who ran who was young saw an owl")
    groups = readings(derivations * 2)
    assert [len(group) for group in groups] == [2]


def test_too_ambiguous() -> None:
    text = "every dog " + "near a dog " * 8 + "ran"
    with pytest.raises(SentenceError, match="too ambiguous: it has 1430 derivations, at most 64 are read"):
        parse(animals(), text)
    assert len(parse(animals(), text, limit=1430)) == 1430  # the Catalan number of 8


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("every dgo ran", UnknownWord, "unknown word 'dgo' (word 2, column 7); did you mean 'dog'?"),
        (
            "every qqq ran",
            UnknownWord,
            "unknown word 'qqq' (word 2, column 7); the other words are known; a fragment's",
        ),
        ("every qqq rrr", UnknownWord, "unknown word 'qqq' (word 2, column 7); 2 of the 3 words are unknown; a"),
        ("every " + "d" * 99, UnknownWord, "unknown word '" + "d" * 40 + "…' (word 2, column 7)"),
        (
            "every dog table",
            NoParse,
            "no parse: \"every dog\" is fine, but word 3 'table' (column 11) cannot follow; "
            "expected one of: did, near, ran, saw, stared, that, was, who",
        ),
        (
            "Every dog",
            NoParse,
            'no parse: "Every dog" is fine, but the sentence ends too early; '
            "expected one of: did, near, ran, saw, stared, that, was, who",
        ),
        ("at least dog ran", NoParse, "\"at least\" is fine, but word 3 'dog' (column 10) cannot follow"),
        ("ran", NoParse, "no parse: a sentence cannot begin with word 1 'ran' (column 1); expected one of: a, at,"),
        ("every dog ran ran", NoParse, "word 4 'ran' (column 15) cannot follow; expected the end of the sentence"),
        ("every dog saw an", NoParse, "the sentence ends too early; expected one of: dog, honest, ice, mouse, owl"),
        ("every dog saw an mouse", SentenceError, "'an' (word 4, column 15) must be 'a' before 'mouse'"),
        (" ", SentenceError, "the sentence is empty"),
        ("dog " * 10_000, SentenceError, "the sentence has 10000 words; at most 200 are read"),
    ],
)
def test_errors(text: str, error: type[ProveNLIError], message: str) -> None:
    with pytest.raises(error) as caught:
        parse(animals(), text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_long_beginnings_are_cut() -> None:
    with pytest.raises(NoParse, match=r'no parse: "… case that it is not the case that" is fine, but word 13'):
        parse(boolean(), "it is not the case that " * 2 + "ran")


def test_a_comma_is_named_as_such() -> None:
    with pytest.raises(NoParse, match=r"but the comma after word 2 \(column 8\) cannot follow"):
        parse(boolean(), "Ann ran, ran")


@given(st.text(max_size=60))
def test_any_text_is_answered(text: str) -> None:
    with pytest.raises(SentenceError):
        parse(tiny(), text)


WORDS = ("every", "no", "exactly", "2", "dog", "that", "ran", "saw", "did", "not", "see", "run")


@given(seeds, st.integers(0, 2), st.data())
def test_expected_words_are_those_that_can_follow(seed: int, level: int, data: st.DataObject) -> None:
    g = tiny()
    keys = [t.key for t in tokens(sample(g, np.random.default_rng(seed), level).text)]
    cut = data.draw(st.integers(0, len(keys) - 1))
    expected = Chart(g.index, keys[:cut]).expected(cut)
    assert keys[cut] in expected
    for other in WORDS:
        assert (Chart(g.index, [*keys[:cut], other]).reached == cut + 1) == (other in expected)


@given(seeds, st.data())
def test_every_beginning_of_a_sentence_is_fine(seed: int, data: st.DataObject) -> None:
    words = sample(tiny(), np.random.default_rng(seed), 2).render(stop=False).split()
    text = " ".join(words[: data.draw(st.integers(1, len(words)))])
    try:
        assert parse(tiny(), text)[0].render(stop=False) == text
    except NoParse as e:
        assert "the sentence ends too early" in str(e)  # noqa: PT017  # either answer is right, another is not


def test_reading_loads_no_slow_library() -> None:
    program = (
        "import sys; from grammar.toys import animals; from provenli.grammar import parse;"
        "parse(animals(), 'an owl saw a dog'); sys.exit(bool({'z3', 'spacy', 'click'} & set(sys.modules)))"
    )
    path = str(__file__).rsplit("grammar", 1)[0]
    done = subprocess.run([sys.executable, "-c", program], cwd=path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
