"""Words between spaces, and the pieces of them that the grammar uses: `doesn't` is `does` and `n't`."""

from __future__ import annotations

import re
from dataclasses import dataclass

CLITICS = re.compile(r"(?i)^(.+?)(n't|'s|'m|'re|'ve|'ll|'d|')$")
WHOLE = {"ca": "can", "wo": "will", "sha": "shall", "ai": "is"}
"""What is left before n't."""
OPENING = "([{\"'“‘«<*_`"
CLOSING = ")]}\"'”’»>*_`.,;:!?…"
COMMAS = frozenset(",;:—–-")


@dataclass(frozen=True, slots=True)
class Piece:
    text: str
    """As written, with straight apostrophes."""
    word: int
    """Which word between spaces it is a part of."""
    first: bool = False
    """Whether it opens the sentence, where a capital letter means nothing."""

    @property
    def lower(self) -> str:
        return self.text.lower()

    @property
    def capital(self) -> bool:
        return self.text[:1].isupper()


def words_of(sentence: str) -> tuple[tuple[str, int, int], ...]:
    """The words between spaces with their places."""
    return tuple((m.group(), m.start(), m.end()) for m in re.finditer(r"\S+", sentence))


def pieces_of(words: tuple[str, ...]) -> tuple[Piece, ...]:
    out: list[Piece] = []
    for k, word in enumerate(words):
        for text in _split(word.replace("’", "'").replace("‘", "'")):
            out.append(Piece(text, k, not out))
    while out and out[-1].text in COMMAS:
        out.pop()
    return tuple(out)


def _split(word: str) -> list[str]:
    core = word.lstrip(OPENING)
    stripped = core.rstrip(CLOSING)
    tail = core[len(stripped) :]
    if tail.startswith("'") and stripped.endswith("s"):  # the boys' room
        stripped, tail = stripped + "'", tail[1:]
    parts = _clitics(stripped)
    if not parts and word in COMMAS:
        return [","]
    return [*parts, ","] if any(c in ",;:" for c in tail) else parts


def _clitics(core: str) -> list[str]:
    if not core:
        return []
    if core.lower() == "cannot":
        return [core[:3], "not"]
    found = CLITICS.match(core)
    if found is None:
        return [core]
    stem, clitic = found.groups()
    if clitic.lower() == "n't":
        stem = WHOLE.get(stem.lower(), stem)
    return [stem, "'s" if clitic == "'" else clitic.lower()]
