"""Numbers in digits and words."""

from __future__ import annotations

import pytest

from provenli.english.numerals import number_at


@pytest.mark.parametrize(
    ("words", "value", "end"),
    [
        ("three dogs", 3, 1),
        ("12 dogs", 12, 1),
        ("1,200 dogs", 1200, 1),
        ("twenty five dogs", 25, 2),
        ("twenty-five", 25, 1),
        ("two hundred dogs", 200, 2),
        ("dogs", 0, 0),
        ("hundred dogs", 0, 0),
    ],
)
def test_numbers(words: str, value: int, end: int) -> None:
    assert number_at(words.split(), 0) == (value, end)
