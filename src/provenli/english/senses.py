"""Meanings of nouns, of what modifies them, of auxiliaries, adverbs, prepositions and verbs.

Each function takes the sentence's `Build`, the leaf, and what stands after the colon of its name in the tables.
A verb says that there is an event of its kind, who does it, and to whom; its category says which arguments it takes.
A clause or verb phrase inside it stands where the verb puts it: upward, or downward in `deny that …`.
"""

from __future__ import annotations

from collections.abc import Callable

from provenli.english.categories import Atom, Category, arguments, category, target
from provenli.english.determiners import owned
from provenli.english.leaves import WordLeaf
from provenli.english.phrases import (
    NOTHING,
    After,
    Build,
    Clause,
    Meaning,
    Noun,
    NounPhrase,
    Prepositional,
    event,
    flat_prepositional,
    later,
    lifted,
    relation,
    stage,
)
from provenli.english.word_tables import words_in
from provenli.logic.formulas import TRUE, Const, Equal, Formula, Mark, Not, Term, conj

# --- Nouns, names and what modifies them ---


def noun(b: Build, leaf: WordLeaf, _: str) -> Noun:
    return Noun(
        lambda x: b.mark(leaf.token, relation(leaf.lemma, x)),
        leaf.lemma,
        leaf.plural,
        leaf.text if leaf.capital else "",
    )


def name(b: Build, leaf: WordLeaf, _: str) -> NounPhrase:
    c = Const(leaf.text)
    return NounPhrase(lambda n, scope: b.mark(leaf.token, conj(n(c), scope(c))), Noun(lambda _: TRUE))


def pronoun(b: Build, leaf: WordLeaf, _: str) -> NounPhrase:
    c = Const(f"that {PERSONS.get(leaf.lower, leaf.lower)}")
    return NounPhrase(lambda n, scope: b.mark(leaf.token, conj(n(c), scope(c))), Noun(lambda _: TRUE))


PERSONS = {"me": "i", "him": "he", "her": "she", "us": "we", "them": "they"}


def adjective(b: Build, leaf: WordLeaf, _: str) -> Meaning:
    """`small elephant`: no small animal, so what a gradable adjective says depends on the noun. `fake gun`: no gun."""

    def modified(n: Noun) -> Noun:
        whole = f"{leaf.lemma} {n.head}"
        if leaf.lemma in words_in("privative adjectives"):
            b.not_said(f"{leaf.text} changes its noun")
            return Noun(lambda x: conj(b.mark(leaf.token, relation(whole, x)), b.neither(n(x))), whole, n.plural)
        said = whole if leaf.lemma in words_in("gradable adjectives") and n.head else leaf.lemma
        return n.restricted(lambda x: b.mark(leaf.token, relation(said, x)))

    return modified


def compound(b: Build, leaf: WordLeaf, _: str) -> Meaning:
    """A noun before a noun: a peanut farmer is a farmer, and has to do with peanuts."""
    return lambda n: n.restricted(lambda x: b.mark(leaf.token, relation(f"{leaf.lemma}-", x)))


def predicative(b: Build, leaf: WordLeaf, _: str) -> Meaning:
    def vp(subject: NounPhrase) -> Clause:
        def clause(f: After) -> Formula:
            return subject(lambda x: stage(b, x, f, lambda s: b.mark(leaf.token, relation(leaf.lemma, s))))

        return clause

    return vp


def possessive(b: Build, leaf: WordLeaf, _: str) -> Meaning:
    return lambda owner: lambda n: owned(b, leaf.token, n.restricted(lambda x: owner(lambda y: relation("of", x, y))))


# --- Verbs' helpers ---


def auxiliary(b: Build, leaf: WordLeaf, tense: str) -> Meaning:
    def with_tense(vp: Meaning) -> Meaning:
        return lambda subject: (
            lambda f: vp(subject)(later(f, lambda e: relation(tense, e) if tense else TRUE, tensed=bool(tense)))
        )

    if tense.endswith(" to"):
        b.not_said(f"{leaf.text} to")
    return with_tense


def tensed(f: After, tense: str) -> After:
    """The present says what is so; any other tense is about a stage."""
    return later(f, lambda s: relation(tense, s), tensed=True) if tense not in ("", "present") else f


def copula(_b: Build, _leaf: WordLeaf, tense: str) -> Meaning:
    return lambda predicate: lambda subject: lambda f: predicate(subject)(tensed(f, tense))


