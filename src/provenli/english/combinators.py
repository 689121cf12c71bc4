"""How two constituents make one, and how one changes its category: the rules of the grammar, with their meanings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from provenli.english.categories import Atom, Category, Functor, category, functor, matches, with_feature

VP = category(r"S\NP")
NP, N, PP, CONJ, COMMA, PO, S = map(category, ("NP", "N", "PP", "conj", ",", "PO", "S"))
ADVERB = category(r"(S\NP)\(S\NP)")
FIRST_HALF = category("AND")


@dataclass(frozen=True, slots=True)
class Step:
    """One way in which two categories combine."""

    result: Category
    rule: str
    cost: float
    head: int
    """Which of the two is the head."""


@lru_cache(maxsize=1 << 16)
def combine(left: Category, right: Category) -> tuple[Step, ...]:
    """All ways; few pairs have more than one."""
    found = [*_applied(left, right), *_composed(left, right), *_coordinated(left, right), *_punctuated(left, right)]
    return tuple(found)


def _modifies(c: Functor) -> bool:
    return matches(c.argument, c.result) is not None


def _applied(left: Category, right: Category) -> list[Step]:
    out: list[Step] = []
    if isinstance(left, Functor) and left.slash == "/":
        feature = matches(left.argument, right)
        if feature is not None:
            modifies = _modifies(left)
            out.append(
                Step(
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
            out.append(Step(result, "<", _price(right, left, modifies), 0 if modifies else 1))
    return out


FINITE = category(r"S[dcl]\NP")
EXISTENTIAL = category(r"S[dcl]\NP[thr]")


def _price(function: Functor, argument: Category, modifies: bool) -> float:
    """Adjuncts go inside what auxiliaries and negation take, rather than outside."""
    if modifies and function.slash == "\\":
        return {FINITE: 0.25, EXISTENTIAL: 0.6}.get(argument, 0.0)
    return 0.0


def _composed(left: Category, right: Category) -> list[Step]:
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
            return [Step(functor(right.result.result, "/", NP), "TB", 0.4, 1)]
        return []
    out: list[Step] = []
    # `does` + `not`: backward crossed composition.
    if left.slash == "/" and right.slash == "\\" and _modifies(right) and matches(VP, right.argument) is not None:
        feature = matches(right.argument, left.result)
        if feature is not None and matches(VP, left.argument) is not None:
            out.append(Step(functor(left.result, "/", left.argument), "bx", 0.1, 0))
        elif feature is not None and (
            left.argument is NP or left.argument is PP or matches(category(r"S[adj]\NP"), left.argument) is not None
        ):
            out.append(Step(functor(left.result, "/", left.argument), "bx", 1.5, 0))
    # `did not` + `see _`: forward composition into a verb that still wants its object.
    if left.slash == "/" and right.slash == "/" and right.argument is NP and matches(VP, left.argument) is not None:
        feature = matches(left.argument, right.result)
        if feature is not None:
            out.append(Step(functor(with_feature(left.result, feature), "/", NP), "fc", 0.5, 1))
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


def _coordinated(left: Category, right: Category) -> list[Step]:
    if left is CONJ and any(matches(c, right) is not None for c in COORDINABLE):
        price = {"N": 0.3, "NP": 0.1, "N/N": 0.0}.get(str(right), 0.15)
        return [Step(coordinated(right), "conj", price, 1)]
    if isinstance(right, Functor) and right.argument is FIRST_HALF and (right.result is left):
        return [Step(left, "and", 0.0, 0)]
    return []


def _complete(c: Category) -> bool:
    """Whether a comma may follow: nothing wants its argument from behind one, but for an adverb of the sentence."""
    return isinstance(c, Atom) or c.slash == "\\" or c is SENTENCE_ADVERB


SENTENCE_ADVERB = category("S/S")


def _punctuated(left: Category, right: Category) -> list[Step]:
    if right is COMMA and left is not CONJ and left is not COMMA and _complete(left):
        return [Step(left, "rp", 0.3, 0)]
    if left is COMMA and right is not COMMA:
        if right is CONJ or (isinstance(right, Functor) and right.argument is FIRST_HALF):
            return [Step(right, "lp", 0.0, 1)]
        return [Step(right, "lp", 0.5, 1)]
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
