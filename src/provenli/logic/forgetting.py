"""Forgetting predicates: what clauses say about the other predicates, and nothing more."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from provenli.logic.theory import Clause


def forget(clauses: Iterable[Clause], kept: Collection[tuple[str, int]]) -> tuple[Clause, ...]:
    """Clauses over the kept predicates (name and arity) that say of them all that the given ones say."""
    known = minimal(clauses)
    names = sorted({(n, c.arity) for c in known for n in c.body | c.head} - set(kept))
    for name, arity in names:
        giving = [c for c in known if c.arity == arity and name in c.head]
        using = [c for c in known if c.arity == arity and name in c.body]
        rest = known - set(giving) - set(using)
        known = minimal((*rest, *(_resolvent(g, u, name) for g in giving for u in using)))
    return tuple(sorted(known, key=lambda c: (c.arity, sorted(c.body), sorted(c.head))))


def _resolvent(giving: Clause, using: Clause, name: str) -> Clause:
    return Clause(giving.body | (using.body - {name}), (giving.head - {name}) | using.head, giving.arity)


def minimal(clauses: Iterable[Clause]) -> set[Clause]:
    """Without clauses that say nothing, or less than another."""
    telling = {c for c in clauses if not c.body & c.head}
    return {c for c in telling if not any(_says_more(d, c) for d in telling)}


def _says_more(d: Clause, c: Clause) -> bool:
    return d != c and d.arity == c.arity and d.body <= c.body and d.head <= c.head
