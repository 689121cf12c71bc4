"""What the kernel is given, looked at before anything is done with it.

Problems and proofs are Python objects, and Python checks no types: a limit may be -1.0, a name may compare equal to
everything, a tuple may be a generator that says something else the second time. Nothing passes here but values of
exactly the expected classes, all the way down, so that no code but Python's own and the kernel's runs afterwards, and
every number is an exact integer. What is deeper or larger than anything that an engine writes is refused at once,
instead of filling stack or memory: a formula is as large here as it becomes by unfolding its quantifiers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from provenli.certify import certificates as c
from provenli.certify import proofs as p
from provenli.errors import Refused
from provenli.logic import formulas as f
from provenli.logic.models import Model
from provenli.logic.quantifiers import Inequality, Quantifier
from provenli.logic.readings import Reading
from provenli.logic.theory import Clause, Theory

DEEPEST, MOST_PARTS, MOST_CLAUSES, MOST_NAMES = 200, 50_000, 50_000, 400
MOST_ELEMENTS, MOST_ARGUMENTS, MOST_BITS = 10_000, 8, 128
"""The default data sets need 83 regions, 30 names and proofs of five levels; nothing in them comes near."""

Shape: TypeAlias = "frozenset[type] | Many | Row"


@dataclass(frozen=True, slots=True)
class Many:
    """A tuple, or another collection, of any number of values."""

    of: Shape
    kind: type = tuple


@dataclass(frozen=True, slots=True)
class Row:
    """A tuple of just these values."""

    of: tuple[Shape, ...]


def one(*kinds: type) -> frozenset[type]:
    return frozenset(kinds)


TEXT, WHOLE, YES, VAR = one(str), one(int), one(bool), one(f.Var)
TERM, QUANTITY = one(f.Var, f.Const), one(f.Cardinal, f.Threshold, f.Degree)
FORMULA = one(f.Truth, f.Pred, f.Equal, f.Compare, f.Not, f.And, f.Or, f.Implies, f.Forall, f.Exists, f.Quant) | one(
    f.Mark, f.Bound
)
PROOF = one(p.Closed, p.Cases, p.Sum, p.Witness, p.Instance, p.Chain)
EVIDENCE = PROOF | one(c.Word)
CERTIFICATE = one(c.Proved, c.Countermodels, c.Inconsistent, c.Attested, c.Nothing)
SAID = one(type(None), int, tuple)
"""The numbers after a quantifier's name: they are shown, and never counted with."""


def plain(value: Any, shape: Shape) -> bool:
    """Whether the value is a name, a variable or a constant that is in order: half of everything, found at once."""
    return (shape is TEXT and type(value) is str) or (
        (shape is TERM or shape is VAR) and type(value) in shape and type(value.name) is str
    )


SHAPES: dict[type, tuple[Shape, ...]] = {
    f.Var: (TEXT,),
    f.Const: (TEXT,),
    f.Truth: (YES,),
    f.Pred: (TEXT, Many(TERM)),
    f.Equal: (TERM, TERM),
    f.Compare: (TEXT, TEXT, TERM, TERM),
    f.Not: (FORMULA,),
    f.And: (Many(FORMULA),),
    f.Or: (Many(FORMULA),),
    f.Implies: (FORMULA, FORMULA),
    f.Forall: (VAR, FORMULA),
    f.Exists: (VAR, FORMULA),
    f.Quant: (one(Quantifier), VAR, FORMULA, FORMULA),
    f.Mark: (TEXT, FORMULA),
    f.Cardinal: (VAR, FORMULA),
    f.Threshold: (TEXT,),
    f.Degree: (TEXT, TERM),
    f.Bound: (Many(Row((WHOLE, QUANTITY))), WHOLE),
    Inequality: (WHOLE, WHOLE, WHOLE, TEXT, WHOLE),
    Quantifier: (TEXT, Many(one(Inequality)), SAID),
    Clause: (Many(TEXT, frozenset), Many(TEXT, frozenset), WHOLE),
    Theory: (Many(one(Clause)), Many(FORMULA)),
    Reading: (one(bool, str),) * len(Reading.__match_args__),
    c.Problem: (Many(FORMULA), FORMULA, one(Theory), one(Reading)),
    c.Verdict: (TEXT, CERTIFICATE, Many(TEXT)),
    c.Proved: (EVIDENCE, one(Model)),
    c.Countermodels: (one(Model), one(Model)),
    c.Inconsistent: (EVIDENCE,),
    c.Attested: (TEXT,),
    c.Nothing: (Many(TEXT),),
    c.Word: (Many(TEXT),),
    p.Closed: (),
    p.Cases: (FORMULA, PROOF, PROOF),
    p.Sum: (Many(Row((FORMULA, WHOLE))), Many(one(p.Exclusion))),
    p.Exclusion: (Many(Row((FORMULA, YES))), Many(FORMULA), PROOF),
    p.Witness: (Many(FORMULA), PROOF),
    p.Instance: (Many(Row((FORMULA, TEXT))), PROOF),
    p.Step: (Many(WHOLE), FORMULA, Many(FORMULA), PROOF),
    p.Chain: (WHOLE, WHOLE, Many(one(p.Step))),
}
FIELDS = {kind: tuple(zip(kind.__match_args__, shapes, strict=False)) for kind, shapes in SHAPES.items()}  # type: ignore[attr-defined]


