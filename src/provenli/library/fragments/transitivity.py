"""Transitivity of Yanaka et al. 2021 (section 3.1): from f(s1) -> s1 and s1 -> s2 to f(s1) -> s2.

Grammar and verbs are those of `veridical`, s1 -> s2 is a pair as `boolean` makes it, in the tense of f. A cell is named
after the two basic labels, f(s1) -> s1 first: yes/yes is the only one where s2 follows (Table 3).
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from provenli.library.fragments.boolean import POLISHED, inference
from provenli.library.fragments.clauses.embedding_verbs import cell_of, composed
from provenli.library.fragments.clauses.pairs import PAIRS, EmbeddedPairs
from provenli.library.fragments.veridical import CLAUSE, GRAMMAR, TEMPLATES, some_verb, under_verb
from provenli.logic.readings import Reading
from provenli.options import Options
from provenli.pairs.fragment import Draft, Fragment
from provenli.pairs.parts import Part
from provenli.pairs.polish import doubly_denied


def draw(rng: np.random.Generator, options: Options) -> Iterator[Draft]:
    while True:
        verb_type, tense = some_verb(rng)
        basic = inference(GRAMMAR, CLAUSE[tense], rng)
        if options.get(POLISHED.name) and doubly_denied(basic.s1):
            continue
        premise, features = under_verb(basic.s1, verb_type, tense, rng, options)
        cell = cell_of(verb_type, basic.relation == "entailment")
        yield Draft(premise, basic.s2, {**features, **basic.features, "cell": cell}, cell, composed(cell))


FRAGMENT = Fragment(
    name="transitivity",
    paper="Yanaka et al. 2021, Table 3",
    about="what follows from a clause under one of thirty verbs: veridical and Boolean inference composed",
    grammar=GRAMMAR,
    reading=Reading(),
    labels=("entailment", "non-entailment"),
    example=("Someone noticed that Ann and Bob did not swim.", "Bob did not swim."),
    pairs=EmbeddedPairs(
        draw, (Part("pairs", 6000),), (TEMPLATES, PAIRS, POLISHED), patterns=1000, balance="cell", composite=True
    ),
)
