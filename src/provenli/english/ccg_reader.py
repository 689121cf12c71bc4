"""The default reader: our own chart parser, its derivation, the meaning, and the polarity that comes out of it.

The chart: CKY over categories, one cheapest edge a category and span, the cheapest few in each span. Work is counted,
never timed: a sentence that would need more gets pieces instead of a whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from provenli.english.analysed import analysed, refusal, unread
from provenli.english.analysis import Analysis
from provenli.english.categories import Category, category
from provenli.english.combinators import CHANGES, FINITE, NP, CombinatorStep, N, combine
from provenli.english.conventions import LITERATURE, Conventions
from provenli.english.derivations import Derived
from provenli.english.leaves import WordLeaf
from provenli.english.lookup import leaves_of
from provenli.english.pieces import pieces_of, words_of
from provenli.english.word_tables import words_in

BEAM = 14
OUTSIDE = 0.25
"""The cost of an adjunct outside a negation, and of one inside the phrase that `all` is about."""
MOST_COMBINATIONS = 400_000
"""Pairs of edges looked at in one sentence."""


class Edge:
    __slots__ = ("category", "cost", "head", "leaf", "left", "right", "rule")

    def __init__(
        self,
        category: Category,
        cost: float,
        rule: str,
        left: Edge | None,
        right: Edge | None,
        leaf: WordLeaf | None,
        head: int,
    ) -> None:
        self.category, self.cost, self.rule = category, cost, rule
        self.left, self.right, self.leaf, self.head = left, right, leaf, head

    def derived(self) -> Derived:
        below = tuple(e.derived() for e in (self.left, self.right) if e is not None)
        return Derived(self.category, self.rule, below, self.leaf, self.head)


Cell = dict[Category, Edge]


class CcgChart:
    def __init__(self, size: int, leaves: Sequence[WordLeaf], beam: int = BEAM) -> None:
        self.size, self.beam = size, beam
        self.cells: dict[tuple[int, int], Cell] = {}
        self.times = frozenset(leaf.token for leaf in leaves if leaf.lemma in words_in("time nouns"))
        self.places = frozenset(leaf.token for leaf in leaves if leaf.lemma in words_in("place nouns"))
        self.verbal = frozenset(leaf.token for leaf in leaves if leaf.lemma in words_in("verb prepositions"))
        self.work = 0
        self.full = True
        for leaf in leaves:
            cell = self.cells.setdefault((leaf.first, leaf.end), {})
            add(cell, Edge(leaf.category, leaf.cost, "", None, None, leaf, leaf.token))
        for cell in self.cells.values():
            self.change(cell)
        self.fill()

    def fill(self) -> None:
        for width in range(2, self.size + 1):
            for first in range(self.size - width + 1):
                self.fill_cell(first, first + width)
                if self.work > MOST_COMBINATIONS:
                    self.full = False
                    return

    def fill_cell(self, first: int, end: int) -> None:
        cell = self.cells.get((first, end), {})
        cells = self.cells
        for middle in range(first + 1, end):
            left, right = cells.get((first, middle)), cells.get((middle, end))
            if not left or not right:
                continue
            self.work += len(left) * len(right)
            for a in left.values():
                for b in right.values():
                    for step in combine(a.category, b.category):
                        cost = a.cost + b.cost + step.cost + self.closeness(step, a, b, middle - first)
                        old = cell.get(step.result)
                        if old is None or cost < old.cost:
                            cell[step.result] = Edge(
                                step.result, cost, step.rule, a, b, None, b.head if step.head else a.head
                            )
        if cell:
            self.change(cell)
            self.cells[first, end] = pruned(cell, self.beam)

    def change(self, cell: Cell) -> None:
        """Type changes, twice: a noun is a noun phrase, and that may say when."""
        for _ in range(2):
            for edge in tuple(cell.values()):
                for change in CHANGES.get(edge.category, ()):
                    cost = edge.cost + change.cost
                    if change.rule == "per" and not self.is_rate(edge):
                        continue
                    if change.rule == "at noun" and (edge.head in self.verbal or self.says_when(edge)):
                        cost += 0.5
                    if change.rule.startswith("when") and edge.head in self.times:
                        cost -= 1.7
                    add(cell, Edge(change.result, cost, change.rule, edge, None, None, edge.head))

    def closeness(self, step: CombinatorStep, a: Edge, b: Edge, width: int) -> float:
        """What a step costs beside its categories: which words, and how far apart. `width` is the left one's."""
        if b.leaf is not None and b.leaf.sense == "possessive":
            return 0.2 * width  # the world's, not: the man who saw the world's
        if step.rule == "and":  # a cat or a mouse, not: every dog that chases a cat or a mouse
            return 0.02 * width + (1.0 if is_exception(a, b) else 0.0)
        if step.rule != "<":
            late = a.leaf is not None and a.leaf.sense == "adverb" and starts_with_auxiliary(b)
            but = b.rule == "and" and b.right is not None and after_but(b.right) is not None  # all the cats but two
            inside = (OUTSIDE * (b.rule == "<") + 1.0 * but) * is_partitive(a)
            return inside + 0.6 * late  # who coughs often | does not sing
        if a.head in self.places and self.is_personal(b):
            return 1.0
        if a.category is NP and step.head == 0:
            return 0.02 * width  # nine boxes a day, not: every boss who wants nine boxes a day
        if ends_without(a) and not self.says_when(b):  # without help | from Ann
            return 0.6
        return OUTSIDE * is_negated(a) - OUTSIDE * (a.category is FINITE and step.head == 0 and is_plain_verb(a))

    def is_personal(self, edge: Edge) -> bool:
        """Whether it is a clause with `who`: it is about somebody, and not about a place."""
        first = edge.left.leaf if edge.left is not None else None
        return first is not None and first.lower in ("who", "whom")

    def says_when(self, edge: Edge) -> bool:
        """Whether it says when, as `in one hour` and `on Monday` do: it is then about an action rather than a thing."""
        while edge.right is None and edge.left is not None:
            edge = edge.left
        return edge.right is not None and edge.right.head in self.times

    def is_rate(self, edge: Edge) -> bool:
        """`a day`, as in `three pills a day`."""
        first = edge.left.leaf if edge.left is not None else None
        return edge.head in self.times and first is not None and first.lower in ("a", "an")


