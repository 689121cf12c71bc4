"""The list of fragments as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from provenli.logic.readings import DEFAULT, Reading
from provenli.pairs.fragment import Fragment, entails


def describe(fragment: Fragment) -> dict[str, Any]:
    row: dict[str, Any] = {
        "name": fragment.name,
        "paper": fragment.paper,
        "about": fragment.about,
        "labels": list(fragment.labels),
        "reading": fragment.reading.to_json(),
        "words": len(fragment.grammar.words),
        "rules": len(fragment.grammar.rules),
    }
    if fragment.example:
        answer = entails(fragment, *fragment.example)
        row["example"] = {
            "premise": fragment.example[0],
            "hypothesis": fragment.example[1],
            "label": answer.verdict.label,
        }
    return row


def reading_text(reading: Reading) -> str:
    """What differs from the default reading: the rest would be noise in most answers."""
    usual = DEFAULT.to_json()
    words = {True: "yes", False: "no"}
    unusual = {k: words[v] if isinstance(v, bool) else v for k, v in reading.to_json().items() if v != usual[k]}
    return ", ".join(f"{k}={v}" for k, v in unusual.items()) + ", otherwise plain" if unusual else "plain"


def shown(rows: Sequence[dict[str, Any]]) -> str:
    return "\n\n".join("\n".join(_lines(r)) for r in rows)


def _lines(r: dict[str, Any]) -> list[str]:
    lines = [
        f"{r['name']}  (paper {r['paper']})" if r["paper"] else r["name"],
        f"  {r['about']}",
        f"  {r['rules']} rules, {r['words']} words; labels: {', '.join(r['labels'])}",
        f"  reading: {reading_text(Reading(**r['reading']))}",
    ]
    if "example" in r:
        e = r["example"]
        lines += [f"  example: {e['premise']}", f"           {e['hypothesis']}  →  {e['label']}"]
    return lines
