"""Meanings of closed-class words: a function for each name in the third column of the data.

Each takes the sentence's `Build`, the leaf, and what stands after the colon of the name, and gives the word's meaning.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from provenli.english.determiners import determiner, quantified_pronoun
from provenli.english.leaves import Leaf
from provenli.english.phrases import (
    NOTHING,
    After,
    Build,
    Clause,
    Meaning,
    Noun,
    NounPhrase,
    Prepositional,
    Property,
    lifted,
    relation,
)
from provenli.logic.formulas import TRUE, Const, Equal, Formula, Implies, Quant, Term, Var, conj, disj, negate, Not
from provenli.logic.quantifiers import EVERY

Sense = Callable[[Build, Leaf, str], Meaning]


def subject_first(vp: Meaning, change: Callable[[Formula], Formula]) -> Meaning:
    """A verb phrase whose subject takes scope over a change of the rest."""

    def changed(subject: NounPhrase) -> Clause:
        return lambda f: subject(lambda x: change(vp(lifted(x))(f)))

    return changed


def later(f: After, further: Property, tensed: bool = False) -> After:
    return After(lambda e: conj(further(e), f(e)), f.tensed or tensed)


# --- Nouns, names and what modifies them ---


def noun(b: Build, leaf: Leaf, _: str) -> Noun:
    return Noun(lambda x: b.mark(leaf.token, relation(leaf.lemma, x)), leaf.lemma, leaf.plural, leaf.text if leaf.capital else "")


def name(b: Build, leaf: Leaf, _: str) -> NounPhrase:
    c = Const(leaf.text)
    return NounPhrase(lambda n, scope: b.mark(leaf.token, conj(n(c), scope(c))), Noun(lambda _: TRUE))


def pronoun(b: Build, leaf: Leaf, _: str) -> NounPhrase:
    c = Const(f"that {PERSONS.get(leaf.lower, leaf.lower)}")
    return NounPhrase(lambda n, scope: b.mark(leaf.token, conj(n(c), scope(c))), Noun(lambda _: TRUE))


PERSONS = {"me": "i", "him": "he", "her": "she", "us": "we", "them": "they"}

GRADABLE = frozenset(
    "small big large tall short fast slow good bad great old young new long high low heavy light strong weak rich poor thin fat thick "
    "wide deep cheap expensive hot cold warm cool nice beautiful ugly smart clever skilful skillful excellent successful ambitious".split()
)
"""A small elephant is no small animal: what these say depends on the noun."""

PRIVATIVE = frozenset("fake former alleged counterfeit would-be so-called potential possible supposed mock imitation toy artificial ex- past future fictional imaginary pretend pseudo false putative apparent".split())


def adjective(b: Build, leaf: Leaf, _: str) -> Meaning:
    def modified(n: Noun) -> Noun:
        if leaf.lemma in PRIVATIVE:
            return Noun(lambda x: conj(b.mark(leaf.token, relation(f"{leaf.lemma} {n.head}", x)), b.neither(n(x))), f"{leaf.lemma} {n.head}", n.plural)
        said = f"{leaf.lemma} {n.head}" if leaf.lemma in GRADABLE and n.head else leaf.lemma
        if leaf.lemma in PRIVATIVE:
            b.not_said(f"{leaf.text} changes its noun")
        return n.restricted(lambda x: b.mark(leaf.token, relation(said, x)))

    return modified


def compound(b: Build, leaf: Leaf, _: str) -> Meaning:
    """A noun before a noun: a peanut farmer is a farmer, and something with peanuts."""
    return lambda n: n.restricted(lambda x: b.mark(leaf.token, relation(f"{leaf.lemma}-", x)))


def predicative(b: Build, leaf: Leaf, _: str) -> Meaning:
    def vp(subject: NounPhrase) -> Clause:
        def clause(f: After) -> Formula:
            if f.tensed:
                b.not_said("a modal or tense over a predicate without an event")
            return subject(lambda x: conj(b.mark(leaf.token, relation(leaf.lemma, x)), f(x)))

        return clause

    return vp


def possessive(b: Build, leaf: Leaf, _: str) -> Meaning:
    return lambda owner: lambda n: determiner(b, leaf, "the")(
        n.restricted(lambda x: owner(lambda y: relation("of", x, y)))
    )


# --- Verbs' helpers ---


def auxiliary(b: Build, leaf: Leaf, tense: str) -> Meaning:
    def with_tense(vp: Meaning) -> Meaning:
        return lambda subject: lambda f: vp(subject)(later(f, lambda e: relation(tense, e) if tense else TRUE, tensed=bool(tense)))

    if tense.endswith(" to"):
        b.not_said(f"{leaf.text} to")
    return with_tense


def copula(b: Build, leaf: Leaf, _: str) -> Meaning:
    return lambda predicate: predicate


def identity(b: Build, leaf: Leaf, _: str) -> Meaning:
    """`is a student`: the noun is what is said. `is the winner`: the two are one."""

    def with_object(other: NounPhrase) -> Meaning:
        def vp(subject: NounPhrase) -> Clause:
            def clause(f: After) -> Formula:
                if f.tensed:
                    b.not_said("a modal or tense over a predicate without an event")
                if other.indefinite or other.bare:
                    return subject(lambda x: conj(_described(b, other, x), f(x)))
                return subject(lambda x: other(lambda y: conj(Equal(x, y), f(x))))

            return clause

        return vp

    return with_object


def _described(b: Build, np: NounPhrase, x: Term) -> Formula:
    """The noun said of x, with the determiner's token around it."""
    whole = np.how(np.noun, lambda _: TRUE)
    from provenli.logic.formulas import Mark

    return Mark(whole.tag, np.noun(x)) if isinstance(whole, Mark) else np.noun(x)


