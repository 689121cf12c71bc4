"""Closes what is no sentence: a truth value from any meaning, and a stand-in of any category."""

from __future__ import annotations

from provenli.english.categories import Atom, Category, Functor
from provenli.english.leaves import WordLeaf
from provenli.english.phrases import After, Build, Half, Meaning, Noun, NounPhrase, Prepositional, flat_prepositional
from provenli.logic.formulas import TRUE, Const, Formula, conj


def closed(b: Build, c: Category, meaning: Meaning, rest: Formula) -> Formula:
    """A truth value from any meaning, over the rest of the sentence."""
    if isinstance(meaning, Formula):
        return conj(meaning, rest)
    if isinstance(meaning, Noun):
        return conj(meaning(Const("that one")), rest)
    if isinstance(meaning, NounPhrase):
        return meaning(lambda _: rest)
    if isinstance(meaning, Prepositional):
        return conj(meaning.says(Const("that one")), rest)
    if meaning is None or isinstance(meaning, Half | WordLeaf):
        return rest
    if isinstance(c, Atom):
        return meaning(After(lambda _: rest)) if c.name == "S" else rest
    return closed(b, c.result, meaning(stand_in(c.argument, rest)), TRUE)


def stand_in(c: Category, rest: Formula) -> Meaning:
    """Something of the category that says what the rest says."""
    if isinstance(c, Functor):
        inner = stand_in(c.result, rest)
        return lambda _: inner
    if c.name == "S":
        return lambda f: conj(rest, f(Const("that one")))
    if c.name == "N":
        return Noun(lambda _: rest)
    if c.name in ("NP", "PO"):
        return NounPhrase(
            lambda n, scope: conj(rest, n(Const("that one")), scope(Const("that one"))), Noun(lambda _: TRUE)
        )
    if c.name == "PP":
        return flat_prepositional(0, "", lambda _: rest)
    return None
