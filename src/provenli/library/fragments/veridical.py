"""Veridical inference of Yanaka et al. 2021 (section 3.2): 'Someone f that s1' and whether s1 follows.

    S -> WHO EV that S                thirty verbs (library/fragments/clauses/embedding_verbs.py), past and present
    S -> NP VP | it was / is not the case that S        the Boolean fragment, inflected to match the verb above it

Verbs agree: Ann and Bob swim, Ann or Bob swims. A present clause speaks of other facts than a past one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from provenli.grammar import Branch, Derivation, Grammar, Leaf, either, fixed, intersect, negated, rule
from provenli.grammar.meanings import NounPhrase, Property, with_object
from provenli.grammar.rules import read_category
from provenli.library.fragments.boolean import NAMES_AND_VERBS, POLISHED, clause, clause_features, coordinate
from provenli.library.fragments.clauses.embedding_verbs import (
    EMBEDDING_VERBS,
    LABELS,
    SOMEONE,
    TENSES,
    VARIOUS,
    VERBS,
    Embedding,
    Tense,
    VerbType,
    cell_of,
)
from provenli.library.fragments.clauses.pairs import PAIRS, EmbeddedPairs
from provenli.logic.formulas import Formula, Pred, rebuild
from provenli.logic.readings import Reading
from provenli.options import Option, Options, one_of
from provenli.pairs.fragment import Draft, Fragment
from provenli.pairs.parts import Part
from provenli.pairs.polish import doubly_denied


def now(f: Formula) -> Formula:
    """Marks present clauses; otherwise 'Ann swam' and 'Ann swims' would mean the same."""
    return rebuild(f, lambda g: Pred(f"{g.name}_now", g.args) if isinstance(g, Pred) else g)


def presently(np: NounPhrase, vp: Property) -> Formula:
    return now(np(vp))


def embed(who: NounPhrase, verb: Embedding, s: Formula) -> Formula:
    return verb(who, s)


ATTITUDE = {
    "past": rule(
        'S[kind=attitude,tense=past] -> WHO[tense=past] EV[form=past] "that" S[kind=clause,tense=past]', embed
    ),
    "present": rule(
        'S[kind=attitude,tense=present] -> WHO[num=?n,tense=present] EV[form=?n] "that" S[kind=clause,tense=present]',
        embed,
    ),
}

RULES = (
    *ATTITUDE.values(),
    rule("S[kind=clause,tense=past] -> NP VP[form=past]", lambda np, vp: np(vp)),
    rule("S[kind=clause,tense=present] -> NP[num=?n] VP[form=?n]", presently),
    rule('S[kind=clause,tense=past] -> "it was not the case that" S[kind=clause,tense=past]', negated, level=1),
    rule('S[kind=clause,tense=present] -> "it is not the case that" S[kind=clause,tense=present]', negated, level=1),
    rule("NP[num=sg] -> PN"),
    rule("NP[num=?n] -> PN CON[num=?n] PN", lambda a, con, b: coordinate(a, b, by=con)),
    rule('NP[num=?n] -> PN "," PN "," CON[num=?n] PN', lambda a, b, con, c: coordinate(a, b, c, by=con)),
    rule("VP[form=?f] -> VB[form=?f]"),
    rule('VP[form=past] -> "did not" VB[form=base]', negated),
    rule('VP[form=sg] -> "does not" VB[form=base]', negated),
    rule('VP[form=pl] -> "do not" VB[form=base]', negated),
    rule("VB[form=?f] -> IV[form=?f]"),
    rule("VB[form=?f] -> TV[form=?f] NP", with_object),
    # 'Elliot, John and Fred': read, never written.
    rule('NP[num=?n] -> PN "," PN ReadCON[num=?n] PN', lambda a, b, con, c: coordinate(a, b, c, by=con)),
)

WORDS = (
    *NAMES_AND_VERBS,
    fixed("CON[num=pl]", "and", intersect),
    fixed("CON[num=sg]", "or", either),
    fixed("ReadCON[num=pl]", "and", intersect, sample=False),
    fixed("ReadCON[num=sg]", "or", either, sample=False),
    *EMBEDDING_VERBS,
    *(t.word() for t in (SOMEONE, *VARIOUS)),
)

GRAMMAR = Grammar("S", RULES, WORDS)
CLAUSE: dict[Tense, str] = {t: f"S[kind=clause,tense={t}]" for t in TENSES}

TEMPLATES = Option(
    "templates",
    "someone",
    one_of("someone", "various"),
    "how main clauses begin: 'Someone knows that', or forty other ways such as 'The customers know that'",
)


def under_verb(
    s1: Derivation, verb_type: VerbType, tense: Tense, rng: np.random.Generator, options: Options
) -> tuple[Derivation, dict[str, Any]]:
    """f(s1) with some subject and verb, and the features of f."""
    who = _subject(tense, str(options.get("templates", TEMPLATES.default)), rng)
    kind, number, _ = (value for _, value in read_category(who.category).features)
    verb = _one(GRAMMAR.leaves(f"EV[form={'past' if tense == 'past' else number},type={verb_type}]"), rng)
    rule = ATTITUDE[tense]
    root = Branch(rule, f"S[kind=attitude,tense={tense}]", (who, verb, rule.right[2], s1.root))  # type: ignore[arg-type]
    template = who.word if who.word.symbol else who.word.lemma
    said = {"verb": verb.word, "verb_type": verb_type, "tense": tense, "template": template, "template_type": kind}
    return Derivation(root, GRAMMAR), said


def _subject(tense: Tense, templates: str, rng: np.random.Generator) -> Leaf:
    kinds = ("someone",) if templates == "someone" else ("pronoun", "group", "name")
    return _one(GRAMMAR.leaves(f"WHO[kind={kinds[int(rng.integers(len(kinds)))]},tense={tense}]"), rng)


def _one(leaves: tuple[Leaf, ...], rng: np.random.Generator) -> Leaf:
    return leaves[int(rng.integers(len(leaves)))]


def some_verb(rng: np.random.Generator) -> tuple[VerbType, Tense]:
    return tuple(VERBS)[int(rng.integers(2))], TENSES[int(rng.integers(2))]


def draw(rng: np.random.Generator, options: Options) -> Iterator[Draft]:
    while True:
        verb_type, tense = some_verb(rng)
        s1 = clause(GRAMMAR, CLAUSE[tense], rng)
        if options.get(POLISHED.name) and doubly_denied(s1):
            continue
        premise, features = under_verb(s1, verb_type, tense, rng, options)
        derived = LABELS[cell_of(verb_type, True).split("/")[0]]
        yield Draft(premise, s1, {**features, **clause_features(s1)}, tense, derived)


FRAGMENT = Fragment(
    name="veridical",
    paper="Yanaka et al. 2021, Table 4",
    about="thirty clause-embedding verbs over the Boolean fragment, past and present",
    grammar=GRAMMAR,
    reading=Reading(),
    labels=("entailment", "non-entailment"),
    example=("Someone remembers that Ann or Bob swims.", "Ann or Bob swims."),
    pairs=EmbeddedPairs(draw, (Part("pairs", 6000),), (TEMPLATES, PAIRS, POLISHED), patterns=400),
)
