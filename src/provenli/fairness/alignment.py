"""Two derivations side by side as one tree (Geiger et al. 2019, Figures 2 and 3), for any grammar.

A node of the aligned tree pairs a phrase of the premise with one of the hypothesis, or a phrase with nothing (ε). If
both are built by rules, their parts are paired in order. If one phrase contains the other's counterpart, as 'it is not
the case that S' contains S, the rule is paired with nothing. Among all alignments, one is taken that leaves the fewest
words alone or unlike.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import TypeAlias

from provenli.grammar import Branch, Derivation, Leaf, Node, Particle
from provenli.grammar.rules import Rule

EMPTY = "ε"
FEATURES = re.compile(r"\[[^]]*\]")
UNLIKE = 0.5
"""The cost of pairing words of different categories, such as a noun and a hypernym: less than leaving both alone."""
Alignment: TypeAlias = tuple[tuple[int, int], ...]
"""The partner of each part; -1 is nothing."""
Way: TypeAlias = tuple[float, str, Alignment]
"""A way to pair two nodes: the cost; both, or one of them with a part of the other; the parts."""


@dataclass(frozen=True, slots=True)
class AlignedSide:
    """How the premise's (or the hypothesis's) phrase is made: by a rule from these children, or, without a rule, it is
    that of its only child. A word has no rule and no children."""

    rule: Rule | None = None
    word: Leaf | None = None
    parts: tuple[int, ...] = ()

    def __str__(self) -> str:
        """Without agreement features: a plural verb is not another way to compose."""
        if self.word is not None:
            return base(self.word.category)
        return FEATURES.sub("", str(self.rule)) if self.rule is not None else EMPTY


@dataclass(frozen=True)
class Pairing:
    """`premise` or `hypothesis` is None if the phrase stands beside nothing."""

    premise: AlignedSide | None
    hypothesis: AlignedSide | None
    children: tuple[Pairing, ...] = ()

    @property
    def sides(self) -> tuple[AlignedSide | None, AlignedSide | None]:
        return self.premise, self.hypothesis

    @cached_property
    def kind(self) -> str:
        """The function of the node: nodes of one kind share it."""
        first, second = (EMPTY if s is None else str(s) for s in self.sides)
        if self.premise is None or self.hypothesis is None:
            return f"{first} beside {second}"
        return first if first == second else f"{first} / {second}"

    @property
    def leaf(self) -> bool:
        return not self.children

    def nodes(self) -> Iterator[Pairing]:
        """Children first."""
        for child in self.children:
            yield from child.nodes()
        yield self


def aligned(premise: Derivation, hypothesis: Derivation) -> Pairing:
    return _Aligner().pair(_rooted(premise.root), _rooted(hypothesis.root))


def base(category: str) -> str:
    return category.partition("[")[0]


def _rooted(node: Node) -> Branch | Leaf:
    assert isinstance(node, Branch | Leaf)
    return node


def parts_of(node: Branch | Leaf) -> tuple[Branch | Leaf, ...]:
    """Without the words that the rule itself brings."""
    if isinstance(node, Leaf):
        return ()
    return tuple(_rooted(c) for c in node.children if not isinstance(c, Particle))


class _Aligner:
    """Ways to pair two nodes, each found once. A tree keeps its nodes alive, so `id` names them."""

    def __init__(self) -> None:
        self._best: dict[tuple[int, int], Way] = {}
        self._sizes: dict[int, int] = {}
        self._numbers: dict[object, int] = {}
        self._seen: dict[int, int] = {}

    def size(self, node: Branch | Leaf) -> int:
        if id(node) not in self._sizes:
            self._sizes[id(node)] = 1 + sum(map(self.size, parts_of(node)))
        return self._sizes[id(node)]

    def _number(self, node: Branch | Leaf) -> int:
        """The same number for phrases that are built alike from the same words."""
        if id(node) not in self._seen:
            made = node.rule if isinstance(node, Branch) else node.word
            key = (made, base(node.category), tuple(map(self._number, parts_of(node))))
            self._seen[id(node)] = self._numbers.setdefault(key, len(self._numbers))
        return self._seen[id(node)]

    def cost(self, p: Branch | Leaf, h: Branch | Leaf) -> float:
        """How much stays unlike: words that differ, rules that differ, and all that stands beside nothing."""
        return self.best(p, h)[0]

    def best(self, p: Branch | Leaf, h: Branch | Leaf) -> Way:
        key = (id(p), id(h))
        if key not in self._best:
            self._best[key] = self._inside(p, h, self._like(p, h))
        return self._best[key]

    def _like(self, p: Branch | Leaf, h: Branch | Leaf) -> Way:
        same = base(p.category) == base(h.category)
        if self._number(p) == self._number(h):
            return 0.0, "both", tuple((k, k) for k, _ in enumerate(parts_of(p)))
        if isinstance(p, Leaf) and isinstance(h, Leaf) and (same or (p.word.symbol and h.word.symbol)):
            return (p.word != h.word) + (0.0 if same else UNLIKE), "both", ()
        if same and isinstance(p, Branch) and isinstance(h, Branch):
            cost, alignment = self._parts(parts_of(p), parts_of(h))
            return cost + (p.rule != h.rule), "both", alignment
        return inf, "", ()

    def _inside(self, p: Branch | Leaf, h: Branch | Leaf, way: Way) -> Way:
        """Whether pairing one with a part of the other is better. What is then left alone gives a lower limit of the
        cost, so most parts need not be tried."""
        for k, part in enumerate(parts_of(p)):
            left = self.size(p) - self.size(part)
            if left < way[0] and (cost := left + self.cost(part, h)) < way[0]:
                way = cost, "premise", ((k, 0),)
        for k, part in enumerate(parts_of(h)):
            left = self.size(h) - self.size(part)
            if left < way[0] and (cost := left + self.cost(p, part)) < way[0]:
                way = cost, "hypothesis", ((0, k),)
        return way

    def _parts(self, ps: Sequence[Branch | Leaf], hs: Sequence[Branch | Leaf]) -> tuple[float, Alignment]:
        """Pair parts in order, as texts are compared: each with its counterpart, or with nothing."""
        table: dict[tuple[int, int], tuple[float, Alignment]] = {(0, 0): (0.0, ())}
        for i in range(len(ps) + 1):
            for j in range(len(hs) + 1):
                ways: list[tuple[float, Alignment]] = []
                if i and j:
                    before, pairs = table[i - 1, j - 1]
                    ways.append((before + self.cost(ps[i - 1], hs[j - 1]), (*pairs, (i - 1, j - 1))))
                if i:
                    before, pairs = table[i - 1, j]
                    ways.append((before + self.size(ps[i - 1]), (*pairs, (i - 1, -1))))
                if j:
                    before, pairs = table[i, j - 1]
                    ways.append((before + self.size(hs[j - 1]), (*pairs, (-1, j - 1))))
                if ways:
                    table[i, j] = min(ways, key=lambda w: w[0])
        return table[len(ps), len(hs)]

    def pair(self, p: Branch | Leaf, h: Branch | Leaf) -> Pairing:
        cost, how, alignment = self.best(p, h)
        if cost == inf:
            # Nothing in the one is like anything in the other: they stand side by side, each beside nothing.
            return Pairing(
                AlignedSide(parts=(0,)), AlignedSide(parts=(1,)), (alone(p, premise=True), alone(h, premise=False))
            )
        (at_p, at_h), *_ = alignment or ((0, 0),)
        if how == "premise" and isinstance(p, Branch):
            return self._around(p, at_p, self.pair(parts_of(p)[at_p], h), premise=True)
        if how == "hypothesis" and isinstance(h, Branch):
            return self._around(h, at_h, self.pair(p, parts_of(h)[at_h]), premise=False)
        if isinstance(p, Branch) and isinstance(h, Branch):
            return self._both(p, h, alignment)
        assert isinstance(p, Leaf)
        assert isinstance(h, Leaf)
        return Pairing(AlignedSide(word=p), AlignedSide(word=h))

    def _both(self, p: Branch, h: Branch, alignment: Alignment) -> Pairing:
        ps, hs = parts_of(p), parts_of(h)
        children = tuple(
            alone(ps[i], premise=True) if j < 0 else alone(hs[j], premise=False) if i < 0 else self.pair(ps[i], hs[j])
            for i, j in alignment
        )
        at = [tuple(k for k, pair in enumerate(alignment) if pair[side] >= 0) for side in (0, 1)]
        return Pairing(AlignedSide(p.rule, parts=at[0]), AlignedSide(h.rule, parts=at[1]), children)

    def _around(self, node: Branch, k: int, inner: Pairing, *, premise: bool) -> Pairing:
        """The rule of one side around a pair that the other side has as it is."""
        parts = parts_of(node)
        children = tuple(inner if n == k else alone(c, premise=premise) for n, c in enumerate(parts))
        ruled, plain = AlignedSide(node.rule, parts=tuple(range(len(parts)))), AlignedSide(parts=(k,))
        return Pairing(ruled, plain, children) if premise else Pairing(plain, ruled, children)


def alone(node: Branch | Leaf, *, premise: bool) -> Pairing:
    """A phrase beside nothing."""
    parts = parts_of(node)
    side = AlignedSide(word=node) if isinstance(node, Leaf) else AlignedSide(node.rule, parts=tuple(range(len(parts))))
    children = tuple(alone(c, premise=premise) for c in parts)
    return Pairing(side, None, children) if premise else Pairing(None, side, children)
