"""Lists with and without the comma before 'and' are read by every fragment that has lists, with one meaning."""

from __future__ import annotations

import pytest

from provenli.library.fragment_shelf import load_fragment

LISTS = [
    ("boolean", "Elliot, John{} and Fred swam."),
    ("boolean", "Elliot did not see John, Ann{} or Bob."),
    ("veridical", "Someone knew that Elliot, John{} and Fred swam."),
    ("veridical", "Someone knows that Elliot, John{} or Fred swims."),
    ("transitivity", "Someone hoped that Ann saw Elliot, John{} and Fred."),
    ("negation", "Dave has visited Israel, Bill has visited Russia{} and Tim has not visited Chile."),
    ("boolean_coordination", "Dan, Bill{} and Tim have only visited Cuba, Fiji{} and Spain."),
    ("counting", "Tim has visited Dan, Bill{} and Mark."),
    ("counting", "Only Dan, Bill{} and Mark have visited Cuba."),
    ("conditional", "Tim visited Cuba, Dan visited Fiji{} and Bill visited Spain."),
    ("conditional", "If Tim visited Cuba then Dan visited Fiji, Tim visited Cuba{} and Bill visited Spain."),
    ("comparative", "Tim is taller than Dan, Bill{} and Mark."),
    ("comparative", "Tim is taller than Dan, Dan is as tall as Bill{} and Bill is taller than Mark."),
]


@pytest.mark.parametrize(("fragment", "text"), LISTS)
def test_a_list_is_read_with_and_without_the_last_comma(fragment: str, text: str) -> None:
    f = load_fragment(fragment)
    found = [f.read(text.format(*[comma] * text.count("{}"))) for comma in ("", ",")]
    assert [len(f) for f in found] == [1, 1]
    assert found[0][0].meaning == found[1][0].meaning
    assert [f[0].text.count(",") for f in found][1] > found[0][0].text.count(",")
