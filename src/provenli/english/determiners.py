"""Determiners, numbers and the pronouns made of them: which way each turns its noun and its scope comes from logic's
own quantifiers (logic/quantifiers.py)."""

from __future__ import annotations

from collections.abc import Callable

from provenli.english.leaves import WordLeaf
from provenli.english.phrases import Build, Meaning, Noun, NounPhrase, Property, definite, quantified, relation
from provenli.logic.formulas import Bound, Cardinal, Const, Formula, Not, Quant, conj
from provenli.logic.quantifiers import (
    A_FEW,
    BOTH,
    EVERY,
    FEW,
    MANY,
    MOST,
    NO,
    NOT_EVERY,
    SEVERAL,
    SOME,
    SOME_BUT_NOT_ALL,
    THE,
    Quantifier,
    at_least,
    at_most,
    exactly,
    fewer_than,
    less_than,
    more_than,
)

PLAIN: dict[str, Quantifier] = {
    "every": EVERY,
    "some": SOME,
    "several": SEVERAL,
    "a few": A_FEW,
    "few": FEW,
    "no": NO,
    "most": MOST,
    "not every": NOT_EVERY,
    "some but not all": SOME_BUT_NOT_ALL,
}
TURNING = frozenset({"some but not all", "every", "few", "no", "not every", "most", "the", "poss"})
NEGATING = ("not ", "hardly ", "scarcely ", "barely ")
LOOSE = frozenset({"enough", "much", "more", "fewer", "less", "neither", "either", "such", "half a"})
"""Words that say more than the quantifier they are treated as."""


def determiner(b: Build, leaf: WordLeaf, kind: str) -> Meaning:
    """From a noun to a noun phrase."""
    return lambda noun: _phrase(b, leaf, kind, noun)


def _phrase(b: Build, leaf: WordLeaf, kind: str, noun: Noun) -> NounPhrase:
    if kind in TURNING:
        b.operators[leaf.token] = leaf.lower
    if leaf.lower.startswith(NEGATING) or leaf.lower in ("no one", "every one"):  # what follows stands below it
        b.anchors.update((piece, (leaf.token, -1)) for piece in range(leaf.first + 1, leaf.end))
    if leaf.lower in LOOSE:
        b.not_said(leaf.lower)
    if noun.parts and kind not in ("every", "no"):
        b.not_said("nouns joined under one determiner")
    if kind == "any":
        kind = "some" if leaf.licensed else "every"
    if kind == "number":
        return numbered(b, leaf, noun)
    if kind == "poss":
        owner = Const(f"that {leaf.lower}")
        return owned(b, leaf.token, noun.restricted(lambda x: relation("of", x, owner)))
    if kind == "the":
        return quantified(b, leaf.token, BOTH, noun) if leaf.lower.startswith("both") else definite(b, leaf.token, noun)
    if kind == "not many" and b.conventions.many == "up":
        kind = "few"
    if kind in SHARES:
        return _share(b, leaf, SHARES[kind], noun)
    if kind == "many":
        return _many(b, leaf, noun)
    return quantified(b, leaf.token, PLAIN[kind], noun)


Share = Callable[[Callable[[bool], Formula]], Formula]

SHARES: dict[str, Share] = {
    "not many": lambda most: Not(most(True)),
    "at most half": lambda most: Not(most(True)),
    "less than half": lambda most: most(False),
    "at least half": lambda most: Not(most(False)),
    "exactly half": lambda most: conj(Not(most(True)), Not(most(False))),
}
"""By `most`, of what is in the scope (True) and of what is not."""


def _share(b: Build, leaf: WordLeaf, share: Share, noun: Noun) -> NounPhrase:
    b.operators[leaf.token] = leaf.lower

    def how(n: Property, scope: Property) -> Formula:
        def most(within: bool) -> Formula:
            x = b.fresh()
            return Quant(MOST, x, n(x), scope(x) if within else Not(scope(x)))

        return b.mark(leaf.token, share(most))

    return NounPhrase(how, noun)


def owned(b: Build, token: int, noun: Noun) -> NounPhrase:
    """`my dog` is definite; but it counts as upward where polarity systems are compared."""
    if b.conventions.possessives == "up":
        return quantified(b, token, SOME, noun)
    return definite(b, token, noun)


