"""Sentences of a few plain shapes as formulas: what a count, a comparison or a state says about one thing, proved.

*Exactly two men left* and *three men left*; *Tom is taller than Bill* and *Bill is taller than Tom*; *the meeting is on
Monday* and *on Tuesday*; *she no longer smokes* and *she smokes*. If both sentences have one shape, and all else is the
same, the kernel proves that one follows or that they exclude each other. This file never says that something is open.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from provenli.certify.certificates import Problem
from provenli.english.count_statements import counted
from provenli.english.doubts import OF_ALL
from provenli.english.knowledge import APART, WordFact, WordKnowledge
from provenli.english.normal_forms import NAMING
from provenli.english.pair_tokens import PairToken
from provenli.english.plain_shapes import PERSONS, PlainClaim, Words, is_one, over_time, same_lemmas
from provenli.english.proof import EnglishProof, decided
from provenli.english.sentence_doubts import doubt_of_tense
from provenli.english.word_tables import words_in
from provenli.logic.formulas import And, Compare, Const, Formula, Not, Pred
from provenli.logic.readings import Reading
from provenli.logic.theory import Theory, excludes

READING = Reading(existential_import="strong")
"""*all of the lamps*: there are some."""


@dataclass(frozen=True, slots=True)
class Statement:
    """What is proved about two sentences, by which facts, and what was looked at."""

    proof: EnglishProof
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


def _proved(claims: tuple[PlainClaim, ...]) -> Statement | None:
    """What holds however the words are read: *two* as exactly two, and as at least two."""
    problems = (Problem((c.said,), c.asked, Theory(c.given), READING) for c in claims)
    proofs = [EnglishProof(problem, decided(problem)) for problem in problems]
    sure = len({p.label for p in proofs}) == 1 and proofs[0].label in ("entailment", "contradiction")
    return Statement(proofs[0], claims[0].facts, claims[0].step) if sure else None


OPEN = frozenset({"if", "unless", "or", "either", "when", "whenever", "because", "would", "could", "might", "may"})


def _is_mixed(words: Words) -> bool:
    """Whether a condition, an alternative, or something said or thought may stand over what is compared."""
    return bool({t.low for t in words} & OPEN) or is_thought(words)


def is_thought(words: Words) -> bool:
    """*Ann said that Bob left*: whether a verb of saying or thinking has something under it."""
    thought = (words_in("clause verbs") | words_in("object to verbs")) - words_in("veridical verbs")
    over = next((k for k, t in enumerate(words) if t.lemma in thought and t.tag == "VERB"), len(words))
    return any(t.tag in ("VERB", "AUX", "NEG") or t.low == "that" for t in words[over + 1 :])


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
    if not scale or not is_one(words[:be]) or not is_one(right):
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


def _compared(premise: Words, hypothesis: Words, knowledge: WordKnowledge) -> Iterator[PlainClaim]:
    ours, theirs = _comparison(premise), _comparison(hypothesis)
    if ours is None or theirs is None or {ours.left, ours.right} != {theirs.left, theirs.right}:
        return
    facts = () if ours.scale == theirs.scale else _ends(ours.scale, theirs.scale, knowledge)
    if ours.scale == theirs.scale or facts:
        asked = theirs.formula(ours.scale, bool(facts))
        step = f"what is more {ours.scale} than another is not less so"
        yield PlainClaim(ours.formula(ours.scale, False), asked, (), facts, step)


def _ends(one: str, other: str, knowledge: WordKnowledge) -> tuple[WordFact, ...]:
    """*tall* and *short* are the two ends of one scale; for what is not measured, nobody knows."""
    known = knowledge.relation(one, other, ("a",))
    measured = {one, other} <= words_in("measured adjectives")
    return known.facts if measured and known.relation is APART else ()


# --- In one state or another: *the door is open*, *the meeting is on Monday* ---


def _in_a_state(premise: Words, hypothesis: Words, knowledge: WordKnowledge) -> Iterator[PlainClaim]:
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
        yield PlainClaim(Pred("A", (c,)), Not(asked) if other_no else asked, (excludes("A", "B"),), (fact,), step)


def _denied(words: Words) -> tuple[Words, bool]:
    """The words without the *not* after *be*."""
    k = next((k for k, (a, b) in enumerate(pairwise(words), 1) if a.lemma == "be" and b.low == "not"), 0)
    return ([*words[:k], *words[k + 1 :]], True) if k else (words, False)


def _apart(ours: Words, theirs: Words, k: int, knowledge: WordKnowledge) -> WordFact | None:
    verb = next((j for j, t in enumerate(ours) if t.lemma in BEING and t.tag in ("AUX", "VERB")), 0)
    between, last = [t.tag for t in ours[verb + 1 : k]], k == len(ours) - 1
    if not verb or k <= verb or not is_one(ours[:verb]) or any(t.low == "not" for t in ours):
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


def _no_longer(premise: Words, hypothesis: Words, _knowledge: WordKnowledge) -> Iterator[PlainClaim]:
    (ours, no, when), (theirs, other_no, other_when) = over_time(premise), over_time(hypothesis)
    verb = next((k for k, t in enumerate(ours) if t.tag in ("VERB", "AUX")), 0)
    if not when | other_when or not verb or not is_one(ours[:verb]) or not same_lemmas(ours, theirs):
        return
    if any(t.low in OF_ALL or t.tag == "CONJ" for t in ours) or (no == other_no and not other_when <= when):
        return
    it = Pred("A", (Const("it"),))
    said, asked = (Not(it) if denied else it for denied in (no, other_no))
    yield PlainClaim(said, asked, (), (), "what is no longer so is not so, and what is still so is so")


# --- Neither: *neither Ann nor Bob came* ---


def _neither(premise: Words, hypothesis: Words, _knowledge: WordKnowledge) -> Iterator[PlainClaim]:
    lows = [t.low for t in premise]
    verb = next((k for k, t in enumerate(premise) if t.tag in ("VERB", "AUX")), 0)
    if lows[0] != "neither" or lows[:verb].count("nor") != 1:
        return
    nor, (asked, no, when) = lows.index("nor"), over_time(hypothesis)
    which = [side for side in (premise[1:nor], premise[nor + 1 : verb]) if is_one(side)]
    if not when and any(same_lemmas([*side, *premise[verb:]], asked) for side in which):
        one, other = Pred("A", (Const("it"),)), Pred("A", (Const("other"),))
        yield PlainClaim(And((Not(one), Not(other))), Not(one) if no else one, (), (), "'neither … nor' denies both")


SHAPES = (_neither, counted, _compared, _in_a_state, _no_longer)
