"""The chart: every constituent of a text, found left to right in polynomial time.

Earley's algorithm (1970) with two changes that make it fast in Python. What may begin at a position is kept as a set
of bits (all left corners of what is expected there), so no item is made before its first symbol is found. And the
right-hand sides of one category are merged into a trie, with words as further right-hand sides, so multi-word forms
need no special treatment. Every item still belongs to the beginning of some sentence: where the chart stops, the text
went wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from provenli.grammar.flat import FlatGrammar, FlatRule
from provenli.grammar.rules import Particle
from provenli.grammar.tokens import split
from provenli.grammar.tree import Leaf

Symbol: TypeAlias = int | str
"""The number of a category, or the key of a word."""


class ChartState:
    """A beginning of some right-hand sides of one category."""

    __slots__ = ("ends", "left", "on_category", "on_word", "predicts", "previous", "symbol")

    def __init__(self, left: int, previous: ChartState | None, symbol: Symbol) -> None:
        self.left = left
        self.previous = previous
        self.symbol = symbol
        self.on_word: dict[str, ChartState] = {}
        self.on_category: dict[int, ChartState] = {}
        self.ends: list[FlatRule | Leaf] = []
        self.predicts = 0


Entry: TypeAlias = tuple[ChartState, int]
"""A state and the position where it began."""


class Index:
    """A grammar made ready for charts; made once."""

    def __init__(self, flat: FlatGrammar) -> None:
        self.numbers = {c: n for n, c in enumerate(flat.categories)}
        self.starts = tuple(self.numbers[c] for c in flat.starts)
        self.texts: dict[str, str] = {}
        self.corners: list[int] = []
        """For each category, the categories, as bits, that can stand at its very beginning, and itself."""
        self.by_word: dict[str, list[ChartState]] = {}
        self.by_category: list[list[ChartState]] = [[] for _ in self.numbers]
        self._roots = [ChartState(n, None, "") for n in self.numbers.values()]
        for rules in flat.rules.values():
            for f in rules:
                self._add(self.numbers[f.left], self._symbols(f), f)
        for category, leaves in flat.leaves.items():
            for leaf in leaves:
                for keys in dict.fromkeys(self._keys(t) for t in (leaf.form.text, *leaf.form.variants)):
                    self._add(self.numbers[category], keys, leaf)
        self._predict()

    def _keys(self, text: str) -> tuple[str, ...]:
        found = split(text)
        for t in found:
            self.texts.setdefault(t.key, "a" if t.key == "a" else t.text)
        return tuple(t.key for t in found)

    def _symbols(self, f: FlatRule) -> tuple[Symbol, ...]:
        found: list[Symbol] = []
        for item in f.right:
            found += self._keys(item.text) if isinstance(item, Particle) else [self.numbers[item]]
        return tuple(found)

    def _add(self, left: int, symbols: tuple[Symbol, ...], end: FlatRule | Leaf) -> None:
        state = root = self._roots[left]
        for s in symbols:
            table: dict[Symbol, ChartState] = state.on_word if isinstance(s, str) else state.on_category  # type: ignore[assignment]
            if s not in table:
                table[s] = ChartState(left, None if state is root else state, s)
                if state is root:
                    (self.by_word.setdefault(s, []) if isinstance(s, str) else self.by_category[s]).append(table[s])
            state = table[s]
        state.ends.append(end)

    def _predict(self) -> None:
        self.corners = corners = [1 << n for n in range(len(self._roots))]
        changed = True
        while changed:
            changed = False
            for n, root in enumerate(self._roots):
                wider = corners[n]
                for c in root.on_category:
                    wider |= corners[c]
                changed |= wider != corners[n]
                corners[n] = wider
        stack = list(self._roots)
        while stack:
            state = stack.pop()
            for c in state.on_category:
                state.predicts |= corners[c]
            stack += (*state.on_word.values(), *state.on_category.values())
        self.expected_first = 0
        for s in self.starts:
            self.expected_first |= corners[s]


class Chart:
    """`entries[j]`: states that end before token j, with the positions where their last category began.
    `found[j]`: categories that end there, with where they began and the states that made them."""

    def __init__(
        self, index: Index, keys: Sequence[str], more: Sequence[Sequence[ChartState]] = (), barred: Sequence[int] = ()
    ) -> None:
        """`more`: for each token the states that it makes beside those of its key (words of open classes).
        `barred`: for each token the categories, as bits, that are known not to begin there."""
        self.index = index
        self.entries: list[dict[Entry, list[int]]] = [{}]
        self.found: list[dict[tuple[int, int], list[ChartState]]] = [{}]
        self.predicted = [index.expected_first]
        self._waiting: list[dict[int, list[Entry]]] = [{}]
        self._barred = (*barred, 0) if barred else (0,) * (len(keys) + 1)
        for j, key in enumerate(keys):
            self._scan(key, more[j] if more else ())
            if not self.entries[-1]:
                break

    @property
    def reached(self) -> int:
        """How many tokens can begin some sentence."""
        return len(self.entries) - 1 - (not self.entries[-1] and len(self.entries) > 1)

    def _scan(self, key: str, more: Sequence[ChartState]) -> None:
        j = len(self.entries) - 1
        agenda = [(s.on_word[key], i) for s, i in self.entries[j] if key in s.on_word]
        agenda += [(s, j) for s in (*self.index.by_word.get(key, ()), *more) if self.predicted[j] >> s.left & 1]
        here: dict[Entry, list[int]] = {entry: [] for entry in agenda}
        found: dict[tuple[int, int], list[ChartState]] = {}
        while agenda:
            state, origin = agenda.pop()
            if not state.ends:
                continue
            whole = (state.left, origin)
            if whole in found:
                found[whole].append(state)
                continue
            found[whole] = [state]
            for entry in self._after(state.left, origin):
                if entry in here:
                    here[entry].append(origin)
                else:
                    here[entry] = [origin]
                    agenda.append(entry)
        self.entries.append(here)
        self.found.append(found)
        self._expect(here)

    def _after(self, category: int, origin: int) -> Iterator[Entry]:
        """What goes on once this category is found from there: states that waited for it, and states it begins."""
        yield from self._waiting[origin].get(category, ())
        expected = self.predicted[origin]
        for s in self.index.by_category[category]:
            if expected >> s.left & 1:
                yield s, origin

    def _expect(self, here: dict[Entry, list[int]]) -> None:
        predicted = 0
        waiting: dict[int, list[Entry]] = {}
        for state, origin in here:
            predicted |= state.predicts
            for c, after in state.on_category.items():
                waiting.setdefault(c, []).append((after, origin))
        self.predicted.append(predicted & ~self._barred[len(self.predicted)])
        self._waiting.append(waiting)

    def complete(self) -> bool:
        return any((s, 0) in self.found[-1] for s in self.index.starts)

    def expected(self, j: int) -> tuple[str, ...]:
        """The words that can follow the first j tokens."""
        inside = {key for s, _ in self.entries[j] for key in s.on_word}
        first = {k for k, states in self.index.by_word.items() if any(self.predicted[j] >> s.left & 1 for s in states)}
        return tuple(self.index.texts[key] for key in sorted(inside | first))
