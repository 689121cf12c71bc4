"""The environment of all pages: texts are escaped, missing names are errors, data cannot end a script."""

from __future__ import annotations

import json

import pytest
from jinja2 import UndefinedError

from provenli.reports.page_templates import ENVIRONMENT, script_json

EVIL = "</script><!--\u2028\u2029&'\""


def test_texts_are_escaped_and_missing_names_refused() -> None:
    assert ENVIRONMENT.from_string("{{ a }}").render(a="<b a='x'>") == "&lt;b a=&#39;x&#39;&gt;"
    with pytest.raises(UndefinedError):
        ENVIRONMENT.from_string("{{ a }}").render()


def test_nothing_in_a_text_steers() -> None:
    shown = ENVIRONMENT.from_string("{{ text }}|{{ text ~ '<' }}").render(text="a\x1b[2J\u202eb\x00\n\u00a0\tc")
    assert shown == "|".join(f"a\\u001b[2J\\u202eb\\u0000\n\u00a0\tc{end}" for end in ("", "&lt;"))


def test_data_of_a_script_are_themselves_again() -> None:
    text = str(script_json({EVIL: [EVIL]}))
    assert not set("<>&\u2028\u2029") & set(text)
    assert json.loads(text) == {EVIL: [EVIL]}
