"""Problems for first-order provers, in the TPTP language (FOF).

Counting becomes first-order: "at least n" is n different witnesses. What compares two counts (most) or a count with an
unknown number (many) is not first-order, and `NotFirstOrder` says which part it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import combinations

from provenli.errors import FormulaError
from provenli.logic.bounds import unfold
from provenli.logic.formula_printer import show
from provenli.logic.formulas import (
    And,
    Bound,
    Cardinal,
    Degree,
    Equal,
    Exists,
    Forall,
    Formula,
    Not,
    Or,
    Pred,
    Term,
    Threshold,
    Truth,
    Var,
    children,
    conj,
    constants,
    disj,
    negate,
    predicates,
    scales,
    subformulas,
    with_children,
)
from provenli.logic.theory import Theory, clause_formula

MOST_WITNESSES = 64
"""Pairwise difference grows with the square: above this number, counting by witnesses is not practical."""


class NotFirstOrder(FormulaError):
    def __init__(self, part: str) -> None:
        super().__init__(f"not first-order: {part}")


# --- counting by witnesses --------------------------------------------------------------------------------------------

Renaming = Mapping[Term, Var]


def first_order(f: Formula) -> Formula:
    """`f` without quantities of elements: Truth, Pred, Equal, Not, And, Or, Forall, Exists, and bounds between degrees.

    Bound variables are named by depth, so no witness captures another.
    """
    return _expand(unfold(f), {}, 1)


def _expand(f: Formula, env: Renaming, level: int) -> Formula:
    match f:
        case Pred(name, args):
            return Pred(name, tuple(env.get(a, a) for a in args))
        case Equal(left, right):
            return Equal(env.get(left, left), env.get(right, right))
        case Not(body):
            return _deny(_expand(body, env, level))
        case And(parts):
            return conj(*(_expand(p, env, level) for p in parts))
        case Or(parts):
            return disj(*(_expand(p, env, level) for p in parts))
        case Bound(((c, Cardinal() as counted),), limit):
            if c > 0:
                return _at_most(counted, limit // c, env, level)
            return _deny(_at_most(counted, -(limit // -c) - 1, env, level))
        case Bound(terms, limit):
            if any(isinstance(q, Cardinal) for _, q in terms):
                raise NotFirstOrder(_blamed(f))
            return Bound(tuple((c, _renamed(q, env)) for c, q in terms), limit)
        case _:
            return f


def _renamed(q: Cardinal | Degree | Threshold, env: Renaming) -> Cardinal | Degree | Threshold:
    return Degree(q.scale, env.get(q.term, q.term)) if isinstance(q, Degree) else q


def _at_most(counted: Cardinal, n: int, env: Renaming, level: int) -> Formula:
    """At most n, so that its negation says at least n+1.

    A body without quantifiers is repeated for n+1 elements, two of which are the same. A body with quantifiers is
    written once, below n witnesses that nothing else equals: repeating it at every level would grow without limit.
    """
    if n < 0:
        return Truth(False)
    if n >= MOST_WITNESSES:
        raise NotFirstOrder(f"a count of {n}, which would need as many witnesses ({show(counted.body)})")
    simple = not any(isinstance(g, Bound) for g in subformulas(counted.body))
    xs = tuple(Var(f"x{level}_{k + 1}") for k in range(n + 1))
    if simple or n == 0:
        each = conj(*(_expand(counted.body, {**env, counted.var: x}, level + 1) for x in xs))
        some_two_equal = disj(*(Equal(a, b) for a, b in combinations(xs, 2)))
        return _closed(Forall, xs, disj(_deny(each), some_two_equal))
    *witnesses, x = xs
    body = _expand(counted.body, {**env, counted.var: x}, level + 1)
    among = disj(_deny(body), *(Equal(x, w) for w in witnesses))
    return _closed(Exists, tuple(witnesses), Forall(x, among))


def _closed(binder: type[Forall] | type[Exists], xs: tuple[Var, ...], body: Formula) -> Formula:
    for x in reversed(xs):
        body = binder(x, body)
    return body


def _deny(f: Formula) -> Formula:
    """The negation, moved inwards: `some` is written as such, not as `not all not`."""
    match f:
        case Forall(var, body):
            return Exists(var, _deny(body))
        case Exists(var, body):
            return Forall(var, _deny(body))
        case And(parts):
            return disj(*(_deny(p) for p in parts))
        case Or(parts):
            return conj(*(_deny(p) for p in parts))
        case _:
            return negate(f)


def _blamed(f: Bound) -> str:
    words = [q.name for _, q in f.terms if isinstance(q, Threshold)]
    if words:
        return ", ".join(words)
    if (sorted(c for c, _ in f.terms), f.limit) in (([-1, 1], -1), ([-1, 1], 0)):  # as it stands, or denied
        return "most"
    return show(f)


# --- writing ----------------------------------------------------------------------------------------------------------


def to_tptp(
    facts: Iterable[Formula],
    theory: Theory = Theory(),  # noqa: B008  frozen value
    role: str = "axiom",
    conjecture: Formula | None = None,
) -> str:
    """One `fof` a line: the facts with the given role, the clauses and axioms of the theory, orders of comparatives.

    Without a conjecture the question is whether all can be true together (SZS status Unsatisfiable: they cannot).
    """
    given = tuple(facts)
    about = theory.about(given if conjecture is None else (*given, conjecture))
    lines = [(f"fact_{k}", role, f) for k, f in enumerate(given, 1)]
    lines += [(f"clause_{k}", "axiom", clause_formula(c)) for k, c in enumerate(about.clauses, 1)]
    lines += [(f"axiom_{k}", "axiom", f) for k, f in enumerate(about.axioms, 1)]
    if conjecture is not None:
        lines.append(("goal", "conjecture", conjecture))
    expanded = [(name, kind, _ordered(first_order(f))) for name, kind, f in lines]
    measured = sorted(set[str]().union(*(scales(f) for _, _, f in lines)))
    expanded += [entry for s in measured for entry in _weak_order(s)]
    symbols = Symbols.of(f for _, _, f in expanded)
    return "".join(f"fof({name}, {kind}, {_fof(f, symbols)}).\n" for name, kind, f in expanded)


def _more(scale: str, left: Term, right: Term) -> Formula:
    return Pred(f"more[{scale}]", (left, right))


def _ordered(f: Formula) -> Formula:
    """Bounds between two degrees as the relation `more`: only their order is left of the numbers."""
    match f:
        case Bound(((1, Degree(scale, low)), (-1, Degree(same, high))), limit) if scale == same and limit in (0, -1):
            return negate(_more(scale, low, high)) if limit == 0 else _more(scale, high, low)
        case Bound(((-1, Degree(scale, high)), (1, Degree(same, low))), limit) if scale == same and limit in (0, -1):
            return negate(_more(scale, low, high)) if limit == 0 else _more(scale, high, low)
        case Bound():
            raise NotFirstOrder(_blamed(f))
        case And() | Or() | Not() | Forall() | Exists():
            return with_children(f, tuple(_ordered(c) for c in children(f)))
        case _:
            return f


def _weak_order(scale: str) -> Iterator[tuple[str, str, Formula]]:
    """The axioms of a strict weak order, whose ties are the equal ones."""
    x, y, z = Var("x"), Var("y"), Var("z")
    more = partial(_more, scale)
    laws = {
        "irreflexive": Not(more(x, x)),
        "transitive": disj(Not(more(x, y)), Not(more(y, z)), more(x, z)),
        "negatively_transitive": disj(more(x, y), more(y, z), Not(more(x, z))),
    }
    for law, f in laws.items():
        yield symbol(f"{law}_{scale}"), "axiom", _closed(Forall, (x, y, z), f)


@dataclass(frozen=True, slots=True)
class Symbols:
    """How predicates and constants are written: no two alike, whatever their names, places and kinds."""

    predicates: Mapping[tuple[str, int], str]
    constants: Mapping[str, str]

    @classmethod
    def of(cls, formulas: Iterable[Formula]) -> Symbols:
        every = tuple(formulas)
        used: set[str] = set()
        relations = sorted(set[tuple[str, int]]().union(*(predicates(f) for f in every)))
        names = sorted(set[str]().union(*(constants(f) for f in every)))
        return cls({p: _unused(p[0], used) for p in relations}, {n: _unused(n, used) for n in names})


def _unused(name: str, used: set[str]) -> str:
    k = 1
    while (text := symbol(name if k == 1 else f"{name}/{k}")) in used:
        k += 1
    used.add(text)
    return text


def symbol(name: str) -> str:
    """A TPTP word: plain if lower case, else in single quotes (printable ASCII only)."""
    if re.fullmatch(r"[a-z][A-Za-z0-9_]*", name, re.ASCII):
        return name
    return "'" + name.encode("unicode_escape").decode("ascii").replace("\\", "\\\\").replace("'", "\\'") + "'"


def _fof(f: Formula, symbols: Symbols) -> str:
    match f:
        case Truth(value):
            return "$true" if value else "$false"
        case Pred(name, args):
            inside = ",".join(_term(a, symbols) for a in args)
            return symbols.predicates[name, len(args)] + (f"({inside})" if args else "")
        case Equal(left, right):
            return f"({_term(left, symbols)} = {_term(right, symbols)})"
        case Not(Equal(left, right)):
            return f"({_term(left, symbols)} != {_term(right, symbols)})"
        case Not(body):
            return "~ " + _fof(body, symbols)
        case And(parts) | Or(parts):
            return "(" + (" & " if isinstance(f, And) else " | ").join(_fof(p, symbols) for p in parts) + ")"
        case Forall(var, body) | Exists(var, body):
            sign = "!" if isinstance(f, Forall) else "?"
            return f"( {sign} [{var.name.upper()}] : {_fof(body, symbols)})"
        case _:
            raise FormulaError(f"{show(f)} is not first-order")


def _term(t: Term, symbols: Symbols) -> str:
    return t.name.upper() if isinstance(t, Var) else symbols.constants[t.name]
