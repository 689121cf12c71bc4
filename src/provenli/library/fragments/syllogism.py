"""Syllogisms (Aristotle, Prior Analytics): two premises over three terms, and a question.

    S -> P | P, and P | P; P
    P -> all A are B | no A are B | some A are B | some A are not B

Terms are bare: nothing is known of dogs and animals but what the premises say. Whether *all* and *no* speak of things
that exist is the reading's `existential_import`, which is off: the premises say all that counts. A derived label comes
from all sets of Venn regions that may be empty; it is compared with the decision of every schema.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

import numpy as np

from provenli.grammar import Derivation, Grammar, Leaf, Node, determiner, fixed, intersect, negated, noun, rule
from provenli.labels import CONTRADICTION, ENTAILMENT, NEUTRAL
from provenli.library.fragments.travel.grammar import apply
from provenli.logic import quantifiers as q
from provenli.logic.readings import Reading
from provenli.logic.theory import Theory
from provenli.options import Options
from provenli.pairs.drawn import Drawn
from provenli.pairs.fragment import Draft, Fragment
from provenli.pairs.parts import Part

NOUNS = (
    *("adult", "artist", "baker", "chef", "child", "dancer", "doctor", "engineer", "farmer", "grandparent", "human"),
    *("lawyer", "mortal", "musician", "parent", "philosopher", "pilot", "programmer", "scientist", "student"),
    *("swimmer", "teacher", "writer", "animal", "ant", "bee", "bird", "butterfly", "cat", "dog", "dolphin"),
    *("elephant", "fish", "horse", "insect", "lion", "mammal", "reptile", "spider", "tiger", "whale", "wizard"),
)
KINDS = {"A": "all", "E": "no", "I": "some", "O": "some not"}
"""The four forms by their traditional letters."""

PLAIN = rule('P -> Det N[num=pl] "are" N[num=pl]', lambda det, a, b: det(a)(b))
DENIED = rule('P -> Some N[num=pl] "are not" N[num=pl]', lambda det, a, b: det(a)(negated(b)))
SINGLE = rule("S -> P")
BOTH = rule('S -> P "," "and" P', intersect)
APART = rule('S -> P ";" P', intersect)  # read, never written
DETERMINERS = {
    "A": fixed("Det", "all", determiner(q.EVERY)),
    "E": fixed("Det", "no", determiner(q.NO)),
    "I": fixed("Det", "some", determiner(q.SOME)),
    "O": fixed("Some", "some", determiner(q.SOME)),
}
TERMS = tuple(noun(n, "N", plural_text="fish" if n == "fish" else "") for n in NOUNS)
GRAMMAR = Grammar("S", (PLAIN, DENIED, SINGLE, BOTH, APART), (*TERMS, *DETERMINERS.values()))

# --- the second route: which of the eight Venn regions of S, M, P may be empty ---

Claim = tuple[str, int, int]
"""A letter of KINDS, and the numbers of two terms: 0 S, 1 M, 2 P."""
REGIONS = tuple(product((False, True), repeat=3))
FIGURES = {1: ((1, 2), (0, 1)), 2: ((2, 1), (0, 1)), 3: ((1, 2), (1, 0)), 4: ((2, 1), (1, 0))}
"""The terms of the two premises in the four figures."""


def holds(claim: Claim, there: tuple[bool, ...]) -> bool:
    """`there`: the regions that have something in them."""
    kind, a, b = claim
    both = any(here and r[a] and r[b] for r, here in zip(REGIONS, there, strict=True))
    only = any(here and r[a] and not r[b] for r, here in zip(REGIONS, there, strict=True))
    return {"A": not only, "E": not both, "I": both, "O": only}[kind]


@cache
def derived(first: Claim, second: Claim, asked: Claim) -> str:
    worlds = [w for w in product((False, True), repeat=8) if holds(first, w) and holds(second, w)]
    values = {holds(asked, w) for w in worlds}
    return NEUTRAL if len(values) == 2 else ENTAILMENT if values == {True} else CONTRADICTION


# --- pairs ---


def forms() -> Iterator[tuple[str, int, str, bool, tuple[Claim, Claim, Claim]]]:
    """Mood, figure, what is asked, whether its terms are exchanged, and the three claims."""
    for major, minor, asked, figure, turned in product(KINDS, KINDS, KINDS, FIGURES, (False, True)):
        one, two = FIGURES[figure]
        ends = (2, 0) if turned else (0, 2)
        yield major + minor, figure, asked, turned, ((major, *one), (minor, *two), (asked, *ends))


FORMS = {label: [f for f in forms() if derived(*f[4]) == label] for label in (ENTAILMENT, CONTRADICTION, NEUTRAL)}


def said(claim: Claim, terms: tuple[Leaf, ...]) -> Node:
    kind, a, b = claim
    word = DETERMINERS[kind]
    return apply(DENIED if kind == "O" else PLAIN, Leaf(word, word.forms[0]), terms[a], terms[b])


def draw(rng: np.random.Generator, options: Options) -> Iterator[Draft]:
    """Labels take turns, since valid forms are rare."""
    del options
    while True:
        for label, known in FORMS.items():
            mood, figure, asked, turned, claims = known[int(rng.integers(len(known)))]
            chosen = [TERMS[int(k)] for k in rng.choice(len(TERMS), 3, replace=False)]
            terms = tuple(Leaf(word, word.forms[-1]) for word in chosen)
            premise = apply(BOTH, said(claims[0], terms), said(claims[1], terms))
            hypothesis = apply(SINGLE, said(claims[2], terms))
            features = {"mood": mood, "figure": figure, "asked": KINDS[asked], "direction": "P-S" if turned else "S-P"}
            cell = f"{mood}-{figure}-{asked}"
            yield Draft(Derivation(premise, GRAMMAR), Derivation(hypothesis, GRAMMAR), features, cell, label)


FRAGMENT = Fragment(
    name="syllogism",
    paper="Aristotle, Prior Analytics",
    about="all, no, some, some not: two premises over three terms, and a question",
    grammar=GRAMMAR,
    theory=Theory(),
    reading=Reading(),
    example=("All dogs are mammals, and no mammals are insects.", "No dogs are insects."),
    varied=("existential_import",),
    pairs=Drawn(draw, (Part("train", 1800), Part("dev", 300), Part("test", 300)), patterns=240),
)
