"""The Boolean fragment of paper 003 (Table 11): names, and / or over names, verbal and sentential negation.

    S -> NP VP | it is not the case that S          NP -> PN | PN CON PN | PN, PN, CON PN
    VP -> IV | TV NP | did not VP                   ten names, ten intransitive and ten transitive verbs, past tense

Scope is surface scope: the subject over the verb's negation, that over the object, sentential negation over all.
"""

from __future__ import annotations

from collections.abc import Callable

from provenli.grammar import Grammar, either, fixed, intersect, negated, proper_name, rule, verb
from provenli.grammar.meanings import NounPhrase, Property
from provenli.logic.formulas import Formula
from provenli.logic.readings import Reading
from provenli.logic.theory import Theory
from provenli.pairs.fragment import Fragment

# Table 11 shows three items of each class and section 3 a few more; the verbs are filled up to the ten it counts.
NAMES = ("Ann", "Bob", "Chris", "Daniel", "Elliot", "Fred", "Greg", "Henry", "Tom", "John")
INTRANSITIVE = ("swim", "drink", "smoke", "dance", "sing", "run", "walk", "laugh", "sleep", "jump")
TRANSITIVE = ("see", "visit", "touch", "find", "admire", "hate", "praise", "help", "follow", "meet")

Connective = Callable[..., Formula]


def coordinate(*phrases: NounPhrase, by: Connective) -> NounPhrase:
    """'Ann and Bob' has a property where Ann has it and Bob has it."""
    return lambda p: by(*(np(p) for np in phrases))


def with_object(verb: Callable[..., Formula], obj: NounPhrase) -> Property:
    return lambda x: obj(lambda y: verb(x, y))


RULES = (
    rule("S -> NP VP[form=past]", lambda np, vp: np(vp)),
    rule('S -> "it is not the case that" S', negated, level=1),
    rule("NP -> PN"),
    rule("NP -> PN CON PN", lambda a, con, b: coordinate(a, b, by=con)),
    rule('NP -> PN "," PN "," CON PN', lambda a, b, con, c: coordinate(a, b, c, by=con)),
    rule("VP[form=?f] -> VB[form=?f]"),
    rule('VP[form=past] -> "did not" VB[form=base]', negated),
    rule("VB[form=?f] -> IV[form=?f]"),
    rule("VB[form=?f] -> TV[form=?f] NP", with_object),
)

WORDS = (
    *(proper_name(n) for n in NAMES),
    *(verb(v, "IV") for v in INTRANSITIVE),
    *(verb(v, "TV") for v in TRANSITIVE),
    fixed("CON", "and", intersect),
    fixed("CON", "or", either),
)

FRAGMENT = Fragment(
    name="boolean",
    paper="003, Table 11",
    about="names, and / or, verbal and sentential negation",
    grammar=Grammar("S", RULES, WORDS),
    theory=Theory(),
    reading=Reading(),
    labels=("entailment", "non-entailment"),
    example=("It is not the case that Ann or Bob swam.", "Ann did not swim."),
)
