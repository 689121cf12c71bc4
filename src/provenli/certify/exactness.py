"""What the kernel is given, looked at before anything is done with it.

Problems and proofs are Python objects, and Python checks no types: a limit may be -1.0, a name may compare equal to
everything, a tuple may be a generator that says something else the second time. Nothing passes here but values of
exactly the expected classes, all the way down, so that no code but Python's own and the kernel's runs afterwards, and
every number is an exact integer. What is deeper or larger than anything that an engine writes is refused at once,
instead of filling stack or memory: a formula is as large here as it becomes by unfolding its quantifiers.
"""

from __future__ import annotations

from dataclasses import dataclass, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, Literal, TypeAlias, cast, get_args, get_origin, get_type_hints

from provenli.certify.certificates import Problem
from provenli.certify.proofs import Step
from provenli.errors import Refused
from provenli.logic.formulas import REMEMBERED, Formula, FormulaNode, Quant, Term, Var, constants
from provenli.logic.models import FiniteModel
from provenli.logic.theory import Clause, Theory

DEEPEST, MOST_PARTS, MOST_CLAUSES, MOST_NAMES = 200, 50_000, 50_000, 400
MOST_ELEMENTS, MOST_ARGUMENTS, MOST_BITS = 10_000, 8, 128
"""Limits. The default data sets need 83 regions, 30 names and proofs of five levels; nothing in them comes near."""

Shape: TypeAlias = "frozenset[type] | Many | Fixed"


@dataclass(frozen=True, slots=True)
class Many:
    """A tuple, or another collection, of any number of values."""

    of: Shape
    kind: type = tuple


@dataclass(frozen=True, slots=True)
class Fixed:
    """A tuple of just these values."""

    of: tuple[Shape, ...]


@cache
def shape_of(hint: Any) -> Shape:
    """What an annotation lets in. So what a field may hold is said once, where the field is declared."""
    of, inside = get_origin(hint), get_args(hint)
    if of is tuple and inside[-1] is not ...:
        return Fixed(tuple(map(shape_of, inside)))
    if of in (tuple, frozenset):
        return Many(shape_of(inside[0]), of)
    if of is UnionType:
        return frozenset(kind for kinds in map(shape_of, inside) if isinstance(kinds, frozenset) for kind in kinds)
    return frozenset({str, *inside} if of is Literal else {hint})


@cache
def fields_of(kind: type) -> tuple[tuple[str, Shape], ...]:
    """The fields of a class. A number or a text has none, and a model's tables are looked at separately
    (check_elements)."""
    hints = get_type_hints(kind) if is_dataclass(kind) and kind is not FiniteModel else {}
    return tuple((name, shape_of(hints[name])) for name in (kind.__match_args__ if hints else ()))  # type: ignore[attr-defined]


TEXT, WHOLE, VAR, TERM, FORMULA = (cast("frozenset[type]", shape_of(hint)) for hint in (str, int, Var, Term, Formula))
BARE = frozenset({str, bool, int})


def plain(value: Any, shape: Shape) -> bool:
    """Whether the value is a name, a variable or a constant that is in order: half of everything, found at once."""
    if shape is not TERM and shape is not VAR:
        return shape is TEXT and type(value) is str
    return type(type(value)) is type and type(value) in shape and type(value.name) is str


@dataclass(slots=True)
class Inspection:
    """One look at a problem and its evidence; `left`: how many more parts are looked at."""

    left: int = MOST_PARTS

    def look(self, value: Any, hint: Any) -> None:
        """Refuse the value unless it is what the annotation says, and all that it holds is what its fields' annotations
        say."""
        self._enter(0, self._size(value, shape_of(hint), 0))

    def _enter(self, depth: int, parts: int) -> None:
        self.left -= parts
        if depth > DEEPEST or self.left < 0:
            raise Refused(f"deeper than {DEEPEST} levels or larger than {MOST_PARTS} parts: more than is checked")

    def _size(self, value: Any, shape: Shape, depth: int) -> int:
        # A class that has a class of its own may say that it is equal to any other: it is not even asked for its name.
        kind = type(value) if type(type(value)) is type else type
        if isinstance(shape, frozenset):
            if kind not in shape or (kind is str and shape is not TEXT and value not in shape):
                names = " or ".join(sorted(getattr(k, "__name__", str(k)) for k in shape))
                raise Refused(f"expected {'whole numbers' if shape == WHOLE else names}, found a {kind.__name__}")
            if kind is int and value.bit_length() > MOST_BITS:
                raise Refused(f"expected whole numbers of at most {MOST_BITS} bits")
            return 0 if kind in BARE else self._held(value, kind, depth)
        wanted = shape.kind if isinstance(shape, Many) else tuple
        if kind is not wanted or (isinstance(shape, Fixed) and len(value) != len(shape.of)):
            raise Refused(f"expected a {wanted.__name__} of its own length, found a {kind.__name__}")
        if isinstance(shape, Many):
            return sum([self._size(v, shape.of, depth) for v in value if not plain(v, shape.of)])
        return sum([self._size(v, s, depth) for v, s in zip(value, shape.of, strict=True)])

    def _held(self, value: Any, kind: type, depth: int) -> int:
        self._enter(depth, kind is not Clause)
        # What a formula remembers of itself may be untrue, in an object that somebody made by hand: it is found anew.
        for slot in REMEMBERED if isinstance(value, FormulaNode) else ():
            object.__setattr__(value, slot, None)
        size = 0
        for name, shape in fields_of(kind):
            part = getattr(value, name)
            if not plain(part, shape):
                size += self._size(part, shape, depth + 1)
        if kind is Quant:
            return size * (1 + 2 * len(value.quantifier.inequalities))  # copies of its arguments, unfolded
        if kind in CHECKED:
            CHECKED[kind](value)
        return size + (kind in FORMULA)


def check_problem(problem: Problem) -> None:
    spoken = (constants(g) for g in (*problem.premises, problem.hypothesis, *problem.theory.axioms))
    if len(frozenset[str]().union(*spoken)) > MOST_NAMES:
        raise Refused(f"more than {MOST_NAMES} names: more than are told apart")


def check_theory(theory: Theory) -> None:
    if len(theory.clauses) > MOST_CLAUSES or not all(0 <= k.arity <= MOST_ARGUMENTS for k in theory.clauses):
        raise Refused(f"more than {MOST_CLAUSES} clauses, or one about more than {MOST_ARGUMENTS} arguments")


def check_step(step: Step) -> None:
    if any(k < 0 for k in step.path):
        raise Refused("a step points at a part that is not there")


def check_elements(m: FiniteModel) -> None:
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


CHECKED: dict[type, Any] = {Problem: check_problem, Theory: check_theory, Step: check_step, FiniteModel: check_elements}
