"""Comparatives of Richardson et al. 2020 (Figure 2): who is taller than whom, in lists of up to fifteen people.

    S -> CL | CL, and …, and CL
    CL -> Person is (taller | shorter) than Person | … than Persons | Person is as tall as Person | … not taller than …

Heights are degrees on one scale; 'taller than A, B and C' is taller than each. 'as tall as' means equally tall under
the default reading (`as_tall_as=at_least` is the other one); 'the same height as' always does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import permutations

import numpy as np

from provenli.grammar import Derivation, Grammar, Leaf, Node, Rule, intersect, rule
from provenli.grammar.meanings import NounPhrase
from provenli.library.fragments.travel.designs import DESIGN, C, E, N, designed, length_option, lengths, patterns
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
from provenli.library.fragments.travel.published_clauses import HeightRelation, heights
from provenli.logic.formulas import Compare, Comparison, Formula, Not, Term
from provenli.logic.readings import Reading
from provenli.logic.theory import Theory
from provenli.options import Option, Options, span
from provenli.pairs.drawn import Drawn
from provenli.pairs.fragment import Draft, Fragment


def height(relation: Comparison, x: Term, y: Term) -> Formula:
    return Compare("height", relation, x, y)


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


@dataclass(slots=True)
class HeightOrder:
    """What clauses say about heights: steps[a, b] is 1 if a is above b, 0 if a is at least as high."""

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
    """Whether the composed steps imply that a is so related to b."""
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


def draw_paper(rng: np.random.Generator, options: Options) -> Iterator[Draft]:
    """Somebody against a list, and another who is as tall; or a row of people who are as tall as each other, the last
    of them taller than one more. Who is taller than whom? (Figure 2)"""
    while True:
        n = within(rng, lengths(options, "people", (4, 15)))
        row, low = perhaps(rng, 0.5), tuple(range(1, n + 1))
        if row:
            clauses = [HeightClause("as tall", k, (k + 1,)) for k in range(n - 1)]
            clauses.append(HeightClause("taller", n - 1, (n,)))
            high, low = tuple(range(n)), (n,)
        else:
            pair = (0, n + 1) if perhaps(rng, 0.5) else (n + 1, 0)
            clauses = [HeightClause("taller", 0, low), HeightClause("as tall", *_one_each(pair))]
            high = (n + 1,)
        wanted = one(rng, (E, C, N))
        a, b = one(rng, high), one(rng, low)
        if wanted == N:
            a, b = (a, n + 2) if perhaps(rng, 0.5) else (n + 2, b)
            if not row and n > 1 and perhaps(rng, 0.5):
                a, b = (int(k) + 1 for k in rng.permutation(n)[:2])
        asked = HeightClause("taller", *_one_each((b, a) if wanted == C else (a, b)))
        people = some(rng, PERSON_WORDS, n + 3)
        said, hypothesis = sentence(clauses, people), sentence([asked], people)
        if said.meaning == hypothesis.meaning:
            continue
        role = "as tall as each other" if row else family(a, b, n, n + 2)
        features = {"family": role, "asked": "taller", "people": n, "clauses": len(clauses)}
        yield Draft(said, hypothesis, features, f"{role}: {wanted}", wanted)


def draw_wide(rng: np.random.Generator, options: Options) -> Iterator[Draft]:
    while True:
        listed = within(rng, lengths(options, "people", (1, 15)))
        links = within(rng, options["links"])
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
    published=heights,
    pairs=Drawn(
        designed(draw_paper, draw_wide),
        PEOPLE_PARTS,
        (
            DESIGN,
            length_option("people", 30, "people in the list of the premise", (4, 15), (1, 15)),
            Option("links", (0, 3), span(0, 8), "further comparisons in the premise of the wide design", "0-3"),
        ),
        patterns(paper=400, wide=1500),
    ),
)
