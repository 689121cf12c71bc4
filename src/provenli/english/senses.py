"""Meanings of nouns, of what modifies them, of auxiliaries, adverbs and prepositions; `verb_senses.py` has verbs.

Each function takes the sentence's `Build`, the leaf, and what stands after the colon of its name in the tables.
"""

from __future__ import annotations

from provenli.english.determiners import owned
from provenli.english.leaves import WordLeaf
from provenli.english.phrases import (
    After,
    Build,
    Clause,
    Meaning,
    Noun,
    NounPhrase,
    Prepositional,
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
    """A noun before a noun: a peanut farmer is a farmer, and something with peanuts."""
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
    """The present is what is so; any other tense is of a stage."""
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