def identity(b: Build, _leaf: WordLeaf, tense: str) -> Meaning:
    """`is a student`: the noun is what is said. `is the winner`: the two are one."""

    def with_object(other: NounPhrase) -> Meaning:
        def vp(subject: NounPhrase) -> Clause:
            def clause(f: After) -> Formula:
                g = tensed(f, tense)
                if other.indefinite or other.bare:
                    return subject(lambda x: stage(b, x, g, lambda s: _described(other, s)))
                return subject(lambda x: other(lambda y: stage(b, x, g, lambda s: Equal(s, y))))

            return clause

        return vp

    return with_object


def _described(np: NounPhrase, x: Term) -> Formula:
    """The noun said of x, with the determiner's token around it."""
    whole = np.how(np.noun, lambda _: TRUE)
    return Mark(whole.tag, np.noun(x)) if isinstance(whole, Mark) else np.noun(x)


def located(b: Build, _leaf: WordLeaf, tense: str) -> Meaning:
    def with_place(pp: Prepositional) -> Meaning:
        return lambda subject: lambda f: subject(lambda x: stage(b, x, tensed(f, tense), pp.says))

    return with_place


def there_is(b: Build, leaf: WordLeaf, _: str) -> Meaning:
    return lambda what: lambda there: lambda f: there(lambda _: what(lambda x: b.mark(leaf.token, f(x))))


# --- Adverbs and prepositions ---


def _heed(b: Build, leaf: WordLeaf) -> None:
    """`almost`, `probably`: what they modify need not be so."""
    if leaf.lemma in words_in("opaque adverbs"):
        b.not_said(leaf.lemma)


def adverb(b: Build, leaf: WordLeaf, _: str) -> Meaning:
    _heed(b, leaf)
    return lambda vp: (
        lambda subject: lambda f: vp(subject)(later(f, lambda e: b.mark(leaf.token, relation(leaf.lemma, e))))
    )


def sentence_adverb(b: Build, leaf: WordLeaf, _: str) -> Meaning:
    _heed(b, leaf)
    return lambda clause: lambda f: clause(later(f, lambda e: b.mark(leaf.token, relation(leaf.lemma, e))))


def degree(b: Build, leaf: WordLeaf, _: str) -> Meaning:
    _heed(b, leaf)
    said = f"{leaf.lemma} {leaf.following}"
    return lambda adj: lambda n: adj(n).restricted(lambda x: b.mark(leaf.token, relation(said, x)))


def degree_adjective(b: Build, leaf: WordLeaf, _: str) -> Meaning:
    _heed(b, leaf)
    said = f"{leaf.lemma} {leaf.following}"
    return lambda vp: (
        lambda subject: (
            lambda f: subject(lambda x: vp(lifted(x))(later(f, lambda e: b.mark(leaf.token, relation(said, e)))))
        )
    )


def degree_adverb(b: Build, leaf: WordLeaf, _: str) -> Meaning:
    _heed(b, leaf)
    said = f"{leaf.lemma} {leaf.following}"
    return lambda adv: (
        lambda vp: lambda subject: lambda f: adv(vp)(subject)(later(f, lambda e: b.mark(leaf.token, relation(said, e))))
    )


def preposition(b: Build, leaf: WordLeaf, _: str) -> Meaning:
    def with_object(np: NounPhrase) -> Prepositional:
        def related(x: Term, y: Term) -> Formula:
            return b.mark(leaf.token, relation(leaf.lemma, x, y))

        # `with no money`, as without money; and `no soup at a table`, whichever table.
        if np.bare or np.indefinite or (leaf.lower == "with" and np.noun.head not in ("", "person", "thing")):
            return flat_prepositional(leaf.token, leaf.lemma, lambda x: np(lambda y: related(x, y)))
        return Prepositional(
            leaf.token,
            leaf.lemma,
            lambda x: np(lambda y: related(x, y)),
            lambda build: np(lambda y: build(lambda x: related(x, y))),
        )

    return with_object


def stranded(b: Build, leaf: WordLeaf, _: str) -> Prepositional:
    b.not_said(f"{leaf.text} without what follows it")
    return flat_prepositional(leaf.token, leaf.lemma, lambda x: b.mark(leaf.token, relation(leaf.lemma, x)))


def negative_preposition(b: Build, leaf: WordLeaf, about: str) -> Meaning:
    """`without a coat`: an event, and it is not with a coat."""
    b.operators[leaf.token] = leaf.lower

    def with_object(np: NounPhrase) -> Prepositional:
        if about:
            b.not_said(f"{leaf.text} and its noun")

        def said(x: Term) -> Formula:
            return b.mark(leaf.token, Not(np(lambda y: relation(about or "with", x, y))))

        return flat_prepositional(leaf.token, leaf.lemma, said)

    return with_object


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
    """The subject's scope first, then that of the others in their order."""
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