@dataclass(slots=True)
class Inspection:
    """One look at a problem and its evidence; `left`: how many more parts are looked at."""

    left: int = MOST_PARTS

    def look(self, value: Any, *kinds: type) -> None:
        """Refused unless the value is of one of these classes, and all that it holds of those that it may hold."""
        self._enter(0, self._size(value, frozenset(kinds), 0))

    def formula(self, value: Any) -> None:
        self.look(value, *FORMULA)

    def proof(self, value: Any) -> None:
        self.look(value, *PROOF)

    def _enter(self, depth: int, parts: int) -> None:
        self.left -= parts
        if depth > DEEPEST or self.left < 0:
            raise Refused(f"deeper than {DEEPEST} levels or larger than {MOST_PARTS} parts: more than is checked")

    def _size(self, value: Any, shape: Shape, depth: int) -> int:
        kind = type(value)
        if isinstance(shape, frozenset):
            if kind not in shape:
                expected = "whole numbers" if shape == WHOLE else " or ".join(sorted(k.__name__ for k in shape))
                raise Refused(f"expected {expected}, found a {kind.__name__}")
            return self._whole(value) if kind is int else self._held(value, kind, depth) if kind in FIELDS else 0
        wanted = shape.kind if isinstance(shape, Many) else tuple
        if kind is not wanted or (isinstance(shape, Row) and len(value) != len(shape.of)):
            raise Refused(f"expected a {wanted.__name__} of its own length, found a {kind.__name__}")
        if isinstance(shape, Many):
            return sum([self._size(v, shape.of, depth) for v in value if not plain(v, shape.of)])
        return sum([self._size(v, s, depth) for v, s in zip(value, shape.of, strict=True)])

    def _whole(self, n: int) -> int:
        if n.bit_length() > MOST_BITS:
            raise Refused(f"expected whole numbers of at most {MOST_BITS} bits")
        return 0

    def _held(self, value: Any, kind: type, depth: int) -> int:
        if kind is not Clause:
            self._enter(depth, 1)
        size = 0
        for name, shape in FIELDS[kind]:
            part = getattr(value, name)
            if not plain(part, shape):
                size += self._size(part, shape, depth + 1)
        if kind is f.Quant:
            return size * (1 + 2 * len(value.quantifier.inequalities))  # copies of its arguments, unfolded
        if kind in CHECKED:
            CHECKED[kind](value)
        return size + (kind in FORMULA)


def check_problem(problem: c.Problem) -> None:
    spoken = (f.constants(g) for g in (*problem.premises, problem.hypothesis, *problem.theory.axioms))
    if len(frozenset[str]().union(*spoken)) > MOST_NAMES:
        raise Refused(f"more than {MOST_NAMES} names: more than are told apart")


def check_theory(theory: Theory) -> None:
    if len(theory.clauses) > MOST_CLAUSES or not all(0 <= k.arity <= MOST_ARGUMENTS for k in theory.clauses):
        raise Refused(f"more than {MOST_CLAUSES} clauses, or one about more than {MOST_ARGUMENTS} arguments")


def check_quantifier(q: Quantifier) -> None:
    said = getattr(q, Quantifier.__match_args__[2])
    if type(said) is tuple and not all(type(n) is int for n in said):
        raise Refused("expected whole numbers after the name of a quantifier")


def check_step(step: p.Step) -> None:
    if any(k < 0 for k in step.path):
        raise Refused("a step points at a part that is not there")


def check_elements(m: Model) -> None:
    """Every tuple, name and degree lies in a domain that is not empty; thresholds are counts."""
    tables = (m.relations, m.names, m.degrees, m.thresholds)
    if not all(type(t) is dict and all(type(k) is str for k in t) for t in tables):
        raise Refused("expected a dict from names in each part of a model")
    relations = [r for r in m.relations.values() if type(r) is frozenset and all(type(t) is tuple for t in r)]
    rows = [d for d in m.degrees.values() if type(d) is tuple and len(d) == m.size]
    elements = [*(e for r in relations for t in r for e in t), *m.names.values()]
    counts = m.thresholds.values()
    if not all(type(n) is int and n.bit_length() <= MOST_BITS for n in (m.size, *elements, *counts, *sum(rows, ()))):
        raise Refused("expected whole numbers in a model")
    inside = range(min(m.size, MOST_ELEMENTS + 1))
    if not 0 < m.size <= MOST_ELEMENTS or not all(e in inside for e in elements):
        raise Refused("the model names elements that it does not have, or has too many")
    if len(relations) + len(rows) != len(m.relations) + len(m.degrees) or any(k < 0 for k in counts):
        raise Refused("a relation, scale or threshold of the model is none")


CHECKED: dict[type, Any] = {
    c.Problem: check_problem,
    Theory: check_theory,
    Quantifier: check_quantifier,
    p.Step: check_step,
    Model: check_elements,
}
FIELDS[Model] = ()
