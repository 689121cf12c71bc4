"""Words of the monotonicity fragments as published files write them, and words that are known by where they stand.

Verbs have all their forms, adjectives are predicates too, numbers may be spelled; of a word outside the lexicon only
its category is known.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from provenli.grammar import (
    Form,
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
    verb,
)
from provenli.grammar.meanings import Meaning, NounPhrase, Property
from provenli.grammar.morphology import past, third_person
from provenli.grammar.open_words import OpenClass, small
from provenli.library.fragments.monotonicity import grammar as a
from provenli.library.fragments.number_words import HIGHEST, spellings
from provenli.logic import quantifiers as q
from provenli.logic.formulas import Const, Pred, conj, subformulas, unmark

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


def counted(text: str, make: Callable[[int], q.Quantifier]) -> tuple[Word, ...]:
    """'at least 3', 'at least three'; without a text the bare number, which is read as 'at least'."""
    return tuple(
        Word(
            f"{text} {n}".strip(),
            (Form(f"Det[num={'sg' if n == 1 else 'pl'}]", *_first_and_rest(text, n)),),
            determiner(make(n)),
        )
        for n in range(0 if text else 1, HIGHEST + 1)
    )


def _first_and_rest(text: str, n: int) -> tuple[str, tuple[str, ...]]:
    first, *rest = (f"{text} {s}".strip() for s in spellings(n))
    return first, tuple(rest)


PLAIN = {
    "every": ("sg", q.EVERY, ("any", "each and every")),
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
    return (*plain, *others, *numbered)


def _kept(w: Word) -> bool:
    """Words of library/fragments/monotonicity/grammar.py that are not written anew here."""
    return not w.forms[0].category.startswith(("Adj[", "IV", "TV"))


def words() -> tuple[Word, ...]:
    """Those of library/fragments/monotonicity/grammar.py, verbs in all their forms, adjectives also as predicates."""
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
