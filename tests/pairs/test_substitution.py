"""Every word against every other word of its place."""

from __future__ import annotations

from pathlib import Path

from provenli.library.fragment_shelf import load_fragment
from provenli.pairs.substitution import exchanged_words

KENNEL = Path(__file__).parents[2] / "examples" / "kennel.py"


def test_one_word_is_exchanged_at_a_time() -> None:
    (d,) = load_fragment(str(KENNEL)).read("No dogs chased some poodles.")
    made = [e.of(d).text for e in exchanged_words(d)]
    determiners = ("At least 2", "At most 5", "Exactly 3", "Between 2 and 5")
    assert set(made) == {
        *(f"{first} dogs chased some poodles." for first in ("Some", *determiners)),
        "No poodles chased some poodles.",
        *(f"No dogs chased {second} poodles." for second in ("no", *map(str.lower, determiners))),
        "No dogs chased some dogs.",
    }
    assert len(made) == len(set(made))