def is_negated(edge: Edge) -> bool:
    """`not born`: what follows says more of the birth, inside the negation, rather than of its absence."""
    first = edge.left.leaf if edge.left is not None else None
    return first is not None and first.sense == "not" and edge.right is not None


def ends_without(edge: Edge) -> bool:
    """`left without a coat`: what follows says more of the coat, rather than of the leaving."""
    while edge.right is not None:
        edge = edge.right
        while edge.left is not None and edge.right is None:
            edge = edge.left
        if edge.left is not None and edge.left.leaf is not None and edge.left.leaf.sense == "without":
            return True
    return False


def starts_with_auxiliary(edge: Edge) -> bool:
    while edge.left is not None:
        edge = edge.left
    return edge.leaf is not None and edge.leaf.tag == "AUX"


def is_plain_verb(edge: Edge) -> bool:
    """`sings`, `sings loudly`: no auxiliary and no object, so an adjunct is its own."""
    if edge.rule == "<" and edge.left is not None and edge.right is not None and edge.right.leaf is not None:
        return is_plain_verb(edge.left)
    return edge.leaf is not None


def is_exception(first: Edge, second: Edge) -> bool:
    """`everyone but Tom`, and not `a few blossoms but no fruit`, `every man but no woman`."""
    other = after_but(second)
    if other is None or first.category not in (NP, N):
        return False
    return first.category is N or (first_kind(first) in ("every", "no", "any") and first_kind(other) != "no")


def after_but(second: Edge) -> Edge | None:
    """What follows `but` in a second half that begins with it."""
    connective = second.left.leaf if second.left is not None else None
    return second.right if connective is not None and connective.lower == "but" else None


def first_kind(edge: Edge) -> str:
    """The kind of the determiner or pronoun that it begins with."""
    while edge.left is not None:
        edge = edge.left
    return edge.leaf.sense.partition(":")[2].partition(" ")[0] if edge.leaf is not None else ""


def is_partitive(edge: Edge) -> bool:
    """`all the cats, except two`: the exception is to all of them."""
    return edge.leaf is not None and edge.leaf.sense.startswith("partitive")


def add(cell: Cell, edge: Edge) -> None:
    old = cell.get(edge.category)
    if old is None or edge.cost < old.cost:
        cell[edge.category] = edge


def pruned(cell: Cell, beam: int) -> Cell:
    if len(cell) <= beam:
        return cell
    best = sorted(cell.values(), key=lambda e: e.cost)[:beam]
    return {e.category: e for e in best}


ROOTS: dict[Category, float] = {
    category(c): price
    for c, price in (
        ("S[dcl]", 0.0),
        (r"S[b]\NP", 1.0),
        ("S[em]", 1.0),
        ("S[qem]", 1.0),
        ("NP", 2.0),
        (r"S[dcl]\NP", 2.0),
        (r"S[ng]\NP", 2.0),
        ("PP", 2.5),
        ("N", 2.5),
        (r"S[adj]\NP", 2.5),
        (r"S[to]\NP", 2.0),
        (r"S[pss]\NP", 2.5),
    )
}
PIECE_PRICE = 3.0
"""The cost of each further piece if no whole covers the sentence."""


def pieces_covered(chart: CcgChart) -> tuple[Edge, ...]:
    """The cheapest row of edges that covers the sentence: one edge if it was read as a whole."""
    best: list[tuple[float, tuple[Edge, ...]]] = [(0.0, ())]
    for end in range(1, chart.size + 1):
        options: list[tuple[float, tuple[Edge, ...]]] = []
        for first in range(end):
            cell = chart.cells.get((first, end))
            if not cell:
                continue
            whole = first == 0 and end == chart.size
            for edge in cell.values():
                price = ROOTS.get(edge.category, 4.0 if whole else 1.5)
                cost, row = best[first]
                options.append((cost + edge.cost + price + PIECE_PRICE, (*row, edge)))
        best.append(min(options, key=lambda o: o[0]) if options else (float("inf"), best[-1][1]))
    return best[-1][1]


@dataclass(frozen=True, slots=True)
class CcgReader:
    conventions: Conventions = LITERATURE
    beam: int = 14

    def read(self, sentence: str) -> Analysis:
        words = words_of(sentence)
        texts = tuple(w for w, _, _ in words)
        pieces = pieces_of(texts)
        why = refusal(pieces, len(words))
        if why:
            return unread(sentence, words, why)
        chart = CcgChart(len(pieces), leaves_of(pieces), self.beam)
        rows = pieces_covered(chart)
        return analysed(sentence, words, pieces, tuple(e.derived() for e in rows), self.conventions, "ccg")
