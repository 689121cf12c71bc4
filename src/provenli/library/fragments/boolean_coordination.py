"""Boolean coordination of Richardson et al. 2020 (Figures 2 and 3): lists of people who visited, or only visited,
lists of places.

    S -> Person has (only | not) visited Obj | Persons have (only | not) visited Obj
    Obj -> Place | Places | Place or Place

Who is listed did everything that is listed. Negation is below the subject and above the object: 'A and B did not visit
P or Q' says that none of the four visits took place. 'did not visit P and Q' is heard in two ways and is not written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from provenli.grammar import Derivation, Grammar, Leaf, Node, Rule, negated, rule
from provenli.library.fragments.travel.designs import DESIGN, C, E, N, designed, length_option, lengths, patterns
from provenli.library.fragments.travel.grammar import (
    PARTS,
    PERSON_WORDS,
    PERSONS,
    PLACE_WORDS,
    SOME_PLACES,
    apply,
    one,
    perhaps,
    some,
    within,
)
from provenli.library.fragments.travel.meanings import one_of_two, only_visited, visited
from provenli.library.fragments.travel.published import plain
from provenli.logic.readings import Reading
from provenli.logic.theory import Theory
from provenli.options import Options
from provenli.pairs.drawn import Drawn
from provenli.pairs.fragment import Draft, Fragment

VERBS = {
    "only": (only_visited, ("{have} only visited", "only visited", "{have} visited only")),
    "did": (visited, ("{have} visited", "visited")),
    "did not": (lambda obj: negated(visited(obj)), ("{have} not visited", "did not visit")),
}


def verb_phrases(category: str, have: str, objects: str) -> dict[str, tuple[Rule, ...]]:
    return {
        kind: tuple(rule(f'{category} -> "{t.format(have=have)}" {objects}', meaning) for t in texts)
        for kind, (meaning, texts) in VERBS.items()
    }


LISTED = {"VPone": verb_phrases("VPone", "has", "Obj"), "VPmany": verb_phrases("VPmany", "have", "Obj")}
CHOICE = {
    "VPone": {k: r for k, r in verb_phrases("VPone", "has", "Choice").items() if k != "only"},
    "VPmany": {k: r for k, r in verb_phrases("VPmany", "have", "Choice").items() if k != "only"},
}
ONE = rule("S -> Person VPone", lambda who, vp: who(vp))
MANY = rule("S -> Persons VPmany", lambda who, vp: who(vp))
PLACE = rule("Obj -> Place")
PLACES = rule("Obj -> Places")
EITHER = rule('Choice -> Place "or" Place', one_of_two)

RULES = (
    ONE,
    MANY,
    PLACE,
    PLACES,
    EITHER,
    *PERSONS.rules,
    *SOME_PLACES.rules,
    *(r for table in (LISTED, CHOICE) for kinds in table.values() for made in kinds.values() for r in made),
)
GRAMMAR = Grammar("S", RULES, (*PERSON_WORDS, *PLACE_WORDS))


def sentence(
    rng: np.random.Generator, kind: str, who: Sequence[Leaf], where: Sequence[Leaf], *, choice: bool = False
) -> Derivation:
    category = "VPone" if len(who) == 1 else "VPmany"
    if choice:
        vp = apply(one(rng, CHOICE[category][kind]), apply(EITHER, *where))
        return _said_of(who, vp)
    return spoken(kind, int(rng.integers(len(LISTED[category][kind]))), who, where)


def spoken(kind: str, wording: int, who: Sequence[Leaf], where: Sequence[Leaf]) -> Derivation:
    """`wording`: which of the texts of VERBS."""
    obj: Node = apply(PLACE, where[0]) if len(where) == 1 else apply(PLACES, SOME_PLACES.of(where))
    return _said_of(who, apply(LISTED["VPone" if len(who) == 1 else "VPmany"][kind][wording], obj))


def _said_of(who: Sequence[Leaf], vp: Node) -> Derivation:
    return Derivation(apply(ONE, who[0], vp) if len(who) == 1 else apply(MANY, PERSONS.of(who), vp), GRAMMAR)


def label(kind: str, asked: str, inside: int, outside: int, total: int, *, choice: bool, strange: int) -> str:
    """By the rules of Figure 3, for `inside` listed and `outside` unlisted places; `strange` of the people asked about
    are not listed. `kind`: what the premise says. An open premise says nothing about unlisted places or people."""
    known = kind == "only"
    if asked == "did":
        false = known and (inside == 0 if choice else outside > 0)
        true = inside > 0 if choice else outside == 0
    elif asked == "did not":
        false, true = inside > 0, known and inside == 0
    else:
        # only these: wrong where something listed is left out, or, in a closed world, something else is added.
        false = inside < total or (known and outside > 0)
        true = known and inside == total and outside == 0
    if strange:  # a list with strangers is false where it is false of those who are known, and never known to be true
        return C if false and strange > 1 else N
    return C if false else E if true else N


PAPER = {
    # Figure 3: is the person of the hypothesis listed, is the place?
    "only, listed": (C, True, True),
    "only, other place": (E, True, False),
    "only, stranger": (N, False, True),
}


def draw_paper(rng: np.random.Generator, options: Options) -> Iterator[Draft]:
    """Many people who have only visited one place, or one who has only visited many; a visit is denied."""
    while True:
        many = perhaps(rng, 0.5)
        n = within(rng, lengths(options, "people", (2, 20))) if many else 1
        m = 1 if many else within(rng, lengths(options, "places", (2, 20)))
        people, places = some(rng, PERSON_WORDS, n + 1), some(rng, PLACE_WORDS, m + 1)
        family = one(rng, tuple(PAPER))
        derived, known, inside = PAPER[family]
        who = people[int(rng.integers(n)) if known else n]
        where = places[int(rng.integers(m)) if inside else m]
        premise = spoken("only", 0, people[:n], places[:m])
        hypothesis = spoken("did not", 1, [who], [where])
        features = {
            "family": family,
            "asked": "did not",
            "people": n,
            "places": m,
            "people asked": 1,
            "places asked": 1,
        }
        yield Draft(premise, hypothesis, features, f"{family}: {n}, {m}", derived)


def draw_wide(rng: np.random.Generator, options: Options) -> Iterator[Draft]:
    while True:
        n = within(rng, lengths(options, "people", (1, 5)))
        m = within(rng, lengths(options, "places", (1, 4)))
        people, places = some(rng, PERSON_WORDS, n + 1), some(rng, PLACE_WORDS, m + 2)
        kind = "only" if perhaps(rng, 0.7) else "did"
        premise = sentence(rng, kind, people[:n], places[:m])
        asked = one(rng, ("only", "did", "did not", "did not"))
        choice = asked != "only" and perhaps(rng, 0.3)
        where = asked_places(rng, m, asked, choice=choice)
        who = asked_people(rng, n, most=1 if asked == "only" else 2)
        hypothesis = sentence(rng, asked, [people[k] for k in who], [places[k] for k in where], choice=choice)
        if hypothesis.meaning == premise.meaning:
            continue
        inside, strangers = sum(k < m for k in where), sum(k == n for k in who)
        strange = strangers and (2 if len(who) > strangers else 1)
        derived = label(kind, asked, inside, len(where) - inside, m, choice=choice, strange=strange)
        family = f"{kind}, {('listed', 'stranger', 'listed and stranger')[strange]}"
        form = f"{asked}{' or' if choice else ''}"
        features = {
            "family": family,
            "asked": form,
            "people": n,
            "places": m,
            "people asked": len(who),
            "places asked": len(where),
        }
        yield Draft(premise, hypothesis, features, f"{family}: {form}", derived)


def asked_people(rng: np.random.Generator, n: int, most: int) -> list[int]:
    """Mostly one of those listed, sometimes two, sometimes the stranger (number n)."""
    if perhaps(rng, 0.2):
        return [n, int(rng.integers(n))][:most] if perhaps(rng, 0.4) else [n]
    size = min(n, most if perhaps(rng, 0.3) else 1)
    return [int(k) for k in rng.permutation(n)[:size]]


def asked_places(rng: np.random.Generator, m: int, asked: str, *, choice: bool) -> list[int]:
    """Numbers below m are listed. 'did not' is asked of one place, or of two with 'or'."""
    if asked == "only" and perhaps(rng, 0.5):
        return [int(k) for k in rng.permutation(m)]
    size = 2 if choice else 1 if asked == "did not" else within(rng, (1, 2))
    # 'did not' is often true only of places that are not listed.
    if perhaps(rng, 0.25 if asked == "did not" else 0.5) and m >= size:
        return [int(k) for k in rng.permutation(m)[:size]]
    strange = [m, m + 1] if perhaps(rng, 0.6) else [int(rng.integers(m)), m]
    return [int(k) for k in rng.permutation(strange)[:size]]


FRAGMENT = Fragment(
    name="boolean_coordination",
    paper="Richardson et al. 2020, Figures 2 and 3",
    about="lists of people who visited, only visited or did not visit lists of places",
    grammar=GRAMMAR,
    theory=Theory(),
    reading=Reading(distinct_names=True),
    example=("Travis, Arthur, Henry and Dan have only visited Georgia.", "Dan did not visit Rwanda."),
    varied=("distinct_names", "closed_world"),
    published=plain,
    pairs=Drawn(
        designed(draw_paper, draw_wide),
        PARTS,
        (
            DESIGN,
            length_option("people", 20, "people listed in the premise", (2, 20), (1, 5)),
            length_option("places", 20, "places listed in the premise", (2, 20), (1, 4)),
        ),
        patterns(paper=400, wide=1500),
    ),
)
