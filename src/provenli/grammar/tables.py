"""How many trees there are, exactly, and the n-th of them.

For a category and a level L the table holds the number of trees with at most L embeddings on any way down. A rule
then simply multiplies the numbers of its parts, since "at most" holds of a whole where it holds of every part; trees
with exactly L are those with at most L that are not among those with at most L−1. Numbers are Python integers, which
never overflow. Taking the n-th tree by these numbers serves enumeration (n = 0, 1, 2 …) and sampling (n drawn).
`tree_by_rules` draws in another way: each rule that can stand in a place is equally likely there.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from itertools import accumulate, pairwise
from math import prod
from typing import TypeAlias

from provenli.grammar.flat import FlatGrammar, FlatRule
from provenli.grammar.tree import Branch, Leaf, Node, Slot

Choice: TypeAlias = FlatRule | Leaf | Slot


class Tables:
    """Counts of one grammar, grown level by level as they are asked for.

    `words`: count every word (derivations), or one slot for each lexical category (shapes).
    """

    def __init__(self, flat: FlatGrammar, *, words: bool) -> None:
        self.flat = flat
        self._leaves: dict[str, tuple[Leaf | Slot, ...]] = {}
        for category, leaves in flat.leaves.items():
            kept = tuple(leaf for leaf in leaves if leaf.word.sample)
            self._leaves[category] = kept if words else (Slot(category),) * bool(kept)
        self._order = _parts_first(flat)
        self._counts: list[dict[str, int]] = []
        self._choices: dict[tuple[str, int, bool], tuple[tuple[Choice, ...], list[int]]] = {}

    def count(self, category: str, level: int, exactly: bool = False) -> int:
        if level < 0:
            return 0
        while len(self._counts) <= level:
            self._grow()
        less = self.count(category, level - 1) if exactly else 0
        return self._counts[level][category] - less

    def _grow(self) -> None:
        level = len(self._counts)
        self._counts.append({})
        for c in self._order:
            of_rules = sum(self._ways(f.parts, level - f.rule.level, False) for f in self.flat.rules.get(c, ()))
            self._counts[level][c] = len(self._leaves.get(c, ())) + of_rules

    def _ways(self, parts: tuple[str, ...], level: int, exactly: bool) -> int:
        """In how many ways these parts can be filled within the level (exactly: at least one of them reaching it)."""
        if level < 0:
            return 0
        less = self._ways(parts, level - 1, False) if exactly else 0
        return prod(self.count(p, level) for p in parts) - less

    def tree(self, category: str, level: int, exactly: bool, n: int) -> Node:
        """The n-th tree, 0 <= n < count."""
        choices, bounds = self._alternatives(category, level, exactly)
        k = bisect_right(bounds, n)
        chosen = choices[k]
        if not isinstance(chosen, FlatRule):
            return chosen
        inside = n - (bounds[k - 1] if k else 0)
        below = iter(self._fill(chosen.parts, level - chosen.rule.level, exactly, inside))
        children = tuple(next(below) if isinstance(i, str) else i for i in chosen.right)
        return Branch(chosen.rule, category, children)

    def tree_by_rules(self, category: str, level: int, exactly: bool, pick: Callable[[int], int]) -> Node:
        """A tree in which every choice is uniform over the rules (and the words or the slot) that can stand there,
        however many trees each of them has. `pick(n)` draws a number below n."""
        choices, bounds = self._alternatives(category, level, exactly)
        possible = [c for c, size in zip(choices, _steps(bounds), strict=True) if size]
        chosen = possible[pick(len(possible))]
        if not isinstance(chosen, FlatRule):
            return chosen
        inside = level - chosen.rule.level
        reaching = [k for k, p in enumerate(chosen.parts) if exactly and self.count(p, inside, True)]
        deepest = reaching[pick(len(reaching))] if reaching else None
        below = iter([self.tree_by_rules(p, inside, k == deepest, pick) for k, p in enumerate(chosen.parts)])
        children = tuple(next(below) if isinstance(i, str) else i for i in chosen.right)
        return Branch(chosen.rule, category, children)

    def _alternatives(self, category: str, level: int, exactly: bool) -> tuple[tuple[Choice, ...], list[int]]:
        """What a category can be made of, and up to which number each alternative goes."""
        key = (category, level, exactly)
        if key not in self._choices:
            choices: list[Choice] = []
            if level == 0 or not exactly:
                choices += self._leaves.get(category, ())
            sizes = [1] * len(choices)
            for f in self.flat.rules.get(category, ()):
                choices.append(f)
                sizes.append(self._ways(f.parts, level - f.rule.level, exactly))
            self._choices[key] = tuple(choices), list(accumulate(sizes))
        return self._choices[key]

    def _fill(self, parts: tuple[str, ...], level: int, exactly: bool, n: int) -> list[Node]:
        """The n-th way to fill the parts. With `exactly`, some part must reach the level: the first, or else one of the
        rest."""
        filled: list[Node] = []
        for k, part in enumerate(parts):
            rest = parts[k + 1 :]
            free = self._ways(rest, level, False)
            if not exactly:
                index, n = divmod(n, free)
                filled.append(self.tree(part, level, False, index))
                continue
            reaching = self.count(part, level, True) * free
            if n < reaching:
                index, n = divmod(n, free)
                filled.append(self.tree(part, level, True, index))
                exactly = False
            else:
                index, n = divmod(n - reaching, self._ways(rest, level, True))
                filled.append(self.tree(part, level - 1, False, index))
        return filled


def _steps(bounds: list[int]) -> list[int]:
    return [after - before for before, after in pairwise([0, *bounds])]


def _parts_first(flat: FlatGrammar) -> tuple[str, ...]:
    """Categories in an order in which a rule without level comes after what it needs; validation excludes cycles."""
    order: dict[str, None] = {}

    def visit(c: str) -> None:
        if c in order:
            return
        for part in (p for f in flat.rules.get(c, ()) if not f.rule.level for p in f.parts):
            visit(part)
        order[c] = None

    for c in flat.categories:
        visit(c)
    return tuple(order)
