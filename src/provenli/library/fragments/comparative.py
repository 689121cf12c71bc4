"""Comparatives of Richardson et al. 2020 (Figure 2): who is taller than whom, in lists of up to fifteen people.

    S -> CL | CL, and …, and CL
    CL -> Person is (taller | shorter) than Person | … than Persons | Person is as tall as Person | … not taller than …

Heights are degrees on one scale; 'taller than A, B and C' is taller than each. 'as tall as' means equally tall under
the default reading (`as_tall_as=at_least` is the other one); 'the same height as' always does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import permutations

import numpy as np

from provenli.grammar import Derivation, Form, Grammar, Leaf, Node, Rule, Word, either, fixed, intersect, negated, rule
from provenli.grammar.meanings import NounPhrase, Property, name
from provenli.grammar.name_lists import NameLists
from provenli.grammar.tolerant import TolerantParser
from provenli.library.fragments.travel.grammar import (
    PEOPLE_PARTS,
    PERSON_WORDS,
    PERSONS,
    apply,
    one,
    perhaps,
    some,
    within,
)
from provenli.library.fragments.travel.meanings import members
from provenli.library.fragments.travel.published_clauses import name_lists, texts
from provenli.library.fragments.travel.published_words import open_plain_names, plain_names
from provenli.logic.formulas import Compare, Comparison, Equal, Exists, Forall, Formula, Implies, Not, Term, Var, conj
from provenli.logic.readings import Reading
from provenli.logic.theory import Theory
from provenli.options import Option, Options, span
from provenli.pairs.drawn import Drawn
from provenli.pairs.fragment import Draft, Fragment

# --- Who is taller than whom, as published files write it. Read, never generated. ---


AGREEMENT = {"num": "subject and verb"}


def _height(relation: str) -> HeightRelation:
    return lambda x, y: Compare("height", relation, x, y)  # type: ignore[arg-type]


def _turned(relation: HeightRelation) -> HeightRelation:
    return lambda x, y: relation(y, x)


TALLER, SHORTER, AT_LEAST = _height("more"), _turned(_height("more")), _height("at_least")
RELATIONS: tuple[tuple[str, HeightRelation, tuple[str, ...]], ...] = (
    ("taller than", TALLER, ("bigger than", "higher than", "much taller than")),
    ("shorter than", SHORTER, ("smaller than", "less tall than", "much shorter than")),
    ("as tall as", _height("as"), ("just as tall as", "also as tall as")),
    (
        "the same height as",
        _height("equal"),
        ("equally tall as", "exactly as tall as", "of the same height as", "as short as"),
    ),
    ("at least as tall as", AT_LEAST, ("no shorter than",)),
    ("at most as tall as", _turned(AT_LEAST), ("no taller than",)),
)


# --- meanings ---------------------------------------------------------------------------------------------------------


def than(relation: HeightRelation, whom: NounPhrase) -> Property:
    return lambda x: whom(lambda y: relation(x, y))


def not_than(relation: HeightRelation, whom: NounPhrase) -> Property:
    """Not taller than A and B: than neither, as in the fragment for one."""
    return than(lambda x, y: Not(relation(x, y)), whom)


def everyone(body: Property) -> Formula:
    y = Var("everyone")
    return Forall(y, body(y))


def someone(body: Property) -> Formula:
    y = Var("someone")
    return Exists(y, body(y))


def everyone_else(relation: HeightRelation) -> Property:
    y = Var("else")
    return lambda x: Forall(y, Implies(Not(Equal(y, x)), relation(x, y)))


def same(who: NounPhrase) -> Formula:
    first, *rest = members(who)
    return conj(*(Compare("height", "equal", first, t) for t in rest))


# --- rules ------------------------------------------------------------------------------------------------------------


def rules() -> Iterator[Rule]:
    yield from texts()
    yield from name_lists("Name", "Names")
    yield rule("CL -> Name VP[num=sg]", lambda who, vp: who(vp))
    yield rule("CL -> Names VP[num=pl]", lambda who, vp: who(vp))
    yield from (rule(f"CL -> NamesOr VP[num={n}]", lambda who, vp: who(vp)) for n in ("sg", "pl"))
    yield rule("CL -> Everybody VP[num=sg]", lambda who, vp: who(vp))
    yield from (
        rule(f'CL -> Names Be[num=pl] "{w}"', lambda who, be: be(same(who)))
        for w in ("the same height", "equally tall", "as tall as each other")
    )
    yield rule("VP[num=?n] -> Be[num=?n] Pred", lambda be, p: be(p))
    yield rule('VP[num=?n] -> Be[num=?n] "not" NotPred', lambda be, p: be(p))
    yield from (rule(f'VP[num=?n] -> VP[num=?n] "{w}" VP[num=?n]', intersect, level=1) for w in ("and", "but", ", but"))
    yield rule("Pred -> Comp Obj", than)
    yield from (rule(f'Pred -> Pred "{w}" Pred', intersect, level=1) for w in ("and", "but", ", but"))
    yield rule('Pred -> Pred "or" Pred', either, level=1)
    yield rule('Pred -> Pred "but not" NotPred', intersect, level=1)
    yield rule("NotPred -> Comp Obj", not_than)
    yield from (
        rule(f'Pred -> Comp "{w}"', everyone_else)
        for w in ("everyone else", "everybody else", "every other person", "all others")
    )
    yield from (rule(f'Pred -> Tallest "{w}"') for w in ("person", "one", "of all"))
    yield rule("Pred -> Tallest")
    yield from (rule(f"Obj -> {x}") for x in ("Name", "Names", "NamesOr", "Everybody"))
    yield rule('Obj -> Name ", who" VP[num=sg]', lambda who, vp: lambda body: conj(who(body), who(vp)), level=1)


def words() -> Iterator[Word]:
    yield from plain_names(lambda sort, text: name(text))  # noqa: ARG005
    yield Word("be", (Form("Be[num=sg]", "is", ("was",)), Form("Be[num=pl]", "are", ("were",))), lambda p: p)
    for text, relation, variants in RELATIONS:
        yield fixed("Comp", text, relation, variants=variants)
    yield fixed("Everybody", "everyone", everyone, variants=("everybody", "every person"))
    yield fixed("Everybody", "someone", someone, variants=("somebody", "some person", "a person"))
    yield fixed("Everybody", "no one", lambda p: negated(someone(p)), variants=("nobody", "no person"))
    yield fixed("Tallest", "the tallest", everyone_else(TALLER))
    yield fixed("Tallest", "the shortest", everyone_else(SHORTER))


@cache
def parser() -> TolerantParser:
    plain = open_plain_names(lambda sort, text: name(text))  # noqa: ARG005
    return TolerantParser(Grammar("S", rules(), words(), plain), AGREEMENT, NameLists("CL", "VP"))


def height(relation: Comparison, x: Term, y: Term) -> Formula:
    return Compare("height", relation, x, y)


HeightRelation = Callable[[Term, Term], Formula]
MEANING: dict[str, HeightRelation] = {
    "taller": lambda x, y: height("more", x, y),
    "shorter": lambda x, y: height("more", y, x),
    "as tall": lambda x, y: height("as", x, y),
    "same height": lambda x, y: height("equal", x, y),
    "not taller": lambda x, y: Not(height("more", x, y)),
    "not shorter": lambda x, y: Not(height("more", y, x)),
}
SAID = {
    "taller": "is taller than",
    "shorter": "is shorter than",
    "as tall": "is as tall as",
    "same height": "is the same height as",
    "not taller": "is not taller than",
    "not shorter": "is not shorter than",
}


def compared(kind: str, objects: str) -> Rule:
    relation = MEANING[kind]

    def meaning(who: NounPhrase, whom: NounPhrase) -> Formula:
        return who(lambda x: whom(lambda y: relation(x, y)))

    return rule(f'CL -> Person "{SAID[kind]}" {objects}', meaning)


TO_ONE = {kind: compared(kind, "Person") for kind in SAID}
TO_MANY = {kind: compared(kind, "Persons") for kind in ("taller", "shorter", "as tall")}
SINGLE, FIRST = rule("S -> CL"), rule("Begin -> CL")
MORE = rule('Begin -> Begin "," "and" CL', intersect, level=1)
LAST = rule('S -> Begin "," "and" CL', intersect)
SPLICED = rule('Begin -> Begin "," CL', intersect, level=1)  # read, never written, like the next
WITHOUT_COMMA = rule('S -> Begin "and" CL', intersect)

RULES = (SINGLE, FIRST, MORE, LAST, SPLICED, *TO_ONE.values(), *TO_MANY.values(), *PERSONS.rules, WITHOUT_COMMA)
GRAMMAR = Grammar("S", RULES, PERSON_WORDS)

E, C, N = "entailment", "contradiction", "neutral"


@dataclass(slots=True)
class HeightOrder:
    """What clauses say of heights: steps[a, b] is 1 where a is above b, 0 where a is at least as high."""

    steps: dict[tuple[int, int], int] = field(default_factory=dict)

    def say(self, kind: str, a: int, b: int) -> None:
        up, down = {"taller": (1, None), "shorter": (None, 1), "not taller": (None, 0), "not shorter": (0, None)}.get(
            kind, (0, 0)
        )
        if up is not None:
            self.steps[a, b] = up
        if down is not None:
            self.steps[b, a] = down

    def closed(self, n: int) -> dict[tuple[int, int], int]:
        """Steps composed until nothing is new."""
        reach = dict(self.steps)
        for via in range(n):
            for a, b in permutations(range(n), 2):
                if (a, via) in reach and (via, b) in reach:
                    reach[a, b] = max(reach.get((a, b), 0), reach[a, via], reach[via, b])
        return reach


def label(reach: dict[tuple[int, int], int], kind: str, a: int, b: int) -> str:
    """Does it follow from the composed steps that a is so related to b?"""
    match kind:
        case "taller":
            return E if reach.get((a, b)) == 1 else C if (b, a) in reach else N
        case "not taller":
            return {E: C, C: E, N: N}[label(reach, "taller", a, b)]
        case "shorter" | "not shorter":
            return label(reach, kind.replace("shorter", "taller"), b, a)
        case _:
            if 1 in (reach.get((a, b)), reach.get((b, a))):
                return C
            return E if (a, b) in reach and (b, a) in reach else N


@dataclass(frozen=True, slots=True)
class HeightClause:
    kind: str
    who: int
    whom: tuple[int, ...]

    def node(self, people: list[Leaf]) -> Node:
        whom = [people[k] for k in self.whom]
        if len(whom) == 1:
            return apply(TO_ONE[self.kind], people[self.who], whom[0])
        return apply(TO_MANY[self.kind], people[self.who], PERSONS.of(whom))


def sentence(clauses: list[HeightClause], people: list[Leaf]) -> Derivation:
    nodes = [c.node(people) for c in clauses]
    if len(nodes) == 1:
        return Derivation(apply(SINGLE, nodes[0]), GRAMMAR)
    begin: Node = apply(FIRST, nodes[0])
    for node in nodes[1:-1]:
        begin = apply(MORE, begin, node)
    return Derivation(apply(LAST, begin, nodes[-1]), GRAMMAR)


def premise(rng: np.random.Generator, listed: int, links: int) -> list[HeightClause]:
    """Somebody against a list; then one new person at a time, against somebody known: never inconsistent."""
    clauses = [HeightClause("taller" if perhaps(rng, 0.75) else "shorter", 0, tuple(range(1, listed + 1)))]
    for new in range(listed + 1, listed + 1 + links):
        known = 0 if perhaps(rng, 0.5) else int(rng.integers(new))
        kind = one(rng, tuple(SAID))
        clauses.append(HeightClause(kind, new, (known,)) if perhaps(rng, 0.7) else HeightClause(kind, known, (new,)))
    return clauses


def family(a: int, b: int, listed: int, n: int) -> str:
    def role(k: int) -> str:
        return "head" if k == 0 else "listed" if k <= listed else "linked" if k < n else "stranger"

    return " and ".join(sorted((role(a), role(b))))


def draw(rng: np.random.Generator, options: Options) -> Iterator[Draft]:
    while True:
        listed, links = within(rng, options["people"]), within(rng, options["links"])
        n = 1 + listed + links
        clauses = premise(rng, listed, links)
        order = HeightOrder()
        for c in clauses:
            for whom in c.whom:
                order.say(c.kind, c.who, whom)
        reach = order.closed(n)
        wanted, kind = one(rng, (E, C, N)), one(rng, tuple(SAID))
        pairs = [(a, b) for a, b in permutations(range(n + perhaps(rng, 0.1)), 2) if label(reach, kind, a, b) == wanted]
        if not pairs:
            continue
        # Roles first: else almost every neutral pair would be two of the list.
        role = one(rng, sorted({family(a, b, listed, n) for a, b in pairs}))
        asked = HeightClause(kind, *_one_each(one(rng, [p for p in pairs if family(*p, listed, n) == role])))
        people = some(rng, PERSON_WORDS, n + 1)
        said, hypothesis = sentence(clauses, people), sentence([asked], people)
        if said.meaning == hypothesis.meaning:
            continue
        features = {"family": role, "asked": kind, "people": listed, "clauses": len(clauses)}
        yield Draft(said, hypothesis, features, f"{role}: {kind}", wanted)


def _one_each(pair: tuple[int, int]) -> tuple[int, tuple[int, ...]]:
    return pair[0], (pair[1],)


FRAGMENT = Fragment(
    name="comparative",
    paper="Richardson et al. 2020, Figures 2 and 3",
    about="who is taller than, shorter than or as tall as whom",
    grammar=GRAMMAR,
    theory=Theory(),
    reading=Reading(),
    example=("John is taller than Gordon and Erik, and Mitchell is as tall as John.", "Mitchell is taller than Erik."),
    varied=("as_tall_as", "distinct_names"),
    published=parser,
    pairs=Drawn(
        draw,
        PEOPLE_PARTS,
        (
            Option("people", (1, 15), span(1, 30), "people in the list of the premise", "1-15"),
            Option("links", (0, 3), span(0, 8), "further comparisons in the premise", "0-3"),
        ),
    ),
)
