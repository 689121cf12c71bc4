"""Two small grammars for the tests of this room: names with Boolean words, and animals with quantifiers."""

from __future__ import annotations

from functools import cache

from provenli.grammar import (
    Grammar,
    adjective,
    determiner,
    either,
    fixed,
    intersect,
    negated,
    noun,
    predicate,
    proper_name,
    rule,
    verb,
)
from provenli.logic import quantifiers as q


@cache
def boolean() -> Grammar:
    rules = [
        rule("S -> NP VP[form=past]", lambda np, vp: np(vp)),
        rule('S -> "it is not the case that" S', negated, level=1),
        rule("NP -> PN"),
        rule("NP -> PN CON PN", lambda a, con, b: con(a, b)),
        rule('NP -> PN "," PN "," CON PN', lambda a, b, con, c: con(a, b, c)),
        rule('VP[form=past] -> "did" "not" VP[form=base]', negated),
        rule("VP[form=?f] -> IV[form=?f]"),
        rule("VP[form=?f] -> TV[form=?f] NP", lambda tv, np: lambda x: np(lambda y: tv(x, y))),
    ]
    words = [
        *(proper_name(n) for n in ("Ann", "Bob", "Chris")),
        fixed("CON", "and", intersect),
        fixed("CON", "or", either),
        verb("run", "IV"),
        verb("stare", "TV", particle="at"),
        verb("see", "TV"),
    ]
    return Grammar("S", rules, words)


@cache
def animals() -> Grammar:
    rules = [
        rule("S -> NP[anim=yes,num=?n] VP[num=?n]", lambda np, vp: np(vp)),
        rule("NP[anim=?a,num=?n] -> Det[num=?n] Nbar[anim=?a,num=?n]", lambda det, n: det(n)),
        rule("Nbar[anim=?a,num=?n] -> N[anim=?a,num=?n]"),
        rule("Nbar[anim=?a,num=?n] -> Adj N[anim=?a,num=?n]", intersect),
        rule("Nbar[anim=yes,num=?n] -> Nbar[anim=yes,num=?n] SRC[num=?n]", intersect, level=1),
        rule("Nbar[anim=?a,num=?n] -> Nbar[anim=?a,num=?n] ORC", intersect, level=1),
        rule("Nbar[anim=?a,num=?n] -> Nbar[anim=?a,num=?n] PP", intersect, level=1),
        rule('SRC[num=?n] -> "who" VP[num=?n]'),
        rule('ORC -> "that" NP[anim=yes] TV[form=past]', lambda np, tv: lambda y: np(lambda x: tv(x, y))),
        rule("PP -> P NP", lambda p, np: lambda x: np(lambda y: p(x, y))),
        rule("VP[num=?n] -> VBar[form=past]"),
        rule('VP[num=?n] -> "did not" VBar[form=base]', negated),
        rule('VP[num=sg] -> "was" Adj'),
        rule('VP[num=pl] -> "were" Adj'),
        rule('VP[num=sg] -> "was" "not" Adj', negated),
        rule('VP[num=pl] -> "were" "not" Adj', negated),
        rule("VBar[form=?f] -> IV[form=?f]"),
        rule("VBar[form=?f] -> TV[form=?f] NP", lambda tv, np: lambda x: np(lambda y: tv(x, y))),
    ]
    words = [
        noun("dog", "N[anim=yes]"),
        noun("owl", "N[anim=yes]"),
        noun("mouse", "N[anim=yes]"),
        noun("ice cream", "N[anim=no]"),
        noun("table", "N[anim=no]", sample=False),
        adjective("young"),
        adjective("honest"),
        fixed("P", "near", predicate("near")),
        verb("run", "IV"),
        verb("see", "TV"),
        verb("stare", "TV", particle="at"),
        fixed("Det[num=sg]", "every", determiner(q.EVERY), variants=("each",)),
        fixed("Det[num=sg]", "a", determiner(q.SOME)),
        fixed("Det[num=?n]", "no", determiner(q.NO)),
        fixed("Det[num=pl]", "most", determiner(q.MOST)),
        fixed("Det[num=pl]", "some but not all", determiner(q.SOME_BUT_NOT_ALL)),
        fixed("Det[num=pl]", "at least 3", determiner(q.at_least(3)), variants=("at least three",)),
        fixed("Det[num=pl]", "exactly 2", determiner(q.exactly(2))),
    ]
    return Grammar("S", rules, words)


@cache
def tiny() -> Grammar:
    """As few words as show every direction, so that all models of two elements can be gone through."""
    rules = [
        rule("S -> NP VP[form=past]", lambda np, vp: np(vp)),
        rule("NP -> Det Nbar", lambda det, n: det(n)),
        rule("Nbar -> N"),
        rule('Nbar -> Nbar "that" VP[form=past]', intersect, level=1),
        rule("VP[form=?f] -> IV[form=?f]"),
        rule("VP[form=?f] -> TV[form=?f] NP", lambda tv, np: lambda x: np(lambda y: tv(x, y)), level=1),
        rule('VP[form=past] -> "did not" VP[form=base]', negated),
    ]
    words = [
        fixed("N", "dog", predicate("dog")),
        verb("run", "IV"),
        verb("see", "TV"),
        fixed("Det", "every", determiner(q.EVERY)),
        fixed("Det", "some", determiner(q.SOME)),
        fixed("Det", "no", determiner(q.NO)),
        fixed("Det", "most", determiner(q.MOST)),
        fixed("Det", "exactly 2", determiner(q.exactly(2))),
    ]
    return Grammar("S", rules, words)