def located(b: Build, leaf: Leaf, _: str) -> Meaning:
    def with_place(pp: Prepositional) -> Meaning:
        return lambda subject: lambda f: subject(lambda x: conj(pp.says(x), f(x)))

    return with_place


def there_is(b: Build, leaf: Leaf, _: str) -> Meaning:
    return lambda what: lambda _there: lambda f: what(lambda x: b.mark(leaf.token, f(x)))


# --- Adverbs and prepositions ---


def adverb(b: Build, leaf: Leaf, _: str) -> Meaning:
    return lambda vp: lambda subject: lambda f: vp(subject)(later(f, lambda e: b.mark(leaf.token, relation(leaf.lemma, e))))


def sentence_adverb(b: Build, leaf: Leaf, _: str) -> Meaning:
    return lambda clause: lambda f: clause(later(f, lambda e: b.mark(leaf.token, relation(leaf.lemma, e))))


def degree(b: Build, leaf: Leaf, _: str) -> Meaning:
    said = f"{leaf.lemma} {leaf.following}"
    return lambda adj: lambda n: adj(n).restricted(lambda x: b.mark(leaf.token, relation(said, x)))


def degree_adjective(b: Build, leaf: Leaf, _: str) -> Meaning:
    said = f"{leaf.lemma} {leaf.following}"
    return lambda vp: lambda subject: lambda f: subject(lambda x: vp(lifted(x))(later(f, lambda e: b.mark(leaf.token, relation(said, e)))))


def degree_adverb(b: Build, leaf: Leaf, _: str) -> Meaning:
    said = f"{leaf.lemma} {leaf.following}"
    return lambda adv: lambda vp: lambda subject: lambda f: adv(vp)(subject)(later(f, lambda e: b.mark(leaf.token, relation(said, e))))


def preposition(b: Build, leaf: Leaf, _: str) -> Meaning:
    def with_object(np: NounPhrase) -> Prepositional:
        def related(x: Term, y: Term) -> Formula:
            return b.mark(leaf.token, relation(leaf.lemma, x, y))

        return Prepositional(
            leaf.token, leaf.lemma,
            lambda x: np(lambda y: related(x, y)),
            lambda build: np(lambda y: build(lambda x: related(x, y))),
        )

    return with_object


def stranded(b: Build, leaf: Leaf, _: str) -> Prepositional:
    b.not_said(f"{leaf.text} without what follows it")
    said: Property = lambda x: b.mark(leaf.token, relation(leaf.lemma, x))
    return Prepositional(leaf.token, leaf.lemma, said, lambda build: build(said))


def negative_preposition(b: Build, leaf: Leaf, about: str) -> Meaning:
    """`without a coat`: an event, and it is not with a coat."""
    b.operators[leaf.token] = leaf.lower

    def with_object(np: NounPhrase) -> Prepositional:
        if about:
            b.not_said(f"{leaf.text} and its noun")
        said: Property = lambda x: b.mark(leaf.token, negate_(np(lambda y: relation(about or "with", x, y))))
        return Prepositional(leaf.token, leaf.lemma, said, lambda build: build(said))

    return with_object


def negate_(f: Formula) -> Formula:
    """`negate` would swallow a double negation, and with it the marks."""
    return Not(f)


# --- Clauses ---


def relative(b: Build, leaf: Leaf, _: str) -> Meaning:
    return lambda vp: lambda n: n.restricted(lambda x: vp(lifted(x))(NOTHING))


