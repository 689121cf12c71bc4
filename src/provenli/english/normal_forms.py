"""Sentences brought into one form before they are compared: sentence negation off, *there is* off, passives turned.

*There is no man sawing*, *no man is sawing* and *a man is not sawing* all negate *a man is sawing*; *a flute is played
by a man* is *a man plays a flute*. Only words and tags are looked at, so any reader will do.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from provenli.english.analysis import SIGNS, Analysis, ScopeOperator
from provenli.english.pair_tokens import PairToken, pair_tokens
from provenli.english.wordnet import WordNet

NOBODY = {"nobody": "someone", "no_one": "someone", "noone": "someone", "nothing": "something"}
INDEFINITE = frozenset(
    {"a", "an", "some", "two", "three", "four", "five", "several", "many", "someone", "somebody", "something"}
)


@dataclass(frozen=True, slots=True)
class NormalForm:
    analysis: Analysis
    tokens: tuple[PairToken, ...]
    negated: bool
    closed: bool
    """The negation is over the whole sentence, whoever is meant: *no man*, *the man … not*; but not *a man … not*."""


def normal_form(analysis: Analysis, net: WordNet | None) -> NormalForm:
    tokens = list(pair_tokens(analysis, net))
    tokens, negated, closed, operator = _without_negation(analysis, tokens)
    if operator is not None:
        analysis = _without_operator(analysis, operator)
        tokens = [replace(t, sign=-t.sign) if operator.effect_on(t.place) == "down" else t for t in tokens]
    tokens = _without_there(tokens)
    return NormalForm(analysis, tuple(_active(tokens)), negated, closed)


def _without_operator(analysis: Analysis, operator: ScopeOperator) -> Analysis:
    turned = tuple(
        SIGNS[-{"+": 1, "-": -1, "=": 0}[p]] if operator.effect_on(k) == "down" else p
        for k, p in enumerate(analysis.polarity)
    )
    return replace(analysis, operators=tuple(o for o in analysis.operators if o != operator), polarity=turned)


Stripped: TypeAlias = tuple[list[PairToken], bool, bool, ScopeOperator | None]
"""Tokens without a negation; whether there was one, whether it was closed, and its operator."""


def _without_negation(analysis: Analysis, tokens: list[PairToken]) -> Stripped:
    """The one negation of a sentence's main clause, taken off; where there are several, or none, nothing is."""
    negative = [k for k, t in enumerate(tokens) if t.low in ("not", "no", "never") or t.lemma in NOBODY]
    k = negative[0] if len(negative) == 1 else -1
    operator = next((o for o in analysis.operators if k >= 0 and o.first <= tokens[k].place < o.end), None)
    if operator is None:
        return tokens, False, True, None
    if tokens[k].low in ("not", "never"):
        return _without_not(tokens, k, operator)
    if k > 0 and not (k <= 2 and tokens[0].low == "there"):
        return tokens, False, True, None
    word, end = _positive(tokens, k)
    new = replace(tokens[k], low=word, lemma=word, forms=frozenset({word}), bases=(word,))
    new = new if word == "a" else replace(new, tag="PRON")
    return [*tokens[:k], new, *tokens[end:]], True, True, operator


def _positive(tokens: list[PairToken], k: int) -> tuple[str, int]:
    """What a negative word negates, and where the words after it begin: *no one* is *someone*."""
    if tokens[k].lemma in NOBODY:
        return NOBODY[tokens[k].lemma], k + 1
    return ("someone", k + 2) if k + 1 < len(tokens) and tokens[k + 1].low == "one" else ("a", k + 1)


def _without_not(tokens: list[PairToken], k: int, operator: ScopeOperator) -> Stripped:
    before = [t.low for t in tokens[:k]]
    if not before or any(
        t.tag in ("VERB", "SUB", "CONJ") or t.low in ("who", "that", "which") for t in tokens[: k - 1]
    ):
        return tokens, False, True, None
    kept = tokens[:k]
    if kept[-1].lemma == "do" and k + 1 < len(tokens):
        kept = kept[:-1]
    return [*kept, *tokens[k + 1 :]], True, before[0] not in INDEFINITE, operator


def _without_there(tokens: list[PairToken]) -> list[PairToken]:
    """*there is a man sawing* becomes *a man sawing*; the auxiliary means nothing in a comparison."""
    if len(tokens) > 3 and tokens[0].low == "there" and tokens[1].lemma == "be":
        return tokens[2:]
    return tokens


def _active(tokens: list[PairToken]) -> list[PairToken]:
    """*a flute is being played by a man in a hat*: *a man in a hat is playing a flute*. One clause only."""
    by = [k for k, t in enumerate(tokens) if t.low == "by"]
    verbs = [k for k, t in enumerate(tokens) if t.tag == "VERB" and t.low not in ("being",)]
    if len(by) != 1 or not verbs or not 0 < by[0] - verbs[0] <= 3 or any(t.tag in ("SUB", "CONJ") for t in tokens):
        return tokens
    verb = verbs[0]
    aux = verb
    while aux > 0 and (tokens[aux - 1].lemma == "be" or tokens[aux - 1].tag in ("AUX", "ADV")):
        aux -= 1
    if aux in (0, verb) or not any(t.lemma == "be" for t in tokens[aux:verb]):
        return tokens
    end = _phrase_end(tokens, by[0] + 1)
    patient, agent = tokens[:aux], tokens[by[0] + 1 : end]
    return [*agent, *tokens[aux : by[0]], *patient, *tokens[end:]] if agent else tokens


def _phrase_end(tokens: list[PairToken], start: int) -> int:
    k = start
    while (k < len(tokens) and tokens[k].tag in ("DET", "ADJ", "NOUN", "NAME", "NUM", "PRON")) or (
        k < len(tokens) and tokens[k].low == "of"
    ):
        k += 1
    return k
