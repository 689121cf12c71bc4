"""What can be added to a noun of the monotonicity fragments: who ran, who some cat inspected, with strong smell."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from provenli.grammar import Branch, Derivation, Grammar, Leaf, Node, Rule
from provenli.grammar.notation import Category
from provenli.grammar.tree import walk
from provenli.library import animals as a

VERBS = ("inspect", "scratch", "sniff")
"""Verbs of which Figure 8 says nothing, so nothing in the sentence can be at odds with them."""
SOMEBODY = ("some", "every"), ("dog", "cat", "quadruped")


def make(rule: Rule, category: str, *parts: Node) -> Branch:
    """The rule applied to parts, its fixed words put between them."""
    rest = iter(parts)
    return Branch(rule, category, tuple(next(rest) if isinstance(i, Category) else i for i in rule.right))


def kind_of(leaf: Leaf) -> str:
    return leaf.category.partition("[")[0]


@dataclass(frozen=True)
class Modifier:
    name: str
    rule: Rule
    """By which it joins a noun."""
    node: Branch

    @cached_property
    def topics(self) -> frozenset[str]:
        return frozenset(topics(self.node))


def topics(node: Node) -> Iterator[str]:
    """Smells, moods, what one does: all alike; what one does to others, and to whom: each word by itself."""
    for _, leaf in walk(node):
        if isinstance(leaf, Leaf):
            kind = kind_of(leaf)
            if kind in ("IV", "AdjPred", "NSmell"):
                yield kind
            elif kind in ("TV", "N"):
                yield leaf.word.lemma


@dataclass(frozen=True)
class Modifiers:
    grammar: Grammar

    def new(self, d: Derivation, num: str) -> Iterator[Modifier]:
        """Those about something that the sentence does not speak of yet.

        Adding *who slept* to *every dog ran* would presuppose what cannot be.
        """
        known = frozenset(topics(d.root))
        return (m for m in self._all[num] if not m.topics & known)

    @cached_property
    def _all(self) -> dict[str, tuple[Modifier, ...]]:
        return {num: (*self._phrases(), *self._clauses(num)) for num in ("sg", "pl")}

    def _phrases(self) -> Iterator[Modifier]:
        for rule in (a.WITH, a.WITHOUT):
            for adj in self.grammar.leaves("AdjSmell"):
                for noun in self.grammar.leaves("NSmell"):
                    yield Modifier("phrase", a.WITH_PP, make(rule, "PP", adj, noun))

    def _clauses(self, num: str) -> Iterator[Modifier]:
        for vp in self._predicates(f"VP[num={num}]", num):
            yield Modifier("relative", a.WITH_SRC, make(a.SRC, f"SRC[num={num}]", vp))
        for np in self._somebody:
            for tv in self._verbs("past"):
                yield Modifier("relative", a.WITH_ORC, make(a.ORC, "ORC", np, tv))

    def _predicates(self, category: str, num: str) -> Iterator[Branch]:
        for rule, form in ((a.DID, "past"), (a.DID_NOT, "base")):
            vb = f"VB[form={form}]"
            for iv in self.grammar.leaves(f"IV[form={form}]"):
                yield make(rule, category, make(a.ALONE, vb, iv))
            for tv in self._verbs(form):
                yield from (make(rule, category, make(a.WITH_OBJECT, vb, tv, np)) for np in self._somebody)
        be = self.grammar.leaves(f"BE[num={num}]")[0]
        for rule in (a.WAS, a.WAS_NOT):
            yield from (make(rule, category, be, adj) for adj in self.grammar.leaves("AdjPred"))

    def _verbs(self, form: str) -> tuple[Leaf, ...]:
        return tuple(x for x in self.grammar.leaves(f"TV[form={form}]") if x.word.lemma in VERBS)

    @cached_property
    def _somebody(self) -> tuple[Branch, ...]:
        determiners, nouns = SOMEBODY
        return tuple(
            make(a.PHRASE, "NP[anim=yes,num=sg]", det, make(a.BARE, "Nbar[anim=yes,num=sg]", noun))
            for det in self.grammar.leaves("Det[num=sg]")
            for noun in self.grammar.leaves("N[anim=yes,num=sg]")
            if det.word.lemma in determiners and noun.word.lemma in nouns
        )
