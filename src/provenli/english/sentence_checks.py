"""What is not an English sentence, told before anything is parsed."""

from __future__ import annotations

import re
import unicodedata

MOST_WORDS = 80
MARKUP = re.compile(r"<[a-zA-Z/!][^>]*>|\\[a-z]+\{|\{\{|https?://|`")
COMMON = frozenset(
    "the a an is are was were be been am do does did not no of in on at to and or for with by from that this these those it he she they we you i his her their my your its our every all some any most few many each there as if but who which what has have had can could will would should may might must never nothing nobody everyone someone than then so".split()
)


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


def looks_english(text: str, known: float) -> str:
    """`known`: the share of words that the dictionary or the grammar knows."""
    return "" if known >= 0.5 else "too few of its words are English"
