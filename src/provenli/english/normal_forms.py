"""Brings sentences into one form before they are compared: without sentence negation, without *there is*, with passives
made active.

*There is no man sawing*, *no man is sawing* and *a man is not sawing* all negate *a man is sawing*; *a flute is played
by a man* is *a man plays a flute*. Only words and tags are looked at, so any reader will do.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from provenli.english.analysis import SIGNS, Analysis, ScopeOperator
from provenli.english.pair_tokens import PairToken, pair_tokens
from provenli.english.phrase_relations import OWNERS
from provenli.english.word_tables import words_in
from provenli.english.wordnet import WordNet

NOBODY = {"nobody": "someone", "no_one": "someone", "noone": "someone", "nothing": "something"}
OPENINGS = frozenset({("it", "false"), ("it", "untrue"), ("neither", "neither")})
"""First word, and the negative word of such an opening."""
UNTRUE = words_in("openings that deny")
NAMING = frozenset({"the", "this", "that", "these", "those", *OWNERS})
"""Determiners that only say which one is meant."""
COUNTING = frozenset({"at", "more", "less", "fewer", "exactly", "about", "almost", "nearly", "over", "under", "half"})
INDEFINITE = frozenset(
    {"a", "an", "some", "two", "three", "four", "five", "several", "many", "someone", "somebody", "something"}
)


@dataclass(frozen=True, slots=True)
class NormalForm:
    analysis: Analysis
    tokens: tuple[PairToken, ...]
    said: tuple[PairToken, ...]
    """The words without negation and *there is*, but in their own order."""
    negated: bool
    closed: bool
    """Whether the negation is over the whole sentence, whoever is meant: *no man*, *the man … not*; but not *a man …
    not*."""


def normal_form(analysis: Analysis, net: WordNet | None) -> NormalForm:
    tokens = list(pair_tokens(analysis, net))
    tokens, negated, closed, operator = _without_negation(analysis, tokens)
    if negated:  # *not a single tree*: not a tree
        tokens = [t for k, t in enumerate(tokens) if not k or (tokens[k - 1].low, t.low) != ("a", "single")]
    if operator is not None:
        turned = {t.place for t in tokens if dict(analysis.over(t.place)).get(operator) == "down"}
        turned |= {t.place for t in tokens if t.tag == "AUX" and t.sign == -1 and t.place == operator.first - 1}
        analysis = _without_operator(analysis, operator)
        tokens = [replace(t, sign=-t.sign) if t.place in turned else t for t in tokens]
    said = _without_there(tokens)
    return NormalForm(analysis, tuple(_plain_order(_active(said))), tuple(said), negated, closed)


def _without_operator(analysis: Analysis, operator: ScopeOperator) -> Analysis:
    turned = tuple(
        SIGNS[-{"+": 1, "-": -1, "=": 0}[p]] if dict(analysis.over(k)).get(operator) == "down" else p
        for k, p in enumerate(analysis.polarity)
    )
    kept = tuple(_alone(analysis, o) for o in analysis.operators if o != operator)
    return replace(analysis, operators=kept, polarity=turned, route="dependency")


def _alone(analysis: Analysis, operator: ScopeOperator) -> ScopeOperator:
    """The operator with its own effect on each word: a scope through an operator that is removed would be wrong."""
    return replace(operator, scope=tuple((k, dict(analysis.over(k))[operator]) for k, _ in operator.scope))


Stripped: TypeAlias = tuple[list[PairToken], bool, bool, ScopeOperator | None]
"""Tokens without a negation; whether there was one, whether it was closed, and its operator."""


def _without_negation(analysis: Analysis, tokens: list[PairToken]) -> Stripped:
    """Remove the one negation of a sentence's main clause; if there are several, or none, nothing is removed."""
    negative = [k for k, t in enumerate(tokens) if t.low in ("not", "no", "never") or t.lemma in NOBODY]
    negative += [k for k, t in enumerate(tokens[:3]) if (tokens[0].low, t.low) in OPENINGS]
    k = negative[0] if len(negative) == 1 else -1
    operator = next((o for o in analysis.operators if k >= 0 and o.first <= tokens[k].place < o.end), None)
    if operator is None:
        return tokens, False, True, None
    opening = _without_opening(tokens, k, operator)
    if opening is not None:
        return opening, True, True, operator
    if tokens[k].low in ("false", "untrue", "neither"):
        return tokens, False, True, None
    if tokens[k].low in ("not", "never"):
        return _without_not(tokens, k, operator)
    if k > 0 and not (k <= 2 and tokens[0].low == "there"):
        return tokens, False, True, None
    word, end = _positive(tokens, k)
    new = replace(tokens[k], low=word, lemma=word, forms=frozenset({word}), bases=(word,))
    new = new if word == "a" else replace(new, tag="PRON")
    return [*tokens[:k], new, *tokens[end:]], True, True, operator


