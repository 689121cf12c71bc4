"""Reading the answer of a reply. This file imports nothing of ProveNLI: exported tasks carry a copy of it.

An answer is taken where the reply begins with one, or says "answer: X" or "answer is X", or names one answer only.
Whatever else it says has no readable answer, and that is counted apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

THOUGHT = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL | re.IGNORECASE)


def answer_of(reply: str, words: Sequence[str], reasoning: bool = False) -> str | None:
    """One of `words`, or None. `reasoning`: only the last line can be the answer."""
    text = THOUGHT.sub(" ", reply)
    either = _either(words)
    told = re.findall(rf"\banswer\b(?:\s+is)?\s*[:=]?\s*[\"'*(`]*({either})", text, re.IGNORECASE)
    if told:
        return _spelled(told[-1], words)
    if not reasoning and (first := re.match(rf"[\s\"'*(`#.-]*({either})", text, re.IGNORECASE)):
        return _spelled(first[1], words)
    lines = [line for line in text.splitlines() if line.strip()]
    for place in (lines[-1:] if reasoning else []), lines:
        found = _named("\n".join(place), words, either)
        if len(found) == 1:
            return found.pop()
    return None


def _either(words: Sequence[str]) -> str:
    """An expression for the words, the longest first; a word inside another, or beside a hyphen, is no answer."""
    longest = sorted(words, key=len, reverse=True)
    return "|".join(rf"(?<![\w-]){_cased(word)}(?![\w-])" for word in longest)


def _cased(word: str) -> str:
    """Letters such as A are answers only as capitals: a small one is an article."""
    return f"(?-i:{re.escape(word)})" if len(word) == 1 else re.escape(word)


def _named(text: str, words: Sequence[str], either: str) -> set[str]:
    found: Iterable[str] = re.findall(f"({either})", text, re.IGNORECASE)
    return {_spelled(word, words) for word in found}


def _spelled(found: str, words: Sequence[str]) -> str:
    return next(word for word in words if word.lower() == found.lower())
