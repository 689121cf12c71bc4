"""The judge: re-checks every proof and every model by itself and trusts no engine.

It accepts or raises Refused, at once: what it is given is looked at first (exactness.py), and no search is endless.
What you must believe to believe a label is this file and what it imports; benchmarks/trusted_base.py lists and counts
it, docs/certificates.md says what each file is for. Everything under engines/ may be wrong without harm.

A refutation shows that facts cannot be true together:
  Closed   forcing the facts already fails (truth tables are trees of Cases over Closed);
  Cases    both values of a formula fail;
  Sum      a non-negative combination of bounds is violated whatever the regions of the domain hold (Farkas' lemma;
           order cycles of comparatives are the special case with degrees instead of regions);
  Witness  something that must exist is given a name;
  Instance what holds of everything holds of what has a name;
  Chain    monotonicity steps lead from one fact to the denial of another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from provenli.certify.certificates import (
    Attested,
    Countermodels,
    EngineWord,
    Inconsistent,
    Nothing,
    Problem,
    Proved,
    Situation,
    Verdict,
    situate,
)
from provenli.certify.exactness import MOST_NAMES, Inspection
from provenli.certify.proofs import HERE, Cases, Chain, Closed, Cube, Exclusion, Instance, Proof, Step, Sum, Witness
from provenli.certify.propagation import Forced, force, normal
from provenli.certify.sums import always_true, concept, negative_regions
from provenli.errors import Refused
from provenli.logic.formulas import (
    Bound,
    Cardinal,
    Const,
    Degree,
    Formula,
    Quantity,
    Threshold,
    constants,
    free_variables,
    negate,
    size,
    substitute,
)
from provenli.logic.models import FiniteModel
from provenli.logic.polarity import at, polarity_at, replace_at
from provenli.logic.theory import Theory
from provenli.logic.truth import broken_clause, holds, looks

MOST_LOOKS, MOST_REGIONS = 300_000, 20_000
"""The second checker counts in the same way: what is too long for one is too long for the other."""


def check(problem: Problem, verdict: Verdict) -> tuple[str, ...]:
    """Accept the verdict or raise Refused. Returns the engines whose bare word it rests on: () where all is checked."""
    with _nothing_but_refusals():
        look = Inspection()
        look.look(problem, Problem)
        look.look(verdict, Verdict)
        return _check_verdict(situate(problem), verdict)


@contextmanager
def _nothing_but_refusals(broken: str = "the check broke off") -> Iterator[None]:
    """Whatever goes wrong on the way becomes a refusal: nothing has been shown."""
    try:
        yield
    except Refused:
        raise
    except Exception as e:
        raise Refused(f"{broken}: {type(e).__name__}: {e}"[:300]) from e


def _check_verdict(s: Situation, verdict: Verdict) -> tuple[str, ...]:
    match verdict.label, verdict.certificate:
        case "entailment", Proved(proof, witness):
            _check_model(witness, s.with_hypothesis(), s.theory)
            return _check_evidence(proof, s.without_hypothesis(), s.theory)
        case "contradiction", Proved(proof, witness):
            _check_model(witness, s.premises, s.theory)
            return _check_evidence(proof, s.with_hypothesis(), s.theory)
        case "neutral", Countermodels(with_hypothesis, without_hypothesis):
            _check_model(with_hypothesis, s.with_hypothesis(), s.theory)
            _check_model(without_hypothesis, s.without_hypothesis(), s.theory)
            return ()
        case "inconsistent", Inconsistent(proof):
            return _check_evidence(proof, s.premises, s.theory)
        case "undecided", Nothing():
            return ()
        case "entailment" | "contradiction" | "neutral" | "inconsistent", Attested(source):
            return (f"attested by {source}",)
        case label, certificate:
            raise Refused(f"a {type(certificate).__name__} is no evidence for {label!r}")


def _check_evidence(proof: Proof | EngineWord, facts: Sequence[Formula], theory: Theory) -> tuple[str, ...]:
    if isinstance(proof, EngineWord):
        if not proof.engines:
            raise Refused("a bare word must name the engine that gave it")
        return proof.engines
    _check_refutation(proof, facts, theory)
    return ()


def check_model(model: FiniteModel, facts: Sequence[Formula], theory: Theory) -> None:
    """The model obeys the theory and makes every fact true, by evaluation."""
    with _nothing_but_refusals():
        facts = tuple(facts)  # what inherits from a list may hold something else the second time
        _look(facts, theory, model, FiniteModel)
        _check_model(model, facts, theory)


def _look(facts: Sequence[Formula], theory: Theory, evidence: FiniteModel | Proof, kind: object) -> None:
    look = Inspection()
    for value, hint in ((theory, Theory), *((f, Formula) for f in facts), (evidence, kind)):
        look.look(value, hint)


def _check_model(model: FiniteModel, facts: Sequence[Formula], theory: Theory) -> None:
    if any(not c.body and model.size**c.arity > MOST_LOOKS for c in theory.clauses):
        raise Refused("the model is too large for a clause about everything")
    if broken := broken_clause(theory, model):
        raise Refused(f"the model breaks the theory: {broken}")
    if sum(looks(f, model) for f in facts) > MOST_LOOKS:
        raise Refused("the model is too large for so deep a formula")
    for f in facts:
        with _nothing_but_refusals("the model does not interpret a fact"):
            if not holds(f, model):
                raise Refused("a fact is false in the model")


def check_refutation(proof: Proof, facts: Sequence[Formula], theory: Theory) -> None:
    """The facts (closed formulas, as a reading left them) cannot be true together."""
    with _nothing_but_refusals():
        facts = tuple(facts)
        _look(facts, theory, proof, Proof)
        _check_refutation(proof, facts, theory)


def _check_refutation(proof: Proof, facts: Sequence[Formula], theory: Theory) -> None:
    if any(free_variables(f) for f in facts):
        raise Refused("a fact has a free variable")
    if isinstance(proof, Chain):
        _check_chain(proof, facts, theory, Patience())
    else:
        _check(proof, tuple(normal(f) for f in facts), theory, Patience())


def _check(proof: Proof, facts: tuple[Formula, ...], theory: Theory, patience: Patience) -> None:
    if len(names_in(facts)) > MOST_NAMES:
        raise Refused(f"more than {MOST_NAMES} names: more than are told apart")
    forced = force(facts, theory)
    patience(sum(map(size, forced.open)) // 8 if forced else 0)  # what is open is looked at again at every step
    match proof:
        case Closed():
            if forced is not None:
                raise Refused("the facts do not fail by forcing alone")
        case _ if forced is None:
            raise Refused("the facts fail already: the proof goes on where nothing is left to prove")
        case Cases(formula, if_true, if_false):
            if free_variables(formula):
                raise Refused("a case distinction on a formula with a free variable")
            _check(if_true, (*forced.all(), normal(formula)), theory, patience)
            _check(if_false, (*forced.all(), normal(negate(formula))), theory, patience)
        case Sum():
            _check_sum(proof, forced, theory, patience)
        case Witness(bounds, inner):
            if not set(bounds) <= set(forced.literals):
                raise Refused("a witness for something that the facts do not say to exist")
            _check(inner, (*forced.all(), *witnesses(bounds, forced)), theory, patience)
        case Instance(named, inner):
            if not {b for b, _ in named} <= set(forced.literals):
                raise Refused("an instance of something that is not among the facts")
            _check(inner, (*forced.all(), *instances(named)), theory, patience)
        case _:
            raise Refused("a monotonicity chain stands only at the top of a proof")


# --- sums over regions -------------------------------------------------------------------------------------------


def _check_sum(proof: Sum, forced: Forced, theory: Theory, patience: Patience) -> None:
    limit, terms = _total(proof, forced)
    if limit >= 0:
        raise Refused(f"the weighted bounds only say that something is at most {limit}")
    cardinals: list[tuple[int, Formula]] = []
    for quantity, c in terms.items():
        match quantity:
            case Degree() if c != 0:
                raise Refused("the degrees do not cancel: no cycle")
            case Threshold() if c < 0:
                raise Refused("a threshold counts below zero")
            case Cardinal(var, body):
                cardinals.append((c, concept(var, body)))
    for e in proof.exclusions:
        check_exclusion(e, forced, theory, patience)
    if any(True for _ in negative_regions(cardinals, [e.cube for e in proof.exclusions], theory, patience)):
        raise Refused("a region that can have elements counts below zero")


@dataclass(slots=True)
class Patience:
    """Regions double with every property. A proof that needs very many of them, in all its sums, is refused."""

    left: int = MOST_REGIONS

    def __call__(self, regions: int = 1) -> None:
        self.left -= regions
        if self.left < 0:
            raise Refused(f"more than {MOST_REGIONS} regions of sums and parts of open facts: more than are looked at")


def _total(proof: Sum, forced: Forced) -> tuple[int, dict[Quantity, int]]:
    known, names = set(forced.literals), names_in(forced.literals)
    limit, terms = 0, dict[Quantity, int]()
    for f, weight in proof.weights:
        if not isinstance(f, Bound) or weight <= 0:
            raise Refused("weights are positive whole numbers and stand on bounds")
        if f not in known and f not in always_true(names):
            raise Refused("a weighted bound is not among the facts")
        limit += weight * f.limit
        for c, q in f.terms:
            terms[q] = terms.get(q, 0) + weight * c
    return limit, terms


def check_exclusion(e: Exclusion, forced: Forced, theory: Theory, patience: Patience) -> None:
    if not set(e.using) <= set(forced.all()):
        raise Refused("an exclusion uses something that is not among the facts")
    _check(e.proof, (*e.using, *said_of(e.cube, new_for(e.cube, forced))), theory, patience)


def new_for(cube: Cube, forced: Forced) -> Const:
    """A constant that neither the facts nor the cube speaks of."""
    return fresh((*forced.all(), *(f for f, _ in cube)))


def names_in(facts: Iterable[Formula]) -> set[str]:
    return set[str]().union(*(constants(f) for f in facts))


def fresh(facts: Iterable[Formula]) -> Const:
    used = names_in(facts)
    return Const(next(f"@{k}" for k in range(1, len(used) + 2) if f"@{k}" not in used))


def witnesses(bounds: Sequence[Formula], forced: Forced) -> tuple[Formula, ...]:
    """What the bounds say exists, each said of one new constant."""
    said: list[Formula] = []
    for b in bounds:
        match b:
            case Bound(((c, Cardinal(var, body)),), limit) if c < 0 and limit < 0:
                said.append(normal(substitute(body, var, fresh((*forced.all(), *said)))))
            case _:
                raise Refused("a bound that does not say that something exists has no witness")
    return tuple(said)


def instances(named: Sequence[tuple[Formula, str]]) -> tuple[Formula, ...]:
    """What the bounds deny of everything, denied of the named constants. A constant names something in every model."""
    said: list[Formula] = []
    for b, name in named:
        match b:
            case Bound(((c, Cardinal(var, body)),), 0) if c > 0:
                said.append(normal(negate(substitute(body, var, Const(name)))))
            case _:
                raise Refused("a bound that does not deny something of everything has no instance")
    return tuple(said)


def said_of(cube: Cube, c: Const) -> tuple[Formula, ...]:
    for f, _ in cube:
        if free_variables(f) - {HERE}:
            raise Refused("a cube speaks of more than one element")
    return tuple(normal(substitute(f if true else negate(f), HERE, c)) for f, true in cube)


# --- natural logic -----------------------------------------------------------------------------------------------


def _check_chain(proof: Chain, facts: Sequence[Formula], theory: Theory, patience: Patience) -> None:
    if not (0 <= proof.start < len(facts) and 0 <= proof.goal < len(facts)):
        raise Refused("a chain starts or ends outside the facts")
    now = facts[proof.start]
    for step in proof.steps:
        _check_step(step, now, facts, theory, patience)
        now = replace_at(now, step.path, step.new)
        Inspection().look(now, Formula)  # many steps can make it deep
        if free_variables(now):
            raise Refused("a step leaves a variable free")
    if force((normal(now), normal(facts[proof.goal])), theory) is not None:
        raise Refused("the chain does not arrive at the denial of its goal")


def _check_step(step: Step, now: Formula, facts: Sequence[Formula], theory: Theory, patience: Patience) -> None:
    with _nothing_but_refusals("a step points at a part that is not there"):
        sign, old = polarity_at(now, step.path), at(now, step.path)
    if not set(step.using) <= {normal(f) for f in facts}:
        raise Refused("a step uses something that is not among the facts")
    if sign == 0:
        raise Refused("a step changes a part whose position is neither upward nor downward")
    smaller, larger = (old, step.new) if sign > 0 else (step.new, old)
    _check(step.proof, (*step.using, *strictly_more(smaller, larger, facts)), theory, patience)


def strictly_more(smaller: Formula, larger: Formula, facts: Sequence[Formula]) -> tuple[Formula, Formula]:
    """What a widening must refute: something that is `smaller` and not `larger`, at constants that are new to all."""
    for v in sorted(free_variables(smaller) | free_variables(larger), key=lambda v: v.name):
        new = fresh((*facts, smaller, larger))
        smaller, larger = substitute(smaller, v, new), substitute(larger, v, new)
    return normal(smaller), normal(negate(larger))
