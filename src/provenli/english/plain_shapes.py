"""What sentences of plain shapes are compared by: words that are the same, phrases about one thing, claims of both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from provenli.english.doubts import OF_ALL
from provenli.english.knowledge import WordFact
from provenli.english.normal_forms import NAMING
from provenli.english.pair_tokens import PairToken
from provenli.logic.formulas import Formula
from provenli.logic.theory import Clause

Words: TypeAlias = Sequence[PairToken]


@dataclass(frozen=True, slots=True)
class PlainClaim:
    """Two formulas, what is given about their predicates, and where that comes from."""

    said: Formula
    asked: Formula
    given: tuple[Clause, ...]
    facts: tuple[WordFact, ...]
    step: str


def same(a: Words, b: Words) -> bool:
    return len(a) == len(b) and all(x.forms & y.forms for x, y in zip(a, b, strict=True))


def same_lemmas(a: Words, b: Words) -> bool:
    """*smokes*, [*does not*] *smoke*."""
    alike = (x.forms & y.forms or (x.lemma == y.lemma and x.tag != "ADJ") for x, y in zip(a, b, strict=False))
    return len(a) == len(b) and all(alike)


def is_one(words: Words) -> bool:
    """Whether a phrase is about the same individuals each time: a name, a pronoun, a definite phrase without a
    clause."""
    if not words or any(t.tag in ("VERB", "AUX", "CONJ", "SUB", "NEG", "NUM") for t in words):
        return False
    first = words[0]
    if len(words) == 1:
        return first.tag == "NAME" or first.low in PERSONS
    owner = first.tag == "NAME" and words[1].low == "'s" and words[-1].tag == "NOUN"
    named = first.low in NAMING or owner or all(t.tag == "NAME" for t in words)
    return named and not any(t.low in OF_ALL | {"other", "who", "which"} for t in words)


PERSONS = {
    **{low: low for low in ("i", "you", "he", "she", "it", "we", "they")},
    **{"me": "i", "him": "he", "her": "she", "us": "we", "them": "they"},
}


STILL = frozenset({"still", "anymore"})


def over_time(words: Words) -> tuple[Words, bool, frozenset[str]]:
    """Without *no longer*, *not* and *still*; whether it is denied; and the words that say that it was otherwise."""
    lows = [t.low for t in words]
    longer = next((k for k in range(len(lows) - 1) if lows[k : k + 2] == ["no", "longer"]), None)
    denied = longer is not None or "not" in lows
    when = frozenset(lows) & STILL | ({"longer"} if longer is not None else frozenset())
    helping = {k for k, t in enumerate(words[:-1]) if t.lemma == "do" and words[k + 1].low == "not"}
    dropped = helping | (set() if longer is None else {longer, longer + 1})
    return [t for k, t in enumerate(words) if k not in dropped and t.low not in STILL | {"not"}], denied, when
