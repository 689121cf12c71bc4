"""What a transitive verb and one noun phrase say of the other noun phrase, which then has the wider scope."""

from __future__ import annotations

from collections.abc import Callable

from provenli.grammar.meanings import NounPhrase, Property
from provenli.logic.formulas import Formula


def with_object(verb: Callable[..., Formula], obj: NounPhrase) -> Property:
    return lambda x: obj(lambda y: verb(x, y))


def from_subject(subject: NounPhrase, verb: Callable[..., Formula]) -> Property:
    """What somebody did to x: 'who every dog saw'."""
    return lambda x: subject(lambda y: verb(y, x))
