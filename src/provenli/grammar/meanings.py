"""Meanings: formulas, and functions that end in one.

A sentence means a formula, a noun or verb a function from terms to formulas, a noun phrase a function from such
functions to formulas. Binding is left to Python's own functions (higher-order abstract syntax), so no rule ever
substitutes or renames.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any, TypeAlias

from provenli.logic.formulas import Const, Formula, Mark, Not, Pred, Quant, Term, Var, conj, disj
from provenli.logic.quantifiers import Quantifier

Meaning: TypeAlias = Formula | Callable[..., Any]
Property: TypeAlias = Callable[[Term], Formula]
NounPhrase: TypeAlias = Callable[[Property], Formula]

_numbers = itertools.count()


def fresh() -> Var:
    """A variable nobody else uses. Which one it is never shows: derivations rename variables by depth at the end."""
    return Var(f"v{next(_numbers)}")


def predicate(name: str) -> Callable[..., Formula]:
    """What a noun, adjective or verb means: it holds of its arguments, however many it is given."""
    return lambda *args: Pred(name, args)


def name(constant: str) -> NounPhrase:
    return lambda body: body(Const(constant))


def quantify(q: Quantifier, restrictor: Property, body: Property) -> Formula:
    # Each part is called once: calling a part twice at every level would cost 2^depth.
    x = fresh()
    return Quant(q, x, restrictor(x), body(x))


def determiner(q: Quantifier) -> Callable[[Property], NounPhrase]:
    return lambda restrictor: lambda body: quantify(q, restrictor, body)


def intersect(*parts: Meaning) -> Any:
    """All of the parts at once: a formula if they are formulas, otherwise a function of the same arguments."""
    return _pointwise(conj, parts)


def either(*parts: Meaning) -> Any:
    return _pointwise(disj, parts)


def negated(part: Meaning) -> Any:
    return _pointwise(Not, (part,))


def _pointwise(connect: Callable[..., Formula], parts: tuple[Any, ...]) -> Any:
    if any(callable(p) for p in parts):
        return lambda *args: _pointwise(connect, tuple(p(*args) for p in parts))
    return connect(*parts)


def marked(tag: str, meaning: Any) -> Any:
    """The same meaning, with the formula at its end under a `Mark`."""
    if callable(meaning):
        return lambda *args: marked(tag, meaning(*args))
    return Mark(tag, meaning)


# --- What a transitive verb and one noun phrase say of the other noun phrase, which then has the wider scope. ---


def with_object(verb: Callable[..., Formula], obj: NounPhrase) -> Property:
    return lambda x: obj(lambda y: verb(x, y))


def from_subject(subject: NounPhrase, verb: Callable[..., Formula]) -> Property:
    """What somebody did to x: 'who every dog saw'."""
    return lambda x: subject(lambda y: verb(y, x))
