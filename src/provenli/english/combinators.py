"""How two constituents make one, and how one changes its category: the rules of the grammar, with their meanings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from provenli.english.categories import Atom, Category, Functor, category, functor, matches, with_feature
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

VP = category(r"S\NP")
NP, N, PP, CONJ, COMMA, PO, S = map(category, ("NP", "N", "PP", "conj", ",", "PO", "S"))
ADVERB = category(r"(S\NP)\(S\NP)")
FIRST_HALF = category("AND")


@dataclass(frozen=True, slots=True)
class CombinatorStep:
    """One way in which two categories combine."""

    result: Category
    rule: str
    cost: float
    head: int
    """Which of the two is the head."""


@lru_cache(maxsize=1 << 16)
def combine(left: Category, right: Category) -> tuple[CombinatorStep, ...]:
    """All ways in which the two combine; few pairs have more than one."""
    found = [*_applied(left, right), *_composed(left, right), *_coordinated(left, right), *_punctuated(left, right)]
    return tuple(found)


def _modifies(c: Functor) -> bool:
    return matches(c.argument, c.result) is not None


def _applied(left: Category, right: Category) -> list[CombinatorStep]:
    out: list[CombinatorStep] = []
    if isinstance(left, Functor) and left.slash == "/":
        feature = matches(left.argument, right)
        if feature is not None:
            modifies = _modifies(left)
            out.append(
                CombinatorStep(
                    right if modifies else with_feature(left.result, feature),
                    ">",
                    _price(left, right, modifies),
                    1 if modifies or (right is not NP and left.result is NP) else 0,
                )
            )
    if isinstance(right, Functor) and right.slash == "\\":
        feature = matches(right.argument, left)
        if feature is not None:
            modifies = _modifies(right)
            result = left if modifies else with_feature(right.result, feature)
            out.append(CombinatorStep(result, "<", _price(right, left, modifies), 0 if modifies else 1))
    return out


IMPERATIVE = category(r"S[b]\NP")
FINITE = category(r"S[dcl]\NP")
EXISTENTIAL = category(r"S[dcl]\NP[thr]")


def _price(function: Functor, argument: Category, modifies: bool) -> float:
    """Adjuncts go inside what auxiliaries and negation take, rather than outside."""
    if modifies and function.slash == "\\":
        return {FINITE: 0.25, EXISTENTIAL: 0.6}.get(argument, 0.0)
    return 0.0


def _composed(left: Category, right: Category) -> list[CombinatorStep]:
    if not isinstance(left, Functor) or not isinstance(right, Functor):
        if (
            left is NP
            and isinstance(right, Functor)
            and isinstance(right.result, Functor)
            and right.slash == "/"
            and right.argument is NP
            and right.result.slash == "\\"
            and right.result.argument is NP
            and isinstance(right.result.result, Atom)
            and right.result.result.name == "S"
        ):
            # Type raising and composition in one: the subject of an object relative.
            return [CombinatorStep(functor(right.result.result, "/", NP), "TB", 0.4, 1)]
        return []
    out: list[CombinatorStep] = []
    if left is SENTENCE_ADVERB and right is IMPERATIVE:  # if it rains, + stay at home
        out.append(CombinatorStep(IMPERATIVE, "fc", 0.0, 1))
    # `does` + `not`: backward crossed composition.
    if left.slash == "/" and right.slash == "\\" and _modifies(right) and matches(VP, right.argument) is not None:
        feature = matches(right.argument, left.result)
        if feature is not None and matches(VP, left.argument) is not None:
            out.append(CombinatorStep(functor(left.result, "/", left.argument), "bx", 0.1, 0))
        elif feature is not None and (
            left.argument is NP or left.argument is PP or matches(category(r"S[adj]\NP"), left.argument) is not None
        ):
            out.append(CombinatorStep(functor(left.result, "/", left.argument), "bx", 1.5, 0))
    # `did not` + `see _`: forward composition into a verb that still wants its object.
    if left.slash == "/" and right.slash == "/" and right.argument is NP and matches(VP, left.argument) is not None:
        feature = matches(left.argument, right.result)
        if feature is not None:
            out.append(CombinatorStep(functor(with_feature(left.result, feature), "/", NP), "fc", 0.5, 1))
    return out


COORDINABLE = tuple(
    map(
        category,
        (
            "N",
            "NP",
            "PP",
            r"S\NP",
            "S",
            r"(S\NP)/NP",
            "N/N",
            r"(S\NP)\(S\NP)",
            r"N\N",
            "S[em]",
            "S/S",
            r"(S\NP)/(S\NP)",
        ),
    )
)


def coordinated(c: Category) -> Category:
    """What `and X` is: an X that waits for its first half. It has an atom of its own, so that nothing else takes it."""
    return functor(c, "\\", FIRST_HALF)


def _coordinated(left: Category, right: Category) -> list[CombinatorStep]:
    if left is CONJ and any(matches(c, right) is not None for c in COORDINABLE):
        price = {"N": 0.3, "NP": 0.1, "N/N": 0.0}.get(str(right), 0.15)
        return [CombinatorStep(coordinated(right), "conj", price, 1)]
    if isinstance(right, Functor) and right.argument is FIRST_HALF and (right.result is left):
        return [CombinatorStep(left, "and", 0.0, 0)]
    return []


def _complete(c: Category) -> bool:
    """Whether a comma may follow: nothing takes an argument from behind one, except an adverb of the sentence."""
    return isinstance(c, Atom) or c.slash == "\\" or c is SENTENCE_ADVERB


SENTENCE_ADVERB = category("S/S")


def _makes_verb_phrase(c: Category) -> bool:
    while isinstance(c, Functor) and c.slash == "/":
        c = c.result
    return matches(VP, c) is not None


def _punctuated(left: Category, right: Category) -> list[CombinatorStep]:
    if right is COMMA and left is not CONJ and left is not COMMA and _complete(left):
        return [
            CombinatorStep(left, "rp", 1.2 if left is NP or left is N else 0.3, 0)
        ]  # no comma parts a subject from its verb
    if left is COMMA and right is not COMMA:
        if right is CONJ or (isinstance(right, Functor) and right.argument is FIRST_HALF):
            return [CombinatorStep(right, "lp", 0.0, 1)]
        return [CombinatorStep(right, "lp", 1.4 if _makes_verb_phrase(right) else 0.5, 1)]
    return []


@dataclass(frozen=True, slots=True)
class Change:
    result: Category
    rule: str
    cost: float


def _changes(*rows: tuple[str, str, str, float]) -> Mapping[Category, tuple[Change, ...]]:
    out: dict[Category, tuple[Change, ...]] = {}
    for source, result, rule, cost in rows:
        c = category(source)
        out[c] = (*out.get(c, ()), Change(category(result), rule, cost))
    return out


CHANGES = _changes(
    ("N", "NP", "bare", 0.6),
    ("PP[of]", r"N\N", "at noun", 0.0),
    ("PP[of]", r"NP\NP", "at np", 0.3),
    ("PP[of]", r"(S\NP)\(S\NP)", "at verb", 1.5),
    ("PP[of]", r"S[adj]\NP", "as predicate", 1.0),
    ("PP[of]", "S/S", "at sentence", 1.5),
    ("PP", r"N\N", "at noun", 0.35),
    ("PP", r"NP\NP", "at np", 0.9),
    ("PP", r"(S\NP)\(S\NP)", "at verb", 0.3),
    ("PP", "S/S", "at sentence", 0.5),
    ("PP", r"S[adj]\NP", "as predicate", 0.8),
    (r"S[pss]\NP", r"N\N", "reduced", 0.7),
    (r"S[ng]\NP", r"N\N", "reduced", 0.7),
    (r"S[adj]\NP", r"N\N", "reduced", 1.2),
    (r"S[adj]\NP", r"NP\NP", "reduced np", 1.2),
    (r"S[to]\NP", r"N\N", "reduced", 0.9),
    (r"S[pss]\NP", r"NP\NP", "reduced np", 1.3),
    (r"S[ng]\NP", r"NP\NP", "reduced np", 1.3),
    (r"S[to]\NP", r"NP\NP", "reduced np", 1.4),
    ("S[dcl]/NP", r"N\N", "reduced object", 0.9),
    ("S[dcl]/NP", r"NP\NP", "reduced object np", 1.1),
    (r"S[ng]\NP", "NP", "gerund", 0.5),
    (r"S[to]\NP", "NP", "infinitive", 1.5),
    ("S[em]", "NP", "that", 1.5),
    ("S[qem]", "NP", "that", 0.6),
    (r"S[to]\NP", r"(S\NP)\(S\NP)", "purpose", 0.5),
    (r"S[ng]\NP", r"(S\NP)\(S\NP)", "purpose", 0.8),
    (r"S[pss]\NP", r"(S\NP)\(S\NP)", "purpose", 1.3),
    (r"S[adj]\NP", r"(S\NP)\(S\NP)", "purpose", 1.6),
    (r"S[ng]\NP", "S/S", "purpose sentence", 1.2),
    (r"S[to]\NP", "S/S", "purpose sentence", 1.2),
    (r"S[pss]\NP", "S/S", "purpose sentence", 1.4),
    ("NP", r"(S\NP)\(S\NP)", "when", 2.2),
    ("NP", "S/S", "when sentence", 2.2),
    ("NP", r"NP\NP", "per", 0.4),
)
"""Type changes; CCGbank has the same (Hockenmaier and Steedman 2007, section 3.8)."""


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
