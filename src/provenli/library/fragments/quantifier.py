"""Quantifiers of Richardson et al. 2020 (Figures 2 and 3): everyone, someone and no one, every place and some place,
and names.

    S -> Subject has visited Object | Subject did not visit Object

Persons and places are sorts, and no place is a person: who has visited every place need not have visited Barry. A name
presupposes the sort of what it names (see `named`). Scope is surface scope: 'did not visit someone' is read as 'did not
visit anyone', as in all fragments, and left out of data unless `--scope` asks for it, since English also hears that
somebody was left out (`other_scope`). 'Everyone did not visit …' is not in the grammar.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from provenli.grammar import Branch, Derivation, Grammar, Leaf, Node, Word, determiner, fixed, predicate, rule
from provenli.grammar.meanings import NounPhrase, Property
from provenli.library.fragments.travel.designs import DESIGN, C, E, N, designed, lengths, patterns
from provenli.library.fragments.travel.grammar import (
    PARTS,
    PEOPLE,
    PLACES,
    SOME_PLACES,
    apply,
    leaf,
    one,
    perhaps,
    some,
    within,
)
from provenli.library.fragments.travel.meanings import both, missed, named, visited
from provenli.library.fragments.travel.published import quantified
from provenli.logic import quantifiers as q
from provenli.logic.formulas import Not
from provenli.logic.readings import Reading
from provenli.logic.theory import Theory, excludes
from provenli.options import Option, Options, span
from provenli.pairs.drawn import Drawn
from provenli.pairs.fragment import Draft, Fragment


def of_sort(quantifier: q.Quantifier, sort: str) -> NounPhrase:
    return determiner(quantifier)(predicate(sort))


NAMES = {
    "person": tuple(fixed("Person", n, named("person", n), symbol=n) for n in PEOPLE),
    "place": tuple(fixed("Place", n, named("place", n), symbol=n) for n in PLACES),
}
CATEGORY = {"every": "Every", "some": "Some", "a": "A", "any": "Any", "no": "No", "not every": "NotEvery"}
MEANS = {"every": q.EVERY, "some": q.SOME, "a": q.SOME, "any": q.SOME, "no": q.NO, "not every": q.NOT_EVERY}
TEXTS: dict[str, tuple[tuple[str, str], ...]] = {
    "every": (("everyone", "person"), ("every person", "person"), ("every place", "place")),
    "some": (("someone", "person"), ("some person", "person"), ("some place", "place")),
    "a": (("a person", "person"), ("a place", "place")),
    "any": (("anyone", "person"), ("any person", "person"), ("any place", "place")),
    "no": (("no one", "person"), ("no person", "person")),
    "not every": (("not everyone", "person"), ("not every person", "person")),
}


def phrase(kind: str, text: str, sort: str) -> Word:
    """Subjects are persons, so their category says nothing about sorts; objects may be either."""
    variants = {"no one": ("nobody",), "everyone": ("everybody",), "someone": ("somebody",), "anyone": ("anybody",)}
    category = f"{CATEGORY[kind]}{sort.capitalize()}"
    return fixed(category, text, of_sort(MEANS[kind], sort), variants=variants.get(text, ()))


PHRASES = {
    (kind, sort): tuple(phrase(kind, t, s) for t, s in texts if s == sort)
    for kind, texts in TEXTS.items()
    for sort in ("person", "place")
}


def not_visited(obj: NounPhrase) -> Property:
    return lambda x: Not(visited(obj)(x))


OBJECTS = {
    # Which objects go with which verb phrase. 'any' needs a negation above it, 'some' dislikes one.
    "VP": ("every", "some", "a", "name"),
    "VPno": ("any", "every", "name"),
    "VPnotEvery": ("every", "a", "name"),
    "VPneg": ("any", "every", "name"),
    "VPmissed": ("some",),
}
POSITIVE, NEGATIVE = ("has visited", "visited"), ("has not visited", "did not visit")
VERBS: dict[str, tuple[tuple[str, ...], Callable[[NounPhrase], Property]]] = {
    "VP": (POSITIVE, visited),
    "VPno": (POSITIVE, visited),
    "VPnotEvery": (POSITIVE, visited),
    "VPneg": (NEGATIVE, not_visited),
    "VPmissed": (NEGATIVE, not_visited),
}
SUBJECTS = {
    "VP": ("every", "some", "a", "name"),
    "VPno": ("no",),
    "VPnotEvery": ("not every",),
    "VPneg": ("some", "a", "name"),
    "VPmissed": ("some", "a", "name"),
}


def category(kind: str, sort: str) -> str:
    return sort.capitalize() if kind == "name" else f"{CATEGORY[kind]}{sort.capitalize()}"


VERB_RULES = {
    (vp, kind, sort): tuple(rule(f'{vp} -> "{t}" {category(kind, sort)}', VERBS[vp][1]) for t in VERBS[vp][0])
    for vp, kinds in OBJECTS.items()
    for kind in kinds
    for sort in ("person", "place")
}
SENTENCES = {
    (kind, vp): rule(f"S -> {category(kind, 'person')} {vp}", lambda np, did: np(did))
    for vp, kinds in SUBJECTS.items()
    for kind in kinds
}
PEOPLE_AND_PLACES = rule('Both -> EveryPerson "and" EveryPlace', both)
OF_BOTH, OF_LIST = (tuple(rule(f'VP -> "{t}" {x}', visited) for t in POSITIVE) for x in ("Both", "Places"))
GRAMMAR = Grammar(
    "S",
    (
        *SENTENCES.values(),
        *(r for made in VERB_RULES.values() for r in made),
        PEOPLE_AND_PLACES,
        *OF_BOTH,
        *OF_LIST,
        *SOME_PLACES.rules,
    ),
    tuple(w for words in (*PHRASES.values(), *NAMES.values()) for w in words),
)
MISSED = {
    r: replace(r, meaning=missed, name="object first")
    for (vp, _, _), made in VERB_RULES.items()
    if vp == "VPmissed"
    for r in made
}


def other_scope(node: Node) -> Node | None:
    """'did not visit someone' as 'there was someone whom … did not visit'."""
    return replace(node, rule=MISSED[node.rule]) if isinstance(node, Branch) and node.rule in MISSED else None


SentenceShape = tuple[str, str, str]
"""Subject, verb phrase, object."""
SHAPES: tuple[SentenceShape, ...] = tuple((s, vp, o) for vp in VERBS for s in SUBJECTS[vp] for o in OBJECTS[vp])
STRONG = tuple(s for s in SHAPES if s[0] in ("every", "no") and s[2] != "some")
"""Shapes from which much follows: pairs of other premises are mostly neutral."""


# --- pairs ------------------------------------------------------------------------------------------------------------


def built(
    rng: np.random.Generator, shape: SentenceShape, name: Leaf, names: dict[str, Leaf], sort: str
) -> tuple[Node, str]:
    """A sentence with these names, and its shape in words: 'some not every'."""
    subject, vp, kind = shape
    who = name if subject == "name" else leaf(one(rng, PHRASES[subject, "person"]))
    whom = names[sort] if kind == "name" else leaf(one(rng, PHRASES[kind, sort]))
    node = apply(SENTENCES[subject, vp], who, apply(one(rng, VERB_RULES[vp, kind, sort]), whom))
    return node, f"{_plain(subject)} {'not ' if vp in ('VPneg', 'VPmissed') else ''}{_plain(kind)}"


def _plain(kind: str) -> str:
    return "some" if kind == "a" else kind


FAMILIES = {
    # The premise: by what its object is. For each hypothesis: its subjects, its verb, its object, the label.
    "everyone, places": (
        (("name", "some", "a"), "VP", "listed", E),
        (("name", "some", "a"), "VPneg", "listed", C),
        (("name",), "VPneg", "place", N),
    ),
    "everyone, every place": ((("name",), "VPneg", "person", N), (("name",), "VPneg", "place", C)),
    "everyone, every person": ((("name",), "VPneg", "person", C),),
    "everyone, both": ((("name",), "VPneg", "any sort", C),),
    "someone, both": (
        (("some", "a"), "VP", "any sort", E),
        (("name",), "VPneg", "any sort", N),
        (("no",), "VPno", "any sort", C),
    ),
}


def draw_paper(rng: np.random.Generator, options: Options) -> Iterator[Draft]:
    """Figures 2 and 3: everyone or someone has visited every place, every person, both, or the places of a list."""
    while True:
        family = one(rng, tuple(FAMILIES))
        subjects, vp, target, label = one(rng, FAMILIES[family])
        n = within(rng, lengths(options, "places", (5, 20)))
        who, whom = some(rng, NAMES["person"], 2)
        where = some(rng, NAMES["place"], n + 1)
        sort = {"listed": "place", "any sort": one(rng, ("person", "place"))}.get(target, target)
        name = whom if sort == "person" else where[int(rng.integers(n)) if target == "listed" else n]
        subject = one(rng, subjects)
        said = whole(family, where[:n])
        speaker = who if subject == "name" else leaf(PHRASES[subject, "person"][0])
        verb = VERB_RULES[vp, "name", sort][1]  # visited, did not visit
        then = apply(SENTENCES[subject, vp], speaker, apply(verb, name))
        form = f"{_plain(subject)} {'not ' if vp == 'VPneg' else ''}name"
        listed = n if family == "everyone, places" else 0
        features = {
            "family": family,
            "asked": form,
            "objects": [sort, target],
            "names": listed + 1 + (subject == "name"),
        }
        yield Draft(Derivation(said, GRAMMAR), Derivation(then, GRAMMAR), features, f"{family}: {form}", label)


def whole(family: str, where: list[Leaf]) -> Node:
    subject, objects = family.split(", ")
    kind = "every" if subject == "everyone" else "some"
    every = {sort: leaf(PHRASES["every", sort][-1]) for sort in ("person", "place")}
    if objects == "both":
        vp = apply(OF_BOTH[0], apply(PEOPLE_AND_PLACES, every["person"], every["place"]))
    elif objects == "places":
        vp = apply(OF_LIST[0], SOME_PLACES.of(where))
    else:
        sort = objects.split()[1]
        vp = apply(VERB_RULES["VP", "every", sort][0], every[sort])
    return apply(SENTENCES[kind, "VP"], leaf(PHRASES[kind, "person"][0]), vp)


def draw_wide(rng: np.random.Generator, options: Options) -> Iterator[Draft]:  # noqa: ARG001  a sentence has one shape
    while True:
        sort = one(rng, ("person", "place"))
        asked = sort if perhaps(rng, 0.88) else one(rng, ("person", "place"))
        who, other, whom, them = some(rng, NAMES["person"], 4)
        where, elsewhere = some(rng, NAMES["place"], 2)
        shape = one(rng, STRONG if perhaps(rng, 0.5) else SHAPES)
        said, family = built(rng, shape, who, {"person": whom, "place": where}, sort)
        same = perhaps(rng, 0.85)
        names = {"person": whom, "place": where} if same else {"person": them, "place": elsewhere}
        then, form = built(rng, one(rng, SHAPES), who if perhaps(rng, 0.85) else other, names, asked)
        p, h = Derivation(said, GRAMMAR), Derivation(then, GRAMMAR)
        if p.text == h.text:  # paraphrases stay: nothing else entails 'everyone visited every place'
            continue
        features = {"family": family, "asked": form, "objects": [sort, asked], "names": _names(p) + _names(h)}
        yield Draft(p, h, features, form)


def _names(d: Derivation) -> int:
    return sum(bool(w.symbol) for w in d.words())


FRAGMENT = Fragment(
    name="quantifier",
    paper="Richardson et al. 2020, Figures 2 and 3",
    about="everyone, someone and no one, every place and some place, names, negation",
    grammar=GRAMMAR,
    theory=Theory((excludes("person", "place"),)),
    # There are people and places, and names name some of them.
    reading=Reading(existential_import="strong", distinct_names=True),
    example=("Someone has visited every person.", "A person has visited Mark."),
    varied=("existential_import", "distinct_names", "scope", "coreference", "closed_world"),
    other_scope=other_scope,
    published=quantified,
    changed="0.2.0",
    pairs=Drawn(
        designed(draw_paper, draw_wide),
        PARTS,
        (
            DESIGN,
            Option(
                "places",
                (5, 20),
                span(2, 30),
                "places in the list of a premise; the wide design has none",
                "5-20",
                formerly=(5, 20),
            ),
        ),
        patterns(paper=110, wide=1500),
    ),
)
