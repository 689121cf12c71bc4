"""What is known of the words of sentences as clauses that a proof may use, with the facts that they come from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from provenli.english.analysis import Analysis
from provenli.english.doubts import RAREST
from provenli.english.knowledge import ABOVE, APART, BELOW, SAME, UNKNOWN, Known, WordFact, WordKnowledge
from provenli.english.pair_tokens import TAG_POS
from provenli.logic.relations import Relation
from provenli.logic.theory import Clause, Theory, excludes, isa


def word_theory(read: Sequence[Analysis], knowledge: WordKnowledge) -> tuple[tuple[WordFact, ...], Theory]:
    """What is known of the words of sentences, as far as a proof may rest on it: facts, and clauses about them."""
    words = dict.fromkeys((t.lemma, TAG_POS[t.tag]) for a in read for t in a.tokens if t.tag in ("NOUN", "VERB", "ADJ"))
    facts: dict[WordFact, None] = {}
    clauses: list[Clause] = []
    for (one, pos), (two, other) in combinations(words, 2):
        known = knowledge.relation(one, two, pos) if pos == other and one != two else Known(UNKNOWN)
        opposed = known.relation is APART and "a" in pos  # a dog may be black and white
        sure = all(f.usual and f.rarity <= RAREST for f in known.facts)
        if known.facts and sure and known.relation in CLAUSES and not opposed:
            facts |= dict.fromkeys(known.facts)
            clauses += CLAUSES[known.relation](one, two)
    return tuple(facts), Theory(tuple(clauses))


CLAUSES: dict[Relation, Callable[[str, str], tuple[Clause, ...]]] = {
    SAME: lambda a, b: (*isa(a, b), *isa(b, a)),
    BELOW: isa,
    ABOVE: lambda a, b: isa(b, a),
    APART: lambda a, b: (excludes(a, b),),
}
