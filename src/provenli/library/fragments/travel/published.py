"""Who visited what, as published files write it: the union of the five travel fragments, and more.

One grammar for all of them; what differs is what names and lists mean (`NameStyle`), so that each fragment's own
sentences mean here what they mean there. Read, never generated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from provenli.grammar import Grammar, Rule, intersect, name, negated, rule
from provenli.grammar.meanings import NounPhrase, Property, predicate, quantify
from provenli.grammar.name_lists import NameLists
from provenli.grammar.tolerant import TolerantParser
from provenli.library.fragments.travel.gazetteer import FIRST_NAMES
from provenli.library.fragments.travel.meanings import (
    both,
    listed,
    listed_objects,
    members,
    missed,
    named,
    one_of_two,
    only_visited,
    somebody,
    visit,
)
from provenli.library.fragments.travel.published_clauses import auxiliaries, name_lists, texts
from provenli.library.fragments.travel.published_words import (
    UNLIKELY,
    counts,
    nouns,
    open_plain_names,
    open_sorted_names,
    others,
    phrases,
    plain_names,
    sorted_names,
    verbs,
)
from provenli.logic import quantifiers as q
from provenli.logic.formulas import Equal, Forall, Formula, Implies, Not, Term, Var, conj, disj

_PEOPLE = frozenset(FIRST_NAMES)
AGREEMENT = {
    "num": "subject and verb",
    "CN.num": "number and noun",
    "Count.num": "number and noun",
    "Exact.num": "number and noun",
    "form": "form of the verb",
}


@dataclass(frozen=True, slots=True)
class NameStyle:
    """What names and lists of names mean in a fragment."""

    mean: Callable[[str, str], NounPhrase] = lambda sort, text: name(text)  # noqa: ARG005
    sorted: bool = False
    """Whether a name of a person and one of a place differ in meaning."""
    one: Callable[[NounPhrase, Property], Formula] = lambda who, vp: who(vp)
    many: Callable[[NounPhrase, Property], Formula] = lambda who, vp: who(vp)
    objects: Callable[[str, NounPhrase], NounPhrase] = lambda sort, names: names  # noqa: ARG005
    only: Callable[[str, NounPhrase], Property] = lambda sort, names: only_visited(names)  # noqa: ARG005
    only_these: Callable[[NounPhrase, Property], Formula] = lambda who, vp: nobody_but(who, vp)
    mixed: Callable[[NounPhrase], NounPhrase] = lambda names: names
    """A list of people and places."""

    @property
    def items(self) -> tuple[tuple[str, str], ...]:
        """Categories of names that can be visited, and their sorts. A place comes first if both are possible."""
        return (("Place", "place"), ("Whom", "person")) if self.sorted else (("Name", ""),)


# --- meanings ---------------------------------------------------------------------------------------------------------


def nobody_but(who: NounPhrase, vp: Property) -> Formula:
    y = Var("y")
    return conj(who(vp), Forall(y, Implies(vp(y), disj(*(Equal(y, t) for t in members(who))))))


def described(who: NounPhrase, vp: Property) -> Formula:
    """'Carlos is the person that has visited Fiji' means that he has and that nobody else has."""
    return nobody_but(who, lambda x: conj(predicate("person")(x), vp(x)))


# --- rules ------------------------------------------------------------------------------------------------------------


def subjects(style: NameStyle) -> Iterator[Rule]:
    yield from name_lists("Who", "Whos")
    yield rule("CL -> Who VP[num=sg]", style.one)
    yield rule("CL -> Whos VPraw[num=pl]", style.many)
    yield from (rule(f"CL -> WhosOr VPraw[num={n}]", lambda who, vp: who(vp)) for n in ("sg", "pl"))
    yield from (rule(f'CL -> "only" {w} VPraw[num={n}]', style.only_these) for w, n in (("Who", "sg"), ("Whos", "pl")))
    yield rule('CL -> "neither" Who "nor" Who VPraw[num=?n]', lambda a, b, vp: conj(a(negated(vp)), b(negated(vp))))
    for w in ("is the person that", "is the person who", "is the only person that", "is the only person who"):
        yield rule(f'CL -> Who "{w}" VPraw[num=sg]', described)
    for subject, vp in (("Quantified", "VPraw"), ("NoSubject", "VPraw"), ("NoSubject", "VPany")):
        yield rule(f"CL -> {subject}[num=?n] {vp}[num=?n]", lambda np, vp: np(vp))
    yield from (rule(f"Quantified[num=?n] -> {kind}Person[num=?n]") for kind in ("Every", "Some", "A", "The", "Free"))
    yield from (rule(f"NoSubject[num=?n] -> {kind}Person[num=?n]") for kind in ("No", "NotEvery"))
    yield rule("Quantified[num=?n] -> Count[num=?n] CN[num=?n]", _counted)
    for w in ("but", "except", "except for", "other than"):
        yield rule(f'Quantified[num=sg] -> EveryPerson[num=sg] "{w}" Who', _everyone_but)


def verb_phrases(style: NameStyle) -> Iterator[Rule]:
    for vp, obj in (("VP", "Obj"), ("VPraw", "ObjRaw")):
        yield rule(f"{vp}[num=?n] -> Pos[num=?n] {obj}", _done)
        yield rule(f"{vp}[num=?n] -> Neg[num=?n] ObjNot", _done)
        yield rule(f"{vp}[num=?n] -> Neg[num=?n] Missed", lambda v, o: missed(o))  # noqa: ARG005
        yield rule(f"{vp}[num=?n] -> Only[num=?n] Exactly", _done)
        yield rule(
            f'{vp}[num=?n] -> Pos[num=?n] {obj} "but not" ObjNot', lambda v, o, no: intersect(v(o), negated(v(no)))
        )
        yield from (rule(f"{vp}[num=?n] -> {sign}[num=?n] Other", _apart) for sign in ("Pos", "Neg"))
        closed = style.only if vp == "VP" else NameStyle().only
        for item, sort in style.items:
            yield from (rule(f"{vp}[num=?n] -> Only[num=?n] {x}", _closing(closed, sort)) for x in (item, f"{item}s"))
            yield rule(
                f'{vp}[num=?n] -> Pos[num=?n] "neither" {item} "nor" {item}',
                lambda v, a, b: intersect(negated(v(a)), negated(v(b))),
            )
        yield from (
            rule(f'{vp}[num=?n] -> {vp}[num=?n] "{w}" {vp}[num=?n]', intersect, level=1)
            for w in ("and", "but", ", but")
        )
    yield rule("VPany[num=?n] -> Pos[num=?n] ObjAny", _done)
    yield from (rule(f"ObjAny -> Any{s}") for s in ("Person", "Place"))
    yield from (rule(f"Missed -> Some{s}") for s in ("Person", "Place"))


def objects(style: NameStyle) -> Iterator[Rule]:
    for item, sort in style.items:
        yield from name_lists("WhomAlso" if item == "Whom" else item, f"{item}s")
        # Jordan alone may be a person too; in a list its company tells.
        for x in (item, f"{item}s", *(("WhomDouble",) if item == "Whom" else ())):
            yield rule(f"Obj -> {x}", _listing(style.objects, sort))
            yield from (rule(f"{obj} -> {x}") for obj in ("ObjRaw", "ObjNot"))
            for obj in ("Obj", "ObjRaw"):
                yield rule(f'{obj} -> {x} "and" Some', both)
                yield rule(f'{obj} -> Some "and" {x}', both)
        yield from (rule(f"{obj} -> {item}sOr") for obj in ("Obj", "ObjRaw", "ObjNot"))
    for obj in ("Obj", "ObjRaw"):
        yield rule(f"{obj} -> Some")
        yield from (rule(f'{obj} -> Some "{w}" Some', both) for w in ("and", ", and"))
        yield rule(f'{obj} -> Some "or" Some', one_of_two)
    for s in ("Person", "Place"):
        yield from (rule(f"Some -> {kind}{s}") for kind in ("Every", "Some", "A", "The", "No", "NotEvery"))
        yield rule(f"Obj -> Free{s}")
        yield from (rule(f"NotSome -> {kind}{s}") for kind in ("Every", "A", "The", "Any", "No"))
    yield from (rule(f"{some} -> Count[num=?n] CN[num=?n]", _counted) for some in ("Some", "NotSome"))
    yield from (rule(f'Some -> Count[num=?m] "{w}" Count[num=?n] CN[num=?n]', _both_counted) for w in ("but", "and"))
    yield from (rule(f'{obj} -> Some "{w}" Some', both) for w in ("but", ", but") for obj in ("Obj", "ObjRaw"))
    yield rule("ObjNot -> NotSome")
    yield rule('ObjNot -> NotSome "and" NotSome', both)
    yield rule('ObjNot -> NotSome "or" NotSome', one_of_two)
    yield rule("Exactly -> Exact[num=?n] CN[num=?n]", _counted)
    yield rule('Exactly -> Exactly "and" Exactly', both, level=1)
    yield rule('Exactly -> Exactly "and only" Exactly', both, level=1)


def names(style: NameStyle) -> Iterator[Rule]:
    if not style.sorted:
        yield rule("Who -> Name")
        return
    yield rule("Who -> Person")
    yield rule("Whom -> Person")
    yield from (rule(f"{s} -> {kind}{s}") for kind in ("Known", "Town") for s in ("Person", "Place"))
    yield rule("Place -> DoublePlace")
    yield from (rule(f"{w} -> DoublePerson") for w in ("Who", "WhomAlso"))
    yield rule("WhomAlso -> Whom")
    yield rule("WhomDouble -> DoublePerson")
    yield from mixed_lists()
    yield rule("Obj -> Mixed", style.mixed)
    yield from (rule(f"{obj} -> Mixed") for obj in ("ObjRaw", "ObjNot"))


def mixed_lists() -> Iterator[Rule]:
    """Lists of people and places together, only if every name is known for one sort; otherwise it could be either."""
    sorts = (("Person", "Place"), ("Place", "Person"))
    for s, other in sorts:
        yield rule(f"All{s} -> Known{s}")
        yield rule(f'All{s} -> All{s} "," Known{s}', both, level=1)
        yield rule(f'MixedBegin -> All{s} "," Known{other}', both)
        yield rule(f'MixedBegin -> MixedBegin "," Known{s}', both, level=1)
        for w in ("and", ", and", ","):
            yield rule(f'Mixed -> All{s} "{w}" Known{other}', both)
            yield rule(f'Mixed -> MixedBegin "{w}" Known{s}', both)


def _done(v: Callable[[NounPhrase], Property], obj: NounPhrase) -> Property:
    return v(obj)


def _counted(count: Callable[[Property], NounPhrase], noun: Property) -> NounPhrase:
    return count(noun)


def _both_counted(
    one: Callable[[Property], NounPhrase], other: Callable[[Property], NounPhrase], noun: Property
) -> NounPhrase:
    return both(one(noun), other(noun))


def _everyone_but(every: NounPhrase, who: NounPhrase) -> NounPhrase:
    """'everyone but Tim' means every other person, and not Tim."""
    del every  # which word says it makes no difference

    def others(x: Term) -> Formula:
        return conj(predicate("person")(x), *(Not(Equal(x, t)) for t in members(who)))

    return lambda body: conj(quantify(q.EVERY, others, body), who(negated(body)))


def _apart(v: Callable[[NounPhrase], Property], others: Callable[[Term], NounPhrase]) -> Property:
    return lambda x: v(others(x))(x)


def _closing(closed: Callable[[str, NounPhrase], Property], sort: str) -> Callable[[object, NounPhrase], Property]:
    return lambda v, names: closed(sort, names)  # noqa: ARG005


def _listing(objects: Callable[[str, NounPhrase], NounPhrase], sort: str) -> Callable[[NounPhrase], NounPhrase]:
    return lambda names: objects(sort, names)


def build(style: NameStyle) -> TolerantParser:
    rules = (*texts(), *auxiliaries(), *names(style), *subjects(style), *verb_phrases(style), *objects(style))
    listed = sorted_names(style.mean) if style.sorted else plain_names(style.mean)
    words = (*verbs(), *phrases(), *others(), *counts(), *nouns(), *listed)
    classes = open_sorted_names(style.mean) if style.sorted else open_plain_names(style.mean)
    unlikely = UNLIKELY if style.sorted else frozenset()
    return TolerantParser(Grammar("S", rules, words, classes), AGREEMENT, NameLists("CL", "VP", "Who"), unlikely)


@cache
def plain() -> TolerantParser:
    """For negation, boolean_coordination and conditional, in which names are just names."""
    return build(NameStyle())


@cache
def quantified() -> TolerantParser:
    return build(NameStyle(mean=named, sorted=True))


@cache
def counted() -> TolerantParser:
    def objects(sort: str, names: NounPhrase) -> NounPhrase:
        return lambda body: listed(sort, names, body, closed=False)

    def mixed(names: NounPhrase) -> NounPhrase:
        def of(body: Property) -> Formula:
            who = members(names)
            people = [t for t in who if _is_person(t)]
            return conj(
                *(
                    listed(sort, _row(found), body, closed=False)
                    for sort, found in (("person", people), ("place", [t for t in who if t not in people]))
                    if found
                )
            )

        return of

    return build(
        NameStyle(
            sorted=True,
            one=somebody,
            many=lambda who, vp: listed("person", who, vp, closed=False),
            objects=objects,
            only=lambda sort, names: intersect(listed_objects(sort, closed=True)(names), _all_of(sort)),
            only_these=lambda who, vp: listed("person", who, vp, closed=True),
            mixed=mixed,
        )
    )


def _all_of(sort: str) -> Property:
    """Everything that was visited is of the sort. A list with 'only' implies that; said outright, it is one step of a
    proof."""
    return lambda x: quantify(q.EVERY, lambda y: visit(x, y), predicate(sort))


def _is_person(t: Term) -> bool:
    return t.name in _PEOPLE or (t.name.startswith("that ") and "person" in t.name)


def _row(terms: list[Term]) -> NounPhrase:
    return lambda body: conj(*(body(t) for t in terms))