def object_relative(b: Build, leaf: Leaf, _: str) -> Meaning:
    return lambda open_clause: lambda n: n.restricted(lambda x: open_clause(lifted(x))(NOTHING))


def clause_relative(b: Build, leaf: Leaf, _: str) -> Meaning:
    b.not_said(f"a clause with {leaf.text} at a noun")
    return lambda clause: lambda n: n.restricted(lambda x: clause(NOTHING))


def free_relative(b: Build, leaf: Leaf, _: str) -> Meaning:
    thing = Noun(lambda x: relation("thing", x), "thing")
    return lambda vp: determiner(b, leaf, "the")(thing.restricted(lambda x: vp(lifted(x))(NOTHING)))


def empty(b: Build, leaf: Leaf, _: str) -> Meaning:
    return lambda inside: inside


def empty_question(b: Build, leaf: Leaf, _: str) -> Meaning:
    return lambda vp: vp(lifted(Const("that one")))


def empty_question_of(b: Build, leaf: Leaf, _: str) -> Meaning:
    b.not_said("a question inside")
    return lambda n: lambda clause: lambda f: conj(relation("thing", Const("that one")), clause(f))


def both_clauses(b: Build, leaf: Leaf, _: str) -> Meaning:
    b.not_said(f"{leaf.text}: how the clauses hang together")
    return lambda inner: lambda outer: lambda f: b.mark(leaf.token, conj(inner(NOTHING), outer(f)))


def conditional(b: Build, leaf: Leaf, _: str) -> Meaning:
    b.operators[leaf.token] = leaf.lower
    if leaf.lower != "if":
        b.not_said(f"{leaf.text}: how the clauses hang together")
    return lambda inner: lambda outer: lambda f: b.mark(leaf.token, Implies(inner(NOTHING), outer(f)))


def unless(b: Build, leaf: Leaf, _: str) -> Meaning:
    """`A unless B`: if not B, A; Yanaka et al. 2019 (Table 2) count its clause as downward all the same."""
    b.operators[leaf.token] = leaf.lower
    b.not_said("unless")
    return lambda inner: lambda outer: lambda f: b.mark(leaf.token, Implies(inner(NOTHING), outer(f)))


def before(b: Build, leaf: Leaf, _: str) -> Meaning:
    """Downward in its clause: it licenses `any` and `ever` there."""
    b.operators[leaf.token] = leaf.lower
    b.not_said(f"{leaf.text}: how the clauses hang together")
    return lambda inner: lambda outer: lambda f: conj(b.mark(leaf.token, Not(inner(NOTHING))), outer(f))


# --- Negation and `only` ---


def negation(b: Build, leaf: Leaf, _: str) -> Meaning:
    b.operators[leaf.token] = leaf.lower
    if leaf.lower not in ("not", "n't", "never", "neither", "no longer"):
        b.not_said(f"{leaf.text}: how seldom")
    return lambda vp: subject_first(vp, lambda f: b.mark(leaf.token, Not(f)))


def not_np(b: Build, leaf: Leaf, _: str) -> Meaning:
    b.operators[leaf.token] = leaf.lower
    return lambda np: NounPhrase(lambda n, scope: b.mark(leaf.token, Not(np.how(n, scope))), np.noun)


def not_pp(b: Build, leaf: Leaf, _: str) -> Meaning:
    b.operators[leaf.token] = leaf.lower

    def negated(pp: Prepositional) -> Prepositional:
        said: Property = lambda x: b.mark(leaf.token, Not(pp.says(x)))
        return Prepositional(pp.token, pp.name, said, lambda build: build(said))

    return negated


def not_clause(b: Build, leaf: Leaf, _: str) -> Meaning:
    b.operators[leaf.token] = leaf.lower
    return lambda clause: lambda f: b.mark(leaf.token, Not(clause(f)))


def not_modifier(b: Build, leaf: Leaf, _: str) -> Meaning:
    """`not very tall dogs`, `not quickly`: what the modifier says is denied."""
    b.operators[leaf.token] = leaf.lower
    b.not_said(f"{leaf.text} before a modifier")
    return lambda modifier: lambda n: n.restricted(
        lambda x: b.mark(leaf.token, Not(modifier(Noun(lambda _: TRUE))(x)))
    )


def not_noun(b: Build, leaf: Leaf, _: str) -> Meaning:
    b.operators[leaf.token] = leaf.lower
    b.not_said(f"{leaf.text} before a noun")
    return lambda n: Noun(lambda x: b.mark(leaf.token, Not(n(x))), n.head, n.plural)