def _without_opening(tokens: list[PairToken], k: int, operator: ScopeOperator) -> list[PairToken] | None:
    """Remove a negation that opens the sentence and is about all of it: *not a single dog*, *not every dog*, *neither a
    dog nor a cat*, *it is not true that a dog*; None if there is none."""
    lows = [t.low for t in tokens]
    end = next((n for n in range(3, 7) if " ".join(lows[:n]) in UNTRUE), 0)
    if end and k < end < len(tokens):
        return tokens[end:]
    if lows[0] == "neither" and lows.count("nor") == 1:
        at = lows.index("nor")
        either = replace(tokens[at], low="or", lemma="or", tag="CONJ", forms=frozenset({"or"}), bases=("or",))
        return [*tokens[1:at], either, *tokens[at + 1 :]]
    if lows[0] != "not" or k or len(lows) < 3:
        return None
    if lows[1] in ("a", "an", "one"):
        return [*tokens[1:2], *tokens[3 if lows[2] == "single" else 2 :]]
    return tokens[1:] if lows[1] in ("all", "every", "each") and operator.end == 1 else None


def _positive(tokens: list[PairToken], k: int) -> tuple[str, int]:
    """What a negative word negates, and where the words after it begin: *no one* is *someone*."""
    if tokens[k].lemma in NOBODY:
        return NOBODY[tokens[k].lemma], k + 1
    return ("someone", k + 2) if k + 1 < len(tokens) and tokens[k + 1].low == "one" else ("a", k + 1)


def _without_not(tokens: list[PairToken], k: int, operator: ScopeOperator) -> Stripped:
    before = [t.low for t in tokens[:k]]
    ends = any(t.low == "but" for t in tokens[k:])  # *not rich but happy*
    if (
        not before
        or ends
        or any(t.tag in ("VERB", "SUB", "CONJ") or t.low in ("who", "that", "which") for t in tokens[: k - 1])
    ):
        return tokens, False, True, None
    kept = tokens[:k]
    if kept[-1].lemma == "do" and k + 1 < len(tokens):
        kept = kept[:-1]
    return [*kept, *tokens[k + 1 :]], True, _speaks_of_one(tokens[0]) and "or" not in before, operator


def _speaks_of_one(first: PairToken) -> bool:
    """Whether a subject that begins so is about the same individuals each time: *the dogs*, *Ann*; but not *some*, *at
    least two*, *most*, which may be others."""
    counted = first.tag in ("DET", "NUM") and first.low not in NAMING
    return not counted and first.low not in INDEFINITE and first.low not in COUNTING


def _without_there(tokens: list[PairToken]) -> list[PairToken]:
    """*there is a man sawing* becomes *a man sawing*; the auxiliary means nothing in a comparison."""
    if len(tokens) > 3 and tokens[0].low == "there" and tokens[1].lemma == "be":
        return tokens[2:]
    return tokens


def _active(tokens: list[PairToken]) -> list[PairToken]:
    """*a flute is being played by a man in a hat*: *a man in a hat is playing a flute*. One clause only."""
    by = [k for k, t in enumerate(tokens) if t.low == "by"]
    verbs = [k for k, t in enumerate(tokens) if t.tag == "VERB" and t.low not in ("being",)]
    if not verbs or len(by) > 1 or any(t.tag == "SUB" or t.low in SCOPED for t in tokens):
        return tokens
    if any(t.tag == "NUM" for t in tokens) and any(t.low in ("a", "an") for t in tokens):
        return tokens
    verb = aux = verbs[0]
    while aux > 0 and (tokens[aux - 1].lemma == "be" or tokens[aux - 1].tag in ("AUX", "ADV")):
        aux -= 1
    if aux in (0, verb) or not any(t.lemma == "be" for t in tokens[aux:verb]) or tokens[verb].low.endswith("ing"):
        return tokens
    if not by:
        return _with_agent(tokens, aux, verb)
    if not 0 < by[0] - verb <= FAR or any(t.tag in ("CONJ", "VERB") for t in tokens[verb + 1 : by[0]]):
        return tokens
    end = _phrase_end(tokens, by[0] + 1)
    agent, rest = tokens[by[0] + 1 : end], tokens[end:]
    if rest and rest[0].low in ("who", "which", "that"):
        agent, rest = [*agent, *rest], []
    return [*agent, *tokens[aux : verb + 1], *tokens[:aux], *tokens[verb + 1 : by[0]], *rest] if agent else tokens


