"""Some predictions of every cell, as a part of the page, with the polarity of words in colour."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, TypeAlias

from provenli.grammar.arrows import LEGEND

Examples: TypeAlias = Mapping[tuple[str, str], Mapping[str, Sequence[Mapping[str, Any]]]]
"""By cell and test, right and wrong ones."""
ARROW = re.compile("[↑↓]|(?<=\\w)=")
ARROW_CLASSES = {"↑": "up", "↓": "down", "=": "flat"}


def predictions(examples: Examples) -> str:
    told = []
    for (cell, test), found in examples.items():
        quotes = [_quote(e, kind) for kind in ("wrong", "right") for e in found[kind]]
        if quotes:
            told.append(f"<details><summary>{escape(cell)}, on {escape(test)}</summary>{''.join(quotes)}</details>")
    marked = any(arrow in text for text in told for arrow in "↑↓")
    legend = f'<p class="small">A sentence {LEGEND}.</p>' if marked else ""
    return f"<section><h2>Some predictions, wrong and right</h2>{legend}{''.join(told)}</section>" if told else ""


def _quote(e: Mapping[str, Any], kind: str) -> str:
    sure = 100 * e["probabilities"][e["label"]]
    said = f"{kind}: said {e['label']} ({sure:.0f}%)" + (f", is {e['gold']}" if kind == "wrong" else "")
    return (
        f'<blockquote class="{kind}"><p>{_marked(e["premise"])}</p><p>{_marked(e["hypothesis"])}</p>'
        f'<p class="small">{escape(said)} · {escape(e["id"])}</p></blockquote>'
    )


def _marked(text: str) -> str:
    """Arrows in their colours, the words with them kept on one line."""
    return ARROW.sub(lambda found: f'<span class="{ARROW_CLASSES[found[0]]}">{found[0]}</span>', escape(text))
