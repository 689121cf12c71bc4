"""Counting of Richardson et al. 2020 (Figure 2): lists of up to thirty people or places, and how many they are.

    S -> Person VP | Persons have visited Place | only Persons have visited Place | COUNT people have visited Place
    VP -> has (only) visited Persons | … Places | has visited COUNT people | … COUNT places
    VP -> has visited ONLY people | … ONLY places | … ONLY places and ONLY people | … ONLY places or ONLY people
    COUNT -> at least n | at most n | more than n | fewer than n | exactly n          ONLY -> only n

A list of n different names speaks of n different people (or places), and its meaning says so beside each visit:
`at least n x (person(x), visit(Nellie, x))`, or `exactly n` with 'only'. Different names being different individuals
(the reading's `distinct_names`), this adds nothing that the visits do not imply, but a proof for thirty names then has
one step in place of 435 inequalities.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any

import numpy as np

from provenli.grammar import Derivation, Form, Grammar, Leaf, Node, Rule, Word, determiner, negated, predicate, rule
from provenli.grammar.meanings import NounPhrase, Property
from provenli.library.fragments.travel.designs import DESIGN, C, E, N, designed, length_option, lengths, patterns
from provenli.library.fragments.travel.grammar import (
    PARTS,
    PERSON_WORDS,
    PERSONS,
    PLACE_WORDS,
    SOME_PLACES,
    Listing,
    apply,
    leaf,
    one,
    perhaps,
    some,
    within,
)
from provenli.library.fragments.travel.meanings import (
    both,
    listed,
    listed_objects,
    one_of_two,
    somebody,
    visit,
    visited,
)
from provenli.library.fragments.travel.published import counted
from provenli.logic import quantifiers as q
from provenli.logic.formulas import Formula
from provenli.logic.readings import Reading
from provenli.logic.theory import Theory, excludes
from provenli.options import Options
from provenli.pairs.drawn import Drawn
from provenli.pairs.fragment import Draft, Fragment

SORTS = {"person": ("Person", "Persons", "people"), "place": ("Place", "Places", "places")}
COUNTS: dict[str, Callable[[int], q.Quantifier]] = {
    "at least": q.at_least,
    "at most": q.at_most,
    "more than": q.more_than,
    "fewer than": q.fewer_than,
    "exactly": q.exactly,
}
HIGHEST = 100


def count_words(text: str, make: Callable[[int], q.Quantifier], only: str = "") -> tuple[Word, ...]:
    return tuple(
        Word(f"{text} {n}", (Form(f"{only}One" if n == 1 else f"{only}Many", f"{text} {n}"),), determiner(make(n)))
        for n in range(1, HIGHEST + 1)
    )


COUNT_WORDS = {text: count_words(text, make) for text, make in COUNTS.items()}
ONLY_WORDS = count_words("only", q.exactly, "Only")


# --- what lists mean --------------------------------------------------------------------------------------------------


def subjects(*, closed: bool) -> Callable[[NounPhrase, NounPhrase], Formula]:
    return lambda who, where: where(lambda y: listed("person", who, lambda x: visit(x, y), closed=closed))


def counted_in(count: Callable[[Property], NounPhrase], where: NounPhrase) -> Formula:
    return count(predicate("person"))(visited(where))


# --- rules ------------------------------------------------------------------------------------------------------------

VISITED, ONLY_VISITED = ("has visited", "visited"), ("has only visited", "only visited")
DENIED = ("has not visited", "did not visit")


def lists(texts: Sequence[str], *, closed: bool) -> dict[tuple[str, bool], tuple[Rule, ...]]:
    """By sort, and by whether it is a list of several."""
    return {
        (sort, many): tuple(rule(f'VP -> "{t}" {names[many]}', listed_objects(sort, closed=closed)) for t in texts)
        for sort, names in SORTS.items()
        for many in (False, True)
    }


LISTS = {"did": lists(VISITED, closed=False), "only": lists(ONLY_VISITED, closed=True)}
NOT = {
    sort: tuple(rule(f'VP -> "{t}" {names[0]}', lambda obj: negated(visited(obj))) for t in DENIED)
    for sort, names in SORTS.items()
}
COUNTED = {
    (sort, one_only): tuple(
        rule(
            f'VP -> "{t}" {"One" if one_only else "Many"} "{sort if one_only else names[2]}"',
            lambda count, sort=sort: visited(count(predicate(sort))),
        )
        for t in VISITED
    )
    for sort, names in SORTS.items()
    for one_only in (True, False)
}
ONLY_COUNTED = {
    (sort, one_only): rule(
        f'Counted -> {"OnlyOne" if one_only else "OnlyMany"} "{sort if one_only else names[2]}"',
        lambda count, sort=sort: count(predicate(sort)),
    )
    for sort, names in SORTS.items()
    for one_only in (True, False)
}
ONLY_SO_MANY = {
    "": rule('VP -> "has visited" Counted', visited),
    "and": rule('VP -> "has visited" Counted "and" Counted', lambda a, b: visited(both(a, b))),
    "or": rule('VP -> "has visited" Counted "or" Counted', lambda a, b: visited(one_of_two(a, b))),
}
SOMEBODY = rule("S -> Person VP", somebody)
ALL_OF = tuple(rule(f'S -> Persons "{t}" Place', subjects(closed=False)) for t in ("have visited", "visited"))
ONLY_ALL_OF = tuple(
    rule(f'S -> "only" Persons "{t}" Place', subjects(closed=True)) for t in ("have visited", "visited")
)
ONLY_ONE = tuple(rule(f'S -> "only" Person "{t}" Place', subjects(closed=True)) for t in VISITED)
COUNTED_PEOPLE = {
    True: tuple(rule(f'S -> One "person {t}" Place', counted_in) for t in VISITED),
    False: tuple(rule(f'S -> Many "people {t}" Place', counted_in) for t in ("have visited", "visited")),
}

RULES = (
    SOMEBODY,
    *ALL_OF,
    *ONLY_ALL_OF,
    *ONLY_ONE,
    *PERSONS.rules,
    *SOME_PLACES.rules,
    *ONLY_COUNTED.values(),
    *ONLY_SO_MANY.values(),
    *chain(*LISTS["did"].values(), *LISTS["only"].values(), *NOT.values(), *COUNTED.values(), *COUNTED_PEOPLE.values()),
)
WORDS = (*PERSON_WORDS, *PLACE_WORDS, *(w for words in (*COUNT_WORDS.values(), ONLY_WORDS) for w in words))
GRAMMAR = Grammar("S", RULES, WORDS)


# --- pairs ------------------------------------------------------------------------------------------------------------

LARGEST_SEARCHED = 16
"""Model finders try this many elements, and more only if a single numeral or the names alone ask for more. So a pair
whose models need 17 for two reasons at once (fifteen places, and who visited them) would stay undecided."""
MOST_NAMED = 6
"""Whether a name is among those of 'only' is settled name by name: that is quick for short lists, and takes seconds for
twenty names."""
ROWS: dict[str, Listing] = {"person": PERSONS, "place": SOME_PLACES}


def label(make: Callable[[int], q.Quantifier], number: int, least: int, most: int | None) -> str:
    """For a number between `least` and `most` (None: any number above)."""
    beyond = max(least, number) + 2  # from there on the answer stays the same
    values = {make(number).holds(k, 0) for k in range(least, beyond + 1 if most is None else most + 1)}
    return N if len(values) == 2 else E if values == {True} else C


def listing_node(sort: str, names: Sequence[Leaf]) -> Node:
    return names[0] if len(names) == 1 else ROWS[sort].of(names)


def about_objects(rng: np.random.Generator, n: int, text: str, number: int) -> tuple[Node, Node, str, str]:
    """'Nellie has (only) visited A, B and C' / 'Nellie has visited more than 2 people'."""
    kind, sort = one(rng, tuple(LISTS)), one(rng, tuple(SORTS))
    apart = kind == "did" and (number <= n if n > LARGEST_SEARCHED else n + number + 2 <= LARGEST_SEARCHED)
    asked = one(rng, [s for s in SORTS if s != sort]) if apart and perhaps(rng, 0.15) else sort
    head, stranger, *rest = some(rng, PERSON_WORDS, n + 2)
    names = rest if sort == "person" else some(rng, PLACE_WORDS, n)
    premise = apply(SOMEBODY, head, apply(one(rng, LISTS[kind][sort, n > 1]), listing_node(sort, names)))
    other = perhaps(rng, 0.12)
    vp = apply(one(rng, COUNTED[asked, number == 1]), leaf(COUNT_WORDS[text][number - 1]))
    hypothesis = apply(SOMEBODY, stranger if other else head, vp)
    known = not other and asked == sort
    derived = label(COUNTS[text], number, n, n if kind == "only" else None) if known else N
    family = "stranger" if other else "other sort" if asked != sort else f"objects, {kind}"
    return premise, hypothesis, family, derived


def about_subjects(rng: np.random.Generator, n: int, text: str, number: int) -> tuple[Node, Node, str, str]:
    """'(Only) A, B and C have visited Paris' / 'At least 2 people have visited Paris'."""
    closed = n == 1 or perhaps(rng, 0.5)
    people, (place, elsewhere) = some(rng, PERSON_WORDS, n), some(rng, PLACE_WORDS, 2)
    rules = ONLY_ONE if n == 1 else ONLY_ALL_OF if closed else ALL_OF
    premise = apply(one(rng, rules), listing_node("person", people), place)
    other = perhaps(rng, 0.12)
    counted = leaf(COUNT_WORDS[text][number - 1])
    hypothesis = apply(one(rng, COUNTED_PEOPLE[number == 1]), counted, elsewhere if other else place)
    derived = N if other else label(COUNTS[text], number, n, n if closed else None)
    return premise, hypothesis, "elsewhere" if other else f"subjects, {'only' if closed else 'did'}", derived


def about_names(rng: np.random.Generator, n: int) -> tuple[Node, Node, str, str]:
    """'Nellie has (only) visited A, B and C' / 'Nellie did not visit B'."""
    kind, sort = one(rng, tuple(LISTS)), one(rng, tuple(SORTS))
    head, *people = some(rng, PERSON_WORDS, n + 2)
    names = people if sort == "person" else some(rng, PLACE_WORDS, n + 1)
    premise = apply(SOMEBODY, head, apply(one(rng, LISTS[kind][sort, n > 1]), listing_node(sort, names[:n])))
    inside, did = perhaps(rng, 0.5), perhaps(rng, 0.5)
    asked = names[int(rng.integers(n)) if inside else n]
    vp = apply(one(rng, LISTS["did"][sort, False] if did else NOT[sort]), asked)
    derived = N if not inside and kind == "did" else E if inside == did else C
    return premise, apply(SOMEBODY, head, vp), f"names, {kind}", derived


def list_then_number(rng: np.random.Generator, n: int) -> tuple[Node, Node, dict[str, Any], str]:
    """'Nellie has (only) visited A, B and C' / 'Nellie has visited more than 2 people' (Figure 2). Numbers above
    the length of a list need 'only', or nothing would follow."""
    text, beyond = one(rng, ("more than", "fewer than")), one(rng, (-1, -1, 2, 4, 5))
    kind, sort = "only" if beyond > 0 else one(rng, tuple(LISTS)), one(rng, tuple(SORTS))
    number = n + beyond
    number = max(number, 2 if text == "fewer than" else 1)
    head, *people = some(rng, PERSON_WORDS, n + 1)
    names = people if sort == "person" else some(rng, PLACE_WORDS, n)
    premise = apply(SOMEBODY, head, apply(LISTS[kind][sort, n > 1][0], listing_node(sort, names)))
    vp = apply(COUNTED[sort, number == 1][0], leaf(COUNT_WORDS[text][number - 1]))
    derived = label(COUNTS[text], number, n, n if kind == "only" else None)
    features = {"family": f"objects, {kind}", "asked": text, "listed": n, "number": number}
    return premise, apply(SOMEBODY, head, vp), features, derived


def number_then_list(rng: np.random.Generator, n: int) -> tuple[Node, Node, dict[str, Any], str]:
    """'Nellie has visited only 3 places (and, or only 2 people)' / 'Nellie has visited A, B, C and D'."""
    sort, joined = one(rng, tuple(SORTS)), one(rng, tuple(ONLY_SO_MANY))
    listed_names = n + 1 if joined or perhaps(rng, 0.4) else within(rng, (1, n))
    head, *people = some(rng, PERSON_WORDS, listed_names + 1)
    names = people if sort == "person" else some(rng, PLACE_WORDS, listed_names)
    other = within(rng, (1, max(1, min(n, LARGEST_SEARCHED - n - 2))))
    numbers = {sort: n} | ({s: other for s in SORTS if s != sort} if joined else {})
    parts = [apply(ONLY_COUNTED[s, k == 1], leaf(ONLY_WORDS[k - 1])) for s, k in sorted(numbers.items(), reverse=True)]
    premise = apply(SOMEBODY, head, apply(ONLY_SO_MANY[joined], *parts))
    hypothesis = apply(SOMEBODY, head, apply(LISTS["did"][sort, listed_names > 1][0], listing_node(sort, names)))
    derived = N if joined == "or" or listed_names <= n else C
    family = f"only so many{f', {joined}' if joined else ''}"
    return premise, hypothesis, {"family": family, "asked": "list", "listed": listed_names, "number": n}, derived


def draw_paper(rng: np.random.Generator, options: Options) -> Iterator[Draft]:
    while True:
        wanted, n = one(rng, (E, C, N)), within(rng, lengths(options, "names", (1, 30)))
        make = list_then_number if perhaps(rng, 0.5) else number_then_list
        premise, hypothesis, features, derived = make(rng, n)
        p, h = Derivation(premise, GRAMMAR), Derivation(hypothesis, GRAMMAR)
        if derived == wanted and p.meaning != h.meaning:
            yield Draft(p, h, features, f"{features['family']}: {features['asked']}", derived)


def draw_wide(rng: np.random.Generator, options: Options) -> Iterator[Draft]:
    """One label after the other, so that none is rare; near the length of the list numbers matter most."""
    while True:
        wanted, (low, high) = one(rng, (E, C, N)), lengths(options, "names", (1, 30))
        # Half of the lists are short, as in the paper, whose sentences have fourteen words on average.
        n = within(rng, (low, max(low, min(high, 8)) if perhaps(rng, 0.6) else high))
        text = one(rng, tuple(COUNTS))
        number = max(2 if text == "fewer than" else 1, n + int(rng.integers(-max(2, n // 2), 4)))
        if n < LARGEST_SEARCHED <= number + 1:
            continue
        if perhaps(rng, 0.1):
            n = min(n, MOST_NAMED)
            premise, hypothesis, family, derived = about_names(rng, n)
            text, number = "name", 0
        else:
            make = about_objects if perhaps(rng, 0.7) else about_subjects
            premise, hypothesis, family, derived = make(rng, n, text, number)
        p, h = Derivation(premise, GRAMMAR), Derivation(hypothesis, GRAMMAR)
        if derived == wanted and p.meaning != h.meaning:
            features = {"family": family, "asked": text, "listed": n, "number": number}
            yield Draft(p, h, features, f"{family}: {text}", derived)


FRAGMENT = Fragment(
    name="counting",
    paper="Richardson et al. 2020, Figures 2 and 3",
    about="how many people or places a list speaks of",
    grammar=GRAMMAR,
    theory=Theory((excludes("person", "place"),)),
    reading=Reading(distinct_names=True),
    example=("Nellie has visited Carrie, Billie, John and Mike.", "Nellie has visited more than 3 people."),
    varied=("distinct_names", "closed_world"),
    published=counted,
    pairs=Drawn(
        designed(draw_paper, draw_wide),
        PARTS,
        (DESIGN, length_option("names", 60, "names in the list of the premise", (1, 30), (1, 30))),
        patterns(paper=360, wide=600),
    ),
)
