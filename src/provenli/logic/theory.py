"""What is taken for granted beside the premises: word knowledge and axioms.

A `Clause` is about predicates over the same arguments. It says that whatever satisfies all of `body` satisfies one of
`head`: dog ⊆ animal is ({dog}, {animal}); slept ⊥ ran is ({slept, ran}, {}). Clauses express hypernyms, synonyms,
antonyms and covers, and stay sets of names, so that provers and model finders use them without any search.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise

from provenli.logic.bounds import at_least, bound
from provenli.logic.formulas import (
    Const,
    Equal,
    Forall,
    Formula,
    FormulaNode,
    Implies,
    Not,
    Pred,
    Threshold,
    Var,
    conj,
    constants,
    disj,
    node,
    predicates,
    thresholds,
)
from provenli.logic.quantifiers import THRESHOLDS


@dataclass(frozen=True, slots=True)
class Clause:
    body: frozenset[str]
    head: frozenset[str]
    arity: int = 1

    def __str__(self) -> str:
        left = " & ".join(sorted(self.body)) or "anything"
        return f"{left} <= {' | '.join(sorted(self.head)) or 'nothing'}"


@node
class Theory(FormulaNode):
    clauses: tuple[Clause, ...] = ()
    axioms: tuple[Formula, ...] = ()

    def about(self, formulas: Iterable[Formula]) -> Theory:
        """The part that can matter to these formulas: clauses reached from their predicates."""
        return _about(self, frozenset[tuple[str, int]]().union(*map(predicates, (*formulas, *self.axioms))))


@lru_cache(maxsize=512)
def _about(theory: Theory, names: frozenset[tuple[str, int]]) -> Theory:
    """Readings of one pair use the same words, so this is asked again and again."""
    reached, waiting = set(names), list(theory.clauses)
    while True:
        used: list[Clause] = []
        left: list[Clause] = []
        for c in waiting:
            (used if not c.body or any((n, c.arity) in reached for n in c.body) else left).append(c)
        more = {(n, c.arity) for c in used for n in c.head} - reached
        if not more:
            break
        reached |= more
        waiting = left
    kept = tuple(c for c in theory.clauses if all((n, c.arity) in reached for n in c.body))
    return Theory(kept, theory.axioms)


def isa(*chain: str, arity: int = 1) -> tuple[Clause, ...]:
    """Each word of the chain falls under the next: isa("poodle", "dog", "animal")."""
    return tuple(Clause(frozenset({a}), frozenset({b}), arity) for a, b in pairwise(chain))


def compatible(clauses: Iterable[Clause], true: Iterable[str], false: Iterable[str]) -> bool:
    """Whether something could satisfy all of `true` and none of `false`, as far as chaining forward through clauses
    tells. Sound: False means that the clauses rule it out. Clauses with several heads are used once all but one are
    excluded."""
    yes, no = set(true), set(false)
    rules = tuple(clauses)
    changed = True
    while changed:
        changed = False
        for c in rules:
            if c.body <= yes and not c.head & yes:
                open_heads = c.head - no
                if not open_heads:
                    return False
                if len(open_heads) == 1:
                    yes |= open_heads
                    changed = True
    return not yes & no


def lexically_possible(said: Iterable[tuple[Pred, bool]], theory: Theory) -> bool:
    """Whether the clauses allow what is true and false of each tuple of arguments."""
    groups: dict[tuple[object, ...], tuple[set[str], set[str]]] = {}
    for p, true in said:
        groups.setdefault(p.args, (set(), set()))[not true].add(p.name)
    return all(compatible((c for c in theory.clauses if c.arity == len(a)), *told) for a, told in groups.items())


def excludes(a: str, b: str, arity: int = 1) -> Clause:
    return Clause(frozenset({a, b}), frozenset(), arity)


def clause_formula(c: Clause) -> Formula:
    """The clause as a closed formula, for engines and for evaluation."""
    xs = tuple(Var(f"x{i + 1}") for i in range(c.arity))
    body = conj(*(Pred(n, xs) for n in sorted(c.body)))
    head = disj(*(Pred(n, xs) for n in sorted(c.head)))
    f: Formula = Implies(body, head) if c.body else head
    for x in reversed(xs):
        f = Forall(x, f)
    return f


def vague_axioms(formulas: Iterable[Formula]) -> tuple[Formula, ...]:
    """What quantifiers.THRESHOLDS says about the vague words that occur: several >= 3, many >= several, few < many."""
    used = set[str]().union(*(thresholds(f) for f in formulas))
    out: list[Formula] = []
    for name, (least, other) in THRESHOLDS.items():
        if name in used:
            out.append(at_least(Threshold(name), least))
            if other in used and other is not None:
                out.append(bound(((1, Threshold(other)), (-1, Threshold(name))), 0))
    if {"few", "many"} <= used:
        out.append(bound(((1, Threshold("few")), (-1, Threshold("many"))), -1))
    return tuple(out)


@lru_cache(maxsize=256)
def distinct(names: frozenset[str]) -> tuple[Formula, ...]:
    return tuple(Not(Equal(Const(a), Const(b))) for a, b in combinations(sorted(names), 2))


MANY_NAMES = 5
"""From this many names on, random models seldom give all of them different elements."""


def crowded(facts: Iterable[Formula]) -> bool:
    """Whether the facts tell many names apart."""
    return len(set[str]().union(*(constants(f) for f in facts if tells_apart(f)))) >= MANY_NAMES


def tells_apart(f: Formula) -> bool:
    return isinstance(f, Not) and isinstance(f.body, Equal)
