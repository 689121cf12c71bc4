"""How published sentences are put together: clauses, conditionals, auxiliary verbs, lists of names."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from provenli.grammar import Rule, either, intersect, negated, rule
from provenli.grammar.meanings import NounPhrase, Property
from provenli.library.fragments.travel.meanings import both, one_of_two
from provenli.logic.formulas import Implies, conj

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
