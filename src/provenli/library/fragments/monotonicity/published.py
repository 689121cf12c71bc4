"""The monotonicity fragments as published files write them: grammar.py and what goes beyond it.

Read, never generated: several adjectives (*nice old dog*), *very*, who / which / that, *with a hat*, coordination of
adjectives, nouns, noun phrases and verb phrases, the present tense, *did sniff*, *most of the*, bare numbers, and words
that the lexicon does not have.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from provenli.grammar import Grammar, determiner, either, intersect, negated, rule
from provenli.grammar.meanings import NounPhrase, Property, from_subject
from provenli.grammar.tolerant import TolerantParser
from provenli.library.fragments.monotonicity import grammar as a
from provenli.library.fragments.monotonicity.published_words import OPEN, Adjective, words
from provenli.logic import quantifiers as q
from provenli.logic.formulas import TRUE, And, Formula, Or, Pred, Term, conj, subformulas, unmark
from provenli.logic.theory import Theory, isa

AGREEMENT = {
    "Det.num": "determiner and noun",
    "N.num": "determiner and noun",
    "Nbar.num": "determiner and noun",
    "Nmod.num": "determiner and noun",
    "NP.num": "subject and verb",
    "BE.num": "subject and verb",
    "VP.num": "subject and verb",
    "SRC.num": "subject and verb",
    "SRCT.num": "subject and verb",
    "num": "number",
    "form": "form of the verb",
    "anim": "animals and things",
}
"""How it is called where two things do not go together."""
SAME_WORDS = Theory(isa(*a.SMELLS, a.SMELLS[0]))
"""A smell is an odor is a scent is a smell, for those who wrote the files."""


# --- meanings ---------------------------------------------------------------------------------------------------------


def very(adj: Adjective) -> Adjective:
    """A very old dog is an old dog, and nothing more is known of it; a very good dog likewise."""

    def modified(n: Property) -> Property:
        def of(x: Term) -> Formula:
            f = adj(n)(x)
            return conj(Pred(f"very {_called(f)}", (x,)), f)

        return of

    return modified


def _called(f: Formula) -> str:
    f = unmark(f)
    first = f.parts[0] if isinstance(f, And) else f
    return (" or " if isinstance(first, Or) else " ").join(p.name for p in subformulas(first) if isinstance(p, Pred))


def very_so(adj: Property) -> Property:
    return lambda x: conj(Pred(f"very {_called(adj(x))}", (x,)), adj(x))


def both_adjectives(one: Adjective, other: Adjective) -> Adjective:
    return lambda n: intersect(one(n), other(n))


def either_adjective(one: Adjective, other: Adjective) -> Adjective:
    return lambda n: either(one(n), other(n))


def both(one: NounPhrase, other: NounPhrase) -> NounPhrase:
    return lambda body: conj(one(body), other(body))


def having(np: NounPhrase) -> Property:
    return lambda x: np(lambda y: Pred("have", (x, y)))


def not_done_by(subject: NounPhrase, verb_: Callable[..., Formula]) -> Property:
    """'who every dog did not see'."""
    return from_subject(subject, lambda y, x: negated(verb_(y, x)))


def moving(where: str) -> Callable[[Property, NounPhrase], Property]:
    """Who ran to a cat ran."""

    def meaning(iv: Property, np: NounPhrase) -> Property:
        return lambda x: conj(iv(x), np(lambda y: Pred(f"{_called(iv(x))}_{where}", (x, y))))

    return meaning


# --- rules ------------------------------------------------------------------------------------------------------------

RELATIVE, OF_OBJECTS = ("who", "which", "that"), ("who", "whom", "which", "that")
WHERE = ("to", "from", "over", "near", "behind", "under", "on", "in", "into", "at")
KEPT = (
    a.CLAUSE,
    a.PHRASE,
    a.WITH_SRC,
    a.WITH_ORC,
    a.WITH_PP,
    a.WITH,
    a.WITHOUT,
    a.DID,
    a.DID_NOT,
    a.WAS,
    a.WAS_NOT,
    a.ALONE,
    a.WITH_OBJECT,
)
RULES = (
    *KEPT,
    *(rule(f'S -> S "{w}" S', intersect, level=1) for w in ("and", ", and", ",", ";", "but", ", but")),
    *(rule(f'S -> "there {be}" NP', lambda np: np(lambda x: TRUE)) for be in ("is", "are", "was", "were")),  # noqa: ARG005
    rule('VP[num=sg] -> BE[num=sg] "a" Nbar[num=sg]', lambda be, n: be(n)),
    rule('VP[num=sg] -> BE[num=sg] "not a" Nbar[num=sg]', lambda be, n: negated(be(n))),
    rule("VP[num=pl] -> BE[num=pl] Nbar[num=pl]", lambda be, n: be(n)),
    rule('VP[num=pl] -> BE[num=pl] "not" Nbar[num=pl]', lambda be, n: negated(be(n))),
    rule("Nbar[anim=?a,num=?n] -> Nmod[anim=?a,num=?n]"),
    *(rule(f'Nbar[anim=?a,num=?n] -> Nmod[anim=?a,num=?n] "{w}" Nmod[anim=?a,num=?n]', either) for w in ("and", "or")),
    rule("Nmod[anim=?a,num=?n] -> N[anim=?a,num=?n]"),
    rule("Nmod[anim=?a,num=?n] -> AdjP[anim=?a] Nmod[anim=?a,num=?n]", a.modified, level=1),
    rule('Nmod[anim=?a,num=?n] -> AdjP[anim=?a] "," Nmod[anim=?a,num=?n]', a.modified, level=1),
    rule("AdjP[anim=?a] -> AdjV[anim=?a]"),
    rule('AdjP[anim=?a] -> AdjV[anim=?a] "and" AdjV[anim=?a]', both_adjectives),
    rule('AdjP[anim=?a] -> AdjV[anim=?a] "but" AdjV[anim=?a]', both_adjectives),
    rule('AdjP[anim=?a] -> AdjO[anim=?a] "or" AdjV[anim=?a]', either_adjective),
    rule('AdjP[anim=?a] -> Colour[anim=?a] "or" AdjO[anim=?a]', either_adjective),
    rule("AdjV[anim=?a] -> Colour[anim=?a]"),  # 'brown or black' is one word of the lexicon
    rule("AdjV[anim=?a] -> AdjO[anim=?a]"),
    rule("AdjO[anim=?a] -> Adj[anim=?a]"),
    rule('AdjO[anim=?a] -> "very" AdjV[anim=?a]', very, level=1),
    *(rule(f'SRC[num=?n] -> "{w}" VP[num=?n]') for w in RELATIVE),
    *(rule(f'SRCT[num=?n] -> "{w}" VP[num=?n]') for w in ("which", "that")),
    rule("Nbar[anim=no,num=?n] -> Nbar[anim=no,num=?n] SRCT[num=?n]", intersect, level=1),
    rule("Nbar[anim=no,num=?n] -> Nbar[anim=no,num=?n] ORCT", intersect, level=1),
    *(
        rule(f'{c} -> "{w}" NP[anim=yes] TV[form=past]', from_subject)
        for c, words in (("ORC", OF_OBJECTS), ("ORCT", ("which", "that")))
        for w in words
    ),
    *(
        rule(f'{c} -> "{w}" NP[anim=yes] "did" TV[form=base]', from_subject)
        for c, words in (("ORC", OF_OBJECTS), ("ORCT", ("which", "that")))
        for w in words
    ),
    *(
        rule(f'{c} -> "{w}" NP[anim=yes] "did not" TV[form=base]', not_done_by)
        for c, words in (("ORC", OF_OBJECTS), ("ORCT", ("which", "that")))
        for w in words
    ),
    rule('NPP -> "with" NP', having),
    rule('NPP -> "without" NP', lambda np: negated(having(np))),
    rule('NPP -> "with" Nmod[num=pl]', lambda n: having(determiner(q.SOME)(n))),
    rule('NPP -> "without" Nmod[num=pl]', lambda n: negated(having(determiner(q.SOME)(n)))),
    rule("Nbar[anim=?a,num=?n] -> Nbar[anim=?a,num=?n] NPP", intersect, level=1),
    rule('NP[anim=?a,num=pl] -> NP[anim=?a,num=?m] "and" NP[anim=?a,num=?n]', both, level=1),
    *(
        rule(f'NP[anim=?a,num=?n] -> NP[anim=?a,num=?m] "{w}" NP[anim=?a,num=?n]', both, level=1)
        for w in ("but", ", but")
    ),
    rule(
        'NP[anim=?a,num=?n] -> NP[anim=?a,num=?m] "or" NP[anim=?a,num=?n]',
        lambda one, other: lambda body: either(one(body), other(body)),
        level=1,
    ),
    *(rule(f'VP[num=?n] -> VP[num=?n] "{w}" VP[num=?n]', intersect, level=1) for w in ("and", "but", ", but")),
    rule('VP[num=?n] -> VP[num=?n] "or" VP[num=?n]', either, level=1),
    rule('VP[num=?n] -> "did" VB[form=base]'),
    rule("VP[num=?n] -> VB[form=?n]"),
    rule('VP[num=sg] -> "does not" VB[form=base]', negated),
    rule('VP[num=pl] -> "do not" VB[form=base]', negated),
    rule('AdjPred -> "very" AdjPred', very_so, level=1),
    rule('VP[num=?n] -> BE[num=?n] AdjPred "and" AdjPred', lambda be, one, other: be(intersect(one, other))),
    rule('VP[num=?n] -> BE[num=?n] AdjPred "or" AdjPred', lambda be, one, other: be(either(one, other))),
    *(rule(f'VB[form=?f] -> IV[form=?f] "{w}" NP', moving(w)) for w in WHERE),
)


@cache
def parser() -> TolerantParser:
    return TolerantParser(Grammar("S", RULES, words(), OPEN), AGREEMENT)
