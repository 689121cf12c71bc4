"""The words of an analysis as a pair is aligned: punctuation off, contractions taken apart, forms made comparable.

*don't* is *do* and *not*; *they're* is *they* and *are*. Each word knows its place in the analysis, and so its
polarity and the operators over it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from provenli.english.analysis import Analysis
from provenli.english.numerals import SCALES, number_at
from provenli.english.word_tables import words_in
from provenli.english.wordnet import Pos, WordNet

SIGN_OF = {"up": 1, "down": -1, "non": 0}
FULL = {"'re": "are", "'m": "am", "'ve": "have", "'ll": "will", "n't": "not"}
AUXILIARY_PARTS = frozenset({*FULL.values(), "is", "'d"}) - {"not"}
CLIPPED = {"'d": ("would", "had")}
SPECIAL = {
    "can't": ("can", "not"),
    "won't": ("will", "not"),
    "cannot": ("can", "not"),
    "shan't": ("shall", "not"),
    "ain't": ("is", "not"),
    "let's": ("let", "us"),
}
BE = dict.fromkeys(("is", "are", "am", "was", "were", "be", "been", "being"), "be")
IRREGULAR = {
    **BE,
    "has": "have",
    "had": "have",
    "does": "do",
    "did": "do",
    "done": "do",
    "an": "a",
    "nobody": "no_one",
    "everybody": "everyone",
    "somebody": "someone",
    "anybody": "anyone",
    "noone": "no_one",
    "children": "child",
    "men": "man",
    "women": "woman",
    "people": "person",
    "persons": "person",
}
TAG_POS: dict[str, tuple[Pos, ...]] = {
    "NOUN": ("n",),
    "NAME": ("n",),
    "VERB": ("v",),
    "AUX": ("v",),
    "ADJ": ("a", "r"),
    "ADV": ("r", "a"),
}
ANY_POS: tuple[Pos, ...] = ("n", "v", "a", "r")
EDGES = re.compile(r"^[^\w$%&#+@-]+|[^\w$%&#+@-]+$")


@dataclass(frozen=True, slots=True)
class PairToken:
    low: str
    forms: frozenset[str]
    """The word itself, and what it may be an inflection of as the part of speech it is here, such as `butter:n`. Two
    words match if these meet, so the noun *butter* does not match the verb *buttering*."""
    bases: tuple[str, ...]
    """For looking up: its lemma first."""
    lemma: str
    tag: str
    place: int
    """For the word between spaces in the analysis."""
    sign: int
    """Its polarity in the sentence: 1, -1, 0."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Words of one sentence that the other lacks, or has others for: `sentence[first:end]`."""

    sentence: Sequence[PairToken]
    first: int
    end: int

    @property
    def words(self) -> Sequence[PairToken]:
        return self.sentence[self.first : self.end]

    @property
    def before(self) -> PairToken | None:
        return self.sentence[self.first - 1] if self.first else None

    @property
    def after(self) -> PairToken | None:
        return self.sentence[self.end] if self.end < len(self.sentence) else None

    @property
    def text(self) -> str:
        return " ".join(t.low for t in self.words)


def pair_tokens(analysis: Analysis, net: WordNet | None) -> tuple[PairToken, ...]:
    out: list[PairToken] = []
    for place, token in enumerate(analysis.tokens):
        sign = {"+": 1, "-": -1, "=": 0}[analysis.polarity[place]]
        parts = _parts(token.text)
        for low in parts:
            lemma = token.lemma if len(parts) == 1 else IRREGULAR.get(low, low)
            helping = low in AUXILIARY_PARTS or parts[-1] == "not"
            tag = "NEG" if low == "not" else "AUX" if len(parts) > 1 and helping else token.tag
            if tag == "ADJ" and out and out[-1].low == "being" and net is not None and net.base_forms(low, "v"):
                tag = "VERB"  # is being drunk, held, mixed
            lemma = IRREGULAR.get(low, lemma.lower() or low)
            found = _bases(low, tag, net) or ((lemma, ""),)
            inflected = (f"{b}:{p}" for b, p in found if not _is_degree(low, b, p))
            forms = frozenset({low, _in_digits(low), IRREGULAR.get(low, low), *CLIPPED.get(low, ()), *inflected})
            if tag == "NAME" and out and out[-1].low in words_in("titles"):  # *Mr. Baker* is no baker
                forms = frozenset({f"{low}:name"})
            bases = tuple(dict.fromkeys((lemma, low, *(b for b, _ in found))))
            out.append(PairToken(low, forms, bases, lemma, tag, place, sign))
    return tuple(out)


def _is_degree(low: str, base: str, pos: str) -> bool:
    """*heavier* of *heavy*, *better* of *good*: what is heavier than another need not be heavy."""
    return pos in ("a", "r") and low != base and (low.endswith(("er", "est")) or low in ("worse", "worst", "best"))


def _in_digits(low: str) -> str:
    value, end = number_at((low,), 0)
    return str(value) if end else str(SCALES.get(low, low))


def _bases(low: str, tag: str, net: WordNet | None) -> tuple[tuple[str, Pos], ...]:
    if net is None or (tag not in TAG_POS and tag != "X"):
        return ()
    found = tuple((b, p) for p in TAG_POS.get(tag, ANY_POS) for b in net.base_forms(low, p))
    return found or tuple((b, p) for p in ANY_POS for b in net.base_forms(low, p))


def _parts(text: str) -> tuple[str, ...]:
    low = EDGES.sub("", text.lower().replace("’", "'"))
    if not low:
        return ()
    if low in SPECIAL:
        return SPECIAL[low]
    if low.endswith("n't"):
        return (low[:-3], "not")
    stem, mark, ending = low.rpartition("'")
    if mark and "'" + ending in FULL and stem:
        return (stem, FULL["'" + ending])
    if mark and ending in ("s", "d") and stem:
        if ending == "s" and stem in ("it", "he", "she", "that", "there", "what", "who", "here"):
            return (stem, "is")
        return (stem, "'" + ending)
    return (low,)
