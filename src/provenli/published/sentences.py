"""Faults that can be seen in a sentence: it is empty, cut short, or damaged by a wrong encoding."""

from __future__ import annotations

import re

FINAL = frozenset(".!?…。！？")
CLOSING = "\"'”’»)]} "
NO_SENTENCE = frozenset({"", "n/a", "nan", "null", "#name?", "."})
"""What spreadsheets and annotators leave in place of a sentence."""
NEVER_LAST = frozenset(
    [
        "a",
        "an",
        "the",
        "and",
        "or",
        "nor",
        "of",
        "every",
        "my",
        "your",
        "our",
        "their",
        "its",
        "whose",
        "because",
        "although",
        "into",
        "during",
        "than",
    ]
)
"""Words that no sentence ends with. 'in' and 'with' are not among them: 'the knife she cut it with'."""
PAIRED = (("(", ")"), ("[", "]"), ("{", "}"), ("“", "”"), ("«", "»"))
MARKS = re.compile(r"""["()\[\]{}“”«»]""")
TAIL = "".join(c for k in range(0x80, 0xC0) if len(c := bytes([k]).decode("cp1252", "ignore")) == 1)
REST = f"[\x80-\xbf{re.escape(TAIL)}]"
"""What the later bytes of a UTF-8 character look like when they are read as Windows or ISO Latin 1."""
DAMAGE = re.compile(
    rf"\ufffd|[\x80-\x9f]|[\ud800-\udfff]|[ÂÃ]{REST}|[âä]{REST}{REST}|ð{REST}{REST}{REST}|\ufeff|"
    r"&(?:amp|quot|apos|lt|gt|nbsp|#x?[0-9a-fA-F]+);"
)


def is_empty(text: str) -> bool:
    return len(text) < 8 and text.strip().casefold() in NO_SENTENCE


def damage(text: str) -> str:
    """The first damaged characters, such as â€™; empty if there are none."""
    if text.isascii() and "&" not in text:
        return ""
    found = DAMAGE.search(text)
    return found[0] if found else ""


def ends(text: str) -> bool:
    """Whether it ends in a full stop or the like, perhaps inside a closing quotation mark."""
    return text[-1:] in FINAL or text.rstrip(CLOSING)[-1:] in FINAL


def cut(text: str) -> str:
    """Why a sentence looks cut short, whatever the others are like; empty if it does not."""
    if not ends(text):
        if text.rstrip().endswith((",", ";", " -", "—")):
            return "ends in a comma or dash"
        last = text.rsplit(None, 1)[-1:]
        if last and last[0].casefold() in NEVER_LAST:
            return f"ends in {last[0]!r}"
    return _unbalanced(text) if MARKS.search(text) else ""


def _unbalanced(text: str) -> str:
    if text.count('"') % 2:
        return 'an odd number of "'
    for left, right in PAIRED:
        if text.count(left) != text.count(right):
            return f"{left} and {right} do not match"
    return ""
