"""Monotonicity (simple) of Richardson et al. 2020: five determiners and at most one relative clause, over the words
of Figure 8.

The paper does not say which five. These are one for each way in which the two arguments of Figure 8's determiners can
be monotone: every ↓↑, some ↑↑, no ↓↓, most =↑, exactly n ==.
"""

from __future__ import annotations

from provenli.grammar import Grammar, determiner, fixed
from provenli.library.fragments.monotonicity.grammar import KNOWLEDGE, RULES, WORDS, counted, other_scope
from provenli.library.fragments.monotonicity.pairs import pair_maker
from provenli.library.fragments.monotonicity.published import SAME_WORDS, parser
from provenli.logic import quantifiers as q
from provenli.logic.readings import Reading
from provenli.pairs.fragment import Fragment

DETERMINERS = (
    fixed("Det[num=sg]", "every", determiner(q.EVERY)),
    fixed("Det[num=?n]", "some", determiner(q.SOME)),
    fixed("Det[num=?n]", "no", determiner(q.NO)),
    fixed("Det[num=pl]", "most", determiner(q.MOST)),
    *counted("exactly", q.exactly),
)

GRAMMAR = Grammar("S", RULES, (*DETERMINERS, *WORDS))

FRAGMENT = Fragment(
    name="monotonicity_simple",
    paper="Richardson et al. 2020, Figure 8",
    about="five determiners, at most one relative clause, negation, with / without, antonyms",
    grammar=GRAMMAR,
    theory=KNOWLEDGE,
    # every <= most <= some (Figure 8) holds only where noun phrases are about something.
    reading=Reading(existential_import="strong"),
    labels=("entailment", "neutral", "contradiction"),
    example=("Every dog who saw some cat ran.", "Most poodles who stared at some cat moved."),
    varied=("existential_import", "the", "scope", "coreference"),
    other_scope=other_scope,
    published=parser,
    published_theory=SAME_WORDS,
    pairs=pair_maker(GRAMMAR, relative_clauses=1, patterns=1500),
)
