"""Words of published sentences about who visited what: verbs, quantified phrases, counts, names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from provenli.grammar import Form, Word, determiner, fixed, predicate, quantify
from provenli.grammar.meanings import NounPhrase
from provenli.grammar.open_words import OpenClass, small
from provenli.library.fragments.number_words import HIGHEST, spellings
from provenli.library.fragments.travel.gazetteer import DOUBLES, FIRST_NAMES, PLACE_NAMES, TOWNS
from provenli.library.fragments.travel.meanings import visited
from provenli.logic import quantifiers as q
from provenli.logic.formulas import Const, Equal, Not, Term, conj

Named = Callable[[str, str], NounPhrase]
"""What a name means, by sort and text."""

CAPITALS = "capitals"
SORTS = ("person", "place")

# For each kind and sort: number, text, variants. The figures also say 'country'; every name of a place is one here.
PHRASES: dict[str, dict[str, tuple[tuple[str, str, tuple[str, ...]], ...]]] = {
    "every": {
        "person": (
            ("sg", "everyone", ("everybody",)),
            ("sg", "every person", ("each person", "every single person", "every individual", "each individual")),
            ("pl", "all people", ("all persons", "all the people", "all of the people")),
        ),
        "place": (
            ("sg", "every place", ("each place", "every single place", "every country", "each country", "every city")),
            ("pl", "all places", ("all the places", "all of the places", "all countries", "all cities")),
        ),
    },
    "some": {
        "person": (
            ("sg", "someone", ("somebody",)),
            ("sg", "some person", ("some individual",)),
            ("pl", "some people", ()),
        ),
        "place": (("sg", "some place", ("some country", "some city")), ("pl", "some places", ("some countries",))),
    },
    "a": {"person": (("sg", "a person", ("an individual",)),), "place": (("sg", "a place", ("a country", "a city")),)},
    "the": {"person": (("sg", "the person", ("the individual",)),), "place": (("sg", "the place", ()),)},
    "any": {
        "person": (("sg", "anyone", ("anybody",)), ("sg", "any person", ("any individual",)), ("pl", "any people", ())),
        "place": (("sg", "any place", ("any country", "any city")), ("pl", "any places", ())),
    },
    "no": {
        "person": (
            ("sg", "no one", ("nobody", "no-one", "noone")),
            ("sg", "no person", ("no individual",)),
            ("pl", "no people", ()),
        ),
        "place": (("sg", "no place", ("no country",)), ("pl", "no places", ())),
    },
    "not every": {
        "person": (
            ("sg", "not everyone", ("not everybody",)),
            ("sg", "not every person", ("not every individual",)),
            ("pl", "not all people", ()),
        ),
        "place": (("sg", "not every place", ("not every country",)), ("pl", "not all places", ())),
    },
}
MEANS = {
    "every": q.EVERY,
    "some": q.SOME,
    "a": q.SOME,
    "the": q.THE,
    "any": q.SOME,
    "no": q.NO,
    "not every": q.NOT_EVERY,
}
CATEGORY = {"every": "Every", "some": "Some", "a": "A", "the": "The", "any": "Any", "no": "No", "not every": "NotEvery"}
COUNTS: dict[str, Callable[[int], q.Quantifier]] = {
    "at least": q.at_least,
    "at most": q.at_most,
    "more than": q.more_than,
    "fewer than": q.fewer_than,
    "less than": q.less_than,
    "exactly": q.exactly,
    "only": q.exactly,
    "no more than": q.at_most,
    "no fewer than": q.at_least,
    "no less than": q.at_least,
    "": q.at_least,
}
"""A bare number is read as 'at least'; the text's other reading is that it is exact."""


def verbs() -> tuple[Word, ...]:
    forms = (
        Form("V[form=base]", "visit", ("go to",)),
        Form("V[form=past]", "visited", ("went to",)),
        Form("V[form=part]", "visited", ("been to", "gone to")),
    )
    return (Word("visit", forms, visited),)


def phrases() -> Iterator[Word]:
    for kind, sorts in PHRASES.items():
        for sort in SORTS:
            meaning = determiner(MEANS[kind])(predicate(sort))
            for num, text, variants in sorts[sort]:
                yield fixed(f"{CATEGORY[kind]}{sort.capitalize()}[num={num}]", text, meaning, variants=variants)
                if kind == "any":  # outside of negation it is 'every'
                    free = determiner(q.EVERY)(predicate(sort))
                    yield Word(f"{text} (every)", (Form(f"Free{sort.capitalize()}[num={num}]", text, variants),), free)


def others() -> Iterator[Word]:
    """'every other person', 'everyone else': other than whoever is spoken of."""
    for text, quantifier in (("every", q.EVERY), ("some", q.SOME), ("no", q.NO)):
        for sort in SORTS:
            variants = (
                {
                    "every": ("everyone else", "everybody else"),
                    "some": ("someone else", "somebody else"),
                    "no": ("no one else", "nobody else"),
                }[text]
                if sort == "person"
                else ()
            )
            yield fixed("Other", f"{text} other {sort}", _other(quantifier, sort), variants=variants)


def _other(quantifier: q.Quantifier, sort: str) -> Callable[[Term], NounPhrase]:
    def than(x: Term) -> NounPhrase:
        return lambda body: quantify(quantifier, lambda y: conj(predicate(sort)(y), Not(Equal(y, x))), body)

    return than


