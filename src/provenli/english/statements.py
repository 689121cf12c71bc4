"""Sentences of a few plain shapes as formulas: what a count, a comparison or a state says about one thing, proved.

*Exactly two men left* and *three men left*; *Tom is taller than Bill* and *Bill is taller than Tom*; *the meeting is on
Monday* and *on Tuesday*; *she no longer smokes* and *she smokes*. If both sentences have one shape, and all else is the
same, the kernel proves that one follows or that they exclude each other. This file never says that something is open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TypeAlias

from provenli.certify.certificates import Problem
from provenli.english.doubts import OF_ALL
from provenli.english.knowledge import APART, WordFact, WordKnowledge
from provenli.english.normal_forms import NAMING
from provenli.english.numerals import number_at
from provenli.english.pair_tokens import PairToken
from provenli.english.proof import EnglishProof, decided
from provenli.english.sentence_doubts import doubt_of_tense
from provenli.english.word_tables import words_in
from provenli.logic import quantifiers as q
from provenli.logic.formulas import And, Compare, Const, Formula, Not, Pred, Quant, Var
from provenli.logic.quantifiers import Quantifier
from provenli.logic.readings import Reading
from provenli.logic.theory import Clause, Theory, excludes

Words: TypeAlias = Sequence[PairToken]
READING = Reading(existential_import="strong")
"""*all of the lamps*: there are some."""


@dataclass(frozen=True, slots=True)
class Statement:
    """What is proved about two sentences, by which facts, and what was looked at."""

    proof: EnglishProof
    facts: tuple[WordFact, ...]
    step: str


@dataclass(frozen=True, slots=True)
class _Claim:
    """Two formulas, what is given about their predicates, and where that comes from."""

    said: Formula
    asked: Formula
    given: tuple[Clause, ...]
    facts: tuple[WordFact, ...]
    step: str


def state(premise: Words, hypothesis: Words, knowledge: WordKnowledge) -> Statement | None:
    """What one sentence proves or excludes about the other, if both have one of the shapes; otherwise None."""
    if doubt_of_tense(premise, hypothesis) or any(_is_mixed(side) for side in (premise, hypothesis)):
        return None
    names = {t.low for t in (*premise, *hypothesis) if t.tag == "NAME"}  # the first word may look like any other
    premise, hypothesis = ([replace(t, tag="NAME") if t.low in names else t for t in s] for s in (premise, hypothesis))
    for shape in SHAPES:
        claims = tuple(shape(premise, hypothesis, knowledge))
        if claims:
            return _proved(claims)
    return None


def _proved(claims: tuple[_Claim, ...]) -> Statement | None:
    """What holds however the words are read: *two* as exactly two, and as at least two."""
    problems = (Problem((c.said,), c.asked, Theory(c.given), READING) for c in claims)
    proofs = [EnglishProof(problem, decided(problem)) for problem in problems]
    sure = len({p.label for p in proofs}) == 1 and proofs[0].label in ("entailment", "contradiction")
    return Statement(proofs[0], claims[0].facts, claims[0].step) if sure else None


OPEN = frozenset({"if", "unless", "or", "either", "when", "whenever", "because", "would", "could", "might", "may"})


def _is_mixed(words: Words) -> bool:
    """Whether a condition, an alternative, or something said or thought may stand over what is compared."""
    lows = {t.low for t in words}
    thought = (words_in("clause verbs") | words_in("object to verbs")) - words_in("veridical verbs")
    return bool(lows & OPEN) or any(t.lemma in thought and t.tag == "VERB" for t in words)


def _same(a: Words, b: Words) -> bool:
    return len(a) == len(b) and all(x.forms & y.forms for x, y in zip(a, b, strict=True))


def _same_lemmas(a: Words, b: Words) -> bool:
    """*smokes*, [*does not*] *smoke*."""
    alike = (x.forms & y.forms or (x.lemma == y.lemma and x.tag != "ADJ") for x, y in zip(a, b, strict=False))
    return len(a) == len(b) and all(alike)


def _is_one(words: Words) -> bool:
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


# --- How many: *exactly two men left*, *three men left* ---

UNITS: dict[str, Callable[[int], Quantifier]] = {
    **dict.fromkeys(("exactly", "precisely", "only", "just"), q.exactly),
    "at least": q.at_least,
    **dict.fromkeys(("at most", "no more than", "not more than"), q.at_most),
    "more than": q.more_than,
    **dict.fromkeys(("fewer than", "less than"), q.fewer_than),
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


def _count_at(words: Words, k: int) -> _Count | None:
    lows = [t.low for t in words]
    for n in range(min(4, len(lows) - k), 0, -1):
        said = " ".join(lows[k : k + n])
        for table, whom in ((PEOPLE, "people"), (OFTEN, "times")):
            if said in table:
                return _Count((table[said],), whom, k + n)
        if said in AMOUNTS:
            definite = k + n < len(lows) and lows[k + n] in NAMING
            both = lows[k] in ("both", "neither") or definite
            return _Count((AMOUNTS[said],), "the" if both else "", k + n + definite)
    return _number_at(lows, k)


def _number_at(lows: list[str], k: int) -> _Count | None:
    for n in range(3, -1, -1):
        value, end = number_at(lows, k + n)
        told = " ".join(lows[k : k + n])
        if end > k + n and (1 if n else 2) <= value <= LARGEST and (not n or told in UNITS):
            found = (UNITS[told](value),) if n else (q.at_least(value), q.exactly(value))
            return _Count(found, "", end)
    return None


def _counted(premise: Words, hypothesis: Words, _knowledge: WordKnowledge) -> Iterator[_Claim]:
    k = next((k for k, (a, b) in enumerate(zip(premise, hypothesis, strict=False)) if not a.forms & b.forms), 0)
    for at in range(max(k - 2, 0), k + 1):
        ours, theirs = _count_at(premise, at), _count_at(hypothesis, at)
        if ours is None or theirs is None or ours.of_whom != theirs.of_whom or not _same(premise[:at], hypothesis[:at]):
            continue
        if _is_one(premise[:at]) if ours.of_whom == "times" else _opens(premise[:at]):
            said = [" ".join(t.low for t in side[at : c.end]) for side, c in ((premise, ours), (hypothesis, theirs))]
            rests = _over_time(premise[ours.end :]), _over_time(hypothesis[theirs.end :])
            step = f"'{said[0]}' and '{said[1]}' are said of the same"
            yield from _counts((ours, rests[0]), (theirs, rests[1]), step)
            return


def _counts(ours: _Counting, theirs: _Counting, step: str) -> Iterator[_Claim]:
    (mine, (words, no, when)), (yours, (others, other_no, other_when)) = ours, theirs
    if no != other_no and any(t.low in ("who", "which", "that") for t in (*words, *others)):
        return  # *someone who did not apply was invited*: what is denied may be in the clause
    same = _same_lemmas(words, others) if no or other_no else _same(words, others)
    plain = same and _is_counted(words) and not when | other_when
    if not plain or not all(_is_lower(c) for c, denied in ((mine, no), (yours, other_no)) if denied):
        return
    x = Var("x")
    a, b = Pred("A", (x,)), Pred("B", (x,))
    for one in mine.readings:
        for other in yours.readings:
            said, asked = (Not(b) if denied else b for denied in (no, other_no))
            yield _Claim(Quant(one, x, a, said), Quant(other, x, a, asked), (), (), step)


def _is_lower(c: _Count) -> bool:
    return c.of_whom != "times" and all(one.name in LOWER for one in c.readings)


def _opens(words: Words) -> bool:
    """*there are*, *she has*: whether the same is said of the same one up to the number."""
    if not words:
        return True
    verb = next((k for k, t in enumerate(words) if t.tag in ("VERB", "AUX")), 0)
    subject = words[0].low == "there" or _is_one(words[:verb])
    plain = all(t.tag in ("VERB", "AUX", "PREP", "DET") for t in words[verb:])
    return verb > 0 and subject and plain and not any(t.low in OF_ALL for t in words)


def _is_counted(words: Words) -> bool:
    """Whether nothing else is over what is counted, and no *of* or *than* goes on with the number."""
    return bool(words) and words[0].low not in ("of", "than", "or") and not any(t.low in OF_ALL for t in words)


# --- More or less: *Tom is taller than Bill* ---


@dataclass(frozen=True, slots=True)
class _Comparison:
    left: str
    right: str
    scale: str
    negated: bool

    def formula(self, scale: str, turned: bool) -> Formula:
        ends = (self.right, self.left) if turned else (self.left, self.right)
        found = Compare(scale, "more", Const(ends[0]), Const(ends[1]))
        return Not(found) if self.negated else found


def _comparison(words: Words) -> _Comparison | None:
    lows = [t.low for t in words]
    be = next((k for k, t in enumerate(words) if t.lemma == "be"), 0)
    if not be or lows.count("than") != 1:
        return None
    negated, than = lows[be + 1] == "not", lows.index("than")
    degree = words[be + 1 + negated : than]
    right = words[than + 1 : -1] if words[-1].low in ("is", "are", "am", "was", "were") else words[than + 1 :]
    scale = _scale(degree)
    if not scale or not _is_one(words[:be]) or not _is_one(right):
        return None
    ends = [_one(words[:be]), _one(right)]
    ends = ends[::-1] if degree[0].low == "less" else ends
    return _Comparison(ends[0], ends[1], scale, negated) if ends[0] != ends[1] else None


def _one(words: Words) -> str:
    return "_".join(PERSONS.get(t.low, t.low) for t in words)


def _scale(degree: Words) -> str:
    """The adjective of *taller*, *more careful*, *less careful*."""
    if len(degree) == 2 and degree[0].low in ("more", "less"):
        return degree[1].low
    word = degree[0] if len(degree) == 1 else None
    if word is None or not (word.low.endswith("er") or word.low == "worse"):
        return ""
    return next((b for b in (*IRREGULAR.get(word.low, ()), *word.bases) if b != word.low), "")


IRREGULAR = {"better": ("good",), "worse": ("bad",), "farther": ("far",), "further": ("far",)}


def _compared(premise: Words, hypothesis: Words, knowledge: WordKnowledge) -> Iterator[_Claim]:
    ours, theirs = _comparison(premise), _comparison(hypothesis)
    if ours is None or theirs is None or {ours.left, ours.right} != {theirs.left, theirs.right}:
        return
    facts = () if ours.scale == theirs.scale else _ends(ours.scale, theirs.scale, knowledge)
    if ours.scale == theirs.scale or facts:
        asked = theirs.formula(ours.scale, bool(facts))
        step = f"what is more {ours.scale} than another is not less so"
        yield _Claim(ours.formula(ours.scale, False), asked, (), facts, step)


def _ends(one: str, other: str, knowledge: WordKnowledge) -> tuple[WordFact, ...]:
    """*tall* and *short* are the two ends of one scale; for what is not measured, nobody knows."""
    known = knowledge.relation(one, other, ("a",))
    measured = {one, other} <= words_in("measured adjectives")
    return known.facts if measured and known.relation is APART else ()


# --- In one state or another: *the door is open*, *the meeting is on Monday* ---


def _in_a_state(premise: Words, hypothesis: Words, knowledge: WordKnowledge) -> Iterator[_Claim]:
    (ours, no), (theirs, other_no) = _denied(premise), _denied(hypothesis)
    differing = [k for k, (a, b) in enumerate(zip(ours, theirs, strict=False)) if not a.forms & b.forms]
    if len(ours) != len(theirs) or len(differing) != 1 or no:
        return
    k = differing[0]
    fact = _apart(ours, theirs, k, knowledge)
    if fact is not None:
        c = Const("it")
        asked = Pred("B", (c,))
        step = f"one thing is not both '{ours[k].low}' and '{theirs[k].low}'"
        yield _Claim(Pred("A", (c,)), Not(asked) if other_no else asked, (excludes("A", "B"),), (fact,), step)


def _denied(words: Words) -> tuple[Words, bool]:
    """The words without the *not* after *be*."""
    k = next((k for k, (a, b) in enumerate(pairwise(words), 1) if a.lemma == "be" and b.low == "not"), 0)
    return ([*words[:k], *words[k + 1 :]], True) if k else (words, False)


def _apart(ours: Words, theirs: Words, k: int, knowledge: WordKnowledge) -> WordFact | None:
    verb = next((j for j, t in enumerate(ours) if t.lemma in BEING and t.tag in ("AUX", "VERB")), 0)
    between, last = [t.tag for t in ours[verb + 1 : k]], k == len(ours) - 1
    if not verb or k <= verb or not _is_one(ours[:verb]) or any(t.low == "not" for t in ours):
        return None
    a, b = ours[k], theirs[k]
    if between in (["PREP"], ["VERB", "PREP"]) and ours[verb - 1].low == ours[verb - 1].lemma:
        born = len(between) == 1 or ours[verb + 1].low == "born"
        return (_listed_apart(a, b, TIMES) or _other_year(a, b)) if born else None
    if ours[verb].lemma != "be" or not last:
        return None
    if not between:
        return _listed_apart(a, b, COLOURS) or _opposed(a, b, knowledge)
    return _of_kin(a, b) if between == ["DET"] or ours[k - 1].low in NAMING else None


BEING = frozenset({"be", "begin", "start", "end"})
TIMES, COLOURS = ("days of the week", "months", "seasons"), ("colours",)


def _listed_apart(a: PairToken, b: PairToken, lists: tuple[str, ...]) -> WordFact | None:
    source = next((name for name in lists if {a.low, b.low} <= words_in(name)), "")
    return WordFact("excludes", a.low, b.low, f"the list of {source}") if source else None


def _other_year(a: PairToken, b: PairToken) -> WordFact | None:
    years = all(len(t.low) == YEAR and t.low.isdecimal() for t in (a, b))
    return WordFact("excludes", a.low, b.low, "different years") if years else None


YEAR = 4
"""Digits."""


def _opposed(a: PairToken, b: PairToken, knowledge: WordKnowledge) -> WordFact | None:
    known = knowledge.relation(a.low, b.low, ("a",))
    sure = known.relation is APART and known.rank <= 0
    return known.facts[0] if sure else None


KIN = ("words for women", "words for men")


def _of_kin(a: PairToken, b: PairToken) -> WordFact | None:
    """*my sister*, *my brother*; opposites such as *buyer* and *seller* may be one person."""
    told = any(x.low in words_in(KIN[0]) and y.low in words_in(KIN[1]) for x, y in ((a, b), (b, a)))
    return WordFact("excludes", a.low, b.low, "the lists of words for women and for men") if told else None


# --- No longer: *she no longer smokes* ---

STILL = frozenset({"still", "anymore"})


def _no_longer(premise: Words, hypothesis: Words, _knowledge: WordKnowledge) -> Iterator[_Claim]:
    (ours, no, when), (theirs, other_no, other_when) = _over_time(premise), _over_time(hypothesis)
    verb = next((k for k, t in enumerate(ours) if t.tag in ("VERB", "AUX")), 0)
    if not when | other_when or not verb or not _is_one(ours[:verb]) or not _same_lemmas(ours, theirs):
        return
    if any(t.low in OF_ALL or t.tag == "CONJ" for t in ours) or (no == other_no and not other_when <= when):
        return
    it = Pred("A", (Const("it"),))
    said, asked = (Not(it) if denied else it for denied in (no, other_no))
    yield _Claim(said, asked, (), (), "what is no longer so is not so, and what is still so is so")


def _over_time(words: Words) -> tuple[Words, bool, frozenset[str]]:
    """Without *no longer*, *not* and *still*; whether it is denied; and the words that say that it was otherwise."""
    lows = [t.low for t in words]
    longer = next((k for k in range(len(lows) - 1) if lows[k : k + 2] == ["no", "longer"]), None)
    denied = longer is not None or "not" in lows
    when = frozenset(lows) & STILL | ({"longer"} if longer is not None else frozenset())
    helping = {k for k, t in enumerate(words[:-1]) if t.lemma == "do" and words[k + 1].low == "not"}
    dropped = helping | (set() if longer is None else {longer, longer + 1})
    return [t for k, t in enumerate(words) if k not in dropped and t.low not in STILL | {"not"}], denied, when


# --- Neither: *neither Ann nor Bob came* ---


def _neither(premise: Words, hypothesis: Words, _knowledge: WordKnowledge) -> Iterator[_Claim]:
    lows = [t.low for t in premise]
    verb = next((k for k, t in enumerate(premise) if t.tag in ("VERB", "AUX")), 0)
    if lows[0] != "neither" or lows[:verb].count("nor") != 1:
        return
    nor, (asked, no, when) = lows.index("nor"), _over_time(hypothesis)
    which = [side for side in (premise[1:nor], premise[nor + 1 : verb]) if _is_one(side)]
    if not when and any(_same_lemmas([*side, *premise[verb:]], asked) for side in which):
        one, other = Pred("A", (Const("it"),)), Pred("A", (Const("other"),))
        yield _Claim(And((Not(one), Not(other))), Not(one) if no else one, (), (), "'neither … nor' denies both")


SHAPES = (_neither, _counted, _compared, _in_a_state, _no_longer)
