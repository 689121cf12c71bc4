"""Formulas as text: `show` for files and parsing back (formula_parser.py), `show_pretty` for people.

    every x (dog(x) & black(x), some y (cat(y), see(x, y)))         a quantifier: variable, restrictor, body
    between 2 and 5 x (dog(x), exactly 1 y (cat(y), see(x, y)))     quantifiers with numbers
    all x. exists y. (p(x) | ~(x = ann)) -> q(y)                    a dot reaches as far right as it can
    more[tall](ann, bob)                                            a comparative
    [#x.(dog(x)) - 2 #y.(cat(y)) + $many - ^tall(ann) <= 3]         counts, a threshold, a degree
    {0.1: dog(rex)}                                                 a mark

A name stands for the variable bound above it, and for a constant if there is none. `?x` is a free variable and `!x` a
constant where a variable x is bound. A name that is no identifier is quoted: 'good[dog]'(x). `and(…)`, `or(…)` write
the conjunctions of fewer than two parts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import chain, count

from provenli.errors import FormulaError
from provenli.logic.bounds import unfold
from provenli.logic.formulas import (
    And,
    Bound,
    Cardinal,
    Compare,
    Degree,
    Equal,
    Exists,
    Forall,
    Formula,
    Implies,
    Mark,
    Not,
    Or,
    Pred,
    Quant,
    Quantity,
    Term,
    Threshold,
    Truth,
    Var,
    canonical,
    constants,
    depth,
    free_variables,
    substitute,
    unmark,
)
from provenli.logic.quantifiers import NUMERIC, PLAIN, Quantifier, quantifier

RESERVED = frozenset(
    {"true", "false", "and", "or", "all", "exists", *(n for n in (*(q.name for q in PLAIN), *NUMERIC) if " " not in n)}
)
IDENTIFIER = re.compile(r"[@A-Za-z_][A-Za-z0-9_]*", re.ASCII)
TAG = re.compile(r"[A-Za-z0-9_.]+", re.ASCII)

# How tightly a formula holds together; a part that is looser than its place allows stands in parentheses.
LOOSE, DISJUNCTION, CONJUNCTION, TIGHT = range(4)


def show(f: Formula) -> str:
    """ASCII that `parse_formula` reads back as the same formula."""
    return _text(f, ASCII, frozenset(), LOOSE)


def show_pretty(f: Formula) -> str:
    """For people: logical symbols, variables x, y, z …, no marks. Not meant to be read back."""
    plain = canonical(unmark(f))
    # `canonical` names variables by depth: x1 outermost. Open formulas are parts of such ones: their x2 is a y too.
    numbered = {int(v.name[1:]): v for v in free_variables(plain) if v.name[:1] == "x" and v.name[1:].isdecimal()}
    taken = constants(plain) | {v.name for v in free_variables(plain) - set(numbered.values())}
    fresh = (n for n in chain("xyzuvw", (f"x{k}" for k in count(1))) if n not in taken)
    letters = dict(zip(range(1, max(numbered, default=0) + depth(plain) + 1), fresh, strict=False))
    for d, v in numbered.items():
        plain = substitute(plain, v, Var(letters[d]))
    return _text(plain, replace(PRETTY, variables={f"x{d}": n for d, n in letters.items()}), frozenset(), LOOSE)


@dataclass(frozen=True, slots=True)
class Style:
    """How the symbols are written."""

    pretty: bool
    negation: str
    conjunction: str
    disjunction: str
    arrow: str
    every: str
    some: str
    at_most: str
    variables: Mapping[str, str] = field(default_factory=dict)
    """Other names for bound variables."""


ASCII = Style(False, "~", " & ", " | ", " -> ", "all ", "exists ", "<=")
PRETTY = Style(True, "¬", " ∧ ", " ∨ ", " → ", "∀", "∃", "≤")


def quoted(name: str) -> str:
    """`name` as it is if it is an identifier, else in single quotes, in ASCII."""
    if IDENTIFIER.fullmatch(name) and name not in RESERVED:
        return name
    return quote(name)


def quote(name: str) -> str:
    return "'" + name.encode("unicode_escape").decode("ascii").replace("'", "\\'") + "'"


def _name(name: str, style: Style) -> str:
    return name if style.pretty else quoted(name)


def _term(t: Term, style: Style, bound: frozenset[str]) -> str:
    name = _name(t.name, style)
    if style.pretty:
        return style.variables.get(t.name, name) if isinstance(t, Var) and t.name in bound else name
    if isinstance(t, Var):
        return name if t.name in bound else "?" + name
    return "!" + name if t.name in bound else name


def _text(f: Formula, style: Style, bound: frozenset[str], place: int) -> str:
    text, level = _inside(f, style, bound)
    return f"({text})" if level < place else text


def _inside(f: Formula, style: Style, bound: frozenset[str]) -> tuple[str, int]:
    """The text without parentheses around it, and how tightly it holds together."""
    match f:
        case Truth() | Pred() | Compare():
            return _atom(f, style, bound), TIGHT
        case Equal(left, right):
            return f"{_term(left, style, bound)} = {_term(right, style, bound)}", TIGHT
        case Not(Equal(left, right)):
            if style.pretty:
                return f"{_term(left, style, bound)} ≠ {_term(right, style, bound)}", TIGHT
            return f"~({_inside(f.body, style, bound)[0]})", TIGHT
        case Not(body):
            return style.negation + _text(body, style, bound, TIGHT), TIGHT
        case And(parts) | Or(parts):
            return _joined(f, parts, style, bound)
        case Implies(left, right):
            a, b = _text(left, style, bound, DISJUNCTION), _text(right, style, bound, LOOSE)
            return f"{a}{style.arrow}{b}", LOOSE
        case Mark(tag, body):
            shown = tag if TAG.fullmatch(tag) else quote(tag)
            return f"{{{shown}: {_text(body, style, bound, LOOSE)}}}", TIGHT
        case Forall() | Exists() | Quant():
            return _binder(f, style, bound)
        case Bound(terms, limit):
            return f"[{_sum(terms, style, bound)} {style.at_most} {limit}]", TIGHT


def _atom(f: Truth | Pred | Compare, style: Style, bound: frozenset[str]) -> str:
    match f:
        case Truth(value):
            return "true" if value else "false"
        case Pred(name, args):
            return f"{_name(name, style)}({', '.join(_term(a, style, bound) for a in args)})"
        case Compare(scale, relation, left, right):
            arguments = f"{_term(left, style, bound)}, {_term(right, style, bound)}"
            return f"{relation}[{_name(scale, style)}]({arguments})"


def _joined(f: Formula, parts: tuple[Formula, ...], style: Style, bound: frozenset[str]) -> tuple[str, int]:
    word, sign, level = (
        ("and", style.conjunction, CONJUNCTION) if isinstance(f, And) else ("or", style.disjunction, DISJUNCTION)
    )
    if len(parts) < 2:
        return f"{word}({', '.join(_text(p, style, bound, LOOSE) for p in parts)})", TIGHT
    return sign.join(_text(p, style, bound, level + 1) for p in parts), level


def _binder(f: Forall | Exists | Quant, style: Style, bound: frozenset[str]) -> tuple[str, int]:
    if isinstance(f, Quant) and not _known(f.quantifier):
        return _inside(unfold(f), style, bound)  # a user's own quantifier has no name in the notation
    below = bound | {f.var.name}
    variable = _term(f.var, style, below)
    if isinstance(f, Quant):
        a, b = _text(f.restrictor, style, below, LOOSE), _text(f.body, style, below, LOOSE)
        return f"{f.quantifier} {variable} ({a}, {b})", TIGHT
    sign = style.every if isinstance(f, Forall) else style.some
    return f"{sign}{variable}. {_text(f.body, style, below, LOOSE)}", LOOSE


def _known(q: Quantifier) -> bool:
    try:
        return quantifier(q.name, *q.numbers) == q
    except FormulaError:
        return False


def _sum(terms: tuple[tuple[int, Quantity], ...], style: Style, bound: frozenset[str]) -> str:
    """c1 q1 + c2 q2 - …; the empty sum is 0."""
    out = ""
    for c, q in terms:
        sign = ("-" if c < 0 else "") if not out else (" - " if c < 0 else " + ")
        factor = "" if abs(c) == 1 else f"{abs(c)} "
        out += sign + factor + _quantity(q, style, bound)
    return out or "0"


def _quantity(q: Quantity, style: Style, bound: frozenset[str]) -> str:
    match q:
        case Cardinal(var, body):
            below = bound | {var.name}
            return f"#{_term(var, style, below)}.({_text(body, style, below, LOOSE)})"
        case Threshold(name):
            # After a dollar the words of quantifiers need no quotes: $many.
            return "$" + (name if style.pretty or IDENTIFIER.fullmatch(name) else quote(name))
        case Degree(scale, term):
            return f"^{_name(scale, style)}({_term(term, style, bound)})"
