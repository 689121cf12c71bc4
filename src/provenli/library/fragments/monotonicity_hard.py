"""Monotonicity (hard) of Richardson et al. 2020: all fourteen determiners of its Figure 8, and up to three relative
clauses.

Grammar, lexicon and knowledge base are in monotonicity/grammar.py, how pairs are made in monotonicity/pairs.py.
"""

from __future__ import annotations

from provenli.grammar import Grammar, determiner, fixed
from provenli.library.fragments.monotonicity.grammar import ANIMALS as ANIMALS
from provenli.library.fragments.monotonicity.grammar import INTRANSITIVE as INTRANSITIVE
from provenli.library.fragments.monotonicity.grammar import KNOWLEDGE, RULES, counted, other_scope
from provenli.library.fragments.monotonicity.grammar import TRANSITIVE as TRANSITIVE
from provenli.library.fragments.monotonicity.grammar import WORDS as OTHER_WORDS
from provenli.library.fragments.monotonicity.pairs import pair_maker
from provenli.library.fragments.monotonicity.published import SAME_WORDS, parser
from provenli.logic import quantifiers as q
from provenli.logic.readings import Reading
from provenli.pairs.fragment import Fragment

DETERMINERS = (
    fixed("Det[num=sg]", "every", determiner(q.EVERY)),
    fixed("Det[num=pl]", "all", determiner(q.EVERY)),
    fixed("Det[num=sg]", "each", determiner(q.EVERY)),
    fixed("Det[num=sg]", "a", determiner(q.SOME)),
    fixed("Det[num=?n]", "some", determiner(q.SOME)),
    fixed("Det[num=pl]", "many", determiner(q.MANY)),
    fixed("Det[num=pl]", "several", determiner(q.SEVERAL)),
    fixed("Det[num=pl]", "a few", determiner(q.A_FEW), sample=False),
    fixed("Det[num=pl]", "few", determiner(q.FEW)),
    fixed("Det[num=pl]", "most", determiner(q.MOST)),
    fixed("Det[num=sg]", "the", determiner(q.THE)),
    fixed("Det[num=pl]", "both", determiner(q.BOTH), sample=False),
    fixed("Det[num=pl]", "some but not all", determiner(q.SOME_BUT_NOT_ALL)),
    fixed("Det[num=?n]", "no", determiner(q.NO)),
    fixed("Det[num=sg]", "not every", determiner(q.NOT_EVERY), sample=False),
    fixed("Det[num=pl]", "not all", determiner(q.NOT_EVERY), sample=False),
    *counted("at least", q.at_least),
    *counted("at most", q.at_most),
    *counted("exactly", q.exactly),
    *counted("more than", q.more_than, sample=False),
    *counted("less than", q.less_than, sample=False),
    *counted("fewer than", q.fewer_than, sample=False),
)

WORDS = (*DETERMINERS, *OTHER_WORDS)
GRAMMAR = Grammar("S", RULES, WORDS)

FRAGMENT = Fragment(
    name="monotonicity_hard",
    paper="Richardson et al. 2020, Figure 8",
    about="fourteen determiners, relative clauses to three levels, negation, with / without, antonyms",
    grammar=GRAMMAR,
    theory=KNOWLEDGE,
    # every <= most <= some (Figure 8) holds only where noun phrases are about something.
    reading=Reading(existential_import="strong"),
    labels=("entailment", "neutral", "contradiction"),
    example=("All black mammals saw exactly 5 stallions who danced.", "A black mammal saw at least 2 stallions."),
    varied=("existential_import", "the", "scope", "coreference"),
    other_scope=other_scope,
    published=parser,
    published_theory=SAME_WORDS,
    pairs=pair_maker(GRAMMAR, relative_clauses=3, patterns=1500),
)