def not_adverb(b: Build, leaf: Leaf, _: str) -> Meaning:
    b.operators[leaf.token] = leaf.lower
    b.not_said(f"{leaf.text} before an adverb")
    return lambda adv: lambda vp: subject_first(adv(vp), lambda f: b.mark(leaf.token, Not(f)))


def only_np(b: Build, leaf: Leaf, _: str) -> Meaning:
    """`only dogs bark`: whatever barks is a dog, and some dog barks."""
    b.operators[leaf.token] = "only"
    b.not_said("only")

    def how(np: NounPhrase) -> NounPhrase:
        def said(n: Property, scope: Property) -> Formula:
            x = b.fresh()
            return b.mark(leaf.token, conj(np.how(n, scope), Quant(EVERY, x, scope(x), b.neither(n(x)))))

        return NounPhrase(said, np.noun)

    return how


def only(b: Build, leaf: Leaf, _: str) -> Meaning:
    b.operators[leaf.token] = "only"
    b.not_said("only")
    return lambda vp: subject_first(vp, lambda f: b.mark(leaf.token, b.neither(f)))


def exception(b: Build, leaf: Leaf, _: str) -> Meaning:
    """`all students except engineers`: the noun is narrowed by what is excepted."""
    b.operators[leaf.token] = "except"
    b.not_said("except")

    def excepted(np: NounPhrase) -> Meaning:
        def apart(x: Term) -> Formula:
            inside = np(lambda y: Equal(x, y))
            return b.mark(leaf.token, b.neither(inside) if b.conventions.exceptions == "non" else Not(inside))

        return lambda other: other.restricted(apart)

    return excepted


def lack(b: Build, leaf: Leaf, _: str) -> Meaning:
    b.operators[leaf.token] = leaf.lower
    b.not_said(leaf.lower)
    return lambda np: Noun(
        lambda x: conj(b.mark(leaf.token, relation(leaf.lemma, x)), Not(np(lambda y: relation("of", x, y)))), leaf.lemma, leaf.plural
    )


def too_to(b: Build, leaf: Leaf, _: str) -> Meaning:
    """`too tired to go`: tired, and does not go."""
    b.operators[leaf.token] = "too"
    b.not_said("too … to")
    return lambda adj: lambda vp: lambda subject: lambda f: subject(
        lambda x: conj(b.mark(leaf.token, adj(lifted(x))(f)), Not(vp(lifted(x))(NOTHING)))
    )


def enough_to(b: Build, leaf: Leaf, _: str) -> Meaning:
    b.not_said("enough to")
    return lambda adj: lambda vp: lambda subject: lambda f: subject(
        lambda x: conj(b.mark(leaf.token, adj(lifted(x))(f)), vp(lifted(x))(NOTHING))
    )


def not_being(b: Build, leaf: Leaf, _: str) -> Meaning:
    b.operators[leaf.token] = leaf.lower
    return lambda np: lambda subject: lambda f: subject(lambda x: b.mark(leaf.token, Not(np(lambda y: conj(Equal(x, y), f(x))))))


def let_us(b: Build, leaf: Leaf, _: str) -> Meaning:
    b.not_said("let's")
    return lambda vp: vp(lifted(Const("that we")))


def there(b: Build, leaf: Leaf, _: str) -> Meaning:
    return None


SENSES: Mapping[str, Sense] = {
    "noun": noun, "name": name, "pronoun": pronoun, "adjective": predicative, "attributive": adjective, "compound": compound,
    "possessive": possessive, "aux": auxiliary, "copula": copula, "is": identity, "is at": located, "there is": there_is, "there": there,
    "adverb": adverb, "sentence adverb": sentence_adverb, "degree": degree, "degree adjective": degree_adjective, "degree adverb": degree_adverb,
    "preposition": preposition, "stranded": stranded, "without": lambda b, leaf, _: negative_preposition(b, leaf, ""),
    "before np": lambda b, leaf, _: negative_preposition(b, leaf, "before"), "except pp": lambda b, leaf, _: negative_preposition(b, leaf, "except"),
    "relative": relative, "object relative": object_relative, "relative np": relative, "object relative np": object_relative,
    "clause relative": clause_relative, "free relative": free_relative, "free relative object": free_relative, "empty": empty,
    "empty question": empty_question, "empty question of": empty_question_of, "both clauses": both_clauses, "if": conditional, "unless": unless, "before": before,
    "not": negation, "not np": not_np, "not pp": not_pp, "not clause": not_clause, "not adjective": not_modifier, "not noun": not_noun, "not adverb": not_adverb,
    "only np": only_np, "only": only, "except": exception, "lack": lack, "too to": too_to, "enough to": enough_to, "not being": not_being, "let us": let_us,
    "determiner": determiner, "quantified": quantified_pronoun,
}
