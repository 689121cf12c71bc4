"""Systematicity of monotonicity (Yanaka et al. 2020): the grammar, lexicon and replacements of its Table 6.

    S    -> NP VP                                     NP   -> Q Nbar | Q Nbar Sbar
    Sbar -> Wh TV NP | Wh NP TV | NP TV               one peripheral and two centre embeddings
    Nbar -> N | Hypernym | Adj N | N PP | N RelC      VP   -> IV | IV Adv | IV PP | IV or IV2 | IV and IV2

Around the sentence there may be a fronted adverb or phrase, or the quantified phrase may be an object (section 2.2),
and in the larger variant a negation or a conditional. Nouns are plural throughout, so that every quantifier can stand
before every noun. Modifiers intersect, and the noun comes first in a meaning: what says the same then looks the same.

Here: grammar and fragment. Pairs: specs.py (what a pair is but for its words; read it first), blanks.py (certificates
for all quantifiers of a direction), patterns.py (slots and switches), pairs.py (how many of what).
"""

from __future__ import annotations

from itertools import chain

from provenli.grammar import (
    Grammar,
    adjective,
    determiner,
    either,
    fixed,
    intersect,
    negated,
    noun,
    quantify,
    rule,
    verb,
)
from provenli.grammar.meanings import Property, from_subject, with_object
from provenli.library.fragments.systematicity.pairs import Replacements
from provenli.logic import quantifiers as q
from provenli.logic.formulas import Formula, Implies
from provenli.logic.readings import Reading
from provenli.logic.theory import Theory, isa
from provenli.pairs.fragment import Fragment

NOUNS = ("dog", "rabbit", "lion", "cat", "bear", "tiger", "elephant", "fox", "monkey", "wolf")
HYPERNYMS = ("animal", "creature", "mammal", "beast")
IV1 = ("run", "walk", "come", "waltz", "swim", "rush", "dance", "dawdle", "escape", "leave")
IV2 = ("laugh", "groan", "roar", "scream", "cry")
TV = ("kiss", "kick", "hit", "clean", "touch", "love", "accept", "hurt", "lick", "follow")
ADJECTIVES = ("small", "large", "crazy", "polite", "wild")
PHRASES = ("in the area", "on the ground", "at the park", "near the shore", "around the island")
CLAUSES = ("which ate dinner", "that liked flowers", "which hated the sun", "that stayed up late")
ADVERBS = ("slowly", "quickly", "seriously", "suddenly", "lazily")

UPWARD = {"some": q.SOME, "at least three": q.at_least(3), "more than three": q.more_than(3), "a few": q.A_FEW}
DOWNWARD = {"no": q.NO, "at most three": q.at_most(3), "less than three": q.less_than(3), "few": q.FEW}


def some(n: Property, body: Property) -> Formula:
    return quantify(q.SOME, n, body)


RULES = (
    rule("S -> NP VP", lambda np, vp: np(vp)),
    rule('S -> Adv "," NP VP', lambda adv, np, vp: np(intersect(vp, adv))),
    rule('S -> PP "," NP VP', lambda pp, np, vp: np(intersect(vp, pp))),
    rule('S -> "some" N[num=pl] TV[form=past] NP', lambda n, tv, obj: some(n, with_object(tv, obj))),
    rule('S -> "it is not the case that" S', negated, level=1),
    rule('S -> "if" Side "," S', Implies, level=1),
    rule('S -> "if" S "," Side', Implies, level=1),
    rule('Side -> "some" N[num=pl] IV[form=past]', some),
    rule("NP -> Q Nbar", lambda det, n: det(n)),
    rule("NP -> Q Nbar Sbar", lambda det, n, s: det(intersect(n, s)), level=1),
    rule("Sbar -> Wh TV[form=past] NP", lambda _, tv, np: with_object(tv, np)),
    rule("Sbar -> Wh NP TV[form=past]", lambda _, np, tv: from_subject(np, tv)),
    rule("Sbar -> NP TV[form=past]", from_subject),
    rule("Nbar -> N[num=pl]"),
    rule("Nbar -> Hypernym[num=pl]"),
    rule("Nbar -> Adj N[num=pl]", lambda adj, n: intersect(n, adj)),
    rule("Nbar -> N[num=pl] PP", intersect),
    rule("Nbar -> N[num=pl] RelC", intersect),
    rule("VP -> IV[form=past]"),
    rule("VP -> IV[form=past] Adv", intersect),
    rule("VP -> IV[form=past] PP", intersect),
    rule('VP -> IV[form=past] "or" IV2[form=past]', either),
    rule('VP -> IV[form=past] "and" IV2[form=past]', intersect),
)

WORDS = (
    *(fixed("Q", text, determiner(quantifier)) for text, quantifier in {**UPWARD, **DOWNWARD}.items()),
    *(noun(n) for n in NOUNS),
    *(noun(n, "Hypernym") for n in HYPERNYMS),
    *(verb(v, "IV") for v in IV1),
    *(verb(v, "IV2") for v in IV2),
    *(verb(v, "TV") for v in TV),
    *(adjective(a, "Adj") for a in ADJECTIVES),
    *(adjective(p, "PP") for p in PHRASES),
    *(adjective(c, "RelC") for c in CLAUSES),
    *(adjective(a, "Adv") for a in ADVERBS),
    *(fixed("Wh", text, lambda phrase: phrase) for text in ("that", "which")),
)

FRAGMENT = Fragment(
    name="systematicity",
    paper="Yanaka et al. 2020, Table 6",
    about="eight quantifiers, clauses embedded to any depth, seven replacements in both directions",
    grammar=Grammar("S", RULES, WORDS),
    theory=Theory(tuple(chain.from_iterable(isa(n, h) for n in NOUNS for h in HYPERNYMS))),
    reading=Reading(),
    labels=("entailment", "non-entailment"),
    example=("Some dogs which kissed no cats ran.", "Some animals which kissed no cats ran."),
    pairs=Replacements(upward=tuple(UPWARD), downward=tuple(DOWNWARD)),
)
