"""The prover for premises full of names: what is said near the conclusion usually settles it.

A list of facts about thirty people is refuted, where it can be refuted, by the few that speak of the people the
conclusion speaks of. Finding a proof among those costs milliseconds, and with all the rest around it is the same proof:
the kernel forces every fact, and a proof only points at what it needs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic

from provenli.certify.engines import instances, venn
from provenli.certify.engines.protocol import GaveUp, Outcome, Question, Refuted
from provenli.certify.proofs import Proof
from provenli.certify.propagation import normal
from provenli.logic.formulas import And, Bound, Equal, Formula, Not, constants, predicates, subformulas
from provenli.logic.theory import Theory

STEPS, QUESTIONS, LOOKED_AT = 12, 4, 4
"""Steps and atoms tried for the instance prover, questions for the Venn prover. Proofs from a few facts are short, and
models are cheap to find."""
MANY = 5
"""Names: chance seldom gives so many of them different elements."""


def crowded(facts: Sequence[Formula]) -> bool:
    """Whether the facts tell many names apart."""
    return len(set[str]().union(*(constants(f) for f in facts if tells_apart(f)))) >= MANY


def counts(f: Formula) -> bool:
    """Whether arithmetic can tell more than instances: something beyond 'none' and 'at least one' is said."""
    return any(isinstance(g, Bound) and (abs(g.limit) > 1 or len(g.terms) > 1) for g in subformulas(f))


def tells_apart(f: Formula) -> bool:
    return isinstance(f, Not) and isinstance(f.body, Equal)


@dataclass(frozen=True, slots=True)
class Near:
    name: str = "near facts"

    def missing(self) -> str | None:
        return None

    def ask(self, question: Question, seconds: float) -> Outcome:
        goal = normal(question.facts[-1])
        kept = near([g for f in question.facts[:-1] for g in conjuncts(normal(f))], goal, question.theory)
        theory = question.theory.about(kept)
        names = frozenset(constants(goal))
        proof: Proof | None = None
        with suppress(instances.Enough):
            proof = instances.Search(theory, monotonic() + seconds, STEPS, names, LOOKED_AT).refute(kept, frozenset())
        if proof is not None:
            return Refuted(self.name, proof)
        if not any(map(counts, kept)):
            return GaveUp(self.name, "no short proof")
        found = venn.Venn(questions=QUESTIONS).ask(Question(kept, theory), seconds)
        return Refuted(self.name, found.proof) if isinstance(found, Refuted) else GaveUp(self.name, "no short proof")


def near(facts: Sequence[Formula], goal: Formula, theory: Theory = Theory()) -> tuple[Formula, ...]:  # noqa: B008
    """What shares a name with the goal, or speaks of no name but with its words; and that those names differ."""
    names, words = set(constants(goal)), related(predicates(goal), theory)
    said = [f for f in facts if not tells_apart(f) and (names & constants(f) or _general(f, words))]
    spoken = names.union(*(constants(f) for f in said))
    apart = [f for f in facts if tells_apart(f) and constants(f) <= spoken and constants(f) & names]
    return (*apart, *said, goal)


def related(words: Iterable[tuple[str, int]], theory: Theory) -> set[tuple[str, int]]:
    """The words, and all that clauses tie them to."""
    out = set(words)
    groups = [{(n, c.arity) for n in c.body | c.head} for c in theory.clauses]
    while more := set[tuple[str, int]]().union(*(g for g in groups if g & out)) - out:
        out |= more
    return out


def _general(f: Formula, words: set[tuple[str, int]]) -> bool:
    return not constants(f) and bool(predicates(f) & words)


def conjuncts(f: Formula) -> Iterator[Formula]:
    if isinstance(f, And):
        for p in f.parts:
            yield from conjuncts(p)
    else:
        yield f
