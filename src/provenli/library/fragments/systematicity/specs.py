"""Pairs by replacement (Yanaka et al. 2020): one phrase of a sentence made more general or more specific, however
embedded.

A `Spec` says everything about a pair but its words: how deep, how embedded, what is replaced where and which way. What
the calculus says of it follows from the direction of each quantifier above the replaced phrase.

A `Builder` makes its two sentences: trees over fixed words, with a blank for each quantifier. A pattern has slots for
words, so which words these are does not matter, only that no content word of a pair comes twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from provenli.grammar import Branch, Derivation, Form, Grammar, Leaf, Node, Particle, Word, determiner
from provenli.library.fragments.systematicity.blanks import blank

NOMINAL = ("hyponym", "adjective", "preposition", "relative clause")
VERBAL = ("adverb", "preposition", "disjunction", "conjunction")
FRAMES = ("plain", "adverb", "preposition", "object")
OUTER = ("none", "negation", "antecedent", "consequent")
DEEPEST = 8
"""Nine nouns and eight verbs at most: in a pair no content word comes twice, and there are ten of each."""


@dataclass(frozen=True, slots=True)
class Spec:
    """`shapes`: of each embedded clause, outermost first. `position`: which quantified phrase, from 1. `change`: what
    the hypothesis does to the premise. `depth` counts an outer negation or conditional as one."""

    depth: int
    shapes: tuple[str, ...]
    replacement: str
    argument: str
    position: int
    change: str
    frame: str = "plain"
    outer: str = "none"

    @property
    def phrases(self) -> int:
        """How many quantified phrases there are on the way down."""
        return len(self.shapes) + 1

    @property
    def sign(self) -> int:
        """What the surroundings of the outermost phrase do to its direction."""
        return -1 if self.outer in ("negation", "antecedent") else 1


def specs(depth: int, replacements: Sequence[str], frame: str, outer: str) -> Iterator[Spec]:
    phrases = depth - (outer != "none")
    if phrases < 1:
        return
    for shapes in product(("subject", "object"), repeat=phrases - 1):
        for argument, names in (("first", NOMINAL), ("second", VERBAL)):
            if argument == "second" and (phrases > 1 or frame == "object"):
                continue
            for name, position in product((n for n in names if n in replacements), range(1, phrases + 1)):
                for change in ("generalise", "specialise"):
                    yield Spec(depth, shapes, name, argument, position, change, frame, outer)


def polarities(spec: Spec) -> NDArray[np.int64]:
    """The direction of the replaced position for each combination of upward and downward quantifiers."""
    bits = (np.arange(2**spec.phrases)[:, None] >> np.arange(spec.phrases)) & 1
    return np.asarray(spec.sign * np.prod(1 - 2 * bits[:, : spec.position], axis=1), dtype=np.int64)


def derived(spec: Spec) -> NDArray[np.bool_]:
    """Whether the calculus says entailment: widening an upward position, or narrowing a downward one."""
    return np.asarray((polarities(spec) > 0) == (spec.change == "generalise"))


# --- its two sentences ---


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
