"""One constituent in another category: a noun as a noun phrase, a prepositional phrase at a verb, and so on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from provenli.english.determiners import numbered
from provenli.english.phrases import (
    NOTHING,
    After,
    Build,
    Meaning,
    Noun,
    NounPhrase,
    Prepositional,
    Property,
    later,
    lifted,
    relation,
    stage,
)
from provenli.logic.formulas import TRUE, Const, Formula, Quant, conj
from provenli.logic.quantifiers import SOME


def _bare(b: Build, n: Noun) -> NounPhrase:
    if n.count is not None:
        return numbered(b, n.count, n)
    if n.parts:
        found = _some_of_each([_bare(b, part) for part in n.parts])
        return replace(found, kinds=n) if any(part.plural for part in n.parts) else found
    if n.name and not n.plural:
        c = Const(n.name)
        return NounPhrase(lambda noun, scope: conj(n(c), noun(c), scope(c)), Noun(lambda _: TRUE))

    def how(noun: Property, scope: Property) -> Formula:
        x = b.fresh()
        return Quant(SOME, x, noun(x), scope(x))

    return NounPhrase(how, n, bare=True)


def _some_of_each(nps: list[NounPhrase]) -> NounPhrase:
    def how(n: Property, scope: Property) -> Formula:
        return conj(*(np.restricted(n)(scope) for np in nps))

    return NounPhrase(how, Noun(lambda _: TRUE))


def _at_verb(_b: Build, pp: Prepositional) -> Meaning:
    return lambda vp: lambda np: lambda f: np(lambda x: pp.wide(lambda related: vp(lifted(x))(later(f, related))))


def _at_sentence(_b: Build, pp: Prepositional) -> Meaning:
    return lambda clause: lambda f: pp.wide(lambda related: clause(later(f, related)))


def _reduced(_b: Build, vp: Meaning) -> Meaning:
    return lambda n: n.restricted(lambda x: vp(lifted(x))(NOTHING))


def _gerund(b: Build, vp: Meaning) -> NounPhrase:
    """`swimming in pools`: something of which the verb phrase is said."""
    b.not_said("a verb phrase as a noun phrase")
    one = Const("that one")  # what is inside takes no scope outside: eating no meat is healthy
    said = vp(lifted(one))
    return NounPhrase(lambda n, scope: conj(said(NOTHING), n(one), scope(one)), Noun(lambda _: TRUE))


def _clause_as_np(b: Build, clause: Meaning) -> NounPhrase:
    b.not_said("a clause as a noun phrase")
    return NounPhrase(lambda n, scope: clause(After(lambda e: conj(n(e), scope(e)))), Noun(lambda _: TRUE))


def _purpose(b: Build, inner: Meaning) -> Meaning:
    b.not_said("a verb phrase as an adjunct")
    return lambda vp: lambda np: lambda f: np(lambda x: vp(lifted(x))(later(f, lambda _: inner(lifted(x))(NOTHING))))


def _purpose_sentence(b: Build, inner: Meaning) -> Meaning:
    b.not_said("a verb phrase as an adjunct")
    return lambda clause: lambda f: conj(inner(lifted(Const("that one")))(NOTHING), clause(f))


def _when(_b: Build, np: NounPhrase) -> Meaning:
    return lambda vp: (
        lambda subj: lambda f: subj(lambda x: np(lambda y: vp(lifted(x))(later(f, lambda e: relation("at", e, y)))))
    )


def _when_sentence(_b: Build, np: NounPhrase) -> Meaning:
    return lambda clause: lambda f: np(lambda y: clause(later(f, lambda e: relation("at", e, y))))


CHANGED: Mapping[str, Callable[[Build, Meaning], Meaning]] = {
    "bare": _bare,
    "at noun": lambda _b, pp: lambda n: n.restricted(pp.says),
    "at np": lambda _b, pp: lambda n: n.restricted(pp.says),
    "at verb": _at_verb,
    "at sentence": _at_sentence,
    "as predicate": lambda b, pp: lambda np: lambda f: np(lambda x: stage(b, x, f, pp.says)),
    "reduced": _reduced,
    "reduced np": _reduced,
    "reduced object": lambda _b, gap: lambda n: n.restricted(lambda x: gap(lifted(x))(NOTHING)),
    "reduced object np": lambda _b, gap: lambda n: n.restricted(lambda x: gap(lifted(x))(NOTHING)),
    "gerund": _gerund,
    "infinitive": _gerund,
    "that": _clause_as_np,
    "purpose": _purpose,
    "purpose sentence": _purpose_sentence,
    "when": _when,
    "when sentence": _when_sentence,
    "raise": lambda _b, meaning: lambda function: function(meaning),
    "per": lambda _b, np: lambda other: other.restricted(lambda x: np(lambda y: relation("per", x, y))),
}
