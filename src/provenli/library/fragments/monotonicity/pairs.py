"""How the monotonicity fragments of Richardson et al. 2020 make pairs: a premise by Figure 8's grammar, a hypothesis
by Algorithm 1.

Premises are built with a given number of relative clauses instead of being drawn uniformly: of all sentences with
clauses inside of clauses to level 3, most have a hundred words.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

import numpy as np

from provenli.grammar import Branch, Derivation, Grammar, Leaf, Node
from provenli.library.fragments.monotonicity import grammar as a
from provenli.library.fragments.monotonicity.knowledge import RELATED, SayableSentences, make, relative_clauses
from provenli.options import Option, Options, span
from provenli.pairs.drawn import Drawn, depth_option
from provenli.pairs.fragment import Draft
from provenli.pairs.parts import Part
from provenli.pairs.polish import polished, polished_option
from provenli.pairs.search import Derived, stroll

LABELS: tuple[Derived, ...] = ("entailment", "neutral", "contradiction")
SHARES = (0.35, 0.15, 0.5)
"""How often each label is derived. About half of the derived contradictions turn out neutral."""
CROWDS = ("many", "several", "most", "some but not all")
POLISHED = polished_option("animals that ran, with a strong smell")
SEARCH = Option("search", (1, 3), span(1, 6), "how many substitutions lead from premise to hypothesis", "1-3")


@dataclass
class Premises:
    grammar: Grammar
    rng: np.random.Generator
    avoided: set[str] = field(default_factory=set)
    """Words that would not fit what the sentence says already."""

    def sentence(self, clauses: int) -> Derivation:
        """A sentence with this many relative clauses, on its subject, its object, or inside each other."""
        self.avoided.clear()
        transitive = self.chance(0.3 if clauses else 0.6)
        of_object = int(self.rng.integers(clauses + 1)) if transitive and clauses else 0
        num, subject = self.noun_phrase("yes", clauses - of_object)
        vp = self.verb_phrase(num, of_object, transitive)
        return Derivation(make(a.CLAUSE, "S", subject, vp), self.grammar)

    def noun_phrase(self, anim: str, clauses: int) -> tuple[str, Branch]:
        det = self.determiner()
        num = det.category.partition("num=")[2].rstrip("]")
        nbar = f"Nbar[anim={anim},num={num}]"
        noun = self.word(f"N[anim={anim},num={num}]")
        node = make(a.BARE, nbar, noun)
        if self.chance(0.2):
            node = make(a.MODIFIED, nbar, self.word(f"Adj[anim={anim}]"), noun)
        elif anim == "yes" and self.chance(0.07):
            node = make(a.WITH_PP, nbar, node, self.smell())
        if clauses:
            node = self.with_clause(nbar, num, node, clauses - 1)
        return num, make(a.PHRASE, f"NP[anim={anim},num={num}]", det, node)

    def with_clause(self, nbar: str, num: str, node: Node, inside: int) -> Branch:
        # Inside of an object clause a further clause is hard to follow: 'who every cat who ran saw'.
        if self.chance(0.1 if inside else 0.3):
            _, np_ = self.noun_phrase("yes", inside)
            return make(a.WITH_ORC, nbar, node, make(a.ORC, "ORC", np_, self.word("TV[form=past]")))
        vp = self.verb_phrase(num, inside, self.chance(0.3))
        return make(a.WITH_SRC, nbar, node, make(a.SRC, f"SRC[num={num}]", vp))

    def verb_phrase(self, num: str, clauses: int, transitive: bool) -> Branch:
        category = f"VP[num={num}]"
        if not transitive and not clauses and self.chance(0.25):
            rule = a.WAS_NOT if self.chance(0.3) else a.WAS
            return make(rule, category, self.word(f"BE[num={num}]"), self.word("AdjPred"))
        rule, form = (a.DID_NOT, "base") if self.chance(0.2) else (a.DID, "past")
        vb = f"VB[form={form}]"
        if not transitive and not clauses:
            return make(rule, category, make(a.ALONE, vb, self.word(f"IV[form={form}]")))
        anim = "yes" if clauses or self.chance(0.6) else "no"
        _, obj = self.noun_phrase(anim, clauses)
        return make(rule, category, make(a.WITH_OBJECT, vb, self.word(f"TV[form={form}]"), obj))

    def smell(self) -> Branch:
        return make(a.WITH if self.chance(0.5) else a.WITHOUT, "PP", self.word("AdjSmell"), self.word("NSmell"))

    def chance(self, p: float) -> bool:
        return bool(self.rng.random() < p)

    def word(self, category: str) -> Leaf:
        leaves = self.grammar.leaves(category)
        fitting = [x for x in leaves if x.word.lemma not in self.avoided] or leaves
        chosen = fitting[int(self.rng.integers(len(fitting)))]
        lemma = chosen.word.lemma
        self.avoided |= {lemma} if category.startswith("N[") else RELATED.get(lemma, frozenset())
        return chosen

    def determiner(self) -> Leaf:
        """Each of the fourteen (five) kinds equally often, whatever its numbers."""
        kinds = self._determiners
        leaves = kinds[int(self.rng.integers(len(kinds)))]
        return leaves[int(self.rng.integers(len(leaves)))]

    @cached_property
    def _determiners(self) -> tuple[tuple[Leaf, ...], ...]:
        kinds: dict[str, list[Leaf]] = {}
        for leaf in self.grammar.leaves("Det"):
            kinds.setdefault(kind_of_determiner(leaf.word.lemma), []).append(leaf)
        return tuple(map(tuple, kinds.values()))


def kind_of_determiner(lemma: str) -> str:
    return f"{lemma.rpartition(' ')[0]} n" if lemma[-1].isdigit() else lemma


def determiners(d: Derivation) -> list[str]:
    return [leaf.word.lemma for _, leaf in d.leaves() if leaf.category.startswith("Det")]


def sensible(d: Derivation) -> bool:
    """No noun comes twice; there is no 'the dog saw several poodles', since there is only one dog; and there are no
    crowds. Otherwise premises are too often impossible."""
    nouns = [leaf.word.lemma for _, leaf in d.leaves() if leaf.category.startswith("N[")]
    apart = len(set(nouns)) == len(nouns)
    alone = "the" not in determiners(d) or not any(y in RELATED[x] for x, y in combinations(nouns, 2))
    return apart and alone and not crowded(d)


def crowded(d: Derivation) -> bool:
    """Whether five dogs each did something to somebody, or crowds see crowds: models of that have dozens of members,
    and finding them takes seconds."""
    found = determiners(d)
    deeds = sum(leaf.category.startswith("TV") for _, leaf in d.leaves())
    large = [x.endswith(("4", "5")) for x in found]
    crowds = sum(x.startswith(CROWDS) or x[-1] in "345" for x in found)
    return (large[0] and len(found) + relative_clauses(d) > 1) or (any(large) and deeds > 1) or crowds > 2


def drafts(grammar: Grammar, most_clauses: int, rng: np.random.Generator, options: Options) -> Iterator[Draft]:
    premises, knowledge = Premises(grammar, rng), SayableSentences(grammar, most_clauses)
    low, high = options["search"]
    while True:
        premise = premises.sentence(int(rng.integers(most_clauses + 1)))
        if not sensible(premise) or not knowledge.accepts(premise):
            continue
        label = LABELS[int(rng.choice(3, p=SHARES))]
        found = stroll(premise, knowledge, int(rng.integers(low, high + 1)), label, rng)
        if found is not None and not crowded(found.sentence):
            clauses = max(relative_clauses(premise), relative_clauses(found.sentence))
            features = {
                "relative_clauses": clauses,
                "determiners": determiners(premise),
                "substitutions": list(found.steps),
                "search_depth": len(found.steps),
                "depth": clauses,
            }
            draft = Draft(premise, found.sentence, features, f"{clauses} relative clauses", found.label)
            yield polished(draft, a.POLISHED) if options.get(POLISHED.name) else draft


def pair_maker(grammar: Grammar, *, relative_clauses: int, patterns: int) -> Drawn:
    """3000, 1000 and 1000 pairs for each fragment (the paper: 10,000 for the two), and as many paraphrased as dev."""
    return Drawn(
        draw=lambda rng, options: drafts(grammar, relative_clauses, rng, options),
        parts=(
            Part("train", 3000),
            Part("dev", 1000),
            Part("test", 1000),
            Part("paraphrased_dev", 1000, renamed=a.PARAPHRASES),
        ),
        options=(SEARCH, POLISHED),
        patterns=patterns,
        depth=depth_option(0, relative_clauses, "how many relative clauses a sentence has"),
    )
