"""What a user may type for an option: read as meant, or refused in words that say what was expected."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from provenli.errors import InputError
from provenli.options import one_of, some_of, span, whole


@given(st.integers(-5, 50))
def test_whole_numbers(n: int) -> None:
    read = whole(1, 30)
    if 1 <= n <= 30:
        assert read(str(n)) == n
    else:
        with pytest.raises(InputError, match="from 1 to 30"):
            read(str(n))


@given(st.integers(0, 12), st.integers(0, 12))
def test_spans(low: int, high: int) -> None:
    read = span(1, 9)
    if 1 <= low <= high <= 9:
        assert read(f"{low}-{high}") == (low, high)
        assert read(str(low)) == (low, low)
    else:
        with pytest.raises(InputError):
            read(f"{low}-{high}")


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (r, t)
        for r in (whole(1, 9), span(1, 9), one_of("keep", "drop"), some_of("a", "b"))
        for t in ("", " ", "1.5", "-", "1-", "-3", "x", "1e3", "9" * 50, "½", "٣٣٣", "a,,b", "a, b", "keep ")
    ],
)
def test_what_is_none(read: Callable[[str], Any], text: str) -> None:
    with pytest.raises(InputError):
        read(text)


@given(st.text())
def test_anything_is_read_or_refused(text: str) -> None:
    for read in (whole(0, 10**9), span(0, 99), one_of("keep", "drop"), some_of("a", "b")):
        try:
            read(text)  # type: ignore[operator]
        except InputError as e:
            assert "\n" not in str(e)  # noqa: PT017


def test_lists_come_in_order() -> None:
    read = some_of("adjective", "adverb", "clause")
    assert read("clause,adjective") == ("adjective", "clause")
    assert read("adverb,adverb") == ("adverb",)
    with pytest.raises(InputError, match="adjective"):
        read("adjectiv")
