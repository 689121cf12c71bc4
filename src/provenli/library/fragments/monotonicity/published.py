"""The monotonicity fragments as published files write them: grammar.py and what goes beyond it.

Read, never generated: several adjectives (*nice old dog*), *very*, who / which / that, *with a hat*, coordination of
adjectives, nouns, noun phrases and verb phrases, the present tense, *did sniff*, *most of the*, bare numbers, and words
that the lexicon does not have: of those only the category is known, by where they stand. Verbs have all their forms,
adjectives are predicates too, numbers may be spelled.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from provenli.grammar import (
    Form,
    Grammar,
    Word,
    adjective,
    determiner,
    either,
    fixed,
    intersect,
    negated,
    noun,
    predicate,
    quantify,
    rule,
    verb,
)
from provenli.grammar.meanings import Meaning, NounPhrase, Property, from_subject, with_object
from provenli.grammar.morphology import past, third_person
from provenli.grammar.open_words import OpenClass, small
from provenli.grammar.tolerant import TolerantParser
from provenli.library.fragments.monotonicity import grammar as a
from provenli.library.fragments.number_words import HIGHEST, spellings
from provenli.logic import quantifiers as q
from provenli.logic.formulas import TRUE, And, Const, Formula, Or, Pred, Term, conj, subformulas, unmark
from provenli.logic.theory import Theory, isa

Adjective = Callable[[Property], Property]
MISSPELT = {"steel": ("steal",)}

# --- determiners and the lexicon --------------------------------------------------------------------------------------


def subsective(text: str) -> Adjective:
    """As in grammar.py: good for a dog. With further adjectives it is still the noun that counts."""

    def meaning(n: Property) -> Property:
        *_, head = (f.name for f in subformulas(unmark(n(Const("it")))) if isinstance(f, Pred))
        return lambda x: conj(Pred(f"{text} {head}", (x,)), n(x))

    return meaning


def all_the(n: Property) -> NounPhrase:
    """'the dogs': there are some, and it is true of all."""
    return lambda body: conj(quantify(q.EVERY, n, body), quantify(q.SOME, n, body))


def counted(text: str, make: Callable[[int], q.Quantifier], told_apart: str = "") -> tuple[Word, ...]:
    """'at least 3', 'at least three'; without a text the bare number, which is read as 'at least', or alternatively as
    exact."""
    return tuple(
        Word(
            f"{text} {n}{told_apart}".strip(),
            (Form(f"Det[num={'sg' if n == 1 else 'pl'}]", *_first_and_rest(text, n)),),
            determiner(make(n)),
        )
        for n in range(0 if text else 1, HIGHEST + 1)
    )


def _first_and_rest(text: str, n: int) -> tuple[str, tuple[str, ...]]:
    first, *rest = (f"{text} {s}".strip() for s in spellings(n))
    return first, tuple(rest)


PLAIN = {
    "every": ("sg", q.EVERY, ("each and every",)),
    "all": ("pl", q.EVERY, ("all the", "all of the")),
    "each": ("sg", q.EVERY, ()),
    "each of the": ("pl", q.EVERY, ("every one of the",)),
    "a": ("sg", q.SOME, ()),
    "some": ("?n", q.SOME, ()),
    "some of the": ("pl", q.SOME, ()),
    "many": ("pl", q.MANY, ("many of the", "a lot of", "lots of")),
    "several": ("pl", q.SEVERAL, ("several of the",)),
    "a few": ("pl", q.A_FEW, ("a few of the",)),
    "few": ("pl", q.FEW, ("few of the",)),
    "most": ("pl", q.MOST, ("most of the", "more than half of the")),
    "the": ("sg", q.THE, ()),
    "both": ("pl", q.BOTH, ("both of the", "both the")),
    "some but not all": ("pl", q.SOME_BUT_NOT_ALL, ()),
    "no": ("?n", q.NO, ()),
    "none of the": ("pl", q.NO, ()),
    "not every": ("sg", q.NOT_EVERY, ()),
    "not all": ("pl", q.NOT_EVERY, ("not all of the", "not all the")),
}
NUMBERED = {
    "at least": q.at_least,
    "at most": q.at_most,
    "exactly": q.exactly,
    "more than": q.more_than,
    "less than": q.less_than,
    "fewer than": q.fewer_than,
    "only": q.exactly,
    "": q.at_least,
}


def determiners() -> tuple[Word, ...]:
    plain = (fixed(f"Det[num={num}]", t, determiner(m), variants=v) for t, (num, m, v) in PLAIN.items())
    numbered = (w for text, make in NUMBERED.items() for w in counted(text, make))
    others = (
        Word("the (all)", (Form("Det[num=pl]", "the"),), all_the),
        fixed(
            "Det[num=pl]",
            "some but not most",
            lambda n: lambda body: conj(quantify(q.SOME, n, body), negated(quantify(q.MOST, n, body))),
        ),
    )
    return (*plain, *others, *numbered, *counted("", q.exactly, " (exactly)"))


def _kept(w: Word) -> bool:
    """Words of library/fragments/monotonicity/grammar.py that are not redefined here."""
    return not w.forms[0].category.startswith(("Adj[", "IV", "TV"))


def words() -> tuple[Word, ...]:
    """Words of library/fragments/monotonicity/grammar.py, with verbs in all their forms and adjectives also as
    predicates."""
    pairs = [*a.TRANSITIVE, *((v, p) for x in a.TRANSITIVE for v, _, p in (a.PARAPHRASES[_whole(x)].partition(" "),))]
    return (
        *determiners(),
        *(w for w in a.WORDS if _kept(w)),
        *(verb(v, "IV") for x in a.INTRANSITIVE for v in (x, a.PARAPHRASES[x])),
        *(_hyphened(verb(v, "TV", particle)) for v, particle in pairs),
        *(fixed("Adj[anim=yes]", x, a.intersective(x)) for x in a.OF_ANIMALS),
        *(fixed("Colour[anim=yes]", x, a.intersective(x)) for x in a.COLOURS),
        fixed(
            "Adj[anim=yes]",
            "brown or black",
            lambda n: intersect(either(*map(predicate, a.COLOURS)), n),
            variants=("black or brown",),
        ),
        *(
            fixed("Adj[anim=no]", x, a.intersective(x), variants=MISSPELT.get(x, ()))
            for x in (*a.OF_THINGS, "strong", "faint")
        ),
        *(fixed("Adj[anim=?a]", x, subsective(x)) for x in a.SUBSECTIVE),
        *(fixed("Adj[anim=yes]", x, a.intersective(x)) for x in ("happy", "sad")),
        *(adjective(x, "AdjPred") for x in (*a.OF_ANIMALS, *a.COLOURS, *a.SUBSECTIVE)),
        fixed("AdjPred", "brown or black", either(*map(predicate, a.COLOURS)), variants=("black or brown",)),
        *(noun(x, "N[anim=no]") for x in (*a.SMELLS, *(a.PARAPHRASES[s] for s in a.SMELLS))),
    )


def _whole(verb_: tuple[str, str]) -> str:
    return " ".join(verb_).strip()


def _hyphened(w: Word) -> Word:
    forms = tuple(Form(f.category, f.text, (f.text.replace(" ", "-"),) if " " in f.text else ()) for f in w.forms)
    return Word(w.lemma, forms, w.meaning, w.sample, w.symbol)


# --- words outside the lexicon, read by where they stand: of what they mean nothing is known --------------------------

UNKNOWN = "unknown word"


@cache
def _lemma(text: str, kind: str) -> str:
    from provenli.inflections import getLemma  # takes 0.4 s to load, so only where a strange word turns up

    found: tuple[str, ...] = getLemma(text, upos=kind)
    return found[0] if found else text


def noun_word(text: str, category: str = "N[anim=yes,num={}]") -> Word:
    lemma = _lemma(text, "NOUN")
    return Word(lemma, (Form(category.format("sg" if lemma == text else "pl"), text),), predicate(lemma))


def verb_word(text: str, category: str) -> Word | None:
    if text.endswith("ing"):
        return None
    lemma = _lemma(text, "VERB")
    forms = ["sg"] if text == third_person(lemma) else ["base", "pl"] if text == lemma else ["past"]
    if text == lemma == past(lemma):
        forms.append("past")
    return Word(lemma, tuple(Form(f"{category}[form={f}]", text) for f in forms), predicate(lemma))


def adjective_word(text: str, category: str, meaning: Meaning) -> Word:
    return Word(text, (Form(category, text),), meaning)


OPEN = (
    OpenClass("N[anim=yes,num=sg]", noun_word, small, tolerance=UNKNOWN),
    OpenClass("IV[form=past]", lambda t: verb_word(t, "IV"), small, tolerance=UNKNOWN),
    OpenClass("TV[form=past]", lambda t: verb_word(t, "TV"), small, tolerance=UNKNOWN),
    OpenClass(
        "Adj[anim=yes]", lambda t: adjective_word(t, "Adj[anim=yes]", a.intersective(t)), small, tolerance=UNKNOWN
    ),
    OpenClass("AdjPred", lambda t: adjective_word(t, "AdjPred", predicate(t)), small, tolerance=UNKNOWN),
)


AGREEMENT = {
    "Det.num": "determiner and noun",
    "N.num": "determiner and noun",
    "Nbar.num": "determiner and noun",
    "Nmod.num": "determiner and noun",
    "NP.num": "subject and verb",
    "BE.num": "subject and verb",
    "VP.num": "subject and verb",
    "SRC.num": "subject and verb",
    "SRCT.num": "subject and verb",
    "num": "number",
    "form": "form of the verb",
    "anim": "animals and things",
}
"""The name of a fault in agreement."""
SAME_WORDS = Theory(isa(*a.SMELLS, a.SMELLS[0]))
"""For the authors of the files a smell is an odor is a scent."""


# --- meanings ---------------------------------------------------------------------------------------------------------


def very(adj: Adjective) -> Adjective:
    """A very old dog is an old dog, and nothing more is known of it; a very good dog likewise."""

    def modified(n: Property) -> Property:
        def of(x: Term) -> Formula:
            f = adj(n)(x)
            return conj(Pred(f"very {_called(f)}", (x,)), f)

        return of

    return modified


def _called(f: Formula) -> str:
    f = unmark(f)
    first = f.parts[0] if isinstance(f, And) else f
    return (" or " if isinstance(first, Or) else " ").join(p.name for p in subformulas(first) if isinstance(p, Pred))


def very_so(adj: Property) -> Property:
    return lambda x: conj(Pred(f"very {_called(adj(x))}", (x,)), adj(x))


def both_adjectives(one: Adjective, other: Adjective) -> Adjective:
    return lambda n: intersect(one(n), other(n))


def either_adjective(one: Adjective, other: Adjective) -> Adjective:
    return lambda n: either(one(n), other(n))


def both(one: NounPhrase, other: NounPhrase) -> NounPhrase:
    return lambda body: conj(one(body), other(body))


def having(np: NounPhrase) -> Property:
    return lambda x: np(lambda y: Pred("have", (x, y)))


def not_done_by(subject: NounPhrase, verb_: Callable[..., Formula]) -> Property:
    """'who every dog did not see'."""
    return from_subject(subject, lambda y, x: negated(verb_(y, x)))


def moving(where: str) -> Callable[[Property, NounPhrase], Property]:
    """Whoever ran to a cat ran."""

    def meaning(iv: Property, np: NounPhrase) -> Property:
        return lambda x: conj(iv(x), np(lambda y: Pred(f"{_called(iv(x))}_{where}", (x, y))))

    return meaning


# --- rules ------------------------------------------------------------------------------------------------------------

RELATIVE, OF_OBJECTS = ("who", "which", "that"), ("who", "whom", "which", "that")
WHERE = ("to", "from", "over", "near", "behind", "under", "on", "in", "into", "at")
KEPT = (
    a.CLAUSE,
    a.PHRASE,
    a.WITH_SRC,
    a.WITH_ORC,
    a.WITH_PP,
    a.WITH,
    a.WITHOUT,
    a.DID,
    a.DID_NOT,
    a.WAS,
    a.WAS_NOT,
    a.ALONE,
    a.WITH_OBJECT,
)
RULES = (
    *KEPT,
    *(rule(f'S -> S "{w}" S', intersect, level=1) for w in ("and", ", and", ",", ";", "but", ", but")),
    *(rule(f'S -> "there {be}" NP', lambda np: np(lambda x: TRUE)) for be in ("is", "are", "was", "were")),  # noqa: ARG005
    # 'any dog ran': every dog; 'did not see any cat', 'no dog who saw any cat': not a single one.
    rule('S -> "any" Nbar[anim=yes,num=?n] VP[num=?n]', lambda n, vp: quantify(q.EVERY, n, vp)),
    rule('VB[form=?f] -> TV[form=?f] "any" Nbar', lambda tv, n: with_object(tv, determiner(q.SOME)(n))),
    rule('VP[num=sg] -> BE[num=sg] "a" Nbar[num=sg]', lambda be, n: be(n)),
    rule('VP[num=sg] -> BE[num=sg] "not a" Nbar[num=sg]', lambda be, n: negated(be(n))),
    rule("VP[num=pl] -> BE[num=pl] Nbar[num=pl]", lambda be, n: be(n)),
    rule('VP[num=pl] -> BE[num=pl] "not" Nbar[num=pl]', lambda be, n: negated(be(n))),
    rule("Nbar[anim=?a,num=?n] -> Nmod[anim=?a,num=?n]"),
    *(rule(f'Nbar[anim=?a,num=?n] -> Nmod[anim=?a,num=?n] "{w}" Nmod[anim=?a,num=?n]', either) for w in ("and", "or")),
    rule("Nmod[anim=?a,num=?n] -> N[anim=?a,num=?n]"),
    rule("Nmod[anim=?a,num=?n] -> AdjP[anim=?a] Nmod[anim=?a,num=?n]", a.modified, level=1),
    rule('Nmod[anim=?a,num=?n] -> AdjP[anim=?a] "," Nmod[anim=?a,num=?n]', a.modified, level=1),
    rule("AdjP[anim=?a] -> AdjV[anim=?a]"),
    rule('AdjP[anim=?a] -> AdjV[anim=?a] "and" AdjV[anim=?a]', both_adjectives),
    rule('AdjP[anim=?a] -> AdjV[anim=?a] "but" AdjV[anim=?a]', both_adjectives),
    rule('AdjP[anim=?a] -> AdjO[anim=?a] "or" AdjV[anim=?a]', either_adjective),
    rule('AdjP[anim=?a] -> Colour[anim=?a] "or" AdjO[anim=?a]', either_adjective),
    rule("AdjV[anim=?a] -> Colour[anim=?a]"),  # 'brown or black' is one word of the lexicon
    rule("AdjV[anim=?a] -> AdjO[anim=?a]"),
    rule("AdjO[anim=?a] -> Adj[anim=?a]"),
    rule('AdjO[anim=?a] -> "very" AdjV[anim=?a]', very, level=1),
    *(rule(f'SRC[num=?n] -> "{w}" VP[num=?n]') for w in RELATIVE),
    *(rule(f'SRCT[num=?n] -> "{w}" VP[num=?n]') for w in ("which", "that")),
    rule("Nbar[anim=no,num=?n] -> Nbar[anim=no,num=?n] SRCT[num=?n]", intersect, level=1),
    rule("Nbar[anim=no,num=?n] -> Nbar[anim=no,num=?n] ORCT", intersect, level=1),
    *(
        rule(f'{c} -> "{w}" NP[anim=yes] TV[form=past]', from_subject)
        for c, words in (("ORC", OF_OBJECTS), ("ORCT", ("which", "that")))
        for w in words
    ),
    *(
        rule(f'{c} -> "{w}" NP[anim=yes] "did" TV[form=base]', from_subject)
        for c, words in (("ORC", OF_OBJECTS), ("ORCT", ("which", "that")))
        for w in words
    ),
    *(
        rule(f'{c} -> "{w}" NP[anim=yes] "did not" TV[form=base]', not_done_by)
        for c, words in (("ORC", OF_OBJECTS), ("ORCT", ("which", "that")))
        for w in words
    ),
    rule('NPP -> "with" NP', having),
    rule('NPP -> "without" NP', lambda np: negated(having(np))),
    rule('NPP -> "with" Nmod[num=pl]', lambda n: having(determiner(q.SOME)(n))),
    rule('NPP -> "without" Nmod[num=pl]', lambda n: negated(having(determiner(q.SOME)(n)))),
    rule("Nbar[anim=?a,num=?n] -> Nbar[anim=?a,num=?n] NPP", intersect, level=1),
    rule('NP[anim=?a,num=pl] -> NP[anim=?a,num=?m] "and" NP[anim=?a,num=?n]', both, level=1),
    *(
        rule(f'NP[anim=?a,num=?n] -> NP[anim=?a,num=?m] "{w}" NP[anim=?a,num=?n]', both, level=1)
        for w in ("but", ", but")
    ),
    rule(
        'NP[anim=?a,num=?n] -> NP[anim=?a,num=?m] "or" NP[anim=?a,num=?n]',
        lambda one, other: lambda body: either(one(body), other(body)),
        level=1,
    ),
    *(rule(f'VP[num=?n] -> VP[num=?n] "{w}" VP[num=?n]', intersect, level=1) for w in ("and", "but", ", but")),
    rule('VP[num=?n] -> VP[num=?n] "or" VP[num=?n]', either, level=1),
    rule('VP[num=?n] -> "did" VB[form=base]'),
    rule("VP[num=?n] -> VB[form=?n]"),
    rule('VP[num=sg] -> "does not" VB[form=base]', negated),
    rule('VP[num=pl] -> "do not" VB[form=base]', negated),
    rule('AdjPred -> "very" AdjPred', very_so, level=1),
    rule('VP[num=?n] -> BE[num=?n] AdjPred "and" AdjPred', lambda be, one, other: be(intersect(one, other))),
    rule('VP[num=?n] -> BE[num=?n] AdjPred "or" AdjPred', lambda be, one, other: be(either(one, other))),
    *(rule(f'VB[form=?f] -> IV[form=?f] "{w}" NP', moving(w)) for w in WHERE),
)


@cache
def parser() -> TolerantParser:
    return TolerantParser(Grammar("S", RULES, words(), OPEN), AGREEMENT)
