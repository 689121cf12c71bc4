"""What names, lists of names and verb phrases mean in the fragments about who visited what."""

from __future__ import annotations

from collections.abc import Callable

from provenli.grammar import predicate, quantify
from provenli.grammar.meanings import NounPhrase, Property
from provenli.logic import quantifiers as q
from provenli.logic.formulas import (
    TRUE,
    Const,
    Equal,
    Forall,
    Formula,
    Implies,
    Not,
    Pred,
    Quant,
    Term,
    Var,
    conj,
    disj,
)


def visit(x: Term, y: Term) -> Formula:
    return Pred("visit", (x, y))


def visited(obj: NounPhrase) -> Property:
    return lambda x: obj(lambda y: visit(x, y))


def only_visited(obj: NounPhrase) -> Property:
    """'only visited A and B': visited A, visited B, and nothing that is neither (Figure 3, only-did-p)."""
    y = Var("y")

    def meaning(x: Term) -> Formula:
        listed = disj(*(Equal(y, t) for t in members(obj)))
        return conj(visited(obj)(x), Forall(y, Implies(visit(x, y), listed)))

    return meaning


def members(listing: NounPhrase) -> tuple[Term, ...]:
    """The names in a list, each once."""
    seen: dict[Term, None] = {}

    def remember(t: Term) -> Formula:
        seen[t] = None
        return TRUE

    listing(remember)
    return tuple(seen)


def both(a: NounPhrase, b: NounPhrase) -> NounPhrase:
    return lambda p: conj(a(p), b(p))


def one_of_two(a: NounPhrase, b: NounPhrase) -> NounPhrase:
    return lambda p: disj(a(p), b(p))


def missed(obj: NounPhrase) -> Property:
    """'did not visit someone': the object's quantifier is outside the negation."""

    def of(x: Term) -> Formula:
        return obj(lambda y: Not(visit(x, y)))

    return of


# --- people and places as sorts (quantifier.py, counting.py) ----------------------------------------------------------


def named(sort: str, text: str) -> NounPhrase:
    """A name whose bearer is presupposed to be of a sort.

    'every x (person(Tim), true)' is always true, and under existential import it presupposes, as every quantifier does,
    that its noun holds of something: here that Tim is a person.
    """
    bearer = Const(text)
    sorted_name = Quant(q.EVERY, Var("x"), Pred(sort, (bearer,)), TRUE)
    return lambda body: conj(sorted_name, body(bearer))


def listed(sort: str, names: NounPhrase, did: Property, *, closed: bool) -> Formula:
    """Each of the names did it, the names are this many, and in a closed world nobody else did."""
    who = members(names)
    number = quantify((q.exactly if closed else q.at_least)(len(who)), predicate(sort), did)
    y = Var("y")
    nobody_else = Forall(y, Implies(did(y), disj(*(Equal(y, t) for t in who)))) if closed else conj()
    return conj(number, names(predicate(sort)), names(did), nobody_else)


def listed_objects(sort: str, *, closed: bool) -> Callable[[NounPhrase], Property]:
    def meaning(names: NounPhrase) -> Property:
        def of(x: Term) -> Formula:
            return listed(sort, names, lambda y: visit(x, y), closed=closed)

        return of

    return meaning


def somebody(who: NounPhrase, vp: Property) -> Formula:
    return conj(who(predicate("person")), who(vp))