SCOPED = frozenset({"every", "each", "all", "most", "no", "few", "many", "everyone", "everybody"})
"""*every boy kissed a girl* is not *a girl was kissed by every boy*."""
FAR = 10
"""Words between a participle and its agent."""


def _with_agent(tokens: list[PairToken], aux: int, verb: int) -> list[PairToken]:
    """*okra is being cooked*: *someone is cooking okra*. Without *being* it may be a state."""
    if not any(t.low == "being" for t in tokens[aux:verb]):
        return tokens
    someone = replace(
        tokens[aux], low="someone", lemma="someone", tag="PRON", forms=frozenset({"someone"}), bases=("someone",)
    )
    return [someone, *tokens[aux : verb + 1], *tokens[:aux], *tokens[verb + 1 :]]


def _plain_order(tokens: list[PairToken]) -> list[PairToken]:
    """*a bull which is mechanical*: *a mechanical bull*; *running quickly*: *quickly running*."""
    out = list(tokens)
    for k in range(len(out) - 3):
        noun, link, be, word = out[k : k + 4]
        alone = k + 4 == len(out) or out[k + 4].tag not in ("NOUN", "NAME", "ADJ", "PREP", "CONJ")
        linked = link.low in ("who", "which", "that") and be.lemma == "be"
        if linked and alone and noun.tag == "NOUN" and word.tag == "ADJ":
            out[k : k + 4] = [word, noun]
            return _plain_order(out)
    for k in range(len(out) - 1):
        if out[k].tag == "VERB" and out[k + 1].tag == "ADV" and out[k + 1].low.endswith("ly"):
            out[k], out[k + 1] = out[k + 1], out[k]
    return out


def _phrase_end(tokens: list[PairToken], start: int) -> int:
    k = start
    while (k < len(tokens) and tokens[k].tag in ("DET", "ADJ", "NOUN", "NAME", "NUM", "PRON")) or (
        k < len(tokens) and tokens[k].low == "of"
    ):
        k += 1
    return k


# --- Clauses that "and" joins ---

DENYING = frozenset({"not", "no", "nobody", "none", "never", "nothing"})


def denies(*analyses: Analysis) -> bool:
    return any(w.endswith("n't") or w in DENYING for a in analyses for w in _words(a))


def clauses(analysis: Analysis) -> tuple[str, ...]:
    """*A man is sitting and is not writing*: *a man is sitting*, *a man is not writing*. A sentence with a condition or
    with something said or thought is left whole."""
    words, tags = _words(analysis), [t.tag for t in analysis.tokens]
    cuts = [k for k, (w, tag) in enumerate(zip(words, tags, strict=True)) if tag == "CONJ" and w in ("and", "but")]
    verb = next((k for k, tag in enumerate(tags) if tag in ("AUX", "VERB")), None)
    if "SUB" in tags or verb is None:
        return (" ".join(words),)
    bounds = [k for k in cuts if k > verb and _opens_clause(words, tags, k + 1)]
    edges = [-1, *bounds, len(words)]
    parts = [(edges[n] + 1, edges[n + 1]) for n in range(len(edges) - 1)]
    return tuple(" ".join([*(words[:verb] if tags[a] in ("AUX", "VERB") else []), *words[a:z]]) for a, z in parts)


def _opens_clause(words: list[str], tags: list[str], k: int) -> bool:
    """Whether an auxiliary follows, or a noun phrase or *there* with an auxiliary."""
    if k < len(tags) and tags[k] == "AUX":
        return True
    rest = [
        n for n in range(k, len(tags)) if tags[n] not in ("DET", "ADJ", "NUM", "NOUN", "NAME", "PRON", "PREP", "ADV")
    ]
    return bool(rest) and rest[0] > k and tags[rest[0]] in ("AUX", "VERB") and not words[rest[0]].endswith("ing")


def _words(analysis: Analysis) -> list[str]:
    return [t.text.lower().strip(".,;:!?") for t in analysis.tokens]
