"""Schemas: what is decided once for many pairs.

A schema is a problem up to the names of its predicates and constants. Patterns whose problems differ in names only, or
in parts of the theory that cannot matter, share a schema and its certificate.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from provenli.certify.certificates import Attested, Countermodels, EngineWord, Problem, Proved, Verdict, situate
from provenli.errors import Refused
from provenli.logic.formula_printer import show
from provenli.logic.formulas import Formula, Pred, Var, canonical, predicates, rebuild, subformulas, unmark
from provenli.logic.names import Names, in_order
from provenli.logic.theory import Clause, Theory


@dataclass(frozen=True, slots=True)
class Schema:
    """`calculus`: what the natural-logic calculus says; "neutral" means that it found nothing. `strictly`: the verdict
    with nothing granted, where the label might rest on what only the hypothesis presupposes."""

    problem: Problem
    verdict: Verdict
    calculus: str
    strictly: Verdict | None = None

    @property
    def label(self) -> str:
        return self.verdict.label

    @property
    def evidence(self) -> str:
        return evidence_of(self.verdict)

    @property
    def given(self) -> bool:
        """Whether the label rests on what only the hypothesis presupposes."""
        return rests_on_given(self.verdict, self.strictly)

    @property
    def disputed(self) -> bool:
        """Whether the calculus claims a proof of what the decision denies."""
        return self.calculus in ("entailment", "contradiction") and self.calculus != self.label


def evidence_of(verdict: Verdict) -> str:
    match verdict.certificate:
        case Proved(EngineWord()) | Attested():
            return "word"
        case Proved():
            return "proof"
        case Countermodels():
            return "models"
    return "nothing"


def key_of(problem: Problem) -> Problem:
    """The problem with predicates and constants numbered by occurrence, and what the theory says about just these. If
    the theory says nothing about a relation, its arguments are put in the order in which the outer variable comes
    first: whether x kissed y, or y was kissed by x, is a matter of names."""
    return _numbered(problem, _turned(problem))[0]


def numbers(problem: Problem) -> Names:
    """What each word is called in the key."""
    return _numbered(problem, _turned(problem))[1]


def _turned(problem: Problem) -> tuple[Formula, ...]:
    spoken = said(problem)
    return flipped(spoken, backward(spoken, _told_of(problem.theory)))


def said(problem: Problem) -> tuple[Formula, ...]:
    return tuple(canonical(unmark(f)) for f in (*problem.premises, problem.hypothesis))


def turned_in(problem: Problem) -> frozenset[str]:
    """The relations whose arguments the key exchanges."""
    return backward(said(problem), _told_of(problem.theory))


@lru_cache(maxsize=64)
def _told_of(theory: Theory) -> frozenset[str]:
    """The words that it says something about."""
    known = frozenset(n for c in theory.clauses for n in c.body | c.head)
    return known | {n for a in theory.axioms for n, _ in predicates(a)}


def named_key(problem: Problem) -> tuple[Problem, Names]:
    """The same with every relation left as it is said, and with what each number stands for, so that words can be put
    back."""
    return _numbered(problem, said(problem))


def _numbered(problem: Problem, spoken: tuple[Formula, ...]) -> tuple[Problem, Names]:
    axioms = tuple(canonical(unmark(a)) for a in problem.theory.axioms)
    names = in_order((*spoken, *axioms))
    kept = frozenset[tuple[str, int]]().union(*(predicates(f) for f in (*spoken, *axioms)))
    clauses = map(names.clause, forget(problem.theory.about(spoken).clauses, kept))
    theory = Theory(tuple(sorted(clauses, key=_order)), tuple(sorted(map(names.formula, axioms), key=show)))
    *premises, hypothesis = map(names.formula, spoken)
    return Problem(tuple(premises), hypothesis, theory, problem.reading), names


def _order(c: Clause) -> tuple[int, list[str], list[str]]:
    return c.arity, sorted(c.body), sorted(c.head)


def backward(formulas: tuple[Formula, ...], known: frozenset[str]) -> frozenset[str]:
    """The relations about which nothing is known and that first occur with the inner variable first."""
    first: dict[str, bool] = {}
    for f in formulas:
        for g in subformulas(f):
            match g:
                case Pred(name, (Var(a), Var(b))) if name not in known:
                    first.setdefault(name, int(a[1:]) > int(b[1:]))
                case Pred(name, (_, _)):
                    first[name] = False  # with a name in it, the order is left alone
    return frozenset(name for name, inner_first in first.items() if inner_first)


def flipped(formulas: tuple[Formula, ...], names: frozenset[str]) -> tuple[Formula, ...]:
    def change(g: Formula) -> Formula:
        return Pred(g.name, g.args[::-1]) if isinstance(g, Pred) and g.name in names and len(g.args) == 2 else g

    return tuple(rebuild(f, change) for f in formulas) if names else formulas


# --- forgetting predicates: what clauses say about the others, and nothing more ---


@lru_cache(maxsize=1024)
def forget(clauses: tuple[Clause, ...], kept: frozenset[tuple[str, int]]) -> tuple[Clause, ...]:
    """Clauses over the kept predicates (name and arity) that say all that the given clauses say about them."""
    known = minimal(clauses)
    names = sorted({(n, c.arity) for c in known for n in c.body | c.head} - kept)
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


# --- Whether a label rests on what only the hypothesis presupposes: the same question, with nothing granted ---
# An entailment or a contradiction that needs what is granted comes with a second verdict, of the problem where it is
# not (`ungranted`). If that has another label, the first holds only given that there is what the hypothesis speaks of.
# A neutral never rests on it: its models are models with nothing granted too.


def ungranted(problem: Problem) -> Problem:
    return replace(problem, reading=replace(problem.reading, granted=False))


def in_question(problem: Problem, label: str) -> bool:
    """Whether a second verdict is needed to know what the label rests on."""
    if label not in ("entailment", "contradiction"):
        return False
    return bool(own_presuppositions(problem))


def own_presuppositions(problem: Problem) -> tuple[Formula, ...]:
    """What only the hypothesis presupposes; whoever has a name exists, so names do not count."""
    always = situate(ungranted(problem)).granted
    return tuple(f for f in situate(problem).granted if f not in always)


def rests_on_given(verdict: Verdict, strictly: Verdict | None) -> bool:
    return strictly is not None and strictly.label != verdict.label


def given(problem: Problem, verdict: Verdict, strictly: Verdict | None) -> tuple[Formula, ...]:
    """All that only the hypothesis presupposes, if the label rests on it: with it the label is proved, without it
    something else is. Which of several are needed is not asked: the model of the second verdict does not tell, for
    other models lack others."""
    if not rests_on_given(verdict, strictly):
        return ()
    assert strictly is not None
    if strictly.label != "neutral" and (verdict.label, strictly.label) != ("contradiction", "entailment"):
        raise Refused(f"{strictly.label!r} with nothing granted does not go with {verdict.label!r}")
    return own_presuppositions(problem)
