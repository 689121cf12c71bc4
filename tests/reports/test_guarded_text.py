"""Markdown and CSV that no text of data can break."""

from __future__ import annotations

import csv
import io

import pytest

from provenli.reports.guarded_text import markdown_table, plain_markdown, prose_markdown
from provenli.scoring.grids import csv_text


@pytest.mark.parametrize(
    "start", ["=1+1", "+cmd", "-2+3", "@sum", "\tx", "-", " =1", "\n+1", "\uff1d1", '=HYPERLINK("x")']
)
def test_no_cell_is_a_formula(start: str) -> None:
    assert next(csv.reader(io.StringIO(csv_text([[start]])))) == [f"'{start}"]


def test_numbers_stay_numbers_and_texts_texts() -> None:
    cells = ["-5.00", "+1", "1e-3", "a=b", "", 7, -2.5]
    assert next(csv.reader(io.StringIO(csv_text([cells])))) == ["-5.00", "+1", "1e-3", "a=b", "", "7", "-2.5"]


def test_a_table_keeps_its_rows_and_columns() -> None:
    evil = "a|b\r\n\u2028<script>x</script> ![i](http://x)"
    lines = markdown_table(("h", evil), [(evil, "\\|")])
    assert [line.count("|") for line in lines] == [3, 3, 3]
    assert not any("<" in line or "](" in line or len(line.splitlines()) > 1 for line in lines)


@pytest.mark.parametrize("text", ["``<b>`", "\\`<b>`", "a ` <b>", "<b>", "`a` <b>", "`a`\n<b>"])
def test_notes_make_no_tags(text: str) -> None:
    assert "<b>" not in prose_markdown(text)


def test_code_in_notes_stays_as_it_is() -> None:
    assert prose_markdown("where `a < b` and c < d") == "where `a < b` and c &lt; d"
    assert plain_markdown("one\ntwo") == "one two"


@pytest.mark.parametrize("text", ["\x1b[31mred", "\x9b2J", "left \u202eright", "\x00", "in `\x1b[2J` code"])
def test_no_character_steers_the_screen(text: str) -> None:
    for told in (plain_markdown(text), prose_markdown(text), markdown_table(["h"], [[text]])[-1]):
        assert told.isprintable()
        assert "\\u" in told
