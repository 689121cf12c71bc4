"""What is not an English sentence, told before anything is parsed."""

from __future__ import annotations

import re
import unicodedata

MOST_WORDS = 80
MARKUP = re.compile(r"<[a-zA-Z/!][^>]*>|\\[a-z]+\{|\{\{|https?://|`")


def not_a_sentence(text: str) -> str:
    """Why a text cannot be read as one English sentence; empty where it can be tried."""
    words = text.split()
    if not words:
        return "there is no sentence"
    if len(words) > MOST_WORDS:
        return f"{len(words)} words, more than the {MOST_WORDS} that are read as one sentence"
    if MARKUP.search(text):
        return "it holds markup or an address; give plain text"
    odd = [c for c in text if c.isalpha() and not unicodedata.name(c, "").startswith("LATIN")]
    if odd:
        return f"it is not written in Latin letters ({odd[0]!r})"
    if not any(c.isalpha() for c in text):
        return "it holds no word"
    if any(unicodedata.category(c) in ("So", "Cn", "Co") for c in text):
        return "it holds signs that are not text (an emoji?)"
    if len(re.findall(r"[.!?]+[\"')\]]*\s+[A-Z]", text)) > 1:
        return "it is more than one sentence; give one at a time (--premise may be repeated)"
    return ""