def _many(b: Build, leaf: WordLeaf, noun: Noun) -> NounPhrase:
    if b.conventions.many == "up":
        return quantified(b, leaf.token, MANY, noun)
    b.operators[leaf.token] = "many"
    return quantified(b, leaf.token, MOST, noun)  # a share of the noun, and as `most` for what it does


COUNTS: dict[str, tuple[Callable[[int], Quantifier], int]] = {
    "at least": (at_least, -1),
    "more than": (more_than, -1),
    "at most": (at_most, 1),
    "less than": (less_than, 1),
    "fewer than": (fewer_than, 1),
    "exactly": (exactly, 0),
}
"""A comparison's quantifier, and which way the number itself goes: `at least four` follows from `at least five`."""


def numbered(b: Build, leaf: WordLeaf, noun: Noun) -> NounPhrase:
    """`three dogs`, `at most three dogs`: `leaf.lemma` is the comparison."""
    how = leaf.lemma
    if how in COUNTS:
        make, way = COUNTS[how]
        way = 1 if "or more" in leaf.lower else way
        b.operators[leaf.token] = leaf.lemma
        _anchor(b, leaf, way)
        return quantified(b, leaf.token, make(leaf.value), noun)
    if how == "the":
        _anchor(b, leaf, 0)
        b.operators[leaf.token] = leaf.lower
        b.not_said("a definite number")
        return definite(b, leaf.token, noun)
    if how == "every":
        _anchor(b, leaf, 0)
        b.operators[leaf.token] = leaf.lower
        return quantified(b, leaf.token, EVERY, noun)
    if how == "all but":
        return _all_but(b, leaf, noun)
    if how == "out of":
        return _out_of(b, leaf, noun)
    if how == "about":
        b.not_said("about a number")
    exact = b.conventions.numerals == "exact"
    if exact and leaf.value == 1 and how != "about":  # one hour: an hour
        return quantified(b, leaf.token, SOME, noun)
    _anchor(b, leaf, 0 if exact else -1)
    if exact:
        b.operators[leaf.token] = leaf.lower
        return quantified(b, leaf.token, THE, noun)  # for polarity: the noun goes nowhere, the scope up
    return quantified(b, leaf.token, at_least(leaf.value), noun)


def compared(b: Build, leaf: WordLeaf, way: str) -> Meaning:
    """`fewer dogs than cats sit`: two numbers compared, as one inequality."""
    b.operators[leaf.token] = leaf.lower

    def with_nouns(first: Noun, second: Noun) -> NounPhrase:
        def how(n: Property, scope: Property) -> Formula:
            x, y = b.fresh(), b.fresh()
            mine, other = Cardinal(x, conj(n(x), scope(x))), Cardinal(y, conj(second(y), scope(y)))
            sign = -int(way)
            return b.mark(leaf.token, Bound(((sign, mine), (-sign, other)), -1))

        return NounPhrase(how, first)

    return lambda first: lambda second: with_nouns(first, second)


def number_alone(b: Build, leaf: WordLeaf, _: str) -> NounPhrase:
    """`two a day`: at least two of something."""
    thing = Noun(lambda x: relation("thing", x), "thing", count=leaf)
    if leaf.lemma != "number":
        return numbered(b, leaf, thing)
    _anchor(b, leaf, -1)
    return quantified(b, leaf.token, at_least(leaf.value), thing)


def _anchor(b: Build, leaf: WordLeaf, way: int) -> None:
    if leaf.number is not None:
        b.anchors[leaf.number] = (leaf.token, way)


def _out_of(b: Build, leaf: WordLeaf, noun: Noun) -> NounPhrase:
    """`three out of five dentists`: a share of them; neither number can be moved."""
    b.not_said("a share of a number")
    for piece in range(leaf.first, leaf.end):
        b.anchors[piece] = (leaf.token, 0 if piece in (leaf.number, leaf.end - 1) else -1)
    return quantified(b, leaf.token, SOME, noun)


def _all_but(b: Build, leaf: WordLeaf, noun: Noun) -> NounPhrase:
    b.operators[leaf.token] = "all but"
    _anchor(b, leaf, 0)

    def how(n: Property, scope: Property) -> Formula:
        x = b.fresh()
        return b.mark(leaf.token, Quant(exactly(leaf.value), x, n(x), Not(scope(x))))

    return NounPhrase(how, noun)


def quantified_pronoun(b: Build, leaf: WordLeaf, told: str) -> NounPhrase:
    kind, _, what = told.rpartition(" ")
    return _phrase(b, leaf, kind, Noun(lambda x: relation(what, x), what))
