"""What the kernel is given, looked at before anything is done with it.

Problems and proofs are Python objects, and Python checks no types: a limit may be -1.0, a name may compare equal to
everything, a tuple may be a generator that says something else the second time. Nothing passes here but values of
exactly the expected classes, all the way down, so that no code but Python's own and the kernel's runs afterwards, and
every number is an exact integer. What is deeper or larger than anything that an engine writes is refused at once,
instead of filling stack or memory: a formula is as large here as it becomes by unfolding its quantifiers.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NoReturn, TypeVar

from provenli.certify.certificates import Attested, Countermodels, Inconsistent, Nothing, Problem, Proved, Verdict, Word
from provenli.certify.proofs import Cases, Chain, Closed, Exclusion, Instance, Step, Sum, Witness
from provenli.errors import Refused
from provenli.logic.formulas import (
    And,
    Bound,
    Cardinal,
    Compare,
    Const,
    Degree,
    Equal,
    Exists,
    Forall,
    Implies,
    Mark,
    Not,
    Or,
    Pred,
    Quant,
    Threshold,
    Truth,
    Var,
    constants,
)
from provenli.logic.models import Model
from provenli.logic.quantifiers import Inequality, Quantifier
from provenli.logic.readings import Reading
from provenli.logic.theory import Clause, Theory

DEEPEST, MOST_PARTS, MOST_CLAUSES, MOST_NAMES = 200, 50_000, 50_000, 400
MOST_ELEMENTS, MOST_ARGUMENTS, MOST_BITS = 10_000, 8, 128
"""The largest certificates of the default data sets have some 3,000 parts, 30 names and models of 40 elements."""
T = TypeVar("T")


def whole(n: object) -> int:
    if type(n) is not int or n.bit_length() > MOST_BITS:
        raise Refused(f"expected whole numbers of at most {MOST_BITS} bits, found a {type(n).__name__}")
    return n


def exactly(kind: type[T], value: object) -> T:
    """The value, where it is one of `kind` itself: what inherits from it may do anything."""
    if type(value) is not kind:
        raise Refused(f"expected a {kind.__name__}, found a {type(value).__name__}")
    return value


def _texts(values: Iterable[object]) -> None:
    for v in values:
        exactly(str, v)


def _unknown(what: str, value: object) -> NoReturn:
    raise Refused(f"expected a {what}, found a {type(value).__name__}")


@dataclass(slots=True)
class Inspection:
    """One look at a problem and its evidence; `left`: how many more parts are looked at."""

    left: int = MOST_PARTS

    def _enter(self, depth: int, parts: int = 1) -> None:
        self.left -= parts
        if depth > DEEPEST or self.left < 0:
            raise Refused(f"deeper than {DEEPEST} levels or larger than {MOST_PARTS} parts: more than is checked")

    # --- what is asked ---

    def problem(self, value: object) -> None:
        p = exactly(Problem, value)
        for f in exactly(tuple, p.premises):
            self.formula(f)
        self.formula(p.hypothesis)
        self.theory(p.theory)
        spoken = (constants(f) for f in (*p.premises, p.hypothesis, *p.theory.axioms))
        if len(frozenset[str]().union(*spoken)) > MOST_NAMES:
            raise Refused(f"more than {MOST_NAMES} names: more than are told apart")
        for name in Reading.__match_args__:
            if type(getattr(exactly(Reading, p.reading), name)) not in (bool, str):
                raise Refused(f"a reading says {name} in other words than its own")

    def theory(self, value: object) -> None:
        theory = exactly(Theory, value)
        if len(exactly(tuple, theory.clauses)) > MOST_CLAUSES:
            raise Refused(f"more than {MOST_CLAUSES} clauses")
        for c in theory.clauses:
            _texts((*exactly(frozenset, exactly(Clause, c).body), *exactly(frozenset, c.head)))
            if not 0 <= whole(c.arity) <= MOST_ARGUMENTS:
                raise Refused(f"a clause is about 0 to {MOST_ARGUMENTS} arguments")
        for f in exactly(tuple, theory.axioms):
            self.formula(f)

    # --- formulas: how large each becomes by unfolding ---

    def formula(self, f: object) -> None:
        self._enter(0, self._formula(f, 0))

    def _formula(self, f: object, depth: int) -> int:
        self._enter(depth)
        if type(f) is Pred:
            exactly(str, f.name)
            for t in exactly(tuple, f.args):
                self._term(t)
            return 1
        if type(f) is Not or type(f) is Mark:
            return 1 + self._formula(f.body, depth + 1)
        if type(f) is And or type(f) is Or:
            return 1 + sum([self._formula(p, depth + 1) for p in exactly(tuple, f.parts)])
        if type(f) is Bound:
            return self._bound(f, depth)
        if type(f) is Quant:
            times = _quantifier(f.quantifier)
            exactly(str, exactly(Var, f.var).name)
            return times * (self._formula(f.restrictor, depth + 1) + self._formula(f.body, depth + 1))
        return self._rarer(f, depth)

    def _rarer(self, f: object, depth: int) -> int:
        if type(f) is Equal or type(f) is Compare:
            if type(f) is Compare:
                _texts((f.scale, f.relation))
            self._term(f.left)
            self._term(f.right)
            return 1
        if type(f) is Truth:
            exactly(bool, f.value)
            return 1
        if type(f) is Implies:
            return 1 + self._formula(f.left, depth + 1) + self._formula(f.right, depth + 1)
        if type(f) is Forall or type(f) is Exists:
            exactly(str, exactly(Var, f.var).name)
            return 1 + self._formula(f.body, depth + 1)
        _unknown("formula", f)

    def _term(self, t: object) -> None:
        if type(t) is not Var and type(t) is not Const:
            _unknown("variable or a constant", t)
        exactly(str, t.name)

    def _bound(self, f: Bound, depth: int) -> int:
        size = 1
        whole(f.limit)
        for c, q in exactly(tuple, f.terms):
            whole(c)
            if type(q) is Cardinal:
                exactly(str, exactly(Var, q.var).name)
                size += self._formula(q.body, depth + 1)
            elif type(q) is Degree:
                exactly(str, q.scale)
                self._term(q.term)
            else:
                exactly(str, exactly(Threshold, q).name)
        return size

    # --- evidence ---

    def verdict(self, value: object) -> None:
        v = exactly(Verdict, value)
        _texts((v.label, *exactly(tuple, v.agreed)))
        c: object = v.certificate
        if type(c) is Proved:
            self.evidence(c.proof)
            self.model(c.witness)
        elif type(c) is Countermodels:
            self.model(c.with_hypothesis)
            self.model(c.without_hypothesis)
        elif type(c) is Inconsistent:
            self.evidence(c.proof)
        elif type(c) is Attested:
            exactly(str, c.source)
        else:
            _texts(exactly(tuple, exactly(Nothing, c).tried))

    def evidence(self, value: object) -> None:
        if type(value) is Word:
            _texts(exactly(tuple, value.engines))
        else:
            self.proof(value)

    def proof(self, p: object, depth: int = 0) -> None:
        self._enter(depth)
        if type(p) is Cases:
            self.formula(p.formula)
            self.proof(p.if_true, depth + 1)
            self.proof(p.if_false, depth + 1)
        elif type(p) is Sum:
            for f, weight in exactly(tuple, p.weights):
                self.formula(f)
                whole(weight)
            for e in exactly(tuple, p.exclusions):
                self._exclusion(e, depth + 1)
        elif type(p) is Witness:
            self._formulas(p.bounds)
            self.proof(p.proof, depth + 1)
        elif type(p) is Instance:
            for f, name in exactly(tuple, p.bounds):
                self.formula(f)
                exactly(str, name)
            self.proof(p.proof, depth + 1)
        elif type(p) is Chain:
            whole(p.start), whole(p.goal)
            for s in exactly(tuple, p.steps):
                self._step(s, depth + 1)
        else:
            exactly(Closed, p)

    def _formulas(self, values: object) -> None:
        for f in exactly(tuple, values):
            self.formula(f)

    def _exclusion(self, value: object, depth: int) -> None:
        e = exactly(Exclusion, value)
        for f, true in exactly(tuple, e.cube):
            self.formula(f)
            exactly(bool, true)
        self._formulas(e.using)
        self.proof(e.proof, depth)

    def _step(self, value: object, depth: int) -> None:
        s = exactly(Step, value)
        if any(whole(k) < 0 for k in exactly(tuple, s.path)):
            raise Refused("a step points at a part that is not there")
        self.formula(s.new)
        self._formulas(s.using)
        self.proof(s.proof, depth)

    def model(self, value: object) -> None:
        m = exactly(Model, value)
        if not 0 < whole(m.size) <= MOST_ELEMENTS:
            raise Refused(f"the model names elements that it does not have, or has more than {MOST_ELEMENTS}")
        tables = tuple(exactly(dict, t) for t in (m.relations, m.names, m.degrees, m.thresholds))
        _texts(name for t in tables for name in t)
        inside = range(m.size)
        elements = (e for r in m.relations.values() for t in exactly(frozenset, r) for e in exactly(tuple, t))
        if not all(type(e) is int and e in inside for e in (*elements, *m.names.values())):
            raise Refused("the model names elements that it does not have")
        if not all(len([whole(d) for d in exactly(tuple, row)]) == m.size for row in m.degrees.values()):
            raise Refused("the model does not say of each element where it stands on a scale")
        if not all(whole(k) >= 0 for k in m.thresholds.values()):
            raise Refused("a threshold of the model is below zero")


def _quantifier(value: object) -> int:
    """How many copies of its arguments the quantifier unfolds to."""
    q = exactly(Quantifier, value)
    exactly(str, q.name)
    for i in exactly(tuple, q.inequalities):
        for n in (exactly(Inequality, i).inside, i.outside, i.limit, i.weight):
            whole(n)
        exactly(str, i.threshold)
    said = getattr(q, Quantifier.__match_args__[2])  # the numbers said after the name
    for n in said if type(said) is tuple else () if said is None else (said,):
        whole(n)
    return 1 + 2 * len(q.inequalities)
