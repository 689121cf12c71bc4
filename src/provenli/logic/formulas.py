"""Formulas: the language in which every meaning is written.

Terms are variables and constants. A generalised quantifier (`every`, `most`, `at least 3`, …) is a node of its own, so
its monotonicity and its exact counting truth condition stay visible. `Bound` is the one arithmetic atom: a linear
inequality between cardinalities, thresholds of vague words and degrees; every quantifier and every comparative unfolds
into Boolean combinations of it (see bounds.py). `Mark` is transparent: it remembers which part of a sentence a
subformula came from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter
from typing import Any, Literal, TypeAlias, TypeVar, dataclass_transform

from provenli.logic.quantifiers import Quantifier

Kind = TypeVar("Kind")
Part = TypeVar("Part")


REMEMBERED = ("_canonical", "_constants", "_free_variables", "_predicates", "_thresholds")


class FormulaNode:
    """Formulas are used as keys everywhere, so the hash of a tree is computed once, when the node is made. The symbols
    that it contains are remembered too: a table that finds equal formulas would have to compare whole trees."""

    __slots__ = ("_hash", *REMEMBERED)
    __match_args__: tuple[str, ...]
    _hash: int
    _parts: Callable[[object], object]

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((type(self).__name__, self._parts(self))))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        alike = type(other) is type(self) and hash(other) == self._hash
        return self is other or (alike and self._parts(self) == self._parts(other))

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        # Hashes of texts differ from process to process, so a copy is made anew from its parts.
        return type(self), tuple(getattr(self, a) for a in self.__match_args__)


@dataclass_transform(frozen_default=True)
def node(kind: type[Kind]) -> type[Kind]:
    """A frozen dataclass that keeps hash and equality of FormulaNode: a dataclass would replace inherited ones."""
    made: Any = dataclass(frozen=True, slots=True, eq=False)(kind)
    made._parts = staticmethod(attrgetter(*made.__match_args__))
    made.__hash__ = FormulaNode.__hash__
    return made  # type: ignore[no-any-return]


@dataclass(frozen=True, slots=True)
class Var:
    name: str


@dataclass(frozen=True, slots=True)
class Const:
    name: str


Term: TypeAlias = Var | Const


@dataclass(frozen=True, slots=True)
class Truth:
    value: bool

    def __eq__(self, other: object) -> bool:
        return type(other) is Truth and self.value is other.value


@node
class Pred(FormulaNode):
    name: str
    args: tuple[Term, ...]


@node
class Equal(FormulaNode):
    left: Term
    right: Term


Comparison: TypeAlias = Literal["more", "at_least", "equal", "as"]
"""`as` ("as tall as") is open between `equal` and `at_least` until a reading closes it."""


@dataclass(frozen=True, slots=True)
class Compare:
    scale: str
    relation: Comparison
    left: Term
    right: Term


@node
class Not(FormulaNode):
    body: Formula


@node
class And(FormulaNode):
    parts: tuple[Formula, ...]


@node
class Or(FormulaNode):
    parts: tuple[Formula, ...]


@node
class Implies(FormulaNode):
    left: Formula
    right: Formula


@node
class Forall(FormulaNode):
    var: Var
    body: Formula


@node
class Exists(FormulaNode):
    var: Var
    body: Formula


@node
class Quant(FormulaNode):
    """`quantifier var (restrictor, body)`: how many of the restrictor are in the body."""

    quantifier: Quantifier
    var: Var
    restrictor: Formula
    body: Formula


@node
class Mark(FormulaNode):
    tag: str
    body: Formula


@node
class Cardinal(FormulaNode):
    """How many elements satisfy `body`."""

    var: Var
    body: Formula


@dataclass(frozen=True, slots=True)
class Threshold:
    """The number from which `many` is true, or up to which `few` is true: some number, the same in a whole model."""

    name: str


@dataclass(frozen=True, slots=True)
class Degree:
    """The place of a term on a scale such as height."""

    scale: str
    term: Term


Quantity: TypeAlias = Cardinal | Threshold | Degree


@node
class Bound(FormulaNode):
    """sum(coefficient * quantity) <= limit, over the integers."""

    terms: tuple[tuple[int, Quantity], ...]
    limit: int

    def __eq__(self, other: object) -> bool:
        """False if one says 1 and the other 1.0 or True: a cache must never return one for the other."""
        if not (isinstance(other, Bound) and FormulaNode.__eq__(self, other)):
            return False
        return type(self.limit) is type(other.limit) and all(
            type(c) is type(d) for (c, _), (d, _) in zip(self.terms, other.terms, strict=True)
        )


Formula: TypeAlias = Truth | Pred | Equal | Compare | Not | And | Or | Implies | Forall | Exists | Quant | Mark | Bound

TRUE = Truth(True)
FALSE = Truth(False)


def conj(*parts: Formula) -> Formula:
    """A conjunction without nesting, trivial parts or repetition."""
    return _flat(And, TRUE, FALSE, parts)


def disj(*parts: Formula) -> Formula:
    return _flat(Or, FALSE, TRUE, parts)


def _flat(kind: type[And] | type[Or], unit: Truth, zero: Truth, parts: tuple[Formula, ...]) -> Formula:
    flat: dict[Formula, None] = {}
    for part in parts:
        for p in part.parts if isinstance(part, kind) else (part,):
            if not isinstance(p, Truth):
                flat[p] = None
            elif p == zero:
                return zero
    if not flat:
        return unit
    return next(iter(flat)) if len(flat) == 1 else kind(tuple(flat))


def negate(f: Formula) -> Formula:
    """The negation, without stacking `Not` and with `Bound` reversed (integers: not s <= b is -s <= -b-1)."""
    match f:
        case Truth(value):
            return Truth(not value)
        case Not(body):
            return body
        case Bound(terms, limit):
            return Bound(tuple((-c, q) for c, q in terms), -limit - 1)
        case _:
            return Not(f)


_BELOW: dict[type, Callable[[Any], tuple[Formula, ...]]] = {
    **dict.fromkeys((And, Or), attrgetter("parts")),
    Implies: attrgetter("left", "right"),
    Quant: attrgetter("restrictor", "body"),
    Bound: lambda f: tuple(q.body for _, q in f.terms if isinstance(q, Cardinal)),
    **dict.fromkeys((Not, Mark, Forall, Exists), lambda f: (f.body,)),
}


def children(f: Formula) -> tuple[Formula, ...]:
    """The direct subformulas, left to right; none for a leaf, or for what an own fragment mistakes for a formula."""
    return _BELOW[type(f)](f) if type(f) in _BELOW else ()


def with_children(f: Formula, new: tuple[Formula, ...]) -> Formula:
    """The same node over other subformulas."""
    match f:
        case And() | Or():
            return type(f)(new)
        case Not() | Implies():
            return type(f)(*new)
        case Mark(first, _) | Forall(first, _) | Exists(first, _):
            return type(f)(first, *new)  # type: ignore[arg-type]
        case Quant(q, var, _, _):
            return Quant(q, var, *new)
        case Bound(terms, limit):
            bodies = iter(new)
            return Bound(
                tuple((c, Cardinal(q.var, next(bodies)) if isinstance(q, Cardinal) else q) for c, q in terms), limit
            )
        case _:
            return f


def rebuild(f: Formula, change: Callable[[Formula], Formula]) -> Formula:
    """`change` applied to every node from the leaves up."""
    below = children(f)
    if below:
        new = tuple(rebuild(c, change) for c in below)
        if new != below:
            f = with_children(f, new)
    return change(f)


def unmark(f: Formula) -> Formula:
    return rebuild(f, lambda g: g.body if isinstance(g, Mark) else g)


def subformulas(f: Formula) -> Iterator[Formula]:
    yield f
    for c in children(f):
        yield from subformulas(c)


def terms_of(f: Formula) -> tuple[Term, ...]:
    """The terms in this node itself (not below it)."""
    match f:
        case Pred(_, args):
            return args
        case Equal(left, right) | Compare(_, _, left, right):
            return (left, right)
        case Bound(terms, _):
            return tuple(q.term for _, q in terms if isinstance(q, Degree))
        case _:
            return ()


def remembered(compute: Callable[[Formula], frozenset[Part]]) -> Callable[[Formula], frozenset[Part]]:
    """The function, with its result remembered in the slot of its name."""
    slot = f"_{compute.__name__}"

    def found(f: Formula) -> frozenset[Part]:
        value: frozenset[Part] | None = getattr(f, slot, None)
        if value is None:
            value = compute(f)
            if isinstance(f, FormulaNode):
                object.__setattr__(f, slot, value)
        return value

    return found


@remembered
def free_variables(f: Formula) -> frozenset[Var]:
    match f:
        case Forall(var, _) | Exists(var, _) | Quant(_, var, _, _):
            return frozenset[Var]().union(*map(free_variables, children(f))) - {var}
        case Bound(terms, _):
            inside = [free_variables(q.body) - {q.var} for _, q in terms if isinstance(q, Cardinal)]
        case _:
            inside = list(map(free_variables, children(f)))
    return frozenset([t for t in terms_of(f) if isinstance(t, Var)]).union(*inside)


@remembered
def constants(f: Formula) -> frozenset[str]:
    here = {t.name for t in terms_of(f) if isinstance(t, Const)}
    return frozenset(here).union(*(constants(c) for c in children(f)))


@remembered
def predicates(f: Formula) -> frozenset[tuple[str, int]]:
    """Name and number of arguments of every predicate."""
    here = {(f.name, len(f.args))} if isinstance(f, Pred) else set()
    return frozenset(here).union(*(predicates(c) for c in children(f)))


@remembered
def thresholds(f: Formula) -> frozenset[str]:
    """The vague thresholds a formula speaks of, directly or through a quantifier."""
    here: set[str] = set()
    if isinstance(f, Bound):
        here |= {q.name for _, q in f.terms if isinstance(q, Threshold)}
    if isinstance(f, Quant):
        here |= {i.threshold for i in f.quantifier.inequalities if i.threshold}
    return frozenset(here).union(*(thresholds(c) for c in children(f)))


@lru_cache(maxsize=1 << 15)
def scales(f: Formula) -> frozenset[str]:
    here: set[str] = set()
    if isinstance(f, Compare):
        here.add(f.scale)
    if isinstance(f, Bound):
        here |= {q.scale for _, q in f.terms if isinstance(q, Degree)}
    return frozenset(here).union(*(scales(c) for c in children(f)))


def substitute(f: Formula, old: Term, new: Term) -> Formula:
    """Put `new` for every free `old`. `new` must not be a variable bound in `f` above a free `old`."""

    def swap(t: Term) -> Term:
        return new if t == old else t

    match f:
        case Pred(name, args):
            return Pred(name, tuple(swap(a) for a in args)) if old in args else f
        case Equal(left, right):
            return Equal(swap(left), swap(right))
        case Compare(scale, relation, left, right):
            return Compare(scale, relation, swap(left), swap(right))
        case Forall(var, _) | Exists(var, _) | Quant(_, var, _, _) if var == old:
            return f
        case Bound(terms, limit):
            return Bound(tuple((c, _substitute_quantity(q, old, new)) for c, q in terms), limit)
        case _:
            return with_children(f, tuple([substitute(c, old, new) for c in children(f)]))


def _substitute_quantity(q: Quantity, old: Term, new: Term) -> Quantity:
    match q:
        case Degree(scale, term):
            return Degree(scale, new if term == old else term)
        case Cardinal(var, body) if var != old:
            return Cardinal(var, substitute(body, old, new))
        case _:
            return q


def canonical(f: Formula) -> Formula:
    """The formula with bound variables renamed by depth (x1 outermost), so that formulas equal up to renaming are
    equal. In an open formula the names start above those of its free variables, which must not be captured. The result
    is remembered; a formula that is already canonical remembers only that."""
    known: Formula | Literal[True] | None = getattr(f, "_canonical", None)
    if known is None:
        taken = [int(v.name[1:]) for v in free_variables(f) if v.name[:1] == "x" and v.name[1:].isdecimal()]
        known = _renamed(f, {}, max(taken, default=0) + 1)
        if isinstance(f, FormulaNode):
            object.__setattr__(f, "_canonical", True if known is f else known)
    return f if known is True else known


_at_depth = lru_cache(maxsize=256)(lambda depth: Var(f"x{depth}"))


def _renamed(f: Formula, names: Mapping[Term, Var], depth: int) -> Formula:
    """One pass: the names of this and deeper levels are used by nothing else, so nothing can be captured."""
    here = _at_depth(depth)
    match f:
        case Pred(name, args):
            return Pred(name, new) if (new := tuple([names.get(a, a) for a in args])) != args else f
        case Equal(left, right):
            return Equal(names.get(left, left), names.get(right, right))
        case Compare(scale, relation, left, right):
            return Compare(scale, relation, names.get(left, left), names.get(right, right))
        case Forall(var, body) | Exists(var, body):
            return type(f)(here, _renamed(body, {**names, var: here}, depth + 1))
        case Quant(q, var, restrictor, body):
            inner = {**names, var: here}
            parts = here, _renamed(restrictor, inner, depth + 1), _renamed(body, inner, depth + 1)
            return Quant(q, *parts) if parts != (var, restrictor, body) else f
        case Bound(terms, limit):
            return Bound(tuple((c, _renamed_quantity(q, names, depth)) for c, q in terms), limit)
        case _:
            made = tuple([_renamed(c, names, depth) for c in children(f)])
            return with_children(f, made) if made != children(f) else f


def _renamed_quantity(q: Quantity, names: Mapping[Term, Var], depth: int) -> Quantity:
    match q:
        case Cardinal(var, body):
            here = _at_depth(depth)
            return Cardinal(here, _renamed(body, {**names, var: here}, depth + 1))
        case Degree(scale, term):
            return Degree(scale, names.get(term, term))
        case Threshold():
            return q


def depth(f: Formula) -> int:
    """How deeply binders (quantifiers, cardinals) nest."""
    below = max((depth(c) for c in children(f)), default=0)
    return below + isinstance(f, Forall | Exists | Quant | Bound)


def size(f: Formula) -> int:
    return 1 + sum(size(c) for c in children(f))


def is_formula(value: object) -> bool:
    return isinstance(value, Formula)
