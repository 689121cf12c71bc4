"""The list of fragments as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from provenli.logic.readings import DEFAULT
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


def shown(rows: Sequence[dict[str, Any]]) -> str:
    return "\n\n".join("\n".join(_lines(r)) for r in rows)


def _lines(r: dict[str, Any]) -> list[str]:
    unusual = [f"{k}={v}" for k, v in r["reading"].items() if v != getattr(DEFAULT, k)]
    lines = [
        f"{r['name']}  (paper {r['paper']})" if r["paper"] else r["name"],
        f"  {r['about']}",
        f"  {r['rules']} rules, {r['words']} words; labels: {', '.join(r['labels'])}",
        f"  default reading: {', '.join(unusual) if unusual else 'plain (see provenli entails)'}",
    ]
    if "example" in r:
        e = r["example"]
        lines += [f"  {e['premise']}", f"    {e['hypothesis']}  →  {e['label']}"]
    return lines
