"""Meanings of what joins clauses and of what turns them: relatives, conditionals, negation, `only`, `except`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from provenli.english.determiners import determiner
from provenli.english.leaves import WordLeaf
from provenli.english.phrases import (
    NOTHING,
    Build,
    Meaning,
    Noun,
    NounPhrase,
    Prepositional,
    Property,
    flat_prepositional,
    lifted,
    relation,
    subject_first,
)
from provenli.logic.formulas import TRUE, Const, Equal, Formula, Implies, Not, Quant, Term, conj, disj
from provenli.logic.quantifiers import EVERY


def relative(b: Build, leaf: WordLeaf, _: str) -> Meaning:
    return lambda vp: lambda n: n.restricted(lambda x: b.mark(leaf.token, vp(lifted(x))(NOTHING)))


def object_relative(b: Build, leaf: WordLeaf, _: str) -> Meaning:
    return lambda gap: lambda n: n.restricted(lambda x: b.mark(leaf.token, gap(lifted(x))(NOTHING)))


def clause_relative(b: Build, leaf: WordLeaf, _: str) -> Meaning:
    b.not_said(f"a clause with {leaf.text} at a noun")
    return lambda clause: lambda n: n.restricted(lambda _x: clause(NOTHING))


def free_relative(b: Build, leaf: WordLeaf, _: str) -> Meaning:
    thing = Noun(lambda x: relation("thing", x), "thing")
    kind = "every" if leaf.lower.endswith("ever") else "the"
    return lambda vp: determiner(b, leaf, kind)(thing.restricted(lambda x: vp(lifted(x))(NOTHING)))


def empty(_b: Build, _leaf: WordLeaf, _: str) -> Meaning:
    return lambda inside: inside


def empty_question(_b: Build, _leaf: WordLeaf, _: str) -> Meaning:
    return lambda vp: vp(lifted(Const("that one")))


def empty_question_of(b: Build, _leaf: WordLeaf, _: str) -> Meaning:
    b.not_said("a question inside")
    return lambda _n: lambda clause: lambda f: conj(relation("thing", Const("that one")), clause(f))


def both_clauses(b: Build, leaf: WordLeaf, _: str) -> Meaning:
    b.not_said(f"{leaf.text}: how the clauses hang together")
    return lambda inner: lambda outer: lambda f: b.mark(leaf.token, conj(inner(NOTHING), outer(f)))


def aside(b: Build, leaf: WordLeaf, _: str) -> Meaning:
    """`then`, `however`: beside what is said, and outside whatever turns it."""
    return lambda clause: lambda f: b.mark(leaf.token, clause(f))


def aside_np(b: Build, leaf: WordLeaf, _: str) -> Meaning:
    """`either every dog or …`, `even every dog`: outside the noun phrase."""
    return lambda np: replace(np, how=lambda n, scope: b.mark(leaf.token, np.how(n, scope)))


def conditional(b: Build, leaf: WordLeaf, _: str) -> Meaning:
    b.operators[leaf.token] = leaf.lower
    if leaf.lower != "if":
        b.not_said(f"{leaf.text}: how the clauses hang together")
    return lambda inner: lambda outer: lambda f: b.mark(leaf.token, Implies(inner(NOTHING), outer(f)))


def unless(b: Build, leaf: WordLeaf, _: str) -> Meaning:
    """`A unless B`: if not B, A; Yanaka et al. 2019 (Table 2) count its clause as downward all the same."""
    b.operators[leaf.token] = leaf.lower
    b.not_said("unless")
    join = disj if b.conventions.unless == "up" else Implies
    return lambda inner: lambda outer: lambda f: b.mark(leaf.token, join(inner(NOTHING), outer(f)))


def before(b: Build, leaf: WordLeaf, _: str) -> Meaning:
    """Downward in its clause: it licenses `any` and `ever` there."""
    b.operators[leaf.token] = leaf.lower
    b.not_said(f"{leaf.text}: how the clauses hang together")
    return lambda inner: lambda outer: lambda f: conj(b.mark(leaf.token, Not(inner(NOTHING))), outer(f))


# --- Negation and `only` ---


def negation(b: Build, leaf: WordLeaf, _: str) -> Meaning:
    b.operators[leaf.token] = leaf.lower
    if leaf.lower.endswith((" ever", " always")):  # `hardly ever`: some time, below the negation
        b.anchors.update((piece, (leaf.token, -1)) for piece in range(leaf.first + 1, leaf.end))
    if leaf.lower not in ("not", "n't", "never", "neither", "no longer"):
        b.not_said(f"{leaf.text}: how seldom")
    return lambda vp: subject_first(vp, lambda f: b.mark(leaf.token, Not(f)))


def not_np(b: Build, leaf: WordLeaf, _: str) -> Meaning:
    b.operators[leaf.token] = leaf.lower
    return lambda np: NounPhrase(lambda n, scope: b.mark(leaf.token, Not(np.how(n, scope))), np.noun)


def not_pp(b: Build, leaf: WordLeaf, _: str) -> Meaning:
    b.operators[leaf.token] = leaf.lower

    def negated(pp: Prepositional) -> Prepositional:
        return flat_prepositional(pp.token, pp.name, lambda x: b.mark(leaf.token, Not(pp.says(x))))

    return negated


def not_but(b: Build, leaf: WordLeaf, _: str) -> Meaning:
    """`not tea but coffee`: not the first, and the second; `not only tea but also coffee`: both."""
    if leaf.lower != "not":
        return lambda first: lambda second: _both(first, second, lambda f: b.mark(leaf.token, f))
    b.operators[leaf.token] = leaf.lower
    return lambda first: lambda second: _both(first, second, lambda f: b.mark(leaf.token, Not(f)))


def _both(first: Meaning, second: Meaning, change: Callable[[Formula], Formula]) -> Meaning:
    if isinstance(first, NounPhrase):
        return NounPhrase(
            lambda n, scope: conj(change(first.restricted(n)(scope)), second.restricted(n)(scope)), ANYTHING
        )
    if isinstance(first, Prepositional):
        return flat_prepositional(first.token, first.name, lambda x: conj(change(first.says(x)), second.says(x)))
    return lambda np: lambda f: np(lambda x: conj(change(first(lifted(x))(f)), second(lifted(x))(f)))


def neither_nor(b: Build, leaf: WordLeaf, _: str) -> Meaning:
    """`neither Ann nor Bob`: not the first, and not the second."""
    b.operators[leaf.token] = leaf.lower

    def joined(first: NounPhrase, second: NounPhrase) -> NounPhrase:
        def how(n: Property, scope: Property) -> Formula:
            return b.mark(leaf.token, Not(disj(first.restricted(n)(scope), second.restricted(n)(scope))))

        return NounPhrase(how, ANYTHING)

    return lambda first: lambda second: joined(first, second)


ANYTHING = Noun(lambda _: TRUE)


def not_clause(b: Build, leaf: WordLeaf, _: str) -> Meaning:
    """In `it is not true that`, everything but `it` and `not` stands below the negation, as `does` of `does not`
    does."""
    b.operators[leaf.token] = leaf.lower
    words = leaf.lower.split()
    if len(words) > 1:
        outside = ("not", "n't") if {"not", "n't"} & set(words) else words[:-1]
        turned = [k for k, word in enumerate(words, leaf.first) if k > leaf.first and word not in outside]
        b.anchors.update((k, (leaf.token, -1)) for k in turned)
    return lambda clause: lambda f: b.mark(leaf.token, Not(clause(f)))


def not_modifier(b: Build, leaf: WordLeaf, _: str) -> Meaning:
    """`not very tall dogs`, `not quickly`: what the modifier says is denied."""
    b.operators[leaf.token] = leaf.lower
    b.not_said(f"{leaf.text} before a modifier")
    return lambda modifier: lambda n: n.restricted(lambda x: b.mark(leaf.token, Not(modifier(Noun(lambda _: TRUE))(x))))


def not_noun(b: Build, leaf: WordLeaf, _: str) -> Meaning:
    b.operators[leaf.token] = leaf.lower
    b.not_said(f"{leaf.text} before a noun")
    return lambda n: Noun(lambda x: b.mark(leaf.token, Not(n(x))), n.head, n.plural)


def not_adverb(b: Build, leaf: WordLeaf, _: str) -> Meaning:
    b.operators[leaf.token] = leaf.lower
    b.not_said(f"{leaf.text} before an adverb")
    return lambda adv: lambda vp: subject_first(adv(vp), lambda f: b.mark(leaf.token, Not(f)))


def only_np(b: Build, leaf: WordLeaf, _: str) -> Meaning:
    """`only dogs bark`: whatever barks is a dog. That some dog does is taken for granted, and turns nothing."""
    b.operators[leaf.token] = "only"
    b.not_said("only")

    def how(np: NounPhrase) -> NounPhrase:
        def said(n: Property, scope: Property) -> Formula:
            x = b.fresh()
            return b.mark(leaf.token, Quant(EVERY, x, scope(x), np.how(n, lambda y: Equal(x, y))))

        return NounPhrase(said, np.noun)

    return how


def only(b: Build, leaf: WordLeaf, _: str) -> Meaning:
    b.operators[leaf.token] = "only"
    b.not_said("only")
    return lambda vp: subject_first(vp, lambda f: b.mark(leaf.token, b.neither(f)))


def exception(b: Build, leaf: WordLeaf, _: str) -> Meaning:
    """`all students except engineers`: the noun is narrowed by what is excepted."""
    b.operators[leaf.token] = "except"
    b.not_said("except")

    def excepted(np: NounPhrase) -> Meaning:
        if b.conventions.exceptions == "non":
            return _set_apart(b, leaf, np)

        def without(other: NounPhrase) -> NounPhrase:
            def how(n: Property, scope: Property) -> Formula:
                apart = np(lambda _: TRUE)
                # How pairs were labelled: `everyone but lazy Jim` follows to `everyone but Jim`.
                return conj(other.how(n, scope), b.mark(leaf.token, apart if leaf.lower == "but" else Not(apart)))

            return NounPhrase(how, other.noun)

        return without

    return excepted


def _set_apart(b: Build, leaf: WordLeaf, np: NounPhrase) -> Meaning:
    """The excepted noun goes neither way. `except two`: exactly this many, so the scope goes neither way too."""

    def said(x: Term) -> Formula:
        apart = np(lambda y: Equal(x, y))
        return b.mark(leaf.token, apart if number is not None and number.lemma != "number" else b.neither(apart))

    def counted(other: NounPhrase) -> NounPhrase:
        how = other.restricted(said).how
        return NounPhrase(lambda n, scope: how(n, lambda x: b.neither(scope(x))), other.restricted(said).noun)

    number = np.noun.count
    return counted if number is not None else lambda other: other.restricted(said)


def lack(b: Build, leaf: WordLeaf, _: str) -> Meaning:
    b.operators[leaf.token] = leaf.lower
    b.not_said(leaf.lower)
    return lambda np: Noun(
        lambda x: conj(b.mark(leaf.token, relation(leaf.lemma, x)), Not(np(lambda y: relation("of", x, y)))),
        leaf.lemma,
        leaf.plural,
    )


def too_to(b: Build, leaf: WordLeaf, _: str) -> Meaning:
    """`too tired to go`: tired, and does not go."""
    b.operators[leaf.token] = "too"
    b.not_said("too … to")
    return lambda adj: (
        lambda vp: (
            lambda subject: (
                lambda f: subject(lambda x: conj(b.mark(leaf.token, adj(lifted(x))(f)), Not(vp(lifted(x))(NOTHING))))
            )
        )
    )


def enough_to(b: Build, leaf: WordLeaf, _: str) -> Meaning:
    b.not_said("enough to")
    return lambda adj: (
        lambda vp: (
            lambda subject: (
                lambda f: subject(lambda x: conj(b.mark(leaf.token, adj(lifted(x))(f)), vp(lifted(x))(NOTHING)))
            )
        )
    )


def not_being(b: Build, leaf: WordLeaf, _: str) -> Meaning:
    b.operators[leaf.token] = leaf.lower
    return lambda np: (
        lambda subject: lambda f: subject(lambda x: b.mark(leaf.token, Not(np(lambda y: conj(Equal(x, y), f(x))))))
    )


def let_us(b: Build, _leaf: WordLeaf, _: str) -> Meaning:
    b.not_said("let's")
    return lambda vp: vp(lifted(Const("that we")))


def there(b: Build, leaf: WordLeaf, _: str) -> Meaning:
    """Stands where a subject would, and says nothing."""
    return NounPhrase(lambda _, scope: b.mark(leaf.token, scope(Const("that there"))), ANYTHING)
