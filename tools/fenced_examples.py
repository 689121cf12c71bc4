"""An extension of mkdocstrings: examples in docstrings, lines from >>> to the next empty one, are shown as code."""

from __future__ import annotations

import re
from typing import Any

from griffe import Extension

EXAMPLE = re.compile(r"^>>> .*?(?=\n\s*\n|\Z)", re.MULTILINE | re.DOTALL)
SKIPPED = re.compile(r"  # doctest: .*")


def fenced(text: str) -> str:
    return EXAMPLE.sub(lambda found: f"```pycon\n{SKIPPED.sub('', found[0])}\n```", text)


class FencedExamples(Extension):
    def on_object(self, *, obj: Any, **_: Any) -> None:
        if obj.docstring:
            obj.docstring.value = fenced(obj.docstring.value)