def counts() -> Iterator[Word]:
    for text, make in COUNTS.items():
        for n in range(0 if text else 1, HIGHEST + 1):
            yield _counted("Count", text, n, make)
    for n in range(1, HIGHEST + 1):
        yield _counted("Count", "", n, q.exactly, " (exactly)")
        yield _counted("Exact", "", n, q.exactly)


def _counted(category: str, text: str, n: int, make: Callable[[int], q.Quantifier], told_apart: str = "") -> Word:
    first, *rest = (f"{text} {s}".strip() for s in spellings(n))
    form = Form(f"{category}[num={'sg' if n == 1 else 'pl'}]", first, tuple(rest))
    return Word(f"{first}{told_apart}", (form,), determiner(make(n)))


def nouns() -> Iterator[Word]:
    for sort, singular, plural, others in (
        ("person", ("individual",), "people", ("persons", "different people", "other people", "individuals")),
        ("place", (), "places", ("different places", "countries", "different countries", "cities", "other places")),
    ):
        forms = (Form("CN[num=sg]", sort, singular), Form("CN[num=pl]", plural, others))
        yield Word(sort, forms, predicate(sort))


def that(sort: str, category: str, mean: Named) -> Iterator[Word]:
    """'that person there' is somebody, the same person wherever the phrase stands, and perhaps somebody who is also
    named."""
    one, other = f"that {sort} there", f"that other {sort} there"
    apart = Not(Equal(Const(one), Const(other)))
    pointed = mean(sort, other)
    words = (sort, "individual") if sort == "person" else (sort,)
    shapes = ("that {} there", "that particular {}", "that {}", "this {} here", "this particular {}", "this {}")
    variants = tuple(v for w in words for shape in shapes if (v := shape.format(w)) != one)
    yield fixed(category, one, mean(sort, one), variants=variants, symbol=one)
    shorter = (f"that other {sort}",)
    yield fixed(category, other, lambda body: conj(apart, pointed(body)), variants=shorter, symbol=other)


def plain_names(mean: Named) -> Iterator[Word]:
    """Names for which it does not matter whose they are."""
    for n in dict.fromkeys((*FIRST_NAMES, *PLACE_NAMES, *DOUBLES)):
        yield fixed("Name", n, mean("", n), symbol=n)
    for sort in SORTS:
        yield from that(sort, "Name", mean)


def sorted_names(mean: Named) -> Iterator[Word]:
    for sort, names in (("person", [n for n in FIRST_NAMES if n in _PEOPLE]), ("place", PLACE_NAMES)):
        yield from (fixed(f"Known{sort.capitalize()}", n, mean(sort, n), symbol=n) for n in names)
        yield from that(sort, f"Known{sort.capitalize()}", mean)
        yield from map(_name(f"Double{sort.capitalize()}", sort, mean), DOUBLES)
        yield from map(_name(f"Town{sort.capitalize()}", sort, mean), TOWNS)


def _name(category: str, sort: str, mean: Named) -> Callable[[str], Word]:
    def word(text: str) -> Word:
        bearer = f"{text} ({sort})" if text in UNEXPECTED.get(sort, ()) else text
        return fixed(category, text, mean(sort, bearer), symbol=text)

    return word


UNLIKELY = frozenset({"TownPlace", "Person", "Who", "WhomAlso", "WhomDouble"})
"""Categories of single names that are seldom meant: a town called Everett, and people whose names are not listed."""
UNEXPECTED = {"person": frozenset((*PLACE_NAMES, *DOUBLES)), "place": frozenset(FIRST_NAMES)}
"""Names that are expected to be of the other sort. In *Jordan has visited Oslo and Jordan* they are two, so what bears
a name unexpectedly has a name of its own."""


def open_plain_names(mean: Named) -> tuple[OpenClass, ...]:
    word = _name("Name", "", mean)
    return OpenClass("Name", word, names=True), OpenClass("Name", word, small, tolerance=CAPITALS)


def open_sorted_names(mean: Named) -> tuple[OpenClass, ...]:
    """If a name may be a person's or a place's, the place comes first. Among people *Mary Ann* is one of them."""
    person, place = _name("Person", "person", mean), _name("Place", "place", mean)
    known = _name("KnownPerson", "person", mean)
    several = {category: _name(category, "person", mean) for category in ("Who", "WhomAlso", "WhomDouble")}
    return (
        OpenClass("Place", place, names=True),
        OpenClass("Person", lambda t: None if " " in t else person(t), names=True),
        OpenClass("KnownPerson", lambda t: known(t) if _of_a_person(t) else None, names=True),
        *(OpenClass(category, _of_several(word), names=True) for category, word in several.items()),
        OpenClass("Place", place, small, tolerance=CAPITALS),
        OpenClass("Person", person, small, tolerance=CAPITALS),
    )


_PEOPLE = frozenset(FIRST_NAMES) - frozenset(TOWNS)
TITLES = frozenset({"Dr", "Mr", "Mrs", "Ms", "Prof"})


def _of_a_person(text: str) -> bool:
    """*Mary Ann*, *Anne-Marie*, *Dr Zork*, but not *Winston-Salem*."""
    first, *rest = re.split("[- ]", text)
    return bool(rest) and (first in TITLES or _PEOPLE.issuperset((first, *rest)))


def _of_several(word: Callable[[str], Word]) -> Callable[[str], Word | None]:
    return lambda text: word(text) if " " in text else None
