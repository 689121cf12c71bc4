"""What phrases mean: the values that derivations combine.

A noun is a property. A noun phrase takes a property to a truth value, and remembers its noun, so that a modifier that
comes late can still restrict it. A clause takes what is further said of its event (Champollion 2015): adverbs and
prepositional phrases add to that, and the event is closed above them all. Functions are Python functions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from provenli.english.conventions import Conventions
from provenli.english.leaves import WordLeaf
from provenli.logic.formulas import TRUE, Exists, Formula, Mark, Pred, Quant, Term, Var, conj
from provenli.logic.quantifiers import EVERY, SOME, THE, Quantifier

Property: TypeAlias = Callable[[Term], Formula]
Meaning: TypeAlias = Any
"""A Noun, a NounPhrase, a Prepositional, a clause (After -> Formula), or a function between meanings. As in CCG, the
category says which; Python's types cannot."""


@dataclass(frozen=True, slots=True)
class After:
    """What is further said of a clause's event, or of the subject if a predicate has no event."""

    says: Property
    tensed: bool = False
    """Whether a tense or a modal verb is among it."""

    def __call__(self, e: Term) -> Formula:
        return self.says(e)


NOTHING = After(lambda _: TRUE)
Clause: TypeAlias = Callable[[After], Formula]


MOST_VARIABLES = 2_000
"""A plural definite states its noun twice, so nesting them doubles the formula; work is counted, and stops here."""


class MeaningTooLarge(Exception):
    """Caught where the sentence is analysed: it is then not covered."""


@dataclass(slots=True)
class Build:
    """One sentence's meaning while it is built."""

    conventions: Conventions
    opaque: list[str] = field(default_factory=list)
    """Parts that our logic cannot express: the formula then shows only scope."""
    anchors: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Tokens without a meaning of their own: the token whose polarity they share, and a sign to multiply it with."""
    operators: dict[int, str] = field(default_factory=dict)
    """Tokens that affect polarity in their scope, with their names."""
    variables: int = 0

    def fresh(self, letter: str = "x") -> Var:
        self.variables += 1
        if self.variables > MOST_VARIABLES:
            raise MeaningTooLarge
        return Var(f"{letter}{self.variables}")

    def mark(self, token: int, f: Formula) -> Formula:
        return Mark(f"t{token}", f)

    def not_said(self, why: str) -> None:
        if why not in self.opaque:
            self.opaque.append(why)

    def neither(self, f: Formula) -> Formula:
        """A place where neither widening nor narrowing is safe."""
        return Quant(THE, self.fresh("v"), f, TRUE)


@dataclass(frozen=True, slots=True)
class Noun:
    says: Property
    head: str = ""
    plural: bool = False
    name: str = ""
    """The name, if it is written as that of a person or place."""
    count: WordLeaf | None = None
    """A number that stands before it as an adjective would."""
    parts: tuple[Noun, ...] = ()
    """For `lilies and roses`: without a determiner there are some of each."""

    def __call__(self, x: Term) -> Formula:
        return self.says(x)

    def restricted(self, further: Property) -> Noun:
        parts = tuple(p.restricted(further) for p in self.parts)
        return replace(self, says=lambda x: conj(self.says(x), further(x)), parts=parts)


@dataclass(frozen=True, slots=True)
class NounPhrase:
    """`how` joins the noun and the scope: mostly a quantifier."""

    how: Callable[[Property, Property], Formula]
    noun: Noun
    bare: bool = False
    """Without a determiner: generic or existential, by its place."""
    indefinite: bool = False
    """`a N`: after `be` its noun is what is said."""
    the: int | None = None
    """The piece of its definite article, if it has one."""
    kinds: Noun | None = None
    """For `goats and wolves` without a determiner: what is either."""

    def __call__(self, scope: Property) -> Formula:
        return self.how(self.noun, scope)

    def restricted(self, further: Property) -> NounPhrase:
        return replace(self, noun=self.noun.restricted(further))


@dataclass(frozen=True, slots=True)
class Prepositional:
    """`in the park`: how it relates what it modifies to its noun phrase."""

    token: int
    name: str
    says: Property
    """For what it modifies, with its noun phrase in place."""
    wide: Callable[[Callable[[Property], Formula]], Formula]
    """The noun phrase takes scope over what is built with the relation to it."""


@dataclass(frozen=True, slots=True)
class Half:
    """`and a cat`: waits for its first half."""

    connective: WordLeaf
    second: Meaning


def flat_prepositional(token: int, name: str, says: Property) -> Prepositional:
    """Used if the noun phrase keeps its scope inside."""
    return Prepositional(token, name, says, lambda build: build(says))


def lifted(x: Term) -> NounPhrase:
    """An individual as a noun phrase."""
    return NounPhrase(lambda noun, scope: conj(noun(x), scope(x)), Noun(lambda _: TRUE))


def quantified(b: Build, token: int, q: Quantifier, noun: Noun) -> NounPhrase:
    def how(n: Property, scope: Property) -> Formula:
        x = b.fresh()
        return b.mark(token, Quant(q, x, n(x), scope(x)))

    return NounPhrase(how, noun, indefinite=q == SOME)


def definite(b: Build, token: int, noun: Noun) -> NounPhrase:
    """For a singular: there is exactly one. For a plural: all of them, and there are some."""

    def how(n: Property, scope: Property) -> Formula:
        x = b.fresh()
        if b.conventions.definites == "up":
            return b.mark(token, Quant(SOME, x, n(x), scope(x)))
        if not noun.plural:
            return b.mark(token, Quant(THE, x, n(x), scope(x)))
        y = b.fresh()
        return b.mark(token, conj(Quant(EVERY, x, n(x), scope(x)), Quant(SOME, y, n(y), TRUE)))

    return NounPhrase(how, noun, the=token)


def stage(b: Build, x: Term, f: After, says: Property) -> Formula:
    """What is said of x without an event. Under a tense it is said of a stage of x: somebody who was a baby need not be
    one."""
    if not f.tensed:
        return conj(says(x), f(x))
    s = b.fresh("s")
    return Exists(s, conj(relation(STAGE, s, x), says(s), f(s)))


STAGE = "stage of"


def event(b: Build, parts: Callable[[Term], Formula]) -> Formula:
    e = b.fresh("e")
    return Exists(e, parts(e))


def relation(name: str, *terms: Term) -> Formula:
    return Pred(name, terms)


def subject_first(vp: Meaning, change: Callable[[Formula], Formula]) -> Meaning:
    """A verb phrase whose subject takes scope over a change of the rest."""

    def changed(subject: NounPhrase) -> Clause:
        return lambda f: subject(lambda x: change(vp(lifted(x))(f)))

    return changed


def later(f: After, further: Property, tensed: bool = False) -> After:
    return After(lambda e: conj(further(e), f(e)), f.tensed or tensed)
