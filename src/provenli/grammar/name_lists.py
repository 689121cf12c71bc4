"""Long lists of names: finds where no clause can begin inside them.

After each comma of *visited A, B, C and D* a new clause could begin with a list of subjects, as in *visited A, B and C
visited D*. But that needs a verb after the names; otherwise looking for a clause is in vain, and slow.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from provenli.grammar.chart import ChartState, Index
from provenli.grammar.grammar import Grammar
from provenli.grammar.tokens import Token

BETWEEN = frozenset({",", "and", "or"})


@dataclass(frozen=True, slots=True)
class NameLists:
    clause: str
    predicate: str
    """What follows the subject of a clause: any category whose name begins with this."""
    subject: str = ""
    """The category of names that can only begin clauses, if there is one."""

    def barred(self, grammar: Grammar, found: tuple[Token, ...], more: Sequence[Sequence[ChartState]]) -> list[int]:
        """The categories of clauses, as bits, where each token is inside a list that no predicate follows."""
        index = grammar.index
        names, clauses, first = _bits(self, grammar)
        out = [0] * len(found)
        named = [_is_name(index, t, s, names) for t, s in zip(found, more, strict=True)]
        for begin, end in _runs(named, found):
            # In 'visited A, B and has' the list is no subject either: it does not end in a name.
            if end == len(found) or found[end].key not in first or not named[end - 1]:
                out[begin + 1 : end] = [clauses] * (end - begin - 1)
        return out


@lru_cache(maxsize=64)
def _bits(lists: NameLists, grammar: Grammar) -> tuple[int, int, frozenset[str]]:
    """Names; what only clauses begin with; the words that predicates begin with."""
    index = grammar.index
    named = [c for o in grammar.open_classes if o.names for c in grammar.flat.matching(o.category)]
    names = clauses = predicates = subjects = 0
    for c in named:
        names |= index.corners[index.numbers[c]]
    for c, n in index.numbers.items():
        kind = c.partition("[")[0]
        clauses |= index.corners[n] if kind == lists.clause else 0
        subjects |= 1 << n if kind == lists.subject else 0
        predicates |= index.corners[n] if kind.startswith(lists.predicate) else 0
    first = frozenset(k for k, states in index.by_word.items() if any(predicates >> s.left & 1 for s in states))
    return names, (clauses & ~names) | subjects, first


def _is_name(index: Index, token: Token, more: Sequence[ChartState], names: int) -> bool:
    return any(names >> s.left & 1 for s in (*index.by_word.get(token.key, ()), *more))


def _runs(named: list[bool], found: tuple[Token, ...]) -> list[tuple[int, int]]:
    """Where names with commas and 'and' between them begin and end."""
    runs: list[tuple[int, int]] = []
    k = 0
    while k < len(found):
        if not named[k]:
            k += 1
            continue
        begin = k
        while k < len(found) and (named[k] or found[k].key in BETWEEN):
            k += 1
        runs.append((begin, k))
    return runs
