"""The list of fragments, and one fragment with all its words, as text and as JSON."""

from __future__ import annotations

import re
from collections.abc import Sequence
from textwrap import wrap
from typing import Any

from provenli.errors import FragmentError, SentenceError
from provenli.logic.reading_choices import reading_text
from provenli.logic.readings import Reading
from provenli.options import OneOf, Option
from provenli.pairs.entails import Answer, entails
from provenli.pairs.fragment import Fragment


def describe(fragment: Fragment) -> dict[str, Any]:
    row: dict[str, Any] = {
        "name": fragment.name,
        "paper": fragment.paper,
        "about": fragment.about,
        "labels": list(fragment.labels),
        "reading": fragment.reading.to_json(),
        "words": len(fragment.grammar.words),
        "rules": len(fragment.grammar.rules),
        "parts": {},
        "options": {},
    }
    if fragment.pairs:
        row["parts"] = {p.name: p.size for p in fragment.pairs.parts}
        options = fragment.pairs.options
        row["options"] = {o.name: {"default": o.shown or str(o.default), "about": o.about} for o in options}
    if fragment.example:
        answer = _example(fragment, *fragment.example)
        row["example"] = {
            "premise": fragment.example[0],
            "hypothesis": fragment.example[1],
            "label": answer.verdict.label,
        }
    return row


def _example(fragment: Fragment, premise: str, hypothesis: str) -> Answer:
    try:
        return entails(fragment, premise, hypothesis)
    except SentenceError as e:
        raise FragmentError(f"fragment {fragment.name!r}, example=: {e}") from e


def with_words(fragment: Fragment) -> dict[str, Any]:
    """The description, with the words by category. Each word is listed in one form; plurals and tenses are listed
    apart."""
    lexicon: dict[str, list[str]] = {}
    for word in fragment.grammar.words:
        category = word.forms[0].category.partition("[")[0]
        lexicon.setdefault(category, []).append(re.sub(r"\d+", "n", word.forms[0].text))  # at least n, not 0 to 100
    return {
        **describe(fragment),
        "grammar": [str(r) for r in fragment.grammar.rules],
        "lexicon": {category: sorted(set(texts)) for category, texts in sorted(lexicon.items())},
    }


def option_row(o: Option) -> tuple[str, str]:
    """A row as --help has it: the flag, its values if they are few, and what it does."""
    values = f" {'|'.join(o.read.names)}" if isinstance(o.read, OneOf) else ""
    default = o.shown or str(o.default)
    about = f"{o.about[:1].upper()}{o.about[1:]}." + (f"  [default: {default}]" if default else "")
    return f"--{o.name}{values}", about


def _option_lines(name: str, default: str, about: str) -> list[str]:
    told = f" (default {default})" if default else ""
    return wrap(f"--{name}{told}: {about}", 110, initial_indent="    ", subsequent_indent="      ")


def shown(rows: Sequence[dict[str, Any]]) -> str:
    return "\n\n".join("\n".join(_lines(r)) for r in rows)


def _lines(r: dict[str, Any]) -> list[str]:
    lines = [
        f"{r['name']}  ({r['paper']})" if r["paper"] else r["name"],
        *([f"  {r['about']}"] if r["about"] else []),
        f"  {r['rules']} rule{'s' * (r['rules'] != 1)}, {r['words']} words; labels: {', '.join(r['labels'])}",
        f"  reading: {reading_text(Reading(**r['reading']))}",
    ]
    if "example" in r:
        e = r["example"]
        lines += [f"  example: {e['premise']}", f"           {e['hypothesis']}  →  {e['label']}"]
    if r["parts"]:
        lines.append("  data: " + ", ".join(f"{name} {size:,}" for name, size in r["parts"].items()))
    if "grammar" in r:
        lines += [line for name, o in r["options"].items() for line in _option_lines(name, o["default"], o["about"])]
        lines += ["  rules:", *(f"    {rule}" for rule in r["grammar"]), "  words:"]
        for category, texts in r["lexicon"].items():
            lines += wrap(f"{category}: {', '.join(texts)}", 110, initial_indent="    ", subsequent_indent="      ")
    return lines
