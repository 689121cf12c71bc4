"""Trees as JSON and back: the same text and meaning; whatever is no tree of the grammar is refused."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from provenli.errors import GrammarError
from provenli.grammar import Grammar, parse, sample
from provenli.grammar.stored_trees import from_json, to_json
from provenli.library.fragment_shelf import FRAGMENTS, load_fragment
from tests.grammar.toys import animals, boolean


@pytest.mark.parametrize("grammar", [animals(), boolean()], ids=["animals", "boolean"])
def test_there_and_back(grammar: Grammar) -> None:
    rng = np.random.default_rng(0)
    for k in range(150):
        d = sample(grammar, rng, k % 4)
        again = from_json(json.loads(json.dumps(to_json(d))), grammar)
        assert again == d
        assert (again.text, again.meaning) == (d.text, d.meaning)


@pytest.mark.parametrize("name", FRAGMENTS)
def test_the_shelf_there_and_back(name: str) -> None:
    grammar, rng = load_fragment(name).grammar, np.random.default_rng(0)
    for _ in range(10):
        d = sample(grammar, rng, 1)
        again = from_json(json.loads(json.dumps(to_json(d))), grammar)
        assert (again.text, again.meaning) == (d.text, d.meaning)


@pytest.mark.parametrize(
    "value",
    [
        None,
        3,
        "dog",
        [],
        [0],
        [0, "S"],
        {},
        {"word": "Ann"},
        {"word": "Ann", "form": "PN"},
        [99, "S"],
        [-1, "S"],
        [0, 1],
        True,
        [0, "S", {"word": "Ann", "form": "PN"}],
        {"word": 1, "form": "PN"},
        [[[]]],
        [0.0, "S"],
    ],
)
def test_no_trees(value: Any) -> None:
    with pytest.raises(GrammarError):
        from_json(value, boolean())


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path] * bool(path) + [p for k, v in inside for p in places(v, (*path, k))]


@given(st.integers(0, 99), st.data())
def test_a_changed_tree_is_a_tree_or_refused(seed: int, data: st.DataObject) -> None:
    """Never anything but GrammarError; and what is accepted is a sentence that the grammar can read."""
    grammar = boolean()
    value = to_json(sample(grammar, np.random.default_rng(seed), 1))
    *way, last = data.draw(st.sampled_from(places(value)))
    inside = value
    for step in way:
        inside = inside[step]
    inside[last] = data.draw(
        st.one_of(
            st.none(),
            st.integers(-2, 12),
            st.text(max_size=3),
            st.just([]),
            st.just({}),
            st.just({"word": "Bob", "form": "PN"}),
            st.booleans(),
        )
    )
    try:
        d = from_json(value, grammar)
    except GrammarError:
        return
    assert d.text in {p.text for p in parse(grammar, d.text)}
    assert to_json(d) == value


def test_deep_junk_is_refused_too() -> None:
    value: Any = []
    for _ in range(5000):
        value = [0, "S", value]
    with pytest.raises(GrammarError):
        from_json(value, boolean())
