"""How published sentences are put together: clauses, conditionals, auxiliaries, lists of names; and comparatives."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from provenli.grammar import Form, Grammar, Rule, Word, either, fixed, intersect, negated, rule
from provenli.grammar.meanings import NounPhrase, Property, name
from provenli.grammar.name_lists import NameLists
from provenli.grammar.tolerant import TolerantParser
from provenli.library.fragments.travel.meanings import both, members, one_of_two
from provenli.library.fragments.travel.published_words import open_plain_names, plain_names
from provenli.logic.formulas import Compare, Equal, Exists, Forall, Formula, Implies, Not, Term, Var, conj

AND = ("and", ",", ", and", ";", "; and", "but", ", but", "; but", "while", ", while")


def texts() -> Iterator[Rule]:
    yield rule("S -> Item")
    yield from (rule(f'S -> S "{w}" Item', intersect, level=1) for w in AND)
    yield rule("Item -> CL")
    yield rule("Item -> Cond")
    yield from (rule(f'Item -> {w}CL "or" CL', either) for w in ("", '"either" '))
    yield from (rule(f'Item -> "it is not {w} that" CL', negated) for w in ("the case", "true"))
    for condition in ("if", "whenever"):
        yield from (rule(f'Cond -> "{condition}" Ante "{w}" Cons', Implies) for w in ("then", ",", ", then"))
    yield rule('Cond -> CL "if" CL', lambda then, given: Implies(given, then))
    yield rule('Cond -> CL "only if" CL', Implies)
    yield rule('Cond -> CL "if and only if" CL', lambda a, b: conj(Implies(a, b), Implies(b, a)))
    yield rule("Ante -> CL")
    yield from (rule(f'Ante -> Ante "{w}" CL', intersect, level=1) for w in ("and", ", and"))
    yield from (rule(f'Ante -> {w}CL "or" CL', either) for w in ("", '"either" '))
    yield rule("Cons -> CL")
    yield rule("Cons -> Cond", level=1)
    yield rule('Cons -> CL "and" CL', intersect)
    yield from (rule(f'Cons -> {w}CL "or" CL', either) for w in ("", '"either" '))


def auxiliaries() -> Iterator[Rule]:
    def denied(v: Callable[[NounPhrase], Property]) -> Callable[[NounPhrase], Property]:
        return lambda obj: negated(v(obj))

    for num, have in (("sg", "has"), ("pl", "have"), ("?n", "had")):
        yield rule(f'Pos[num={num}] -> "{have}" V[form=part]')
        yield from (rule(f'Neg[num={num}] -> "{have} {no}" V[form=part]', denied) for no in ("not", "never"))
        yield rule(f'Only[num={num}] -> "{have} only" V[form=part]')
        yield rule(f'Only[num={num}] -> "{have}" V[form=part] "only"')
    yield rule("Pos[num=?n] -> V[form=past]")
    yield rule('Pos[num=?n] -> "did" V[form=base]')
    yield from (rule(f'Neg[num=?n] -> "did {no}" V[form=base]', denied) for no in ("not", "never"))
    yield from (rule(f'Neg[num=?n] -> "{w} not" V[form=base]', denied) for w in ("does", "do"))
    yield rule('Neg[num=?n] -> "never" V[form=past]', denied)
    yield rule('Only[num=?n] -> "only" V[form=past]')
    yield rule('Only[num=?n] -> V[form=past] "only"')
    yield rule('Only[num=?n] -> "did only" V[form=base]')
    yield rule('Only[num=?n] -> "did" V[form=base] "only"')


def name_lists(item: str, whole: str) -> Iterator[Rule]:
    """'A and B', 'A, B, C', 'A, B, and C', 'A and B and C'; and the same with 'or'."""
    yield rule(f"{whole}Begin -> {item}")
    yield from (rule(f'{whole}Begin -> {whole}Begin "{w}" {item}', both, level=1) for w in (",", "and"))
    yield from (rule(f'{whole} -> {whole}Begin "{w}" {item}', both) for w in ("and", ", and", ","))
    yield rule(f'{whole} -> "both" {item} "and" {item}', both)
    yield rule(f"{whole}OrBegin -> {item}")
    yield rule(f'{whole}OrBegin -> {whole}OrBegin "," {item}', one_of_two, level=1)
    yield from (rule(f'{whole}Or -> {whole}OrBegin "{w}" {item}', one_of_two) for w in ("or", ", or"))
    yield rule(f'{whole}Or -> "either" {item} "or" {item}', one_of_two)


# --- who is taller than whom (Richardson et al. 2020, comparatives); read, never written ---

HeightRelation = Callable[[Term, Term], Formula]
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


def height_rules() -> Iterator[Rule]:
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


def height_words() -> Iterator[Word]:
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
def heights() -> TolerantParser:
    plain = open_plain_names(lambda sort, text: name(text))  # noqa: ARG005
    return TolerantParser(Grammar("S", height_rules(), height_words(), plain), AGREEMENT, NameLists("CL", "VP"))
