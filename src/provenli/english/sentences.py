"""Whether a text can be read as one English sentence, and if not, why."""

from __future__ import annotations

import re
import unicodedata

from provenli.english.knowledge import WordKnowledge
from provenli.english.pair_tokens import PairToken

MOST_WORDS = 80
LONGEST_WORD = 100
MARKUP = re.compile(r"<[a-zA-Z/!][^>]*>|\\[a-z]+\{|\{\{|https?://|`|\*\*|^#+ ")
CLOSED = frozenset({"DET", "PRON", "PREP", "AUX", "CONJ", "SUB", "NEG", "NUM"})


def not_a_sentence(text: str) -> str:
    """Why a text cannot be read as one English sentence; empty if it can be tried."""
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
    if any(unicodedata.category(c) in ("Cf", "Cc") for c in text):
        return "it holds signs that are not seen"
    longest = max(map(len, words))
    if longest > LONGEST_WORD:
        return f"it holds a word of {longest:,} letters, more than the {LONGEST_WORD} that are read"
    if any(unicodedata.category(c) in ("So", "Cn", "Co", "Cs") for c in text):
        return "it holds signs that are not text (an emoji?)"
    if text.rstrip("\"')] ").endswith("?"):
        return "it is a question, from which nothing follows and which nothing answers here"
    if len(re.findall(r"[.!?]+[\"')\]]*\s+[A-Z]", text)) > 1:
        return "it is more than one sentence; give one at a time (--premise may be repeated)"
    return ""


SHORT = r"(?<!\b(?:Mr|Ms|Dr|St))(?<!\bMrs)(?<!\b[A-Z])"
"""Abbreviations after which a point ends no sentence."""
DIVIDED = re.compile(rf"{SHORT}[.!?](?=\s)|[;:()\"\u201c\u201d\u2026\u2013\u2014]|[.!?]{{2}}")


def not_plain(text: str) -> str:
    """Why a text cannot be a row's sentence; empty if it can. What stands beside a sentence ('That is a lie.') can
    reverse what it says, and nothing here reads two sentences together."""
    if not text.isprintable() or text != " ".join(text.split()):
        return "it has something in it that is not seen, or other spaces than one between words"
    if DIVIDED.search(text.rstrip(".!?")):
        return "it is more than one sentence, or is divided by a mark such as ; : ( )"
    return not_a_sentence(text)


def not_english(tokens: tuple[PairToken, ...], knowledge: WordKnowledge) -> str:
    """Why words that were read are hardly an English sentence; empty if they may be one."""
    text = " ".join(t.low for t in tokens)[:60]
    net = knowledge.net
    if len(tokens) > 2 and tokens[0].tag == "AUX" and tokens[1].tag in ("DET", "PRON", "NAME"):
        return f"'{text}' looks like a question"
    # A tagger may take the verb of "every dog barks" for a noun; the third word or a later one may be a verb then.
    later = net is not None and any(net.base_forms(t.low, "v") for t in tokens[2:])
    if not later and not any(t.tag in ("VERB", "AUX", "NEG") for t in tokens):
        return f"'{text}' has no verb: is it half a sentence?"
    if net is not None and sum(bool(net.parts_of_speech(t.low)) or t.tag in CLOSED for t in tokens) < len(tokens) / 2:
        return f"too few words of '{text}' are English"
    return ""
