"""From text to derivations: all of them, or one line that says what is wrong."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from itertools import product

from provenli.errors import NoParse, SentenceError, UnknownWord
from provenli.grammar.chart import Chart, ChartState, Index
from provenli.grammar.derivation import Derivation
from provenli.grammar.flat import FlatRule
from provenli.grammar.grammar import Grammar
from provenli.grammar.tokens import Token, check_articles, shown, tokens
from provenli.grammar.tree import Branch, Leaf, Node, room_for, tokens_of, walk
from provenli.logic.formulas import Formula

# --- All trees that a chart holds, shared where they share: counted first, then unpacked. ---


Span = tuple[int, int]


class ParseForest:
    def __init__(self, chart: Chart) -> None:
        self._chart = chart
        self._end = len(chart.entries) - 1
        self._names = {n: c for c, n in chart.index.numbers.items()}
        self._counts: dict[tuple[int, Span], int] = {}
        self._state_counts: dict[tuple[ChartState, Span], int] = {}
        self._trees: dict[tuple[int, Span], list[Node]] = {}

    def count(self) -> int:
        return sum(self._count(s, (0, self._end)) for s in self._chart.index.starts)

    def trees(self) -> list[Node]:
        """Call this only if the count is small: every part of a tree has at most as many trees as the whole."""
        return [t for s in self._chart.index.starts for t in self._unpack(s, (0, self._end))]

    def _makers(self, category: int, span: Span) -> list[ChartState]:
        return self._chart.found[span[1]].get((category, span[0]), [])

    def _count(self, category: int, span: Span) -> int:
        key = (category, span)
        if key not in self._counts:
            self._counts[key] = sum(len(s.ends) * self._count_state(s, span) for s in self._makers(category, span))
        return self._counts[key]

    def _count_state(self, state: ChartState | None, span: Span) -> int:
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

    def _parts(self, state: ChartState | None, span: Span) -> list[tuple[Node, ...]]:
        """The categories (not the fixed words) of a beginning, in every possible way."""
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


SHOWN = 8
"""How many words an error lists."""


def parse(grammar: Grammar, text: str, limit: int = 64) -> tuple[Derivation, ...]:
    """Every derivation of the text, closest attachment first."""
    found = tokens(text)
    index = grammar.index
    for t in found:
        if t.key not in index.texts:
            raise UnknownWord(unknown(t, index, found))
    check_articles(found, index.texts)
    chart = Chart(index, [t.key for t in found])
    if chart.reached < len(found) or not chart.complete():
        raise NoParse(stuck(chart, found))
    return unpacked(grammar, chart, limit)


def unpacked(grammar: Grammar, chart: Chart, limit: int) -> tuple[Derivation, ...]:
    """Every derivation that a complete chart holds, closest attachment first."""
    with room_for(4 * len(chart.entries)):
        forest = ParseForest(chart)
        total = forest.count()
        if total > limit:
            raise SentenceError(f"the sentence is too ambiguous: it has {total} derivations, at most {limit} are read")
        trees = forest.trees()
    return tuple(Derivation(t, grammar) for t in (sorted(trees, key=attachment) if total > 1 else trees))


def attachment(root: Node) -> tuple[int, tuple[str, ...]]:
    """An order on the trees of one text: the fewer words modifiers are attached across, the earlier.

    In "saw a dog with a bone" the last phrase joins "dog" (across one word) before "saw a dog" (across three).
    """
    across = 0
    rules: list[str] = []
    for _, node in walk(root):
        if isinstance(node, Branch):
            across += sum(len(tokens_of(c)) for c in node.children[:-1])
            rules.append(f"{node.category} {node.rule}")
    return across, tuple(rules)


def readings(derivations: Iterable[Derivation]) -> tuple[tuple[Derivation, ...], ...]:
    """The derivations by what they mean, in their order; derivations of one group mean the same."""
    groups: dict[Formula, list[Derivation]] = {}
    for d in derivations:
        with room_for(d.height):
            groups.setdefault(d.meaning, []).append(d)
    return tuple(tuple(g) for g in groups.values())


CLOSED = (
    "a fragment's words are a closed list, which `provenli fragments FRAGMENT` shows; `english` in place of the "
    "fragment reads other words (--isa novel=book tells it about two of them), and a fragment of your own can have "
    "any (docs/own_fragment.md)"
)


def unknown(t: Token, index: Index, sentence: tuple[Token, ...] = ()) -> str:
    near = _misspelt(t.key, index)
    how_to_go_on = f"did you mean {index.texts[near]!r}?" if near else f"{_known_beside(index, sentence)}{CLOSED}"
    return f"unknown word {shown(t.text)} ({t.place}); {how_to_go_on}"


def _known_beside(index: Index, sentence: tuple[Token, ...]) -> str:
    """Whether only this word stands in the way."""
    strange = list(dict.fromkeys(t.key for t in sentence if t.key not in index.texts))
    if len(strange) > 1:
        return f"{len(strange)} of the {len(sentence)} words are unknown; "
    return "the other words are known; " if len(sentence) > 1 else ""


def _misspelt(key: str, index: Index) -> str | None:
    """A word that this may be a misspelling of: few slips change the first letter, and *scent* is none for
    *student*."""
    if len(key) > 40:  # a very long "word" has no near neighbour, and looking for one would take long
        return None
    alike = [w for w in index.texts if w[:1] == key[:1]]
    swapped = next((w for w in alike if sorted(w) == sorted(key)), None)
    return swapped or next(iter(difflib.get_close_matches(key, alike, n=1, cutoff=0.7)), None)


def stuck(chart: Chart, found: tuple[Token, ...]) -> str:
    reached = chart.reached
    options = list(chart.expected(reached))
    more = f" and {len(options) - SHOWN} more" if len(options) > SHOWN else ""
    wanted = f"expected one of: {', '.join(options[:SHOWN])}{more}"
    if not options:
        wanted = "expected the end of the sentence"
    before = _quoted(found[:reached])
    if reached == len(found):
        return f"no parse: {before} is fine, but the sentence ends too early; {wanted}"
    if reached == 0:
        return f"no parse: a sentence cannot begin with {found[0]}; {wanted}"
    return f"no parse: {before} is fine, but {found[reached]} cannot follow; {wanted}"


def _quoted(found: tuple[Token, ...]) -> str:
    words = [t.text for t in found]
    shortened = ["…", *words[-8:]] if len(words) > 10 else words
    return '"' + " ".join(shortened).replace(" ,", ",") + '"'
