"""Negation of Richardson et al. 2020 (Figures 2 and 3): who visited what, who only visited what, and who did not.

    S -> CL | CL, …, CL and CL          CL -> Person has (only | not) visited Place

'only' closes the world for its subject: Dave has only visited Israel, so he did not visit Russia. Different names are
different places. Tense has no meaning: 'has visited' and 'visited' say the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from provenli.grammar import Derivation, Grammar, Leaf, Node, intersect, negated, rule
from provenli.library.fragments.travel.designs import DESIGN, C, E, N, designed, length_option, lengths
from provenli.library.fragments.travel.grammar import PARTS, PERSON_WORDS, PLACE_WORDS, apply, one, some, within
from provenli.library.fragments.travel.meanings import only_visited, visited
from provenli.library.fragments.travel.published import plain
from provenli.logic.readings import Reading
from provenli.logic.theory import Theory
from provenli.options import Options
from provenli.pairs.drawn import Drawn
from provenli.pairs.fragment import Draft, Fragment

SAID = {
    # First the perfect, then the past: a sentence keeps to one of them.
    "only": (("has only visited", "has visited only"), ("only visited", "visited only")),
    "did": (("has visited",), ("visited",)),
    "did not": (("has not visited",), ("did not visit",)),
}
MEANING = {
    "only": lambda who, where: who(only_visited(where)),
    "did": lambda who, where: who(visited(where)),
    "did not": lambda who, where: who(negated(visited(where))),
}
CLAUSES = {
    kind: tuple(tuple(rule(f'CL -> Person "{t}" Place', MEANING[kind]) for t in texts) for texts in tenses)
    for kind, tenses in SAID.items()
}

SINGLE = rule("S -> CL")
LAST = rule('S -> Begin "and" CL', intersect)
SPLICED = rule('S -> Begin "," CL', intersect)  # Figure 2 joins two clauses by a comma: read, never written
WITH_COMMA = rule('S -> Begin "," "and" CL', intersect)  # read, never written
FIRST = rule("Begin -> CL")
MORE = rule('Begin -> Begin "," CL', intersect, level=1)

RULES = (
    *(SINGLE, LAST, SPLICED, FIRST, MORE),
    *(r for tenses in CLAUSES.values() for made in tenses for r in made),
    WITH_COMMA,  # at the end: stored trees count rules
)
GRAMMAR = Grammar("S", RULES, (*PERSON_WORDS, *PLACE_WORDS))

LABELS = {
    # What is said of the person, whether the place is the same: what then holds of only / did / did not.
    ("only", True): (E, E, C),
    ("only", False): (C, C, E),
    ("did", True): (N, E, C),
    ("did", False): (C, N, N),
    ("did not", True): (C, C, E),
    ("did not", False): (N, N, N),
}
KINDS = tuple(SAID)


def joined(clauses: list[Node]) -> Derivation:
    """One sentence of one or more clauses."""
    if len(clauses) == 1:
        return Derivation(apply(SINGLE, clauses[0]), GRAMMAR)
    begin: Node = apply(FIRST, clauses[0])
    for c in clauses[1:-1]:
        begin = apply(MORE, begin, c)
    return Derivation(apply(LAST, begin, clauses[-1]), GRAMMAR)


def sentence(rng: np.random.Generator, said: Iterable[tuple[str, Leaf, Leaf]]) -> Derivation:
    tense = int(rng.integers(2))
    return joined([apply(one(rng, CLAUSES[kind][tense]), who, where) for kind, who, where in said])


ASKED = {
    # Figure 3: whose clause is asked about, and which place.
    "only, same place": (C, True, True),
    "only, other place": (E, True, False),
    "stranger": (N, False, True),
}


def draw_paper(rng: np.random.Generator, options: Options) -> Iterator[Draft]:
    """Everybody has only visited one place; then it is denied that somebody visited some place."""
    (only, _), _ = CLAUSES["only"]
    _, (did_not,) = CLAUSES["did not"]
    while True:
        n = within(rng, lengths(options, "clauses", (2, 12)))
        people, places = some(rng, PERSON_WORDS, n + 1), some(rng, PLACE_WORDS, n + 1)
        family, who = one(rng, tuple(ASKED)), int(rng.integers(n))
        label, known, same = ASKED[family]
        premise = joined([apply(only, a, b) for a, b in zip(people[:n], places, strict=False)])
        hypothesis = joined([apply(did_not, people[who if known else n], places[who if same else n])])
        features = {"family": family, "asked": "did not", "clauses": n}
        yield Draft(premise, hypothesis, features, f"{family}: {n}", label)


def draw_wide(rng: np.random.Generator, options: Options) -> Iterator[Draft]:
    while True:
        n = within(rng, lengths(options, "clauses", (1, 7)))
        people, places = some(rng, PERSON_WORDS, n + 1), some(rng, PLACE_WORDS, n + 1)
        kinds = [str(k) for k in rng.choice(KINDS, size=n, p=(0.5, 0.3, 0.2))]
        premise = sentence(rng, zip(kinds, people, places, strict=False))
        who, asked = int(rng.integers(n)), one(rng, KINDS)
        # The same place, that of another clause or one that nobody speaks of; the person, now and then, likewise.
        where = who if rng.random() < 0.5 else one(rng, [k for k in range(n + 1) if k != who])
        stranger = rng.random() < 0.2
        hypothesis = sentence(rng, [(asked, people[n if stranger else who], places[where])])
        if hypothesis.text == premise.text:
            continue
        family = "stranger" if stranger else f"{kinds[who]}, {'same' if where == who else 'other'} place"
        label = N if stranger else LABELS[kinds[who], where == who][KINDS.index(asked)]
        features = {"family": family, "asked": asked, "clauses": n}
        yield Draft(premise, hypothesis, features, f"{family}: {asked}", label)


FRAGMENT = Fragment(
    name="negation",
    paper="Richardson et al. 2020, Figures 2 and 3",
    about="who visited, only visited and did not visit what",
    grammar=GRAMMAR,
    theory=Theory(),
    reading=Reading(distinct_names=True),
    example=("Dave has only visited Israel and Bill has visited Russia.", "Dave did not visit Russia."),
    varied=("distinct_names", "closed_world"),
    published=plain,
    pairs=Drawn(
        designed(draw_paper, draw_wide),
        PARTS,
        (DESIGN, length_option("clauses", 12, "clauses of the premise", (2, 12), (1, 7))),
        800,
    ),
)
