"""Two sentences for each spec (Yanaka et al. 2020): trees over fixed words, with a blank for each quantifier.

A pattern has slots for words, so which words these are does not matter, only that no content word of a pair comes
twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from provenli.grammar import Branch, Derivation, Form, Grammar, Leaf, Node, Particle, Word, determiner
from provenli.library.fragments.systematicity.blanks import blank
from provenli.library.fragments.systematicity.specs import Spec


@dataclass(frozen=True)
class Builder:
    """Sentences of a spec over fixed words; the quantifiers are placeholders, one for each phrase."""

    grammar: Grammar

    def sentences(self, spec: Spec) -> tuple[Derivation, Derivation]:
        """The more specific sentence first for `generalise`, the more general one for `specialise`."""
        specific, general = (Derivation(self._outer(spec, g), self.grammar) for g in (False, True))
        # A disjunction is the more general phrase; every other replacement adds to the more specific one.
        return (specific, general) if spec.change == "generalise" else (general, specific)

    def _outer(self, spec: Spec, general: bool) -> Node:
        inner = self._sentence(spec, general)
        match spec.outer:
            case "negation":
                return self.branch("S", Particle("it is not the case that"), inner)
            case "antecedent":
                return self.branch("S", Particle("if"), inner, Particle(","), self._side())
            case "consequent":
                return self.branch("S", Particle("if"), self._side(), Particle(","), inner)
        return inner

    def _side(self) -> Node:
        return self.branch("Side", Particle("some"), self.word("N", 9, "pl"), self.word("IV", 1, "past"))

    def _sentence(self, spec: Spec, general: bool) -> Node:
        np = self._phrase(spec, 1, general)
        match spec.frame:
            case "adverb":
                return self.branch("S", self.word("Adv", 1), Particle(","), np, self._verb(spec, general))
            case "preposition":
                return self.branch("S", self.word("PP", 1), Particle(","), np, self._verb(spec, general))
            case "object":
                return self.branch("S", Particle("some"), self.word("N", 8, "pl"), self.word("TV", 9, "past"), np)
        return self.branch("S", np, self._verb(spec, general))

    def _verb(self, spec: Spec, general: bool) -> Node:
        iv = self.word("IV", 0, "past")
        if spec.argument == "second":
            if spec.replacement == "disjunction" and general:
                return self.branch("VP", iv, Particle("or"), self.word("IV2", 0, "past"))
            if spec.replacement == "conjunction" and not general:
                return self.branch("VP", iv, Particle("and"), self.word("IV2", 0, "past"))
            if spec.replacement in ("adverb", "preposition") and not general:
                return self.branch("VP", iv, self.word("Adv" if spec.replacement == "adverb" else "PP", 0))
        return self.branch("VP", iv)

    def _phrase(self, spec: Spec, k: int, general: bool) -> Node:
        n = self._noun(spec, k, general)
        if k == spec.phrases:
            return self.branch("NP", placeholder(k), n)
        inner = self._phrase(spec, k + 1, general)
        wh, tv = self.word("Wh", 0), self.word("TV", k - 1, "past")
        clause = (wh, tv, inner) if spec.shapes[k - 1] == "subject" else (wh, inner, tv)
        return self.branch("NP", placeholder(k), n, self.branch("Sbar", *clause))

    def _noun(self, spec: Spec, k: int, general: bool) -> Node:
        n = self.word("N", k - 1, "pl")
        if spec.argument == "first" and spec.position == k:
            if spec.replacement == "hyponym" and general:
                return self.branch("Nbar", self.word("Hypernym", 0, "pl"))
            if not general and spec.replacement != "hyponym":
                extra = {"adjective": "Adj", "preposition": "PP", "relative clause": "RelC"}[spec.replacement]
                word = self.word(extra, 0)
                return self.branch("Nbar", *((word, n) if extra == "Adj" else (n, word)))
        return self.branch("Nbar", n)

    def branch(self, category: str, *parts: Node) -> Branch:
        return Branch(_rules(self.grammar)[category, _looks(parts)], category, parts)

    def word(self, category: str, k: int, form: str = "") -> Leaf:
        key = "num" if category in ("N", "Hypernym") else "form"
        return self.grammar.leaves(f"{category}[{key}={form}]" if form else category)[k]


def _looks(parts: Sequence[Node]) -> tuple[str, ...]:
    return tuple(str(p) if isinstance(p, Particle) else p.category for p in parts)


@lru_cache(maxsize=8)
def _rules(grammar: Grammar) -> dict[tuple[str, tuple[str, ...]], Any]:
    return {(left, tuple(map(str, r.right))): r.rule for left, flat in grammar.flat.rules.items() for r in flat}


@lru_cache(maxsize=64)
def placeholder(k: int) -> Leaf:
    text = f"Q{k}"
    return Leaf(Word(text, (Form("Q", text),), determiner(blank(k))), Form("Q", text))
