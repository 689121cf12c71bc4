"""The instance prover: name what must exist, say of every name what holds of everything, and see whether that clashes.

The usual way with first-order facts whose quantifiers alternate ("some dog who every cat saw", so "every cat saw some
dog"). Only bounds that say "at least one" and "none" take part; counting is left to the Venn prover.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic

from provenli.certify.engines import venn
from provenli.certify.engines.protocol import Found, GaveUp, Outcome, Question, Refuted
from provenli.certify.kernel import instances, witnesses
from provenli.certify.proofs import Cases, Closed, Instance, Proof, Witness
from provenli.certify.propagation import Forced, force, normal
from provenli.certify.smaller_models import true_in
from provenli.certify.sums import atoms_of
from provenli.logic.formulas import (
    And,
    Bound,
    Cardinal,
    Formula,
    Or,
    Pred,
    Var,
    constants,
    negate,
    predicates,
    scales,
    subformulas,
    thresholds,
)
from provenli.logic.models import FiniteModel
from provenli.logic.theory import Theory, tells_apart
from provenli.logic.truth import holds

MOST_NAMES = 8
MOST_STEPS = 150
"""Counted, not timed: what is found must not depend on the machine."""


LOOKED_AT = 40
"""Atoms that are tried before one is simply assumed."""


class Enough(Exception):
    """Too many steps."""


@dataclass(frozen=True, slots=True)
class Instances:
    steps: int = MOST_STEPS
    name: str = "instances"

    def missing(self) -> str | None:
        return None

    def ask(self, question: Question, seconds: float) -> Outcome:
        facts = tuple(normal(f) for f in question.facts)
        theory, patience = question.theory.about(facts), min(self.steps, LOOKED_AT)
        search = InstanceSearch(theory, monotonic() + seconds, self.steps, looked_at=patience)
        try:
            proof = search.refute(facts, frozenset())
        except Enough:
            return GaveUp(self.name, f"no clash within {self.steps} steps")
        return GaveUp(self.name, "no clash", final=True) if proof is None else Refuted(self.name, proof)


Used = frozenset[tuple[Formula, str]]
"""Facts that have been given a witness ("") or an instance (its name) already."""


@dataclass(slots=True)
class InstanceSearch:
    theory: Theory
    deadline: float
    steps: int = MOST_STEPS
    only: frozenset[str] | None = None
    """The names that instances are about, besides those of witnesses; None: all names."""
    looked_at: int = LOOKED_AT

    def refute(self, facts: tuple[Formula, ...], used: Used) -> Proof | None:
        self.steps -= 1
        if self.steps < 0 or monotonic() > self.deadline:
            raise Enough
        forced = force(facts, self.theory)
        if forced is None:
            return Closed()
        named = tuple(self.new_instances(forced, used))
        if named:
            inner = self.refute((*forced.all(), *instances(named)), used | set(named))
            return None if inner is None else Instance(named, inner)
        exists = tuple(b for b in existing(forced) if (b, "") not in used)
        if exists and len(self.names(forced)) < MOST_NAMES:
            inner = self.refute((*forced.all(), *witnesses(exists, forced)), used | {(b, "") for b in exists})
            return None if inner is None else Witness(exists, inner)
        return self.split(forced, used)

    def split(self, forced: Forced, used: Used) -> Proof | None:
        atoms = tuple(dict.fromkeys(a for f in sorted(forced.open, key=_length) for a in atoms_of(f)))
        if not atoms:
            return None
        for atom in atoms[: self.looked_at]:  # what the theory settles comes first: it leaves one case only
            if force((*forced.all(), normal(negate(atom))), self.theory) is None:
                inner = self.refute((*forced.all(), atom), used)
                return None if inner is None else Cases(atom, inner, Closed())
        atom = atoms[0]
        if_true = self.refute((*forced.all(), atom), used)
        if_false = None if if_true is None else self.refute((*forced.all(), normal(negate(atom))), used)
        return None if if_true is None or if_false is None else Cases(atom, if_true, if_false)

    def names(self, forced: Forced) -> list[str]:
        names = sorted(set[str]().union(*(constants(f) for f in forced.all())))
        return names if self.only is None else [n for n in names if n in self.only or n.startswith("@")]

    def new_instances(self, forced: Forced, used: Used) -> Iterator[tuple[Formula, str]]:
        for f in forced.literals:
            match f:
                case Bound(((c, Cardinal()),), 0) if c > 0:
                    yield from ((f, n) for n in self.names(forced) if (f, n) not in used)


def existing(forced: Forced) -> Iterator[Formula]:
    for f in forced.literals:
        match f:
            case Bound(((c, Cardinal()),), limit) if c < 0 and limit < 0:
                yield f


def _length(f: Formula) -> int:
    return len(list(atoms_of(f)))


# --- Premises full of names: what is said near the conclusion usually settles it ---


STEPS, ATOMS, QUESTIONS = 12, 4, 4
"""Steps and atoms tried for the instance prover, questions for the Venn prover. Proofs from a few facts are short, and
models are cheap to find."""


def counts(f: Formula) -> bool:
    """Whether arithmetic can tell more than instances: whether the facts say more than 'none' and 'at least one'."""
    return any(isinstance(g, Bound) and (abs(g.limit) > 1 or len(g.terms) > 1) for g in subformulas(f))


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
        with suppress(Enough):
            proof = InstanceSearch(theory, monotonic() + seconds, STEPS, names, ATOMS).refute(kept, frozenset())
        if proof is not None:
            return Refuted(self.name, proof)
        if not any(map(counts, kept)):
            return GaveUp(self.name, "no short proof")
        found = venn.Venn(questions=QUESTIONS).ask(Question(kept, theory), seconds)
        return Refuted(self.name, found.proof) if isinstance(found, Refuted) else GaveUp(self.name, "no short proof")


def near(facts: Sequence[Formula], goal: Formula, theory: Theory = Theory()) -> tuple[Formula, ...]:  # noqa: B008
    """The facts that share a name with the goal, or that speak of no name but share its words; and that those names
    differ."""
    names, words = set(constants(goal)), related(predicates(goal), theory)
    said = [f for f in facts if not tells_apart(f) and (names & constants(f) or _general(f, words))]
    spoken = names.union(*(constants(f) for f in said))
    apart = [f for f in facts if tells_apart(f) and constants(f) <= spoken and constants(f) & names]
    return (*apart, *said, goal)


def related(words: Iterable[tuple[str, int]], theory: Theory) -> set[tuple[str, int]]:
    """The words, and all words that clauses connect to them."""
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


# --- and a model that holds just what they say usually tells which way to go ---


MOST_TOLD = 100
"""How many things may be counted: a model with more of them is left to the solver."""


@dataclass(frozen=True, slots=True)
class ToldModel:
    """A model in which every name has its own element, and nothing holds but what is said and what follows by word
    knowledge. Looking at it is quick, where solving takes tens of milliseconds. In a closed world there is hardly
    another model."""

    name: str = "told facts"

    def missing(self) -> str | None:
        return None

    def ask(self, question: Question, seconds: float) -> Outcome:  # noqa: ARG002  it always takes milliseconds
        if any(map(scales, question.facts)) or any(map(thresholds, question.facts)):
            return GaveUp(self.name, "degrees and thresholds are not told")
        names = sorted(set[str]().union(*map(constants, question.facts)))
        sketch = Sketch(question.theory, {n: i for i, n in enumerate(names)}, len(names))
        said = [g for f in question.facts if not tells_apart(f) for g in conjuncts(normal(f))]
        for f in sorted(said, key=lambda f: not isinstance(f, Pred)):  # who is counted must be known first
            sketch.make(f, {})
        model = sketch.model()
        if true_in(model, question.facts, question.theory):
            return Found(self.name, model)
        return GaveUp(self.name, "what is told does not make everything true")


@dataclass(slots=True)
class Sketch:
    """A model to which facts are added one after the other; none is taken back."""

    theory: Theory
    names: dict[str, int]
    size: int
    relations: dict[str, set[tuple[int, ...]]] = field(default_factory=dict)

    def make(self, f: Formula, g: dict[Var, int]) -> None:
        match f:
            case Pred(name, args):
                self.add(name, tuple(g[a] if isinstance(a, Var) else self.names[a.name] for a in args))
            case And(parts):
                for p in parts:
                    self.make(p, g)
            case Or(parts):
                self.make_one(parts, g)
            case Bound(((c, Cardinal(var, body)),), limit) if c < 0 and limit < 0:
                self.make_many(-(limit // -c), var, body, g)

    def add(self, name: str, elements: tuple[int, ...]) -> None:
        """Add a fact and what follows from it."""
        holding = self.relations.setdefault(name, set())
        if elements in holding:
            return
        holding.add(elements)
        for c in self.theory.clauses:
            told = name in c.body and len(c.head) == 1 and len(elements) == c.arity
            if told and all(elements in self.relations.get(n, ()) for n in c.body):
                self.add(next(iter(c.head)), elements)

    def make_one(self, parts: tuple[Formula, ...], g: dict[Var, int]) -> None:
        """The first part that can be made true as things are."""
        for p in parts:
            trial = Sketch(self.theory, self.names, self.size, {n: set(r) for n, r in self.relations.items()})
            trial.make(p, g)
            if holds(p, trial.model(), g):
                self.size, self.relations = trial.size, trial.relations
                return

    def make_many(self, n: int, var: Var, body: Formula, g: dict[Var, int]) -> None:
        """Elements that partly satisfy it already come first, then new ones."""
        if n > MOST_TOLD:
            return
        model, spoken = self.model(), {self.names[c] for c in constants(body)}
        missing = n - sum(holds(body, model, {**g, var: e}) for e in range(self.size))
        parts = [p for p in conjuncts(body) if isinstance(p, Pred) and p.args == (var,)]
        partly = [e for e in range(self.size) if e not in spoken and any(holds(p, model, {var: e}) for p in parts)]
        left = [e for e in partly if not holds(body, model, {**g, var: e})]
        new = range(self.size, self.size + max(0, missing - len(left)))
        self.size = max(self.size, new.stop)
        for e in (*left[: max(0, missing)], *new):
            self.make(body, {**g, var: e})

    def model(self) -> FiniteModel:
        return FiniteModel(max(1, self.size), {n: frozenset(r) for n, r in self.relations.items()}, self.names)
