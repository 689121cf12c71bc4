"""Meanings of verbs, and of adjectives with a clause or a verb phrase inside them.

A verb says that there is an event of its kind, who does it, and to whom; its category says which arguments it takes.
A clause or verb phrase inside it stands where the verb puts it: upward, or downward in `deny that …`.
"""

from __future__ import annotations

from collections.abc import Callable

from provenli.english.categories import Atom, Category, arguments, category, target
from provenli.english.leaves import WordLeaf
from provenli.english.phrases import (
    NOTHING,
    After,
    Build,
    Meaning,
    NounPhrase,
    Prepositional,
    event,
    lifted,
    relation,
    stage,
)
from provenli.english.word_tables import words_in
from provenli.logic.formulas import TRUE, Const, Formula, Not, Term, conj

ROLES = ("theme", "second theme")


def verb(b: Build, leaf: WordLeaf, _: str = "") -> Meaning:
    """Curried over the arguments of its category, the subject last."""
    wanted = arguments(leaf.category)
    return _curried(len(wanted), lambda given: lambda f: _said(b, leaf, wanted, given, f))


def _curried(count: int, done: Callable[[tuple[Meaning, ...]], Meaning], given: tuple[Meaning, ...] = ()) -> Meaning:
    if count == 0:
        return done(given)
    return lambda value: _curried(count - 1, done, (*given, value))


def _said(b: Build, leaf: WordLeaf, wanted: tuple[Category, ...], given: tuple[Meaning, ...], f: After) -> Formula:
    """The subject's scope first, then the others' in the order in which they stand."""
    passive = target(leaf.category).feature == "pss"
    effect = -1 if _turns(leaf, wanted) else 1
    if effect < 0:
        b.operators[leaf.token] = leaf.lemma
        b.not_said(f"{leaf.lemma}: what it does to its object")
    if not given:
        return event(b, lambda e: conj(b.mark(leaf.token, relation(leaf.lemma, e)), f(e)))
    others = list(zip(wanted[:-1], given[:-1], strict=True))
    subject = given[-1]
    role = "theme" if passive else "agent"

    def of_subject(x: Term) -> Formula:
        return _with_objects(
            b,
            leaf,
            others,
            x,
            effect,
            lambda e, parts: conj(
                b.mark(leaf.token, relation(leaf.lemma, e)), _tense(leaf, e), relation(role, e, x), *parts, f(e)
            ),
        )

    if not isinstance(subject, NounPhrase):
        return of_subject(Const("that one"))
    return subject(of_subject)


def _turns(leaf: WordLeaf, wanted: tuple[Category, ...]) -> bool:
    """`avoid a fight`, `keep someone from talking`; but `fail a test` is said of that test."""
    if leaf.lemma in words_in("from verbs") and FROM in wanted:
        return True
    named = all(c is NP for c in wanted) and leaf.lemma in words_in("verbs of what was there")
    return leaf.lemma in words_in("downward verbs") and not named


FROM, NP = category("PP[from]"), category("NP")


def _tense(leaf: WordLeaf, e: Term) -> Formula:
    return relation(leaf.form, e) if leaf.form else TRUE


def _with_objects(
    b: Build,
    leaf: WordLeaf,
    others: list[tuple[Category, Meaning]],
    x: Term,
    effect: int,
    whole: Callable[[Term, list[Formula]], Formula],
) -> Formula:
    """Quantifiers of objects over the event; clauses and verb phrases within it."""
    objects = [np for c, np in others if isinstance(np, NounPhrase)]
    inner = [(c, m) for c, m in others if not isinstance(m, NounPhrase)]

    def scoped(rest: list[NounPhrase], terms: tuple[Term, ...]) -> Formula:
        if rest and (effect > 0 or inner):  # `forbade a boy to sing`: there is such a boy
            return rest[0](lambda y: scoped(rest[1:], (*terms, y)))
        return event(b, lambda e: whole(e, _parts(b, leaf, e, rest, terms, inner, x, effect)))

    return scoped(objects, ())


def _parts(
    b: Build,
    leaf: WordLeaf,
    e: Term,
    turned: list[NounPhrase],
    terms: tuple[Term, ...],
    inner: list[tuple[Category, Meaning]],
    x: Term,
    effect: int,
) -> list[Formula]:
    roles = ROLES if len(terms) < 2 else ("recipient", "theme")
    parts: list[Formula] = [relation(r, e, y) for r, y in zip(roles, terms, strict=False)]
    parts += [Not(np(lambda y: relation("theme", e, y))) for np in turned]
    control = terms[-1] if terms else x
    for told, meaning in inner:
        if isinstance(meaning, Prepositional):
            parts.append(meaning.says(e) if effect > 0 else Not(meaning.says(e)))
            continue
        reported = leaf.lemma == "hear" and isinstance(told, Atom)  # *heard that*, not *heard him leave*
        if leaf.lemma not in words_in("veridical verbs") or reported:
            b.not_said(f"{leaf.lemma}: what is inside it")
        said = inside(meaning, control)
        if b.conventions.beliefs == "non" and leaf.lemma in words_in("belief verbs"):
            said = b.neither(said)
        parts.append(said if effect > 0 else Not(said))
    return parts


def inside(meaning: Meaning, control: Term) -> Formula:
    """A clause, or a verb phrase whose subject is understood, as a formula."""
    if meaning is None:
        return TRUE
    try:
        said = meaning(NOTHING)
    except (TypeError, AttributeError):
        said = None
    if isinstance(said, Formula):  # a clause
        return said
    found = meaning(lifted(control))(NOTHING)
    return found if isinstance(found, Formula) else TRUE


def complement_adjective(b: Build, leaf: WordLeaf, _: str) -> Meaning:
    """`afraid that …`, `unable to …`."""

    def with_inside(meaning: Meaning) -> Meaning:
        b.not_said(f"{leaf.lemma}: what is inside it")
        down = leaf.lemma in words_in("downward adjectives")
        if down:
            b.operators[leaf.token] = leaf.lemma

        def clause(subject: NounPhrase, f: After) -> Formula:
            def said(x: Term) -> Formula:
                within = meaning.says(x) if isinstance(meaning, Prepositional) else inside(meaning, x)
                here = Not(within) if down else within
                return stage(b, x, f, lambda s: conj(b.mark(leaf.token, relation(leaf.lemma, s)), here))

            return subject(said)

        return lambda subject: lambda f: clause(subject, f)

    return with_inside
