"""The Boolean fragment of Yanaka et al. 2021 (Table 11): names, and / or over names, verbal and sentential negation.

    S -> NP VP | it is not the case that S          NP -> PN | PN CON PN | PN, PN, CON PN
    VP -> IV | TV NP | did not VP                   ten names, ten intransitive and ten transitive verbs, past tense

Scope is surface scope: the subject over the verb's negation, that over the object, sentential negation over all.

Pairs (section 3.2): s1 with at most six connectives, s2 an atom of its formula, positive or negated, in words again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from provenli.grammar import (
    Branch,
    Derivation,
    Grammar,
    Leaf,
    Node,
    Particle,
    Slot,
    Word,
    either,
    fixed,
    intersect,
    negated,
    proper_name,
    rule,
    sample,
    shapes,
    verb,
)
from provenli.grammar.meanings import NounPhrase, with_object
from provenli.grammar.tree import walk, with_leaves
from provenli.logic.calculus import true_lines
from provenli.logic.formulas import And, Formula, Not, Or, Pred, subformulas
from provenli.logic.readings import Reading
from provenli.logic.theory import Theory
from provenli.options import Options
from provenli.pairs.drawn import Drawn, depth_option
from provenli.pairs.fragment import Draft, Fragment
from provenli.pairs.parts import Part
from provenli.pairs.polish import doubly_denied, polished_option

# Table 11 shows three items of each class and section 3 a few more; the verbs are filled up to the ten it counts.
NAMES = ("Ann", "Bob", "Chris", "Daniel", "Elliot", "Fred", "Greg", "Henry", "Tom", "John")
INTRANSITIVE = ("swim", "drink", "smoke", "dance", "sing", "run", "walk", "laugh", "sleep", "jump")
TRANSITIVE = ("see", "visit", "touch", "find", "admire", "hate", "praise", "help", "follow", "meet")
MOST_CONNECTIVES = 6
POLISHED = polished_option("no 'it is not the case that it is not the case that'")

Connective = Callable[..., Formula]


def coordinate(*phrases: NounPhrase, by: Connective) -> NounPhrase:
    """'Ann and Bob' has a property if Ann has it and Bob has it."""
    return lambda p: by(*(np(p) for np in phrases))


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
    # 'Elliot, John and Fred', as the paper's text writes it: read, never written, for its words are never sampled.
    rule('NP -> PN "," PN ReadCON PN', lambda a, b, con, c: coordinate(a, b, c, by=con)),
)

NAMES_AND_VERBS = (
    *(proper_name(n) for n in NAMES),
    *(verb(v, "IV") for v in INTRANSITIVE),
    *(verb(v, "TV") for v in TRANSITIVE),
)

CONNECTIVES = {"and": intersect, "or": either}
WORDS = (
    *NAMES_AND_VERBS,
    *(fixed("CON", text, meaning) for text, meaning in CONNECTIVES.items()),
    *(fixed("ReadCON", text, meaning, sample=False) for text, meaning in CONNECTIVES.items()),
)
GRAMMAR = Grammar("S", RULES, WORDS)


@dataclass(frozen=True, slots=True)
class Inference:
    """A pair s1 -> s2, by itself and as a part of larger pairs (veridical.py, transitivity.py)."""

    s1: Derivation
    s2: Derivation
    relation: str
    positive: bool

    @property
    def features(self) -> dict[str, Any]:
        said = "positive" if self.positive else "negative"
        return {**clause_features(self.s1), "polarity": said, "relation": self.relation}


# Both labels equally often, and both kinds of non-entailment: shapes alone give mostly neutral pairs.
WANTED = ("entailment", "entailment", "contradiction", "neutral")
OF_NEGATION = {"entailment": "contradiction", "contradiction": "entailment", "neutral": "neutral"}


def inference(grammar: Grammar, category: str, rng: np.random.Generator) -> Inference:
    wanted, first = WANTED[int(rng.integers(len(WANTED)))], bool(rng.integers(2))
    while True:
        s1 = clause(grammar, category, rng)
        atoms = tuple(dict.fromkeys(f for f in subformulas(s1.meaning) if isinstance(f, Pred)))
        atom = atoms[int(rng.integers(len(atoms)))]
        found = relation(s1.meaning, atom)
        for positive in (first, not first):
            if wanted == (found if positive else OF_NEGATION[found]):
                s2 = literal(s1, category, atom, positive)
                if s1.text != s2.text:
                    return Inference(s1, s2, wanted, positive)


def clause(grammar: Grammar, category: str, rng: np.random.Generator) -> Derivation:
    """Some sentence of at most six connectives, no name twice: nobody would say 'Ann saw Ann'."""
    while True:
        level = int(rng.choice(3, p=(0.45, 0.4, 0.15)))
        drawn = sample(grammar, rng, level, exactly=True, by="shapes", category=category)
        names = iter(rng.permutation(np.array(grammar.leaves("PN"), dtype=object)))
        root = with_leaves(drawn.root, lambda leaf, names=names: next(names) if leaf.category == "PN" else leaf)  # type: ignore[misc]
        found = Derivation(root, grammar)
        if connectives(found.meaning) <= MOST_CONNECTIVES:
            return found


def connectives(f: Formula) -> int:
    """And, or, not, counted as binary: a list of three names has two."""
    each = (len(g.parts) - 1 if isinstance(g, And | Or) else isinstance(g, Not) for g in subformulas(f))
    return sum(each)


def literal(s1: Derivation, category: str, atom: Pred, positive: bool) -> Derivation:
    """The atom, or its negation, in words: 'Ann saw Bob', 'Ann did not see Bob'."""
    grammar = s1.grammar
    names = {w.symbol: w for w in s1.words()}
    said = next(leaf.word for _, leaf in s1.leaves() if leaf.category.startswith(("IV", "TV")))
    subject, *objects = (names[a.name] for a in atom.args)
    words = iter((subject, said, *objects))
    shape = literal_shapes(grammar, category)[len(atom.args), positive]
    return Derivation(with_leaves(shape, lambda slot: _form(grammar, next(words), slot.category)), grammar)


def _form(grammar: Grammar, word: Word, category: str) -> Leaf:
    return next(leaf for leaf in grammar.leaves(category) if leaf.word == word)


@cache
def literal_shapes(grammar: Grammar, category: str) -> dict[tuple[int, bool], Node]:
    """The shapes without coordination, by number of names and whether they are positive."""
    found: dict[tuple[int, bool], Node] = {}
    for shape in shapes(grammar, 0, category):
        slots = [n.category for _, n in walk(shape) if isinstance(n, Slot)]
        if not any(c.startswith("CON") for c in slots):
            positive = not any(isinstance(n, Particle) for _, n in walk(shape))
            found[slots.count("PN"), positive] = shape
    return found


def relation(s1: Formula, atom: Pred) -> str:
    """The three-way label, by truth table: verification draws pairs again, and asks no engine."""
    atoms = dict.fromkeys(f for f in subformulas(s1) if isinstance(f, Pred))
    place: dict[Formula, int] = {f: k for k, f in enumerate(atoms)}
    said, asked = true_lines(s1, place), true_lines(atom, place)
    return "contradiction" if not said & asked else "neutral" if said & ~asked else "entailment"


def clause_features(d: Derivation) -> dict[str, Any]:
    """`negation` and `coordination` list what there is, from left to right: ["verbal"], ["and 2", "or 3"]."""
    particles = [n.text for _, n in walk(d.root) if isinstance(n, Particle)]
    phrases = [[c for c in n.children if isinstance(c, Leaf)] for _, n in walk(d.root) if isinstance(n, Branch)]
    kinds = {"it": "sentential", "did": "verbal", "do": "verbal", "does": "verbal"}
    return {
        "connectives": connectives(d.meaning),
        "negation": [kinds[p.split()[0]] for p in particles if p != ","],
        "coordination": [f"{p[-2].form.text} {len(p) - 1}" for p in phrases if len(p) > 2],
    }


def draw(rng: np.random.Generator, options: Options) -> Iterator[Draft]:
    while True:
        found = inference(GRAMMAR, "S", rng)
        if options.get(POLISHED.name) and doubly_denied(found.s1):
            continue
        features = found.features
        # Positive and negative hypotheses evenly within a label, so that its negation alone tells nothing.
        yield Draft(found.s1, found.s2, features, f"{found.relation}, {features['polarity']}")


FRAGMENT = Fragment(
    name="boolean",
    paper="Yanaka et al. 2021, Table 11",
    about="names, and / or, verbal and sentential negation",
    grammar=GRAMMAR,
    theory=Theory(),
    reading=Reading(),
    labels=("entailment", "non-entailment"),
    example=("It is not the case that Ann or Bob swam.", "Ann did not swim."),
    pairs=Drawn(  # there are about seven hundred patterns
        draw,
        (Part("pairs", 3000),),
        (POLISHED,),
        patterns=500,
        depth=depth_option(0, 2, "how many sentential negations are within each other"),
    ),
)
