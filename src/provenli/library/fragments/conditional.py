"""Conditionals of Richardson et al. 2020 (Figures 2 and 3): facts about visits, and what holds if they do.

    S -> CL | IF | CL and IF | ITEM, and …, and ITEM        ITEM -> CL | IF
    IF -> if CL then CL | if CL and CL then CL | if CL or CL then CL

'if' is material. A comma stands before 'and' wherever a conditional comes before it, so that 'then' reaches no further
than its clause.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from provenli.grammar import Derivation, Grammar, Leaf, Node, either, intersect, negated, rule
from provenli.library.fragments.travel.designs import DESIGN, C, E, N, designed, length_option, lengths
from provenli.library.fragments.travel.grammar import (
    PARTS,
    PERSON_WORDS,
    PLACE_WORDS,
    apply,
    one,
    perhaps,
    some,
    within,
)
from provenli.library.fragments.travel.meanings import visited
from provenli.library.fragments.travel.published import plain
from provenli.logic.formulas import Formula, Implies
from provenli.logic.readings import Reading
from provenli.logic.theory import Theory
from provenli.options import Options
from provenli.pairs.drawn import Drawn
from provenli.pairs.fragment import Draft, Fragment

DID = tuple(rule(f'CL -> Person "{t}" Place', lambda a, b: a(visited(b))) for t in ("has visited", "visited"))
DID_NOT = tuple(
    rule(f'CL -> Person "{t}" Place', lambda a, b: a(negated(visited(b)))) for t in ("has not visited", "did not visit")
)


def implied_by_both(a: Formula, b: Formula, c: Formula) -> Formula:
    return Implies(intersect(a, b), c)


IF = rule('IF -> "if" CL "then" CL', Implies)
IF_AND = rule('IF -> "if" CL "and" CL "then" CL', implied_by_both)
IF_OR = rule('IF -> "if" CL "or" CL "then" CL', lambda a, b, c: Implies(either(a, b), c))
FACT, CONDITION = rule("Item -> CL"), rule("Item -> IF")
SINGLE = rule("S -> Item")
PAIR, FACTS = rule('S -> CL "and" IF', intersect), rule('S -> CL "and" CL', intersect)
FIRST = rule("Begin -> Item")
MORE = rule('Begin -> Begin "," "and" Item', intersect, level=1)
SPLICED = rule('Begin -> Begin "," Item', intersect, level=1)  # read, never written
LAST = rule('S -> Begin "," "and" Item', intersect)
# 'A, B and C': read, never written. No conditional stands before 'and', which would be part of its consequent.
WITHOUT_COMMA = rule('S -> Begin "," CL "and" Item', intersect)

RULES = (
    *DID,
    *DID_NOT,
    IF,
    IF_AND,
    IF_OR,
    FACT,
    CONDITION,
    SINGLE,
    PAIR,
    FACTS,
    FIRST,
    MORE,
    SPLICED,
    LAST,
    WITHOUT_COMMA,
)
GRAMMAR = Grammar("S", RULES, (*PERSON_WORDS, *PLACE_WORDS))


@dataclass(frozen=True, slots=True)
class Claim:
    """The facts: who visited what, or did not."""

    who: Leaf
    where: Leaf
    true: bool = True

    def denied(self) -> Claim:
        return Claim(self.who, self.where, not self.true)

    def said(self, style: int) -> Node:
        return apply((DID if self.true else DID_NOT)[style], self.who, self.where)


@dataclass(frozen=True, slots=True)
class If:
    conditions: tuple[Claim, ...]
    then: Claim
    any: bool = False

    def said(self, style: int) -> Node:
        r = IF if len(self.conditions) == 1 else IF_OR if self.any else IF_AND
        return apply(r, *(c.said(style) for c in self.conditions), self.then.said(style))


Item = Claim | If


def sentence(rng: np.random.Generator, items: list[Item]) -> Derivation:
    return spoken(int(rng.integers(len(DID))), items)


def spoken(style: int, items: list[Item]) -> Derivation:
    """`style`: 'has visited' or 'visited', the same throughout a sentence."""
    said = [i.said(style) for i in items]
    nodes = [apply(FACT if isinstance(i, Claim) else CONDITION, s) for i, s in zip(items, said, strict=True)]
    if len(items) == 1:
        return Derivation(apply(SINGLE, nodes[0]), GRAMMAR)
    if len(items) == 2 and isinstance(items[0], Claim):
        return Derivation(apply(PAIR if isinstance(items[1], If) else FACTS, *said), GRAMMAR)
    begin: Node = apply(FIRST, nodes[0])
    for node in nodes[1:-1]:
        begin = apply(MORE, begin, node)
    return Derivation(apply(LAST, begin, nodes[-1]), GRAMMAR)


Problem = tuple[list[Item], Item, str]
"""Premise, hypothesis, label."""


def chain(claims: list[Claim]) -> list[Item]:
    return [If((a,), b) for a, b in pairwise(claims)]


def modus_ponens(rng: np.random.Generator, claims: list[Claim]) -> Problem:
    """Somewhere in the chain a fact is given; everything after it follows (Figure 3, first two rows)."""
    given = int(rng.integers(len(claims) - 1))
    asked = int(rng.integers(given + 1, len(claims)))
    return [claims[given], *chain(claims)], claims[asked], E


def modus_tollens(rng: np.random.Generator, claims: list[Claim]) -> Problem:
    given = int(rng.integers(1, len(claims)))
    asked = int(rng.integers(given))
    return [claims[given].denied(), *chain(claims)], claims[asked].denied(), E


def denied_antecedent(rng: np.random.Generator, claims: list[Claim]) -> Problem:
    """Nothing follows about what comes later (Figure 3, third row)."""
    given = int(rng.integers(len(claims) - 1))
    asked = int(rng.integers(given + 1, len(claims)))
    return [claims[given].denied(), *chain(claims)], claims[asked], N


def affirmed_consequent(rng: np.random.Generator, claims: list[Claim]) -> Problem:
    given = int(rng.integers(1, len(claims)))
    return [claims[given], *chain(claims)], claims[int(rng.integers(given))], N


def no_fact(rng: np.random.Generator, claims: list[Claim]) -> Problem:
    return chain(claims), claims[int(rng.integers(len(claims)))], N


def two_conditions(rng: np.random.Generator, claims: list[Claim]) -> Problem:
    """With 'and' both conditions are needed, with 'or' one is enough."""
    a, b, then, *rest = claims
    either_one = perhaps(rng, 0.4)
    given: list[Item] = [a, b] if perhaps(rng, 0.5) else [one(rng, (a, b))]
    last = one(rng, (then, *rest))
    follows = either_one or len(given) == 2
    return [*given, If((a, b), then, either_one), *chain([then, *rest])], last, E if follows else N


def other_condition(rng: np.random.Generator, claims: list[Claim]) -> Problem:
    """The fact is about the same person or the same place, not the same visit."""
    a, b, *rest = claims
    near = Claim(a.who, b.where, a.true) if perhaps(rng, 0.5) else Claim(b.who, a.where, a.true)
    return [near, *chain([a, b, *rest])], one(rng, (b, *rest)), N


def composed(rng: np.random.Generator, claims: list[Claim]) -> Problem:
    """A conditional follows: the ends of the chain, or their contraposition. The converse does not."""
    first, last = claims[0], claims[-1]
    way = one(rng, ("forward", "contraposed", "converse"))
    premise = chain(claims)
    if way == "forward":
        return premise, If((first,), last), E
    if way == "contraposed":
        return premise, If((last.denied(),), first.denied()), E
    return premise, If((last,), first), N


def broken(rng: np.random.Generator, claims: list[Claim]) -> Problem:
    """Facts that make a conditional false."""
    a, b, *rest = claims
    return [a, b.denied(), *chain([b, *rest])], If((a,), b) if perhaps(rng, 0.7) else If((b.denied(),), a.denied()), C


FAMILIES: dict[str, tuple[Callable[[np.random.Generator, list[Claim]], Problem], int]] = {
    "modus ponens": (modus_ponens, 2),
    "modus tollens": (modus_tollens, 2),
    "denied antecedent": (denied_antecedent, 2),
    "affirmed consequent": (affirmed_consequent, 2),
    "no fact": (no_fact, 2),
    "two conditions": (two_conditions, 3),
    "other condition": (other_condition, 2),
    "composed": (composed, 3),
    "broken": (broken, 2),
}
"""How each family makes a problem, and the fewest visits it speaks of."""
WEIGHTS = (0.2, 0.2, 0.1, 0.1, 0.05, 0.15, 0.05, 0.08, 0.07)


def denial(asked: Item, label: str) -> tuple[Item, str]:
    """The opposite hypothesis has the opposite label."""
    return (asked.denied(), {E: C, C: E, N: N}[label]) if isinstance(asked, Claim) else (asked, label)


def draw_paper(rng: np.random.Generator, options: Options) -> Iterator[Draft]:
    """Figure 3: facts, and one conditional. Its condition is one of the facts (p, or not p) or is denied by one (not p,
    and if p then q); a negative conclusion is only asked as it stands."""
    while True:
        n = within(rng, lengths(options, "visits", (2, 4)))
        pairs = zip(some(rng, PERSON_WORDS, n), some(rng, PLACE_WORDS, n), strict=True)
        *facts, then = (Claim(who, where, perhaps(rng, 0.5)) for who, where in pairs)
        label, k = one(rng, (E, C, N)), int(rng.integers(n - 1))
        if label == N:
            facts[k] = Claim(facts[k].who, facts[k].where, False)
        then = Claim(then.who, then.where, label != E or perhaps(rng, 2 / 3))
        asked = then.denied() if label == C or (label == N and perhaps(rng, 0.5)) else then
        premise = spoken(0, [*facts, If((facts[k].denied() if label == N else facts[k],), then)])
        family = "denied antecedent" if label == N else "modus ponens"
        form = "did" if asked.true else "did not"
        features = {"family": family, "asked": form, "visits": n, "items": n}
        yield Draft(premise, spoken(0, [asked]), features, f"{family}: {form}, {n}", label)


def draw_wide(rng: np.random.Generator, options: Options) -> Iterator[Draft]:
    while True:
        family = str(rng.choice(list(FAMILIES), p=WEIGHTS))
        make, least = FAMILIES[family]
        n = max(least, within(rng, lengths(options, "visits", (2, 4))))
        pairs = zip(some(rng, PERSON_WORDS, n), some(rng, PLACE_WORDS, n), strict=True)
        claims = [Claim(who, where, perhaps(rng, 0.75)) for who, where in pairs]
        items, asked, label = make(rng, claims)
        if perhaps(rng, 0.5):
            asked, label = denial(asked, label)
        if perhaps(rng, 0.3):  # the fact may stand last: 'If A then B, and A'
            items = [*items[1:], items[0]]
        premise, hypothesis = sentence(rng, items), sentence(rng, [asked])
        if hypothesis.meaning == premise.meaning:
            continue
        form = "if" if isinstance(asked, If) else "did" if asked.true else "did not"
        features = {"family": family, "asked": form, "visits": n, "items": len(items)}
        yield Draft(premise, hypothesis, features, f"{family}: {form}", label)


FRAGMENT = Fragment(
    name="conditional",
    paper="Richardson et al. 2020, Figures 2 and 3",
    about="facts and conditionals about visits: modus ponens, tollens, chains, fallacies",
    grammar=GRAMMAR,
    theory=Theory(),
    reading=Reading(),
    example=(
        "Francisco has visited Potsdam and if Francisco has visited Potsdam then Tyrone has visited Pampa.",
        "Tyrone has visited Pampa.",
    ),
    varied=("distinct_names", "closed_world"),
    published=plain,
    pairs=Drawn(
        designed(draw_paper, draw_wide),
        PARTS,
        (DESIGN, length_option("visits", 8, "visits spoken of in the premise", (2, 4), (2, 4), least=2)),
    ),
)
