"""How many: *exactly two men left*, *three men left*; *few*, *many*; *rarely*, *often*, as formulas."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from provenli.english.doubts import OF_ALL
from provenli.english.knowledge import WordKnowledge
from provenli.english.normal_forms import NAMING
from provenli.english.numerals import number_at
from provenli.english.plain_shapes import PlainClaim, Words, is_one, over_time, same, same_lemmas
from provenli.logic import quantifiers as q
from provenli.logic.formulas import Not, Pred, Quant, Var
from provenli.logic.quantifiers import Quantifier

UNITS: dict[str, Callable[[int], Quantifier]] = {
    **dict.fromkeys(("exactly", "precisely", "only", "just"), q.exactly),
    "at least": q.at_least,
    **dict.fromkeys(("at most", "no more than", "not more than"), q.at_most),
    "more than": q.more_than,
    **dict.fromkeys(("fewer than", "less than"), q.fewer_than),
    **dict.fromkeys(("no fewer than", "no less than", "not fewer than"), q.at_least),
}
AMOUNTS: dict[str, Quantifier] = {
    **dict.fromkeys(("no", "none of", "neither", "neither of"), q.NO),
    **dict.fromkeys(("every", "each", "all", "all of", "each of", "every one of", "both", "both of"), q.EVERY),
    **dict.fromkeys(("few", "very few", "few of", "hardly any", "almost no"), q.FEW),
    **dict.fromkeys(("many", "many of", "a lot of", "lots of", "very many"), q.MANY),
    **dict.fromkeys(("most", "most of", "more than half of", "the majority of"), q.MOST),
    **dict.fromkeys(("some", "some of"), q.SOME),
    **dict.fromkeys(("not all", "not every", "not all of"), q.NOT_EVERY),
}
PEOPLE: dict[str, Quantifier] = {
    **dict.fromkeys(("nobody", "no one"), q.NO),
    **dict.fromkeys(("everyone", "everybody", "all people"), q.EVERY),
    **dict.fromkeys(("hardly anyone", "hardly anybody", "few people", "very few people"), q.FEW),
    **dict.fromkeys(("many people", "a lot of people", "lots of people"), q.MANY),
    **dict.fromkeys(("someone", "somebody", "some people"), q.SOME),
    **dict.fromkeys(("not everyone", "not everybody"), q.NOT_EVERY),
    "most people": q.MOST,
}
OFTEN: dict[str, Quantifier] = {
    "never": q.NO,
    "always": q.EVERY,
    **dict.fromkeys(("often", "frequently"), q.MANY),
    **dict.fromkeys(("rarely", "seldom", "hardly ever"), q.FEW),
    "usually": q.MOST,
    "sometimes": q.SOME,
}
LARGEST = 100
LOWER = frozenset({"some", "at least", "many", "most", "more than"})
"""Quantifiers after which a *not* denies what is said of those individuals, and nothing else."""


@dataclass(frozen=True, slots=True)
class _Count:
    readings: tuple[Quantifier, ...]
    of_whom: str
    """*people* or *times* if the words say so themselves, *the* if only some definite ones are counted."""
    end: int


_Counting: TypeAlias = "tuple[_Count, tuple[Words, bool, frozenset[str]]]"


def count_at(words: Words, k: int) -> _Count | None:
    lows = [t.low for t in words]
    numbered = _number_at(lows, k)
    if numbered is not None:  # *no more than four* before *no*
        return numbered
    for n in range(min(4, len(lows) - k), 0, -1):
        said = " ".join(lows[k : k + n])
        for table, whom in ((PEOPLE, "people"), (OFTEN, "times")):
            if said in table:
                return _Count((table[said],), whom, k + n)
        if said in AMOUNTS:
            definite = k + n < len(lows) and lows[k + n] in NAMING
            both = lows[k] in ("both", "neither") or definite
            return _Count((AMOUNTS[said],), "the" if both else "", k + n + definite)
    return None


def _number_at(lows: list[str], k: int) -> _Count | None:
    for n in range(3, -1, -1):
        value, end = number_at(lows, k + n)
        told = " ".join(lows[k : k + n])
        if end > k + n and (1 if n else 2) <= value <= LARGEST and (not n or told in UNITS):
            found = (UNITS[told](value),) if n else (q.at_least(value), q.exactly(value))
            return _Count(found, "", end)
    return None


def counted(premise: Words, hypothesis: Words, _knowledge: WordKnowledge) -> Iterator[PlainClaim]:
    k = next((k for k, (a, b) in enumerate(zip(premise, hypothesis, strict=False)) if not a.forms & b.forms), 0)
    for at in range(max(k - 2, 0), k + 1):
        ours, theirs = count_at(premise, at), count_at(hypothesis, at)
        if ours is None or theirs is None or ours.of_whom != theirs.of_whom or not same(premise[:at], hypothesis[:at]):
            continue
        if is_one(premise[:at]) if ours.of_whom == "times" else _opens(premise[:at]):
            said = [" ".join(t.low for t in side[at : c.end]) for side, c in ((premise, ours), (hypothesis, theirs))]
            rests = over_time(premise[ours.end :]), over_time(hypothesis[theirs.end :])
            step = f"'{said[0]}' and '{said[1]}' are said of the same"
            yield from _counts((ours, rests[0]), (theirs, rests[1]), step)
            return


def _counts(ours: _Counting, theirs: _Counting, step: str) -> Iterator[PlainClaim]:
    (mine, (words, no, when)), (yours, (others, other_no, other_when)) = ours, theirs
    if no != other_no and any(t.low in ("who", "which", "that") for t in (*words, *others)):
        return  # *someone who did not apply was invited*: what is denied may be in the clause
    alike = same_lemmas(words, others) if no or other_no else same(words, others)
    plain = alike and _is_counted(words) and not when | other_when
    if not plain or not all(_is_lower(c) for c, denied in ((mine, no), (yours, other_no)) if denied):
        return
    x = Var("x")
    a, b = Pred("A", (x,)), Pred("B", (x,))
    for one in mine.readings:
        for other in yours.readings:
            said, asked = (Not(b) if denied else b for denied in (no, other_no))
            yield PlainClaim(Quant(one, x, a, said), Quant(other, x, a, asked), (), (), step)


def _is_lower(c: _Count) -> bool:
    return c.of_whom != "times" and all(one.name in LOWER for one in c.readings)


def _opens(words: Words) -> bool:
    """*there are*, *she has*: whether the same is said of the same one up to the number."""
    if not words:
        return True
    verb = next((k for k, t in enumerate(words) if t.tag in ("VERB", "AUX")), 0)
    subject = words[0].low == "there" or is_one(words[:verb])
    plain = all(t.tag in ("VERB", "AUX", "PREP", "DET") for t in words[verb:])
    return verb > 0 and subject and plain and not any(t.low in OF_ALL for t in words)


def _is_counted(words: Words) -> bool:
    """Whether nothing else is over what is counted, and no *of* or *than* goes on with the number."""
    return bool(words) and words[0].low not in ("of", "than", "or") and not any(t.low in OF_ALL for t in words)
