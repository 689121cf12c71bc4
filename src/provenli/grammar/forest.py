"""All trees that a chart holds, shared where they share: counted first, then unpacked."""

from __future__ import annotations

from itertools import product

from provenli.grammar.chart import Chart, State
from provenli.grammar.flat import FlatRule
from provenli.grammar.tree import Branch, Leaf, Node

Span = tuple[int, int]


class Forest:
    def __init__(self, chart: Chart) -> None:
        self._chart = chart
        self._end = len(chart.entries) - 1
        self._names = {n: c for c, n in chart.index.numbers.items()}
        self._counts: dict[tuple[int, Span], int] = {}
        self._state_counts: dict[tuple[State, Span], int] = {}
        self._trees: dict[tuple[int, Span], list[Node]] = {}

    def count(self) -> int:
        return sum(self._count(s, (0, self._end)) for s in self._chart.index.starts)

    def trees(self) -> list[Node]:
        """Call only where the count is small: every part of a tree has at most as many trees as the whole."""
        return [t for s in self._chart.index.starts for t in self._unpack(s, (0, self._end))]

    def _makers(self, category: int, span: Span) -> list[State]:
        return self._chart.found[span[1]].get((category, span[0]), [])

    def _count(self, category: int, span: Span) -> int:
        key = (category, span)
        if key not in self._counts:
            self._counts[key] = sum(len(s.ends) * self._count_state(s, span) for s in self._makers(category, span))
        return self._counts[key]

    def _count_state(self, state: State | None, span: Span) -> int:
        if state is None:
            return 1
        key = (state, span)
        if key not in self._state_counts:
            i, j = span
            if isinstance(state.symbol, str):
                total = self._count_state(state.previous, (i, j - 1))
            else:
                total = sum(
                    self._count_state(state.previous, (i, k)) * self._count(state.symbol, (k, j))
                    for k in self._chart.entries[j][state, i]
                )
            self._state_counts[key] = total
        return self._state_counts[key]

    def _unpack(self, category: int, span: Span) -> list[Node]:
        key = (category, span)
        if key not in self._trees:
            self._trees[key] = [
                self._tree(end, category, parts)
                for state in self._makers(category, span)
                for parts in self._parts(state, span)
                for end in state.ends
            ]
        return self._trees[key]

    def _parts(self, state: State | None, span: Span) -> list[tuple[Node, ...]]:
        """The categories (not the fixed words) of a beginning, in every way they can be."""
        if state is None:
            return [()]
        i, j = span
        if isinstance(state.symbol, str):
            return self._parts(state.previous, (i, j - 1))
        found: list[tuple[Node, ...]] = []
        for k in self._chart.entries[j][state, i]:
            pairs = product(self._parts(state.previous, (i, k)), self._unpack(state.symbol, (k, j)))
            found += [(*before, last) for before, last in pairs]
        return found

    def _tree(self, end: FlatRule | Leaf, category: int, parts: tuple[Node, ...]) -> Node:
        if isinstance(end, Leaf):
            return end
        below = iter(parts)
        children = tuple(next(below) if isinstance(i, str) else i for i in end.right)
        return Branch(end.rule, self._names[category], children)
